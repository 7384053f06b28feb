package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
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
	p, err := r.preconditioner(ctx, ridge)
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
	trace, err := p.traceOfInverse(ctx)
	if err != nil {
		return 0, err
	}
	d := float64(n) - ridge*(trace+difference/traceProbes)
	return math.Min(float64(n), math.Max(0, d)), nil
}

// preconditioner is P = FᵀF + γI with a q×n matrix F.
type preconditioner struct {
	f     *mat.Dense
	core  *mat.TriDense // U with UᵀU = FFᵀ + γI
	ridge float64
}

func (r *Reference) preconditioner(ctx context.Context, ridge float64) (*preconditioner, error) {
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
	singular := &model.SingularError{Mu: ridge, Condition: r.spectral / ridge}
	u, ok, err := linalg.CholeskyInPlace(ctx, w)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, singular
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, u.RawTriangular(), f.RawMatrix())
	core := mat.NewSymDense(q, nil)
	if err := linalg.Syrk(ctx, blas.NoTrans, 1, f.RawMatrix(), 0, core.RawSymmetric()); err != nil {
		return nil, err
	}
	for i := range q {
		core.SetSym(i, i, core.At(i, i)+ridge)
	}
	if u, ok, err = linalg.CholeskyInPlace(ctx, core); err != nil {
		return nil, err
	}
	if !ok {
		return nil, singular
	}
	return &preconditioner{f: f, core: u, ridge: ridge}, nil
}

// solveTo is dst = P⁻¹x = (x − Fᵀ(FFᵀ+γI)⁻¹Fx)/γ.
func (p *preconditioner) solveTo(dst, x *mat.Dense) {
	var inner mat.Dense
	inner.Mul(p.f, x)
	lapack64.Potrs(p.core.RawTriangular(), inner.RawMatrix())
	dst.Mul(p.f.T(), &inner)
	dst.Sub(x, dst)
	dst.Scale(1/p.ridge, dst)
}

// traceOfInverse is tr P⁻¹ = (n−q)/γ + tr(FFᵀ+γI)⁻¹.
func (p *preconditioner) traceOfInverse(ctx context.Context) (float64, error) {
	q, n := p.f.Dims()
	diagonal, err := linalg.InverseDiagonal(ctx, p.core)
	return float64(n-q)/p.ridge + floats.Sum(diagonal), err
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
