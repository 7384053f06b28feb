package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/exact"
	"gramscope/model/inspect"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/number"
)

// stream is the fifth screen: a dictionary as the points come in.
func stream() board {
	step := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.stepStream(by) }) }
	faster := func(by int) func(*explorer) tea.Cmd { return do(func(m *explorer) { m.stream.faster(by) }) }
	return board{
		key: "5", name: "Stream", abreast: 70, first: firstPane,
		charts: []view{
			{mode: onStream, title: (*explorer).streamTitle, lines: (*explorer).sizesLines, axes: func(m *explorer) *curve.Axes { return &m.stream.axes[0] }, draw: (*explorer).streamText,
				name: func(m *explorer) string { return "dictionary of " + m.stream.now.method }},
			{mode: onAccuracy, title: (*explorer).accuracyTitle, lines: (*explorer).accuracyLines, axes: func(m *explorer) *curve.Axes { return &m.stream.axes[1] }, draw: (*explorer).accuracyText,
				name: func(m *explorer) string { return "accuracy of " + m.stream.now.method }},
		},
		need: noMore, over: stay,
		start: (*explorer).startStream,
		stop: func(m *explorer) {
			m.Runner.Stop(lab.StreamLane)
			if !m.stream.done {
				m.stream.key = ""
			}
		},
		hint: (*explorer).streamHint,
		keys: []binding{
			{keys: []string{"s"}, show: "s", does: "play or pause; at the end: from the start", hint: "play", in: onPanes, run: do((*explorer).playStream)},
			{keys: []string{"enter"}, show: "enter", does: "on a chart: play or pause", in: onStream | onAccuracy, run: do((*explorer).playStream)},
			{keys: []string{","}, show: ",", does: "one step back", in: onPanes, run: step(-1)},
			{keys: []string{"."}, show: ".", does: "one step on", in: onPanes, run: step(1)},
			{show: ", .", hint: "step", in: onPanes},
			{keys: []string{"("}, show: "(", does: "slower", in: onPanes, run: faster(-1)},
			{keys: []string{")"}, show: ")", does: "faster", in: onPanes, run: faster(1)},
			{show: "( )", hint: "speed", in: onPanes},
			{keys: []string{"g"}, show: "g", does: "to the first step", in: onPanes, run: do((*explorer).firstStep)},
			{keys: []string{"G"}, show: "G", does: "to the last step, and on with those that come", in: onPanes, run: do((*explorer).lastStep)},
			{keys: []string{"v"}, show: "v", does: "the merge tree, or the sizes over t", hint: "value", in: onPanes, run: do((*explorer).otherStream)},
			{keys: []string{"x"}, show: "x", does: "t axis of the chart: log or linear", in: onPanes, run: do(func(m *explorer) { m.streamAxes().X.Toggle() })},
			{keys: []string{"y"}, show: "y", does: "y axis of the chart: log or linear", in: onPanes, run: do(func(m *explorer) { m.streamAxes().FlipY() })},
		},
	}
}

// streamView is the state of the screen: the steps of a method, all kept, and a
// cursor over them.
type streamView struct {
	key      string  // what is computed, or being computed; "" for nothing
	now, old passage // the latter is shown dimmed until the first step of the former
	done     bool
	failed   error

	at      int  // the step that is shown, as far as there are so many
	atEnd   bool // the last one, also as more come
	playing bool
	ticking bool // a tick is under way; there is never more than one
	pace    int  // an index of paces

	sizes bool // instead of the merge tree
	axes  [2]curve.Axes
}

// passage is what a method did over the points.
type passage struct {
	method string
	n      int
	steps  []streamStep // in the order of their nodes
	tree   bool         // of merges, and not one pass
}

// streamStep is a [inspect.Frame] without the points.
type streamStep struct {
	node, level          int
	from                 []int
	seen, points, copies int
	ridge, estimate      float64 // γ in use and d̃
	exact                *exact.DictionaryAccuracy
	bound                float64
}

func newStreamStep(f inspect.Frame) streamStep {
	s := f.Step
	return streamStep{node: s.Node, level: s.Level, from: s.From, seen: s.Seen, points: len(s.Index), copies: s.TotalCopies(),
		ridge: s.Ridge, estimate: s.DEff, exact: f.Exact, bound: f.Bound}
}

// streamTick is the clock of the playback.
type streamTick struct{}

// paces are steps a second.
func paces() []float64 { return []float64{0.5, 1, 2, 4, 8, 16, 30} }

// newStreamView plays from the first step on: this screen is about what happens.
func newStreamView() streamView { return streamView{playing: true, pace: 3} }

// fresh forgets what belongs to other data.
func (v *streamView) fresh() {
	next := newStreamView()
	next.pace, next.sizes, next.ticking = v.pace, v.sizes, v.ticking
	*v = next
}

// begin makes room for a new passage. The cursor stays where it is, so that a
// knob shows what it does to that step; another method is played from its start.
func (v *streamView) begin(key, method string, n int) {
	if len(v.now.steps) > 0 {
		v.old = v.now
	}
	if v.now.method != "" && v.now.method != method { // else it is as it began, or as a session left it
		v.at, v.atEnd, v.playing = 0, false, true
		v.axes[0].Held, v.axes[1].Held = false, false
	}
	v.key, v.now, v.done, v.failed = key, passage{method: method, n: n}, false, nil
}

// receive takes in what the work has found.
func (v *streamView) receive(body any) (notes []string, err error) {
	switch b := body.(type) {
	case streamStep:
		v.take(b)
	case lab.Finished:
		v.done = true
	}
	if err = lab.FailureOf(body); err != nil {
		v.failed, v.old = err, passage{}
	}
	return nil, err
}

func (v *streamView) take(s streamStep) {
	p := &v.now
	p.tree = p.tree || len(p.steps) > 0 && len(s.from) == 0
	p.steps = append(p.steps, s)
}

// shown is what is on screen: the present passage up to the step at the cursor,
// or, stale, the one before; none where there is no step.
func (v *streamView) shown() (p *passage, at int, stale bool) {
	p = &v.now
	if len(p.steps) == 0 && v.failed == nil && len(v.old.steps) > 0 {
		p, stale = &v.old, true
	}
	last := len(p.steps) - 1
	if v.atEnd || v.at > last {
		return p, last, stale
	}
	return p, v.at, stale
}

// ended tells whether the cursor is at the last step that there will be.
func (v *streamView) ended() bool {
	_, at, stale := v.shown()
	return v.done && !stale && at == len(v.now.steps)-1
}

// tickStream takes the playback one step on, or lets it wait for a step that is
// being computed.
func (m *explorer) tickStream() {
	v := &m.stream
	v.ticking = false
	if !v.playing || !m.shows(onStream) {
		return
	}
	m.dirty = true
	v.move(1)
	if _, at, _ := v.shown(); !v.done && v.key == "" && at == len(v.now.steps)-1 { // it was stopped
		v.playing = false
	}
}

// move moves the cursor over the steps that there are.
func (v *streamView) move(by int) {
	_, at, stale := v.shown()
	if stale || at < 0 {
		return
	}
	v.at, v.atEnd = min(max(at+by, 0), len(v.now.steps)-1), false
	if v.ended() {
		v.atEnd, v.playing = true, false
	}
}

func (v *streamView) faster(by int) { v.pace = min(max(v.pace+by, 0), len(paces())-1) }

// playStream plays or pauses.
func (m *explorer) playStream() {
	v := &m.stream
	switch {
	case v.key == "" && len(v.now.steps) == 0:
		m.Tell(m.noStream())
	case v.playing:
		v.playing = false
	default:
		_, at, _ := v.shown()
		if v.ended() {
			at = 0
		}
		v.at, v.atEnd, v.playing = max(at, 0), false, true
	}
}

// stepStream pauses and moves by so many steps.
func (m *explorer) stepStream(by int) {
	m.stream.playing = false
	m.stream.move(by)
}

func (m *explorer) firstStep() { m.stream.at, m.stream.atEnd, m.stream.playing = 0, false, false }
func (m *explorer) lastStep()  { m.stream.atEnd, m.stream.playing = true, false }

// otherStream switches between the merge tree and the sizes.
func (m *explorer) otherStream() {
	if p, _, _ := m.stream.shown(); !p.tree {
		m.Tell("one pass has no merge tree; disqueak has")
		return
	}
	m.stream.sizes = !m.stream.sizes
}

// streamSide is the chart that keys act on.
func (m *explorer) streamSide() int {
	if m.charted == secondPane {
		return 1
	}
	return 0
}

func (m *explorer) streamAxes() *curve.Axes { return &m.stream.axes[m.streamSide()] }

// streamHint is the word of a key in the footer.
func (m *explorer) streamHint(word string) string {
	v := &m.stream
	p, _, _ := v.shown()
	switch {
	case word == "play" && v.playing:
		return "pause"
	case word == "play" && v.ended():
		return "play again"
	case word == "speed":
		return number.Short(paces()[v.pace]) + "/s"
	case word == "value" && !p.tree:
		return ""
	case word == "value" && v.sizes:
		return "tree"
	case word == "value":
		return "sizes"
	}
	return word
}

// streamClock is the command that wakes the playback: only while it plays on the
// screen that is shown, and only one at a time.
func (m *explorer) streamClock() tea.Cmd {
	v := &m.stream
	if !v.playing || v.ticking || v.key == "" && len(v.now.steps) == 0 || v.failed != nil || !m.shows(onStream) {
		return nil
	}
	v.ticking = true
	return tea.Tick(time.Duration(float64(time.Second)/paces()[v.pace]), func(time.Time) tea.Msg { return streamTick{} })
}
