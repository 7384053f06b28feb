package sweep

import (
	"math"
	"time"
)

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
// machine may be busy for a while. It may also be busy for that moment, and what takes
// many times what it was expected to counts as so many.
const lasting, many = 0.6, 3

// Learn takes in that work has taken a time.
func (s *Speed) Learn(k Kind, operations float64, took time.Duration) {
	if s.kinds == nil {
		s.kinds = map[Kind]tally{}
	}
	t := s.kinds[k]
	if t.operations > 0 {
		expected, _ := s.Time(k, operations)
		took = min(took, many*expected)
	}
	s.kinds[k] = tally{lasting*t.operations + operations, lasting*t.seconds + took.Seconds()}
}

const (
	usualSpeed = 2.5e10 // operations a second, where nothing has ended
	telling    = 0.03   // seconds: what has taken less tells of overheads, and goes by what is known otherwise in part
)

// Time is how long such work is going to take: at the speed of its kind, or of a figure
// at that of the same stage of other methods. What is new goes by all that is known, and
// is told for a guess: it may be some times as much, or as little.
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

// speed is that of what is added up, and the nearer to the one otherwise the less it is.
func (t tally) speed(otherwise float64) float64 {
	if t.operations == 0 {
		return otherwise
	}
	share := min(1, t.seconds/telling)
	return math.Pow(t.operations/max(t.seconds, 1e-9), share) * math.Pow(otherwise, 1-share)
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
	made  []Part // those that no other run had ended before
	stage Stage
	at    time.Duration // when it entered the stage
	under bool
	spent [StageEnd]time.Duration // by stage
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
		r.spent[r.stage] += at - r.at
	}
	for _, p := range r.parts {
		if done := s == StageEnd || r.under && p.Stage == r.stage; done && f.pending[p.Key].Key != "" {
			delete(f.pending, p.Key)
			r.made = append(r.made, p)
		}
	}
	r.stage, r.at, r.under = s, at, s != StageEnd
	if s == StageEnd {
		f.learn(r)
	}
}

// learn takes in the times of a run that has ended; the parts of one stage share its time.
// What is shared may have been there, and took a millisecond at most: then it has no part in it.
func (f *Forecast) learn(r *started) {
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

// Left is how long the rest takes on so many workers: not known before anything is.
func (f *Forecast) Left(at time.Duration, workers int) (time.Duration, bool) {
	if len(f.speed.kinds) == 0 {
		return 0, false
	}
	elapsed := map[string]time.Duration{}
	for i := range f.runs {
		r := &f.runs[i]
		spent := at - r.at
		for _, p := range r.parts {
			if r.under && p.Stage == r.stage && f.pending[p.Key].Key != "" {
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
