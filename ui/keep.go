package ui

import (
	"slices"

	"gramscope/ui/screen"
)

// freeze stops all computing until it is pressed again: knobs turn, and the
// figures stay. Files are read and written all the same.
func (m *explorer) freeze() {
	m.Bench.Freeze()
	if !m.Frozen {
		m.follow()
		return
	}
	m.send(m.screen(), screen.Left{})
	m.sendAll(screen.Frozen{})
}

// expand gives the focused pane all of the window, and back.
func (m *explorer) expand() { m.expanded = !m.expanded }

// expandedLayout is a window of one pane.
func expandedLayout(l layout, focus pane) layout {
	if !l.tooSmall {
		l.panes, l.bars, l.table = [paneCount]rect{}, nil, 0
		l.panes[focus] = rect{1, 1, l.w - 2, l.h - 2}
	}
	return l
}

// toggleNumbers shows numbers in place of the charts that have any.
func (m *explorer) toggleNumbers() {
	if m.crossChart() < 0 {
		m.Tell("the charts of this screen have no numbers to list")
		return
	}
	m.numbers = !m.numbers
}

// leave leaves what is left to leave: crosshair, whole pane, numbers.
func (m *explorer) leave() {
	switch {
	case m.cross.on:
		m.cross.on = false
	case m.expanded:
		m.expanded = false
	case !m.numbers && m.reading():
		m.closeLesson()
	default:
		m.numbers = false
	}
}

// keepKeys are those of keeping and comparing, on every screen.
func keepKeys() []binding {
	return []binding{
		{keys: []string{"p"}, show: "p", does: "pin the present curves, to compare (up to 3)", hint: "pin", in: onPanes, run: do(func(m *explorer) { m.PinCurves() })},
		{keys: []string{"P"}, show: "P", does: "clear the pins", in: onPanes, run: do(func(m *explorer) { m.Unpin() })},
		{live: true, keys: []string{"f"}, show: "f", does: "freeze: knobs turn and nothing computes until f again", hint: "freeze", in: onPanes, run: do((*explorer).freeze)},
		{keys: []string{"e"}, show: "e", does: "the focused pane alone, and back", hint: "expand", in: onPanes, run: do((*explorer).expand)},
		{keys: []string{"t"}, show: "t", does: "numbers in place of the charts, and back", hint: "numbers", in: onPanes, run: do((*explorer).toggleNumbers)},
		{live: true, keys: []string{"c"}, show: "c", does: "copy the `gramscope sweep` that computes this, and show it", hint: "command", in: onPanes, run: (*explorer).copyCommand},
		{keys: []string{"w"}, show: "w", does: "write results, session or chart to a file", hint: "write", in: onPanes, run: do((*explorer).writeMenu)},
	}
}

// crossKeys walk through the samples of a screen's charts, where it has any.
func crossKeys(s screen.Screen) []binding {
	if !slices.ContainsFunc(s.Panes().Charts, func(v screen.Chart) bool { return v.Lines != nil }) {
		return nil
	}
	return []binding{
		{keys: []string{"["}, show: "[", does: "crosshair: the sample before, or the next one; esc hides it", in: onPanes, run: do(func(m *explorer) { m.moveCross(-1) })},
		{keys: []string{"]"}, show: "]", does: "crosshair: the sample before, or the next one; esc hides it", in: onPanes, run: do(func(m *explorer) { m.moveCross(1) })},
	}
}

// dialogKeys are those of the boxes that these open.
func dialogKeys() []binding {
	return []binding{
		{keys: []string{"enter"}, show: "enter", does: "in the name of a file: write it", hint: "write", in: inName, run: do((*explorer).nameTyped)},
		{keys: []string{"y"}, show: "y", does: "of a file that is there: replace it", hint: "replace", in: inAsking, run: do((*explorer).replace)},
		{keys: []string{"n"}, show: "n", does: "leave it as it is", hint: "leave it", in: inAsking, run: do((*explorer).closeDialog)},
		{keys: []string{"e"}, show: "e", does: "type another name", hint: "another name", in: inAsking, run: do((*explorer).rename)},
		{keys: []string{"enter", "c"}, show: "enter", does: "close the command that is shown", in: inShowing, run: do((*explorer).closeDialog)},
		{show: "esc", hint: "leave", in: inName | inShowing},
	}
}
