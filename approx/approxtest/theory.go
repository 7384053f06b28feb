package approxtest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// kernels runs the method on every kernel that suits it, on data that suit all kernels.
func (s suite) kernels(t *testing.T) {
	const n = 20
	for _, f := range kernel.Families() {
		for _, gamma := range []float64{1e-4, 1, 100} {
			x := cloud(n, 3, 11)
			if f.OnCircle {
				x = mat.NewDense(n, 1, nil)
				for i := range n {
					x.Set(i, 0, float64(i)/n)
				}
			}
			g := gram(t, x, f.Name, gamma)
			if s.method.Unmet(nil, g.Kernel(), g.N(), 0, g.N()) != "" {
				continue
			}
			for _, m := range []float64{1, 7, n} {
				s.invariants(t, g, s.fit(t, g, settings(m), 6))
			}
		}
	}
}

// matrix compares the fit to a precomputed matrix with that to the points that it belongs to. Clusters are found
// in other coordinates.
func (s suite) matrix(t *testing.T) {
	points := s.problem(t, 60)
	given := precomputed(points)
	if s.method.Unmet(nil, given.Kernel(), 60, 0, 60) != "" || s.method.Clusters {
		return
	}
	for seed := range uint64(seeds) {
		want, got := dense(s.fit(t, points, settings(20), seed)), dense(s.fit(t, given, settings(20), seed))
		if r := relative(difference(got, want), want); !(r <= 1e-9) {
			t.Errorf("K̃ of the matrix is %.2g from K̃ of the points", r)
		}
	}
}

// invariants checks what holds for every fit: the promise, the optimum as a lower bound of the error,
// and a warning if K̃ = 0.
func (s suite) invariants(t *testing.T, g *model.Gram, f Fit) {
	t.Helper()
	k, a := exact(g), dense(f)
	requireFinite(t, "K̃", a)
	e := difference(k, a)
	values, residual := eigenvalues(t, k), eigenvalues(t, e)
	n, top := f.N, values[0]
	label := g.Kernel().Name()
	if got, floor := relative(e, k), floats.Norm(values[f.Rank():], 2)/floats.Norm(values, 2); got < floor*(1-1e-6)-1e-9 {
		t.Errorf("%s %v: error %.12g is below %.12g, the best of rank %d", label, f.Params, got, floor, f.Rank())
	}
	spectral := max(math.Abs(residual[0]), math.Abs(residual[n-1]))
	if f.Rank() < n && spectral < values[f.Rank()]*(1-1e-6)-1e-9*top {
		t.Errorf("%s %v: spectral error %.12g is below λ = %.12g", label, f.Params, spectral, values[f.Rank()])
	}
	slack := 1e-8 * top
	if least := eigenvalues(t, a)[n-1]; s.promise.PSD && least < -slack {
		t.Errorf("%s %v: K̃ has the eigenvalue %.3g", label, f.Params, least)
	}
	if (s.promise.Projection || s.promise.Below) && residual[n-1] < -slack {
		t.Errorf("%s %v: K−K̃ has the eigenvalue %.3g", label, f.Params, residual[n-1])
	}
	if f.Rank() == 0 && len(f.Warnings()) == 0 {
		t.Errorf("%s %v: rank 0 without a warning", label, f.Params)
	}
	s.landmarkRows(t, f, k, a)
}

func (s suite) landmarkRows(t *testing.T, f Fit, k, a *mat.Dense) {
	t.Helper()
	landmarks := f.Landmarks()
	exact := s.promise.ExactRows && f.Params[model.SizeRuleName] != model.SizeByRidge
	if landmarks == nil {
		if exact {
			t.Fatal("promises exact rows, but names no landmarks")
		}
		return
	}
	seen := map[int]bool{}
	for _, i := range landmarks {
		if i < 0 || i >= f.N || seen[i] {
			t.Fatalf("landmarks %v: out of range or not distinct", landmarks)
		}
		seen[i] = true
		for j := range f.N {
			if d := math.Abs(k.At(i, j) - a.At(i, j)); exact && !(d <= 1e-6*mat.Max(k)) {
				t.Fatalf("landmark %d: K̃[%d,%d] = %.12g, K has %.12g", i, i, j, a.At(i, j), k.At(i, j))
			}
		}
	}
}

// fullBudget checks K̃ = K at the promised budget, for kernels from wide, where K is numerically singular, to narrow.
func (s suite) fullBudget(t *testing.T) {
	if s.promise.Full == nil {
		return
	}
	const n = 60
	for _, gamma := range []float64{1e-4, 0.1, 1, 30} {
		g := s.gram(t, cloud(n, 2, 13), gamma)
		f := s.fit(t, g, s.promise.Full(n), 1)
		k := exact(g)
		if r := relative(difference(k, dense(f)), k); !(r <= 1e-7) {
			t.Errorf("γ = %v, %v: relative error %.3g, want 0", gamma, f.Params, r)
		}
	}
}

// improves checks that the mean error over seeds does not rise with the budget.
func (s suite) improves(t *testing.T) {
	if s.promise.Improves == "" {
		return
	}
	const n = 60
	g := s.problem(t, n)
	before, beforeSE := math.Inf(1), 0.0
	for _, v := range []float64{2, 8, 32} {
		set := settings(10)
		set[s.promise.Improves] = v
		mean, se := s.meanError(t, g, set)
		if mean > before+2*math.Hypot(se, beforeSE) {
			t.Errorf("mean error rises to %.4g at %s = %v, from %.4g", mean, s.promise.Improves, v, before)
		}
		before, beforeSE = mean, se
	}
}

// meanError returns the mean error over some seeds, and its standard error.
func (s suite) meanError(t *testing.T, g *model.Gram, set model.Values) (mean, se float64) {
	t.Helper()
	k := exact(g)
	var errors []float64
	for seed := range uint64(averaged) {
		errors = append(errors, relative(difference(k, dense(s.fit(t, g, set, 100+seed))), k))
	}
	mean, deviation := stat.MeanStdDev(errors, nil)
	return mean, stat.StdErr(deviation, averaged)
}

// permutedRows checks that no row is special: the error on permuted points has the same distribution.
// The rows are sorted first, which exposes a method that takes the first ones.
func (s suite) permutedRows(t *testing.T) {
	if s.promise.Ordered {
		return
	}
	const n = 60
	sorted := mat.NewDense(n, 1, nil)
	for i := range n {
		sorted.Set(i, 0, 20*math.Pow(float64(i)/n, 3))
	}
	shuffled := linalg.Rows(sorted, seeded(3).Perm(n))
	var mean, se [2]float64
	for i, x := range []*mat.Dense{sorted, shuffled} {
		g := s.gram(t, x, 0.5)
		g.Give(shuffled)
		mean[i], se[i] = s.meanError(t, g, settings(10))
	}
	if d := math.Abs(mean[0] - mean[1]); d > 4*math.Hypot(se[0], se[1])+1e-6 {
		t.Errorf("mean error %.4g ± %.2g on sorted rows, %.4g ± %.2g on shuffled ones", mean[0], se[0], mean[1], se[1])
	}
}

// degenerateData fits duplicate rows, constant rows, constant columns and a K of rank one, with fewer,
// as many and more landmarks than distinct rows.
func (s suite) degenerateData(t *testing.T) {
	const n = 40
	same := mat.NewDense(n, 2, nil)
	line := mat.NewDense(n, 1, nil)
	for i := range n {
		same.SetRow(i, []float64{1e6, -3})
		line.Set(i, 0, float64(i-n/2)) // one row is 0
	}
	for _, c := range []struct {
		what, kernel string
		x            *mat.Dense
		rank         int // of K
	}{
		{"five distinct rows", "gaussian", repeated(n), 5},
		{"five distinct rows", "matern12", repeated(n), 5},
		{"constant rows", "gaussian", same, 1},
		{"constant rows", "linear", same, 1},
		{"rank one", "linear", line, 1},
		{"rank three", "polynomial", line, 3},
	} {
		g := gram(t, c.x, c.kernel, 1)
		if s.method.Unmet(nil, g.Kernel(), n, 0, n) != "" {
			continue
		}
		t.Run(c.what+" "+c.kernel, func(t *testing.T) {
			for _, m := range []float64{1, 5, 20, n} {
				for seed := range uint64(seeds) {
					f := s.fit(t, g, settings(m), seed)
					s.invariants(t, g, f)
					if s.promise.Projection && f.Rank() > c.rank {
						t.Errorf("%v: rank %d, but K has the rank %d", f.Params, f.Rank(), c.rank)
					}
				}
			}
		})
	}
}

func (s suite) fewRows(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		g := s.problem(t, n)
		for _, m := range []float64{1, 2, 100} {
			for seed := range uint64(4) {
				f := s.fit(t, g, settings(m), seed)
				s.invariants(t, g, f)
			}
		}
	}
}

// endsOfRanges sets each parameter to the ends of its range. Methods must clamp values above n, or cope with them.
func (s suite) endsOfRanges(t *testing.T) {
	g := s.problem(t, 30)
	for _, p := range s.method.New().Params() {
		for _, v := range []float64{p.Min, p.Max} {
			set := settings(10)
			set[p.Name] = v
			f := s.fit(t, g, set, 1)
			s.invariants(t, g, f)
			if limit := s.promise.MaxRank(f); f.Rank() > limit {
				t.Errorf("%s = %v: rank %d, promised at most %d", p.Name, v, f.Rank(), limit)
			}
		}
	}
}
