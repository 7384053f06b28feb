package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/number"
)

// spectrumTitle says what a chart shows; the first also tells what K comes to at
// the present setting, in the longest form that fits.
func (m *explorer) spectrumTitle(side, w int) string {
	k := m.spectrum.shown[side]
	pointed := m.Scored()
	long, brief := k.label(), k.label()
	switch k {
	case asEigenvalues:
		long = "eigenvalues λ of K (line) and K̃"
	case asScores:
		long, brief = "leverage scores τ, sorted", "leverage scores"
		if pointed != "" {
			sign := " " + string(m.sign(pointed)) + " "
			long, brief = long+";"+sign+"landmarks of "+pointed, brief+sign+pointed
		}
	case asDegrees:
		a, b := m.look.Marker(0), m.look.Marker(1)
		long = a + " d_eff and " + b + " Bach's d_max = n·max τ over γₛ"
		brief = a + " d_eff  " + b + " d_max over γₛ"
	case asCoherence:
		long, brief = "coherence of K's r leading eigenvectors over r", "coherence over r"
	}
	if side == 1 {
		return m.look.Longest(w, long, brief, k.label())
	}
	facts, few := m.facts()
	if k == asDegrees { // whose markers they are
		marked := strings.NewReplacer("d_eff", m.look.Marker(0)+" d_eff", "d_max", m.look.Marker(1)+" d_max")
		return m.look.Longest(w, marked.Replace(facts)+" over γₛ", marked.Replace(few)+" over γₛ", marked.Replace(few), brief)
	}
	return m.look.Longest(w, long+"   "+facts, k.label()+": "+facts, k.label()+": "+few, few, k.label())
}

// facts are d_eff, d_max and the coherence at the present setting.
func (m *explorer) facts() (all, few string) {
	now := m.spectrum.now
	ridge := m.Setting.Value(model.ScoreRidge(nil), m.Widths())
	dEff, dMax := math.NaN(), math.NaN()
	if len(now.scores) > 0 {
		dEff, dMax = 0, float64(len(now.scores))*slices.Max(now.scores)
		for _, v := range now.scores {
			dEff += v
		}
	}
	if i := slices.Index(now.ridges, ridge); i >= 0 { // without what the factor loses
		dEff, dMax = now.effective[i], now.maximal[i]
	}
	if math.IsNaN(dEff) {
		if now.unscored != "" {
			return now.unscored, "no scores"
		}
		return "computing", "…"
	}
	few = "d_eff " + number.Figure(dEff) + ", d_max " + number.Figure(dMax)
	all = few
	if rank, v := m.coherenceNow(); rank > 0 {
		all += fmt.Sprintf(", coherence %s at r=%d", number.Figure(v), rank)
		few += ", coherence " + number.Figure(v)
	}
	return all, few
}

// coherenceNow is the coherence at the rank of the method whose landmarks are
// marked; rank 0 where it is not known.
func (m *explorer) coherenceNow() (rank int, v float64) {
	now := m.spectrum.now
	rank = len(now.approx[m.Scored()].values)
	if rank < 1 || rank > len(now.coherence) || math.IsNaN(now.coherence[rank-1]) {
		return 0, math.NaN()
	}
	return rank, now.coherence[rank-1]
}

// spectrumLines is a chart.
func (m *explorer) spectrumLines(side int, a curve.Axes) chart.Lines {
	v := &m.spectrum
	kind := v.shown[side]
	lines := chart.Lines{Empty: m.NoPicture(v.failed)}
	switch kind {
	case asEigenvalues:
		lines = m.eigenLines(lines, a.Y.On())
	case asScores:
		lines = m.scoreLines(lines)
	case asDegrees:
		lines.Empty = m.noPairs()
		lines = m.degreeLines(lines)
	case asCoherence:
		lines.Empty = m.noPairs()
		lines = m.coherenceLines(lines)
	}
	if v.now.unscored != "" && kind != asEigenvalues {
		lines = chart.Lines{Empty: v.now.unscored}
	}
	lines.X.Scale, lines.Y.Scale = curve.Scale(a.X.On()), curve.Scale(a.Y.On())
	return lines
}

// noPairs says why what all eigenpairs tell is not there.
func (m *explorer) noPairs() string {
	if text := m.NoPicture(m.spectrum.failed); text != "computing" {
		return text
	}
	return fmt.Sprintf("computing all %d eigenvectors of K", m.Setting.Spec.N)
}

// indexed is a curve over 1, 2, …
func indexed(values []float64) chart.Series {
	s := chart.Series{Y: values, X: make([]float64, len(values)), Color: chart.NoColor}
	for i := range s.X {
		s.X[i] = float64(i + 1)
	}
	return s
}

// thinned keeps some samples of a curve over 1, 2, …, ever fewer to the right, so
// that markers do not cover each other; the last one stays.
func thinned(s chart.Series) chart.Series {
	t := s
	t.X, t.Y = nil, nil
	next := 1.0
	for i := range s.X {
		if float64(i+1) >= next || i == len(s.X)-1 {
			t.X, t.Y = append(t.X, s.X[i]), append(t.Y, s.Y[i])
			next = math.Max(float64(i+2), next*1.12)
		}
	}
	return t
}

// eigenLines are the eigenvalues. What is rounding beside the largest one is left
// out of a log axis: it would stretch it.
func (m *explorer) eigenLines(lines chart.Lines, log bool) chart.Lines {
	v := &m.spectrum
	all, stale := v.now, false
	if all.exact == nil && all.approx == nil {
		all, stale = v.old, true
	}
	exact, exactStale := all.exact, stale
	if exact == nil {
		exact, exactStale = v.old.exact, true
	}
	largest := 0.0
	if len(exact) > 0 {
		largest = exact[0]
	}
	for _, s := range all.approx {
		if len(s.values) > 0 {
			largest = max(largest, s.values[0])
		}
	}
	least := largest * 1e-15
	kept := func(values []float64) []float64 {
		if !log {
			return values
		}
		n := len(values)
		for n > 0 && values[n-1] < least && values[n-1] >= 0 {
			n--
		}
		return values[:n]
	}
	k := indexed(kept(exact))
	k.Name, k.NoMarkers, k.Faint = "K", true, exactStale
	for i, method := range m.Methods {
		s, ok := all.approx[method.Name]
		if !ok || len(s.values) == 0 {
			continue
		}
		curve := thinned(indexed(kept(s.values)))
		curve.Name, curve.Color, curve.Faint, curve.Marker = method.Name, i, stale, m.look.Sign(i)
		lines.Series = append(lines.Series, curve)
	}
	lines.Series = append(lines.Series, k)
	lines.X.Title = "i"
	ridge := m.Setting.Value(model.ScoreRidge(nil), m.Widths())
	lines.HLines = []chart.HLine{{Y: ridge, Labels: []string{"γₛ=" + number.Short(ridge)}, Color: chart.NoColor, Faint: true}}
	return lines
}

// scoreLines are the leverage scores, sorted.
func (m *explorer) scoreLines(lines chart.Lines) chart.Lines {
	v := &m.spectrum
	scores, stale := v.now.scores, false
	if scores == nil {
		scores, stale = v.old.scores, true
	}
	if len(scores) == 0 {
		return lines
	}
	order := byScore(scores)
	sorted, place := make([]float64, len(scores)), make([]int, len(scores))
	sum := 0.0
	for at, i := range order {
		sorted[at], place[i] = scores[i], at
		sum += scores[i]
	}
	s := indexed(sorted)
	s.Name, s.NoMarkers, s.Faint = "τ", true, stale
	lines.Series = []chart.Series{s}
	mean := sum / float64(len(scores))
	lines.HLines = []chart.HLine{{Y: mean, Labels: []string{"mean d_eff/n = " + number.Figure(mean), "mean " + number.Figure(mean)}, Color: chart.NoColor, Faint: true}}
	lines.X.Title = "points"
	name := m.Scored()
	if stale || name == "" {
		return lines
	}
	marked := chart.Series{Name: name, NoLine: true, Color: m.Place(name), Marker: m.sign(name)}
	for _, i := range v.now.approx[name].landmarks {
		if i < len(place) {
			marked.X, marked.Y = append(marked.X, float64(place[i]+1)), append(marked.Y, scores[i])
		}
	}
	lines.Series = append([]chart.Series{marked}, lines.Series...)
	return lines
}

// byScore are the rows, that of the largest score first, the first of equals.
func byScore(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case scores[i] > scores[j]:
			return -1
		case scores[i] < scores[j]:
			return 1
		}
		return 0
	})
	return order
}

// degreeLines are d_eff and d_max over γₛ.
func (m *explorer) degreeLines(lines chart.Lines) chart.Lines {
	all, stale := m.spectrum.now, false
	if all.ridges == nil {
		all, stale = m.spectrum.old, true
	}
	if len(all.ridges) == 0 {
		return lines
	}
	for i, values := range [][]float64{all.effective, all.maximal} {
		lines.Series = append(lines.Series, chart.Series{Name: []string{"d_eff", "d_max"}[i], X: all.ridges, Y: values, Color: i,
			Marker: m.look.Sign(i), Faint: stale})
	}
	ridge := m.Setting.Value(model.ScoreRidge(nil), m.Widths())
	lines.VLines = []chart.VLine{{X: ridge, Label: "γₛ=" + number.Short(ridge), Color: chart.NoColor, Faint: true}}
	lines.X.Title = "γₛ"
	return lines
}

// coherenceLines is the coherence over the rank, with the rank of the method
// pointed at.
func (m *explorer) coherenceLines(lines chart.Lines) chart.Lines {
	values, stale := m.spectrum.now.coherence, false
	if values == nil {
		values, stale = m.spectrum.old.coherence, true
	}
	if len(values) == 0 {
		return lines
	}
	s := chart.Series{Name: "coherence", Color: chart.NoColor, NoMarkers: true, Faint: stale}
	for i, v := range values {
		if !math.IsNaN(v) { // where the vectors are not determined
			s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, v)
		}
	}
	lines.Series = []chart.Series{s}
	lines.X.Title = "r"
	if rank, v := m.coherenceNow(); rank > 0 && !stale {
		lines.Points = []chart.Point{{X: float64(rank), Y: v, Marker: m.sign(m.Scored()), Color: m.Place(m.Scored())}}
		lines.VLines = []chart.VLine{{X: float64(rank), Label: fmt.Sprintf("r=%d", rank), Color: chart.NoColor, Faint: true}}
	}
	if len(s.X) == 0 {
		lines.Empty = "all eigenvalues of K are alike: no leading vectors are determined"
	}
	return lines
}
