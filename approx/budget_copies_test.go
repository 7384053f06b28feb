package approx

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// byCopies are the methods that draw copies of points at one go, at a ridge.
func byCopies(ridge float64, qbar int) map[string]model.Fitter {
	return map[string]model.Fitter{
		"nystrom":      &Nystrom{M: 1, Ridge: ridge, QBar: qbar, Budget: model.SizeByRidge},
		"rls":          &RLS{M: 1, Ridge: ridge, QBar: qbar, Budget: model.SizeByRidge},
		"two-pass-rls": &TwoPassRLS{M: 1, Ridge: ridge, Epsilon: 0.5, QBar: qbar, Budget: model.SizeByRidge},
	}
}

// squaresOf returns the squared weights of the dictionary's points as a packed dictionary.
func squaresOf(t *testing.T, a model.Approximation) *packed {
	t.Helper()
	s := a.Sketch()
	p := &packed{}
	n, q := s.Dims()
	for j := range q {
		column := mat.Col(nil, j, s)
		for i := range n {
			if w := column[i]; w != 0 {
				p.index, p.copies, p.rate = append(p.index, i), append(p.copies, 1), append(p.rate, 1/(w*w))
			}
		}
	}
	return p
}

// The squared weight of a point, times q̄ and its probability by NumPy's scores, is a number of copies. Its
// mean is q̄ times the probability. For nystrom the probability is the largest score; for two-pass-rls with
// all columns as pilot columns it is nine tenths of the score and a tenth of the mean score.
func TestCopiesGolden(t *testing.T) {
	const qbar, draws = 15, 20
	eachGolden(t, false, func(t *testing.T, g *model.Gram, c goldenScores) {
		n := len(c.Scores)
		mean, largest := floats.Sum(c.Scores)/float64(n), slices.Max(c.Scores)
		chance := map[string]func(i int) float64{
			"nystrom":      func(int) float64 { return largest },
			"rls":          func(i int) float64 { return c.Scores[i] },
			"two-pass-rls": func(i int) float64 { return 0.9*c.Scores[i] + 0.1*mean },
		}
		for name, f := range byCopies(c.Ridge, qbar) {
			if name == "two-pass-rls" {
				f.(*TwoPassRLS).Pilot = n
			}
			copies, expected, variance := 0.0, 0.0, 0.0
			for i := range n {
				expected += qbar * draws * chance[name](i)
				variance += qbar * draws * chance[name](i) * (1 - chance[name](i))
			}
			for seed := range uint64(draws) {
				p := squaresOf(t, fitted(t, g, f, seeded(seed)))
				for j, i := range p.index {
					q := qbar * chance[name](i) / p.rate[j]
					if math.Abs(q-math.Round(q)) > 1e-5 || q < 0.5 || q > qbar+0.5 {
						t.Fatalf("%s: point %d has %v copies", name, i, q)
					}
					copies += q
				}
			}
			if math.Abs(copies-expected) > 4.5*math.Sqrt(variance)+1e-6 {
				t.Errorf("%s: %.0f copies in %d draws, %.0f are expected", name, copies, draws, expected)
			}
		}
	})
}

// K̃ is SQUEAK's eq. 3 on the dictionary, written out, and 0 ⪯ K−K̃ ⪯ γ/(1−ε(S))·I.
func TestCopiesApproximation(t *testing.T) {
	const n, ridge = 120, 1.0
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.4)
	for name, f := range byCopies(ridge, 60) {
		checked := 0
		for seed := range uint64(6) {
			a := fitted(t, g, f, seeded(seed))
			s := a.Sketch()
			k, got := whole(g, a)
			_, q := s.Dims()
			var ks, core, solved, want mat.Dense
			ks.Mul(k, s)
			core.Mul(s.T(), &ks)
			for j := range q {
				core.Set(j, j, core.At(j, j)+ridge)
			}
			if err := solved.Solve(&core, ks.T()); err != nil {
				t.Fatal(err)
			}
			if want.Mul(&ks, &solved); apart(got, &want) > 1e-9 {
				t.Errorf("%s: K̃ is %.3g from its definition", name, apart(got, &want))
			}
			if epsilon := accuracy(t, g, s, ridge); epsilon < 1 {
				checked++
				residualWithin(t, g, a, ridge/(1-epsilon))
			}
		}
		if checked < 3 {
			t.Errorf("%s: ε(S) < 1 for only %d of 6 seeds", name, checked)
		}
	}
}

// If one point stands out, uniform sampling takes all points and sampling by scores few: d_max and d_eff are
// far apart.
func TestCopiesFollowTheScores(t *testing.T) {
	const n, ridge, qbar = 300, 1.0, 10
	x := normal(n, 2, seeded(1))
	x.Scale(0.1, x)
	x.SetRow(0, []float64{10, 10})
	g := gramOf(t, x, "gaussian", 0.5)
	size := map[string]int{}
	for name, f := range byCopies(ridge, qbar) {
		size[name] = len(fitted(t, g, f, seeded(1)).Landmarks())
	}
	if size["nystrom"] < 250 || size["rls"] > 60 || size["two-pass-rls"] > 60 {
		t.Errorf("sizes are %v", size)
	}
}

// The first pass takes tr K/(γε) columns, all of them where that is more, and reads them.
func TestTwoPassColumnsByRidge(t *testing.T) {
	const n = 200
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
	for ridge, want := range map[float64]int{1: n, 10: 40, 100: 4} {
		f := &TwoPassRLS{M: 10, Ridge: ridge, Epsilon: 0.5, QBar: 20, Budget: model.SizeByRidge}
		one := g.View()
		a := fitted(t, one, f, seeded(1))
		if got := int(one.Entries())/n - 1 - len(a.Landmarks()); got != want {
			t.Errorf("ridge %v: %d pilot columns, want %d", ridge, got, want)
		}
	}
}

// rank has no effect, and a warning says so.
func TestCopiesWarnOfRank(t *testing.T) {
	g := gramOf(t, normal(60, 2, seeded(1)), "gaussian", 0.5)
	for name, f := range byCopies(1, 20) {
		parameterOf(t, f, "rank", 3)
		if w := strings.Join(fitted(t, g, f, seeded(1)).Warnings(), "; "); !strings.Contains(w,
			"rank has no effect") {
			t.Errorf("%s: warnings %q", name, w)
		}
	}
}

// If the diagonal of K is far above 1, the trace requires many pilot columns, and their memory is checked
// before they are read.
func TestTwoPassColumnsAreAfforded(t *testing.T) {
	const n = 300
	x := normal(n, 2, seeded(1))
	x.Scale(10, x)
	g := gramOf(t, x, "polynomial", 1)
	f := &TwoPassRLS{M: 5, Ridge: 100, Epsilon: 0.5, QBar: 5, Budget: model.SizeByRidge}
	allowed := twoPassRLS().Memory(f, n, 2).Fit
	read := g.View()
	read.Allow(func(m model.Memory) error {
		if m.Fit > allowed {
			return &model.MemoryError{Need: m.Fit, Allowed: allowed, N: n}
		}
		return nil
	})
	if _, err := f.Fit(t.Context(), read, seeded(1)); err == nil ||
		!strings.Contains(err.Error(), "with 300 pilot columns at score-ridge = 100") || read.Entries() != n {
		t.Errorf("%v after %d entries", err, read.Entries())
	}
}
