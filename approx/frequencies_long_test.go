//go:build long

package approx

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The mean of K̃ over draws is K within 4.5 of its standard errors, for each choice, each kernel that it takes, and
// blocks of directions that are full and that are not.
func TestChosenFrequenciesAreUnbiased(t *testing.T) {
	const n, d, draws = 6, 3, 4000
	x := normal(n, d, seeded(1))
	for name, frequencies := range drawn {
		for _, kernel := range []string{"gaussian", "laplacian", "matern12", "matern32", "matern52"} {
			g := gramOf(t, x, kernel, 0.2)
			f := &Fourier{M: 2 * 5, Frequencies: frequencies}
			if f.refuses(g.Kernel()) != "" {
				continue
			}
			sum, squares := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
			rng := seeded(2)
			var k *mat.Dense
			for range draws {
				var a *mat.Dense
				k, a = whole(g, fitted(t, g, f, rng))
				sum.Add(sum, a)
				a.MulElem(a, a)
				squares.Add(squares, a)
			}
			for i := range n {
				near(t, "K̃ᵢᵢ", sum.At(i, i)/draws, 1, 1e-12)
				for j := range i {
					mean := sum.At(i, j) / draws
					se := math.Sqrt((squares.At(i, j)/draws - mean*mean) / draws)
					if math.Abs(mean-k.At(i, j)) > 4.5*se {
						t.Errorf("%s, %s: mean %.4f, k = %.4f, standard error %.4f", name, kernel, mean, k.At(i, j), se)
					}
				}
			}
		}
	}
}
