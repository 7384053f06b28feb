// Package samples shows the samples of a chart one by one: with a crosshair that walks through
// them, or as numbers in place of the chart.
package samples

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/look"
)

// Crosshair marks a sample by its value on an axis. All charts with this axis show it.
type Crosshair struct {
	On   bool
	Axis string // the quantity on the axis
	X    float64
}

// places returns the x values of a chart's samples, ascending: of samples with markers where any curve has markers,
// else of all curves. Thin and dashed lines without markers are bounds, and may end between samples.
func places(l chart.Lines) []float64 {
	marked := slices.ContainsFunc(l.Series, func(s chart.Series) bool { return !s.NoMarkers && len(s.X) > 0 })
	var xs []float64
	for _, s := range l.Series {
		if s.NoMarkers && (s.Dashed || s.Thin || marked) {
			continue
		}
		for i, x := range s.X {
			if i < len(s.Y) && !math.IsNaN(s.Y[i]) && (l.X.Lo >= l.X.Hi || x >= l.X.Lo && x <= l.X.Hi) {
				xs = append(xs, x)
			}
		}
	}
	for _, p := range l.Points {
		if !l.Zoomed || p.X >= l.X.Lo && p.X <= l.X.Hi {
			xs = append(xs, p.X)
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// Move moves the crosshair by samples of a chart, and shows it. It reports whether there are any.
func (c *Crosshair) Move(l chart.Lines, by int) bool {
	xs := places(l)
	if len(xs) == 0 {
		return false
	}
	at := len(xs) / 2 // the crosshair first appears in the middle
	if c.On && c.Axis == l.X.ID {
		at = min(max(nearestSample(l.X, xs, c.X)+by, 0), len(xs)-1)
	}
	*c = Crosshair{true, l.X.ID, xs[at]}
	return true
}

// Near returns a crosshair at the sample of a settled chart that is nearest to position u on the x axis, off if there
// is none.
func Near(l chart.Lines, u float64) Crosshair {
	xs := places(l)
	if len(xs) == 0 {
		return Crosshair{}
	}
	return Crosshair{true, l.X.ID, xs[nearestSample(l.X, xs, l.X.Value(min(max(u, 0), 1)))]}
}

// nearestSample returns the index of the value that is nearest to x on an axis.
func nearestSample(axis chart.Axis, xs []float64, x float64) int {
	distance := func(v float64) float64 {
		if axis.Scale == chart.Log && v > 0 && x > 0 {
			return math.Abs(math.Log(v / x))
		}
		return math.Abs(v - x)
	}
	best := 0
	for i, v := range xs {
		if distance(v) < distance(xs[best]) {
			best = i
		}
	}
	return best
}

// At returns the place of the sample at the crosshair.
func (c *Crosshair) At(l chart.Lines) (x float64, ok bool) {
	xs := places(l)
	if !c.On || l.X.ID != c.Axis || len(xs) == 0 {
		return 0, false
	}
	return xs[nearestSample(l.X, xs, c.X)], true
}

// Over returns a chart with the crosshair drawn in it.
func (c *Crosshair) Over(l chart.Lines) chart.Lines {
	if x, ok := c.At(l); ok {
		l.VLines = append([]chart.VLine{{X: x, Label: "[" + number.Short(x) + "]", Color: chart.MarkColor}}, l.VLines...)
	}
	return l
}

// readOut is a form in which the values at a crosshair are written.
type readOut struct {
	digits int
	named  bool // all curves are; else those without markers, whose only sign is their kind, until briefer forms
	brief  bool // without blanks and names, each number in its shortest form
	bare   bool // and without bounds, and zeros before points
}

// Title heads a chart with the crosshair: the values there, in as many digits as their standard errors carry, and as
// there is room for; in the shortest form, as many values as there is room for. It adds end if at least two digits of
// each value fit before it. It is "" where the crosshair is not in the chart.
func (c *Crosshair) Title(l chart.Lines, end string, w int, look *look.Look) string {
	x, ok := c.At(l)
	if !ok {
		return ""
	}
	var texts, rest []string
	for _, form := range []readOut{{digits: 4, named: true}, {digits: 3, named: true}, {digits: 3}, {digits: 2},
		{digits: 2, brief: true}} {
		text := form.text(l, x, look)
		texts, rest = append(texts, text+end), append(rest, text)
	}
	rest = append(rest, readOut{digits: 2, brief: true, bare: true}.text(l, x, look))
	values := strings.Fields(readOut{digits: 1, brief: true, bare: true}.text(l, x, look))
	for n, more := len(values), ""; n > 0; n, more = n-1, " …" {
		rest = append(rest, strings.Join(values[:n], " ")+more)
	}
	return look.Longest(w, append(texts, rest...)...)
}

// text writes the values of a chart's curves at x.
func (f readOut) text(l chart.Lines, x float64, look *look.Look) string {
	parts := []string{l.X.Title + "=" + placeText(x)}
	add := func(sign string, v float64, digits int, end string) {
		text := sign + " " + l.Y.Text(v, digits)
		if f.brief {
			value := shortest(l.Y, v, digits)
			if behind, fraction := strings.CutPrefix(value, "0."); fraction && f.bare {
				value = "." + behind
			}
			text = sign + value
		}
		parts = append(parts, text+end)
	}
	for _, s := range l.Series {
		at := slices.Index(s.X, x)
		isBound := s.NoMarkers && (s.Dashed || s.Thin)
		if at < 0 || at >= len(s.Y) || math.IsNaN(s.Y[at]) || f.bare && isBound {
			continue
		}
		sign, digits, band := seriesMark(s), f.digits, ""
		if f.named || s.NoMarkers && f.digits > 2 {
			sign = strings.TrimSpace(sign + " " + s.Name)
		}
		if at < min(len(s.Lo), len(s.Hi)) {
			half := (s.Hi[at] - s.Lo[at]) / 2
			digits = digitsOf(s.Y[at], half, f.digits)
			if half > l.Y.Rounding && f.named {
				band = between(l.Y, s.Lo[at], s.Y[at], s.Hi[at])
			}
		}
		add(sign, s.Y[at], digits, band)
	}
	for _, p := range l.Points {
		hasIt := func(s chart.Series) bool { return s.Color == p.Color && slices.Contains(s.X, x) }
		if p.X == x && !slices.ContainsFunc(l.Series, hasIt) {
			add(string(p.Sign()), p.Y, f.digits, "")
		}
	}
	if f.brief {
		return strings.Join(parts, " ")
	}
	return strings.Join(parts, "  ")
}

// shortest writes a number in its shortest form.
func shortest(axis chart.Axis, v float64, digits int) string {
	if axis.Notation == chart.Percent || math.Abs(v) < axis.Rounding {
		return axis.Text(v, digits)
	}
	return strings.NewReplacer("e-0", "e-", "e+0", "e").Replace(strconv.FormatFloat(v, 'g', digits, 64))
}

// placeText writes a place on the x axis: whole numbers in all digits.
func placeText(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e7 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

// digitsOf returns how many digits of a value, at most most, a standard error carries: up to its own second digit.
func digitsOf(v, se float64, most int) int {
	if !(se > 0) || v == 0 {
		return most
	}
	return min(max(int(math.Floor(math.Log10(math.Abs(v)))-math.Floor(math.Log10(se)))+2, 1), most)
}

// between writes the ends of a band at a sample: after ± where it lies in the middle.
func between(axis chart.Axis, lo, y, hi float64) string {
	if math.Abs((hi-y)-(y-lo)) <= 1e-6*(hi-lo) {
		return "±" + axis.Text(hi-y, 2)
	}
	return "[" + axis.Text(lo, 3) + ", " + axis.Text(hi, 3) + "]"
}

// seriesMark returns the sign that identifies a series beside its figures.
func seriesMark(s chart.Series) string {
	switch {
	case s.Dotted:
		return "·"
	case s.NoMarkers && s.Dashed:
		return "╌"
	case s.Dashed: // pinned, or a bound with samples of its own
		return "╌" + string(s.Sign())
	case s.NoMarkers:
		return "─"
	}
	return string(s.Sign())
}
