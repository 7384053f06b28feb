package exact

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// RoughStableRank returns [Reference.StableRank] to three digits, for a curve over many matrices that are each used
// once: it computes λ₁ with as few products with K as possible. If figures are estimates, λ₁ is that of K[S, S] for the
// sampled rows S, with off-diagonal entries times (n−1)/(s−1), as if all diagonal entries were their mean. It is then
// too large by a fraction of about the stable rank over the number of rows, so the curve of a narrow kernel is too low,
// by half or more if the two numbers are close.
func (r *Reference) RoughStableRank(ctx context.Context) (float64, error) {
	if _, err := r.gram.Points().Store(ctx); err != nil { // the distances, for all matrices of the curve
		return 0, err
	}
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return 0, err
	}
	order, mul, scale, own := r.N(), r.mul(ctx), 1.0, 0.0 // own is the mean of the diagonal
	if !r.exact {
		b, err := r.sampleBlock(ctx)
		if err != nil {
			return 0, err
		}
		order = len(b.rows)
		own = mat.Trace(b.k) / float64(order)
		scale = float64(r.N()-1) / max(1, float64(order-1))
		mul = func(dst, x *mat.Dense) error {
			linalg.MulSymmetric(dst, b.k, x)
			return ctx.Err()
		}
	}
	largest, err := checkedNorm(r.norm(ctx, order, mul, 1e-4))
	ratio := frobenius.Value / (scale*largest + (1-scale)*own)
	return max(1, ratio*ratio), err
}
