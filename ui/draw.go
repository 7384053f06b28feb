package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/frame"
)

// View returns the window's text, or a plain text if the window can't be drawn.
func (m *explorer) View() (text string) {
	m.faults.blank = !m.safely(func() { text = m.drawWindow(true) })
	if m.faults.blank {
		text = m.faults.view(m.w, m.h)
	}
	return m.pixels.listed(text)
}

// drawWindow joins the panes and modals into the window's text. With pictures it leaves room for them, unless a modal
// covers the panes.
func (m *window) drawWindow(pictures bool) string {
	window := frame.Window{Layout: m.layout, Focus: m.focus}
	if m.layout.TooSmall {
		return window.Text(&m.look)
	}
	window.Footer, window.Above = m.footer()
	page := false
	for _, over := range m.open() {
		if over.box != nil {
			window.Boxes = append(window.Boxes, over.box(m.w, m.h-2))
		}
		if page = over.page != nil; page { // it hides the panes, and the modals below it
			window.Layout = m.layout.Only(frame.First)
			r := window.Panes[frame.First]
			window.Texts[frame.First] = over.page(r.W, r.H)
			break
		}
	}
	if !page {
		pictures = pictures && len(window.Boxes) == 0
		for p, r := range m.layout.Panes {
			if r.W > 0 {
				window.Texts[p] = m.paneText(frame.Pane(p), r, len(window.Above), pictures)
			}
		}
	}
	window.Header = header{m}.text(m.w - 4)
	return window.Text(&m.look)
}

// paneText draws one pane. A note will cover the given number of its last lines.
func (m *window) paneText(p frame.Pane, r frame.Rect, covered int, pictures bool) string {
	switch p {
	case frame.Knobs:
		if m.reading() {
			return m.lessonText(r.W, covered)
		}
		return m.panel.Render(r.W, r.H, &m.look, m.mode() == onKnobs)
	case frame.Methods:
		fitted := m.table().Fit(r.W)
		return fitted.Render(r.W, r.H, covered, m.mode() == onMethods)
	}
	at := int(p - frame.First)
	body := m.texts[at]
	if pane := &m.pixels.panes[at]; pictures && pane.shows() && pane.at.cells.Max.Y < m.h-covered {
		body = pane.text
	}
	title := m.look.Title(m.head(at, r.W), r.W, m.focus == p)
	if chosen := m.charts()[at].Chosen; chosen != nil && m.focus == p { // the chosen line is lit up in place of the title
		lines := strings.Split(body, "\n")
		if i := chosen(r.W, len(lines)); i < len(lines) {
			lines[i] = m.look.Accent.Render(ansi.Strip(lines[i]))
		}
		body, title = strings.Join(lines, "\n"), m.look.Title(m.head(at, r.W), r.W, false)
	}
	parts := []string{title, body}
	if named := m.named(at); named != "" {
		parts = append(parts, m.look.Fit(named, r.W))
	}
	return strings.Join(parts, "\n")
}

// head returns the title of a chart in w cells: the values at the crosshair, or what the chart shows, which of its
// curves coincide, and whether it is zoomed.
func (m *window) head(at, w int) string {
	if m.heads[at] != "" {
		return m.heads[at]
	}
	end := zoomed(m.built[at])
	head := m.charts()[at].Title(m.built[at], w-len(end))
	if same := head + m.same[at]; ansi.StringWidth(m.look.Text(same)) < w {
		head = same
	}
	if end == "" {
		return head
	}
	return ansi.Truncate(m.look.Text(head), max(w-1-len(end), 0), m.look.Text("…")) + end
}

// lessonText draws the open lesson and the chosen knob, which is lit up if the arrow keys choose and turn it. The last
// covered lines stay free for a note.
func (m *window) lessonText(w, covered int) string {
	knob := m.panel.Line(w, &m.look, m.mode() == onKnobs)
	if m.mode()&(onText|onMethods|inField) == 0 && !m.owns(m.keys(m.screen().key), "left") && m.focus != frame.Knobs {
		knob = m.look.Accent.Render(ansi.Strip(knob))
	}
	return m.lessons.Render(m.look.Title(m.lessons.Title(w), w, m.focus == frame.Knobs), knob, covered)
}
