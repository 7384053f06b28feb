package paper

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model/sweep"
	"gramscope/ui/claim"
)

const bach2013 = "Bach 2013" // Sharp analysis of low-rank kernel matrix approximations, COLT (arXiv 1208.2015)

// bach are the entries of Bach's paper. λ is his ridge; ours is μ = n·λ.
func bach() []Entry {
	return slices.Concat(bachSplines(), bachTheorem())
}

// splineSizes are the numbers of points on the circle.
func splineSizes() []float64 { return []float64{50, 100, 200, 400, 800} }

// ridgePath is the experiment of the best ridge: the exact risk over n and μ. The method
// is there because a sweep has one; its figures are not looked at.
func ridgePath(beta float64, lo, hi float64) Run {
	return Run{Data: "spline", Change: func(s *sweep.Spec) {
		s.Kernel, s.Width, s.Test, s.Methods = "periodic", "", 0, []string{"nystrom"}
		s.Values = map[string]float64{"beta": beta, "m": 2}
		s.Over = []sweep.Axis{{Name: "n", Values: splineSizes()}, {Name: "mu", Values: geometric(lo, hi, 61)}}
		s.Figures = sweep.Figures{sweep.FigureRegression, sweep.FigureExact}
	}}
}

// geometric are count numbers from lo to hi in equal ratios.
func geometric(lo, hi float64, count int) []float64 {
	list := make([]float64, count)
	for i := range list {
		list[i] = lo * math.Pow(hi/lo, float64(i)/float64(count-1))
	}
	return list
}

// best is the ridge λ = μ/n of the least exact risk at n, and that risk: the vertex of
// the parabola through the least of the grid and its neighbours, in logarithms. The
// least at an end of the grid is none, which is noted.
func (f *Findings) best(run int, n float64) (lambda, risk float64) {
	mus := f.values(run, "mu")
	var risks []float64
	for _, mu := range mus {
		risks = append(risks, math.Log(f.mean(run, "", "risk_exact", at{"n": n, "mu": mu})))
	}
	i := slices.Index(risks, slices.Min(risks))
	if i <= 0 || i == len(risks)-1 {
		f.evidence.Needs(fmt.Sprintf("a wider grid of μ: at n = %v the least risk is at its end", n))
		return math.NaN(), math.NaN()
	}
	step := math.Log(mus[i+1] / mus[i])
	left, middle, right := risks[i-1], risks[i], risks[i+1]
	shift := (left - right) / (left - 2*middle + right) / 2
	return mus[i] * math.Exp(shift*step) / n, math.Exp(middle - (left-right)*shift/4)
}

// rates are the slopes of λ*(n) and of the risk there.
func (f *Findings) rates(run int) (lambda, risk float64) {
	var sizes, lambdas, risks []float64
	for _, n := range f.values(run, "n") {
		l, r := f.best(run, n)
		sizes, lambdas, risks = append(sizes, n), append(lambdas, l), append(risks, r)
	}
	return slope(sizes, lambdas), slope(sizes, risks)
}

// bachSplines are the simulation on splines: three smoothnesses.
func bachSplines() []Entry {
	type spline struct {
		beta, lo, hi float64
		lambda, risk float64 // the exponents of the table of rates
		why          string
	}
	var entries []Entry
	for _, s := range []spline{
		{1, 1e-1, 1e3, -1 / (2 + 1.0/2), 1.0/5 - 1, "2δ = 16 > 4β+1 = 5, first row of the table"},
		{4, 1e-6, 1e3, -4.0 / 8, 1.0/16 - 1, "2δ = 16 < 4β+1 = 17, second row"},
		{8, 1e-9, 1e3, -8.0 / 8, 1.0/16 - 1, "2δ = 16 < 4β+1 = 33, second row"},
	} {
		entries = append(entries, Entry{
			Name: fmt.Sprintf("bach-spline-%v", s.beta), Paper: bach2013, Item: "figure 1, left and middle",
			Title:   fmt.Sprintf("the best ridge and its risk over n, periodic splines with β = %v", s.beta),
			Reports: fmt.Sprintf("λ* falls as n^%.3g and the risk as n^%.3g: %s.", s.lambda, s.risk, s.why),
			Runs:    []Run{ridgePath(s.beta, s.lo, s.hi)},
			Columns: []string{"n", "mu", "risk_exact"},
			Chart:   &Chart{X: "mu", Y: "risk_exact", By: "n", LogX: true, LogY: true, XTitle: "μ = nλ", YTitle: "risk of exact regression"},
			check: func(f *Findings) {
				lambda, risk := f.rates(0)
				f.evidence.Between("exponent of λ*", claim.Of("", lambda), s.lambda-0.1, s.lambda+0.1)
				f.evidence.Between("of the risk", claim.Of("", risk), s.risk-0.1, s.risk+0.1)
			},
		})
	}
	return entries
}

// bachTheorem is theorem 1: with p columns, p ≥ (32d/δ+2)·ln(nR²/(δλ)), the risk is at
// most 1+4δ times that of exact regression.
func bachTheorem() []Entry {
	const mu, loss = 10.0, 0.01
	return []Entry{{
		Name: "bach-theorem-1", Paper: bach2013, Item: "theorem 1",
		Title:   "columns that theory asks for, and those that suffice",
		Reports: "With p ≥ (32d/δ + 2)·log(nR²/(δλ)) columns the expected risk is at most 1 + 4δ times the exact one; d = n·max Hᵢᵢ. The paper calls the bound sufficient, not necessary.",
		Runs: []Run{{Data: "spline", Mus: []float64{1, 3, mu, 30, 100}, Loss: loss, Change: func(s *sweep.Spec) {
			s.Kernel, s.Width, s.Methods, s.N = "periodic", "", []string{"nystrom"}, 512
			s.Values = map[string]float64{"beta": 1}
		}}},
		Columns: []string{"mu", "d_eff", "d_max", "m", "bach_p", "risk", "risk_exact"},
		Chart:   &Chart{X: "mu", Y: "m", Also: []string{"d_eff", "bach_p"}, LogX: true, LogY: true},
		check: func(f *Findings) {
			most := 0.0
			for _, mu := range f.values(0, "mu") {
				where := at{"mu": mu}
				m, p, d := f.mean(0, "", "m", where), f.mean(0, "", "bach_p", where), f.mean(0, "", "d_max", where)
				if m > p {
					f.says(false, "at %v: m = %v columns are needed, more than p = %.0f", where, m, p)
				}
				most = max(most, m/d)
			}
			f.evidence.AtMost("", claim.Of("sufficient m / d at most", most), 1, claim.Of("", 10))
			p, d := f.mean(0, "", "bach_p", at{"mu": mu}), f.mean(0, "", "d_max", at{"mu": mu})
			f.evidence.AtLeast(fmt.Sprintf("at μ = %v", mu), claim.Of("p of the theorem / d", p/d), 1, claim.Of("", 100))
		},
	}}
}
