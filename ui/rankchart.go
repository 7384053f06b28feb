package ui

import (
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/lab"
	"gramscope/ui/number"
)

// rankView is the chart of K itself: its stable rank over σ, or its effective
// dimension over γₛ.
type rankView struct {
	dimension bool // the latter was chosen; see dimensionShown
	curve.Axes

	key    curveKey // of what is shown or computed
	wanted bool     // to be computed, once the sweep has shown its first figures
	points []lab.CurvePoint
	old    []lab.CurvePoint // of the curve before
	done   bool
}

// curveKey is what the curve depends on, within one data source.
type curveKey struct {
	dimension bool
	kernel    string
	shape     kernel.Shape // γ only for the dimension
	widths    lab.WidthsKey
	lo, hi    float64 // of its axis
}

func newRankView() rankView {
	return rankView{Axes: curve.Axes{X: curve.Log{Auto: true}}}
}

// dimensionShown tells which of the curves is shown: that of the dimension where the
// kernel has no σ, whatever was chosen.
func (v *rankView) dimensionShown(s lab.Setting) bool {
	return v.dimension || !s.Family().HasParam("gamma")
}

// request asks for the curve anew if what it depends on has changed.
func (v *rankView) request(s lab.Setting, w lab.Widths) {
	if !w.Known && s.Family().HasParam("gamma") {
		v.wanted = true
		return
	}
	key := curveKey{dimension: v.dimensionShown(s), kernel: s.Spec.Kernel, widths: s.WidthsKey(), shape: kernel.Shape{
		Degree: int(s.Value(model.Degree(nil), w)), Offset: s.Value(model.Offset(nil), w), Beta: int(s.Value(model.Beta(nil), w))}}
	value := s.Sigma(w)
	key.lo, key.hi = w.Median/16, w.Median*16
	if key.dimension {
		key.shape.Gamma = s.Gamma(w)
		if math.IsNaN(key.shape.Gamma) {
			key.shape.Gamma = 0
		}
		value = s.Value(model.ScoreRidge(nil), w)
		key.lo, key.hi = 1e-6, 1e4
	}
	for value > 0 && value < key.lo {
		key.lo /= 10
	}
	for value > key.hi {
		key.hi *= 10
	}
	least, most := key.bounds(s.Family())
	key.lo, key.hi = min(max(key.lo, least), most), max(min(key.hi, most), least)
	if key == v.key {
		return
	}
	if key.dimension == v.key.dimension && len(v.points) > 0 {
		v.old = v.points
	}
	if key.dimension != v.key.dimension {
		v.old = nil
	}
	v.key, v.points, v.wanted, v.done = key, nil, true, false
}

// curvePoints is how many points a curve has.
const curvePoints = 15

// bounds are the values that the swept parameter may have: of σ those that γ
// can be had for, less what rounding takes.
func (k curveKey) bounds(f kernel.Family) (least, most float64) {
	if k.dimension {
		p := model.ScoreRidge(nil)
		return p.Min, p.Max
	}
	gamma, sigma := model.Gamma(nil), model.Sigma(nil)
	const inside = 1e-9
	return max(f.SigmaOf(gamma.Max)*(1+inside), sigma.Min), min(f.SigmaOf(gamma.Min)*(1-inside), sigma.Max)
}

// axis are the values the curve is computed at.
func (v *rankView) axis() []float64 {
	param := model.Sigma(nil)
	if v.key.dimension {
		param = model.ScoreRidge(nil)
	}
	return param.Spaced(v.key.lo, v.key.hi, curvePoints)
}

// rankTitle heads the pane, in the longest form that fits.
func (s *exploreScreen) rankTitle(w int) string {
	if s.rank.dimensionShown(s.bench.Setting) {
		return s.look.Longest(w, "effective dimension tr K(K+γₛI)⁻¹ over γₛ", "effective dimension over γₛ", "d_eff over γₛ")
	}
	return s.look.Longest(w, "stable rank ‖K‖²_F/‖K‖²₂ over σ", "stable rank over σ")
}

// rankLines is the chart.
func (s *exploreScreen) rankLines(a curve.Axes) (chart.Lines, curve.Axes) {
	v := &s.rank
	lines := chart.Lines{Empty: s.whyNoCurve(), X: chart.Axis{Lo: v.key.lo, Hi: v.key.hi, Scale: curve.Scale(a.X.On())}}
	shown, stale := v.points, false
	if len(shown) == 0 {
		shown, stale = v.old, true
	}
	line := chart.Series{Name: "K", Color: chart.NoColor, Faint: stale, NoMarkers: true}
	for _, p := range shown {
		line.X, line.Y = append(line.X, p.X), append(line.Y, p.Y)
	}
	w := s.bench.Widths()
	if v.dimensionShown(s.bench.Setting) {
		lines.X.Title = "γₛ"
		ridge := s.bench.Setting.Value(model.ScoreRidge(nil), w)
		lines.VLines = []chart.VLine{{X: ridge, Label: "γₛ=" + number.Short(ridge), Color: chart.NoColor, Faint: true}}
	} else {
		lines.X.Title = "σ"
		lines.Points = s.rankPoints(w)
		if w.Known {
			lines.VLines = widthLines(s.bench.Setting.Sigma(w), w)
		}
	}
	if len(line.X) > 0 {
		lines.Series = []chart.Series{line}
		if !stale && (v.done || !a.Y.Auto) {
			a.Y.Auto = slices.Min(line.Y) > 0 && slices.Max(line.Y)/slices.Min(line.Y) >= 30
		}
	}
	lines.Y.Scale = curve.Scale(a.Y.On())
	return lines, a
}

// widthLines mark the present width, and the distances that are the usual
// first guesses.
func widthLines(sigma float64, w lab.Widths) []chart.VLine {
	now := chart.VLine{X: sigma, Label: "σ=" + number.Short(sigma), Color: chart.NoColor}
	var lines []chart.VLine
	for _, guess := range []chart.VLine{{X: w.Median, Label: "median"}, {X: w.Mean, Label: "mean"}} {
		if guess.X == sigma {
			now.Label += " " + guess.Label
			continue
		}
		guess.Color, guess.Faint = chart.NoColor, true
		lines = append(lines, guess)
	}
	return append([]chart.VLine{now}, lines...)
}

// rankPoints are the stable ranks of the methods' K̃ at the present σ.
func (s *exploreScreen) rankPoints(w lab.Widths) []chart.Point {
	var points []chart.Point
	for i, method := range s.bench.Methods {
		rows, stale := s.bench.Figures(method.Name)
		y, _ := lab.Mean(rows, lab.Column("stable_rank_approx"))
		if !stale && !math.IsNaN(y) {
			points = append(points, chart.Point{X: s.bench.Setting.Sigma(w), Y: y, Color: i, Marker: s.look.Sign(i)})
		}
	}
	return points
}

func (s *exploreScreen) whyNoCurve() string {
	switch {
	case s.bench.Failed != nil:
		return "stopped"
	case len(s.bench.Setting.Active(s.bench.Methods)) == 0:
		return "no method runs: choose one in the table"
	case s.bench.Frozen:
		return "frozen: f computes"
	}
	return "computing"
}
