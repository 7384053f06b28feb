package ui

import (
	"strings"

	"gramscope/ui/frame"
)

// present shows one chart over the whole window for an audience: the one that has the focus, or had it last, with a
// large title, above three lines of the table, or above the text of an open lesson. Pressed again it shows all panes,
// with the focus where it was.
func (m *window) present() {
	if m.presents {
		m.presents, m.focus = false, m.before
		return
	}
	if m.alone() {
		m.expand()
	}
	m.presents, m.before = true, m.focus
	if m.focus != frame.Methods || m.reading() {
		m.focusOn(m.charted)
	}
	m.Info("E or esc shows all panes again")
}

// presentedTitle returns what stands above the title of a chart that is presented: what the title says first, in large
// characters, and the knob that the arrow keys turn. It is nil for other charts, and where there is no room.
func (m *window) presentedTitle(at int, w int) []string {
	const leastChart = 12 // lines
	r := m.layout.Panes[frame.First+frame.Pane(at)]
	if !m.presents || r.H < leastChart || m.charts()[at].Chosen != nil { // a list has no large title
		return nil
	}
	title := m.charts()[at].Title(m.built[at], 1<<10)
	if end := strings.IndexAny(title, ":,("); end > 0 {
		title = title[:end]
	}
	title, _, _ = strings.Cut(title, "  ")
	var lines []string
	said := ""
	for _, word := range strings.Fields(title) { // a sign that has no large form is left out
		if more := m.look.Large(strings.TrimSpace(said+" "+word), w-1); more != nil {
			said, lines = said+" "+word, more
		}
	}
	for i, line := range lines {
		lines[i] = m.look.Strong.Render(m.look.Fit(" "+line, w))
	}
	return append(lines, m.panel.Line(w, &m.look, m.focus != frame.Methods))
}
