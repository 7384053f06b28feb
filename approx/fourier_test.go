package approx

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// The mean of K̃ over draws is K within 4 standard errors, and the variance of
// an entry is (1 + k(2δ) − 2k(δ)²)/m.
func TestFourierUnbiased(t *testing.T) {
	const n, m, draws = 6, 10, 4000
	x := normal(n, 2, seeded(1))
	for _, kernel := range []string{"gaussian", "laplacian", "matern12", "matern32", "matern52"} {
		g := gramOf(t, x, kernel, 0.4)
		var twice mat.Dense
		twice.Scale(2, x)
		doubled := gramOf(t, &twice, kernel, 0.4)
		sum, squares := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		rng := seeded(2)
		k2 := mat.NewDense(n, n, nil)
		doubled.Block(k2, nil, nil)
		var k *mat.Dense
		for range draws {
			var a *mat.Dense
			k, a = whole(g, fitted(t, g, &Fourier{M: m}, rng))
			sum.Add(sum, a)
			a.MulElem(a, a)
			squares.Add(squares, a)
		}
		for i := range n {
			for j := range i {
				mean := sum.At(i, j) / draws
				got := squares.At(i, j)/draws - mean*mean
				want := (1 + k2.At(i, j) - 2*k.At(i, j)*k.At(i, j)) / m
				if math.Abs(mean-k.At(i, j)) > 4*math.Sqrt(want/draws) {
					t.Errorf("%s: mean %.4f, k = %.4f, standard error %.4f", kernel, mean, k.At(i, j), math.Sqrt(want/draws))
				}
				if math.Abs(got-want) > 0.15*want {
					t.Errorf("%s: variance %.5f, want %.5f", kernel, got, want)
				}
			}
		}
	}
}

// large is a kernel with k(0) = 2.5.
type large struct{ model.Kernel }

func (large) Diagonal() float64 { return 2.5 }

// |φ(x)|² = k(0) exactly, whatever the dimension.
func TestFourierDiagonal(t *testing.T) {
	for _, d := range []int{1, 2, 17} {
		g := gramOf(t, normal(25, d, seeded(3)), "laplacian", 0.9)
		diag := make([]float64, 25)
		fitted(t, g, &Fourier{M: 14}, seeded(4)).Diag(diag)
		for _, v := range diag {
			near(t, "|φ|²", v, 1, 1e-13)
		}
	}
	f := mat.NewDense(5, 8, nil)
	model.Part{Frequencies: normal(4, 2, seeded(5))}.RandomTo(f, normal(5, 2, seeded(3)), large{})
	near(t, "|φ|² for k(0) = 2.5", mat.Dot(f.RowView(1), f.RowView(1)), 2.5, 1e-13)
}

// The error falls as m^(−1/2).
func TestFourierSlope(t *testing.T) {
	g := gramOf(t, normal(100, 3, seeded(6)), "gaussian", 0.3)
	mean := func(m int) float64 {
		sum := 0.0
		for seed := range uint64(10) {
			sum += errorOf(t, g, &Fourier{M: m}, seeded(seed))
		}
		return sum / 10
	}
	slope := math.Log(mean(2048)/mean(32)) / math.Log(2048.0/32)
	if slope < -0.6 || slope > -0.4 {
		t.Errorf("slope %.3f, want −1/2", slope)
	}
}

func TestFourierOddBudget(t *testing.T) {
	g := gramOf(t, normal(30, 2, seeded(1)), "gaussian", 1)
	odd := fitted(t, g, &Fourier{M: 7}, seeded(1)).(*form.Factor)
	even := fitted(t, g, &Fourier{M: 8}, seeded(1)).(*form.Factor)
	if odd.Rank() != 8 || len(odd.Warnings()) != 1 || len(even.Warnings()) != 0 {
		t.Errorf("m = 7: rank %d, warnings %v; m = 8: warnings %v", odd.Rank(), odd.Warnings(), even.Warnings())
	}
	if w := odd.Warnings(); !slices.Equal(w, []string{"m = 7 is odd and features come in pairs, 8 were used"}) {
		t.Errorf("%q, where a condition may have chosen m", w) // which is no fault of the user's
	}
}

// A kernel without a spectral density is misuse, which Unmet reports before.
func TestFourierRefuses(t *testing.T) {
	g := gramOf(t, normal(5, 2, seeded(1)), "linear", 1)
	if fourier().Unmet(nil, g.Kernel(), 5, 0, 0) == "" {
		t.Error("Unmet lets the linear kernel pass")
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = (&Fourier{M: 4}).Fit(t.Context(), g, seeded(1))
}
