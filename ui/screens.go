package ui

import (
	"slices"

	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/drawing"
	"gramscope/ui/lab"
	"gramscope/ui/screen"
)

// board is what one of the digit keys opens. Knobs and table stand on every
// screen; between them are one or two charts of its own.
type board struct {
	key, name string
	charts    []view                            // from the left
	abreast   int                               // cells that two charts side by side need; with less, one is shown at a time
	first     pane                              // has the focus when the screen is opened for the first time
	need      func(*explorer) lab.Need          // what its charts need of the sweep
	start     func(*explorer)                   // work of its own, where the present setting asks for it; nil: none
	stop      func(*explorer)                   // ends it, when the screen is left; nil: nothing to end
	over      func(*explorer) func(name string) // what choosing another swept parameter does
	hint      func(*explorer, string) string    // a word of its keys in the footer, with the present choice
	keys      []binding                         // its own
	shows     string                            // the key of the screen beside which it stands, whose keys it has as well; "": none
	side      func(w int) int                   // the width of the pane at the left in a window of w cells; nil: what knobs need
}

// view is a chart of a screen.
type view struct {
	mode   mode                                                  // where the keys go while it has the focus
	title  func(m *explorer, w int) string                       // in the longest form that fits
	lines  func(*explorer, curve.Axes) (chart.Lines, curve.Axes) // of a chart of samples, which can be walked through, listed and drawn; else nil. It changes nothing: what the figures settle about the axes is returned
	axes   func(m *explorer) *curve.Axes                         // where that is kept; nil without lines
	draw   func(m *explorer, w, h int) string                    // h lines below the title; nil: lines as they are
	figure func(m *explorer) drawing.Chart                       // of a chart of other things than samples, built when it is written; one without any, where there is nothing yet; nil: lines, or text only
	name   func(m *explorer) string                              // of what is written; nil: the title
	legend func(m *explorer) string                              // names its markers where the table is not there to do it; nil: none
	click  func(m *explorer, x, y, w, h int)                     // on a cell of what is drawn; nil: nothing but the focus
}

// screens is the table of screens, in the order of their keys.
func screens(own map[string]screen.Screen) []board {
	return []board{adopt("1", own["1"], onError, onRank), adopt("2", own["2"], onSpectrum, onScores), adopt("3", own["3"], onPoints, onOthers),
		adopt("4", own["4"], onMatrix), adopt("5", own["5"], onStream, onAccuracy), adopt("6", own["6"], onHeat, onLearned), lessons()}
}

// screen is the one that is shown.
func (m *explorer) screen() *board {
	if m.reading() {
		return &m.lessons.beside
	}
	return &m.screens[m.at]
}

// on are the keys of the screens whose bindings apply.
func (s *board) on() string { return s.key + s.shows }

// shows tells whether the present screen has the chart with those keys.
func (m *explorer) shows(chart mode) bool {
	return slices.ContainsFunc(m.screen().charts, func(v view) bool { return v.mode == chart })
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
	if stop := m.screen().stop; stop != nil {
		stop(m)
	}
	m.lookedAt[m.at] = looked{m.focus, m.charted}
	m.at = at
	m.focus, m.charted = m.lookedAt[at].focus, m.lookedAt[at].charted
	m.follow()
}

// startOwn starts the present screen's own work, where there is cause.
func (m *explorer) startOwn() {
	if start := m.screen().start; start != nil && !m.Frozen {
		start(m)
	}
}

// firstLooks are those before anything has happened.
func firstLooks(screens []board) []looked {
	var list []looked
	for _, s := range screens {
		charted := firstPane
		if s.first == secondPane {
			charted = secondPane
		}
		list = append(list, looked{s.first, charted})
	}
	return list
}

// nextPane moves the focus by one pane, over those that the screen has not.
func (m *explorer) nextPane(by pane) {
	p := m.focus
	for {
		p = (p + by) % paneCount
		if p != secondPane || len(m.screen().charts) > 1 {
			break
		}
	}
	m.focusOn(p)
}

// screenKeys opens the screens.
func screenKeys(all []board) []binding {
	var list []binding
	for i, s := range all {
		list = append(list, binding{keys: []string{s.key}, show: s.key, does: "screen " + s.key + ": " + s.name, in: onPanes,
			run: do(func(m *explorer) { m.open(i) })})
	}
	return append(list, binding{show: all[0].key + "–" + all[len(all)-1].key, hint: "screen", in: onPanes})
}
