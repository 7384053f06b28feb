package ui

import (
	"math"
	"sync"
	"time"

	"gramscope/model/sweep"
)

// outcome is what has been found for one position of the knobs.
type outcome struct {
	setting setting
	plan    *sweep.Plan                 // of the present setting, nil until it is prepared
	axis    sweep.Axis                  // as prepared
	refused error                       // why there is no grid
	now     map[string][]sweep.Result   // by method: its repetitions at the present setting
	grid    map[string][][]sweep.Result // by method and point of the axis
	best    map[string][]float64        // by method
	floor   []float64                   // by point of the axis, NaN if unknown
	known   knownSamples                // where the grid does not change

	wants       sweep.Figures // what the grid's rows have
	theory      bool          // the bounds at the setting are there, or on their way
	done, total int
	rows        bool      // whether a row of the grid is there
	finished    bool      // nothing more will come
	started     time.Time // when the first row was asked for

	planned  []planned
	forecast *sweep.Forecast     // of what is planned; nil before it is
	under    map[int]sweep.Stage // the stages of the runs that are under way
	workers  int
}

func newOutcome(s setting, at time.Time) *outcome {
	return &outcome{setting: s, axis: s.axis, started: at,
		now: map[string][]sweep.Result{}, grid: map[string][][]sweep.Result{}, best: map[string][]float64{}}
}

func (o *outcome) prepare(p prepared, speed *sweep.Speed, workers int) {
	parts := make([][]sweep.Part, len(p.runs))
	for i, r := range p.runs {
		parts[i] = r.parts
	}
	o.planned, o.forecast, o.under, o.workers = p.runs, sweep.NewForecast(speed, parts), map[int]sweep.Stage{}, workers
	o.plan, o.refused = p.now, p.refused
	o.total = len(p.now.Cells)
	if p.grid != nil {
		o.axis = p.grid.Spec.Over[0]
		o.total += len(p.grid.Cells)
	}
	o.floor = make([]float64, len(o.axis.Values))
	for i := range o.floor {
		o.floor[i] = math.NaN()
	}
}

func (o *outcome) add(r row) {
	o.done++
	name := r.result.Method
	if !r.onGrid {
		o.now[name] = append(o.now[name], r.result)
		return
	}
	o.rows = true
	if o.grid[name] == nil {
		o.grid[name] = make([][]sweep.Result, len(o.axis.Values))
	}
	o.grid[name][r.point] = append(o.grid[name][r.point], r.result)
}

// replace puts a row in the place of that of the same method and repetition.
func (o *outcome) replace(r compared) {
	rows := o.now[r.result.Method]
	if r.onGrid {
		rows = nil
		if points := o.grid[r.result.Method]; points != nil {
			rows = points[r.point]
		}
	}
	for i, old := range rows {
		if old.Rep == r.result.Rep {
			r.result.Seconds, r.result.Cached = old.Seconds, old.Cached
			rows[i] = r.result
		}
	}
}

// enter notes the stage that a run is at.
func (o *outcome) enter(e entered) {
	o.forecast.Enter(e.run, e.stage, e.at)
	if o.under[e.run] = e.stage; e.stage == sweep.StageEnd {
		delete(o.under, e.run)
	}
}

// stage is what the oldest run under way is at, of a method's at the present setting
// or, for "", of any; "" where there is none.
func (o *outcome) stage(method string) string {
	oldest := -1
	for run := range o.under {
		p := o.planned[run]
		if (method == "" || p.method == method && !p.onGrid) && (oldest < 0 || run < oldest) {
			oldest = run
		}
	}
	if oldest < 0 {
		return ""
	}
	return o.under[oldest].String()
}

// left is how long the rest will take; false where that can't be said.
func (o *outcome) left(now time.Time) (time.Duration, bool) {
	if o.forecast == nil || o.done >= o.total {
		return 0, false
	}
	return o.forecast.Left(now.Sub(o.started), o.workers)
}

// column finds a column of the results.
func column(name string) sweep.Column {
	c, ok := allColumns()[name]
	if !ok {
		panic("ui: no column " + name)
	}
	return c
}

// allColumns are by name, listed once.
var allColumns = sync.OnceValue(func() map[string]sweep.Column {
	all := map[string]sweep.Column{}
	for _, c := range sweep.AllColumns() {
		all[c.Name] = c
	}
	return all
})

// mean is the mean of a column over rows that have it, with its standard error:
// over the repetitions where there are two or more, else the estimate's own;
// NaN where neither is known.
func mean(rows []sweep.Result, c sweep.Column) (mean, se float64) {
	var sum, squares, count float64
	own := math.NaN()
	for i := range rows {
		if v, ok := c.Number(&rows[i]); ok && !math.IsInf(v, 0) {
			sum += v
			count++
			own = rows[i].ErrorSE
		}
	}
	if count == 0 {
		return math.NaN(), math.NaN()
	}
	mean = sum / count
	if count == 1 {
		if c.Name == "error" {
			return mean, own
		}
		return mean, math.NaN()
	}
	for i := range rows {
		if v, ok := c.Number(&rows[i]); ok && !math.IsInf(v, 0) {
			squares += (v - mean) * (v - mean)
		}
	}
	return mean, math.Sqrt(squares / (count - 1) / count)
}

// average is the mean of some numbers, NaN of none.
func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// failure is why a method has no figures, "" if it has some.
func failure(rows []sweep.Result) string {
	why := ""
	for i := range rows {
		if rows[i].Failure == "" {
			return ""
		}
		why = rows[i].Failure
	}
	return why
}
