package lab

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Outcome has the results of one setting so far. Only package lab writes to it, and to the slices that it returns.
type Outcome struct {
	Setting Setting
	Plan    *sweep.Plan   // of the setting, nil until it is prepared
	Axis    sweep.Axis    // the swept parameter and its values, as prepared
	Wants   sweep.Figures // figures of the grid's rows
	Preview string        // what the curves are if they are a preview, "" if they are not

	Done, Total int  // numbers of runs
	Finished    bool // whether the job has ended

	refused error                       // why there is no grid
	now     map[string][]sweep.Result   // repetitions at the setting, by method
	grid    map[string][][]sweep.Result // repetitions by method and point of the axis
	tried   []sweep.Result              // of a method that is not ticked; nil for none
	ends    [2]float64                  // of a preview: those of the axis that it is a part of
	started time.Time
}

func newOutcome(s Setting, at time.Time) *Outcome {
	return &Outcome{Setting: s, Axis: s.Axis, started: at,
		now: map[string][]sweep.Result{}, grid: map[string][][]sweep.Result{}}
}

// Ends returns the least and the largest value of the axis.
func (o *Outcome) Ends() (lo, hi float64) {
	if o.Preview != "" {
		return o.ends[0], o.ends[1]
	}
	return slices.Min(o.Axis.Values), slices.Max(o.Axis.Values)
}

// Drawable reports whether each method whose runs have begun has one at each point of the axis, or will not have one.
// Those that read all of a large K begin late.
func (o *Outcome) Drawable() bool {
	if o.Finished || o.refused != nil {
		return true
	}
	for _, points := range o.grid {
		if slices.ContainsFunc(points, func(rows []sweep.Result) bool { return len(rows) == 0 }) {
			return false
		}
	}
	return len(o.grid) > 0
}

// Now returns a method's rows at the setting.
func (o *Outcome) Now(method string) []sweep.Result { return o.now[method] }

// Grid returns a method's rows by the points of the axis, nil if there are none.
func (o *Outcome) Grid(method string) [][]sweep.Result { return o.grid[method] }

// Curve returns a method's rows over the axis, with the values of the swept parameter that they have: those of the
// grid, and the rows at the setting if its value lies within the axis: the figures of the setting are a sample of the
// curve. For a value that both have, Curve returns the rows with more repetitions. points is nil for an empty grid.
func (o *Outcome) Curve(method string) (points [][]sweep.Result, xs []float64) {
	points, xs = o.grid[method], o.Axis.Values
	now := o.now[method]
	if len(points) < 2 || len(now) == 0 {
		return points, xs
	}
	x := ParamValue(&now[0], o.Axis.Name)
	if !(x >= slices.Min(xs) && x <= slices.Max(xs)) {
		return points, xs
	}
	at := slices.IndexFunc(xs, func(v float64) bool { return math.Abs(v-x) <= 1e-9*math.Abs(x) })
	switch {
	case at < 0:
		at = slices.IndexFunc(xs, func(v float64) bool { return v > x })
		return slices.Insert(slices.Clone(points), at, now), slices.Insert(slices.Clone(xs), at, x)
	case len(now) > len(points[at]):
		points = slices.Clone(points)
		points[at] = now
	}
	return points, xs
}

// ParamValue returns a row's value of a parameter, NaN if it has none.
func ParamValue(r *sweep.Result, name model.Name) float64 {
	if c, ok := sweep.ColumnNamed(name.Column()); ok {
		v, _ := c.Number(r)
		return v
	}
	if v, ok := r.Params[name]; ok {
		return v
	}
	return math.NaN()
}

// Floor returns the errors of the best approximation over the axis: the means of error_best over the runs whose rank is
// what m and the target rank allow. It omits values without such runs, and values at which the ranks differ.
func (o *Outcome) Floor() (xs, floor []float64) {
	at := map[float64]map[float64][]float64{} // by value and rank
	for _, name := range slices.Sorted(maps.Keys(o.grid)) {
		points, values := o.Curve(name)
		for i, rows := range points {
			for _, r := range rows {
				rank, best, x := rankAsked(&r), r.Get("error_best"), values[i]
				if r.Get("rank_used") == rank && !math.IsNaN(best) {
					if at[x] == nil {
						at[x] = map[float64][]float64{}
					}
					at[x][rank] = append(at[x][rank], best)
				}
			}
		}
	}
	for _, x := range slices.Sorted(maps.Keys(at)) {
		if len(at[x]) > 1 {
			continue
		}
		for _, found := range at[x] {
			xs, floor = append(xs, x), append(floor, stat.Mean(found, nil))
		}
	}
	return xs, floor
}

// rankAsked returns the rank that the budget and the target rank allow in a row, NaN without a budget.
func rankAsked(r *sweep.Result) float64 {
	rank := min(ParamValue(r, model.BudgetName), float64(r.N))
	if k := ParamValue(r, model.TargetRankName); k > 0 {
		rank = min(rank, k)
	}
	return rank
}

// Begun reports whether the sweep has shown its first figures, or will not show any.
func (o *Outcome) Begun() bool {
	return len(o.grid) > 0 || o.Finished || o.refused != nil && o.Done > 0
}

// Left estimates how long the rest takes. ok is false without an estimate, as before the first run of a slow method.
func (o *Outcome) Left(now time.Time) (left time.Duration, ok bool) {
	isToCome := func(c trial.Setting) bool { return o.Setting.ReadsAll(c.Method) && len(o.now[c.Method.Name]) == 0 }
	if o.Plan != nil && slices.ContainsFunc(o.Plan.Cells, isToCome) {
		return 0, false
	}
	return sweep.TimeLeft(o.Done, o.Total, now.Sub(o.started))
}

// prepare sets the plan and the axis.
func (o *Outcome) prepare(p Prepared) {
	o.Plan, o.refused = p.Now, p.refused
	o.Total = len(p.Now.Cells)
	if p.Grid != nil {
		o.Axis = p.Grid.Spec.Over[0]
		o.Total += len(p.Grid.Cells)
	}
}

// add adds a finished run. It replaces the row of the same method and repetition, unless only the old row has figures;
// kept reports whether that stays.
func (o *Outcome) add(r Row) (kept bool) {
	name := r.Result.Method
	rows := o.now[name]
	if r.OnGrid {
		if o.grid[name] == nil {
			o.grid[name] = make([][]sweep.Result, len(o.Axis.Values))
		}
		rows = o.grid[name][r.Point]
	}
	at := slices.IndexFunc(rows, func(old sweep.Result) bool { return old.Rep == r.Result.Rep })
	switch {
	case at < 0:
		o.Done++
		rows = append(rows, r.Result)
	case r.Result.Failure != "" && rows[at].Failure == "":
		return true
	default:
		rows[at] = r.Result
	}
	if r.OnGrid {
		o.grid[name][r.Point] = rows
	} else {
		o.now[name] = rows
	}
	return false
}

// MostPins is the maximum number of pins. More curves would hide those of the outcome.
const MostPins = 3

// PinCurves pins a copy of the present curves and of the table's figures, without plans, which are
// large. If there are too many pins, the oldest is dropped.
func (b *Bench) PinCurves() {
	o := b.settled()
	if len(o.grid) == 0 {
		b.Info("there are no curves to pin yet")
		return
	}
	p := newOutcome(o.Setting, o.started)
	p.Axis = o.Axis
	p.grid = maps.Clone(o.grid)
	for name, points := range p.grid {
		p.grid[name] = slices.Clone(points)
	}
	for _, method := range b.Methods {
		rows := o.now[method.Name] // of the setting that the curves are of
		if len(rows) == 0 {
			rows, _ = b.Figures(method.Name)
		}
		if len(rows) > 0 {
			p.now[method.Name] = slices.Clone(rows)
		}
	}
	b.Pins = append(b.Pins, p)
	gone := ""
	if len(b.Pins) > MostPins {
		b.Pins, gone = b.Pins[1:], ", without the oldest"
	}
	b.Info(fmt.Sprintf("pinned, %d of %d%s: the table compares with the latest; P clears", len(b.Pins), MostPins, gone))
}

// Unpin removes all pins.
func (b *Bench) Unpin() {
	if len(b.Pins) == 0 {
		b.Info("nothing is pinned")
	}
	b.Pins = nil
}
