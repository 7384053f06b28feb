package spectrum

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
)

// title returns the title of a chart. The first chart's title also has the figures of K at
// the present setting, in the longest form that fits into w cells.
func (s *Screen) title(side, w int) string {
	k := s.shown[side]
	pointed := s.bench.CurrentName()
	long, brief := k.label(), k.label()
	switch k {
	case asEigenvalues:
		long, brief = "eigenvalues λ of K (line) and K̃", "eigenvalues (line: K)"
	case asScores:
		long, brief = "leverage scores τ, sorted", "leverage scores"
		if pointed != "" {
			sign, of := " "+string(s.sign(pointed))+" ", pointed+s.bench.WhyNotPointed()
			long, brief = long+";"+sign+"landmarks of "+of, s.look.Longest(w, brief+sign+of, "scores"+sign+of, brief+sign+pointed)
		}
	case asDegrees:
		a, b := s.look.Marker(0), s.look.Marker(1)
		long = a + " d_eff and " + b + " Bach's d_max = n·max τ over γₛ"
		brief = a + " d_eff  " + b + " d_max over γₛ"
	case asCoherence:
		long, brief = "coherence of K's r leading eigenvectors over r", "coherence over r"
	}
	if side == 1 {
		return s.look.Longest(w, long, brief, k.label())
	}
	if s.Now.Unscored != "" {
		return s.look.Longest(w, long, brief, k.label())
	}
	facts, few := s.facts()
	if k == asDegrees { // whose markers they are
		marked := strings.NewReplacer("d_eff", s.look.Marker(0)+" d_eff", "d_max", s.look.Marker(1)+" d_max")
		return s.look.Longest(w, marked.Replace(facts)+" over γₛ", marked.Replace(few)+" over γₛ", marked.Replace(few), brief)
	}
	return s.look.Longest(w, long+"   "+facts, brief+": "+facts, brief+": "+few, k.label()+": "+facts, k.label()+": "+few, few, k.label())
}

// facts are d_eff, d_max and the coherence at the present setting.
func (s *Screen) facts() (all, few string) {
	now := s.Now
	ridge := s.bench.Setting().Value(model.ScoreRidge(nil), s.bench.Widths())
	dEff, dMax := math.NaN(), math.NaN()
	if len(now.Scores) > 0 {
		dEff, dMax = 0, float64(len(now.Scores))*slices.Max(now.Scores)
		for _, v := range now.Scores {
			dEff += v
		}
	}
	if i := slices.Index(now.Ridges, ridge); i >= 0 { // without what the factor loses
		dEff, dMax = now.Effective[i], now.Maximal[i]
	}
	if math.IsNaN(dEff) {
		return "computing", "…"
	}
	few = "d_eff " + number.Figure(dEff) + ", d_max " + number.Figure(dMax)
	all = few
	if rank, v := s.coherenceNow(); rank > 0 {
		all += fmt.Sprintf(", coherence %s at r=%d", number.Figure(v), rank)
		few += ", coherence " + number.Figure(v)
	}
	return all, few
}

// coherenceNow is the coherence at the rank of the method whose landmarks are
// marked; rank 0 where it is not known.
func (s *Screen) coherenceNow() (rank int, v float64) {
	now := s.Now
	rank = len(now.Approx[s.bench.CurrentName()].Values)
	if rank < 1 || rank > len(now.Coherence) || math.IsNaN(now.Coherence[rank-1]) {
		return 0, math.NaN()
	}
	return rank, now.Coherence[rank-1]
}

// lines is a chart.
func (s *Screen) lines(side int, a curve.Axes) chart.Lines {
	kind := s.shown[side]
	lines := chart.Lines{Empty: s.bench.NoPicture(s.Failed)}
	switch kind {
	case asEigenvalues:
		lines = s.eigenLines(lines, a.Y.On())
	case asScores:
		lines = s.scoreLines(lines)
	case asDegrees:
		lines.Empty = s.noPairs()
		lines = s.degreeLines(lines)
	case asCoherence:
		lines.Empty = s.noPairs()
		lines = s.coherenceLines(lines)
	}
	if s.Now.Unscored != "" && kind != asEigenvalues {
		lines = chart.Lines{Empty: s.Now.Unscored}
	}
	lines.X.Scale, lines.Y.Scale = curve.Scale(a.X.On()), curve.Scale(a.Y.On())
	return lines
}

// noPairs returns the reason why a chart that needs all eigenpairs of K is empty.
func (s *Screen) noPairs() string {
	if text := s.bench.NoPicture(s.Failed); text != "computing" {
		return text
	}
	return fmt.Sprintf("computing all %d eigenvectors of K", s.bench.Setting().Spec.N)
}

// scoreLines are the leverage scores, sorted.
func (s *Screen) scoreLines(lines chart.Lines) chart.Lines {
	scores, stale := s.Now.Scores, false
	if scores == nil {
		scores, stale = s.Old.Scores, true
	}
	if len(scores) == 0 {
		return lines
	}
	order := inspect.ByScore(scores)
	sorted, place := make([]float64, len(scores)), make([]int, len(scores))
	sum := 0.0
	for at, i := range order {
		sorted[at], place[i] = scores[i], at
		sum += scores[i]
	}
	line := indexed(sorted)
	line.Name, line.NoMarkers, line.Faint = "τ", true, stale
	lines.Series = []chart.Series{line}
	mean := sum / float64(len(scores))
	lines.HLines = []chart.HLine{{Y: mean, Labels: []string{"mean d_eff/n = " + number.Figure(mean), "mean " + number.Figure(mean)}, Color: chart.NoColor, Faint: true}}
	lines.X.Title, lines.X.ID = "points", "point"
	name := s.bench.CurrentName()
	if stale || name == "" {
		return lines
	}
	marked := chart.Series{Name: name, NoLine: true, Color: s.number(name), Marker: s.sign(name)}
	for _, i := range s.Now.Approx[name].Landmarks {
		if i < len(place) {
			marked.X, marked.Y = append(marked.X, float64(place[i]+1)), append(marked.Y, scores[i])
		}
	}
	lines.Series = append([]chart.Series{marked}, lines.Series...)
	return lines
}

// degreeLines are d_eff and d_max over γₛ.
func (s *Screen) degreeLines(lines chart.Lines) chart.Lines {
	all, stale := s.Now, false
	if all.Ridges == nil {
		all, stale = s.Old, true
	}
	if len(all.Ridges) == 0 {
		return lines
	}
	for i, values := range [][]float64{all.Effective, all.Maximal} {
		lines.Series = append(lines.Series, chart.Series{Name: []string{"d_eff", "d_max"}[i], X: all.Ridges, Y: values, Color: i,
			Marker: s.look.Sign(i), Faint: stale})
	}
	ridge := s.bench.Setting().Value(model.ScoreRidge(nil), s.bench.Widths())
	lines.VLines = []chart.VLine{{X: ridge, Label: "γₛ=" + number.Short(ridge), Color: chart.NoColor, Faint: true}}
	lines.X.Title, lines.X.ID = "γₛ", model.ScoreRidgeName
	return lines
}

// coherenceLines is the coherence over the rank, with the rank of the method
// pointed at.
func (s *Screen) coherenceLines(lines chart.Lines) chart.Lines {
	values, stale := s.Now.Coherence, false
	if values == nil {
		values, stale = s.Old.Coherence, true
	}
	if len(values) == 0 {
		return lines
	}
	line := chart.Series{Name: "coherence", Color: chart.NoColor, NoMarkers: true, Faint: stale}
	for i, v := range values {
		if !math.IsNaN(v) { // where the vectors are not determined
			line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, v)
		}
	}
	lines.Series = []chart.Series{line}
	lines.X.Title, lines.X.ID = "r", "rank"
	if rank, v := s.coherenceNow(); rank > 0 && !stale {
		lines.Points = []chart.Point{{X: float64(rank), Y: v, Marker: s.sign(s.bench.CurrentName()), Color: s.number(s.bench.CurrentName())}}
		lines.VLines = []chart.VLine{{X: float64(rank), Label: fmt.Sprintf("r=%d", rank), Color: chart.NoColor, Faint: true}}
	}
	if len(line.X) == 0 {
		lines.Empty = "all eigenvalues of K are alike: no leading vectors are determined"
	}
	return lines
}

// number returns that of a method's marker and colour.
func (s *Screen) number(name string) int {
	return curve.Sign(s.bench, max(s.bench.MethodIndex(name), 0))
}

// sign is the marker of a method.
func (s *Screen) sign(name string) rune { return s.look.Sign(s.number(name)) }
