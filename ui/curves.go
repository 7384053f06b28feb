package ui

import (
	"math"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// span is the range of a y axis: it may grow while a sweep runs, and fits when
// it has ended, so that the axis rests.
type span struct {
	lo, hi float64
	held   bool
	of     *outcome // whose figures it covers; nil where it is of others
}

// rest gives an axis the range from lo to hi, or a larger one if it is of the same
// figures still.
func (s *span) rest(axis *chart.Axis, lo, hi float64, of *outcome, finished bool) {
	if s.held && s.of == of && !finished && (axis.Scale != chart.Log || s.lo > 0) {
		lo, hi = min(lo, s.lo), max(hi, s.hi)
	}
	s.lo, s.hi, s.held, s.of = lo, hi, true, of
	axis.Lo, axis.Hi = lo, hi
}

// axes are what is settled about the axes of a chart. Building a chart returns them
// with what the figures ask for by then; they are kept where messages are taken.
type axes struct {
	x, y logChoice
	span // of the y axis
}

// flipY switches the y axis, whose range is found anew.
func (a *axes) flipY() {
	a.y.toggle()
	a.held = false
}

func scale(log bool) chart.Scale {
	if log {
		return chart.Log
	}
	return chart.Linear
}

// samples is a column at every point of an axis, with a band of one standard
// error; points without the figure are left out.
func samples(points [][]sweep.Result, xs []float64, c sweep.Column) chart.Series {
	var s chart.Series
	band := false
	for k, rows := range points {
		y, se := mean(rows, c)
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

// knownSamples are curves that were computed before, for rows that do not change; nil
// keeps none.
type knownSamples map[curveName]chart.Series

type curveName struct{ method, column string }

func (k knownSamples) samples(method string, points [][]sweep.Result, xs []float64, c sweep.Column) chart.Series {
	name := curveName{method, c.Name}
	s, known := k[name]
	if !known {
		s = samples(points, xs, c)
		if k != nil {
			k[name] = s
		}
	}
	return s
}

// curves are the methods' curves of a column.
func (m *explorer) curves(o *outcome, c sweep.Column) []chart.Series {
	stale := o != m.out
	var list []chart.Series
	for i, method := range m.methods {
		points := o.grid[method.Name]
		if points == nil {
			continue
		}
		s := o.known.samples(method.Name, points, o.axis.Values, c)
		s.Name, s.Color, s.Faint, s.Marker = method.Name, i, stale, []rune(m.look.Marker(i))[0]
		if stale {
			s.Lo, s.Hi = nil, nil
		}
		list = append(list, s)
	}
	return list
}

// present marks the present setting: a line across, and each method's figure.
func (m *explorer) present(p model.Param, x float64, c sweep.Column) ([]chart.Point, []chart.VLine) {
	var points []chart.Point
	for i, method := range m.methods {
		rows, stale := m.figures(method.Name)
		if y, _ := mean(rows, c); !stale && !math.IsNaN(y) {
			points = append(points, chart.Point{X: x, Y: y, Color: i, Marker: []rune(m.look.Marker(i))[0]})
		}
	}
	return points, []chart.VLine{{X: x, Label: p.Symbol + "=" + knobText(p, x), Color: chart.NoColor, Faint: true}}
}
