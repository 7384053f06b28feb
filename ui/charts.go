package ui

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/frame"
	"gramscope/ui/look"
	"gramscope/ui/samples"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
)

// window is the drawn state of the controller: its layout, and the charts as text and as pictures.
type window struct {
	*controller
	w, h   int
	layout frame.Layout
	noted  int // rows of the note that the charts were drawn for
	pictures
	pixels pixels
}

// layOut divides the window into panes, and draws the charts if anything has changed.
func (m *window) layOut() {
	s := m.screen().Panes()
	m.focusWithin(len(s.Charts))
	if m.numbers { // numbers need more room than curves
		s.Abreast = samples.Abreast
	}
	left := frame.KnobsWidth(m.w)
	if m.reading() {
		left = lessons.Width(m.w)
	}
	table := m.table()
	noted := m.notedRows()
	rows := table.Lines() + noted
	if m.waits() {
		rows = -1 // the table comes with the charts
	}
	contents := frame.Contents{
		W: m.w, H: m.h, Left: left, Methods: rows, Charts: len(s.Charts), Abreast: s.Abreast,
		Focus: m.focus, Shown: m.charted, Alone: m.alone() || m.reading() && m.lessons.Fills(),
		Present: m.arranged == presented, Text: m.reading(),
	}
	l := frame.New(contents)
	if hasTwo := l.Panes[frame.Second].W > 0; hasTwo && m.charted == frame.Third && l.Panes[frame.Third].W == 0 {
		m.focusWithin(2)
		contents.Focus, contents.Shown = m.focus, m.charted
		l = frame.New(contents)
	}
	m.buildPanel()
	if !m.dirty && l.Panes == m.layout.Panes && noted == m.noted {
		return
	}
	m.layout, m.noted, m.dirty = l, noted, false
	m.verdict = cmp.Or(s.Verdict, m.Verdict(slices.Contains(s.Columns, "rmse_test")))
	if m.help.Open {
		m.help.Settle(help{m}.page(), m.w-2, m.h-2, &m.look)
	}
	if m.reading() {
		r := l.Panes[frame.Knobs]
		m.lessons.Settle(r.W, r.H)
	}
	if l.TooSmall {
		return
	}
	for i := range m.pixels.panes { // leaveRoom says which have a picture
		m.pixels.panes[i].at, m.pixels.panes[i].dirty = place{}, false
	}
	for i, chart := range s.Charts {
		drawn := m.safely(func() { m.build(i, chart) })
		w, h := m.chartSize(i)
		switch {
		case w == 0:
		case drawn && m.safely(func() { m.draw(i, chart, w, h, &m.look) }):
			m.safely(func() { m.leaveRoom(i, chart) })
		default:
			m.heads[i] = ""
			m.texts[i] = m.look.Page(m.look.Message("this chart can't be drawn: an internal error", w, h), w, h)
		}
	}
}

// chartPane returns the pane of a chart.
func (m *window) chartPane(at int) frame.Rect { return m.layout.Panes[frame.First+frame.Pane(at)] }

// chartSize returns the size of a chart's pane without the chart's title and legend.
func (m *window) chartSize(at int) (w, h int) {
	r := m.chartPane(at)
	if m.named(at) != "" {
		r.H--
	}
	if m.chartPane(at).H == m.h-2 { // no table below it makes room for the note
		r.H -= m.noted
	}
	return r.W, r.H - 1
}

// named returns the legend of a chart. It names the markers, unless a table or the ends of curves do, and says that
// dashed curves are pinned, and where.
func (m *window) named(at int) string {
	text, r, built := "", m.chartPane(at), &m.built[at]
	hasTable := m.layout.Panes[frame.Methods].W > 0
	if m.charts()[at].Methods && !hasTable && !built.NamesEnds(r.W, r.H-1, m.look.Glyphs) {
		text = legend(&m.State, &m.look)
	}
	isPinned := func(s chart.Series) bool { return strings.HasPrefix(s.Name, curve.PinnedName) }
	if slices.ContainsFunc(built.Series, isPinned) {
		pins := "╌╌ pinned"
		for _, p := range m.Pins {
			pins = strings.TrimSpace(pins + " " + m.Was(p))
		}
		text += m.look.Dim.Render(" " + m.look.Text(pins+", P clears"))
	}
	return text
}

// legend names the markers of methods.
func legend(b *lab.State, l *look.Look) string {
	var parts []string
	active := b.Setting.Active(b.Methods)
	for i, method := range b.Methods {
		if slices.Contains(active, method.Name) {
			parts = append(parts, l.Colored(l.Marker(curve.Sign(b, i))+" "+l.Text(method.Name), curve.Sign(b, i)))
		}
	}
	return " " + strings.Join(parts, "  ")
}

// pictures are the charts of the present screen as they are built and drawn, or the numbers in their place.
type pictures struct {
	cross   samples.Crosshair
	hovered spot                      // under the mouse
	numbers bool                      // whether numbers stand in place of charts
	built   [frame.Charts]chart.Lines // the charts of samples, with the part of their axes that is shown
	whole   [frame.Charts]chart.Lines // their axes without a zoom, settled
	areas   [frame.Charts]chart.Area  // where their curves are drawn, in cells below the title; empty without curves
	texts   [frame.Charts]string      // the charts as drawn
	heads   [frame.Charts]string      // the values at the crosshair, in place of their titles
	same    [frame.Charts]string      // the markers of curves that coincide, for the titles
}

// build computes the lines of a chart, if it has any, and keeps the ranges of the axes that follow from them.
func (p *pictures) build(at int, of screen.Chart) {
	p.built[at], p.whole[at] = chart.Lines{}, chart.Lines{}
	if of.Lines == nil {
		return
	}
	lines := of.Build()
	if whole, ok := lines.Settled(); ok {
		p.whole[at] = whole
		if of.Axes.Zoom.On() {
			lines = of.Axes.Zoom.Over(whole)
		}
	}
	p.built[at] = lines
}

// draw draws a chart that has been built.
func (p *pictures) draw(at int, of screen.Chart, w, h int, l *look.Look) {
	p.heads[at], p.same[at], p.areas[at] = "", "", chart.Area{}
	p.texts[at] = p.text(at, of, w, h, l, &p.areas[at])
	for _, group := range p.built[at].Coincident() {
		var markers []string
		for _, i := range group {
			markers = append(markers, string(l.Glyphs.Mark(p.built[at].Series[i].Sign())))
		}
		p.same[at] += "   " + strings.Join(markers, " ") + " coincide"
	}
	if of.Sampled() {
		p.heads[at] = p.crosshair().Title(p.built[at], zoomed(p.built[at]), w, l)
	}
}

// text returns a chart drawn in w×h cells, or the table of its numbers. If area is not nil, it is set to the cells of
// the curves.
func (p *pictures) text(at int, of screen.Chart, w, h int, l *look.Look, area *chart.Area) string {
	lines := p.crosshair().Over(p.built[at])
	lines.Area = area
	if p.numbers && of.Sampled() {
		return p.crosshair().Numbers(p.built[at], w, h, l)
	}
	return of.Text(l, lines, w, h)
}

// nextSpread lets bands and bars show the next measure of spread over the repetitions.
func (m *explorer) nextSpread() {
	m.Spread = (m.Spread + 1) % lab.Spread(len(lab.SpreadNames()))
	text := "bands and bars: " + m.Spread.Label(false)
	if m.Computes() && m.Setting.Spec.Reps < 2 {
		text += "; one repetition has no spread, the knob reps takes more"
	}
	m.Info(text)
}

// moveCross moves the crosshair by samples of a chart.
func (m *window) moveCross(by int) {
	if walk := m.charts()[m.keyedChart()].Walk; walk != nil {
		walk(by)
	} else if !m.cross.Move(m.built[m.sampledChart()], by) {
		m.Info("there are no samples yet")
	}
}

// toggleLines draws curves in dots or as lines.
func (m *explorer) toggleLines() {
	switch m.look.Glyphs {
	case chart.Braille:
		m.look.Glyphs = chart.Line
	case chart.Line:
		m.look.Glyphs = chart.Braille
	default:
		m.Info("curves are lines without braille characters: start with --glyphs braille")
	}
}

// useTheme changes the colours. Curves in dots stay in dots, and lines stay lines.
func (m *window) useTheme(name string) {
	other := look.New("", name, os.Getenv)
	if other.Glyphs = m.look.Glyphs; m.paper.A > 0 {
		other.On(m.paper)
	}
	m.look, m.dirty = other, true
}

// toggleNumbers shows numbers in place of the charts with samples, or the charts again.
func (m *window) toggleNumbers() {
	if m.sampledChart() < 0 {
		m.Info("the charts of this screen have no numbers to list")
		return
	}
	m.numbers = !m.numbers
}
