package sweep

import "time"

// Kind is work whose times tell of each other: a stage, and the method where it is
// the method's own.
type Kind struct {
	Stage  Stage
	Method string
}

// Part is a stage of a run that is to come.
type Part struct {
	Kind
	Key        string  // what has the same is computed once, by the run that comes to it first
	Operations float64 // about, > 0
	Alone      bool    // the other workers wait for it
}

// Speed is how long work takes, learned from what has ended: for each kind the ratio
// of time to operations, summed over what is known of it, what is old less. The zero value knows
// nothing. It has no clock.
type Speed struct{ kinds map[Kind]tally }

// tally adds up what has ended.
type tally struct{ operations, seconds float64 }

func (t tally) with(u tally) tally { return tally{t.operations + u.operations, t.seconds + u.seconds} }

// lasting is how much of what is known of a kind stays as one more has ended: the
// machine may be busy for a while.
const lasting = 0.6

// Learn takes in that work has taken a time.
func (s *Speed) Learn(k Kind, operations float64, took time.Duration) {
	if s.kinds == nil {
		s.kinds = map[Kind]tally{}
	}
	t := s.kinds[k]
	s.kinds[k] = tally{lasting*t.operations + operations, lasting*t.seconds + took.Seconds()}
}

// What is supposed of work of which nothing has ended.
const (
	usualSpeed = 2e10           // operations a second, where nothing else has either
	leastSpeed = usualSpeed / 4 // where something has: what ends first is small, and slow for it
	usualShare = 0.25           // of the speed of what has been fastest
	telling    = 0.01           // seconds that a kind must have taken for that
)

// Time is how long such work is going to take: at the speed of its kind. Else a figure
// goes by that of the same stage of other methods, and what else is new by the fastest
// that anything has been on this machine.
func (s *Speed) Time(k Kind, operations float64) time.Duration {
	t := s.kinds[k]
	for other, u := range s.kinds {
		if k.Stage != StageFit && other.Stage == k.Stage && s.kinds[k].operations == 0 {
			t = t.with(u)
		}
	}
	if t.operations > 0 {
		return seconds(operations * t.seconds / t.operations)
	}
	fastest := 0.0
	for _, t := range s.kinds {
		if t.seconds >= telling {
			fastest = max(fastest, t.operations/t.seconds)
		}
	}
	if fastest == 0 {
		return seconds(operations / usualSpeed)
	}
	return seconds(operations / max(leastSpeed, usualShare*fastest))
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// Forecast tells how long runs are going to take that have not ended. Times that go
// in are counted from any one moment; it has no clock. Not safe for concurrent use.
type Forecast struct {
	speed   *Speed
	runs    []started
	pending map[string]Part // by key: what no run has ended
}

// started is a run with what it has done.
type started struct {
	parts []Part
	stage Stage
	at    time.Duration // when it entered the stage
	under bool
	spent map[Stage]time.Duration
}

// NewForecast is one of runs given by their parts, see [Plan.Work], at a speed that it
// learns from them.
func NewForecast(speed *Speed, runs [][]Part) *Forecast {
	f := &Forecast{speed: speed, runs: make([]started, len(runs)), pending: map[string]Part{}}
	for i, parts := range runs {
		f.runs[i].parts = parts
		for _, p := range parts {
			f.pending[p.Key] = p
		}
	}
	return f
}

// Enter notes that a run is at a stage from now on; with StageEnd it has ended.
func (f *Forecast) Enter(run int, s Stage, at time.Duration) {
	r := &f.runs[run]
	if r.under {
		if r.spent == nil {
			r.spent = map[Stage]time.Duration{}
		}
		r.spent[r.stage] += at - r.at
		f.pass(r, func(p Part) bool { return p.Stage == r.stage })
	}
	r.stage, r.at, r.under = s, at, s != StageEnd
	if s == StageEnd {
		f.learn(r)
		f.pass(r, func(Part) bool { return true })
	}
}

// pass takes parts of a run from what is to come.
func (f *Forecast) pass(r *started, done func(Part) bool) {
	for _, p := range r.parts {
		if done(p) && f.pending[p.Key].Key != "" {
			delete(f.pending, p.Key)
		}
	}
}

// found is how little time something takes that was there already.
const found = time.Millisecond

// learn takes in the times of a run that has ended. What is shared may have been
// there: then they say nothing.
func (f *Forecast) learn(r *started) {
	for _, p := range r.parts {
		if took := r.spent[p.Stage]; took > found || took > 0 && !p.Alone {
			f.speed.Learn(p.Kind, p.Operations, took)
		}
	}
}

// Left is how long the rest takes on so many workers: not known before anything is.
func (f *Forecast) Left(at time.Duration, workers int) (time.Duration, bool) {
	if len(f.speed.kinds) == 0 {
		return 0, false
	}
	elapsed := map[string]time.Duration{}
	for i := range f.runs {
		if r := &f.runs[i]; r.under {
			for _, p := range r.parts {
				if p.Stage == r.stage {
					elapsed[p.Key] = max(elapsed[p.Key], at-r.at)
				}
			}
		}
	}
	var alone, shared, longest time.Duration
	for key, p := range f.pending {
		left := max(0, f.speed.Time(p.Kind, p.Operations)-elapsed[key])
		if p.Alone {
			alone += left
			continue
		}
		shared += left
		longest = max(longest, left)
	}
	return alone + max(longest, shared/time.Duration(max(1, workers))), true
}
