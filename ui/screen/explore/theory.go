package explore

import (
	"fmt"
	"math"
	"strings"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// theoryLines adds the predictions of theory to the chart of a figure over m: the rate 1/√m to errors, and vertical
// lines at numbers of columns within the axis. To the chart of the error over the width it adds the limit that the
// stable rank sets.
func (s *Screen) theoryLines(lines *chart.Lines, o *lab.Outcome) {
	switch {
	case !s.errors.theory:
		return
	case s.limited():
		if s.errors.now().Floor != "" {
			lines.Series = append(lines.Series, s.limitCurve(o))
		}
		return
	case s.bench.Setting.Axis.Name != model.BudgetName:
		return
	}
	if s.errors.now().Floor != "" {
		rate := chart.Series{Name: "1/√m", Color: chart.NoColor, Faint: true, Dashed: true, Dotted: true, NoMarkers: true}
		for _, x := range o.Axis.Values {
			rate.X, rate.Y = append(rate.X, x), append(rate.Y, 1/math.Sqrt(x))
		}
		lines.Series = append(lines.Series, rate)
		if y := s.bench.ExactNow("rff_error"); !math.IsNaN(y) {
			labels := []string{"theory, fourier: entries within " + number.Short(y), "fourier " + number.Short(y)}
			lines.HLines = append(lines.HLines, chart.HLine{Y: y, Labels: labels})
		}
	}
	for _, one := range promises() {
		if m := s.bench.ExactNow(one.figure); m >= lines.X.Lo && m <= lines.X.Hi {
			lines.VLines = append(lines.VLines, chart.VLine{X: m, Label: one.name, Color: chart.NoColor, Faint: true})
		}
	}
}

// promise is a number of columns that theory names: a figure of K, and the texts about it.
type promise struct{ figure, name, long, brief string }

func promises() []promise {
	return []promise{
		{"bach_d", "Bach's d", "Bach's bound grows with d = %s", "Bach's d = %s"},
		{"bach_p", "Bach's p", "p = %s uniform columns suffice for a risk ratio of 1.4", "p = %s suffice"},
		{"squeak_size", "SQUEAK's 3q̄·d_eff", "SQUEAK keeps at most 3q̄·d_eff = %s copies", "SQUEAK ≤ %s"},
	}
}

// theoryTitles returns the forms of the part of the title that names the curve, the longest first; none without it.
func (s *Screen) theoryTitles() []string {
	switch {
	case s.errors.theory && s.limited() && s.errors.now().Floor != "":
		limit := "   ··· limit " + limitName
		return []string{limit + " for rank r, stable rank s", limit, "  ··· " + limitName}
	case !s.errors.theory || s.bench.Setting.Axis.Name != model.BudgetName:
		return nil
	case s.errors.now().Floor == "":
		return []string{"   with theory"}
	}
	return []string{"   ··· theory's rate 1/√m   ── floor", "   ··· theory's rate 1/√m", "  ··· 1/√m"}
}

// theoryText says in words which numbers of columns theory names, from the longest form on; nil without them.
func (s *Screen) theoryText() []string {
	if s.errors.against.Name != "" || !s.errors.theory || s.bench.Setting.Axis.Name != model.BudgetName {
		return nil
	}
	var long, brief []string
	for _, one := range promises() {
		if v := s.bench.ExactNow(one.figure); !math.IsNaN(v) {
			count := number.Count(v)
			long, brief = append(long, fmt.Sprintf(one.long, count)), append(brief, fmt.Sprintf(one.brief, count))
		}
	}
	if long == nil {
		return []string{"theory: computing"}
	}
	all := strings.Join(brief, ", ")
	return []string{"theory: " + strings.Join(long, "; "), "theory on m: " + all, "m: " + all, all,
		strings.Join(brief[:min(2, len(brief))], ", "), brief[0]}
}

const theoryHelp = "show or hide theory: over m the rate 1/√m, Bach's d = n·max[K(K+μI)⁻¹]ᵢᵢ and the p uniform " +
	"columns that suffice for a risk ratio of 1.4, SQUEAK's 3q̄·d_eff; over γ or σ the limit √(1−r/s) that the stable " +
	"rank s sets to the error of rank r"

// toggleTheory shows the predictions of theory, or hides them. It says where they are of no use.
func (s *Screen) toggleTheory() []screen.Do {
	against := s.errors.against.Name != ""
	if m := s.bench.Setting.Axis.Name; !s.errors.theory && (m != model.BudgetName && !s.limited() || against) {
		how := "o and m show the error over it, o and γ the limit that the stable rank sets"
		if m == model.BudgetName {
			how = "X and parameter show the error over it"
		}
		return screen.Say("theory predicts how the error falls with m: " + how)
	}
	s.errors.theory = !s.errors.theory
	return nil
}

// limitName names the curve of the limit.
const limitName = "√(1−r/s)"

// limited reports whether the chart's theory is the limit that the stable rank sets: over the width, on which it
// depends.
func (s *Screen) limited() bool { return model.IsWidth(s.bench.Setting.Axis.Name) }

// limitCurve returns the smallest error that a K̃ of rank r can have at the points of the axis, √(1 − r/s), where s is
// the stable rank of K: K̃ reproduces at most r eigenvalues, none of which is above λ₁ (Eckart and Young). r is the
// smaller of the budget and the target rank. Points whose stable rank is unknown are left out, and those where r ≥ s,
// which allows an error of 0.
func (s *Screen) limitCurve(o *lab.Outcome) chart.Series {
	limit := chart.Series{Name: limitName, Color: chart.NoColor, Faint: true, Dashed: true, Dotted: true, NoMarkers: true}
	value := s.bench.Setting.Value
	r := value(model.Budget(nil))
	if k := value(model.TargetRank(nil)); k > 0 {
		r = min(r, k)
	}
	ranks := screen.OfFirst(s.bench, o, "stable_rank", model.Names(s.bench.Methods)...)
	for i, rank := range ranks.Y {
		if r < rank {
			limit.X, limit.Y = append(limit.X, ranks.X[i]), append(limit.Y, math.Sqrt(1-r/rank))
		}
	}
	return limit
}
