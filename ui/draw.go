package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/frame"
)

// View is the window's text. Where it can't be drawn a plain text says so.
func (m *explorer) View() (text string) {
	var shown [2]bool
	m.rescued.blank = !m.safely(func() { text, shown = m.drawWindow(true) })
	if m.rescued.blank {
		text, shown = m.rescued.view(m.Note.Text, m.w, m.h), [2]bool{}
	}
	return m.pixels.listed(text, shown)
}

// drawWindow joins what has been drawn into the window's text, with room for pictures if there are any and they are wanted. shown says
// which: none while a modal covers the panes.
func (m *explorer) drawWindow(pictures bool) (text string, shown [2]bool) {
	window := frame.Window{Layout: m.layout, Focus: m.focus}
	if m.layout.TooSmall {
		return window.Text(&m.look), shown
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
		if pictures && len(window.Boxes) == 0 {
			shown = m.pixels.visible(m.h - 1 - len(window.Above))
		}
		for p, r := range m.layout.Panes {
			if r.W > 0 {
				window.Texts[p] = m.paneText(frame.Pane(p), r, len(window.Above), shown)
			}
		}
	}
	replayed := m.look.Text(m.walk.text())
	if replayed != "" {
		replayed += m.look.Text(" ── ")
	}
	window.Header = replayed + header{&m.State, m.screens[m.at], m.Clock(), &m.look, m.learning}.text(m.w-4-ansi.StringWidth(replayed))
	return window.Text(&m.look), shown
}

// paneText draws one pane, of whose lines so many will be covered by a note, and with room for the pictures that are shown.
func (m *explorer) paneText(p frame.Pane, r frame.Rect, covered int, shown [2]bool) string {
	switch p {
	case frame.Knobs:
		if m.reading() {
			return m.lessonText(r.W)
		}
		return m.panel.Render(r.W, r.H, &m.look, m.mode() == onKnobs)
	case frame.Methods:
		if m.reading() && m.lessons.Waits() {
			text := m.look.Filled(m.look.Message("the table shows its figures after the answer", r.W, r.H-1), r.W)
			return m.title(p, "methods", r.W) + "\n" + text
		}
		fitted := m.table().Fit(r.W, r.H)
		return fitted.Render(r.W, r.H, covered, m.mode()&(onMethods|inFilter) != 0)
	}
	at := p - frame.First
	chart, head := m.charts()[at], m.heads[at]
	if head == "" {
		head = chart.Title(m.built[at], r.W-len(zoomed(m.built[at])))
		if same := head + m.same[at]; ansi.StringWidth(m.look.Text(same)) < r.W {
			head = same
		}
	}
	if end := zoomed(m.built[at]); end != "" && m.heads[at] == "" {
		head = ansi.Truncate(m.look.Text(head), max(r.W-1-len(end), 0), m.look.Text("…")) + end
	}
	body := m.texts[at]
	if shown[at] {
		body = m.pixels.panes[at].text
	}
	text := strings.Join(append(m.presentedTitle(int(at), r.W), m.title(p, head, r.W), body), "\n")
	if chart.Chosen != nil && m.focus == p {
		lines := strings.Split(m.texts[at], "\n")
		if i := chart.Chosen(len(lines)); i < len(lines) {
			lines[i] = m.look.Accent.Render(ansi.Strip(lines[i]))
		}
		above := append(m.presentedTitle(int(at), r.W), m.look.Strong.Render(m.look.Fit(" "+m.look.Text(head), r.W)))
		text = strings.Join(append(above, lines...), "\n")
	}
	if named := m.named(int(at)); named != "" {
		text += "\n" + m.look.Fit(named, r.W)
	}
	return text
}

// title heads a pane; the focused one is pointed at.
func (m *explorer) title(p frame.Pane, text string, w int) string {
	if m.focus == p {
		return m.look.Title(m.look.Text(text), w)
	}
	return m.look.Strong.Render(m.look.Fit(" "+m.look.Text(text), w))
}

// lessonText draws the open lesson, with the chosen knob, lit up where the arrow keys
// choose and turn it.
func (m *explorer) lessonText(w int) string {
	knob := m.panel.Line(w, &m.look, m.mode() == onKnobs)
	if m.mode()&(onText|onMethods|inField) == 0 && m.hint("change") != "" && m.focus != frame.Knobs {
		knob = m.look.Accent.Render(ansi.Strip(knob))
	}
	return m.lessons.Render(m.title(frame.Knobs, m.lessons.Title(), w), knob)
}
