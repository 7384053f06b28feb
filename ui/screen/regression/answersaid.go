package regression

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/number"
	"gramscope/model/tune"
)

// said are the sentences about a search that has ended, in at most so many lines of w cells.
func (v *answer) said(w, most int) (lines []string) {
	if v.running || len(v.now.Tried) == 0 {
		return nil
	}
	for _, text := range v.sentences() {
		lines = append(lines, strings.Split(ansi.Wrap(v.look.Text(text), max(w-2, 1), " "), "\n")...)
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = ansi.Truncate(lines[most-1], max(w-4, 0), "") + v.look.Text(" …")
	}
	for i := range lines {
		lines[i] = v.look.Fit(" "+lines[i], w)
	}
	return lines
}

// sentences say why the choice is one, and what the search says beside its figures.
func (v *answer) sentences() (list []string) {
	a := &v.now
	if len(a.Tried) > 0 {
		choice, best := a.Tried[a.Choice], a.Tried[a.Best]
		if a.Choice == a.Best {
			list = append(list, fmt.Sprintf("choice: %s has the least %s; no cheaper one is within %s of it", choice.Text, a.Loss, tune.Nearness))
		} else {
			list = append(list, fmt.Sprintf("choice: %s is the cheapest within %s of the least %s, that of %s: it has %s ± %s more", choice.Text, tune.Nearness, a.Loss, best.Text, number.Figure(choice.Above.Mean), number.Short(roundSE(choice.Above.SE))))
		}
		if !math.IsNaN(choice.Test) {
			list = append(list, fmt.Sprintf("%s fitted to all %d rows has %s %s on the test rows", choice.Text, a.N, a.Loss, number.Figure(choice.Test)))
		}
	}
	return append(list, a.Said...)
}
