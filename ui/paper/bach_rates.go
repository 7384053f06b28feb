package paper

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/interp"

	"gramscope/model/sweep"
	"gramscope/ui/claim"
)

const bach2013 = "Bach 2013" // Sharp analysis of low-rank kernel matrix approximations, COLT (arXiv 1208.2015)

// rate is a row of Bach's table of rates: a decay of the eigenvalues and one of the
// target, and the exponents of n that follow. λ is his ridge; ours is μ = n·λ.
type rate struct {
	name, law    string
	data         string // decay, with the target's law
	kernel, knob string
	value        float64 // β or ρ
	lo, hi       float64 // of μ, in which the best one lies for all n

	lambda   float64 // exponent of the best λ; NaN where it is no power
	risk     float64 // of the risk there
	logarith bool    // the risk is a logarithm over n, and d is one
	d        float64 // exponent of the degrees of freedom there
}

// rates are the six rows. The targets are such that the rates show up to n = 1600: a
// target that decays slowly in the eigenbasis keeps its best λ large, where no rate
// holds yet.
func rates() []rate {
	nan := math.NaN()
	const smooth = "decay:kappa=5,noise=0.1"
	return []rate{
		{name: "1", law: "μᵢ = i^−2, νᵢ = i^−16", data: "decay:delta=8", kernel: "periodic", knob: "beta", value: 1, lo: 3, hi: 300, lambda: -0.4, risk: -0.8, d: 0.2},
		{name: "2", law: "μᵢ = i^−8, νᵢ = i^−4", data: "decay:delta=2", kernel: "periodic", knob: "beta", value: 4, lo: 1e-4, hi: 0.1, lambda: -2, risk: -0.75, d: 0.25},
		{name: "3", law: "μᵢ = i^−2, νᵢ = e^−5i", data: smooth, kernel: "periodic", knob: "beta", value: 1, lo: 1, hi: 300, lambda: -0.4, risk: -0.8, d: 0.2},
		{name: "4", law: "μᵢ = e^−i, νᵢ = i^−4", data: "decay:delta=2", kernel: "poisson", knob: "rate", value: 1, lo: 0.3, hi: 30, lambda: nan, risk: -0.75, d: 0.25},
		{name: "5", law: "μᵢ = e^−i/2, νᵢ = e^−5i", data: smooth, kernel: "poisson", knob: "rate", value: 0.5, lo: 0.1, hi: 300, lambda: -0.5, risk: -1, logarith: true},
		{name: "6", law: "μᵢ = e^−2i, νᵢ = e^−i", data: "decay:kappa=1", kernel: "poisson", knob: "rate", value: 2, lo: 1e-4, hi: 0.1, lambda: -2, risk: -1, logarith: true},
	}
}

// run is the exact risk over n and μ. A method is there because a sweep has one.
func (r rate) run(sizes []float64) Run {
	return Run{Data: r.data, Change: func(s *sweep.Spec) {
		s.Kernel, s.Width, s.Test, s.Methods = r.kernel, "", 0, []string{"nystrom"}
		s.Values = map[string]float64{r.knob: r.value, "m": 2}
		s.Over = []sweep.Axis{{Name: "n", Values: sizes}, {Name: "mu", Values: geometric(r.lo, r.hi, 31)}}
		s.Figures = sweep.Figures{sweep.FigureRegression, sweep.FigureExact, sweep.FigureDEff}
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

// optimum is the best ridge at one n.
type optimum struct{ n, lambda, risk, d float64 }

// best is the ridge λ = μ/n of the least exact risk at n, that risk, and the degrees of
// freedom there: the vertex of the parabola through the least of the grid and its
// neighbours, in logarithms. The least at an end of the grid is none, which is noted.
func (f *Findings) best(run int, n float64) optimum {
	mus := f.values(run, "mu")
	var risks, logs, dims []float64
	for _, mu := range mus {
		where := at{"n": n, "mu": mu}
		risks = append(risks, math.Log(f.mean(run, "", "risk_exact", where)))
		dims = append(dims, math.Log(f.mean(run, "", "d_eff", where)))
		logs = append(logs, math.Log(mu))
	}
	i := slices.Index(risks, slices.Min(risks))
	if i <= 0 || i == len(risks)-1 {
		f.evidence.Needs(fmt.Sprintf("a wider grid of μ: at n = %v the least risk is at its end", n))
		return optimum{n: n}
	}
	left, middle, right := risks[i-1], risks[i], risks[i+1]
	shift := (left - right) / (left - 2*middle + right) / 2
	vertex := logs[i] + shift*(logs[i+1]-logs[i])
	var d interp.PiecewiseLinear
	if err := d.Fit(logs, dims); err != nil {
		f.evidence.Needs(err.Error())
		return optimum{n: n}
	}
	return optimum{n, math.Exp(vertex) / n, math.Exp(middle - (left-right)*shift/4), math.Exp(d.Predict(vertex))}
}

// exponent is the slope of ln y over ln n between the two largest n.
func exponent(all []optimum, y func(optimum) float64) float64 {
	a, b := all[len(all)-2], all[len(all)-1]
	return math.Log(y(b)/y(a)) / math.Log(b.n/a.n)
}

// check holds the exponents between the two largest n against the table.
func (r rate) check(f *Findings, run int) {
	var all []optimum
	for _, n := range f.values(run, "n") {
		all = append(all, f.best(run, n))
	}
	const margin = 0.1
	risk := exponent(all, func(o optimum) float64 {
		if r.logarith {
			return o.risk / math.Log(o.n)
		}
		return o.risk
	})
	within := func(what string, got, want float64) {
		f.evidence.Between(fmt.Sprintf("row %s, exponent of %s", r.name, what), claim.Of("", got), want-margin, want+margin)
	}
	if !math.IsNaN(r.lambda) {
		within("λ*", exponent(all, func(o optimum) float64 { return o.lambda }), r.lambda)
	}
	what := "the risk"
	if r.logarith {
		what = "risk / log n"
	}
	within(what, risk, r.risk)
	if r.logarith {
		within("d / log n", exponent(all, func(o optimum) float64 { return o.d / math.Log(o.n) }), 0)
	} else {
		within("d", exponent(all, func(o optimum) float64 { return o.d }), r.d)
	}
}

// bachRates are the table, and the simulation of figure 1 on its left and in the
// middle. Nothing in them is random: the points are an even grid, and the risk is the
// expected one about a known truth.
func bachRates() []Entry {
	table := Entry{
		Name: "bach-rates", Paper: bach2013, Item: "table of rates", Title: "the best ridge, its risk and degrees of freedom over n, for six laws of decay",
		Reports: "Row by row λ* ∝ n^−2/5, n^−2, n^−2/5, exp(−n^1/4), n^−1/2, n^−2; risk ∝ n^−4/5, n^−3/4, n^−4/5, n^−3/4, log n/n, log n/n; d ∝ n·risk.",
		Differs: "The exponents are those between n = 800 and n = 1600, where they are not quite the limits; the λ* of row 4, which is no power, is not held against its law: ln 1/λ* grows as n^0.18 there, and more with every n.",
		Columns: []string{"n", "mu", "d_eff", "risk_exact"},
		Chart:   &Chart{X: "mu", Y: "risk_exact", By: "n", LogX: true, LogY: true, XTitle: "μ = nλ", YTitle: "risk, row 1"},
		check: func(f *Findings) {
			for i, r := range rates() {
				r.check(f, i)
			}
		},
	}
	for _, r := range rates() {
		table.Runs = append(table.Runs, r.run([]float64{100, 200, 400, 800, 1600}))
	}
	entries := []Entry{table}
	for _, r := range []rate{
		{name: "β = 1", data: "spline", kernel: "periodic", knob: "beta", value: 1, lo: 1, hi: 300, lambda: -0.4, risk: -0.8, d: 0.2},
		{name: "β = 4", data: "spline", kernel: "periodic", knob: "beta", value: 4, lo: 0.1, hi: 100, lambda: -0.5, risk: 1.0/16 - 1, d: 1.0 / 16},
		{name: "β = 8", data: "spline", kernel: "periodic", knob: "beta", value: 8, lo: 0.03, hi: 30, lambda: -1, risk: 1.0/16 - 1, d: 1.0 / 16},
	} {
		e := Entry{
			Name: fmt.Sprintf("bach-spline-%v", r.value), Paper: bach2013, Item: "simulation on splines, left and middle",
			Title:   fmt.Sprintf("the best ridge and its risk over n, %s and δ = 8", r.name),
			Reports: fmt.Sprintf("λ* falls as n^%.3g and the risk as n^%.3g.", r.lambda, r.risk),
			Runs:    []Run{r.run(splineSizes())}, Columns: table.Columns, Chart: table.Chart,
			check: func(f *Findings) { r.check(f, 0) },
		}
		if r.value == 4 {
			e.Differs = "2δ = 16 is next to 4β + 1 = 17, where two rows of the table meet, and the target is nearly one wave: up to n = 800 λ* falls as n^−0.36, and the risk as n^−0.94."
			e.check = func(f *Findings) {
				var all []optimum
				for _, n := range f.values(0, "n") {
					all = append(all, f.best(0, n))
				}
				lambda, risk := exponent(all, func(o optimum) float64 { return o.lambda }), exponent(all, func(o optimum) float64 { return o.risk })
				f.differs(math.Abs(lambda+0.36) < 0.03, "exponent of λ*: %.3g, not yet %.3g", lambda, r.lambda)
				f.evidence.Between("of the risk", claim.Of("", risk), r.risk-0.1, r.risk+0.1)
			}
		}
		entries = append(entries, e)
	}
	return entries
}

// splineSizes are the numbers of points on the circle.
func splineSizes() []float64 { return []float64{50, 100, 200, 400, 800} }
