package lessons

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// sketch is a curve that the reader draws: a height for each value of the swept parameter.
type sketch struct {
	of      lesson.Curve
	xs      []float64 // the values
	at      int       // the value at which the keys move the point
	heights []float64 // from 0 to 1; NaN where nothing was drawn
	last    float64   // where the next point begins
}

// here returns the height of the point that keys move.
func (k *sketch) here() float64 {
	if h := k.heights[k.at]; !math.IsNaN(h) {
		return h
	}
	return k.last
}

// raise moves the point.
func (k *sketch) raise(by float64) {
	k.last = min(max(k.here()+by, 0), 1)
	k.heights[k.at] = k.last
}

// move moves the point that is being drawn, by values to the right and by steps upwards.
func (k *sketch) move(right, up int) {
	const step = 1.0 / 24 // of the axis
	k.raise(0)
	k.at = min(max(k.at+right, 0), len(k.heights)-1)
	k.raise(float64(up) * step)
}

// points returns the points of the curve that was drawn.
func (k *sketch) points() (x, y []float64) {
	axis := yAxis(k.of)
	for i, h := range k.heights {
		if !math.IsNaN(h) {
			x, y = append(x, k.xs[i]), append(y, axis.Value(h))
		}
	}
	return x, y
}

// yAxis returns the axis on which a curve is drawn.
func yAxis(of lesson.Curve) chart.Axis {
	scale := curve.Scale(of.Column.Scale == sweep.ScaleLog)
	return chart.Axis{Lo: of.Lo, Hi: of.Hi, Scale: scale, Notation: curve.Notation(of.Column)}
}

// drawnCurve returns the curve of an answer as a series.
func drawnCurve(of lesson.Curve, x, y []float64) chart.Series {
	return chart.Series{Name: "drawn " + of.Method, X: x, Y: y, Color: chart.NoColor, Dashed: true, Marker: '+'}
}

// empty returns a chart over the swept parameter of the lesson.
func (c *course) empty(y chart.Axis) (lines chart.Lines, p model.Param) {
	p, xs := c.lesson.Over()
	lines = chart.Lines{Y: y, X: chart.Axis{Title: p.Symbol, ID: string(p.Name), Lo: slices.Min(xs), Hi: slices.Max(xs)}}
	lines.X.Scale = curve.Scale(p.Scale == model.Log && lines.X.Lo > 0 && lines.X.Hi/lines.X.Lo >= 8)
	return lines, p
}

// sketched returns the chart in which the open step is drawn.
func (c *course) sketched() chart.Lines {
	k := &c.sketch
	lines, p := c.empty(yAxis(k.of))
	if x, y := k.points(); len(x) > 0 {
		lines.Series = []chart.Series{drawnCurve(k.of, x, y)}
	}
	x := k.xs[k.at]
	lines.Points = []chart.Point{{X: x, Y: lines.Y.Value(k.here()), Color: chart.NoColor}}
	lines.VLines = []chart.VLine{{X: x, Label: p.Symbol + "=" + lab.KnobText(p, x), Color: chart.NoColor, Faint: true}}
	return lines
}

// evidence returns the chart of the runs that answer a step, which has some, over the curve that was drawn, with lines
// at the values that the answer names. While the curves of the runs grow, only their left parts are there.
func (c *course) evidence(at int) chart.Lines {
	list := c.lesson.Evidence(at)
	lines, p := c.empty(yAxis(list[0].Curve))
	lines.Empty = c.bench.WhyEmpty("")
	rows, ys := c.rows(), []float64{}
	for _, seen := range list {
		x, y := c.lesson.Truth(seen.Curve, rows)
		s := chart.Series{Name: seen.Method, NoLine: seen.Points}
		for i := range x {
			if seen.Points && !slices.Contains(seen.At, x[i]) {
				continue
			}
			ys = append(ys, y[i])
			if u, _ := lines.X.Map(x[i]); u <= float64(c.grown)/parts+1e-9 {
				s.X, s.Y = append(s.X, x[i]), append(s.Y, y[i])
			}
		}
		if c.bench.MethodIndex(seen.Method) >= 0 {
			s.Color = screen.Sign(c.bench, seen.Method)
		}
		lines.Series = append(lines.Series, s)
	}
	for _, x := range slices.Compact(slices.Sorted(slices.Values(list[0].At))) {
		label := p.Symbol + "=" + lab.KnobText(p, x)
		lines.VLines = append(lines.VLines, chart.VLine{X: x, Label: label, Color: chart.NoColor, Faint: true})
	}
	if step := c.lesson.Steps[at]; step.Draws() {
		ys = append(ys, lines.Y.Lo, lines.Y.Hi)
		if at < len(c.answers) && len(c.answers[at].X) > 0 {
			lines.Series = append(lines.Series, drawnCurve(step.Curve, c.answers[at].X, c.answers[at].Y))
		}
	}
	if lo, hi, ok := chart.Range(lines.Y.Scale, ys); ok {
		lines.Y.Lo, lines.Y.Hi = lo, hi
	}
	return lines
}

// Truths returns the charts of the curves that steps ask for: empty ones with a grid to draw on, and those of the runs
// on screen, over what was drawn.
func (c *course) Truths() (grids, truths []chart.Lines) {
	c.grown = parts
	_, xs := c.lesson.Over()
	for i, step := range c.lesson.Steps {
		if !step.Draws() {
			continue
		}
		grid, _ := c.empty(yAxis(step.Curve))
		truth := c.evidence(i)
		grid.Y.Title, truth.Y.Title = lesson.InWords(step.Curve.Column), lesson.InWords(step.Curve.Column)
		grid.Series = []chart.Series{{X: []float64{grid.X.Lo}, Y: []float64{grid.Y.Lo}, NoLine: true, NoMarkers: true}}
		for _, x := range xs {
			grid.VLines = append(grid.VLines, chart.VLine{X: x})
		}
		for _, tick := range chart.Ticks(grid.Y, 50) {
			grid.HLines = append(grid.HLines, chart.HLine{Y: tick.Value})
		}
		grids, truths = append(grids, grid), append(truths, truth)
	}
	return grids, truths
}

// drawAt sets the point of the value that is nearest to a cell of the chart.
func (c *course) drawAt(col, row, w, h int) {
	lines, k := c.sketched(), &c.sketch
	area := lines.AreaOf(w, h, c.look.Glyphs)
	if !area.Holds(col, row) {
		return
	}
	to, height := area.Position(col, row)
	nearest := math.Inf(1)
	for i, v := range k.xs {
		if u, ok := lines.X.Map(v); ok && math.Abs(u-to) < nearest {
			nearest, k.at = math.Abs(u-to), i
		}
	}
	k.raise(height - k.here())
}

// drag draws along the path of the mouse.
func (c *course) drag(from, to [2]int, w, h int) {
	if !c.Draws() {
		return
	}
	right, down := to[0]-from[0], to[1]-from[1]
	steps := max(right, -right, 1)
	for i := 1; i <= steps; i++ {
		c.drawAt(from[0]+right*i/steps, from[1]+down*i/steps, w, h)
	}
}
