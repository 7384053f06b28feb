package ui

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/ui/lab"
)

// panel is the column of knobs.
type panel struct {
	knobs  []model.Param
	chosen string // name of the knob that the arrow keys turn
}

// The knobs that are no parameters of kernels and methods.
func dataKnobs() []model.Param {
	names := kernel.Names()
	return []model.Param{
		{Name: "set", Symbol: "set", Group: "DATA", Doc: "data set: enter or d chooses another"},
		{Name: "seed", Symbol: "seed", Group: "DATA", Doc: "seed of every random choice", Min: 0, Max: 1 << 52, Default: 1, Integer: true},
		{Name: "kernel", Symbol: "kernel", Group: model.GroupKernel, Doc: "kernel", Choices: names, Max: float64(len(names) - 1)},
	}
}

// build lists the knobs that suit a setting: parameters of the kernel only if
// it has them, those that methods share always, and a method's own where it
// runs.
func (p *panel) build(s lab.Setting, methods []model.Method) {
	p.knobs = p.knobs[:0]
	all := append(dataKnobs(), sweep.Parameters(methods)...)
	for _, group := range []string{"DATA", model.GroupKernel, model.GroupBudget, model.GroupRidge, model.GroupMethod} {
		for _, k := range all {
			switch {
			case k.Group != group:
			case group == model.GroupKernel && !s.Uses(nil, k.Name):
			case group == model.GroupMethod && !s.Uses(methods, k.Name):
			default:
				p.knobs = append(p.knobs, k)
			}
		}
	}
	order := []string{"set", "n", "seed", "m", "accum", "clusters", "rank"} // as in the tables of results
	slices.SortStableFunc(p.knobs, func(a, b model.Param) int {
		i, j := slices.Index(order, a.Name), slices.Index(order, b.Name)
		if a.Group != b.Group || i < 0 || j < 0 {
			return 0
		}
		return i - j
	})
	if !slices.ContainsFunc(p.knobs, func(k model.Param) bool { return k.Name == p.chosen }) {
		p.chosen = "kernel"
	}
}

// buildPanel lists the knobs of what is shown.
func (m *explorer) buildPanel() {
	if m.Recorded == nil {
		m.panel.build(m.Setting, m.Methods)
		return
	}
	m.panel.knobs = m.panel.knobs[:0]
	for i := range m.Recorded.Knobs {
		m.panel.knobs = append(m.panel.knobs, m.Recorded.Knobs[i].Param)
	}
}

// idle tells whether nothing that is shown depends on a knob.
func (m *explorer) idle(k model.Param) bool {
	if m.Recorded != nil {
		return !m.Recorded.Find(k.Name).Varies()
	}
	return !m.Setting.Uses(m.Methods, k.Name) && !slices.Contains(m.Need.Moving, k.Name)
}

// knob is the chosen knob.
func (p *panel) knob() model.Param {
	k, _ := sweep.Parameter(p.knobs, p.chosen)
	return k
}

// move chooses the knob so many places further down.
func (p *panel) move(by int) {
	i := slices.IndexFunc(p.knobs, func(k model.Param) bool { return k.Name == p.chosen })
	p.chosen = p.knobs[min(max(i+by, 0), len(p.knobs)-1)].Name
}

// lines lists what stands in each of at most h rows: the index of a knob, or
// −1 under a heading. Headings go first where room is short, then the list
// scrolls to the chosen knob.
func (p *panel) lines(h int) (knobs []int, headings []string) {
	chosen, group := 0, ""
	for i, k := range p.knobs {
		if k.Group != group && h >= len(p.knobs)+p.groups() {
			knobs, headings = append(knobs, -1), append(headings, k.Group)
		}
		group = k.Group
		if k.Name == p.chosen {
			chosen = len(knobs)
		}
		knobs, headings = append(knobs, i), append(headings, "")
	}
	if len(knobs) > h {
		from := min(max(0, chosen-h/2), len(knobs)-h)
		knobs, headings = knobs[from:from+h], headings[from:from+h]
	}
	return knobs, headings
}

func (p *panel) groups() int {
	n, group := 0, ""
	for _, k := range p.knobs {
		if k.Group != group {
			n, group = n+1, k.Group
		}
	}
	return n
}

// at is the knob in a row of the pane.
func (p *panel) at(y, h int) (string, bool) {
	knobs, _ := p.lines(h)
	if y < 0 || y >= len(knobs) || knobs[y] < 0 {
		return "", false
	}
	return p.knobs[knobs[y]].Name, true
}

// Render draws the panel.
func (p *panel) Render(w, h int, m *explorer) string {
	knobs, headings := p.lines(h)
	lines := make([]string, h)
	for y := range lines {
		switch {
		case y >= len(knobs):
			lines[y] = strings.Repeat(" ", w)
		case knobs[y] < 0:
			lines[y] = m.look.Strong.Render(m.look.Fit(headings[y], w))
		default:
			lines[y] = p.line(p.knobs[knobs[y]], w, m)
		}
	}
	return strings.Join(lines, "\n")
}

// line is one knob: its symbol and its value, between arrows if it is chosen.
func (p *panel) line(k model.Param, w int, m *explorer) string {
	l := &m.look
	chosen := k.Name == p.chosen
	lead, left, right := " ", "  ", "  "
	if chosen {
		lead, left, right = l.Text("▸"), l.Text("◂ "), l.Text(" ▸")
	}
	label := l.Text(k.Symbol)
	value := l.Text(m.knobValue(k))
	if chosen && m.mode() == inField {
		value, left, right = m.field.Shown(l), "", " "
	}
	room := w - ansi.StringWidth(lead+label) - 1
	value = ansi.Truncate(value, max(1, room-len([]rune(left+right))), l.Text("…"))
	text := lead + label + l.Right(left+value+right, room+1)
	switch {
	case chosen && m.mode() == onKnobs, chosen && m.mode() == inField:
		return l.Accent.Render(l.Fit(text, w))
	case chosen:
		return l.Strong.Render(l.Fit(text, w))
	case m.idle(k):
		return l.Dim.Render(l.Fit(text, w))
	}
	return l.Fit(text, w)
}

// knobValue is what a knob shows.
func (m *explorer) knobValue(k model.Param) string {
	if m.Recorded != nil {
		return m.Recorded.Text(k.Name)
	}
	if k.Name == "set" {
		return m.Setting.Store.Source().Name()
	}
	v := m.Setting.Value(k, m.Widths())
	if math.IsNaN(v) {
		return "…"
	}
	return lab.KnobText(k, v)
}
