package ui

import "gramscope/ui/frame"

// present shows one chart over the whole window for an audience: the one that has the focus, or had it last, above
// three lines of the table, or above the text of an open lesson. Pressed again it shows all panes,
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

// presentedKnob returns what stands above the title of a chart that is presented: the knob that the arrow keys turn. It
// is nil for other charts, and where there is no room.
func (m *window) presentedKnob(at int, w int) []string {
	const leastChart = 12 // lines
	r := m.layout.Panes[frame.First+frame.Pane(at)]
	if !m.presents || r.H < leastChart || m.charts()[at].Chosen != nil {
		return nil
	}
	return []string{m.panel.Line(w, &m.look, m.focus != frame.Methods)}
}
