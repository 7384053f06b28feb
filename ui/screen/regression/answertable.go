package regression

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/number"
	"gramscope/model/tune"
	"gramscope/ui/widget"
)

// table lists the settings in the order of their times, with what else there is to say below them.
func (v *answer) table(w, h int) string {
	if why := v.absent(); why != "" || len(v.now.Tried) == 0 {
		if why == "" {
			why = "computing"
		}
		return v.look.Filled(v.look.Message(why, w, h), w)
	}
	front, order := v.now.front(), v.now.ordered()
	rows := [][]string{{"", "", v.now.Loss, "± se", "test", "time", "memory", "γ", "μ", ""}}
	cursor, _ := v.cursor()
	line := 0
	for k, i := range order {
		t := v.now.Tried[i]
		var marks []string
		switch {
		case i == v.now.Choice:
			marks = append(marks, "choice")
		case slices.Contains(front, i):
			marks = append(marks, "front")
		}
		if t.Old {
			marks = append(marks, fmt.Sprintf("%d rows", t.Rows))
		}
		gamma, se, test := "", "", ""
		if !math.IsNaN(t.Test) {
			test = number.Figure(t.Test)
		}
		if !math.IsNaN(t.Gamma) {
			gamma = number.Short(t.Gamma)
		}
		if t.Loss.SE > 0 {
			se = number.Short(roundSE(t.Loss.SE))
		}
		marker, _ := v.signOf(t.Method)
		rows = append(rows, []string{string(marker), t.Text, number.Figure(t.Loss.Mean), se, test, t.time(), number.Memory(float64(t.Bytes)), gamma, number.Short(t.Mu), strings.Join(marks, ", ")})
		if i == cursor {
			line = k
		}
	}
	table := v.columns(rows, w)
	var said []string
	for _, text := range append([]string{v.state(w - 1)}, v.sentences()...) {
		said = append(said, strings.Split(ansi.Wrap(v.look.Text(text), max(1, w-2), " "), "\n")...)
	}
	if most := max(0, h-1-min(len(table), h/2)); len(said) > most {
		said = said[:most]
		if most > 0 {
			said[most-1] = ansi.Truncate(said[most-1], max(0, w-5), "") + v.look.Text(" …")
		}
	}
	room := max(1, h-len(said)-1)
	body, at := widget.Window(table[1:], line, room-1)
	lines := []string{v.look.Strong.Render(v.look.Fit(" "+table[0], w))}
	for i, text := range body {
		text = v.look.Fit(" "+text, w)
		if i == at {
			text = v.look.Accent.Render(text)
		}
		lines = append(lines, text)
	}
	lines = append(lines, "")
	for _, text := range said {
		lines = append(lines, v.look.Fit(" "+text, w))
	}
	return v.look.Page(lines, w, h)
}

// columns aligns cells; columns that do not fit into w are left out: memory first, then γ and μ, the loss on the test
// rows and the standard error.
func (v *answer) columns(rows [][]string, w int) []string {
	left := map[int]bool{0: true, 1: true, 9: true} // aligned on the left
	omit := []int{6, 7, 8, 4, 3, 9}
	without := map[int]bool{}
	for {
		lines, width := make([]string, len(rows)), 0
		for c := range rows[0] {
			if without[c] {
				continue
			}
			widest := 0
			for _, row := range rows {
				widest = max(widest, ansi.StringWidth(v.look.Text(row[c])))
			}
			for i, row := range rows {
				if lines[i] != "" {
					lines[i] += strings.Repeat(" ", 1+min(1, c-1))
				}
				if left[c] {
					lines[i] += v.look.Fit(v.look.Text(row[c]), widest)
				} else {
					lines[i] += v.look.Right(v.look.Text(row[c]), widest)
				}
			}
		}
		if width = ansi.StringWidth(lines[0]); width < w || len(omit) == 0 {
			return lines
		}
		without[omit[0]] = true
		omit = omit[1:]
	}
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
