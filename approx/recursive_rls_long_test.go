//go:build long

package approx

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// The paper's bound: at m = 8k·ln k, K−K̃ ⪯ λ·I with λ = (1/k)·Σ_{i>k} λᵢ(K), in at
// least 90 % of the seeds; uniform landmarks break it where a cluster is small.
func TestRecursiveSpectralBound(t *testing.T) {
	const n = 400
	const seeds = 30
	uneven := twoClusters(n, 4, 2)
	for _, c := range []struct {
		x      *mat.Dense
		kernel string
		gamma  float64
		k      int
		uneven bool
	}{
		{normal(n, 5, seeded(1)), "gaussian", 0.3, 5, false},
		{normal(n, 5, seeded(1)), "laplacian", 0.3, 10, false},
		{uneven, "gaussian", 0.02, 5, true},
		{uneven, "gaussian", 0.02, 8, true},
	} {
		t.Run(fmt.Sprintf("%s %v k=%d", c.kernel, c.gamma, c.k), func(t *testing.T) {
			g := gramOf(t, c.x, c.kernel, c.gamma)
			k := mat.NewDense(n, n, nil)
			g.View().Block(k, nil, nil)
			m := int(math.Ceil(8 * float64(c.k) * math.Log(float64(c.k))))
			bound := floats.Sum(ascending(t, k)[:n-c.k]) / float64(c.k)
			within := func(f model.Fitter) (count int) {
				for seed := range uint64(seeds) {
					e := mat.NewDense(n, n, nil)
					fitted(t, g, f, seeded(seed)).Block(e, nil, nil)
					e.Sub(k, e)
					if below(e, bound) {
						count++
					}
				}
				return count
			}
			if got := within(&RecursiveRLS{M: m}); 10*got < 9*seeds {
				t.Errorf("m = %d: K−K̃ ⪯ %.4g·I in %d of %d seeds", m, bound, got, seeds)
			}
			if !c.uneven {
				return
			}
			if got := within(&Nystrom{M: m}); 10*got >= 9*seeds {
				t.Errorf("m = %d: with uniform landmarks K−K̃ ⪯ %.4g·I in %d of %d seeds", m, bound, got, seeds)
			}
		})
	}
}

// below reports whether a ≺ limit·I.
func below(a *mat.Dense, limit float64) bool {
	n, _ := a.Dims()
	rest := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			rest.SetSym(i, j, -a.At(i, j))
		}
		rest.SetSym(i, i, limit-a.At(i, i))
	}
	return new(mat.Cholesky).Factorize(rest)
}
