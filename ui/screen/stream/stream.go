// Package stream is the screen of a dictionary as the points come in.
package stream

import (
	"fmt"
	"slices"
	"strconv"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/curve"
	"gramscope/ui/look"
	"gramscope/ui/screen"
	"gramscope/ui/session"
)

// Jobs is the kind of the jobs that the screen starts.
const Jobs job.Kind = "stream"

// Screen shows the steps of a streaming method up to a cursor. It keeps all steps, so that the user can go back.
type Screen struct {
	screen.Base
	bench *lab.State
	look  *look.Look

	screen.Latest[Passage]
	At      int // index of the step that is shown, or the last one if there are fewer; or atEnd
	Playing bool
	Pace    int  // an index of Paces
	Ticking bool // a tick is under way; there is never more than one
	hidden  bool // another screen is shown
	sizes   bool // instead of the merge tree
	axes    [2]curve.Axes
}

// New returns the screen of a bench, which plays from the first step on.
func New(b *lab.State, l *look.Look) *Screen {
	return &Screen{Base: screen.Base{Title: "Stream", Topic: "stream", Jobs: Jobs}, bench: b, look: l,
		Playing: true, Pace: 3}
}

// fresh forgets what belongs to other data.
func (s *Screen) fresh() {
	s.Latest, s.At, s.Playing, s.axes = screen.Latest[Passage]{}, 0, true, [2]curve.Axes{}
}

// Update handles the messages of the work and the ticks of the playback.
func (s *Screen) Update(msg any) []screen.Do {
	switch b := msg.(type) {
	case screen.Left:
		s.hidden = true
		return s.Leave(Jobs)
	case screen.NewData:
		s.fresh()
	case screen.Settled:
		s.hidden = false
		return s.clock()
	case screen.Ticked:
		if job.Kind(b) == Jobs {
			s.tick()
		}
	case Step:
		s.Now.Tree = s.Now.Tree || len(s.Now.Steps) > 0 && len(b.From) == 0
		s.Now.Steps = append(s.Now.Steps, b)
	}
	return s.End(msg)
}

// begin makes room for a new passage. The cursor stays where it is, so that a
// knob shows what it does to that step; another method is played from its start.
func (s *Screen) begin(key, method string, n int) {
	if s.Now.Method != "" && s.Now.Method != method { // else it is as it began, or as a session left it
		s.At, s.Playing = 0, true
		s.axes[0].HasRange, s.axes[1].HasRange = false, false
	}
	shown, _, _ := s.Shown()
	s.Begin(key, "", *shown)
	s.Now = Passage{Method: method, N: n, Epsilon: s.bench.Setting.Value(model.Epsilon(nil))}
}

// otherSizes switches between the merge tree and the sizes.
func (s *Screen) otherSizes() []screen.Do {
	if p, _, _ := s.Shown(); !p.Tree {
		return screen.Say("this method has no merge tree; disqueak has one")
	}
	s.sizes = !s.sizes
	return nil
}

// Panes returns the chart of sizes or the merge tree, and the chart of the accuracy.
func (s *Screen) Panes() screen.Panes {
	return screen.Panes{Abreast: 70, Charts: []screen.Chart{
		{
			Title: s.title,
			Lines: s.sizesLines, Axes: &s.axes[0], Draw: s.text,
			Name: "dictionary of " + s.Now.Method,
		},
		{
			Title: s.accuracyTitle,
			Lines: s.accuracyLines, Axes: &s.axes[1],
			Name: "accuracy of " + s.Now.Method,
		},
	}}
}

// Keys returns the keys of the screen.
func (s *Screen) Keys(at int) []screen.Key {
	key := func(name, does string, run func()) screen.Key { return screen.NewKey(name, does, "", screen.Only(run)) }
	play, value := "play", ""
	switch {
	case s.Playing:
		play = "pause"
	case s.ended():
		play = "play again"
	}
	step := func(by int) {
		s.Playing = false
		s.move(by)
	}
	if p, _, _ := s.Shown(); p.Tree {
		value = map[bool]string{true: "tree", false: "sizes"}[s.sizes]
	}
	return append([]screen.Key{
		screen.NewKey("s", "play or pause; at the end: play again from the start", play, s.play).Early(),
		screen.NewKey("enter", "on a chart: play or pause", "", s.play).In(screen.OnCharts),
		screen.NewPair(", .", ", .", "go one step back or forward", "step", step),
		screen.NewPair("( )", "( )", "play slower or faster", number.Short(Paces()[s.Pace])+"/s", s.faster),
		key("g", "go to the first step", func() { s.At, s.Playing = 0, false }),
		key("G", "go to the last step, and follow new ones", func() { s.At, s.Playing = atEnd, false }),
		screen.NewKey("v", "switch between the merge tree and the sizes over t", value, s.otherSizes).Early(),
	}, screen.LogKeys("t", s, at)...)
}

// State is the position of the playback, and what the charts show.
func (s *Screen) State() []session.Field {
	list := []session.Field{
		session.Of("step", s.At, func(step int) (problem, remedy string) {
			if step < atEnd {
				return fmt.Sprintf("%d is not the number of a step", step), "count from 0, or give -1 for the latest step"
			}
			s.At = step
			return "", ""
		}),
		session.Flag("playing", &s.Playing),
		session.Of("steps_a_second", Paces()[s.Pace], func(pace float64) (problem, remedy string) {
			at := slices.Index(Paces(), pace)
			if at < 0 {
				return fmt.Sprintf("%v is not a pace", pace), fmt.Sprintf("choose one of %v", Paces())
			}
			s.Pace = at
			return "", ""
		}),
		session.Flag("sizes", &s.sizes),
	}
	for i := range s.axes {
		name := "axes." + strconv.Itoa(i+1)
		list = append(list, session.Scales(name+".1", name+".2", &s.axes[i])...)
	}
	return list
}
