package ui

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/lab"
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

// screens are those of a bench, in the order of their keys. Of results from files there
// is the first only.
func screens(b *lab.State, l *look.Look, last *lessons.Screen) []numbered {
	all := []screen.Screen{
		explore.New(b, l), spectrum.New(b, l), points.New(b, l), matrix.New(b, l), stream.New(b, l), regression.New(b, l), last,
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

// screen is the one that is shown, be it beside a lesson.
func (m *explorer) screen() numbered {
	if m.reading() {
		for _, s := range m.screens {
			if s.key == m.lessons.Now().Screen {
				return s
			}
		}
	}
	return m.screens[m.at]
}

// charts are its charts.
func (m *explorer) charts() []screen.Chart { return m.screen().Panes().Charts }

// first is the screen that shows results of any sweep.
func (m *explorer) first() screen.Screen { return m.screens[0] }

// send hands a message to a screen, and carries out what it wants done.
func (m *explorer) send(to screen.Screen, msg any) tea.Cmd { return m.carryOut(to.Update(msg)) }

// sendAll hands a message to all screens.
func (m *explorer) sendAll(msg any) {
	for _, s := range m.screens {
		m.send(s, msg)
	}
}

// looked is where the focus is on a screen, and which chart is shown where there
// is room for one.
type looked struct{ focus, charted pane }

// open shows another screen. Each keeps its focus. The sweep starts anew where
// the screen asks for another; what it has computed before is there at once.
func (m *explorer) open(at int) {
	if at == m.at {
		return
	}
	m.send(m.screen(), screen.Left{})
	m.lookedAt[m.at] = looked{m.focus, m.charted}
	m.at = at
	m.focus, m.charted = m.lookedAt[at].focus, m.lookedAt[at].charted
	m.follow()
}

// startOwn starts the present screen's own work, where there is cause.
func (m *explorer) startOwn() {
	if !m.Frozen() {
		m.carryOut(m.screen().Work())
	}
}

// firstLooks are those before anything has happened.
func firstLooks(screens []numbered) []looked {
	var list []looked
	for _, s := range screens {
		first := looked{firstPane, firstPane}
		if s.Panes().Knobs {
			first.focus = knobsPane
		}
		list = append(list, first)
	}
	return list
}

// nextPane moves the focus by one pane, over those that the screen has not.
func (m *explorer) nextPane(by pane) {
	p := m.focus
	for {
		p = (p + by) % paneCount
		if p != secondPane || len(m.charts()) > 1 {
			break
		}
	}
	m.focusOn(p)
}

// screenKeys open the screens.
func screenKeys(all []numbered) []binding {
	var list []binding
	for i, s := range all {
		list = append(list, binding{keys: []string{s.key}, show: s.key, does: "open screen " + s.key + ": " + s.Name(), in: onPanes,
			run: do(func(m *explorer) { m.open(i) })})
	}
	return append(list, binding{first: true, show: all[0].key + "–" + all[len(all)-1].key, does: "open another screen", hint: "screen", in: onPanes})
}

// ownKeys are those of a screen as rows of the table.
func ownKeys(s numbered) []binding {
	var list []binding
	for i, k := range s.Keys() {
		b := binding{first: k.First, keys: k.Keys, show: k.Show, does: k.Does, hint: k.Hint, in: modeOf(k.On)}
		if k.Run != nil {
			b.run = func(m *explorer) tea.Cmd {
				cmd := m.carryOut(s.Keys()[i].Run(m.keyedChart()))
				m.follow()
				return cmd
			}
		}
		list = append(list, b)
	}
	return list
}

// keyedChart is the chart that keys act on: the one that has the focus, or had it last.
func (m *explorer) keyedChart() int { return int(m.charted - firstPane) }

// modeOf is where keys go while the focus is on one of some panes.
func modeOf(on screen.Place) mode {
	var in mode
	for _, pair := range []struct {
		on screen.Place
		in mode
	}{{screen.OnKnobs, onKnobs | onText}, {screen.OnFirst, onFirst}, {screen.OnSecond, onSecond}, {screen.OnMethods, onMethods}} {
		if on&pair.on != 0 {
			in |= pair.in
		}
	}
	return in
}

// focused is where the focus is.
func (m *explorer) focused() screen.Place {
	return [paneCount]screen.Place{screen.OnKnobs, screen.OnFirst, screen.OnSecond, screen.OnMethods}[m.focus]
}

// focusOn moves the focus.
func (m *explorer) focusOn(p pane) {
	m.focus = p
	if p == firstPane || p == secondPane {
		m.charted = p
	}
}
