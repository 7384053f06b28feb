package ui

import (
	"slices"
	"strconv"

	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/spectrum"
	"gramscope/ui/screen/stream"
)

// numbered is a screen behind a digit key.
type numbered struct {
	key string
	screen.Screen
}

// screens returns the screens of a bench, in the order of their keys. Results from files have the first screen only.
func screens(b *lab.State, l *look.Look, last *lessons.Screen) []numbered {
	all := []screen.Screen{
		explore.New(b, l), spectrum.New(b, l), points.New(b, l), matrix.New(b, l),
		stream.New(b, l), regression.New(b, l), last,
	}
	if !b.Computes() {
		all = all[:1]
	}
	var list []numbered
	for i, s := range all {
		list = append(list, numbered{strconv.Itoa(i + 1), s})
	}
	return list
}

// ScreenKeys returns the keys of the screens.
func ScreenKeys() (keys []string) {
	for _, one := range screens(&lab.State{}, &look.Look{}, nil) {
		keys = append(keys, one.key)
	}
	return keys
}

// position records which screen is shown and which pane has the focus.
type position struct {
	screens []numbered
	lessons *lessons.Screen // one of screens; its open lesson stands beside another screen
	at      int             // index of the present screen in screens

	focus    frame.Pane
	charted  frame.Pane // the chart to show if there is space for only one
	arranged arrangement
	before   frame.Pane // the pane that had the focus before one pane got the window
}

// arrangement is how the panes share the window.
type arrangement int

const (
	together  arrangement = iota
	expanded              // the focused pane fills the window, unless it is that of the knobs
	presented             // one chart fills it, except for three lines of the table or the text of an open lesson
)

// newPosition returns the position at the start of the program: the first screen.
func newPosition(all []numbered, lessons *lessons.Screen) position {
	p := position{screens: all, lessons: lessons}
	p.goTo(0)
	return p
}

// goTo shows another screen, with the focus where its keys act.
func (p *position) goTo(at int) {
	p.at, p.focus, p.charted = at, frame.First, frame.First
	if p.screens[at].Panes().Knobs {
		p.focus = frame.Knobs
	}
}

// first returns the screen that shows the results of a sweep.
func (p *position) first() screen.Screen { return p.screens[0] }

// reading reports whether a lesson's text is on screen.
func (p *position) reading() bool { return p.lessons.Open && p.screens[p.at].Screen == p.lessons }

// waits reports whether a step of a lesson, or its answer, stands in place of the charts and the table.
func (p *position) waits() bool { return p.reading() && p.lessons.Asks() }

// screen returns the screen that is shown, alone or beside a lesson, or the open step in its place.
func (p *position) screen() numbered {
	if p.reading() {
		for _, s := range p.screens {
			if s.key == p.lessons.Now().Screen && p.lessons.Asks() {
				return numbered{stepOpen, p.lessons.Asking(s.Screen)}
			}
			if s.key == p.lessons.Now().Screen {
				return s
			}
		}
	}
	return p.screens[p.at]
}

// choosing returns the screen for which the command "value" chooses a figure: the present one, or the first screen
// if the present one has no choice of figures.
func (p *position) choosing() screen.Screen {
	if own := p.screen(); own.Values() != nil {
		return own.Screen
	}
	return p.first()
}

// charts returns the charts of the present screen.
func (p *position) charts() []screen.Chart { return p.screen().Panes().Charts }

// keyedChart returns the index of the chart that keys act on: the focused one, or the one that had the focus last.
func (p *position) keyedChart() int { return int(p.charted - frame.First) }

// sampledChart returns the index of the chart whose samples the crosshair visits and t lists: the one that keys
// act on if it has samples, else the first chart that has any, or −1.
func (p *position) sampledChart() int {
	charts := p.charts()
	if at := p.keyedChart(); charts[at].Sampled() {
		return at
	}
	return slices.IndexFunc(charts, screen.Chart.Sampled)
}

// on returns the keys of the screens whose bindings apply.
func (p *position) on() string {
	if p.reading() {
		return p.screen().key + lessonOpen
	}
	return p.screen().key
}

// focusOn moves the focus.
func (p *position) focusOn(to frame.Pane) {
	p.focus = to
	if isChart(to) {
		p.charted = to
	}
}

// isChart reports whether a pane is a chart's.
func isChart(p frame.Pane) bool { return p >= frame.First && p < frame.First+frame.Charts }

// focusWithin moves the focus to the first chart if the screen has too few charts for the focused one, as when a lesson
// beside a screen with a second chart is closed.
func (p *position) focusWithin(charts int) {
	last := frame.First + frame.Pane(charts) - 1
	if p.charted > last {
		p.charted = frame.First
	}
	if isChart(p.focus) && p.focus > last {
		p.focus = frame.First
	}
}

// nextPane moves the focus by a number of panes, and skips panes that are not shown. A presented chart stands without
// the knobs, and with the text of an open lesson in place of the table.
func (m *window) nextPane(by frame.Pane) {
	to := m.focus
	for has := false; !has; {
		switch to = (to + by) % frame.Count; to {
		case frame.Second:
			has = len(m.charts()) > 1
		case frame.Third:
			has = m.layout.Panes[to].W > 0
		case frame.Knobs:
			has = m.arranged != presented || m.reading()
		case frame.Methods:
			has = !m.waits() && !(m.arranged == presented && m.reading())
		default:
			has = true
		}
	}
	m.focusOn(to)
}

// arrange expands the focused pane, or presents the chart that had the focus last. If it is expanded or presented
// already, arrange shows all panes. key is the key that does both.
func (m *window) arrange(as arrangement, key string) {
	if m.arranged == as && (as == presented || m.alone()) {
		m.showAll()
		return
	}
	if m.layout.Panes[m.focus].W < m.w-2 { // else there is no room for others
		m.Info(key + " or esc shows all panes again; tab goes to the others")
	}
	if !m.alone() && m.arranged != presented {
		m.before = m.focus
	}
	m.arranged = as
	text := m.reading() && as == expanded // a lesson's text can have the window; otherwise it has the table's place
	if m.focus == frame.Knobs && !text || m.focus == frame.Methods && m.reading() && !text {
		m.focusOn(m.charted)
	}
}

// showAll shows all panes, with the focus where it was before one of them got the window.
func (p *position) showAll() { p.arranged, p.focus = together, p.before }

// alone reports whether the focused pane fills the window.
func (p *position) alone() bool {
	return p.arranged == expanded && (p.focus != frame.Knobs || p.reading())
}

// mode returns the receiver of keys while no modal is open.
func (p *position) mode() mode {
	if p.focus == frame.Knobs && p.reading() {
		return onText
	}
	return mode(screen.OnKnobs << p.focus) // modes and panes are in the same order
}
