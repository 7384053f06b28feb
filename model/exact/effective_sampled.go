package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	traceProbes = 8  // random sign vectors of the trace estimate; they share their products with K
	solveSteps  = 24 // products that solving for them may cost

	solveTolerance = 1e-3 // what the preconditioned residual may be of their own
)

// sampledDimension estimates d_eff = n − γₛ·tr(K+γₛI)⁻¹ where K is too large
// for a factorisation. With P = K̃+γₛI for the Nyström approximation K̃ on
// sampled columns,
//
//	tr(K+γₛI)⁻¹ = tr P⁻¹ + E[zᵀ(K+γₛI)⁻¹z − zᵀP⁻¹z],  z random signs,
//
// where tr P⁻¹ is exact, so that only the difference is random (Hutchinson's
// estimator with a control variate), and (K+γₛI)⁻¹z comes from conjugate
// gradients preconditioned by P. Stopped early they give too small a value,
// by the square of their relative error.
func (r *Reference) sampledDimension(ctx context.Context, ridge float64) (float64, error) {
	n := r.N()
	p, err := r.preconditioner(ridge)
	if err != nil {
		return 0, err
	}
	z := mat.NewDense(n, traceProbes, nil)
	rng := r.rng(4)
	for i := range z.RawMatrix().Data {
		z.RawMatrix().Data[i] = float64(2*rng.IntN(2) - 1)
	}
	solved, err := r.solve(ctx, z, ridge, p)
	if err != nil {
		return 0, err
	}
	pz := mat.NewDense(n, traceProbes, nil)
	p.solveTo(pz, z)
	difference := 0.0
	for j := range traceProbes {
		zj := mat.Col(nil, j, z)
		difference += floats.Dot(zj, mat.Col(nil, j, solved)) - floats.Dot(zj, mat.Col(nil, j, pz))
	}
	d := float64(n) - ridge*(p.traceOfInverse()+difference/traceProbes)
	return math.Min(float64(n), math.Max(0, d)), nil
}

// preconditioner is P = FᵀF + γI with a q×n matrix F.
type preconditioner struct {
	f     *mat.Dense
	core  mat.Cholesky // of FFᵀ + γI
	ridge float64
}

func (r *Reference) preconditioner(ridge float64) (*preconditioner, error) {
	n := r.N()
	rows := model.SampleRows(n, min(sampleRows, (n+1)/2), r.rng(3))
	q := len(rows)
	f := mat.NewDense(q, n, nil)
	r.gram.Block(f, rows, nil)
	w := mat.NewSymDense(q, nil)
	for i := range q {
		for j := i; j < q; j++ {
			w.SetSym(i, j, f.At(i, rows[j]))
		}
		// Any P will do, and this shift keeps the core of equal points regular.
		w.SetSym(i, i, w.At(i, i)*(1+1e-10)+1e-10*r.trace/float64(n))
	}
	var chol mat.Cholesky
	if !chol.Factorize(w) {
		return nil, &model.SingularError{Mu: ridge, Condition: r.spectral / ridge}
	}
	var lower mat.TriDense
	chol.LTo(&lower)
	var scaled mat.Dense
	if err := scaled.Solve(&lower, f); err != nil {
		return nil, err
	}
	p := &preconditioner{f: &scaled, ridge: ridge}
	core := mat.NewSymDense(q, nil)
	core.SymOuterK(1, &scaled)
	for i := range q {
		core.SetSym(i, i, core.At(i, i)+ridge)
	}
	if !p.core.Factorize(core) {
		return nil, &model.SingularError{Mu: ridge, Condition: r.spectral / ridge}
	}
	return p, nil
}

// solveTo is dst = P⁻¹x = (x − Fᵀ(FFᵀ+γI)⁻¹Fx)/γ.
func (p *preconditioner) solveTo(dst, x *mat.Dense) {
	var fx, inner mat.Dense
	fx.Mul(p.f, x)
	if err := p.core.SolveTo(&inner, &fx); err != nil {
		panic("exact: a factorised core can't be solved: " + err.Error())
	}
	dst.Mul(p.f.T(), &inner)
	dst.Sub(x, dst)
	dst.Scale(1/p.ridge, dst)
}

// traceOfInverse is tr P⁻¹ = (n−q)/γ + tr(FFᵀ+γI)⁻¹.
func (p *preconditioner) traceOfInverse() float64 {
	q, n := p.f.Dims()
	var inverse mat.SymDense
	if err := p.core.InverseTo(&inverse); err != nil {
		panic("exact: a factorised core can't be inverted: " + err.Error())
	}
	return float64(n-q)/p.ridge + mat.Trace(&inverse)
}

// solve is (K+ridge·I)⁻¹B by conjugate gradients.
func (r *Reference) solve(ctx context.Context, b *mat.Dense, ridge float64, p *preconditioner) (*mat.Dense, error) {
	n, cols := b.Dims()
	part := mat.NewDense(n, cols, nil)
	c := linalg.Conjugate{
		Mul: func(dst, x *mat.Dense) error {
			part.Scale(ridge, x)
			if err := r.gram.MulTo(ctx, dst, x); err != nil {
				return err
			}
			dst.Add(dst, part)
			return nil
		},
		Precondition: p.solveTo, Tolerance: solveTolerance, Steps: solveSteps,
	}
	x, _, _, err := c.Solve(b)
	return x, err
}
