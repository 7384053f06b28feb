package explore

import (
	"fmt"
	"math"
	"strconv"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
)

// curveOfK is the chart of K itself: its stable rank over σ, or its effective dimension over γₛ.
type curveOfK struct {
	screen.Latest[[]lab.CurvePoint]
	curve.Axes

	dimension bool        // whether the user chose the effective dimension; see dimensionShown
	over      model.Param // of the curve that is shown or computed
	lo, hi    float64     // of its axis
	wanted    bool        // whether to compute it after the first figures of the sweep
}

// dimensionShown reports whether the effective dimension is shown. It always is for a kernel without σ.
func (v *curveOfK) dimensionShown(s lab.Setting) bool {
	return v.dimension || !s.Family().HasGamma()
}

// shownOver returns what the chart is over at a setting, and the value that this has there.
func (v *curveOfK) shownOver(s lab.Setting) (p model.Param, now float64) {
	if p = model.Sigma(nil); v.dimensionShown(s) {
		p = model.ScoreRidge(nil)
	}
	return p, s.Value(p)
}

// request asks for a new curve if the settings that it depends on have changed.
func (v *curveOfK) request(s lab.Setting) {
	distances := s.Distances()
	if !distances.Known && s.Family().HasGamma() {
		v.wanted = true
		return
	}
	over, value := v.shownOver(s)
	gamma, lo, hi := 0.0, distances.Median/16, distances.Median*16
	least, most := sigmas(s.Family())
	if v.dimensionShown(s) {
		gamma, lo, hi = s.Gamma(), 1e-6, 1e4 // γ is NaN for a kernel without it
		least, most = over.Min, over.Max
	}
	for value > 0 && value < lo {
		lo /= 10
	}
	for value > hi {
		hi *= 10
	}
	lo, hi = min(max(lo, least), most), max(min(hi, most), least)
	others := s.Family().Member(s.Spec.Values).Parameters()
	key := fmt.Sprint(over.Name, s.Spec.Kernel, gamma, others, s.Spec.Draw(), lo, hi)
	if key == v.Key {
		return
	}
	old := v.Now
	if len(old) == 0 {
		old = v.Old
	}
	if over.Name != v.over.Name {
		old = nil
	}
	v.Begin(key, "", old)
	v.over, v.lo, v.hi, v.wanted = over, lo, hi, true
}

// curvePoints is the number of points of a curve.
const curvePoints = 15

// sigmas returns the range of σ for which γ is allowed, narrowed by more than rounding errors.
func sigmas(f kernel.Family) (least, most float64) {
	const inside = 1e-9
	p, gamma := model.Sigma(nil), model.Gamma(nil)
	return max(f.SigmaOf(gamma.Max)*(1+inside), p.Min), min(f.SigmaOf(gamma.Min)*(1-inside), p.Max)
}

// axis returns the values at which the curve is computed.
func (v *curveOfK) axis() []float64 { return v.over.Spaced(v.lo, v.hi, curvePoints) }

// rankTitle heads the pane, in the longest form that fits, with the figure of K at the present σ or γₛ.
func (s *Screen) rankTitle(built chart.Lines, w int) string {
	p, x := s.ofK.shownOver(s.bench.Setting)
	name, formula, short, column := "stable rank", " ‖K‖²_F/‖K‖²₂", "stable rank", "stable_rank"
	if p.Name == model.ScoreRidgeName {
		name, formula, short, column = "effective dimension", " tr K(K+γₛI)⁻¹", "d_eff", "d_eff"
	}
	over, now := " over "+p.Symbol, s.ofKNow(column, built, x, p.Name == model.SigmaName)
	if now == "" {
		return s.look.Longest(w, name+formula+over, name+over, short+over)
	}
	at := ": " + now + " at " + p.Symbol + "=" + number.Short(x)
	return s.look.Longest(w, name+formula+over+at, name+over+at, name+at, short+at, short+": "+now, short)
}

// ofKNow returns a figure of K at the present value of what the curve is over: as it was computed, or else, between
// samples that are close to each other, from a straight line through their logarithms, marked as approximate; "" if the
// figure is not known.
func (s *Screen) ofKNow(column string, built chart.Lines, x float64, between bool) string {
	if v := s.bench.ExactNow(column); !math.IsNaN(v) {
		return s.bench.Setting.About() + number.Figure(v)
	}
	stale := s.bench.Frozen && s.bench.Shown() != s.bench.Outcome
	if stale || len(built.Series) == 0 || built.Series[0].Faint {
		return ""
	}
	k := built.Series[0]
	for i := range k.X {
		if math.Abs(k.X[i]-x) <= 1e-9*x {
			return s.bench.Setting.About() + number.Figure(k.Y[i])
		}
		if i > 0 && between && s.ofK.Done && k.X[i-1] < x && x < k.X[i] && k.Y[i-1] > 0 && k.Y[i] > 0 {
			t := math.Log(x/k.X[i-1]) / math.Log(k.X[i]/k.X[i-1])
			return "≈" + strconv.FormatFloat(k.Y[i-1]*math.Pow(k.Y[i]/k.Y[i-1], t), 'g', 2, 64)
		}
	}
	return ""
}

// rankLines returns the chart.
func (s *Screen) rankLines() chart.Lines {
	v := &s.ofK
	v.X.Auto, v.Y.Auto = true, true
	lines := chart.Lines{Empty: s.bench.NoPicture(v.Failed)}
	if len(s.bench.Setting.Active(s.bench.Methods)) == 0 {
		lines.Empty = "no method runs: choose one in the table"
	}
	lines.X = chart.Axis{Lo: v.lo, Hi: v.hi, Scale: curve.Scale(v.X.On())}
	shown, stale := v.Now, false
	if len(shown) == 0 {
		shown, stale = v.Old, true
	}
	line := chart.Series{Name: s.bench.Setting.About() + "K", Color: chart.NoColor, Faint: stale, NoMarkers: true}
	for _, p := range shown {
		line.X, line.Y = append(line.X, p.X), append(line.Y, p.Y)
	}
	p, now := v.shownOver(s.bench.Setting)
	lines.X.Title, lines.X.ID = p.Symbol, string(p.Name)
	lines.VLines = []chart.VLine{{X: now, Label: p.Symbol + "=" + number.Short(now), Color: chart.NoColor, Faint: true}}
	if len(line.X) > 0 {
		lines.Series = []chart.Series{line}
	}
	lines.Y.Scale, lines.Y.Notation = curve.Scale(v.Y.On()), chart.Prefixed
	if p.Name == model.SigmaName {
		lines.Points = s.curves.Points("K̃ of ", lab.Column("stable_rank_approx"),
			func([]sweep.Result) float64 { return now })
		lines.VLines = widthLines(now, s.bench.Setting.Distances())
		values := [][]float64{line.Y}
		for _, p := range lines.Points {
			values = append(values, []float64{p.Y})
		}
		lines.Y.Lo, lines.Y.Hi, _ = curve.RangeFrom(lab.Column("stable_rank").Least, lines.Y.Scale, values...)
	}
	return lines
}

// widthLines returns vertical lines at the present width, and at the mean and the median distance, which are the usual
// first guesses; none until these are known.
func widthLines(sigma float64, w kernel.Distances) (lines []chart.VLine) {
	now := chart.VLine{X: sigma, Label: "σ=" + number.Short(sigma), Color: chart.NoColor}
	if !w.Known {
		return nil
	}
	for _, guess := range []chart.VLine{{X: w.Median, Label: "median"}, {X: w.Mean, Label: "mean"}} {
		if guess.X == sigma {
			now.Label += "=" + guess.Label
			continue
		}
		guess.Color, guess.Faint = chart.NoColor, true
		lines = append(lines, guess)
	}
	return append([]chart.VLine{now}, lines...)
}
