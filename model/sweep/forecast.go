package sweep

import (
	"math"
	"time"
)

// Kind is a kind of work whose speed is estimated from earlier work of the same kind.
type Kind struct {
	Stage  Stage
	Method string // "" if the stage takes the same work for all methods
}

// Part is a stage of a planned run.
type Part struct {
	Kind
	Key        string  // parts with the same key are computed once, by the first run that needs them
	Operations float64 // estimated, > 0
	Alone      bool    // the other workers wait for this part
}

// Speed estimates the duration of work from earlier work. It sums the operations and the seconds
// of each kind, with exponential decay. The zero value is ready to use. It reads no clock.
type Speed struct{ kinds map[Kind]tally }

// tally is a sum over finished work.
type tally struct{ operations, seconds float64 }

func (t tally) with(u tally) tally { return tally{t.operations + u.operations, t.seconds + u.seconds} }

const (
	decay  = 0.6 // factor on earlier sums with each new piece of work, because the machine's load changes
	atMost = 3   // a piece of work counts as at most this many times its estimate, to bound the effect of outliers
)

// Learn adds finished work and its duration to the estimates.
func (s *Speed) Learn(k Kind, operations float64, took time.Duration) {
	if s.kinds == nil {
		s.kinds = map[Kind]tally{}
	}
	t := s.kinds[k]
	if t.operations > 0 {
		expected, _ := s.Time(k, operations)
		took = min(took, atMost*expected)
	}
	s.kinds[k] = tally{decay*t.operations + operations, decay*t.seconds + took.Seconds()}
}

const (
	usualSpeed = 2.5e10 // operations a second, before any work has ended
	fullWeight = 0.03   // seconds; work that took less is mostly overhead, and has less weight
)

// Time estimates the duration of work of a kind from the speed of that kind or, except for fits, from
// the speed of the same stage of other methods. If neither is known it uses the speed of all work, and
// known is false: the estimate may be wrong by a factor of several.
func (s *Speed) Time(k Kind, operations float64) (took time.Duration, known bool) {
	own, all := s.kinds[k], tally{}
	for other, t := range s.kinds {
		if k.Stage != StageFit && other.Stage == k.Stage && s.kinds[k].operations == 0 {
			own = own.with(t)
		}
		all = all.with(t)
	}
	return seconds(operations / own.speed(all.speed(usualSpeed))), own.operations > 0
}

// speed returns the operations per second of the tally. For short work the result is a geometric mean
// of the tally's speed and otherwise: the shorter the work, the closer to otherwise.
func (t tally) speed(otherwise float64) float64 {
	if t.operations == 0 {
		return otherwise
	}
	share := min(1, t.seconds/fullWeight)
	return math.Pow(t.operations/max(t.seconds, 1e-9), share) * math.Pow(otherwise, 1-share)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// Forecast estimates the time that runs still take. It reads no clock: the caller passes all times,
// as durations since a fixed moment. It is not safe for concurrent use.
type Forecast struct {
	speed   *Speed
	runs    []progress
	pending map[string]Part // parts that no run has finished, by key
}

// progress records the stage of a run and the parts that it has computed.
type progress struct {
	parts   []Part
	made    []Part // the parts that this run has computed
	stage   Stage
	at      time.Duration           // when it entered the stage
	running bool                    // whether the run is under way
	spent   [StageEnd]time.Duration // by stage
}

// NewForecast returns a forecast for runs, each given by its parts, see [Plan.Work]. The forecast
// reads and updates speed.
func NewForecast(speed *Speed, runs [][]Part) *Forecast {
	f := &Forecast{speed: speed, runs: make([]progress, len(runs)), pending: map[string]Part{}}
	for i, parts := range runs {
		f.runs[i].parts = parts
		for _, p := range parts {
			f.pending[p.Key] = p
		}
	}
	return f
}

// Enter records that a run enters a stage. StageEnd means that the run has ended.
func (f *Forecast) Enter(run int, s Stage, at time.Duration) {
	r := &f.runs[run]
	if r.running {
		r.spent[r.stage] += at - r.at
	}
	for _, p := range r.parts {
		if done := s == StageEnd || r.running && p.Stage == r.stage; done && f.pending[p.Key].Key != "" {
			delete(f.pending, p.Key)
			r.made = append(r.made, p)
		}
	}
	r.stage, r.at, r.running = s, at, s != StageEnd
	if s == StageEnd {
		f.learn(r)
	}
}

// learn adds the times of a finished run to the speed. The time of a stage is divided among its parts
// in proportion to their operations. A part with Alone that took at most a millisecond was probably
// cached, and is ignored.
func (f *Forecast) learn(r *progress) {
	all := map[Stage]float64{}
	for _, p := range r.made {
		all[p.Stage] += p.Operations
	}
	for _, p := range r.made {
		if took := r.spent[p.Stage]; took > time.Millisecond || took > 0 && !p.Alone {
			f.speed.Learn(p.Kind, p.Operations, seconds(took.Seconds()*p.Operations/all[p.Stage]))
		}
	}
}

// Left estimates the time until all runs have ended, on the given number of workers. The result is
// false if no work has ended yet.
func (f *Forecast) Left(at time.Duration, workers int) (time.Duration, bool) {
	if len(f.speed.kinds) == 0 {
		return 0, false
	}
	elapsed := map[string]time.Duration{}
	for i := range f.runs {
		r := &f.runs[i]
		spent := at - r.at
		for _, p := range r.parts {
			if r.running && p.Stage == r.stage && f.pending[p.Key].Key != "" {
				took, _ := f.speed.Time(p.Kind, p.Operations)
				took = min(took, spent)
				elapsed[p.Key] = max(elapsed[p.Key], took)
				spent -= took
			}
		}
	}
	var alone, shared, longest time.Duration
	for key, p := range f.pending {
		left, _ := f.speed.Time(p.Kind, p.Operations)
		left -= elapsed[key]
		if p.Alone {
			alone += left
			continue
		}
		shared += left
		longest = max(longest, left)
	}
	return alone + max(longest, shared/time.Duration(max(1, workers))), true
}
