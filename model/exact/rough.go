package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	roughTolerance = 1e-4 // of λ₁, where a curve is drawn through it
	roughRows      = 4096 // that stand for all of a large matrix: they take 128 MB
)

// Curve is what the matrices of a curve, of one size, have one from the other: memory,
// 8·n² bytes, or 128 MB for n above 4096, and the vectors that a search for λ₁ starts from,
// which are near where the matrices are. The zero value is ready. Not for concurrent use.
type Curve struct {
	entries []float64
	leading *mat.Dense // of the last one; nil before
}

func (c *Curve) square(n int) *mat.Dense {
	if len(c.entries) < n*n {
		c.entries = make([]float64, n*n)
	}
	return mat.NewDense(n, n, c.entries[:n*n])
}

// RoughStableRank is [Reference.StableRank] good to three digits, for a curve over many
// matrices each of which is looked at once: λ₁ comes from the few products with K that
// show it. Where figures are estimates λ₁ is that of 4096 sampled rows at most, whose
// entries beside the diagonal stand for all: too large by about the stable rank in so
// many rows, so that a narrow kernel's curve lies too low, by half and more where the
// rank is near to the number of rows.
func (c *Curve) RoughStableRank(ctx context.Context, r *Reference) (float64, error) {
	n := r.N()
	if r.exact && n <= tinyLimit {
		rank, err := r.StableRank(ctx)
		return rank.Value, err
	}
	evaluates, err := r.evaluates(ctx)
	if err != nil {
		return 0, err
	}
	if evaluates {
		return c.evaluatedStableRank(ctx, r)
	}
	order, matrix := n, c.whole
	switch {
	case !r.exact:
		order, matrix = min(roughRows, (n+1)/2), c.sampled
	case n > roughRows:
		matrix = unheld
	}
	frobenius, mul, err := matrix(ctx, r)
	if err != nil {
		return 0, err
	}
	largest, err := c.norm(ctx, r, order, mul)
	if err != nil {
		return 0, err
	}
	return stableRank(frobenius, largest)
}

// norm is the spectral norm of a matrix of the curve.
func (c *Curve) norm(ctx context.Context, r *Reference, order int, mul product) (float64, error) {
	if order <= tinyLimit {
		return r.norm(ctx, order, mul, roughTolerance)
	}
	space := r.normSpace(order)
	if c.leading != nil {
		space = linalg.NewSpaceFrom(c.leading)
	}
	norm, err := space.Norm(ctx, mul, roughTolerance, normBlocks)
	if err != nil {
		return 0, err
	}
	c.leading, err = space.Leading(ctx)
	return norm, err
}

// stableRank is that of norms that can be divided by.
func stableRank(frobenius, largest float64) (float64, error) {
	for _, norm := range []float64{frobenius, largest} {
		if _, err := checkedNorm(norm); err != nil {
			return 0, err
		}
	}
	ratio := frobenius / largest
	return max(1, ratio*ratio), nil
}

// cheapFeatures is up to how many features a distance is computed sooner than what comes of
// it is written to memory, and read again.
const cheapFeatures = 32

// evaluates tells whether K is evaluated anew for each product of a curve, rather than kept
// for all of one matrix: where distances are kept, as they are from now on if they may, or
// soon computed.
func (r *Reference) evaluates(ctx context.Context) (bool, error) {
	if !r.exact || r.N() > roughRows {
		return false, nil
	}
	points := r.gram.Points()
	kept, err := points.Store(ctx)
	_, d := r.gram.X().Dims()
	return kept || d <= cheapFeatures && points.Geometry() != model.Manhattan, err
}

// evaluatedStableRank is RoughStableRank of such a matrix.
func (c *Curve) evaluatedStableRank(ctx context.Context, r *Reference) (float64, error) {
	squares := 0.0
	largest, err := c.norm(ctx, r, r.N(), func(dst, x *mat.Dense) (err error) {
		squares, err = r.mulEvaluated(ctx, dst, x)
		return err
	})
	if err != nil {
		return 0, err
	}
	return stableRank(math.Sqrt(squares), largest)
}

// product is dst = A·x of a symmetric matrix and an n×b one.
type product = func(dst, x *mat.Dense) error

// unheld is ‖K‖_F, and K by products that evaluate it anew.
func unheld(ctx context.Context, r *Reference) (frobenius float64, mul product, err error) {
	norm, err := r.Frobenius(ctx)
	return norm.Value, r.mul(ctx), err
}

// whole is ‖K‖_F, and K, which is evaluated once.
func (c *Curve) whole(ctx context.Context, r *Reference) (frobenius float64, mul product, err error) {
	n := r.N()
	k := c.square(n)
	squares := make([]float64, n)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(n)) {
		if err := ctx.Err(); err != nil {
			return 0, nil, err
		}
		r.gram.Rows(k.Slice(lo, hi, 0, n).(*mat.Dense), lo, hi)
		linalg.Parallel(hi-lo, func(from, to int) {
			for i := lo + from; i < lo+to; i++ {
				row := vector(k.RawRowView(i))
				squares[i] = blas64.Dot(row, row)
			}
		})
	}
	frobenius, err = checkedNorm(math.Sqrt(floats.Sum(squares)))
	return frobenius, func(dst, x *mat.Dense) error {
		linalg.MulSymmetric(dst, k, x)
		return ctx.Err()
	}, err
}

// sampled is ‖K‖_F as it is estimated, and K[S, S] of some rows S, the entries beside the
// diagonal times (n−1)/(s−1): what the eigenvalues of K come to if all rows are like
// these. The first of them are those that the norm is estimated from.
func (c *Curve) sampled(ctx context.Context, r *Reference) (frobenius float64, mul product, err error) {
	n := r.N()
	rows := model.SampleRows(n, min(roughRows, (n+1)/2), r.rng(3))
	s := len(rows)
	k := c.square(s)
	r.gram.Block(k, rows, rows)
	few := len(r.sampledRows())
	b, err := r.newBlock(k.Slice(0, few, 0, few).(*mat.Dense))
	if err != nil {
		return 0, nil, err
	}
	scale := float64(n-1) / max(1, float64(s-1))
	return b.frobenius().Value, func(dst, x *mat.Dense) error {
		linalg.MulSymmetric(dst, k, x)
		dst.Scale(scale, dst)
		for i := range rows {
			floats.AddScaled(dst.RawRowView(i), (1-scale)*k.At(i, i), x.RawRowView(i))
		}
		return ctx.Err()
	}, ctx.Err()
}
