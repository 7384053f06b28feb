package exact

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// RoughStableRank returns [Reference.StableRank] to three digits, for a curve over many matrices that are each used
// once: it computes λ₁ with as few products with K as possible. If figures are estimates, λ₁ is that of K[S, S] for the
// sampled rows S, with off-diagonal entries times (n−1)/(s−1). It is then too large by a fraction of about the stable
// rank over the number of rows, so the curve of a narrow kernel is too low, by half or more if the two numbers are close.
func (r *Reference) RoughStableRank(ctx context.Context) (float64, error) {
	if _, err := r.gram.Points().Store(ctx); err != nil { // the distances, for all matrices of the curve
		return 0, err
	}
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return 0, err
	}
	order, mul := r.N(), r.mul(ctx)
	if !r.exact {
		b, err := r.sampleBlock(ctx)
		if err != nil {
			return 0, err
		}
		order = len(b.rows)
		scale := float64(r.N()-1) / max(1, float64(order-1))
		mul = func(dst, x *mat.Dense) error {
			linalg.MulSymmetric(dst, b.k, x)
			dst.Scale(scale, dst)
			for i := range order {
				floats.AddScaled(dst.RawRowView(i), (1-scale)*b.k.At(i, i), x.RawRowView(i))
			}
			return ctx.Err()
		}
	}
	largest, err := checkedNorm(r.norm(ctx, order, mul, 1e-4))
	ratio := frobenius.Value / largest
	return max(1, ratio*ratio), err
}
