package lab

import (
	"math"
	"sync"
	"time"

	"gramscope/model/sweep"
)

// Outcome is what has been found for one position of the knobs.
type Outcome struct {
	Setting Setting
	Plan    *sweep.Plan                 // of the present setting, nil until it is prepared
	Axis    sweep.Axis                  // as prepared
	Refused error                       // why there is no grid
	Now     map[string][]sweep.Result   // by method: its repetitions at the present setting
	Grid    map[string][][]sweep.Result // by method and point of the axis
	Best    map[string][]Best           // by method
	Floor   []float64                   // by point of the axis, NaN if unknown
	Fixed   bool                        // the grid does not change any more

	Wants       sweep.Figures // what the grid's rows have
	theory      bool          // the bounds at the setting are there, or on their way
	Done, Total int
	rows        bool      // whether a row of the grid is there
	Finished    bool      // nothing more will come
	started     time.Time // when the first row was asked for

	Planned  []planned
	Forecast *sweep.Forecast     // of what is planned; nil before it is
	Under    map[int]sweep.Stage // the stages of the runs that are under way
	workers  int
}

func newOutcome(s Setting, at time.Time) *Outcome {
	return &Outcome{Setting: s, Axis: s.Axis, started: at,
		Now: map[string][]sweep.Result{}, Grid: map[string][][]sweep.Result{}, Best: map[string][]Best{}}
}

func (o *Outcome) prepare(p Prepared, speed *sweep.Speed, workers int) {
	parts := make([][]sweep.Part, len(p.Runs))
	for i, r := range p.Runs {
		parts[i] = r.parts
	}
	o.Planned, o.Forecast, o.Under, o.workers = p.Runs, sweep.NewForecast(speed, parts), map[int]sweep.Stage{}, workers
	o.Plan, o.Refused = p.Now, p.refused
	o.Total = len(p.Now.Cells)
	if p.Grid != nil {
		o.Axis = p.Grid.Spec.Over[0]
		o.Total += len(p.Grid.Cells)
	}
	o.Floor = make([]float64, len(o.Axis.Values))
	for i := range o.Floor {
		o.Floor[i] = math.NaN()
	}
}

func (o *Outcome) add(r Row) {
	o.Done++
	name := r.Result.Method
	if !r.OnGrid {
		o.Now[name] = append(o.Now[name], r.Result)
		return
	}
	o.rows = true
	if o.Grid[name] == nil {
		o.Grid[name] = make([][]sweep.Result, len(o.Axis.Values))
	}
	o.Grid[name][r.Point] = append(o.Grid[name][r.Point], r.Result)
}

// replace puts a row in the place of that of the same method and repetition, unless that has
// figures and this one none.
func (o *Outcome) replace(r recomputed) {
	rows := o.Now[r.Result.Method]
	if r.OnGrid {
		rows = nil
		if points := o.Grid[r.Result.Method]; points != nil {
			rows = points[r.Point]
		}
	}
	for i, old := range rows {
		if old.Rep == r.Result.Rep && (r.Result.Failure == "" || old.Failure != "") {
			r.Result.Seconds, r.Result.Cached = old.Seconds, old.Cached
			rows[i] = r.Result
		}
	}
}

// enter notes the stage that a run is at.
func (o *Outcome) enter(e Entered) {
	o.Forecast.Enter(e.Run, e.Stage, e.At)
	if o.Under[e.Run] = e.Stage; e.Stage == sweep.StageEnd {
		delete(o.Under, e.Run)
	}
}

// Stage is what the oldest run under way is at, of a method's at the present setting
// or, for "", of any; "" where there is none.
func (o *Outcome) Stage(method string) string {
	oldest := -1
	for run := range o.Under {
		p := o.Planned[run]
		if (method == "" || p.method == method && !p.OnGrid) && (oldest < 0 || run < oldest) {
			oldest = run
		}
	}
	if oldest < 0 {
		return ""
	}
	return o.Under[oldest].String()
}

// Left is how long the rest will take; false where that can't be said.
func (o *Outcome) Left(now time.Time) (time.Duration, bool) {
	if o.Forecast == nil || o.Done >= o.Total {
		return 0, false
	}
	return o.Forecast.Left(now.Sub(o.started), o.workers)
}

// Column finds a column of the results.
func Column(name string) sweep.Column {
	c, ok := AllColumns()[name]
	if !ok {
		panic("ui: no column " + name)
	}
	return c
}

// AllColumns are by name, listed once.
var AllColumns = sync.OnceValue(func() map[string]sweep.Column {
	all := map[string]sweep.Column{}
	for _, c := range sweep.AllColumns() {
		all[c.Name] = c
	}
	return all
})

// Mean is the mean of a column over rows that have it, with its standard error:
// over the repetitions where there are two or more, else the estimate's own;
// NaN where neither is known.
func Mean(rows []sweep.Result, c sweep.Column) (mean, se float64) {
	var values []float64
	own := math.NaN()
	ofOwn, estimated := AllColumns()[sweep.StandardErrorOf(c.Name)]
	for i := range rows {
		v, ok := c.Number(&rows[i])
		if !ok || math.IsInf(v, 0) {
			continue
		}
		values = append(values, v)
		if estimated {
			own, _ = ofOwn.Number(&rows[i])
		}
	}
	return meanOf(values, own)
}

// MeanBest is the mean of the best errors that a method's rank allows, and its standard error,
// as [Mean] gives them.
func (o *Outcome) MeanBest(method string) (mean, se float64) {
	var values []float64
	own := math.NaN()
	for _, b := range o.Best[method] {
		values, own = append(values, b.Value), b.SE
	}
	return meanOf(values, own)
}

// meanOf is the mean of some numbers, with its standard error, which is own for a single one.
func meanOf(values []float64, own float64) (mean, se float64) {
	mean, count := Average(values), float64(len(values))
	if count < 2 {
		return mean, own
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / (count - 1) / count)
}

// Average is the mean of some numbers, NaN of none.
func Average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Failure is why a method has no figures, "" if it has some.
func Failure(rows []sweep.Result) string {
	why := ""
	for i := range rows {
		if rows[i].Failure == "" {
			return ""
		}
		if why = rows[i].Failure; rows[i].Cause != nil {
			why = Reason(rows[i].Cause)
		}
	}
	return why
}

// Begun tells whether the sweep has shown its first figures, or will show none.
func (o *Outcome) Begun() bool { return o.rows || o.Finished || o.Refused != nil && o.Done > 0 }
