package methodtable

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/lab"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/widget"
)

// Picker is the list of all methods, to tick some. What is typed filters it.
type Picker struct {
	widget.Field
	table Table
	at    int // the method that is pointed at, if it is found
}

// NewPicker returns a closed one.
func NewPicker(b *lab.State, l *look.Look) Picker {
	return Picker{table: Table{State: b, Order: &Order{}, Look: l}}
}

// Open opens the list, at the method that the table points at.
func (p *Picker) Open() {
	p.at = p.table.Pointed()
	p.Start("")
}

// found returns the methods whose name has what is typed, and then the others that match it, as indices of those of the
// bench.
func (p *Picker) found() []int {
	var names, others []int
	sought := strings.ToLower(p.Text())
	for i, method := range p.table.Methods() {
		switch {
		case strings.Contains(strings.ToLower(method.Name), sought):
			names = append(names, i)
		case matches(method, sought):
			others = append(others, i)
		}
	}
	return append(names, others...)
}

// Method returns the method that is pointed at, −1 if none is found.
func (p *Picker) Method() int {
	switch found := p.found(); {
	case len(found) == 0:
		return -1
	case slices.Contains(found, p.at):
		return p.at
	default:
		return found[0]
	}
}

// Move moves the pointer down by so many methods.
func (p *Picker) Move(by int) {
	if found := p.found(); len(found) > 0 {
		p.at = found[min(max(slices.Index(found, p.Method())+by, 0), len(found)-1)]
	}
}

// whole is the number of lines below the list. They show the chosen entry in full, which the list may cut.
const whole = 2

// Render draws the list in a box of at most w×h cells, which has the same size whatever is typed.
func (p *Picker) Render(w, h int) string {
	t := p.table
	l, methods, found, at := t.Look, t.Methods(), p.found(), p.Method()
	names, ticked := 0, 0
	for _, method := range methods {
		names = max(names, ansi.StringWidth(l.Text(method.Name)))
		if t.ticked(method.Name) {
			ticked++
		}
	}
	width := max(1, min(w, names+80)-4)
	rest := max(0, width-names-6-ansi.StringWidth(l.Text("☑")))
	below := 0 // lines, if there is room
	if h-4-whole >= 3 {
		below = whole
	}
	families := 0
	for i := range methods {
		if p.heads(i) {
			families++
		}
	}
	most, withHeadings := max(1, min(len(methods), h-4-below)), false
	if p.Text() == "" && families > 1 {
		withHeadings = headed(len(methods), families, max(1, h-4-below))
	}
	if headed(len(methods), families, h-4-below) {
		most = max(1, min(len(methods)+families, h-4-below))
	}
	var lines []string
	chosen := -1
	for _, i := range found {
		if withHeadings && p.heads(i) {
			lines = append(lines, " "+l.Strong.Render(string(methods[i].Family)))
		}
		if i == at {
			chosen = len(lines)
		}
		lines = append(lines, p.line(i, names, rest, i == at))
	}
	if len(found) == 0 {
		lines = append(lines, l.Fit(" no method has "+l.Text(p.Text())+" in its name, family or description", width))
	}
	lines, chosen = widget.Window(lines, chosen, most)
	lines = append(lines, make([]string, most-len(lines))...)
	lines = append([]string{l.Fit(" filter: "+p.Shown(l), width), ""}, lines...)
	if below > 0 {
		note := make([]string, below)
		if at >= 0 {
			copy(note, strings.Split(ansi.Wrap(l.Text(p.remark(at, 1000)), max(1, width-2), " "), "\n"))
		}
		for _, s := range note {
			lines = append(lines, "  "+s)
		}
	}
	if chosen >= 0 {
		chosen += 2
	}
	return widget.Box(l, fmt.Sprintf("methods: %d of %d ticked", ticked, len(methods)), lines[:min(len(lines), max(0, h-2))], chosen, w)
}

// heads reports whether a method is the first of its family.
func (p *Picker) heads(i int) bool {
	methods := p.table.Methods()
	return i == 0 || methods[i].Family != methods[i-1].Family
}

// line is a method of the list. The one pointed at has no colours of its own.
func (p *Picker) line(i, names, rest int, chosen bool) string {
	t := p.table
	l, name := t.Look, t.Methods()[i].Name
	tick := l.Text("☐")
	if t.ticked(name) {
		tick = l.Text("☑")
	}
	text := " " + tick + " " + l.Marker(curve.Sign(t.State, i)) + " " + l.Fit(l.Text(name), names)
	remark := "  " + l.Fit(l.Text(p.remark(i, rest)), rest)
	switch {
	case chosen:
		return text + remark
	case t.ticked(name):
		return l.Colored(text, curve.Sign(t.State, i)) + remark
	}
	return l.Dim.Render(text) + remark
}

// remark says in w cells why a method can't run, or what it is.
func (p *Picker) remark(i, w int) string {
	if why := p.table.Setting().Unmet(p.table.Methods()[i]); why != "" {
		return why
	}
	return p.table.about(i, w)
}
