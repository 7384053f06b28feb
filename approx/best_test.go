package approx

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// The three error formulas of Eckart and Young, against all eigenvalues of K.
func TestBestErrors(t *testing.T) {
	for _, gamma := range []float64{0.05, 1, 20} {
		g := gramOf(t, normal(90, 2, seeded(1)), "gaussian", gamma)
		for _, r := range []int{1, 7, 20, 60} {
			a := fitted(t, g, &Best{M: r}, seeded(2))
			k, approx := whole(g, a)
			var eig mat.EigenSym
			if !eig.Factorize(linalg.Symmetric(k), true) {
				t.Fatal("no eigenvalues")
			}
			lambda := eig.Values(nil)
			var e mat.Dense
			e.Sub(k, approx)
			var residual mat.EigenSym
			residual.Factorize(linalg.Symmetric(&e), true)
			v := residual.Values(nil)
			squares, sum := 0.0, 0.0
			for _, l := range lambda[:90-r] {
				squares += max(0, l) * max(0, l)
				sum += max(0, l)
			}
			top := lambda[89]
			for _, c := range []struct {
				what      string
				got, want float64
			}{
				{"Frobenius", mat.Norm(&e, 2), math.Sqrt(squares)},
				{"spectral", max(-v[0], v[89]), max(0, lambda[89-r])},
				{"trace", mat.Trace(&e), sum},
			} {
				if math.Abs(c.got-c.want) > 1e-8*c.want+1e-12*top {
					t.Errorf("γ = %v, r = %d, %s: %.10g, want %.10g", gamma, r, c.what, c.got, c.want)
				}
			}
		}
	}
}

// Rank wins over M, and both are clamped to n with a warning.
func TestBestRank(t *testing.T) {
	g := gramOf(t, normal(30, 2, seeded(1)), "gaussian", 50)
	for _, c := range []struct {
		fitter Best
		rank   int
		warned bool
	}{
		{Best{M: 9}, 9, false},
		{Best{M: 9, Rank: 4}, 4, false},
		{Best{M: 9, Rank: 12}, 12, false},
		{Best{M: 31}, 30, true},
		{Best{M: 3, Rank: 99}, 30, true},
	} {
		a := fitted(t, g, &c.fitter, seeded(1))
		if warned := len(a.Warnings()) > 0; a.Rank() != c.rank || warned != c.warned {
			t.Errorf("%+v: rank %d, warnings %v", c.fitter, a.Rank(), a.Warnings())
		}
	}
}

// A kernel that overflows is an error with the number, for every method that
// reads it.
func TestOverflow(t *testing.T) {
	x := normal(20, 2, seeded(1))
	x.Scale(1e160, x)
	for _, m := range Methods() {
		g := gramOf(t, x, "polynomial", 1)
		if m.Unmet(nil, g.Kernel(), 20, 0, 0) != "" {
			continue
		}
		f := withBudget(t, m, 5)
		_, err := f.Fit(context.Background(), g, seeded(1))
		var degenerate *model.DegenerateError
		if !errors.As(err, &degenerate) {
			t.Errorf("%s: %v, want a *model.DegenerateError", m.Name, err)
		}
	}
}

// What takes long about new points ends with the context.
func TestBestExtensionIsCancelled(t *testing.T) {
	g := gramOf(t, normal(60, 3, seeded(1)), "gaussian", 0.5)
	a := fitted(t, g, &Best{M: 10}, seeded(1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if e, err := a.Extension(ctx); e != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v: want context.Canceled", e, err)
	}
}
