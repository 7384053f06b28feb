package curve

import (
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
)

// OverSwept returns the chart of a column over the swept parameter, with the floor of errors that have one. Where
// marked is set it marks the present setting.
func (c Curves) OverSwept(a *Axes, of sweep.Column, marked bool) chart.Lines {
	o, p := c.Shown(), c.AxisParam()
	var lines chart.Lines
	lines.X.Title, lines.X.ID = p.Symbol, string(p.Name)
	lines.Series = append(c.Of(o, of), c.Ghosts(of, o.Axis.Name)...)
	if xs := o.Axis.Values; len(xs) > 1 {
		lines.X.Lo, lines.X.Hi = o.Ends()
		a.X.Auto = p.Scale == model.Log && lines.X.Lo > 0 && lines.X.Hi/lines.X.Lo >= 8
	}
	lines.X.Scale = Scale(a.X.On())
	at := c.Setting
	if c.Frozen { // no figure follows the knobs
		at = o.Setting
	}
	x := at.Value(p)
	within := x >= lines.X.Lo && x <= lines.X.Hi
	if marked && within && at.Condition(p.Name).IsZero() {
		lines.Points = c.Points("", of, func(rows []sweep.Result) float64 {
			if at := lab.ParamValue(&rows[0], p.Name); !math.IsNaN(at) { // as the sample of the curve has it
				return at
			}
			return x
		})
		lines.VLines = []chart.VLine{{X: x, Label: p.Symbol + "=" + lab.KnobText(p, x), Color: chart.NoColor, Faint: true}}
	}
	floor := chart.Series{Name: FloorName, Color: chart.NoColor, Faint: o != c.Outcome, Thin: true, NoMarkers: true}
	floor.X, floor.Y = o.Floor()
	a.Settle(&lines, of, floor.Y, c.Outcome.Finished)
	shown := func(y float64) bool {
		_, ok := lines.Y.Map(y)
		return ok && y >= lines.Y.Lo
	}
	if of.Floor != "" && slices.ContainsFunc(floor.Y, shown) {
		lines.Series = append(lines.Series, floor)
	}
	return lines
}

// Settle sets scale, notation and range of the y axis. Scale and notation are the same before the first figure and
// after the last, unless in the end no figure is above 0. The axis covers the part of the floor that lies at most a
// decade below the rest, and horizontal lines near the figures.
func (a *Axes) Settle(lines *chart.Lines, of sweep.Column, floor []float64, finished bool) {
	lines.Y.ID = of.Name
	a.Y.Auto = of.Scale == sweep.ScaleLog
	lines.Y.Scale = Scale(a.Y.On())
	_, values := lines.Values()
	for _, h := range lines.HLines {
		if _, hi, ok := chart.Range(chart.Linear, values...); ok && h.Y <= 2*hi {
			values = append(values, []float64{h.Y})
		}
	}
	if of.Share() && !a.Y.On() {
		values = append(values, []float64{0, 1})
	}
	if of.Format == sweep.FormatError { // those of rounding would stretch the axis by decades
		lines.Y.Rounding = number.Rounding
		isZero := func(y float64) bool { return !(y >= number.Rounding) }
		if errors := slices.DeleteFunc(slices.Concat(values...), isZero); a.Y.On() && len(errors) > 0 {
			values = [][]float64{errors}
		}
	}
	least, _, positive := chart.Range(chart.Log, values...)
	for _, y := range floor {
		if positive && of.Floor != "" && y >= least/10 {
			values = append(values, []float64{y})
		}
	}
	lines.Y.Scale = Scale(a.Y.On() && (positive || !finished))
	if lines.Y.Notation = Notation(of); lines.Y.Notation == chart.Exponent && lines.Y.Scale == chart.Linear {
		lines.Y.Notation = chart.Automatic
	}
	lo, hi, ok := RangeFrom(of.Least, lines.Y.Scale, values...)
	if !ok {
		return
	}
	if !positive && hi > 0 {
		lo = 0 // all figures are 0, and none can be less
	}
	a.SetRange(&lines.Y, lo, hi, finished)
}

// FloorName is the name of the curve of the floor: the error of the best approximation with the rank of the budget.
const FloorName = "floor"

// RangeFrom returns the range of an axis that begins at the least value of a column, 0 for none.
// A value below it, as an estimate may be, is shown all the same.
func RangeFrom(first float64, scale chart.Scale, values ...[]float64) (lo, hi float64, ok bool) {
	if lo, hi, ok = chart.Range(scale, values...); !ok || first == 0 {
		return lo, hi, ok
	}
	least := slices.Min(slices.Concat(values...))
	lo, hi, _ = chart.Range(scale, append(values, []float64{first})...)
	if least >= first-1e-9 {
		lo = first
	}
	return lo, hi, true
}

// Heading returns the label of a column with its unit.
func Heading(c sweep.Column) string {
	text := c.Title() + ": " + c.Doc
	if strings.HasPrefix(c.Doc, c.Title()) {
		text = c.Doc
	}
	if c.Unit != "" {
		text += ","
	}
	return text + InUnit(c)
}

// InUnit returns the unit of a column with the words before it, "" for a plain number.
func InUnit(c sweep.Column) string {
	if c.Unit == "" {
		return ""
	}
	return " in " + c.Unit
}

// NameBand names what the bands of a chart show, or its bars, if it has any.
func (c Curves) NameBand(l *chart.Lines) {
	if slices.ContainsFunc(l.Series, func(s chart.Series) bool { return len(s.Lo) > 0 }) {
		l.Band = c.Spread.Label(false)
	}
}

// OfOne removes the bands of all methods but one, as several would hide each other.
func OfOne(l *chart.Lines, method string) {
	for i := range l.Series {
		if s := &l.Series[i]; s.Name != method {
			s.Lo, s.Hi, s.XLo, s.XHi = nil, nil, nil, nil
		}
	}
}

// Asides returns what a title says after the figure, in three forms, the longest first: while a knob turns, that the
// curves are a preview, and the setting of the previous ones; else what the bands are.
func (c Curves) Asides(l chart.Lines) [3]string {
	text := ""
	if what := c.Shown().Preview; what != "" {
		text = "   " + what
	}
	if o, was := c.Ghost(); o != nil {
		text += "   ╌╌ " + was
	}
	what, brief := "   band ", c.Spread.Label(true)
	switch {
	case text != "" || l.Band == "":
		return [3]string{text, text, ""}
	case l.HasBars():
		what = "   bars "
	}
	return [3]string{what + l.Band, what + brief, " " + brief}
}
