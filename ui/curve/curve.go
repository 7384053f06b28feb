package curve

import (
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// Axes is the state of a chart's axes. Building a chart sets what the figures settle of it.
type Axes struct {
	X, Y     Log
	Zoom     Zoom
	of       [2]string // the quantities on both; "" before the first chart
	lo, hi   float64   // the range of the y axis
	HasRange bool
}

// SetRange sets the range of the y axis to lo and hi. Until the figures are finished, while a knob turns and a sweep
// runs, it contains the range before, so that the axis seldom changes. A logarithmic axis of more than a decade then
// grows by whole decades.
func (a *Axes) SetRange(axis *chart.Axis, lo, hi float64, finished bool) {
	if isLog := axis.Scale == chart.Log; a.HasRange && !finished && (!isLog || a.lo > 0) {
		lo, hi = min(lo, a.lo), max(hi, a.hi)
		isLong := isLog && hi > 10*lo
		if lo < a.lo && isLong {
			lo = math.Pow(10, math.Floor(math.Log10(lo)))
		}
		if hi > a.hi && isLong {
			hi = math.Pow(10, math.Ceil(math.Log10(hi)))
		}
	}
	a.lo, a.hi, a.HasRange = lo, hi, true
	axis.Lo, axis.Hi = lo, hi
}

// Renew resets what the user chose for axes that showed other quantities than a chart does, and reports whether there
// were any. A chart without axes changes nothing.
func (a *Axes) Renew(l chart.Lines) (renewed bool) {
	was, now := a.of, [2]string{l.X.ID, l.Y.ID}
	if now[0] == "" {
		return false
	}
	if a.of = now; was[0] != "" && was[0] != now[0] {
		a.X.Decided, a.Zoom, a.HasRange, renewed = false, Zoom{}, false, true
	}
	if was[1] != "" && was[1] != now[1] {
		a.Y.Decided, a.Zoom.Y, a.HasRange, renewed = false, Range{}, false, true
	}
	return renewed
}

// Forget drops quantities and range, but not the user's choices of scales: the next chart may show any quantities.
func (a *Axes) Forget() { a.of, a.HasRange = [2]string{}, false }

// FlipY switches the y axis between linear and logarithmic and resets its range.
func (a *Axes) FlipY() {
	a.Y.Toggle()
	a.HasRange = false
}

// Scale returns the scale of an axis.
func Scale(log bool) chart.Scale {
	if log {
		return chart.Log
	}
	return chart.Linear
}

// Notation returns how the values of a column are written on an axis: as the table writes them.
func Notation(c sweep.Column) chart.Notation {
	switch {
	case c.Format == sweep.FormatPercent || c.Share():
		return chart.Percent
	case c.Format == sweep.FormatDuration:
		return chart.Decimal
	case c.Format == sweep.FormatError:
		return chart.Exponent
	}
	return chart.Prefixed
}

// Samples returns the means of a column at every point of an axis, with a band. It omits points without the figure.
func Samples(points [][]sweep.Result, xs []float64, c sweep.Column, spread lab.Spread) chart.Series {
	s := samples(points, c, spread, func(k int) (x, lo, hi float64) { return xs[k], xs[k], xs[k] })
	s.XLo, s.XHi = nil, nil
	return s
}

// samples returns the means of a column over those of x, a sample for each point that has both, and their ends where
// any has a spread.
func samples(
	points [][]sweep.Result, of sweep.Column, spread lab.Spread, x func(k int) (mean, lo, hi float64),
) (s chart.Series) {
	spreads := false
	for k, rows := range points {
		at, left, right := x(k)
		y, lo, hi := spread.Ends(rows, of)
		if math.IsNaN(at) || math.IsNaN(y) {
			continue // not there yet, or failed
		}
		spreads = spreads || right > left || hi > lo
		s.X, s.XLo, s.XHi = append(s.X, at), append(s.XLo, left), append(s.XHi, right)
		s.Y, s.Lo, s.Hi = append(s.Y, y), append(s.Lo, lo), append(s.Hi, hi)
	}
	if !spreads {
		s.XLo, s.XHi, s.Lo, s.Hi = nil, nil, nil, nil
	}
	return s
}

// Curves makes curves from the results on a bench.
type Curves struct{ *lab.State }

// Of returns the methods' curves of a column, with a sample at the setting itself.
func (c Curves) Of(o *lab.Outcome, of sweep.Column) []chart.Series {
	return c.each(o, func(points [][]sweep.Result, xs []float64) chart.Series {
		return Samples(points, xs, of, c.Spread)
	})
}

// PinnedName begins the names of pinned curves. The method follows, and in what the setting differs from the present
// one.
const PinnedName = "pinned "

// each makes a curve from the rows of each method of an outcome. Those of the previous setting are faint, pinned ones
// grey.
func (c Curves) each(
	o *lab.Outcome, of func(points [][]sweep.Result, xs []float64) chart.Series,
) (list []chart.Series) {
	pinned := slices.Contains(c.Pins, o)
	for i, method := range c.Methods {
		if o.Grid(method.Name) == nil {
			continue
		}
		s := of(o.Curve(method.Name))
		s.Name, s.Color, s.Faint = method.Name, Sign(c.State, i), o != c.Outcome && o.Preview == ""
		if s.Faint {
			s.Lo, s.Hi, s.XLo, s.XHi = nil, nil, nil, nil
		}
		if pinned {
			s.Name = strings.TrimSpace(PinnedName + method.Name + " " + c.Was(o))
			s.Marker, s.Color, s.Dashed = s.Sign(), chart.NoColor, true
		} else if s.Faint && o != c.Shown() { // of the previous setting
			s.Dashed, s.NoMarkers, s.Repeats = true, true, true
		}
		list = append(list, s)
	}
	return list
}

// Points returns a point for each method at the present setting: at x and the mean of a column. prefix and the method
// are its name in legends; without a prefix it has none, as a curve names it.
func (c Curves) Points(
	prefix string, of sweep.Column, x func(rows []sweep.Result) float64,
) (list []chart.Point) {
	for i, method := range c.Methods {
		rows, stale := c.Figures(method.Name)
		y, _ := lab.Mean(rows, of)
		if stale || math.IsNaN(y) {
			continue
		}
		if at := x(rows); !math.IsNaN(at) {
			p := chart.Point{X: at, Y: y, Color: Sign(c.State, i)}
			if prefix != "" {
				p.Name = prefix + method.Name
			}
			list = append(list, p)
		}
	}
	return list
}

// Ghosts returns the curves of a column at the previous setting, and the pinned ones over the same swept parameter.
func (c Curves) Ghosts(of sweep.Column, axis model.Name) []chart.Series {
	var list []chart.Series
	if before, _ := c.Ghost(); before != nil {
		list = c.Of(before, of)
	}
	for _, p := range c.Pins {
		if p.Axis.Name == axis {
			list = append(list, c.Of(p, of)...)
		}
	}
	return list
}

// Log says whether an axis is logarithmic: what it shows determines that until the user decides.
type Log struct {
	Decided, Log bool // whether the user has decided, and how
	Auto         bool // the default for what is shown
}

// On reports whether the axis is logarithmic.
func (c Log) On() bool {
	if c.Decided {
		return c.Log
	}
	return c.Auto
}

// Toggle switches the axis by the user's decision.
func (c *Log) Toggle() { c.Decided, c.Log = true, !c.On() }

// Sign returns the number of a method's marker and colour, see [chart.Glyphs.Sign]. The marker is always the same. The
// colour is the marker's own, unless a ticked method before it in the table has that: up to [chart.Hues] ticked methods
// have different colours.
func Sign(s *lab.State, method int) int {
	taken := map[int]bool{}
	for i := 0; i <= method && len(taken) < chart.Hues; i++ {
		if !slices.Contains(s.Setting.Spec.Methods, s.Methods[i].Name) {
			continue
		}
		for k := range chart.Hues {
			sign := s.Marker(i) + k*len(chart.Markers(chart.Braille))
			_, hue := chart.Braille.Sign(sign)
			if taken[hue] {
				continue
			}
			if taken[hue] = true; i == method {
				return sign
			}
			break
		}
	}
	return s.Marker(method)
}
