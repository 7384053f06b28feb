package ard

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/learn"
)

// bound evaluates the evidence and its gradient.
//
// With V = L⁻¹K_mn, LLᵀ = K_mm, K̃ = VᵀV, P = K̃ + μI and s_c² = y_cᵀP⁻¹y_c/n for each target, the bound is
//
//	Σ_c −n/2·log(2πe·s_c²) − q·(½·log|P| + tr(K−K̃)/(2μ))
//
// where the amplitude s² of kernel and noise has its best value. All is computed from B = μI + VVᵀ.
type bound struct {
	landmarkKernel
	y *mat.Dense // centred
}

func newBound(p Problem) *bound {
	_, q := p.Y.Dims()
	b := &bound{newLandmarkKernel(p), mat.DenseCopyOf(p.Y)}
	for c := range q {
		_, centred := learn.Centred(mat.Col(nil, c, b.y))
		b.y.SetCol(c, centred)
	}
	return b
}

// at returns the bound, and its gradient by log ℓ and, last, by log μ. It is −Inf with no gradient where a matrix
// is singular.
func (b *bound) at(ctx context.Context, widths []float64, mu float64, gradient []float64) (float64, error) {
	n, m := len(b.X.RawMatrix().Data)/b.X.RawMatrix().Cols, len(b.Landmarks)
	_, q := b.y.Dims()
	k := b.scaled(widths)
	lower, ok, err := factor(ctx, k.kmm, jitter*b.constant)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	v := k.kmn // becomes L⁻¹K_mn
	solve(blas.NoTrans, lower, v)
	inner := mat.NewDense(m, m, nil)
	inner.Mul(v, v.T())
	squares := mat.Trace(inner) // tr K̃
	factorB, ok, err := factor(ctx, inner, mu)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	vy := mat.NewDense(m, q, nil)
	vy.Mul(v, b.y)
	solve(blas.NoTrans, factorB, vy)
	solve(blas.Trans, factorB, vy) // B⁻¹VY
	a := mat.NewDense(n, q, nil)   // P⁻¹Y
	a.Mul(v.T(), vy)
	a.Sub(b.y, a)
	a.Scale(1/mu, a)

	dims, residual := float64(n), max(0, float64(n)*b.constant-squares)
	logDet := dims*math.Log(mu) + 2*logDiagonal(factorB) - float64(m)*math.Log(mu)
	total := -float64(q) * (logDet/2 + residual/(2*mu))
	amplitudes := make([]float64, q)
	for c := range q {
		amplitudes[c] = mat.Dot(b.y.ColView(c), a.ColView(c)) / dims
		if !(amplitudes[c] > 0) {
			return math.Inf(-1), nil
		}
		total -= dims / 2 * math.Log(2*math.Pi*math.E*amplitudes[c])
	}
	if gradient != nil {
		g := slopes{b, k, lower, factorB, v, inner, a, amplitudes, mu, residual}
		g.write(gradient)
	}
	return total, ctx.Err()
}
