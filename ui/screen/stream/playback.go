package stream

import (
	"time"

	"gramscope/model/exact"
	"gramscope/model/inspect"
	"gramscope/ui/screen"
)

// Passage is the pass of one streaming method over the points, step by step.
type Passage struct {
	Method  string
	N       int
	Epsilon float64 // the accuracy asked for
	Steps   []Step  // in the order of their nodes
	Tree    bool    // of merges, and not one pass
}

// Step is an [inspect.Frame] without the points.
type Step struct {
	Node, Level          int
	From                 []int
	Seen, Points, Copies int
	Ridge, Estimate      float64 // γₛ in use and d̃
	Exact                *exact.DictionaryAccuracy
	Bound                float64
}

// NewStep returns the step of a frame.
func NewStep(f inspect.Frame) Step {
	s := f.Step
	return Step{Node: s.Node, Level: s.Level, From: s.From, Seen: s.Seen, Points: len(s.Index), Copies: s.TotalCopies(),
		Ridge: s.Ridge, Estimate: s.DEff, Exact: f.Exact, Bound: f.Bound}
}

// atEnd stands for the last step, also as more come.
const atEnd = -1

// Paces are steps a second.
func Paces() []float64 { return []float64{0.5, 1, 2, 4, 8, 16, 30} }

func (s *Screen) faster(by int) { s.Pace = min(max(s.Pace+by, 0), len(Paces())-1) }

// Shown returns the passage on screen and the index of the step at the cursor. It is the previous
// passage, and stale, while the present one has no steps. The index is -1 if neither has any.
func (s *Screen) Shown() (p *Passage, at int, stale bool) {
	p = &s.Now
	if len(p.Steps) == 0 && s.Failed == nil && len(s.Old.Steps) > 0 {
		p, stale = &s.Old, true
	}
	last := len(p.Steps) - 1
	if s.At == atEnd || s.At > last {
		return p, last, stale
	}
	return p, s.At, stale
}

// ended reports whether the cursor is at the last step that there will be.
func (s *Screen) ended() bool {
	_, at, stale := s.Shown()
	return s.Done && !stale && at == len(s.Now.Steps)-1
}

// tick moves the playback one step on, or lets it wait for a step that is being computed.
func (s *Screen) tick() {
	s.Ticking = false
	if !s.Playing || s.hidden {
		return
	}
	s.move(1)
	if _, at, _ := s.Shown(); !s.Done && s.Key == "" && at == len(s.Now.Steps)-1 { // it was stopped
		s.Playing = false
	}
}

// move moves the cursor over the steps so far.
func (s *Screen) move(by int) {
	_, at, stale := s.Shown()
	if stale || at < 0 {
		return
	}
	if s.At = min(max(at+by, 0), len(s.Now.Steps)-1); s.ended() {
		s.At, s.Playing = atEnd, false
	}
}

// play plays or pauses.
func (s *Screen) play() []screen.Do {
	switch {
	case s.Key == "" && len(s.Now.Steps) == 0:
		return screen.Say(s.noStream())
	case s.Playing:
		s.Playing = false
	default:
		_, at, _ := s.Shown()
		if s.ended() {
			at = 0
		}
		s.At, s.Playing = max(at, 0), true
	}
	return nil
}

// clock wakes the playback: only while it plays, and once at a time.
func (s *Screen) clock() []screen.Do {
	if !s.Playing || s.Ticking || s.Key == "" && len(s.Now.Steps) == 0 || s.Failed != nil {
		return nil
	}
	s.Ticking = true
	return []screen.Do{screen.Tick{After: time.Duration(float64(time.Second) / Paces()[s.Pace]), Of: Jobs}}
}
