package stream

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// title heads the first chart: what the dictionary keeps at the cursor.
func (s *Screen) title(_ chart.Lines, w int) string {
	p, at, _ := s.Shown()
	if at < 0 {
		return s.look.Longest(w, "the dictionary over t, the points seen", "dictionary over t")
	}
	keeps, name, rep, brief := fmt.Sprintf("keeps %d of %d", p.Steps[at].Points, p.Steps[at].Seen), p.Method, "", ""
	if !slices.Contains(s.bench.Setting.Spec.Methods, p.Method) {
		name += ", not ticked,"
	}
	if s.bench.Setting.Spec.Reps > 1 { // the table has the mean
		rep, brief = " in repetition 1", ", rep 1"
	}
	name += " " + keeps
	return s.look.Longest(w, name+" points"+rep, name+" points"+brief, name+brief, name, keeps)
}

// text draws the first chart: the sizes over t, or the merge tree, below a line about the playback.
func (s *Screen) text(built chart.Lines, w, h int) []string {
	p, at, stale := s.Shown()
	if at < 0 {
		return s.look.Message(s.noStream(), w, h)
	}
	var head []string
	if h >= 9 {
		head = append(head, s.playLine(p, at, w))
	}
	if p.Tree && !s.sizes {
		return append(head, s.treeLines(p, at, stale, w, h-len(head))...)
	}
	return screen.Named(s.look, head, built, w, h)
}

// playLine says how far the playback is, in the points of a pass or the nodes of a merge tree. Its bar shows the share
// of all nodes only when all are there.
func (s *Screen) playLine(p *Passage, at, w int) string {
	done, all, what := p.Steps[at].Seen, p.N, "t="
	if p.Tree {
		done, all, what = at+1, len(p.Steps), "node "
	}
	what = fmt.Sprintf(" %s%*d/%d ", what, len(fmt.Sprint(all)), done, all)
	state, ridge, why := "paused", "  γₛ="+number.Short(p.Steps[at].Ridge), ""
	switch {
	case s.Playing:
		state = "playing " + number.Short(Paces()[s.Pace]) + "/s"
	case s.ended():
		state = "at the end"
	}
	if !p.Tree || s.Done {
		what += chart.Bar(done, all, 10, s.look.Glyphs) + " "
	}
	if !s.Done {
		state += ", computing"
	}
	if p.Steps[at].Ridge != s.bench.Setting.Value(model.ScoreRidge(nil)) { // that of the knob
		why = " (from m)"
	}
	return s.look.Text(s.look.Longest(w, what+state+ridge+why, what+state+ridge, what+state, what))
}

// The curves of the first chart. The last is theory's bound on the copies, which is shown if a step exceeds it.
const (
	pointsCurve = iota
	copiesCurve
	dEffCurve
	estimateCurve
	boundCurve
	sizeCurves
)

// sizesLines returns the chart of sizes over t, up to the cursor. Its axes span all
// steps, so that they do not move while the steps are played.
func (s *Screen) sizesLines() chart.Lines {
	a := &s.axes[0]
	p, at, stale := s.Shown()
	lines := chart.Lines{Empty: s.noStream()}
	if at < 0 {
		return lines
	}
	names := [sizeCurves]string{"points", "copies", "d_eff", "d̃", "3q̄·d_eff"}
	colors := [sizeCurves]int{0, 1, 4, 5, 3} // of sixteen colours the third is yellow, which can't be read on white
	var curves [sizeCurves]chart.Series
	alike := s.look.Colored(names[0], 0) == names[0] // without colours lines look alike, and markers tell them apart
	for i, name := range names {
		curves[i] = chart.Series{Name: name, Color: colors[i], Faint: stale,
			NoLine: p.Tree, NoMarkers: !p.Tree && !alike, Dashed: i >= estimateCurve}
	}
	var all []float64
	broken := false
	for k, one := range p.Steps {
		values := [sizeCurves]float64{float64(one.Points), float64(one.Copies), math.NaN(), one.Estimate, one.Bound}
		if one.Exact != nil {
			values[dEffCurve] = one.Exact.DEff
		}
		if all = append(all, values[:boundCurve]...); k > at {
			continue
		}
		broken = broken || float64(one.Copies) > one.Bound
		for i, y := range values {
			if !math.IsNaN(y) {
				curves[i].X, curves[i].Y = append(curves[i].X, float64(one.Seen)), append(curves[i].Y, y)
			}
		}
	}
	lines.Series = curves[:boundCurve]
	if broken {
		lines.Series = curves[:]
	}
	if p.Tree {
		lines.Series = slices.Delete(lines.Series, estimateCurve, estimateCurve+1)
	}
	lo, hi, positive := chart.Range(chart.Log, all)
	a.Y.Auto = positive && hi/lo >= 10
	s.overT(&lines, p, at, a, all, positive)
	return lines
}

// accuracyTitle heads the second chart, and says at how many steps K−K̃ exceeds the bound that the method aims at,
// which has the ε that was asked for, and not the ε(S) that the dictionary reached.
func (s *Screen) accuracyTitle(_ chart.Lines, w int) string {
	p, at, _ := s.Shown()
	failed, known, above, now := 0, 0, 0, ""
	for _, one := range p.Steps[:at+1] {
		if one.Exact == nil {
			continue
		}
		if known++; !one.Exact.GammaOK {
			failed++
		}
		if one.Exact.EpsilonS > p.Epsilon {
			above++
		}
		now = "ε(S) = " + number.Figure(one.Exact.EpsilonS)
	}
	switch {
	case known == 0:
		return s.look.Longest(w, "accuracy ε(S) of the dictionary over t", "accuracy ε(S) over t", "ε(S) over t")
	case failed == 0 && above == 0:
		return s.look.Longest(w, "accuracy of the dictionary: "+now, "accuracy: "+now, now)
	case failed == 0:
		often := fmt.Sprintf("%s, above ε at %d of %d steps", now, above, known)
		return s.look.Longest(w, "accuracy of the dictionary: "+often, "accuracy: "+often, often, now)
	}
	sign, often := now+"; "+string(s.look.Glyphs.Mark('✗')), fmt.Sprintf(" at %d of %d steps", failed, known)
	fails := sign + " K−K̃ > γₛ/(1−" + number.Short(p.Epsilon) + ")" + often
	return s.look.Longest(w, "accuracy of the dictionary: "+fails, "accuracy: "+fails, fails, sign+often, sign, now)
}

// accuracyLines returns the chart of ε(S) over t, in which steps whose check fails are marked.
func (s *Screen) accuracyLines() chart.Lines {
	a := &s.axes[1]
	p, at, stale := s.Shown()
	lines := chart.Lines{Empty: s.noStream()}
	if at < 0 {
		return lines
	}
	curve := chart.Series{Name: "ε(S)", Faint: stale, NoMarkers: true, NoLine: p.Tree}
	all := []float64{p.Epsilon}
	for k, one := range p.Steps {
		if one.Exact == nil {
			continue
		}
		t, y := float64(one.Seen), one.Exact.EpsilonS
		if all = append(all, y); k > at {
			continue
		}
		curve.X, curve.Y = append(curve.X, t), append(curve.Y, y)
		point := chart.Point{X: t, Y: y, Faint: stale}
		if !one.Exact.GammaOK {
			point.Marker, point.Color = '✗', chart.MarkColor
		}
		if p.Tree || !one.Exact.GammaOK {
			lines.Points = append(lines.Points, point)
		}
	}
	if len(curve.X) == 0 {
		lines.Empty = "ε(S) is known where a dictionary stands for few enough points, and there is the memory"
		return lines
	}
	lines.Series = []chart.Series{curve}
	epsilon := "ε=" + number.Short(p.Epsilon)
	lines.HLines = []chart.HLine{{Y: p.Epsilon, Labels: []string{epsilon + " asked for", epsilon}}}
	if slices.Max(all) > 1 {
		labels := []string{"1: nothing is promised above", "1: no promise above", "1"}
		lines.HLines = append(lines.HLines, chart.HLine{Y: 1, Labels: labels})
	}
	lo, hi, positive := chart.Range(chart.Log, all)
	a.Y.Auto = positive && hi/lo >= 30 && hi > 2
	s.overT(&lines, p, at, a, all, positive)
	return lines
}

// overT sets the axes of a chart over t, the number of points that a dictionary represents,
// and adds a line at the cursor.
func (s *Screen) overT(lines *chart.Lines, p *Passage, at int, a *curve.Axes, values []float64, positive bool) {
	first := p.N
	for _, one := range p.Steps {
		first = min(first, one.Seen)
	}
	lines.X = chart.Axis{Title: "t", ID: "seen", Hi: float64(p.N), Scale: curve.Scale(a.X.On())}
	if a.X.On() {
		lines.X.Lo = float64(first)
	}
	lines.Y.Scale = curve.Scale(a.Y.On() && positive)
	if lines.Y.Scale == chart.Linear {
		values = append(values, 0)
	}
	if lo, hi, ok := chart.Range(lines.Y.Scale, values); ok {
		a.SetRange(&lines.Y, lo, hi, s.Done)
	}
	t := p.Steps[at].Seen
	lines.VLines = []chart.VLine{{X: float64(t), Label: fmt.Sprintf("t=%d", t), Color: chart.NoColor, Faint: true}}
}
