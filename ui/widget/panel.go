package widget

import (
	"slices"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/ui/look"
)

// Knob is a row of a panel.
type Knob struct {
	model.Param
	Value string
	Long  string // Value and more, shown where there is room; "" for none
	Bar   string // shown before the value where there is room; "" for none
	Idle  bool   // whether the knob has no effect on the screen
}

// Panel is the column of knobs.
type Panel struct {
	Knobs  []Knob
	Chosen model.Name // name of the knob that the arrow keys change
	Field  Field      // the input line for its value
}

// Set replaces the knobs. If the chosen knob is not among them, Set chooses the kernel or the first knob.
func (p *Panel) Set(knobs []Knob) {
	p.Knobs = knobs
	if p.place() < 0 && len(knobs) > 0 {
		p.Chosen = "kernel"
		if p.place() < 0 {
			p.Chosen = knobs[0].Name
		}
	}
}

// place returns the index of the chosen knob, −1 if there is none.
func (p *Panel) place() int {
	return slices.IndexFunc(p.Knobs, func(k Knob) bool { return k.Name == p.Chosen })
}

// Knob returns the parameter of the chosen knob.
func (p *Panel) Knob() model.Param {
	if i := p.place(); i >= 0 {
		return p.Knobs[i].Param
	}
	return model.Param{}
}

// Move chooses the knob that is by places below the chosen one.
func (p *Panel) Move(by int) {
	if i := p.place(); i >= 0 {
		p.Chosen = p.Knobs[min(max(i+by, 0), len(p.Knobs)-1)].Name
	}
}

// rows lists the contents of at most h rows: the index i of a knob, or ^i for the heading above the knob. If there are
// too few rows it omits the headings, and then the knobs far from the chosen one.
func (p *Panel) rows(h int) []int {
	var rows []int
	group := ""
	for i, k := range p.Knobs {
		if k.Group != group {
			rows = append(rows, ^i)
		}
		group = k.Group
		rows = append(rows, i)
	}
	if len(rows) > h {
		rows = slices.DeleteFunc(rows, func(i int) bool { return i < 0 })
	}
	rows, _ = Window(rows, p.place(), 0, h)
	return rows
}

// At returns the name of the knob in row y of a pane of h rows.
func (p *Panel) At(y, h int) (model.Name, bool) {
	rows := p.rows(h)
	if y < 0 || y >= len(rows) || rows[y] < 0 {
		return "", false
	}
	return p.Knobs[rows[y]].Name, true
}

// Render draws the panel. While the field is open it replaces the chosen knob's value.
func (p *Panel) Render(w, h int, l *look.Look, focused bool) string {
	var lines []string
	for _, i := range p.rows(h) {
		if i < 0 {
			lines = append(lines, l.Heading.Render(l.Fit(p.Knobs[^i].Group, w)))
		} else {
			lines = append(lines, p.line(p.Knobs[i], w, l, focused))
		}
	}
	return l.Page(lines, w, h)
}

// Line draws the chosen knob alone.
func (p *Panel) Line(w int, l *look.Look, focused bool) string {
	i := p.place()
	if i < 0 {
		return l.Fit("", w)
	}
	return p.line(p.Knobs[i], w, l, focused)
}

// line draws a knob: its symbol, its bar if that fits, and its value, between arrows if it is chosen.
func (p *Panel) line(k Knob, w int, l *look.Look, focused bool) string {
	chosen := k.Name == p.Chosen
	lead, left, right := " ", "", "  "
	if chosen {
		lead, left, right = l.Text("▸"), l.Text("◂ "), l.Text(" ▸")
	}
	label := l.Text(k.Symbol)
	value := l.Text(k.Value)
	if chosen && p.Field.Open { // which has the room alone
		value, left, right = p.Field.Shown(l), "", " "
		k.Long, k.Bar = "", ""
	}
	room := w - ansi.StringWidth(lead+label) - 1
	if long := l.Text(k.Long); long != "" && ansi.StringWidth(left+long+right) <= room {
		value = long
	}
	value = left + ansi.Truncate(value, max(1, room-len([]rune(left+right))), l.Text("…")) + right
	if ansi.StringWidth(k.Bar+value) >= room {
		k.Bar = ""
	}
	text := lead + label + " " + k.Bar + l.Right(value, room-ansi.StringWidth(k.Bar))
	switch {
	case chosen && (focused || p.Field.Open):
		return l.Accent.Render(l.Fit(text, w))
	case chosen:
		return l.Strong.Render(l.Fit(text, w))
	case k.Idle:
		return l.Dim.Render(l.Fit(text, w))
	}
	return l.Fit(text, w)
}
