package curve

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/look"
)

// Span is the range of a y axis: it may grow while a sweep runs, and fits when
// it has ended, so that the axis rests.
type Span struct {
	lo, hi float64
	Held   bool
	of     *lab.Outcome // whose figures it covers; nil where it is of others
}

// Rest gives an axis the range from lo to hi, or a larger one if it is of the same
// figures still.
func (s *Span) Rest(axis *chart.Axis, lo, hi float64, of *lab.Outcome, finished bool) {
	if s.Held && s.of == of && !finished && (axis.Scale != chart.Log || s.lo > 0) {
		lo, hi = min(lo, s.lo), max(hi, s.hi)
	}
	s.lo, s.hi, s.Held, s.of = lo, hi, true, of
	axis.Lo, axis.Hi = lo, hi
}

// Axes are what is settled about the axes of a chart. Building a chart returns them
// with what the figures ask for by then; they are kept where messages are taken.
type Axes struct {
	X, Y Log
	Span        // of the y axis
	over string // the swept parameter that this is for
}

// For is what is settled where a chart is over a parameter: of another one it is
// decided anew, but for the choice of the y axis. log tells whether that is logarithmic
// from the first point on.
func (a Axes) For(over string, log bool) Axes {
	if a.over != "" && a.over != over {
		a.X, a.Held = Log{}, false
		if !a.Y.Decided {
			a.Y.Auto = log
		}
	}
	a.over = over
	return a
}

// FlipY switches the y axis, whose range is found anew.
func (a *Axes) FlipY() {
	a.Y.Toggle()
	a.Held = false
}

// Scale is that of an axis.
func Scale(log bool) chart.Scale {
	if log {
		return chart.Log
	}
	return chart.Linear
}

// Samples is a column at every point of an axis, with a band of one standard
// error; points without the figure are left out.
func Samples(points [][]sweep.Result, xs []float64, c sweep.Column) chart.Series {
	var s chart.Series
	band := false
	for k, rows := range points {
		y, se := lab.Mean(rows, c)
		if len(rows) == 0 || math.IsNaN(y) {
			continue // not there yet, or failed
		}
		band = band || se > 0
		if math.IsNaN(se) {
			se = 0
		}
		s.X, s.Y = append(s.X, xs[k]), append(s.Y, y)
		s.Lo, s.Hi = append(s.Lo, y-se), append(s.Hi, y+se)
	}
	if !band {
		s.Lo, s.Hi = nil, nil
	}
	return s
}

// keptCurves are curves of rows that do not change any more, by where the rows are.
type keptCurves map[columnKey]chart.Series

// columnKey names a column of rows by the first of them, over another or, with x "", over
// the swept parameter.
type columnKey struct {
	rows      *[]sweep.Result
	x, column string
}

// mostKept is how many there may be before all are forgotten.
const mostKept = 1 << 13

// samples are the samples of rows over xs, computed once if they are fixed.
func (k keptCurves) samples(points [][]sweep.Result, xs []float64, c sweep.Column, fixed bool) chart.Series {
	return k.once(points, "", c.Name, fixed, func() chart.Series { return Samples(points, xs, c) })
}

// once makes a curve of rows once if they are fixed.
func (k keptCurves) once(points [][]sweep.Result, x, column string, fixed bool, makeCurve func() chart.Series) chart.Series {
	if !fixed || len(points) == 0 {
		return makeCurve()
	}
	key := columnKey{&points[0], x, column}
	s, known := k[key]
	if !known {
		if len(k) >= mostKept {
			clear(k)
		}
		s = makeCurve()
		k[key] = s
	}
	return s
}

// Curves makes curves of what is on a bench.
type Curves struct {
	*lab.State
	look *look.Look
	kept keptCurves
}

// New makes them in the markers of a look.
func New(b *lab.State, l *look.Look) *Curves { return &Curves{b, l, keptCurves{}} }

// Of are the methods' curves of a column.
func (c *Curves) Of(o *lab.Outcome, of sweep.Column) []chart.Series {
	return c.each(o, func(points [][]sweep.Result) chart.Series {
		return c.kept.samples(points, o.Axis().Values, of, o.Fixed())
	})
}

// each makes a curve of each method of an outcome. Those of the setting before are faint, and
// pinned ones grey.
func (c *Curves) each(o *lab.Outcome, curve func(points [][]sweep.Result) chart.Series) []chart.Series {
	pinned := slices.Contains(c.Pins(), o)
	var list []chart.Series
	for i, method := range c.Methods() {
		points := o.Grid(method.Name)
		if points == nil {
			continue
		}
		s := curve(points)
		s.Name, s.Color, s.Faint, s.Marker = method.Name, c.Marker(i), o != c.Outcome(), c.look.Sign(c.Marker(i))
		if s.Faint {
			s.Lo, s.Hi = nil, nil
		}
		if pinned {
			s.Name, s.Color, s.Dashed = "pinned "+method.Name, chart.NoColor, true
		}
		list = append(list, s)
	}
	return list
}

// Present marks the present setting: a line across, and each method's figure.
func (c *Curves) Present(p model.Param, x float64, of sweep.Column) ([]chart.Point, []chart.VLine) {
	var points []chart.Point
	for i, method := range c.Methods() {
		rows, stale := c.Figures(method.Name)
		if y, _ := lab.Mean(rows, of); !stale && !math.IsNaN(y) {
			points = append(points, chart.Point{X: x, Y: y, Color: c.Marker(i), Marker: c.look.Sign(c.Marker(i))})
		}
	}
	return points, []chart.VLine{{X: x, Label: p.Symbol + "=" + lab.KnobText(p, x), Color: chart.NoColor, Faint: true}}
}

// Ghosts are the pinned curves of a column, where the swept parameter is the same.
func (c *Curves) Ghosts(of sweep.Column, axis model.Name) []chart.Series {
	var list []chart.Series
	for _, p := range c.Pins() {
		if p.Axis().Name == axis {
			list = append(list, c.Of(p, of)...)
		}
	}
	return list
}

// Log says whether an axis is logarithmic: as the data ask for until the
// user decides.
type Log struct {
	Decided, Log bool
	Auto         bool // what the data ask for
}

// On tells whether the axis is logarithmic.
func (c Log) On() bool {
	if c.Decided {
		return c.Log
	}
	return c.Auto
}

// Toggle switches the axis, which the user has decided then.
func (c *Log) Toggle() { c.Decided, c.Log = true, !c.On() }
