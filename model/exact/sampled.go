package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// within returns an estimate of a figure that lies between low and high. Its standard error combines the
// width of that interval, the given se, and 1e-9 of the value for rounding.
func within(low, value, high, se float64) Estimate {
	value = min(max(value, low), high)
	return Estimate{Value: value, SE: floats.Norm([]float64{max(value-low, high-value) / 1.96, se, 1e-9 * value}, 2)}
}

// leading returns the estimate of λ₁(K): λ₁(LLᵀ) plus first = u₁ᵀ·diag(R)·u₁ for its eigenvector u₁, which
// estimates u₁ᵀRu₁ from the diagonal of R. λ₁(K) is between λ₁(LLᵀ) and λ₁(LLᵀ) + ‖R‖_F.
func (p *partial) leading(first float64) Estimate {
	rest := (p.rest.Value + 2*p.rest.SE) * p.norm.Value
	largest := p.values[0] + first
	// R raises λ₁ by u₁ᵀRu₁ ≤ √(u₁ᵀdiag(R)u₁·tr R). This is about as large as the diagonal part,
	// unless an eigenvector of R is close to u₁.
	add := min(rest, math.Sqrt(first*p.trace))
	return within(largest-add, largest, largest+add, largest*p.sampling())
}

// sampledFloor estimates Floor. With t² = Σλᵢ(LLᵀ)² over i > rank, the floor is between t/‖K‖_F and (t+‖R‖_F)/‖K‖_F. It
// is known for ranks up to half of the largest rank of L, and up to n/4, unless K is found to be indefinite.
func (r *Reference) sampledFloor(ctx context.Context, rank int) (Estimate, bool, error) {
	p, err := r.partialFactor(ctx)
	if err != nil || 2*rank > partialRank || 4*rank > r.N() || p.indefinite {
		return Estimate{}, false, err
	}
	low := math.Sqrt(tail(p.values, min(rank, len(p.values)))) / p.norm.Value
	rest, se := p.rest.Value, math.Hypot(low*p.norm.SE/p.norm.Value, p.rest.SE)
	return within(min(1, low), math.Hypot(low, rest), min(1, low+rest), se), true, nil
}

// sampledDimension returns the effective dimension of A = LLᵀ plus an estimate of the part Δ that R adds. With
// B = A+γₛI and M = B^(-½)·R·B^(-½) ⪰ 0, R adds
//
//	Δ = γₛ·tr(B⁻¹ − (B+R)⁻¹) = γₛ·tr(B⁻¹·M(I+M)⁻¹),
//
// which is at most T = γₛ·tr(B⁻²R), and by Jensen's inequality for the convex 1/(1+x) at least T²/(T + γₛ·tr(B⁻¹M²)),
// where tr(B⁻¹M²) ≤ ‖R‖_F²/γₛ³. The estimate is in the middle of these bounds. T is estimated from the overlap of A and
// R. In any case, Δ is at least 0 and, as x/(x+γₛ) is concave, at most tr R/(tr R/n+γₛ).
func (r *Reference) sampledDimension(ctx context.Context, ridge float64) (Estimate, error) {
	p, err := r.partialFactor(ctx)
	if err != nil {
		return Estimate{}, err
	}
	o, err := r.overlapOf(ctx, p)
	if err != nil {
		return Estimate{}, err
	}
	n, known := float64(p.n), DegreesOfFreedom(p.values, ridge)
	most := min(n-known, p.trace/(p.trace/n+ridge))
	shared := o.weighted(p, ridge)
	first := max(p.trace-shared.Value, 0) / ridge // T
	low, high := 0.0, min(first, most)
	if first > 0 {
		second := (p.rest.Value + 2*p.rest.SE) * p.norm.Value / ridge // ‖R‖_F/γₛ
		low = min(first/(1+second*second/first), most)
	}
	added := within(low, (low+high)/2, high, shared.SE/ridge)
	value := known + added.Value
	se := min(added.SE, max(added.Value, most-added.Value)/1.96)
	rounding := (p.lost + 1e-16*n*p.values[0]) / ridge // in L, and in the eigenvalues
	return Estimate{Value: value, SE: floats.Norm([]float64{se, value * p.sampling(), rounding}, 2)}, nil
}

// sampledSpectral returns ‖LLᵀ−K̃‖₂ on the rows of L, relative to ‖K‖₂. ‖K−K̃‖₂ differs from that norm by
// at most ‖R‖_F.
func (c *Comparison) sampledSpectral(ctx context.Context) (Estimate, error) {
	const tolerance = 1e-4 // of ‖LLᵀ−K̃‖₂
	p, err := c.r.partialFactor(ctx)
	if err != nil {
		return Estimate{}, err
	}
	mul := func(dst, x *mat.Dense) error { // (LLᵀ−K̃)·x
		_, b := x.Dims()
		long, image := mat.NewDense(p.n, b, nil), mat.NewDense(p.n, b, nil)
		for i, row := range p.rows {
			copy(long.RawRowView(row), x.RawRowView(i))
		}
		c.a.MulTo(image, long)
		var inner mat.Dense
		inner.Mul(p.l.T(), x)
		dst.Mul(p.l, &inner)
		for i, row := range p.rows {
			floats.Sub(dst.RawRowView(i), image.RawRowView(row))
		}
		return ctx.Err()
	}
	residual, err := c.r.norm(ctx, len(p.rows), mul, tolerance)
	residual *= float64(p.n) / float64(len(p.rows))
	norm, largest := p.norm.Value, p.largest
	parts := []float64{p.rest.Value * norm / 1.96, p.rest.SE * norm, residual * p.sampling(),
		residual * largest.SE / largest.Value, residual * tolerance}
	return Estimate{Value: residual / largest.Value, SE: floats.Norm(parts, 2) / largest.Value}, err
}

// SampledMemory returns the bytes that estimates need for a matrix of n rows: the sampled block and the sums
// over it, the partial factorisation, and for a spectral error vectors for K̃.
func SampledMemory(n int, spectral bool) int64 {
	s, t, c := sampledSizes(n)
	need := 3*s*s + s*c + t*(c+4*normBlock) + 3*c*c
	if spectral {
		need += 4 * normBlock * int64(n)
	}
	return 8 * need
}

// SampledKept returns the part of SampledMemory that stays in use for further estimates of the same matrix:
// the sampled block and the partial factorisation.
func SampledKept(n int) int64 {
	s, t, c := sampledSizes(n)
	return 8 * (s*s + t*c)
}

// sampledSizes returns the sizes of the sampled block, s×s, and of the partial factorisation, t×c.
func sampledSizes(n int) (s, t, c int64) {
	t = int64(min(n, partialRows))
	return min(sampleRows, (int64(n)+1)/2), t, min(partialRank, (t+1)/2)
}
