package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/number"
)

// mark is the sign of the γ-approximation check.
func (m *explorer) mark(ok bool) rune {
	switch {
	case m.look.Glyphs == chart.ASCII && ok:
		return 'o'
	case m.look.Glyphs == chart.ASCII:
		return 'x'
	case ok:
		return '✓'
	}
	return '✗'
}

// streamTitle heads the first chart: the step at the cursor, in the longest form
// that fits.
func (m *explorer) streamTitle(w int) string {
	p, at, _ := m.stream.shown()
	if at < 0 {
		return m.look.Longest(w, "the dictionary over t, the points seen", "dictionary over t")
	}
	s := p.steps[at]
	dEff := "d̃ " + number.Figure(s.estimate)
	accuracy, brief := "", ""
	if s.exact != nil {
		dEff = "d_eff " + number.Figure(s.exact.DEff)
		accuracy = " ε(S)=" + number.Figure(s.exact.EpsilonS)
		brief = accuracy
		accuracy += " " + string(m.mark(s.exact.GammaOK))
	}
	t, ridge := fmt.Sprintf("t=%d", s.seen), " γₛ="+number.Short(s.ridge)
	of := fmt.Sprintf("%s of %d", t, p.n)
	points := fmt.Sprintf(": %d points", s.points)
	few := fmt.Sprintf(": %d", s.points)
	return m.look.Longest(w,
		of+points+fmt.Sprintf(", %d copies,", s.copies)+ridge+" "+dEff+accuracy,
		of+points+ridge+" "+dEff+accuracy,
		t+points+ridge+" "+dEff+brief,
		t+few+ridge+" "+dEff+brief, t+few+" "+dEff+brief,
		t+few+" "+dEff+strings.Replace(brief, "ε(S)=", "ε ", 1), t+points, t)
}

// streamText is the first chart: the sizes over t, or the merge tree.
func (m *explorer) streamText(w, h int) string {
	p, at, stale := m.stream.shown()
	if at < 0 {
		return m.look.Filled(m.look.Message(m.noStream(), w, h), w)
	}
	var head []string
	if h >= 9 {
		head = append(head, m.playLine(p, at, w))
	}
	tree := p.tree && !m.stream.sizes
	if h >= 7 && !tree {
		head = append(head, m.sizesLegend(p, w))
	}
	body := h - len(head)
	if tree {
		return m.look.Filled(append(head, m.treeLines(p, at, stale, w, body)...), w)
	}
	return m.under(head, m.built[0], w, body)
}

// under is a chart of w×h cells below some lines.
func (m *explorer) under(head []string, lines chart.Lines, w, h int) string {
	return m.look.Filled(append(head, strings.Split(m.drawn(lines, w, h), "\n")...), w)
}

// playLine says how far the playback is.
func (m *explorer) playLine(p *passage, at, w int) string {
	v := &m.stream
	what, count := "step", len(p.steps)
	if p.tree {
		what = "node"
	}
	state := "paused"
	switch {
	case v.playing:
		state = "playing " + number.Short(paces()[v.pace]) + "/s"
	case v.ended():
		state = "at the end"
	}
	text := fmt.Sprintf(" %s: %s %*d/%d ", p.method, what, len(fmt.Sprint(count)), at+1, count)
	bar := chart.Bar(at+1, count, 10, m.look.Glyphs)
	more, advice := "", ""
	if !v.done {
		more = ", computing"
	}
	if !slices.Contains(m.Setting.Spec.Methods, p.method) {
		advice = "; tick it for its knobs"
	}
	return m.look.Text(m.look.Longest(w, text+bar+" "+state+more+advice, text+state+advice, text+bar+" "+state, text+state, text))
}

// The curves of the first chart.
const (
	pointsCurve = iota
	copiesCurve
	dEffCurve
	boundCurve
	sizeCurves
)

func sizeNames() [sizeCurves]string { return [...]string{"points", "copies", "d_eff", "3q̄·d_eff"} }

// sizesLegend names the curves, and the estimate where there is room.
func (m *explorer) sizesLegend(p *passage, w int) string {
	text := ""
	for i, name := range sizeNames() {
		text += " " + m.look.Paint(m.look.Text(m.look.Marker(i)+" "+name), i, false)
	}
	long := text + "  " + m.look.Paint(m.look.Text("╌ d̃ estimated"), dEffCurve, false)
	if !p.tree && ansi.StringWidth(long) <= w {
		return long
	}
	return text
}

// sizesLines is the chart of sizes over t, up to the cursor. Its axes are those of
// all steps, so that they rest while it plays.
func (m *explorer) sizesLines(a curve.Axes) (chart.Lines, curve.Axes) {
	p, at, stale := m.stream.shown()
	lines := chart.Lines{Empty: m.noStream()}
	if at < 0 {
		return lines, a
	}
	var curves [sizeCurves]chart.Series
	for i, name := range sizeNames() {
		curves[i] = chart.Series{Name: name, Color: i, Marker: m.look.Sign(i), Faint: stale, NoLine: p.tree, Dashed: i == boundCurve}
	}
	estimate := chart.Series{Name: "d̃", Color: dEffCurve, Faint: stale, Dashed: true, NoMarkers: true, NoLine: p.tree}
	var all []float64
	for k, s := range p.steps {
		values := [sizeCurves]float64{float64(s.points), float64(s.copies), math.NaN(), s.bound}
		if s.exact != nil {
			values[dEffCurve] = s.exact.DEff
		}
		all = append(append(all, values[:]...), s.estimate)
		if k > at {
			continue
		}
		t := float64(s.seen)
		for i, y := range values {
			if !math.IsNaN(y) {
				curves[i].X, curves[i].Y = append(curves[i].X, t), append(curves[i].Y, y)
			}
		}
		estimate.X, estimate.Y = append(estimate.X, t), append(estimate.Y, s.estimate)
	}
	lines.Series = append(curves[:], estimate)
	if most, held := m.heldTo(p.method); held {
		lines.HLines = []chart.HLine{{Y: most, Labels: []string{"m=" + number.Short(most) + ", at most so many points", "m=" + number.Short(most)}, Color: chart.NoColor, Faint: true}}
		all = append(all, most)
	}
	lo, hi, positive := chart.Range(chart.Log, all)
	a.Y.Auto = positive && hi/lo >= 10
	m.overT(&lines, p, at, &a, all, positive)
	return lines, a
}

// heldTo is m where the method is held to it.
func (m *explorer) heldTo(method string) (most float64, held bool) {
	budget, rule := model.Budget(nil), model.SizeRule(nil)
	at := m.Place(method)
	if at < 0 || !m.Methods[at].Uses(budget.Name) {
		return 0, false
	}
	byRidge := m.Methods[at].Uses(rule.Name) && m.Setting.Value(rule, m.Widths()) == model.SizeByRidge
	return m.Setting.Value(budget, m.Widths()), !byRidge
}

// overT gives a chart its axes, t being the points that a dictionary stands for,
// and a line at the cursor.
func (m *explorer) overT(lines *chart.Lines, p *passage, at int, a *curve.Axes, values []float64, positive bool) {
	first := p.n
	for _, s := range p.steps {
		first = min(first, s.seen)
	}
	lines.X = chart.Axis{Title: "t", Hi: float64(p.n), Scale: curve.Scale(a.X.On())}
	if a.X.On() {
		lines.X.Lo = float64(first)
	}
	lines.Y.Scale = curve.Scale(a.Y.On() && positive)
	if lines.Y.Scale == chart.Linear {
		values = append(values, 0)
	}
	if lo, hi, ok := chart.Range(lines.Y.Scale, values); ok {
		a.Rest(&lines.Y, lo, hi, nil, m.stream.done)
	}
	t := p.steps[at].seen
	lines.VLines = []chart.VLine{{X: float64(t), Label: fmt.Sprintf("t=%d", t), Color: chart.NoColor, Faint: true}}
}

// accuracyTitle heads the second chart.
func (m *explorer) accuracyTitle(w int) string {
	p, at, _ := m.stream.shown()
	if at < 0 || p.steps[at].exact == nil {
		return m.look.Longest(w, "accuracy ε(S) of the dictionary over t", "accuracy ε(S) over t", "ε(S) over t")
	}
	a := p.steps[at].exact
	said := " ≤ γₛ/(1−ε)"
	if !a.GammaOK {
		said = " > γₛ/(1−ε)"
	}
	sign := string(m.mark(a.GammaOK))
	eps := "ε(S)=" + number.Figure(a.EpsilonS)
	t := fmt.Sprintf("t=%d: ", p.steps[at].seen)
	return m.look.Longest(w, "accuracy at "+t+eps+", K−K̃"+said+" "+sign, t+eps+", K−K̃"+said+" "+sign, t+eps+" "+sign, eps)
}

// accuracyText is the second chart.
func (m *explorer) accuracyText(w, h int) string {
	_, at, _ := m.stream.shown()
	if at < 0 {
		return m.look.Filled(m.look.Message(m.noStream(), w, h), w)
	}
	var head []string
	if h >= 7 {
		head = []string{m.accuracyLegend(w)}
	}
	return m.under(head, m.built[1], w, h-len(head))
}

// accuracyLegend counts the steps that pass the check.
func (m *explorer) accuracyLegend(w int) string {
	p, at, _ := m.stream.shown()
	passed, known := 0, 0
	for _, s := range p.steps[:at+1] {
		if s.exact != nil {
			known++
			if s.exact.GammaOK {
				passed++
			}
		}
	}
	sign, holds := string(m.mark(true)), "0 ≤ K−K̃ ≤ γₛ/(1−ε)"
	of := fmt.Sprintf("%d of %d", passed, known)
	return m.look.Text(m.look.Longest(w, fmt.Sprintf(" %s %s: at %s steps so far", sign, holds, of), fmt.Sprintf(" %s %s: %s", sign, holds, of),
		fmt.Sprintf(" %s at %s", sign, of)))
}

// Colours of the check: that of a curve for those that pass, and none for the
// others, which the sign tells apart.
const passedColor = 2

// accuracyLines is ε(S) over t, each step with the sign of its check.
func (m *explorer) accuracyLines(a curve.Axes) (chart.Lines, curve.Axes) {
	p, at, stale := m.stream.shown()
	lines := chart.Lines{Empty: m.noStream()}
	if at < 0 {
		return lines, a
	}
	epsilon := m.Setting.Value(model.Epsilon(nil), m.Widths())
	curve := chart.Series{Name: "ε(S)", Color: 0, Faint: stale, NoMarkers: true, NoLine: p.tree}
	all := []float64{1, epsilon}
	for k, s := range p.steps {
		if s.exact == nil {
			continue
		}
		all = append(all, s.exact.EpsilonS)
		if k > at {
			continue
		}
		t, y, color := float64(s.seen), s.exact.EpsilonS, passedColor
		curve.X, curve.Y = append(curve.X, t), append(curve.Y, y)
		if !s.exact.GammaOK {
			color = chart.NoColor
		}
		lines.Points = append(lines.Points, chart.Point{X: t, Y: y, Marker: m.mark(s.exact.GammaOK), Color: color, Faint: stale})
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
	m.overT(&lines, p, at, &a, all, positive)
	return lines, a
}
