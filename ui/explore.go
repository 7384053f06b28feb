package ui

import (
	"gramscope/ui/curve"
	"gramscope/ui/lab"
)

// explore is the first screen: an error over a swept parameter, and K itself.
func explore() board {
	return board{
		key: "1", name: "Explore", abreast: 50, first: knobsPane,
		charts: []view{
			{mode: onError, title: (*explorer).errorTitle, legend: (*explorer).legend, lines: (*explorer).errorLines,
				axes: func(m *explorer) *curve.Axes { return &m.errors.Axes }},
			{mode: onRank, title: (*explorer).rankTitle, lines: (*explorer).rankLines,
				axes: func(m *explorer) *curve.Axes { return &m.rank.Axes }},
		},
		need: func(m *explorer) lab.Need {
			if m.errors.now().unmet(m.Setting) != "" {
				return lab.Need{Theory: m.errors.theory}
			}
			return lab.Need{Figures: m.errors.now().wants, Theory: m.errors.theory}
		},
		over: func(m *explorer) func(string) {
			return m.chooseAxis
		},
		start: (*explorer).startCurve,
		hint: func(m *explorer, word string) string {
			switch word {
			case "over":
				return "over: " + m.AxisParam().Symbol
			case "value":
				return "value: " + m.errors.now().label
			}
			return word
		},
		keys: exploreKeys(),
	}
}

// exploreKeys are those of the first screen.
func exploreKeys() []binding {
	return []binding{
		{keys: []string{"o"}, show: "o", does: "choose the swept parameter", hint: "over", in: onPanes, run: do((*explorer).overMenu)},
		{keys: []string{"v"}, show: "v", does: "choose the value that the first chart shows", hint: "value", in: onPanes &^ onRank, run: do((*explorer).valueMenu)},
		{keys: []string{"v"}, show: "v", does: "second chart: stable rank over σ, or effective dimension over γₛ", hint: "curve", in: onRank, run: do((*explorer).otherCurve)},
		{keys: []string{"b"}, show: "b", does: "bounds: what theory predicts, over m", hint: "bounds", in: onPanes, run: do((*explorer).toggleTheory)},
		{keys: []string{"x"}, show: "x", does: "x axis of the chart: log or linear", in: onPanes, run: do(func(m *explorer) { m.toggleLog(0) })},
		{keys: []string{"y"}, show: "y", does: "y axis of the chart: log or linear", in: onPanes, run: do(func(m *explorer) { m.toggleLog(1) })},
	}
}
