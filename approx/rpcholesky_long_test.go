//go:build long

package approx

import (
	"context"
	"fmt"
	"testing"

	"gramscope/model"

	"gonum.org/v1/gonum/mat"
)

// Block rejection has the distribution of single steps, whatever the block: a chi-square test on the whole
// sequence of pivots. There are 6 sequences on three rows and 120 on six rows, two of which are nearly equal
// and one of which is large.
func TestRPCholeskyLaw(t *testing.T) {
	x := normal(6, 6, seeded(1))
	for j := range 6 {
		x.Set(2, j, x.At(1, j)+0.1*x.At(2, j))
		x.Set(5, j, 3*x.At(5, j))
	}
	six := mat.NewSymDense(6, nil)
	six.SymOuterK(1, x)
	for _, c := range []struct {
		k     *mat.SymDense
		steps int
	}{{mat.NewSymDense(3, threeByThree), 2}, {six, 3}} {
		g := gramWith(t, c.k)
		k, _ := whole(g, fitted(t, g, &Best{M: 1}, seeded(1)))
		law := simpleLaw(k, c.steps)
		for _, block := range []int{1, 3, 10} {
			const draws = 8000
			count := map[string]int{}
			rng := seeded(uint64(block))
			for range draws {
				e, err := (&RPCholesky{M: c.steps, Block: block}).eliminate(context.Background(), g, rng)
				if err != nil {
					t.Fatal(err)
				}
				count[fmt.Sprint(e.pivots)]++
			}
			if p := pearson(count, law, draws); p < 1e-3 {
				t.Errorf("%d rows, blocks of %d: chi-square has p = %.2g", g.N(), block, p)
			}
		}
	}
}

// gramWith returns a Gram whose matrix is k: the linear kernel on the rows of k's Cholesky factor.
func gramWith(t *testing.T, k *mat.SymDense) *model.Gram {
	t.Helper()
	var chol mat.Cholesky
	if !chol.Factorize(k) {
		t.Fatal("the matrix is not positive definite")
	}
	var l mat.TriDense
	chol.LTo(&l)
	return gramOf(t, mat.DenseCopyOf(&l), "linear", 1)
}
