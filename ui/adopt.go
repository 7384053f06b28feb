package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/drawing"
	"gramscope/ui/lab"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/spectrum"
	"gramscope/ui/screen/stream"
)

// ownScreens are the screens that are packages of their own, by their keys.
func ownScreens(b *lab.Bench, l *look.Look) map[string]screen.Screen {
	return map[string]screen.Screen{"1": explore.New(b, l), "2": spectrum.New(b, l), "3": points.New(b, l), "4": matrix.New(b, l), "5": stream.New(b, l), "6": regression.New(b, l)}
}

// adopt makes a row of the table of screens of one that is a package of its own.
func adopt(key string, like screen.Screen, modes ...mode) board {
	of := func(m *explorer) screen.Screen { return m.own[key] }
	p := like.Panes()
	s := board{
		key: key, name: like.Name(), abreast: p.Abreast, first: firstPane,
		need:  func(m *explorer) lab.Need { return of(m).Need() },
		start: func(m *explorer) { m.carry(of(m).Work()) },
		stop:  func(m *explorer) { m.carry(of(m).Update(screen.Left{})) },
		over:  stay,
		hint:  func(m *explorer, word string) string { return of(m).Hint(word, m.keyedChart()) },
	}
	if p.Knobs {
		s.first = knobsPane
	}
	for i, c := range p.Charts {
		now := func(m *explorer) screen.Chart { return of(m).Panes().Charts[i] }
		v := view{mode: modes[i], title: func(m *explorer, w int) string { return now(m).Title(m.built[i], w) }}
		if c.Name != nil {
			v.name = func(m *explorer) string { return now(m).Name() }
		}
		if c.Lines != nil {
			v.lines = func(m *explorer, a curve.Axes) (chart.Lines, curve.Axes) { return now(m).Lines(a) }
			v.axes = func(m *explorer) *curve.Axes { return now(m).Axes() }
		}
		if c.Draw != nil {
			v.draw = func(m *explorer, w, h int) string { return now(m).Draw(m.crossed(m.built[i]), w, h) }
		}
		if c.Figure != nil {
			v.figure = func(m *explorer) drawing.Chart { return now(m).Figure() }
		}
		if c.Methods {
			v.legend = (*explorer).legend
		}
		if c.Click != nil {
			v.click = func(m *explorer, x, y, w, h int) { m.carry(now(m).Click(x, y, w, h)) }
		}
		s.charts = append(s.charts, v)
	}
	for i, k := range like.Keys() {
		b := binding{keys: k.Keys, show: k.Show, does: k.Does, hint: k.Hint, in: modesOf(k.On, modes)}
		if k.Run != nil {
			b.run = func(m *explorer) tea.Cmd {
				cmd := m.carry(of(m).Keys()[i].Run(m.keyedChart()))
				m.follow()
				return cmd
			}
		}
		s.keys = append(s.keys, b)
	}
	return s
}

// keyedChart is the chart that keys act on.
func (m *explorer) keyedChart() int {
	if m.focus == secondPane || m.charted == secondPane {
		return 1
	}
	return 0
}

func modesOf(on screen.Place, charts []mode) mode {
	var in mode
	if on&screen.OnKnobs != 0 {
		in |= onKnobs | onText
	}
	if on&screen.OnMethods != 0 {
		in |= onMethods
	}
	for i, chart := range charts {
		if on&(screen.OnFirst<<i) != 0 {
			in |= chart
		}
	}
	return in
}

// present is the screen that is shown, if it is a package of its own.
func (m *explorer) present() screen.Screen {
	if s := m.screen(); s.shows != "" {
		return m.own[s.shows]
	}
	return m.own[m.screen().key]
}
