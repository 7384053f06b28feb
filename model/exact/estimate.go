package exact

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// Above the exact limit figures come from sampled rows and from a few products
// with a matrix that is evaluated anew each time.
const (
	sampleRows  = 512 // rows of K and K̃ an error estimate is made of
	streamSteps = 16  // products with K or K−K̃ that a spectral norm may cost
)

// estimateNorms sets ‖K‖_F from sampled rows, and λ₁ by Lanczos.
func (r *Reference) estimateNorms(ctx context.Context) error {
	n := r.N()
	rows := model.SampleRows(n, sampleRows, r.rng(3))
	k := mat.NewDense(len(rows), n, nil)
	r.gram.Block(k, rows, nil)
	r.frobenius = math.Sqrt(sumOfSquares(k) * float64(n) / float64(len(rows)))
	var err error
	r.spectral, err = norm2(ctx, n, r.mul(ctx), r.rng(1), 1e-4, streamSteps)
	return err
}

// estimate fills m from sampled rows. With e and k the squared norms of the
// rows of K−K̃ and of K, n·mean(e) is unbiased for ‖K−K̃‖_F²; the relative
// error is √(Σe/Σk), a ratio estimate, and its standard error that of the
// linearised ratio with the finite-population correction (Cochran 1977, 6.3).
func (r *Reference) estimate(ctx context.Context, a model.Approximation, rng *rand.Rand, m Metrics) (Metrics, error) {
	n := r.N()
	rows := model.SampleRows(n, sampleRows, rng)
	k, approx := mat.NewDense(len(rows), n, nil), mat.NewDense(len(rows), n, nil)
	r.gram.Block(k, rows, nil)
	a.Block(approx, rows, nil)
	squaresA := sumOfSquares(approx) * float64(n) / float64(len(rows))
	kk, ee := make([]float64, len(rows)), make([]float64, len(rows))
	for i := range rows {
		x, y := k.RawRowView(i), approx.RawRowView(i)
		for j, v := range x {
			kk[i] += v * v
			ee[i] += (v - y[j]) * (v - y[j])
		}
	}
	m.Error, m.ErrorSE = rootRatio(ee, kk, n)

	residual := func(dst, x []float64) error {
		if err := r.mul(ctx)(dst, x); err != nil {
			return err
		}
		ax := mat.NewDense(n, 1, nil)
		a.MulTo(ax, mat.NewDense(n, 1, x))
		for i := range dst {
			dst[i] -= ax.At(i, 0)
		}
		return nil
	}
	norm, err := norm2(ctx, n, residual, rng, 1e-2, streamSteps)
	if err != nil {
		return m, err
	}
	m.Spectral = norm / r.spectral
	m.StableRank, err = r.stableRankOf(ctx, a, squaresA, rng)
	return m, err
}

// rootRatio is √(Σe/Σk) over a sample of rows out of n, with its standard
// error.
func rootRatio(e, k []float64, n int) (ratio, se float64) {
	s := float64(len(e))
	sumE, sumK := 0.0, 0.0
	for i := range e {
		sumE += e[i]
		sumK += k[i]
	}
	if sumK == 0 || sumE == 0 {
		return 0, 0
	}
	squared := sumE / sumK
	variance := 0.0
	for i := range e {
		d := e[i] - squared*k[i]
		variance += d * d
	}
	mean := sumK / s
	variance *= max(0, 1-s/float64(n)) / (s * mean * mean * max(1, s-1))
	ratio = math.Sqrt(squared)
	return ratio, math.Sqrt(variance) / (2 * ratio)
}

// sampledFloor is the error of the leading eigenpairs on sampled rows: not the
// difference of ‖K‖² and Σλ², of which sampling leaves no digit.
func (r *Reference) sampledFloor(part *leadingPairs, rank int) float64 {
	n := r.N()
	rows := model.SampleRows(n, sampleRows, r.rng(3))
	k := mat.NewDense(len(rows), n, nil)
	r.gram.Block(k, rows, nil)
	all := sumOfSquares(k)
	if rank > 0 {
		u := part.vectors.Slice(0, n, 0, rank).(*mat.Dense)
		left := mat.NewDense(len(rows), rank, nil)
		for i, row := range rows {
			for j, v := range part.values[:rank] {
				left.Set(i, j, v*u.At(row, j))
			}
		}
		var product mat.Dense
		product.Mul(left, u.T())
		k.Sub(k, &product)
	}
	return math.Sqrt(sumOfSquares(k) / all)
}
