package exact

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	roughTolerance = 1e-4 // relative to λ₁; accurate enough for a curve
	roughRows      = 4096 // rows sampled from a larger matrix: they take 128 MB
)

// Curve has the memory and the start vectors that the matrices along a curve share. All matrices must have
// the same size. The memory is that of sampled rows, at most 128 MB. The start vectors for λ₁ are good if
// neighbouring matrices are similar. The zero value is ready to use. Curve is not safe for concurrent use.
type Curve struct {
	entries *mat.Dense // of the sampled rows
	leading *mat.Dense // leading eigenvectors of the last matrix; nil before the first
}

// RoughStableRank returns [Reference.StableRank] to three digits, for a curve over many matrices that are
// each used once. It computes λ₁ with as few products with K as possible. If figures are estimates, λ₁ is
// estimated from at most 4096 sampled rows, with their off-diagonal entries scaled up. It is then too
// large by a fraction of about the stable rank over the number of rows. So the curve of a narrow kernel
// is too low, by half or more if the two numbers are close.
func (c *Curve) RoughStableRank(ctx context.Context, r *Reference) (float64, error) {
	if r.exact && r.N() <= tinyLimit {
		rank, err := r.StableRank(ctx)
		return rank.Value, err
	}
	matrix := evaluated
	if !r.exact {
		matrix = c.sampled
	}
	order, frobenius, mul, err := matrix(ctx, r)
	if err != nil {
		return 0, err
	}
	largest, err := checkedNorm(c.norm(ctx, r, order, mul))
	ratio := frobenius / largest
	return max(1, ratio*ratio), err
}

// norm returns the spectral norm of a matrix of the curve.
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

// product sets dst = A·x for a symmetric A and n×b matrices.
type product = func(dst, x *mat.Dense) error

// evaluated returns products with K, which is evaluated for each of them. Distances are stored, if they may be, for
// the other matrices of the curve.
func evaluated(ctx context.Context, r *Reference) (order int, frobenius float64, mul product, err error) {
	if _, err := r.gram.Points().Store(ctx); err != nil {
		return 0, 0, nil, err
	}
	norm, err := r.Frobenius(ctx)
	return r.N(), norm.Value, r.mul(ctx), err
}

// sampled returns products with K[S, S] of some rows S, with off-diagonal entries times (n−1)/(s−1). Its
// eigenvalues estimate those of K. ‖K‖_F is estimated from the first rows of S.
func (c *Curve) sampled(ctx context.Context, r *Reference) (order int, frobenius float64, mul product, err error) {
	n := r.N()
	rows := model.SampleRows(n, min(roughRows, (n+1)/2), r.rng(3))
	s, few := len(rows), min(sampleRows, len(rows))
	if c.entries == nil {
		c.entries = mat.NewDense(s, s, nil)
	}
	k := c.entries
	r.gram.Block(k, rows, rows)
	b, err := r.newBlock(rows[:few], k.Slice(0, few, 0, few).(*mat.Dense))
	if err != nil {
		return 0, 0, nil, err
	}
	scale := float64(n-1) / max(1, float64(s-1))
	return s, b.norm.Value, func(dst, x *mat.Dense) error {
		linalg.MulSymmetric(dst, k, x)
		dst.Scale(scale, dst)
		for i := range rows {
			floats.AddScaled(dst.RawRowView(i), (1-scale)*k.At(i, i), x.RawRowView(i))
		}
		return ctx.Err()
	}, ctx.Err()
}
