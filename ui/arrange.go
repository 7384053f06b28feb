package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/chart"
)

// arrange lays the window out and draws the charts if they have changed.
func (m *explorer) arrange() {
	s := m.screen()
	l := newLayout(m.w, m.h, len(m.methods), len(s.charts), s.abreast, m.focus, m.charted)
	if s.side != nil {
		l = layoutBeside(s.side(m.w), m.w, m.h, len(m.methods), len(s.charts), s.abreast, m.focus, m.charted)
	}
	if m.expanded {
		l = expandedLayout(l, m.focus)
	}
	m.buildPanel()
	if !m.dirty && slices.Equal(l.panes[:], m.layout.panes[:]) && l.tooSmall == m.layout.tooSmall {
		return
	}
	m.layout, m.dirty = l, false
	if m.reading() {
		m.checkLesson()
	}
	if l.tooSmall {
		return
	}
	for i, chart := range s.charts {
		if r := l.panes[firstPane+pane(i)]; r.w > 0 {
			h := m.chartHeight(chart, r)
			m.heads[i] = ""
			drawn := m.safely(func() {
				m.texts[i] = m.chartText(chart, r.w, h)
				if chart.lines != nil && m.cross.on {
					m.heads[i] = m.crossTitle(chart.lines(m), r.w)
				}
			})
			if !drawn {
				m.texts[i] = m.filled(m.message("this chart can't be drawn: an internal error", r.w, h), r.w)
			}
		}
	}
}

// chartHeight is what a pane leaves to its chart: less the title, and less the
// legend where there is one.
func (m *explorer) chartHeight(chart view, r rect) int {
	if m.named(chart) {
		return r.h - 2
	}
	return r.h - 1
}

// drawn is a chart of w×h cells; without anything to draw it is the text that
// says why.
func (m *explorer) drawn(lines chart.Lines, w, h int) string {
	lines = m.crossed(lines)
	if len(lines.Points) > 0 || slices.ContainsFunc(lines.Series, func(s chart.Series) bool { return len(s.X) > 0 }) {
		return m.filled(strings.Split(lines.Render(w, h, m.look.glyphs, m.look.paint), "\n"), w)
	}
	return m.filled(m.message(lines.Empty, w, h), w)
}

// filled joins lines that are filled up to w cells.
func (m *explorer) filled(lines []string, w int) string {
	for i, s := range lines {
		lines[i] = m.look.fit(s, w)
	}
	return strings.Join(lines, "\n")
}

// message is a text in the middle of h lines of at most w cells.
func (m *explorer) message(text string, w, h int) []string {
	lines := strings.Split(ansi.Wrap(m.look.text(text), max(w-2, 1), " "), "\n")
	if len(lines) > h && h > 0 {
		lines = lines[:h]
		lines[h-1] = m.look.fit(lines[h-1]+m.look.text(" …"), w-2)
	}
	list := make([]string, max(h, 0))
	for i, s := range lines[:min(len(lines), len(list))] {
		list[(h-len(lines))/2+i] = strings.Repeat(" ", max(0, (w-ansi.StringWidth(s))/2)) + s
	}
	return list
}
