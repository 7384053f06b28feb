package ui

import (
	"slices"

	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

// position is the screen that is shown, and the pane that has the focus.
type position struct {
	screens  []numbered
	lessons  *lessons.Screen // also where it is none of screens
	at       int             // the present screen, an index of screens
	focus    frame.Pane
	charted  frame.Pane // the chart that is shown where there is room for one
	lookedAt []looked   // of the screens that are not present
	expanded bool       // a chart that has the focus has the window
	before   frame.Pane // had the focus before
}

// looked is where the focus is on a screen, and which chart is shown where there
// is room for one.
type looked struct{ focus, charted frame.Pane }

// newPosition is that before anything has happened.
func newPosition(all []numbered, lessons *lessons.Screen) position {
	p := position{screens: all, lessons: lessons}
	for _, s := range all {
		first := looked{frame.First, frame.First}
		if s.Panes().Knobs {
			first.focus = frame.Knobs
		}
		p.lookedAt = append(p.lookedAt, first)
	}
	p.focus, p.charted = p.lookedAt[0].focus, p.lookedAt[0].charted
	return p
}

// goTo shows another screen. Each keeps its focus.
func (p *position) goTo(at int) {
	p.lookedAt[p.at] = looked{p.focus, p.charted}
	p.at = at
	p.focus, p.charted = p.lookedAt[at].focus, p.lookedAt[at].charted
}

// first is the screen that shows results of any sweep.
func (p *position) first() screen.Screen { return p.screens[0] }

// reading reports whether a lesson's text is on screen.
func (p *position) reading() bool { return p.lessons.Open && p.screens[p.at].Screen == p.lessons }

// screen is the one that is shown, be it beside a lesson.
func (p *position) screen() numbered {
	if p.reading() {
		for _, s := range p.screens {
			if s.key == p.lessons.Now().Screen {
				return s
			}
		}
	}
	return p.screens[p.at]
}

// choosing is the screen whose figures a command chooses: the present one, and the
// first where that has none to choose from.
func (p *position) choosing() screen.Screen {
	if own := p.screen(); own.Values() != nil {
		return own.Screen
	}
	return p.first()
}

// charts are those of the screen.
func (p *position) charts() []screen.Chart { return p.screen().Panes().Charts }

// keyedChart is the chart that keys act on: the one that has the focus, or had it last.
func (p *position) keyedChart() int { return int(p.charted - frame.First) }

// sampledChart is the chart whose samples are walked through and listed: the one that keys
// act on, else the first that has any; −1 for none.
func (p *position) sampledChart() int {
	charts := p.charts()
	if at := p.keyedChart(); charts[at].Lines != nil {
		return at
	}
	return slices.IndexFunc(charts, func(c screen.Chart) bool { return c.Lines != nil })
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
	if to == frame.First || to == frame.Second {
		p.charted = to
	}
}

// nextPane moves the focus by one pane, over those that the screen has not.
func (p *position) nextPane(by frame.Pane) {
	to := p.focus
	for {
		to = (to + by) % frame.Count
		if to != frame.Second || len(p.charts()) > 1 {
			break
		}
	}
	p.focusOn(to)
}

// alone reports whether the focused pane has the window: a chart, or the text of a lesson.
func (p *position) alone() bool {
	return p.expanded && (p.focus == frame.First || p.focus == frame.Second || p.mode() == onText)
}

// focused is where the focus is.
func (p *position) focused() screen.Place {
	return [frame.Count]screen.Place{screen.OnKnobs, screen.OnFirst, screen.OnSecond, screen.OnMethods}[p.focus]
}

// mode returns where keys go while nothing covers the panes.
func (p *position) mode() mode {
	switch p.focus {
	case frame.Knobs:
		if p.reading() {
			return onText
		}
		return onKnobs
	case frame.Methods:
		return onMethods
	}
	return onFirst << (p.focus - frame.First)
}
