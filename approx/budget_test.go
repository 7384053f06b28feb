package approx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/approx/form"
	"gramscope/model"
)

// budgetedPromises are the promises of the methods whose size is determined by a ridge. With budget = ridge,
// one of the ends of the ranges, K̃ is at most n columns wide and reproduces no row.
func budgetedPromises() map[string]approxtest.Promise {
	promise := func(entries func(approxtest.Fit) int64) approxtest.Promise {
		return approxtest.Promise{
			Projection: true, PSD: true, Improves: "m",
			Entries: entries,
			MaxRank: func(f approxtest.Fit) int {
				if f.Params["budget"] == model.SizeByRidge {
					return f.N
				}
				return f.Clamped("m")
			},
			Bytes: approxtest.FactorBytes,
		}
	}
	return map[string]approxtest.Promise{
		"ink-estimate": promise(inkEntries),
		"squeak":       promise(squeakEntries),
		"disqueak":     promise(disqueakEntries),
		"bless":        promise(blessEntries),
		"bless-r":      promise(blessREntries),
	}
}

// as is a fitter of the method with the parameters of a fit.
func as(m model.Method, fit approxtest.Fit) model.Fitter {
	f := m.New()
	for _, p := range f.Params() {
		if err := p.Set(fit.Params[p.Name]); err != nil {
			panic(err)
		}
	}
	return f
}

// must unwraps what cannot fail on the data of the tests.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func kept(f approxtest.Fit) int64 {
	return int64(len(f.Landmarks()))
}

// finished returns the number of entries that finish reads if thinning has left `left` points. If there are
// more landmarks than these, it includes the diagonal of the candidates.
func finished(f approxtest.Fit, left int) int64 {
	entries := int64(f.N) * kept(f)
	if kept(f) > int64(left) {
		entries += int64(min(f.N-left, fillFrom*f.Clamped("m")))
	}
	return entries
}

// The entries are counted over the same run, step by step, from the sizes of
// the dictionaries between the steps.

func squeakEntries(fit approxtest.Fit) int64 {
	f := as(squeak(), fit).(*Squeak)
	size := sizingOf(fit.N, f.M, f.Ridge, f.Budget)
	s := f.stream(fit.Gram, &size, fit.Rand)
	entries := int64(0)
	for order := fit.Rand.Perm(fit.N); len(order) > 0; {
		d := len(s.kept.index)
		b := min(len(order), max(minChunk, d))
		entries += int64(b * (b + d))
		if err := s.feed(order[:b]); err != nil {
			panic(err)
		}
		order = order[b:]
	}
	return entries + finished(fit, len(s.kept.index))
}

func disqueakEntries(fit approxtest.Fit) int64 {
	f := as(disqueak(), fit).(*Disqueak)
	size := sizingOf(fit.N, f.M, f.Ridge, f.Budget)
	level := must(f.leaves(fit.Gram, fit.Rand))
	entries := int64(0)
	for _, b := range level {
		entries += int64(len(b.kept.index) * len(b.kept.index))
	}
	for len(level) > 1 {
		for j := 0; j+1 < len(level); j += 2 {
			entries += int64(len(level[j].kept.index) * len(level[j+1].kept.index))
		}
		level = must(f.merged(fit.Gram, level, &size, fit.Rand))
	}
	return entries + finished(fit, len(level[0].kept.index))
}

func inkEntries(fit approxtest.Fit) int64 {
	f := as(inkEstimate(), fit).(*InkEstimate)
	size := sizingOf(fit.N, f.M, f.Ridge, f.Budget)
	s := f.stream(fit.Gram, &size, fit.Rand)
	n, squares := int64(fit.N), int64(0)
	for order := fit.Rand.Perm(fit.N); len(order) > 0; {
		b := min(len(order), max(minChunk, len(s.kept.index)))
		squares += int64(b * b)
		if err := s.feed(order[:b]); err != nil {
			panic(err)
		}
		order = order[b:]
	}
	return (n*n + squares) / 2
}

// pathEntries counts a path by one of the two kinds of step, given as the draw
// of candidates and what follows.
func pathEntries(fit approxtest.Fit, ridge float64, qbar int, size sizing,
	step func(p *path, ridge float64) (int, *packed)) int64 {
	diag := must(form.Diagonal(fit.Gram))
	p := &path{g: fit.Gram, diag: diag, top: floats.Max(diag), qbar: float64(qbar), rng: fit.Rand, size: &size,
		kept: &packed{}}
	entries := int64(fit.N)
	for _, r := range ridges(p.top*float64(fit.N), ridge) {
		d := len(p.kept.index)
		looked, next := step(p, r)
		entries += int64(d*looked) + int64(len(next.index)*len(next.index))
		before := p.kept
		if p.kept = next; size.byBudget && len(next.index) > size.m {
			entries += int64(len(before.index) * len(next.index))
			must(size.reduce(p.kept, r, must(p.rates(context.Background(), before)), fit.Rand))
			break
		}
	}
	return entries + finished(fit, len(p.kept.index))
}

func blessEntries(fit approxtest.Fit) int64 {
	f := as(bless(), fit).(*Bless)
	return pathEntries(fit, f.Ridge, f.QBar, sizingOf(fit.N, f.M, f.Ridge, f.Budget),
		func(p *path, ridge float64) (int, *packed) {
			rows, times, total := p.uniform(ridge)
			return len(rows), must(p.drawn(context.Background(), rows, times, total, ridge))
		})
}

func blessREntries(fit approxtest.Fit) int64 {
	f := as(blessR(), fit).(*BlessR)
	return pathEntries(fit, f.Ridge, f.QBar, sizingOf(fit.N, f.M, f.Ridge, f.Budget),
		func(p *path, ridge float64) (int, *packed) {
			rows, beta := p.candidates(ridge)
			return len(rows), must(p.accepted(context.Background(), rows, beta, ridge))
		})
}

// byRidge are the five methods at a ridge and ε, large enough to be accurate at
// times, and what they are on a budget of m.
func byRidge(ridge float64) map[string]model.Fitter {
	return map[string]model.Fitter{
		"ink-estimate": &InkEstimate{M: 1, Ridge: ridge, Epsilon: 0.5, QBar: 600, Budget: model.SizeByRidge},
		"squeak":       &Squeak{M: 1, Ridge: ridge, Epsilon: 0.5, QBar: 60, Budget: model.SizeByRidge},
		"halving":      &Squeak{M: 1, Ridge: ridge, Epsilon: 0.5, QBar: 60, Halving: 1, Budget: model.SizeByRidge},
		"disqueak":     &Disqueak{M: 1, Ridge: ridge, Epsilon: 0.5, QBar: 60, Budget: model.SizeByRidge},
		"bless":        &Bless{M: 1, Ridge: ridge, QBar: 20, Budget: model.SizeByRidge},
		"bless-r":      &BlessR{M: 1, Ridge: ridge, QBar: 20, Budget: model.SizeByRidge},
	}
}

// With budget = m the projection lies between the regularised K̃ and K, so that the bound holds at the
// raised ridge too. Exactly m landmarks are used, also where chance drops all, and a warning names the raised ridge.
func TestBudgetedHeld(t *testing.T) {
	const n = 200
	g := gramOf(t, normal(n, 3, seeded(1)), "gaussian", 0.3)
	for _, m := range []int{25, 1} {
		for name, f := range byRidge(1e-2) {
			parameterOf(t, f, "budget", model.SizeByBudget)
			parameterOf(t, f, "m", float64(m))
			for seed := range uint64(10) {
				a := fitted(t, g, f, seeded(seed)).(*form.Factor)
				if distinct := slices.Compact(slices.Sorted(slices.Values(a.Landmarks()))); len(distinct) != m || a.Rank() > m {
					t.Errorf("%s: %d landmarks for m = %d: %v", name, len(distinct), m, a.Landmarks())
				}
				if w := strings.Join(a.Warnings(), "; "); !strings.Contains(w, "score-ridge was raised from 0.01 to ") {
					t.Errorf("%s: warnings %q", name, w)
				}
			}
		}
	}
}

// Where the dictionary has room for all points the ridge is not raised; few copies give a warning.
func TestBudgetedWarnings(t *testing.T) {
	g := gramOf(t, normal(60, 3, seeded(1)), "gaussian", 0.3)
	for name, f := range byRidge(1) {
		for qbar, want := range map[float64]string{20: "", 9: "qbar = 9 is below 10"} {
			if strings.HasPrefix(name, "bless") || name == "ink-estimate" && want == "" { // its slots raise the ridge
				continue
			}
			parameterOf(t, f, "budget", model.SizeByBudget)
			parameterOf(t, f, "m", 60)
			parameterOf(t, f, "qbar", qbar)
			w := strings.Join(fitted(t, g, f, seeded(1)).Warnings(), "; ")
			if !strings.HasPrefix(w, want) || want == "" && w != "" {
				t.Errorf("%s at q̄ = %v: warnings %q", name, qbar, w)
			}
		}
	}
}

// Given the points of the dictionary, the mean of S·Sᵀ is I before and after filling up. Here only part of
// the candidates gets weights.
func TestFillIsUnbiased(t *testing.T) {
	const n, held, m, draws = 200, 9, 12, 4000
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.3)
	mean, squares := make([]float64, n), make([]float64, n)
	for seed := range uint64(draws) {
		p := must(arrived(all(held), 20).read(g))
		for j := range p.copies {
			p.copies[j] = 10 + j
		}
		size := sizing{m: m, given: 0.1, byBudget: true}
		if err := size.fill(t.Context(), g.View(), p, 1, seeded(seed)); err != nil || len(p.index) != m {
			t.Fatal(len(p.index), err)
		}
		for j, i := range p.index {
			w := float64(p.copies[j]) / p.rate[j]
			mean[i] += w / draws
			squares[i] += w * w / draws
		}
	}
	const part = float64(m-held) / m
	worst := 0.0
	for i := range n {
		want := part
		if i < held {
			want += (1 - part) * float64(10+i) / 20
		}
		se := math.Sqrt(max(0, squares[i]-mean[i]*mean[i])/draws) + 1e-12
		worst = max(worst, math.Abs(mean[i]-want)/se)
	}
	if !(worst <= 4.5) {
		t.Errorf("some diagonal entry of S·Sᵀ is off in the mean by %.1f standard errors", worst)
	}
}

func parameterOf(t *testing.T, f model.Fitter, name model.Name, v float64) {
	t.Helper()
	p, ok := parameter(f, name)
	if !ok {
		t.Fatalf("no parameter %s", name)
	}
	if err := p.Set(v); err != nil {
		t.Fatal(err)
	}
}

// The projection is above the regularised K̃ and below K.
func TestBudgetedProjection(t *testing.T) {
	const n, ridge = 80, 2.0
	g := gramOf(t, normal(n, 2, seeded(2)), "gaussian", 0.4)
	s := streamed(t, g, &Squeak{Ridge: ridge, Epsilon: 0.5, QBar: 20, Budget: model.SizeByRidge}, 20, seeded(3))
	var ends [2]*mat.Dense
	for rule := range ends {
		size := sizingOf(n, n, ridge, rule)
		a := must(size.finish(t.Context(), g, s.kept, ridge, nil))
		residualWithin(t, g, a, math.Inf(1))
		_, ends[rule] = whole(g, a)
	}
	ends[model.SizeByBudget].Sub(ends[model.SizeByBudget], ends[model.SizeByRidge])
	if v := ascending(t, ends[model.SizeByBudget]); v[0] < -1e-9 || v[n-1] < 0.1 {
		t.Errorf("projected minus regularised has eigenvalues in [%.3g, %.3g]", v[0], v[n-1])
	}
}

// reduce finds about the smallest ridge that is expected to leave m points: at a ridge lower by 2^(1/8) too
// many would be left.
func TestReduceRaisesNoMoreThanNeeded(t *testing.T) {
	const n, m = 60, 20
	g := gramOf(t, normal(n, 2, seeded(3)), "gaussian", 1)
	for _, start := range []float64{1e-12, 1e-3, 0.5} {
		p := must(arrived(all(n), 20).read(g))
		rates := func(ridge float64) []float64 { return scaled(p.scores(ridge), 10) }
		size := sizingOf(n, m, start, model.SizeByBudget)
		ridge, low := size.raise(p, start, rates)
		mean, deviation := p.expected(low)
		before, slack := p.expected(p.lowered(rates(ridge * math.Exp2(-ridgeStep))))
		if mean+sizeMargin*deviation > m || before+sizeMargin*slack <= m {
			t.Errorf("from %v: %.2f ± %.2f points expected at %.4g, %.2f ± %.2f a step below", start, mean, deviation, ridge,
				before, slack)
		}
		got, err := size.reduce(p, start, rates, seeded(1))
		if err != nil || got < ridge || len(p.index) > m || len(p.index) < m/2 {
			t.Errorf("from %v: %d points at the ridge %v (%v)", start, len(p.index), got, err)
		}
	}
}

// A dictionary's scores of its own points are those that their columns of K give, at
// any ridge and however small they are; of a zero kernel they are 0.
func TestOwnScores(t *testing.T) {
	const q = 30
	rng := seeded(6)
	rows, copies, rate := all(q), make([]int, q), make([]float64, q)
	for j := range q {
		copies[j], rate[j] = 1+rng.IntN(20), 0.5+20*rng.Float64()
	}
	for _, kernel := range []string{"gaussian", "polynomial"} {
		g := gramOf(t, normal(60, 2, seeded(7)), kernel, 0.5)
		diag := must(form.Diagonal(g))[:q]
		p := must((&packed{index: rows, copies: copies, rate: rate}).read(g))
		for _, ridge := range []float64{1e-2, 1, 1e6, 1e20, 1e290} {
			want := must(p.scorer(ridge).estimatesOf(t.Context(), g, rows, diag))
			for j, got := range p.scores(ridge) {
				near(t, fmt.Sprintf("%s: score %d at %v", kernel, j, ridge), got/want[j], 1, 1e-7) // a difference from 1
			}
		}
	}
	p := must((&packed{index: rows, copies: copies, rate: rate}).read(gramOf(t, mat.NewDense(q, 2, nil), "linear", 1)))
	for _, v := range p.scores(0.1) {
		if v != 0 {
			t.Errorf("score %v of a zero kernel", v)
		}
	}
}

// What a dictionary cannot be made of ends in a word: zero K, a ridge so large
// that nothing counts, entries too large for any ridge, an overflow.
func TestBudgetedBadInput(t *testing.T) {
	zero := gramOf(t, mat.NewDense(40, 1, nil), "linear", 1)
	some := gramOf(t, normal(40, 2, seeded(4)), "gaussian", 1)
	huge := normal(40, 2, seeded(5))
	huge.Scale(1e153, huge)
	over := normal(40, 2, seeded(5))
	over.Scale(1e200, over)
	for _, rule := range []float64{model.SizeByBudget, model.SizeByRidge} {
		for name, f := range byRidge(1e9) {
			parameterOf(t, f, "budget", rule)
			parameterOf(t, f, "m", 5)
			for what, g := range map[string]*model.Gram{"zero": zero, "large ridge": some} {
				a := fitted(t, g, f, seeded(1)).(*form.Factor)
				if _, approx := whole(g, a); floats.HasNaN(approx.RawMatrix().Data) {
					t.Errorf("%s, %s: NaN", name, what)
				}
				if w := strings.Join(a.Warnings(), "; "); a.Rank() == 0 && !strings.Contains(w, "approximation is zero") &&
					!strings.Contains(w, "are zero, and so is") {
					t.Errorf("%s, %s: warnings %q", name, what, w)
				}
			}
			for what, g := range map[string]*model.Gram{"huge": gramOf(t, huge, "linear", 1),
				"overflow": gramOf(t, over, "linear", 1)} {
				a, err := f.Fit(t.Context(), g, seeded(1))
				if err != nil {
					if a != nil {
						t.Errorf("%s, %s: a result beside the error %v", name, what, err)
					}
					continue
				}
				if what == "overflow" {
					t.Errorf("%s: no error for a kernel that overflows", name)
				}
			}
		}
	}
}

// Where no ridge is known to suffice for entries near the largest numbers, the error says so.
func TestBudgetedTooLarge(t *testing.T) {
	x := normal(40, 2, seeded(5))
	x.Scale(1e148, x)
	g := gramOf(t, x, "linear", 1)
	for name, f := range byRidge(1e-12) {
		parameterOf(t, f, "budget", model.SizeByBudget)
		parameterOf(t, f, "m", 5)
		_, err := f.Fit(t.Context(), g, seeded(1))
		if degenerate := (*model.DegenerateError)(nil); !errors.As(err, &degenerate) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
