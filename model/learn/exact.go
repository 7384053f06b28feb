package learn

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Exact is kernel ridge regression with K itself, with which approximations are compared: ŷ = ȳ + K·α, α =
// (K+μI)⁻¹(y−ȳ). It takes n³/3 steps and 8n² bytes. Noise and the variance of Risk need the eigenvalues of K. If
// Eigenvalues is nil, they need 2n³/3 more steps when first called. Exact is safe for concurrent use.
type Exact struct {
	Mu     float64
	Offset float64   // ȳ
	Alpha  []float64 // α, of length n: f(z) = ȳ + k(z, X)·α
	Fitted []float64 // ŷ, of length n

	Eigenvalues []float64 // all n of K, ≥ 0; nil if they are not known

	cholesky blas64.Triangular // U with UᵀU = K+μI
	inverted func() traces     // the traces, computed from A⁻¹, A = K+μI
}

// NewExact fits n finite targets at ridge μ ≥ 0. The error is a *model.SingularError if the condition of K+μI, as
// LAPACK estimates it in the 1-norm, is not below 1/eps. It names the smallest of eps·‖K+μI‖₁·4ʲ above μ that is large
// enough, which takes two or three more factorisations. The error is a *model.DegenerateError if K overflows.
func NewExact(ctx context.Context, g *model.Gram, y []float64, mu float64) (*Exact, error) {
	checkSize("a ridge mu", mu)
	checkLength("targets", len(y), g.N())
	u, norm, condition, err := factor(ctx, g, mu)
	if err != nil {
		return nil, err
	}
	if !(condition < 1/linalg.Eps) {
		usable, err := leastUsable(ctx, g, mu, norm)
		if err != nil {
			return nil, err
		}
		return nil, &model.SingularError{Mu: mu, Condition: condition, Usable: usable}
	}
	offset, rest := Centred(y)
	x := &Exact{Mu: mu, Offset: offset, Alpha: solved(u, rest), cholesky: u}
	x.Fitted = slices.Clone(y)
	floats.AddScaled(x.Fitted, -mu, x.Alpha) // K·α = y−ȳ − μ·α
	x.inverted = sync.OnceValue(func() traces {
		diagonal, off := inverseOf(u, mu) // of I−H
		t := traces{floats.Sum(diagonal), off}
		for _, v := range diagonal { // n − 2μ·tr A⁻¹ + μ²‖A⁻¹‖_F² would cancel for a large μ
			t.square += (1 - v) * (1 - v)
		}
		return t
	})
	return x, nil
}

// factor factorises K+μI, and returns its 1-norm and its estimated condition, which is +Inf if K+μI
// is not positive definite.
func factor(ctx context.Context, g *model.Gram, mu float64) (u blas64.Triangular, norm, condition float64, err error) {
	k, err := g.Symmetric(ctx)
	if err != nil {
		return u, 0, 0, err
	}
	n := g.N()
	linalg.AddRidge(k, mu)
	raw := k.RawSymmetric()
	norm = lapack64.Lansy(lapack.MaxColumnSum, raw, make([]float64, n))
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return u, 0, 0, &model.DegenerateError{What: "the norm of the kernel matrix", Value: norm}
	}
	upper, ok, err := linalg.CholeskyInPlace(ctx, k)
	if err != nil {
		return u, 0, 0, err
	}
	if !ok {
		return u, norm, math.Inf(1), nil
	}
	return upper.RawTriangular(), norm, 1 / lapack64.Pocon(raw, norm, make([]float64, 3*n), make([]int, n)), nil
}

// leastUsable returns the first of eps·norm·4ʲ, j = 0, 1 …, above mu at which K+μI can be factorised.
// norm is the 1-norm of K+mu·I. It returns 0 for K = 0.
func leastUsable(ctx context.Context, g *model.Gram, mu, norm float64) (float64, error) {
	// norm/eps always suffices: next to it, K is as small as rounding errors.
	for try := linalg.Eps * norm; norm > 0 && try <= norm/linalg.Eps; try *= 4 {
		if try <= mu {
			continue
		}
		_, _, condition, err := factor(ctx, g, try)
		if err != nil {
			return 0, err
		}
		if condition < 1/linalg.Eps {
			return try, nil
		}
	}
	return 0, nil
}

// solved returns (UᵀU)⁻¹b.
func solved(u blas64.Triangular, b []float64) []float64 {
	out := slices.Clone(b)
	blas64.Trsv(blas.Trans, u, linalg.Vector(out))
	blas64.Trsv(blas.NoTrans, u, linalg.Vector(out))
	return out
}

// At returns the regression's values at b new points, for their kernel values k = k(Z, X), b×n.
func (x *Exact) At(k *mat.Dense) []float64 { return Values(k, x.Alpha, x.Offset) }

// traces are tr(I−H) and tr H², summed without cancellation.
type traces struct{ rest, square float64 }

func (x *Exact) traces() (t traces) {
	if x.Eigenvalues == nil {
		return x.inverted()
	}
	for _, v := range x.Eigenvalues {
		h := v / (v + x.Mu)
		t.rest += x.Mu / (v + x.Mu)
		t.square += h * h
	}
	return t
}

// DF returns the degrees of freedom, tr H = tr K(K+μI)⁻¹, between 0 and n.
func (x *Exact) DF() float64 { return float64(len(x.Alpha)) - x.traces().rest }

// Noise estimates the standard deviation of the noise by √(‖y−ŷ‖²/(n−DF)). The estimate is too large if
// the fit is biased (a large μ), and unreliable if n−DF is small. It is NaN at μ = 0, where n = DF.
func (x *Exact) Noise() float64 {
	return ratio(x.Mu*floats.Norm(x.Alpha, 2), math.Sqrt(x.traces().rest))
}

// Risk returns bias and variance about the truth z = E y, one number for each row, for noise of the
// given standard deviation ≥ 0. It does not depend on the targets.
func (x *Exact) Risk(truth []float64, noise float64) Risk {
	checkLength("truth", len(truth), len(x.Alpha))
	checkSize("noise of standard deviation", noise)
	_, z := Centred(truth)
	lost := solved(x.cholesky, z)
	floats.Scale(x.Mu, lost)
	return riskOf(lost, noise, x.traces().square)
}

// inverseBlock is the number of columns of A⁻¹ that are computed at a time.
const inverseBlock = 64

// inverseOf returns the diagonal of s·A⁻¹, A = UᵀU, and the sum of the squares of its other entries. It computes A⁻¹ in
// blocks of columns, only from the diagonal down. That needs only the part of U to the right of and below the block,
// 2n³/3 steps in all. Unlike LAPACK's Potri it uses all cores and does not store n² numbers.
func inverseOf(u blas64.Triangular, s float64) (diagonal []float64, off float64) {
	diagonal = make([]float64, u.N)
	squares := make([]float64, (u.N+inverseBlock-1)/inverseBlock)
	_ = linalg.InParts(context.Background(), u.N, inverseBlock, func(lo, _ int) {
		squares[lo/inverseBlock] = inverseColumns(u, lo, s, diagonal)
	})
	return diagonal, floats.Sum(squares)
}

// inverseColumns writes the diagonal entries of s·A⁻¹ in the block of columns from lo on. It returns the
// sum of the squares of the block's other entries, counting entries below the block twice.
func inverseColumns(u blas64.Triangular, lo int, s float64, diagonal []float64) float64 {
	rows, cols := u.N-lo, min(inverseBlock, u.N-lo)
	a := blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: make([]float64, rows*cols)}
	for j := range cols {
		a.Data[j*cols+j] = 1
	}
	part := u
	part.N, part.Data = rows, u.Data[lo*u.Stride+lo:]
	blas64.Trsm(blas.Left, blas.Trans, 1, part, a)
	blas64.Trsm(blas.Left, blas.NoTrans, s, part, a)
	inside, below := 0.0, 0.0
	for i := range rows {
		row := a.Data[i*cols : (i+1)*cols]
		if i >= cols {
			below += sumOfSquares(row)
			continue
		}
		diagonal[lo+i] = row[i]
		row[i] = 0
		inside += sumOfSquares(row)
	}
	return inside + 2*below
}
