package approx

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// fivePoints is a matrix small enough to follow by hand.
func fivePoints(t *testing.T) *model.Gram {
	return gramOf(t, mat.NewDense(5, 1, []float64{0, 0.5, 1.3, 2, 4}), "gaussian", 0.5)
}

// nystromOn returns the approximation on given landmarks.
func nystromOn(ctx context.Context, g *model.Gram, rows []int, k int, notes []string) (model.Approximation, error) {
	return form.AsApproximation(form.ProjectedOn(ctx, g, rows, k, notes))
}

func TestNystromFivePoints(t *testing.T) {
	g := fivePoints(t)
	a, err := nystromOn(context.Background(), g, []int{0, 2}, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	k, approx := whole(g, a)
	var e mat.Dense
	e.Sub(k, approx)
	var eig mat.EigenSym
	eig.Factorize(linalg.Symmetric(&e), true)
	near(t, "Frobenius", mat.Norm(&e, 2), 1.0791417825, 1e-9)
	near(t, "relative", apart(approx, k), 0.3502689313, 1e-9)
	near(t, "spectral", eig.Values(nil)[4], 1.0184111711, 1e-9)
	near(t, "trace", mat.Trace(&e), 1.4105509381, 1e-9)
}

// The same seed draws nested landmarks, and K−K̃ falls in the Loewner order.
func TestNystromNested(t *testing.T) {
	g := gramOf(t, normal(60, 2, seeded(4)), "gaussian", 0.3)
	var before *mat.Dense
	for _, m := range []int{1, 2, 5, 10, 20, 40, 60} {
		_, approx := whole(g, fitted(t, g, &Nystrom{M: m}, seeded(5)))
		if before != nil {
			var gain mat.Dense
			gain.Sub(approx, before)
			var eig mat.EigenSym
			eig.Factorize(linalg.Symmetric(&gain), true)
			if least := eig.Values(nil)[0]; least < -1e-9 {
				t.Errorf("m = %d: K̃ lost %.3g against fewer landmarks", m, least)
			}
		}
		before = approx
	}
}

// Truncating at the full rank of the core changes nothing; below it the
// result is the core's best rank-k part, hence nothing above K̃.
func TestNystromTruncation(t *testing.T) {
	g := gramOf(t, normal(50, 3, seeded(6)), "matern32", 0.5)
	landmarks := model.SampleRows(50, 12, seeded(7))
	fit := func(k int) *mat.Dense {
		a, err := nystromOn(context.Background(), g, landmarks, k, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, approx := whole(g, a)
		return approx
	}
	c, _ := form.Columns(context.Background(), g, landmarks)
	values, v, err := linalg.Eigen(t.Context(), linalg.Symmetric(linalg.Rows(c, landmarks)))
	if err != nil {
		t.Fatal(err)
	}
	full := mat.NewDense(50, 12, nil)
	full.Mul(c, v)
	for j, value := range values {
		for i := range 50 {
			full.Set(i, j, full.At(i, j)/math.Sqrt(value))
		}
	}
	var byEigen mat.Dense
	byEigen.Mul(full, full.T())
	if r := apart(fit(0), &byEigen); r > 1e-10 {
		t.Errorf("Cholesky and eigendecomposition of the core are %.2g apart", r)
	}
	k, _ := whole(g, form.NewFactor(g, full, nil, nil))
	last := 2.0
	for _, rank := range []int{1, 3, 6, 11} {
		approx := fit(rank)
		if r := apart(approx, k); r > last {
			t.Errorf("rank %d: error %.4g, above %.4g", rank, r, last)
		} else {
			last = r
		}
	}
}

func TestNystromWarnings(t *testing.T) {
	g := gramOf(t, normal(20, 2, seeded(1)), "gaussian", 1)
	for _, c := range []struct {
		fitter Nystrom
		want   string
	}{
		{Nystrom{M: 20, Rank: 20}, ""},
		{Nystrom{M: 21}, "m = 21 is above n = 20, which was used: lower m"},
		{Nystrom{M: 10, Rank: 11}, "rank = 11 is above m = 10, which was used: lower rank"},
	} {
		a := fitted(t, g, &c.fitter, seeded(1))
		if got := strings.Join(a.Warnings(), "; "); got != c.want {
			t.Errorf("%+v: warnings %q, want %q", c.fitter, got, c.want)
		}
	}
}

// A wide kernel makes the core numerically singular; K̃ must still be as good
// as the landmarks allow, and F finite and thin, by both ways to factor a core.
func TestNystromWideKernel(t *testing.T) {
	x := normal(200, 1, seeded(8))
	for i := range 100 {
		x.Set(i, 0, x.At(i, 0)+40) // two clusters far apart: entries of K carry more rounding
	}
	for _, gamma := range []float64{1e-6, 1e-3, 0.1} {
		for _, rank := range []int{0, 100} {
			g := gramOf(t, x, "gaussian", gamma)
			a := fitted(t, g, &Nystrom{M: 150, Rank: rank}, seeded(9))
			k, approx := whole(g, a)
			if r := apart(approx, k); !(r <= 1e-8) {
				t.Errorf("γ = %v, rank %d: error %.3g with 150 landmarks of 200, %d stored", gamma, rank, r, a.Rank())
			}
			if a.Rank() > 60 {
				t.Errorf("γ = %v, rank %d: %d columns stored", gamma, rank, a.Rank())
			}
		}
	}
}

// A landmark at the origin under the linear kernel says nothing of K: K̃ = 0
// with a warning, by both ways to factor a core.
func TestNystromZeroLandmark(t *testing.T) {
	g := gramOf(t, mat.NewDense(4, 1, []float64{0, 1, 2, 0}), "linear", 1)
	for _, rank := range []int{0, 1} {
		a, err := nystromOn(context.Background(), g, []int{0, 3}, rank, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, approx := whole(g, a); a.Rank() != 0 || mat.Norm(approx, 2) != 0 || len(a.Warnings()) != 1 {
			t.Errorf("rank %d: %d columns, warnings %v", rank, a.Rank(), a.Warnings())
		}
	}
}
