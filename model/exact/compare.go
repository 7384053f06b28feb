package exact

import (
	"context"
	"math"
	"runtime"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Comparison compares one approximation K̃ with K. Each figure is computed on request.
// Comparison is safe for concurrent use.
type Comparison struct {
	r *Reference
	a model.Approximation
}

// Compare returns the comparison of a, an approximation of the reference's K, without computing anything.
func (r *Reference) Compare(a model.Approximation) *Comparison { return &Comparison{r: r, a: a} }

// Trace returns tr(K−K̃)/tr K, in O(n·rank). It is negative if K̃ has the larger trace. If figures are
// estimates, it is estimated from the diagonals at the sampled rows, see Error. For projection methods it
// is the nuclear norm of the residual, relative to that of K.
func (c *Comparison) Trace(ctx context.Context) (Estimate, error) {
	if !c.r.exact {
		return c.sampledTrace(ctx)
	}
	a := make([]float64, c.r.N())
	c.a.Diag(a)
	// Summed in the same order as tr K, so that the result is 0 for K̃ = K.
	return Exactly((c.r.trace - inOrder(a)) / c.r.trace), ctx.Err()
}

// sampledTrace estimates Trace. It reads the diagonal of K̃ by small blocks along it.
func (c *Comparison) sampledTrace(ctx context.Context) (Estimate, error) {
	rows := c.r.rows()
	left := make([]float64, len(rows))                // Kᵢᵢ−K̃ᵢᵢ
	for lo, hi := range linalg.Tiles(len(rows), 32) { // few, as only the diagonal of a block is used
		if err := ctx.Err(); err != nil {
			return Estimate{}, err
		}
		block := mat.NewDense(hi-lo, hi-lo, nil)
		c.a.Block(block, rows[lo:hi], rows[lo:hi])
		for i := range hi - lo {
			left[lo+i] = c.r.diag[rows[lo+i]] - block.At(i, i)
		}
	}
	n, s := float64(c.r.N()), float64(len(rows))
	mean, deviation := stat.MeanStdDev(left, nil)
	return Estimate{Value: n * mean / c.r.trace, SE: n * deviation * math.Sqrt((1-s/n)/s) / c.r.trace}, nil
}

// Error returns ‖K−K̃‖_F/‖K‖_F. It is exact by a pass over half of both matrices, in O(n²·rank), or estimated from the
// entries among at most 2048 sampled rows, which are the same for all K̃. The estimate's standard error is a few per
// cent if many rows contribute to the error. If few do, it is larger; if few entries do, it may be too small.
func (c *Comparison) Error(ctx context.Context) (Estimate, error) {
	if !c.r.exact {
		b, err := c.r.sampleBlock(ctx)
		if err != nil {
			return Estimate{}, err
		}
		a := mat.NewDense(len(b.rows), len(b.rows), nil)
		c.a.Block(a, b.rows, b.rows) // half of it is computed
		return b.errorOf(a), ctx.Err()
	}
	norm, err := c.r.Frobenius(ctx)
	if err != nil {
		return Estimate{}, err
	}
	sum, err := c.r.squares(ctx, c.a)
	return Exactly(math.Sqrt(sum) / norm.Value), err
}

// Limits of the iteration for ‖K−K̃‖₂.
const (
	normBlock     = 16   // vectors at a time
	normTolerance = 1e-7 // of the norm
	normBlocks    = 40   // products at most
)

// Spectral returns ‖K−K̃‖₂/‖K‖₂. It is exact by block Lanczos, with up to forty products of O(n²) with
// K−K̃: accurate to 1e-7 if that converges, and otherwise too small, never too large. If figures are
// estimates, the partial factorisation of [Reference.Largest] replaces K. The Frobenius norm of its residual
// is the standard error, so smaller errors can't be resolved.
func (c *Comparison) Spectral(ctx context.Context) (Estimate, error) {
	if !c.r.exact {
		return c.sampledSpectral(ctx)
	}
	largest, err := c.r.Largest(ctx)
	if err != nil {
		return Estimate{}, err
	}
	residual := func(dst, x *mat.Dense) error {
		if err := c.r.gram.MulTo(ctx, dst, x); err != nil {
			return err
		}
		ax := mat.NewDense(x.RawMatrix().Rows, x.RawMatrix().Cols, nil)
		c.a.MulTo(ax, x)
		dst.Sub(dst, ax)
		return nil
	}
	norm, err := c.r.norm(ctx, c.r.N(), residual, normTolerance)
	return Exactly(norm / largest.Value), err
}

// norm returns ‖A‖₂ of a symmetric matrix A of order n. mul multiplies A by n×b matrices.
func (r *Reference) norm(ctx context.Context, n int, mul func(dst, x *mat.Dense) error, tol float64) (float64, error) {
	if n > tinyLimit {
		return linalg.NewSpace(n, normBlock, r.rng(8)).Norm(ctx, mul, tol, normBlocks)
	}
	return norm2(ctx, n, func(dst, x []float64) error {
		return mul(mat.NewDense(n, 1, dst), mat.NewDense(n, 1, x))
	}, r.rng(8), tol)
}

// StableRank returns ‖K̃‖_F²/‖K̃‖₂², from the Norms of K̃. It is exact for any n, and NaN for K̃ = 0.
func (c *Comparison) StableRank(ctx context.Context) (Estimate, error) {
	frobenius, spectral, err := c.a.Norms(ctx, c.r.rng(9))
	ratio := frobenius / spectral
	return Exactly(ratio * ratio), err
}

// ComparisonMemory returns the bytes that a comparison needs. An exact error needs tiles of K and K̃ on
// each processor, a spectral error the space that is multiplied by K−K̃. Estimates need the entries of K
// and K̃ among the sampled rows, and as many numbers again to compute the entries of K̃.
func ComparisonMemory(n int, exact, spectral bool) int64 {
	rows := int64(n)
	if !exact {
		s := min(sampleRows, (rows+1)/2)
		return 8 * (3*s*s + 4*rows)
	}
	need := 2 * squareTile * wideTile * int64(runtime.GOMAXPROCS(0))
	if spectral {
		need = max(need, (normBlocks+4)*normBlock*rows)
	}
	return 8 * (need + 2*rows)
}
