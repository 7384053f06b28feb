package spectrum

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// title returns the title of a chart, with what it has at the present setting.
func (s *Screen) title(kind, w int) string {
	name, pointed := kinds()[kind].Name, s.bench.CurrentName()
	switch kind {
	case eigenvalues:
		return s.look.Longest(w, "eigenvalues λ of K (line) and K̃   below: λ̃/λ", "eigenvalues of K (line) and K̃",
			name+" (line: K)", name)
	case scores:
		if pointed == "" {
			return s.look.Longest(w, "leverage scores τ, sorted", name)
		}
		marker := " " + s.look.Marker(screen.Sign(s.bench, pointed)) + " "
		return s.look.Longest(w, "leverage scores τ, sorted;"+marker+"landmarks of "+pointed, name+marker+pointed, name)
	case degrees:
		first, second := s.look.Marker(0)+" d_eff ", s.look.Marker(1)+" d_max "
		dEff, dMax := s.freedom()
		if math.IsNaN(dEff) {
			return s.look.Longest(w, first+"and "+second+"over γₛ", name)
		}
		first, second = first+number.Figure(dEff), second+number.Figure(dMax)
		return s.look.Longest(w, first+" and "+second+" (Bach's n·max τ) over γₛ", first+", "+second+" over γₛ", name)
	}
	return s.look.Longest(w, "coherence of K's r leading eigenvectors over r", name+" over r", name)
}

// freedom returns d_eff and d_max at the present setting, NaN while they are not known.
func (s *Screen) freedom() (dEff, dMax float64) {
	if i := slices.Index(s.Now.Ridges, s.ridge()); i >= 0 {
		return s.Now.Effective[i], s.Now.Maximal[i]
	}
	return math.NaN(), math.NaN()
}

// lines returns a chart. What it shows of the previous setting is faint.
func (s *Screen) lines(kind int) chart.Lines {
	a, l := &s.axes[kind], chart.Lines{Empty: s.bench.NoPicture(s.Failed)}
	a.X.Auto, a.Y.Auto = true, true
	if kind >= degrees && l.Empty == "computing" {
		l.Empty = fmt.Sprintf("computing all %d eigenvectors of K", s.bench.Setting.Spec.N)
	}
	switch {
	case kind != eigenvalues && s.Now.Missing != "":
		l.Empty = s.Now.Missing
	case kind == eigenvalues:
		s.eigenLines(&l, a.Y.On())
	case kind == scores:
		s.scoreLines(&l)
	case kind == degrees:
		s.degreeLines(&l)
	default:
		s.coherenceLines(&l)
	}
	l.X.Scale, l.Y.Scale = curve.Scale(a.X.On()), curve.Scale(a.Y.On())
	return l
}

// indexed returns a curve over 1, 2, …
func indexed(name string, values []float64, stale bool) chart.Series {
	s := chart.Series{Name: name, Y: values, Color: chart.NoColor, NoMarkers: true, Faint: stale}
	for i := range values {
		s.X = append(s.X, float64(i+1))
	}
	return s
}

// ofMethod returns the curve of a method over 1, 2, … It keeps the last sample, and of the others fewer and fewer to
// the right, so that markers do not cover each other.
func (s *Screen) ofMethod(name string, values []float64, stale bool) chart.Series {
	line := indexed(name, values, stale)
	xs, ys, next := line.X, line.Y, 1.0
	line.Color = screen.Sign(s.bench, name)
	line.NoMarkers, line.X, line.Y = false, nil, nil
	for i, x := range xs {
		if x >= next || i == len(xs)-1 {
			line.X, line.Y = append(line.X, x), append(line.Y, ys[i])
			next = math.Max(x+1, next*1.12)
		}
	}
	return line
}

// spectra returns the eigenvalues of K and of the methods' K̃, or the previous ones while there are none.
func (s *Screen) spectra() (exact []float64, methods map[string]Approximate, stale bool) {
	methods = s.Now.Approx
	if stale = s.Now.Exact == nil && methods == nil; stale {
		methods = s.Old.Approx
	}
	return s.Now.over(s.Old).Exact, methods, stale
}

// eigenLines adds the eigenvalues. On a logarithmic axis it leaves out those that are rounding errors beside the
// largest one, which would stretch the axis.
func (s *Screen) eigenLines(l *chart.Lines, log bool) {
	exact, methods, stale := s.spectra()
	largest := 0.0
	for _, one := range methods {
		largest = max(largest, slices.Max(append(one.Values, 0)))
	}
	largest = max(largest, slices.Max(append(slices.Clone(exact), 0)))
	kept := func(values []float64) []float64 {
		n := len(values)
		for log && n > 0 && values[n-1] < largest*1e-15 && values[n-1] >= 0 {
			n--
		}
		return values[:n]
	}
	for _, method := range s.bench.Methods {
		if one := methods[method.Name]; len(one.Values) > 0 {
			l.Series = append(l.Series, s.ofMethod(method.Name, kept(one.Values), stale))
		}
	}
	l.Series = append(l.Series, indexed("K", kept(exact), s.Now.Exact == nil))
	l.X.Title, l.X.ID = "i", "eigenvalue"
	l.HLines = []chart.HLine{{Y: s.ridge(), Labels: []string{"γₛ=" + number.Short(s.ridge())}}}
	if dEff, _ := s.freedom(); dEff >= 1 {
		l.VLines = []chart.VLine{{X: dEff, Label: "d_eff=" + number.Figure(dEff), Color: chart.NoColor, Faint: true}}
	}
}

// ratios returns the chart of λ̃/λ, as far as λ is not a rounding error, with the x axis of the chart of eigenvalues.
func (s *Screen) ratios(of chart.Lines) chart.Lines {
	exact, methods, stale := s.spectra()
	l := chart.Lines{X: of.X, VLines: slices.Clone(of.VLines), Zoomed: true, Empty: "computing"}
	for i := range l.VLines {
		l.VLines[i].Label = ""
	}
	l.Y = chart.Axis{Title: "λ̃/λ", Hi: 2}
	l.HLines = []chart.HLine{{Y: 1}}
	for _, line := range of.Series {
		one := methods[line.Name]
		values := make([]float64, 0, len(one.Values))
		for i, v := range one.Values[:min(len(one.Values), len(exact))] {
			if exact[i] > 1e-12*exact[0] {
				values = append(values, v/exact[i])
			}
		}
		if len(values) > 0 {
			l.Series = append(l.Series, s.ofMethod(line.Name, values, stale))
			l.Series[len(l.Series)-1].Name = "" // the curve above has it at its end
		}
	}
	return l
}

// scoreLines adds the leverage scores, sorted.
func (s *Screen) scoreLines(l *chart.Lines) {
	values, stale := s.Now.over(s.Old).Scores.Scores, s.Now.Scores.Scores == nil
	if len(values) == 0 {
		return
	}
	order := inspect.ByScore(values)
	sorted, place, sum := make([]float64, len(values)), make([]int, len(values)), 0.0
	for at, i := range order {
		sorted[at], place[i] = values[i], at
		sum += values[i]
	}
	mean := number.Figure(sum / float64(len(values)))
	l.HLines = []chart.HLine{{Y: sum / float64(len(values)), Labels: []string{"mean d_eff/n = " + mean, "mean " + mean}}}
	l.X.Title, l.X.ID = "points", "point"
	if name := s.bench.CurrentName(); !stale && name != "" {
		marked := chart.Series{Name: name, Color: screen.Sign(s.bench, name), NoLine: true}
		for _, i := range s.Now.Approx[name].Landmarks {
			marked.X, marked.Y = append(marked.X, float64(place[i]+1)), append(marked.Y, values[i])
		}
		l.Series = append(l.Series, marked)
	}
	l.Series = append(l.Series, indexed("τ", sorted, stale))
}

// degreeLines adds d_eff and d_max over γₛ.
func (s *Screen) degreeLines(l *chart.Lines) {
	all := s.Now.over(s.Old).Degrees
	if len(all.Ridges) == 0 {
		return
	}
	faint := s.Now.Ridges == nil
	l.Series = []chart.Series{
		{Name: "d_eff", X: all.Ridges, Y: all.Effective, Color: 0, Faint: faint},
		{Name: "d_max", X: all.Ridges, Y: all.Maximal, Color: 1, Faint: faint},
	}
	l.VLines = []chart.VLine{{X: s.ridge(), Label: "γₛ=" + number.Short(s.ridge()), Color: chart.NoColor, Faint: true}}
	l.X.Title, l.X.ID = "γₛ", model.ScoreRidgeName
}

// coherenceLines adds the coherence over the rank.
func (s *Screen) coherenceLines(l *chart.Lines) {
	line := indexed("coherence", s.Now.over(s.Old).Coherence, s.Now.Coherence == nil)
	values := line.Y
	line.X, line.Y = nil, nil
	for i, v := range values {
		if !math.IsNaN(v) { // where the vectors are not determined
			line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, v)
		}
	}
	if len(values) > 0 && len(line.X) == 0 {
		l.Empty = "all eigenvalues of K are alike: no leading vectors are determined"
	}
	l.Series = []chart.Series{line}
	l.X.Title, l.X.ID = "r", "rank"
}

// text draws a chart in w×h cells. Below the eigenvalues are the ratios, and why methods have none.
func (s *Screen) text(kind int, built chart.Lines, w, h int) []string {
	if kind != eigenvalues {
		return screen.Drawn(s.look, built, w, h)
	}
	var below []string
	for _, method := range s.bench.Methods {
		if why := s.Now.Approx[method.Name].Missing; why != "" && h >= 10 {
			color := screen.Sign(s.bench, method.Name)
			text := s.look.Fit(s.look.Text(method.Name+": "+why), w-4)
			below = append(below, " "+s.look.Colored(s.look.Marker(color), color)+" "+text)
		}
	}
	if s.Failed != nil && len(s.Now.Exact) > 0 && h >= 10 { // else it stands in the middle
		below = append(below, " "+lab.Message(s.Failed))
	}
	below = below[:min(len(below), h/5)]
	if settled, ok := built.Settled(); ok && h >= 11 {
		high, title := 3, 0 // without an axis and its title
		if h >= 15 {
			high, title = h/3|1, 2 // odd, so that 1, in the middle of the axis, is in the middle of a row
		}
		area := built.AreaOf(w, h-high-len(below), s.look.Glyphs)
		ratios := s.ratios(settled).Render(area.Left+area.Cols+title, high, s.look.Glyphs, s.look.Paint)
		below = append(strings.Split(ratios, "\n"), below...)
	}
	return append(screen.Drawn(s.look, built, w, h-len(below)), below...)
}
