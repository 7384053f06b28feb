package stream

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// mark is the sign of the γ-approximation check.
func (s *Screen) mark(ok bool) rune {
	if ok {
		return s.look.Glyphs.Mark('✓')
	}
	return s.look.Glyphs.Mark('✗')
}

// title heads the first chart: what the dictionary has at the cursor, in the longest form that fits. Other numbers stand
// in the legend.
func (s *Screen) title(w int) string {
	p, at, _ := s.Shown()
	if at < 0 {
		return s.look.Longest(w, "the dictionary over t, the points seen", "dictionary over t")
	}
	one := p.Steps[at]
	points := fmt.Sprintf("%d of %d points kept", one.Points, one.Seen)
	rep, ticked := "", ""
	if s.bench.Setting().Spec.Reps > 1 { // of which the table has the mean
		rep = " in repetition 1"
	}
	if !slices.Contains(s.bench.Setting().Spec.Methods, p.Method) {
		ticked = ", not ticked"
	}
	full := p.Method + rep + ticked + ": " + points
	return s.look.Longest(w, "dictionary of "+full, full, p.Method+ticked+": "+points, points)
}

// text is the first chart: the sizes over t, or the merge tree.
func (s *Screen) text(built chart.Lines, w, h int) string {
	p, at, stale := s.Shown()
	if at < 0 {
		return s.look.Filled(s.look.Message(s.noStream(), w, h), w)
	}
	var head []string
	if h >= 9 {
		head = append(head, s.playLine(p, at, w))
	}
	tree := p.Tree && !s.sizes
	if h >= 7 && !tree {
		head = append(head, s.sizesLegend(p, at, w))
	}
	body := h - len(head)
	if tree {
		return s.look.Filled(append(head, s.treeLines(p, at, stale, w, body)...), w)
	}
	return s.under(head, built, w, body)
}

// under is a chart of w×h cells below some lines.
func (s *Screen) under(head []string, lines chart.Lines, w, h int) string {
	drawn := screen.Drawn(s.look, lines, w, h)
	lines.Area.Lower(len(head))
	return s.look.Filled(append(head, strings.Split(drawn, "\n")...), w)
}

// playLine says how far the playback is: of a pass in points, of a merge tree in nodes, which
// are counted when all are there.
func (s *Screen) playLine(p *Passage, at, w int) string {
	done, all := p.Steps[at].Seen, p.N
	what := fmt.Sprintf("t=%*d/%d", len(fmt.Sprint(all)), done, all)
	if p.Tree {
		done, all = at+1, len(p.Steps)
		what = fmt.Sprintf("node %*d/%d", len(fmt.Sprint(all)), done, all)
	}
	state := "paused"
	switch {
	case s.Playing:
		state = "playing " + number.Short(Paces()[s.Pace]) + "/s"
	case s.ended():
		state = "at the end"
	}
	text := fmt.Sprintf(" %s: %s ", p.Method, what)
	bar := ""
	if !p.Tree || s.Done {
		bar = chart.Bar(done, all, 10, s.look.Glyphs) + " "
	}
	more, advice := "", ""
	if !s.Done {
		more = ", computing"
	}
	ridge, why := "  γₛ="+number.Short(p.Steps[at].Ridge), ""
	if p.Steps[at].Ridge != s.bench.Setting().Value(model.ScoreRidge(nil), s.bench.Widths()) {
		why = ", which follows from m"
	}
	if !slices.Contains(s.bench.Setting().Spec.Methods, p.Method) {
		advice = "; tick it for its knobs"
	}
	return s.look.Text(s.look.Longest(w, text+bar+state+more+advice+ridge+why, text+bar+state+more+advice+ridge, text+bar+state+more+advice, text+bar+state+more+ridge+why, text+bar+state+more+ridge, text+state+advice, text+state+ridge, text+bar+state, text+state, text))
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

// sizeMarks are letters: the other markers are the methods' signs.
const sizeMarks = "pcdb"

// sizeColors returns the colours of the curves. The third is left out: of sixteen colours it is yellow, which can't be read on white.
func sizeColors() []int { return []int{0, 1, 4, 3} }

// sizesLegend returns the legend of the curves, with their values at the cursor and the estimated effective dimension as
// far as w cells have room for them.
func (s *Screen) sizesLegend(p *Passage, at, w int) string {
	names, one := sizeNames(), p.Steps[at]
	values := [sizeCurves]string{fmt.Sprint(one.Points), fmt.Sprint(one.Copies), "", number.Figure(one.Bound)}
	estimate := "╌ d̃ " + number.Figure(one.Estimate) + ", estimated"
	if one.Exact != nil {
		values[dEffCurve] = number.Figure(one.Exact.DEff)
	}
	brief, full := "", ""
	for i, name := range names {
		mark := sizeMarks[i:i+1] + " " + name
		brief += " " + s.look.Colored(s.look.Text(mark), sizeColors()[i])
		full += "  " + s.look.Colored(s.look.Text(strings.TrimSuffix(mark+" "+values[i], " ")), sizeColors()[i])
	}
	forms := []string{full[1:], brief}
	if !p.Tree {
		forms = slices.Insert(forms, 0, full[1:]+"  "+s.look.Colored(s.look.Text(estimate), sizeColors()[dEffCurve]))
		forms = slices.Insert(forms, 2, brief+"  "+s.look.Colored(s.look.Text("╌ d̃ estimated"), sizeColors()[dEffCurve]))
	}
	for _, text := range forms {
		if ansi.StringWidth(text) <= w {
			return text
		}
	}
	return brief
}

// sizesLines returns the chart of sizes over t, up to the cursor. Its axes span all
// steps, so that they do not move while the steps are played.
func (s *Screen) sizesLines(a curve.Axes) (chart.Lines, curve.Axes) {
	p, at, stale := s.Shown()
	lines := chart.Lines{Empty: s.noStream()}
	if at < 0 {
		return lines, a
	}
	var curves [sizeCurves]chart.Series
	for i, name := range sizeNames() {
		curves[i] = chart.Series{Name: name, Color: sizeColors()[i], Marker: rune(sizeMarks[i]), Faint: stale, NoLine: p.Tree, Dashed: i == boundCurve}
	}
	estimate := chart.Series{Name: "d̃", Color: sizeColors()[dEffCurve], Faint: stale, Dashed: true, NoMarkers: true, NoLine: p.Tree}
	var all []float64
	for k, one := range p.Steps {
		values := [sizeCurves]float64{float64(one.Points), float64(one.Copies), math.NaN(), one.Bound}
		if one.Exact != nil {
			values[dEffCurve] = one.Exact.DEff
		}
		all = append(append(all, values[:]...), one.Estimate)
		if k > at {
			continue
		}
		t := float64(one.Seen)
		for i, y := range values {
			if !math.IsNaN(y) {
				curves[i].X, curves[i].Y = append(curves[i].X, t), append(curves[i].Y, y)
			}
		}
		estimate.X, estimate.Y = append(estimate.X, t), append(estimate.Y, one.Estimate)
	}
	lines.Series = append(curves[:], estimate)
	if most, held := s.heldTo(p.Method); held {
		lines.HLines = []chart.HLine{{Y: most, Labels: []string{"m=" + number.Short(most) + ", at most so many points", "m=" + number.Short(most)}, Color: chart.NoColor, Faint: true}}
		all = append(all, most)
	}
	lo, hi, positive := chart.Range(chart.Log, all)
	a.Y.Auto = positive && hi/lo >= 10
	s.overT(&lines, p, at, &a, all, positive)
	return lines, a
}

// heldTo returns the limit on the size of the dictionary that the setting gives, if there is one.
func (s *Screen) heldTo(method string) (most float64, held bool) {
	budget, rule := model.Budget(nil), model.SizeRule(nil)
	at := s.bench.MethodIndex(method)
	if at < 0 || !s.bench.Methods()[at].Uses(budget.Name) {
		return 0, false
	}
	byRidge := s.bench.Methods()[at].Uses(rule.Name) && s.bench.Setting().Value(rule, s.bench.Widths()) == model.SizeByRidge
	return s.bench.Setting().Value(budget, s.bench.Widths()), !byRidge && s.bench.Setting().Condition(budget.Name).IsZero()
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
