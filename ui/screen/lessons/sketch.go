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
	at      int       // the value at which the keys move the point
	heights []float64 // from 0 to 1; NaN where nothing was drawn
	last    float64   // where the next point begins
	pen     *[2]int   // the cell to which the mouse has drawn, nil if its button is not pressed
}

// newSketch returns an empty curve over so many values.
func newSketch(of lesson.Curve, values int) sketch {
	return sketch{of: of, heights: slices.Repeat([]float64{math.NaN()}, values), last: 0.5}
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

// walk keeps the point, and goes on to another value.
func (k *sketch) walk(by int) {
	k.raise(0)
	k.at = min(max(k.at+by, 0), len(k.heights)-1)
}

// Draw moves the point that is being drawn, by values to the right and by steps upwards.
func (s *Screen) Draw(right, up int) {
	const step = 1.0 / 24 // of the axis
	if !s.Draws() {
		return
	}
	if right != 0 {
		s.now.sketch.walk(right)
		s.now.sketch.raise(0)
	}
	if up != 0 {
		s.now.sketch.raise(float64(up) * step)
	}
}

// drawn returns the points of the curve that was drawn.
func (s *Screen) drawn(c lesson.Curve) (x, y []float64) {
	_, values := s.Now().Over(s.bench.Methods())
	axis := yAxis(c)
	for i, h := range s.now.sketch.heights {
		if !math.IsNaN(h) {
			x, y = append(x, values[i]), append(y, axis.Value(h))
		}
	}
	return x, y
}

// yAxis returns the axis on which a curve is drawn.
func yAxis(c lesson.Curve) chart.Axis {
	a := chart.Axis{Lo: c.Lo, Hi: c.Hi, Scale: curve.Scale(c.Column.Scale == sweep.ScaleLog), Notation: curve.Notation(c.Column)}
	if a.Notation == chart.Exponent && a.Scale == chart.Linear {
		a.Notation = chart.Automatic
	}
	return a
}

// DrawnName begins the names of curves that readers have drawn.
const DrawnName = "drawn "

// drawnCurve returns the curve of an answer as a series.
func drawnCurve(c lesson.Curve, x, y []float64) chart.Series {
	return chart.Series{Name: DrawnName + c.Method, X: x, Y: y, Color: chart.NoColor, Dashed: true, Marker: '+'}
}

// Drawn returns the curves that the reader of the open lesson has drawn of a figure, by its title, over a parameter.
func (s *Screen) Drawn(figure, over string) (list []chart.Series) {
	if !s.Open || string(s.Now().Spec.Over[0].Name) != over {
		return nil
	}
	for i, a := range s.now.answers {
		if step := s.Now().Steps[i]; step.Draws() && step.Curve.Column.Title() == figure && len(a.X) > 0 {
			list = append(list, drawnCurve(step.Curve, a.X, a.Y))
		}
	}
	return list
}

// sketchChart returns the chart in which the open step is drawn, or in which the runs stand beside what was drawn.
func (s *Screen) sketchChart() chart.Lines {
	k := &s.now.sketch
	p, values := s.Now().Over(s.bench.Methods())
	lines := chart.Lines{Y: yAxis(k.of), X: chart.Axis{Title: p.Symbol, ID: string(p.Name), Lo: slices.Min(values), Hi: slices.Max(values)}}
	lines.X.Scale = curve.Scale(p.Scale == model.Log && lines.X.Lo > 0 && lines.X.Hi/lines.X.Lo >= 8)
	if x, y := s.drawn(k.of); len(x) > 0 {
		lines.Series = append(lines.Series, drawnCurve(k.of, x, y))
	}
	if s.now.asks {
		here := lines.Y.Value(k.here())
		lines.Points = []chart.Point{{X: values[k.at], Y: here, Color: chart.NoColor}}
		lines.VLines = []chart.VLine{{X: values[k.at], Label: p.Symbol + "=" + lab.KnobText(p, values[k.at]), Color: chart.NoColor, Faint: true}}
		return lines
	}
	x, y := s.Now().Truth(k.of, s.rows())
	if len(x) == 0 {
		return lines
	}
	at := slices.IndexFunc(s.bench.Methods(), func(m model.Method) bool { return m.Name == k.of.Method })
	truth := chart.Series{Name: k.of.Method, X: x, Y: y}
	if at >= 0 {
		truth.Color, truth.Marker = curve.Sign(s.bench, at), s.look.Sign(curve.Sign(s.bench, at))
	}
	lines.Series = append([]chart.Series{truth}, lines.Series...)
	lines.Y.Lo, lines.Y.Hi = min(lines.Y.Lo, slices.Min(y)), max(lines.Y.Hi, slices.Max(y))
	return lines
}

// Truths returns the charts of the curves that steps ask for, as the runs on screen have them.
func (s *Screen) Truths() (list []chart.Chart) {
	now := s.now
	defer func() { s.now = now }()
	for _, step := range s.Now().Steps {
		if step.Draws() {
			s.now = steps{sketch: newSketch(step.Curve, 0)}
			lines := s.sketchChart()
			lines.Y.Title = step.Curve.Column.Title()
			list = append(list, lines)
		}
	}
	return list
}

// drawAt sets the point of the value that is nearest to a cell of the chart.
func (s *Screen) drawAt(col, row, w, h int) {
	lines, k := s.sketchChart(), &s.now.sketch
	_, values := s.Now().Over(s.bench.Methods())
	x, y, ok := lines.At(col, row, w, h, s.look.Glyphs)
	if !ok {
		return
	}
	to, _ := lines.X.Map(x)
	nearest := math.Inf(1)
	for i, v := range values {
		if u, ok := lines.X.Map(v); ok && math.Abs(u-to) < nearest {
			nearest, k.at = math.Abs(u-to), i
		}
	}
	height, _ := lines.Y.Map(y)
	k.last = k.here()
	k.raise(height - k.last)
}

// dragStep draws along the way of the mouse.
func (s *Screen) dragStep(from, to [2]int, w, h int, end bool) []screen.Do {
	k := &s.now.sketch
	if !s.Draws() {
		return nil
	}
	if k.pen == nil {
		k.pen = &from
	}
	at := *k.pen
	steps := max(to[0]-at[0], at[0]-to[0], 1)
	for i := 1; i <= steps; i++ {
		s.drawAt(at[0]+(to[0]-at[0])*i/steps, at[1]+(to[1]-at[1])*i/steps, w, h)
	}
	if k.pen = &to; end {
		k.pen = nil
	}
	return nil
}

// curveTitle names a curve with what it is over.
func (s *Screen) curveTitle(c lesson.Curve) string {
	p, _ := s.Now().Over(s.bench.Methods())
	return c.Column.Title() + " of " + c.Method + " over " + p.Symbol
}
