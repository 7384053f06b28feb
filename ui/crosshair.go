package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// cross is the crosshair: a sample's place on an axis, shown in every chart that
// has this axis.
type cross struct {
	on        bool
	parameter string // what the axis measures
	x         float64
}

// places are the x values of the samples of a chart, ascending: those with a
// marker where any curve has them, else those of all curves. Dashed lines without
// markers are bounds, and may end between samples.
func places(l chart.Lines) []float64 {
	marked := slices.ContainsFunc(l.Series, func(s chart.Series) bool { return !s.NoMarkers && len(s.X) > 0 })
	var xs []float64
	for _, s := range l.Series {
		if s.NoMarkers && (s.Dashed || marked) {
			continue
		}
		for i, x := range s.X {
			if i < len(s.Y) && !math.IsNaN(s.Y[i]) && (l.X.Lo >= l.X.Hi || x >= l.X.Lo && x <= l.X.Hi) {
				xs = append(xs, x)
			}
		}
	}
	for _, p := range l.Points {
		xs = append(xs, p.X)
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// crossChart is the place of the chart whose samples the crosshair walks through: the
// focused one, else the first that has any; −1 for none.
func (m *explorer) crossChart() int {
	charts := m.charts()
	if at := m.keyedChart(); charts[at].Lines != nil {
		return at
	}
	return slices.IndexFunc(charts, func(v screen.Chart) bool { return v.Lines != nil })
}

// moveCross moves the crosshair by samples, and shows it.
func (m *explorer) moveCross(by int) {
	at := m.crossChart()
	if at < 0 {
		m.Info("this chart has no samples to walk through")
		return
	}
	l := m.built[at]
	xs := places(l)
	if len(xs) == 0 {
		m.Info("there are no samples yet")
		return
	}
	at = nearestSample(l.X, xs, m.cross.x)
	switch {
	case !m.cross.on || m.cross.parameter != l.X.ID: // it appears in the middle
		at = len(xs) / 2
	default:
		at = min(max(at+by, 0), len(xs)-1)
	}
	m.cross = cross{true, l.X.ID, xs[at]}
}

// nearestSample is the index of the value that is nearest to x on an axis.
func nearestSample(axis chart.Axis, xs []float64, x float64) int {
	if len(xs) == 0 {
		return -1
	}
	axis.Lo, axis.Hi = xs[0], xs[len(xs)-1]
	to, ok := axis.Map(x)
	best, least := 0, math.Inf(1)
	for i, v := range xs {
		u, fine := axis.Map(v)
		distance := math.Abs(u - to)
		if !ok || !fine {
			distance = math.Abs(v - x)
		}
		if distance < least {
			best, least = i, distance
		}
	}
	return best
}

// crossAt is the sample of a chart that the crosshair is at.
func (m *explorer) crossAt(l chart.Lines) (x float64, ok bool) {
	xs := places(l)
	if !m.cross.on || l.X.ID != m.cross.parameter || len(xs) == 0 {
		return 0, false
	}
	return xs[nearestSample(l.X, xs, m.cross.x)], true
}

// crossed adds the crosshair to a chart.
func (m *explorer) crossed(l chart.Lines) chart.Lines {
	if x, ok := m.crossAt(l); ok {
		l.VLines = append([]chart.VLine{{X: x, Label: "[" + number.Short(x) + "]", Color: chart.MarkColor}}, l.VLines...)
	}
	return l
}

// crossTitle heads a chart with the crosshair: the exact values there, in as many
// digits as there is room for.
func (m *explorer) crossTitle(l chart.Lines, w int) string {
	x, ok := m.crossAt(l)
	if !ok {
		return ""
	}
	var texts []string
	for _, form := range []struct {
		digits int
		names  bool
	}{{6, true}, {6, false}, {4, false}, {3, false}, {2, false}} {
		digits := func(v float64) string { return strconv.FormatFloat(v, 'g', form.digits, 64) }
		parts := []string{l.X.Title + "=" + strconv.FormatFloat(x, 'g', 6, 64)}
		for i, s := range l.Series {
			at := slices.Index(s.X, x)
			if at < 0 || at >= len(s.Y) || math.IsNaN(s.Y[at]) {
				continue
			}
			part := m.seriesMark(s, i)
			if form.names && s.Name != "" {
				part = strings.TrimSpace(part + " " + s.Name)
			}
			part += " " + digits(s.Y[at])
			if at < len(s.Hi) && s.Hi[at] > s.Y[at] && form.digits > 3 {
				part += "±" + strconv.FormatFloat(s.Hi[at]-s.Y[at], 'g', 2, 64)
			}
			parts = append(parts, part)
		}
		for _, p := range l.Points {
			if p.X == x && !slices.ContainsFunc(l.Series, func(s chart.Series) bool { return s.Color == p.Color && slices.Contains(s.X, x) }) {
				parts = append(parts, string(p.Marker)+" "+digits(p.Y))
			}
		}
		texts = append(texts, strings.Join(parts, "  "))
	}
	return m.look.Longest(w, texts...)
}

// seriesMark is what stands for a series beside its figures.
func (m *explorer) seriesMark(s chart.Series, i int) string {
	switch {
	case s.NoMarkers && s.Dashed:
		return "╌"
	case s.Dashed && s.Marker != 0: // pinned, or a bound with samples of its own
		return "╌" + string(s.Marker)
	case s.NoMarkers:
		return "─"
	case s.Marker != 0:
		return string(s.Marker)
	}
	return m.look.Marker(i)
}

// crossKeys walk through the samples of a screen's charts, where it has any.
func crossKeys(s screen.Screen) []binding {
	if !slices.ContainsFunc(s.Panes().Charts, func(v screen.Chart) bool { return v.Lines != nil }) {
		return nil
	}
	return []binding{
		{first: true, keys: []string{"["}, show: "[", does: "crosshair: one sample back or forward; esc hides it", in: onPanes, run: do(func(m *explorer) { m.moveCross(-1) })},
		{first: true, keys: []string{"]"}, show: "]", does: "crosshair: one sample back or forward; esc hides it", in: onPanes, run: do(func(m *explorer) { m.moveCross(1) })},
	}
}
