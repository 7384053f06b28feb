package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// overlap estimates how much of R = K−LLᵀ lies along the eigenvectors uⱼ of LLᵀ, from the entries of R
// among the s sampled rows. In the sum over the t rows of L
//
//	uⱼᵀRuⱼ = Σᵢ uᵢⱼ²·Rᵢᵢ + Σ_{i≠k} uᵢⱼ·Rᵢₖ·uₖⱼ
//
// the first part is the sample's part times t/s, the second the sample's part times t(t−1)/(s(s−1)). The
// estimate is unbiased, as the sample is independent of the pivots.
type overlap struct {
	along []float64  // estimates of uⱼᵀRuⱼ, of length c, scaled to n rows
	share *mat.Dense // s×c: what each sampled row contributes to along, times s; a pair counts for both of its rows
}

// overlapOf computes the overlap in the first call, in O(s²·c).
func (r *Reference) overlapOf(ctx context.Context, p partial) (overlap, error) {
	return r.overlap.get(ctx, func() (o overlap, err error) {
		b, err := r.sampleBlock(ctx)
		if err != nil {
			return o, err
		}
		s := len(b.rows)
		t, c := p.l.Dims()
		known := p.l.Slice(0, s, 0, c) // the sampled rows come first
		var rest, u mat.Dense
		rest.Mul(known, known.T())
		rest.Sub(b.k, &rest)
		if err := ctx.Err(); err != nil {
			return o, err
		}
		diagonal := make([]float64, s)
		for i := range diagonal {
			diagonal[i] = rest.At(i, i)
			rest.Set(i, i, 0)
		}
		u.Mul(known, p.v) // its columns are √λⱼ·uⱼ, where λⱼ is for t rows
		if err := ctx.Err(); err != nil {
			return o, err
		}
		o = overlap{along: make([]float64, c), share: mat.NewDense(s, c, nil)}
		o.share.Mul(&rest, &u)
		scale := float64(p.n) / float64(t)
		pairs := float64(t-1) / float64(max(1, s-1))
		for i := range s {
			vector, share := u.RawRowView(i), o.share.RawRowView(i)
			for j, v := range vector {
				if p.values[j] <= 0 {
					share[j] = 0
					continue
				}
				factor := scale * scale * float64(t) / p.values[j]
				own, others := factor*v*v*diagonal[i], factor*pairs*v*share[j]
				o.along[j] += (own + others) / float64(s)
				share[j] = own + 2*others
			}
		}
		return o, ctx.Err()
	})
}

// weighted estimates ⟨I − γₛ²(LLᵀ+γₛI)⁻², R⟩ = Σⱼ (1 − γₛ²/(λⱼ+γₛ)²)·uⱼᵀRuⱼ ≥ 0. The variance of the rows'
// contributions is an upper bound of the variance of the U-statistic, as it counts the second-order term twice.
func (o overlap) weighted(p partial, ridge float64) Estimate {
	weights, sum := make([]float64, len(p.values)), 0.0
	for j, v := range p.values {
		rest := ridge / (v + ridge)
		weights[j] = 1 - rest*rest
		sum += weights[j] * o.along[j]
	}
	s, c := o.share.Dims()
	shares := mat.NewVecDense(s, nil)
	shares.MulVec(o.share, mat.NewVecDense(c, weights))
	free := 1 - float64(s)/float64(len(p.rows))
	return Estimate{Value: max(0, sum), SE: math.Sqrt(free * stat.Variance(shares.RawVector().Data, nil) / float64(s))}
}
