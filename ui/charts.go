package ui

import (
	"slices"

	"gramscope/ui/chart"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

// layOut divides the window into panes, and draws the charts if anything has changed.
func (m *explorer) layOut() {
	s := m.screen().Panes()
	if m.numbers { // which need more room than curves
		s.Abreast = max(s.Abreast, numbersAbreast)
	}
	left := knobsWidth(m.w)
	if m.reading() {
		left = lessons.Width(m.w)
	}
	l := newLayout(left, m.w, m.h, len(m.Methods()), len(s.Charts), s.Abreast, m.focus, m.charted)
	if m.expanded {
		l = expandedLayout(l, m.focus)
	}
	m.buildPanel()
	if !m.dirty && slices.Equal(l.panes[:], m.layout.panes[:]) && l.tooSmall == m.layout.tooSmall {
		return
	}
	m.layout, m.dirty = l, false
	if m.help.Open {
		m.help.Settle(m.helpSections(), m.w-2, m.h-2, &m.look)
	}
	if m.reading() {
		r := l.panes[knobsPane]
		m.lessons.Settle(r.w, r.h)
	}
	if l.tooSmall {
		return
	}
	for i, chart := range s.Charts {
		drawn := m.safely(func() { m.build(i) })
		if r := l.panes[firstPane+pane(i)]; r.w > 0 {
			h := m.chartHeight(chart, r)
			m.heads[i] = ""
			drawn = drawn && m.safely(func() {
				m.texts[i] = m.chartText(i, r.w, h)
				if chart.Lines != nil && m.cross.on {
					m.heads[i] = m.crossTitle(m.built[i], r.w)
				}
			})
			if !drawn {
				m.texts[i] = m.look.Filled(m.look.Message("this chart can't be drawn: an internal error", r.w, h), r.w)
			}
		}
	}
}

// build computes the lines of one of the screen's charts, if it has any, and keeps the
// ranges of the axes that follow from them.
func (m *explorer) build(at int) {
	m.built[at] = chart.Lines{}
	if v := m.charts()[at]; v.Lines != nil {
		kept := v.Axes()
		m.built[at], *kept = v.Lines(*kept)
	}
}

// chartHeight returns the height of a pane without the chart's title and legend.
func (m *explorer) chartHeight(chart screen.Chart, r rect) int {
	if m.named(chart) {
		return r.h - 2
	}
	return r.h - 1
}

// chartText returns a chart drawn in w×h cells, or the table of its numbers.
func (m *explorer) chartText(at, w, h int) string {
	v := m.charts()[at]
	switch {
	case m.numbers && v.Lines != nil:
		return m.numbersText(m.built[at], w, h)
	case v.Draw != nil:
		return v.Draw(m.crossed(m.built[at]), w, h)
	}
	return screen.Drawn(&m.look, m.crossed(m.built[at]), w, h)
}
