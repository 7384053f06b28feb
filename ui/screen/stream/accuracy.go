package stream

import (
	"fmt"
	"strings"

	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
)

// accuracyTitle heads the second chart.
func (s *Screen) accuracyTitle(w int) string {
	p, at, _ := s.Shown()
	if at < 0 || p.Steps[at].Exact == nil {
		return s.look.Longest(w, "accuracy ε(S) of the dictionary over t", "accuracy ε(S) over t", "ε(S) over t")
	}
	a := p.Steps[at].Exact
	said := " ≤ " + p.promised()
	if !a.GammaOK {
		said = " > " + p.promised()
	}
	sign := string(s.mark(a.GammaOK))
	eps := "ε(S) = " + number.Figure(a.EpsilonS)
	return s.look.Longest(w, "accuracy of the dictionary: "+eps+", K−K̃"+said+" "+sign, "accuracy: "+eps+", K−K̃"+said+" "+sign,
		"accuracy: "+eps+", K−K̃ "+strings.Fields(said)[0]+" bound "+sign, "accuracy: "+eps+" "+sign, eps+" "+sign, eps)
}

// promised returns the bound on K−K̃ that the method aims at, as text. It has the ε that was asked for,
// and not the ε(S) that the dictionary reached.
func (p *Passage) promised() string { return "γₛ/(1−" + number.Short(p.Epsilon) + ")" }

// accuracyText returns the second chart.
func (s *Screen) accuracyText(built chart.Lines, w, h int) string {
	_, at, _ := s.Shown()
	if at < 0 {
		return s.look.Filled(s.look.Message(s.noStream(), w, h), w)
	}
	var head []string
	if h >= 7 {
		head = []string{s.accuracyLegend(w)}
	}
	return s.under(head, built, w, h-len(head))
}

// accuracyLegend counts the steps that pass the check.
func (s *Screen) accuracyLegend(w int) string {
	p, at, _ := s.Shown()
	passed, known := 0, 0
	for _, one := range p.Steps[:at+1] {
		if one.Exact != nil {
			known++
			if one.Exact.GammaOK {
				passed++
			}
		}
	}
	sign, fails, holds := string(s.mark(true)), string(s.mark(false)), "0 ≤ K−K̃ ≤ "+p.promised()
	of := fmt.Sprintf("%d of %d", passed, known)
	return s.look.Text(s.look.Longest(w, fmt.Sprintf(" %s where %s: at %s steps, %s elsewhere", sign, holds, of, fails), fmt.Sprintf(" %s where %s: %s, else %s", sign, holds, of, fails),
		fmt.Sprintf(" %s %s: %s, else %s", sign, holds, of, fails), fmt.Sprintf(" %s at %s, else %s", sign, of, fails), fmt.Sprintf(" %s at %s", sign, of)))
}

// passedColor is the colour of steps whose check passes. The others have no colour: their sign
// distinguishes them.
const passedColor = 4

// accuracyLines returns the chart of ε(S) over t, in which each step has the sign of its check.
func (s *Screen) accuracyLines(a curve.Axes) (chart.Lines, curve.Axes) {
	p, at, stale := s.Shown()
	lines := chart.Lines{Empty: s.noStream()}
	if at < 0 {
		return lines, a
	}
	epsilon := p.Epsilon
	curve := chart.Series{Name: "ε(S)", Color: 0, Faint: stale, NoMarkers: true, NoLine: p.Tree}
	all := []float64{1, epsilon}
	for k, one := range p.Steps {
		if one.Exact == nil {
			continue
		}
		all = append(all, one.Exact.EpsilonS)
		if k > at {
			continue
		}
		t, y, color := float64(one.Seen), one.Exact.EpsilonS, passedColor
		curve.X, curve.Y = append(curve.X, t), append(curve.Y, y)
		if !one.Exact.GammaOK {
			color = chart.NoColor
		}
		lines.Points = append(lines.Points, chart.Point{X: t, Y: y, Marker: s.mark(one.Exact.GammaOK), Color: color, Faint: stale})
	}
	if len(curve.X) == 0 {
		lines.Empty = "ε(S) is known where a dictionary stands for few enough points, and there is the memory"
		return lines, a
	}
	lines.Series = []chart.Series{curve}
	lines.HLines = []chart.HLine{
		{Y: 1, Labels: []string{"1: nothing is promised above", "1: no promise above", "1"}, Color: chart.NoColor, Faint: true},
		{Y: epsilon, Labels: []string{"ε=" + number.Short(epsilon) + " asked for", "ε=" + number.Short(epsilon)}, Color: chart.NoColor, Faint: true},
	}
	lo, hi, positive := chart.Range(chart.Log, all)
	a.Y.Auto = positive && hi/lo >= 30 && hi > 2
	s.overT(&lines, p, at, &a, all, positive)
	return lines, a
}
