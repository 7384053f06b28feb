package explore

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

// CurveOfK is the chart of K itself: its stable rank over σ, or its effective
// dimension over γₛ.
type CurveOfK struct {
	Dimension bool // the latter was chosen; see dimensionShown
	curve.Axes

	Key    curveKey // of what is shown or computed
	Wanted bool     // to be computed, once the sweep has shown its first figures
	Points []lab.CurvePoint
	Old    []lab.CurvePoint // of the curve before
	Done   bool
}

// curveKey is what the curve depends on, within one data source.
type curveKey struct {
	dimension bool
	kernel    string
	shape     kernel.Shape // γ only for the dimension
	widths    lab.WidthsKey
	lo, Hi    float64 // of its axis
}

// NewRankView is the chart before anything is known.
func NewRankView() CurveOfK {
	return CurveOfK{Axes: curve.Axes{X: curve.Log{Auto: true}}}
}

// DimensionShown tells which of the curves is shown: that of the dimension where the
// kernel has no σ, whatever was chosen.
func (v *CurveOfK) DimensionShown(s lab.Setting) bool {
	return v.Dimension || !s.Family().HasParam("gamma")
}

// Request asks for the curve anew if what it depends on has changed.
func (v *CurveOfK) Request(s lab.Setting, w lab.Widths) {
	if !w.Known && s.Family().HasParam("gamma") {
		v.Wanted = true
		return
	}
	key := curveKey{dimension: v.DimensionShown(s), kernel: s.Spec.Kernel, widths: s.WidthsKey(), shape: kernel.Shape{
		Degree: int(s.Value(model.Degree(nil), w)), Offset: s.Value(model.Offset(nil), w), Beta: int(s.Value(model.Beta(nil), w))}}
	value := s.Sigma(w)
	key.lo, key.Hi = w.Median/16, w.Median*16
	if key.dimension {
		key.shape.Gamma = s.Gamma(w)
		if math.IsNaN(key.shape.Gamma) {
			key.shape.Gamma = 0
		}
		value = s.Value(model.ScoreRidge(nil), w)
		key.lo, key.Hi = 1e-6, 1e4
	}
	for value > 0 && value < key.lo {
		key.lo /= 10
	}
	for value > key.Hi {
		key.Hi *= 10
	}
	least, most := key.bounds(s.Family())
	key.lo, key.Hi = min(max(key.lo, least), most), max(min(key.Hi, most), least)
	if key == v.Key {
		return
	}
	if key.dimension == v.Key.dimension && len(v.Points) > 0 {
		v.Old = v.Points
	}
	if key.dimension != v.Key.dimension {
		v.Old = nil
	}
	v.Key, v.Points, v.Wanted, v.Done = key, nil, true, false
}

// CurvePoints is how many points a curve has.
const CurvePoints = 15

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

// Axis are the values the curve is computed at.
func (v *CurveOfK) Axis() []float64 {
	param := model.Sigma(nil)
	if v.Key.dimension {
		param = model.ScoreRidge(nil)
	}
	return param.Spaced(v.Key.lo, v.Key.Hi, CurvePoints)
}

// rankTitle heads the pane, in the longest form that fits.
func (s *Screen) rankTitle(w int) string {
	if s.Curve.DimensionShown(s.bench.Setting) {
		return s.look.Longest(w, "effective dimension tr K(K+γₛI)⁻¹ over γₛ", "effective dimension over γₛ", "d_eff over γₛ")
	}
	return s.look.Longest(w, "stable rank ‖K‖²_F/‖K‖²₂ over σ", "stable rank over σ")
}

// rankLines is the chart.
func (s *Screen) rankLines(a curve.Axes) (chart.Lines, curve.Axes) {
	v := &s.Curve
	lines := chart.Lines{Empty: s.whyNoCurve(), X: chart.Axis{Lo: v.Key.lo, Hi: v.Key.Hi, Scale: curve.Scale(a.X.On())}}
	shown, stale := v.Points, false
	if len(shown) == 0 {
		shown, stale = v.Old, true
	}
	line := chart.Series{Name: "K", Color: chart.NoColor, Faint: stale, NoMarkers: true}
	for _, p := range shown {
		line.X, line.Y = append(line.X, p.X), append(line.Y, p.Y)
	}
	w := s.bench.Widths()
	if v.DimensionShown(s.bench.Setting) {
		lines.X.Title, lines.X.ID = "γₛ", "score-ridge"
		ridge := s.bench.Setting.Value(model.ScoreRidge(nil), w)
		lines.VLines = []chart.VLine{{X: ridge, Label: "γₛ=" + number.Short(ridge), Color: chart.NoColor, Faint: true}}
	} else {
		lines.X.Title, lines.X.ID = "σ", "sigma"
		lines.Points = s.rankPoints(w)
		if w.Known {
			lines.VLines = widthLines(s.bench.Setting.Sigma(w), w)
		}
	}
	if len(line.X) > 0 {
		lines.Series = []chart.Series{line}
		if !stale && (v.Done || !a.Y.Auto) {
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
func (s *Screen) rankPoints(w lab.Widths) []chart.Point {
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

func (s *Screen) whyNoCurve() string {
	switch {
	case s.bench.Failed != nil:
		return "stopped"
	case len(s.bench.Setting.Active(s.bench.Methods)) == 0:
		return "no method runs: choose one in the table"
	case s.bench.Frozen:
		return "frozen: f goes on"
	}
	return "computing"
}
