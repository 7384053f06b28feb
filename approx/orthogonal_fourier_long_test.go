//go:build long

package approx

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The mean of K̃ over draws is K within 4.5 standard errors, and the variance of
// an entry is that of the doc comment, within 8 % (5 standard errors) and
// below fourier's where the kernel is above 0.3.
func TestOrthogonalFourierUnbiased(t *testing.T) {
	const n, draws, gamma = 6, 8000, 0.1
	for _, c := range []struct{ d, h int }{{4, 4}, {3, 2}, {1, 1}} {
		x := normal(n, c.d, seeded(uint64(c.d)))
		g := gramOf(t, x, "gaussian", gamma)
		sum, squares := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		rng := seeded(2)
		var k *mat.Dense
		for range draws {
			var a *mat.Dense
			k, a = whole(g, fitted(t, g, &OrthogonalFourier{M: 2 * c.h}, rng))
			sum.Add(sum, a)
			a.MulElem(a, a)
			squares.Add(squares, a)
		}
		for i := range n {
			for j := range i {
				kd, h := k.At(i, j), float64(c.h)
				mean := sum.At(i, j) / draws
				got := squares.At(i, j)/draws - mean*mean
				independent := (1 + math.Pow(kd, 4) - 2*kd*kd) / (2 * h)
				want := independent + (h-1)/h*(kummer(c.d, -math.Log(kd))-kd*kd)
				if math.Abs(mean-kd) > 4.5*math.Sqrt(want/draws) {
					t.Errorf("d = %d: mean %.4f, k = %.4f, standard error %.4f", c.d, mean, kd, math.Sqrt(want/draws))
				}
				if math.Abs(got-want) > 0.08*want {
					t.Errorf("d = %d, k = %.3f: variance %.6f, want %.6f", c.d, kd, got, want)
				}
				if c.h > 1 && kd > 0.3 && got > independent {
					t.Errorf("d = %d, k = %.3f: variance %.6f, fourier has %.6f", c.d, kd, got, independent)
				}
			}
		}
	}
}

// kummer is M(d, d/2, −x) = e^(−x)·M(−d/2, d/2, x).
func kummer(d int, x float64) float64 {
	half, sum, term := float64(d)/2, 0.0, 1.0
	for k := 0.0; k < 200; k++ {
		sum += term
		term *= (k - half) / (k + half) * x / (k + 1)
	}
	return math.Exp(-x) * sum
}
