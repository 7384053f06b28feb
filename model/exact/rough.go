package exact

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

const (
	roughTolerance = 1e-4 // of λ₁, where a curve is drawn through it
	roughRows      = 4096 // that stand for all of a large matrix: they take 128 MB
)

// RoughStableRank is [Reference.StableRank] good to three digits, for a curve over many
// matrices each of which is looked at once: λ₁ comes from the few products with K that
// show it. Where figures are estimates λ₁ is that of 4096 sampled rows at most, whose
// entries beside the diagonal stand for all: too large by about the stable rank in so
// many rows, so that a narrow kernel's curve lies too low, by half and more where the
// rank is near to the number of rows.
func (r *Reference) RoughStableRank(ctx context.Context) (float64, error) {
	if r.exact && r.N() <= tinyLimit {
		rank, err := r.StableRank(ctx)
		return rank.Value, err
	}
	frobenius, err := r.Frobenius(ctx)
	if err != nil {
		return 0, err
	}
	order, mul := r.N(), r.mul(ctx)
	if !r.exact {
		order, mul = r.sampledProducts()
	}
	largest, err := r.norm(ctx, order, mul, roughTolerance)
	if err != nil {
		return 0, err
	}
	if _, err := checkedNorm(largest); err != nil {
		return 0, err
	}
	ratio := frobenius.Value / largest
	return max(1, ratio*ratio), ctx.Err()
}

// sampledProducts multiplies with K[S, S] of some rows S, the entries beside the diagonal
// times (n−1)/(s−1): what the eigenvalues of K come to if all rows are like these.
func (r *Reference) sampledProducts() (s int, mul func(dst, x *mat.Dense) error) {
	n := r.N()
	rows := model.SampleRows(n, min(roughRows, (n+1)/2), r.rng(3))
	k := mat.NewDense(len(rows), len(rows), nil)
	r.gram.Block(k, rows, rows)
	scale := float64(n-1) / max(1, float64(len(rows)-1))
	return len(rows), func(dst, x *mat.Dense) error {
		dst.Mul(k, x)
		dst.Scale(scale, dst)
		for i := range rows {
			floats.AddScaled(dst.RawRowView(i), (1-scale)*k.At(i, i), x.RawRowView(i))
		}
		return nil
	}
}
