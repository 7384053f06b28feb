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
	rows := [][]string{{"", "", v.now.Loss, "± se", "test", "time", "", "γ", "μ", "memory"}}
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
		rows = append(rows, []string{string(marker), t.Text, number.Figure(t.Loss.Mean), se, test, t.time(), strings.Join(marks, ", "), gamma, number.Short(t.Mu), number.Memory(float64(t.Bytes))})
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

// columns aligns cells, as many columns as fit into w: the second and what is marked on the left.
func (v *answer) columns(rows [][]string, w int) []string {
	lines, used := make([]string, len(rows)), 0
	for c := range rows[0] {
		widest, gap := 0, min(c, 2)
		for _, row := range rows {
			widest = max(widest, ansi.StringWidth(v.look.Text(row[c])))
		}
		if used += gap + widest; used >= w {
			break
		}
		for i, row := range rows {
			fit := v.look.Right
			if c == 1 || c == 6 {
				fit = v.look.Fit
			}
			lines[i] += strings.Repeat(" ", gap) + fit(v.look.Text(row[c]), widest)
		}
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
