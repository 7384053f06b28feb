package trial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestFitTellsOfTheMethod: a fit has the method's rank, memory, entries and warnings, or its error.
func TestFitTellsOfTheMethod(t *testing.T) {
	const n, m = 60, 12
	rows := twice(t, n, true)
	tr := trialOn(t, rows, "nystrom", "", model.Values{"m": m})
	f := fitted(t, tr)
	if f.Rank != m || f.Entries != n*m || f.Bytes != f.Approx.Bytes() || f.Bytes < 8*n*m || f.Cached || f.Seconds <= 0 ||
		f.Warnings != nil {
		t.Errorf("%+v: rank %d of %d×%d features, %d entries", f, m, n, m, n*m)
	}
	failure := errors.New("no room")
	afraid := New(tr.Setting, rows, rows.Gram(tr.Kernel), func(model.Memory) error { return failure })
	if err := afraid.Gram.Afford(model.Memory{}, "", nil); !errors.Is(err, failure) {
		t.Errorf("a trial that may take no memory: %v", err)
	}
	tr.Method.New = func() model.Fitter { return fitter{nil, failure} }
	if f, err := tr.Fit(t.Context()); f != nil || !errors.Is(err, failure) {
		t.Errorf("%v, %v, want the method's error", f, err)
	}
	tr.Method.New = func() model.Fitter { return fitter{warner{f.Approx}, nil} }
	if f := fitted(t, tr); !slices.Equal(f.Warnings, []string{"take care"}) {
		t.Errorf("%q, want the method's warning", f.Warnings)
	}
	tr.Method.Refuses = func(model.Fitter, model.Kernel) string { return "not with these values" }
	if f, err := tr.Fit(t.Context()); f != nil || err == nil || err.Error() != "not with these values" {
		t.Errorf("%v, %v, want why the values don't suit the kernel", f, err)
	}
	tr.Method.Needs.MaxN = n - 1
	if f, err := tr.Fit(t.Context()); f != nil || err == nil || err.Error() != "nystrom is for n up to 59, not 60" {
		t.Errorf("%v, %v, want why the method doesn't suit the rows", f, err)
	}
}

// fitter always has the same K̃.
type fitter struct {
	approximation model.Approximation
	err           error
}

func (f fitter) Params() []model.Param { return nil }

func (f fitter) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return f.approximation, f.err
}

type warner struct{ model.Approximation }

func (warner) Warnings() []string { return []string{"take care"} }

// TestForms: a ridge regression on a feature map uses normal equations, on a map with as many features as rows
// eigenpairs, and on blocks the blocks. Logistic regression uses the stored features of a map. Other classification
// and preconditioning use eigenpairs. A decomposition is computed only once.
func TestForms(t *testing.T) {
	rows := twice(t, 60, true)
	for _, c := range []struct {
		method, learner, solver string
		m                       float64
		room                    int64
		want                    decomposition
	}{
		{"nystrom", LearnRidge, "", 12, 1 << 20, normalEquations{}},
		{"nystrom", LearnRidge, "", 12, 0, normalEquations{}},
		{"fourier", LearnRidge, "", 60, 1 << 20, ridgePairs{}},
		{"best", LearnRidge, "", 12, 1 << 20, ridgePairs{}}, // no map, but eigenpairs
		{"fourier", LearnRidge, "", 12, 1 << 20, normalEquations{}},
		{"accumulation", LearnRidge, "", 12, 1 << 20, normalEquations{}},
		{"squeak", LearnRidge, "", 12, 1 << 20, normalEquations{}},
		{"rpcholesky", LearnRidge, "", 12, 1 << 20, normalEquations{}},
		{"bka", LearnRidge, "", 12, 1 << 20, diagonalBlocks{}},
		{"bka", LearnRidge, SolverPCG, 12, 1 << 20, preconditioner{}},
		{"nystrom", LearnRidge, SolverPCG, 12, 1 << 20, preconditioner{}},
		{"nystrom", LearnLogistic, "", 12, 1 << 20, mapClasses{}},
		{"nystrom", LearnLogistic, "", 12, 0, classPairs{}},
		{"fourier", LearnLogistic, "", 60, 1 << 20, classPairs{}}, // as many features as rows
		{"nystrom", LearnSVM, "", 12, 1 << 20, classPairs{}},
		{"bka", LearnSVM, "", 12, 1 << 20, classPairs{}},
	} {
		tr := trialOn(t, rows, c.method, c.solver, model.Values{"m": c.m})
		tr.Learner = c.learner
		tr.Gram.SetFactorLimit(c.room)
		f := fitted(t, tr)
		if f.decomposition != nil {
			t.Errorf("%+v: ready before anything was prepared", c)
		}
		before := f.bytes()
		if want := int64(64<<10) + f.Approx.Bytes(); before != want {
			t.Errorf("%+v: the fit counts for %d bytes, want %d", c, before, want)
		}
		if err := tr.Decompose(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprintf("%T", f.decomposition), fmt.Sprintf("%T", c.want); got != want {
			t.Errorf("%+v: %s", c, got)
		}
		_, normal := c.want.(normalEquations)
		_, blocks := f.decomposition.(diagonalBlocks)
		if kept := !blocks && (!normal || c.room > 0); (testOf(f) != nil) != kept {
			t.Errorf("%+v: features of the test rows: %v", c, testOf(f) != nil)
		}
		if got, want := f.bytes(), sizeOf(f); got != want {
			t.Errorf("%+v: the fit counts for %d bytes, want %d", c, got, want)
		}
		was := f.decomposition
		if err := tr.Decompose(t.Context(), f); err != nil || f.decomposition != was {
			t.Errorf("%+v: made again, %v", c, err)
		}
		checkNorms(t, tr, f)
		f.Forget(true)
		if f.Approx == nil {
			t.Errorf("%+v: K̃ is to be kept", c)
		}
		f.Forget(false)
		pairs, isPairs := pairsOf(f)
		if f.Approx != nil || isPairs &&
			slices.ContainsFunc(pairs.Groups, func(g model.EigenGroup) bool { return g.Back != nil }) {
			t.Errorf("%+v: what only new rows need is kept", c)
		}
	}
}

// kilobyte is a smoother of 1000 bytes.
type kilobyte struct{ model.Smoother }

func (kilobyte) Bytes() int64 { return 1000 }

// TestForgottenSmoothersCount: the decomposition of a smoother is K̃, which the store keeps with it.
func TestForgottenSmoothersCount(t *testing.T) {
	f := Fit{Approx: kilobyte{}, decomposition: smoother{kilobyte{}}}
	if f.Forget(false); f.bytes() != 64<<10+1000 {
		t.Errorf("%d bytes", f.bytes())
	}
}

// sizeOf returns 64 kB plus the size of everything that the fit stores, in bytes. Diagonal blocks
// include K̃.
func sizeOf(f *Fit) int64 {
	total := int64(64 << 10)
	size := func(m *mat.Dense) int64 {
		if m == nil {
			return 0
		}
		r, c := m.Dims()
		return int64(8 * r * c)
	}
	total += size(testOf(f))
	if pairs, ok := pairsOf(f); ok {
		for _, g := range pairs.Groups {
			total += size(g.Q)
		}
	}
	switch d := f.decomposition.(type) {
	case normalEquations:
		total += d.Bytes()
	case diagonalBlocks:
		return total + d.Bytes()
	}
	return total + f.Approx.Bytes()
}

// pairsOf returns the eigenpairs of a fit.
func pairsOf(f *Fit) (pairs eigenpairs, ok bool) {
	switch d := f.decomposition.(type) {
	case ridgePairs:
		return d.eigenpairs, true
	case preconditioner:
		return d.eigenpairs, true
	case classPairs:
		return d.eigenpairs, true
	}
	return pairs, false
}

// testOf returns the features of the test rows in the decomposition of a fit.
func testOf(f *Fit) *mat.Dense {
	switch d := f.decomposition.(type) {
	case normalEquations:
		return d.test
	case mapClasses:
		return d.test
	}
	pairs, _ := pairsOf(f)
	return pairs.test
}

// checkNorms compares the norms of Measured with those computed from K̃'s entries.
func checkNorms(t *testing.T, tr *Trial, f *Fit) {
	t.Helper()
	n := tr.Gram.N()
	k := mat.NewDense(n, n, nil)
	f.Approx.Block(k, nil, nil)
	want := mat.Norm(k, 2)
	frobenius, spectral, err := f.Measured().Norms(t.Context(), Stream(1))
	if err != nil || !near([]float64{frobenius}, []float64{want}, 1e-9) || !(spectral > 0 && spectral <= want) {
		t.Errorf("‖K̃‖_F = %v, ‖K̃‖₂ = %v, %v; the former is %v", frobenius, spectral, err, want)
	}
	_, normal := f.decomposition.(normalEquations)
	if _, own := f.Measured().(normed); own != normal {
		t.Error("normal equations know the norms, and spare a pass over the rows")
	}
}

// TestWithoutTestRows: without test rows a decomposition has no test features.
func TestWithoutTestRows(t *testing.T) {
	for _, method := range []string{"nystrom", "bka"} {
		tr := trialOn(t, twice(t, 40, false), method, "", model.Values{"m": 12})
		for _, mus := range [][]float64{{0.1}, {0.1, 1}} {
			f := fitted(t, tr)
			all, err := tr.Learn(t.Context(), f, mus)
			if err != nil || testOf(f) != nil || all[0].Predicted != nil || len(all[0].Fitted) != 40 {
				t.Errorf("%s: %v", method, err)
			}
		}
	}
}

// TestStops: learning returns the context's error after it is cancelled.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct{ method, solver string }{
		{"nystrom", ""}, {"bka", ""}, {Exact, ""}, {"nystrom", SolverPCG},
	} {
		tr := trialOn(t, twice(t, 40, true), c.method, c.solver, model.Values{"m": 12})
		f := fitted(t, tr)
		for _, mus := range [][]float64{{0.1}, {0.1, 1}} {
			if all, err := tr.Learn(ctx, f, mus); !errors.Is(err, context.Canceled) {
				t.Errorf("%v at %v: %d regressions, %v", c, mus, len(all), err)
			}
		}
	}
	tr := trialOn(t, twice(t, 40, true), "nystrom", SolverFalkon, model.Values{"m": 12})
	if _, err := tr.LearnOnLandmarks(ctx, fitted(t, tr), 0.1); !errors.Is(err, context.Canceled) {
		t.Errorf("on landmarks: %v", err)
	}
}

// rough is a K̃ that can't be solved with.
type rough struct{ model.Approximation }

var errRough = errors.New("no solution")

func (rough) SmoothTo(context.Context, []float64, []float64, float64) (string, error) {
	return "", errRough
}

// TestFailedSmoother: a regression by products with K̃ has the error of its solution.
func TestFailedSmoother(t *testing.T) {
	tr := trialOn(t, twice(t, 40, true), "nystrom", "", model.Values{"m": 12})
	f := fitted(t, tr)
	f.decomposition = smoother{rough{f.Approx}}
	if all, err := tr.Learn(t.Context(), f, []float64{0.1}); !errors.Is(err, errRough) {
		t.Errorf("%d regressions, %v", len(all), err)
	}
}

// TestMakingTakesTime: AddFeatureTime adds time if features are computed on demand, and none if they are
// stored.
func TestMakingTakesTime(t *testing.T) {
	for _, c := range []struct {
		method string
		room   int64
		more   bool
	}{{"nystrom", 1 << 20, false}, {"nystrom", 0, true}, {"bka", 0, false}} {
		tr := trialOn(t, twice(t, 60, false), c.method, "", model.Values{"m": 12})
		tr.Gram.SetFactorLimit(c.room)
		f := fitted(t, tr)
		before := f.Seconds
		if tr.AddFeatureTime(f); (f.Seconds > before) != c.more || f.Seconds < before {
			t.Errorf("%+v: %v s became %v s", c, before, f.Seconds)
		}
	}
}

// negative is a K̃ with a least eigenvalue of -0.25.
type negative struct{ warner }

func (negative) Rank() int         { return 3 }
func (negative) Bytes() int64      { return 24 }
func (negative) Negative() float64 { return -0.25 }

// TestIndefiniteIsToldBesideMu: a K̃ with a negative eigenvalue gets a warning where μ is less than twice its absolute
// value, and not at the μ that the warning asks for.
func TestIndefiniteIsToldBesideMu(t *testing.T) {
	tr := trialOn(t, twice(t, 40, false), "nystrom", "", nil)
	tr.Method.New = func() model.Fitter { return fitter{negative{}, nil} }
	f := fitted(t, tr)
	for mu, want := range map[float64]int{10: 1, 0.503: 1, 0.5: 1, 0.49: 2, 0.2: 2, 0: 2} {
		if got := f.WarningsAt(mu, true); len(got) != want || got[0] != "take care" || want == 2 &&
			!strings.Contains(got[1], "-0.25, is not small beside mu = "+fmt.Sprint(mu)+
				": set psd = yes, or mu to 0.503 or more") {
			t.Errorf("at μ = %v: %q", mu, got)
		}
	}
	if got := f.WarningsAt(0.2, false); !strings.HasSuffix(got[1], ": set mu to 0.503 or more") {
		t.Errorf("of a method without psd: %q", got)
	}
	if got := (&Fit{}).WarningsAt(0, true); got != nil {
		t.Errorf("a positive semi-definite K̃: %q", got)
	}
}
