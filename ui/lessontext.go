package ui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/claim"
	"gramscope/ui/lesson"
	"gramscope/ui/screen/lessons"
)

// lessonWidth is the width of a lesson's text in a window of w cells.
func lessonWidth(w int) int { return max(24, min(w*3/8, 36), min(w*3/10, 48)) }

// page is a text laid out in lines of some width.
type page struct {
	name  string
	w     int
	lines []string
}

// layLesson lays the open lesson's text out, unless it is.
func (m *explorer) layLesson(w int) {
	v := &m.lessons
	l := v.now()
	if v.page.name == l.Name && v.page.w == w {
		return
	}
	v.page = page{name: l.Name, w: w}
	_, text, _ := strings.Cut(l.Text, "\n") // the title heads the pane
	for _, line := range lesson.Render(text, min(w-2, lessons.WidestText), m.look.Text) {
		v.page.lines = append(v.page.lines, " "+lessons.Styled(&m.look, line))
	}
}

// lessonText draws the open lesson: its text, and below it what stays in sight,
// the claim's verdict and the chosen knob.
func (m *explorer) lessonText(w, h int) string {
	l, v := &m.look, &m.lessons
	foot := m.lessonFoot(w, h)
	room := max(0, h-1-len(foot))
	lines := []string{m.title(knobsPane, fmt.Sprintf("%d/%d %s", v.at+1, len(v.all), v.now().Title), w)}
	for i := range room {
		text := ""
		if i+v.scroll < len(v.page.lines) {
			text = v.page.lines[i+v.scroll]
		}
		lines = append(lines, l.Fit(text, w))
	}
	return strings.Join(append(lines, foot...)[:h], "\n")
}

// lessonFoot is what stands below the text: a line that says how much of it is
// seen, the verdict and the chosen knob.
func (m *explorer) lessonFoot(w, h int) []string {
	l, v := &m.look, &m.lessons
	verdict := strings.Split(ansi.Wrap(l.Text(m.verdictText()), max(w-2, 1), " "), "\n")
	if most := max(1, h/3); len(verdict) > most {
		verdict = verdict[:most]
		verdict[most-1] = ansi.Truncate(verdict[most-1], max(1, w-5), "") + l.Text(" …")
	}
	style := l.Dim
	switch v.verdict.State {
	case claim.Holds:
		style = l.Strong
	case claim.Fails:
		style = l.Alarm
	}
	seen := h - 3 - len(verdict) // with the title, this line and the knob's
	left := "the claim"
	if rest := len(v.page.lines) - v.scroll - seen; rest > 0 {
		left = fmt.Sprintf("↓ %d lines more", rest)
	}
	head := strings.Repeat(string(l.Border().H), 2) + " " + l.Text(left) + " "
	head += strings.Repeat(string(l.Border().H), max(0, w-ansi.StringWidth(head)))
	foot := []string{l.Dim.Render(l.Fit(head, w))}
	for _, s := range verdict {
		foot = append(foot, style.Render(l.Fit(" "+s, w)))
	}
	return append(foot, m.lessonKnob(w))
}

// lessonKnob is the chosen knob, lit up where the arrow keys choose and turn it.
func (m *explorer) lessonKnob(w int) string {
	line := m.panel.Line(w, &m.look, m.mode() == onKnobs)
	if m.mode()&(onText|onMethods|inField) == 0 && m.hint("change") != "" && m.focus != knobsPane {
		return m.look.Accent.Render(ansi.Strip(line))
	}
	return line
}

// lessonRoom is how many lines of the text are seen at a time.
func (m *explorer) lessonRoom() int {
	r := m.layout.panes[knobsPane]
	return max(1, r.h-1-len(m.lessonFoot(r.w, r.h)))
}

// scrollLesson scrolls the open lesson's text.
func (m *explorer) scrollLesson(by int) {
	if m.lessons.open {
		m.lessons.scroll += by // within the text: see settleLesson
	}
}

// settleLesson lays the text out for the window, and keeps the scrolling within it.
func (m *explorer) settleLesson() {
	if r := m.layout.panes[knobsPane]; r.w > 0 {
		m.layLesson(r.w)
		v := &m.lessons
		v.scroll = max(0, min(v.scroll, len(v.page.lines)-max(0, r.h-1-len(m.lessonFoot(r.w, r.h)))))
	}
}
