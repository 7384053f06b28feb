package learn

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// NormalEquations are ΦᵀΦ and Φᵀ(y−ȳ), all that a regression on q features needs of its rows. They are
// sums over rows, which may be on several machines; the order of the sums only changes rounding errors.
// At and WeightsAt are safe for concurrent use once all rows have been added.
type NormalEquations struct {
	Rows  int           // n
	Gram  *mat.SymDense // ΦᵀΦ, q×q
	Right []float64     // Φᵀ(y−ȳ), q

	mu     sync.Mutex
	values []float64  // eigenvalues of ΦᵀΦ larger than rounding errors, descending; nil until byEigenpairs needs them
	v      *mat.Dense // their eigenvectors
}

// NewNormalEquations returns the equations of no rows, for q ≥ 1 features.
func NewNormalEquations(q int) *NormalEquations {
	return &NormalEquations{Gram: mat.NewSymDense(q, nil), Right: make([]float64, q)}
}

// Add adds rows: phi, b×q, and y−ȳ of each row, where ȳ is the mean over all rows and not only these.
// O(b·q²). The error is the context's.
func (r *NormalEquations) Add(ctx context.Context, phi *mat.Dense, y []float64) error {
	rows, _ := phi.Dims()
	checkLength("targets", len(y), rows)
	r.Rows += rows
	blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), linalg.Vector(y), 1, linalg.Vector(r.Right))
	return linalg.Syrk(ctx, blas.Trans, 1, phi.RawMatrix(), 1, r.Gram.RawSymmetric())
}

// Merge adds the sums over other rows, for the same features and the same ȳ.
func (r *NormalEquations) Merge(other *NormalEquations) {
	checkLength("features", len(other.Right), len(r.Right))
	r.Rows += other.Rows
	r.Gram.AddSym(r.Gram, other.Gram)
	floats.Add(r.Right, other.Right)
}

// bound returns an upper bound of λ₁, the 1-norm of ΦᵀΦ.
func (r *NormalEquations) bound() float64 { return mat.Norm(r.Gram, 1) }

// NormalWeights are the weights of the features at one ridge, with the traces of H.
type NormalWeights struct {
	Mu float64
	DF float64   // tr H, see [Fit]
	W  []float64 // weights of the features

	logDet  float64    // log|K̃+μI|, for n rows
	half    *mat.Dense // M, q×r, with MMᵀ = (ΦᵀΦ+μI)⁻¹ on the directions of all eigenvalues larger than rounding errors
	free    float64    // n − tr H
	squares float64    // ‖H‖_F²
}

// conditioned reports whether λ₁/μ is so small that Cholesky is used. The trace, in O(q), mostly tells.
func (r *NormalEquations) conditioned(mu float64) bool {
	return mat.Trace(r.Gram) <= wellConditioned*mu || r.bound() <= wellConditioned*mu
}

// wellConditioned is the largest ratio of a bound of λ₁ to μ at which Cholesky is used.
const wellConditioned = 1e12

// At returns the regression at ridge μ ≥ 0, by a Cholesky factorisation in O(q³). If ΦᵀΦ+μI is too badly
// conditioned for that, it takes the eigenpairs of ΦᵀΦ. The error is a *model.SingularError as from [Ridge.At], always
// for μ = 0 if q < n, or the context's.
func (r *NormalEquations) At(ctx context.Context, mu float64) (*NormalWeights, error) {
	checkSize("a ridge mu", mu)
	if r.conditioned(mu) {
		if fit, err := r.byCholesky(ctx, mu); fit != nil || err != nil {
			return fit, err
		}
	}
	return r.byEigenpairs(ctx, mu)
}

// WeightsAt returns the weights of At alone, in a seventh of its time: traces take more than the solution.
func (r *NormalEquations) WeightsAt(ctx context.Context, mu float64) ([]float64, error) {
	checkSize("a ridge mu", mu)
	if r.conditioned(mu) {
		u, ok, err := r.factor(ctx, mu)
		if err != nil {
			return nil, err
		}
		if ok {
			return solved(u.RawTriangular(), r.Right), nil
		}
	}
	fit, err := r.byEigenpairs(ctx, mu)
	if err != nil {
		return nil, err
	}
	return fit.W, nil
}

// byEigenpairs is At by the eigenpairs of ΦᵀΦ, which are computed once: a further ridge costs O(q²).
func (r *NormalEquations) byEigenpairs(ctx context.Context, mu float64) (*NormalWeights, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.values == nil {
		own := mat.NewSymDense(len(r.Right), nil)
		own.CopySym(r.Gram)
		values, v, err := linalg.Eigen(ctx, own)
		if err != nil {
			return nil, err
		}
		count := linalg.BeyondRounding(values)
		r.values, r.v = values[:count], v.Slice(0, len(values), 0, count).(*mat.Dense)
	}
	return r.onEigenpairs(mu)
}

// factor returns U with UᵀU = ΦᵀΦ+μI. ok is false if that is not positive definite to working precision.
func (r *NormalEquations) factor(ctx context.Context, mu float64) (u *mat.TriDense, ok bool, err error) {
	shifted := mat.NewSymDense(len(r.Right), nil)
	shifted.CopySym(r.Gram)
	linalg.AddRidge(shifted, mu)
	return linalg.CholeskyInPlace(ctx, shifted)
}

// byCholesky returns nil if ΦᵀΦ+μI is not positive definite to working precision.
func (r *NormalEquations) byCholesky(ctx context.Context, mu float64) (*NormalWeights, error) {
	u, ok, err := r.factor(ctx, mu)
	if !ok || err != nil {
		return nil, err
	}
	q := len(r.Right)
	f := &NormalWeights{Mu: mu, half: identity(q)}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u.RawTriangular(), f.half.RawMatrix())
	// H has the eigenvalues of I − μ(ΦᵀΦ+μI)⁻¹, so its traces follow from the norms of M and MMᵀ.
	kept := mat.NewSymDense(q, nil)
	if err := linalg.Syrk(ctx, blas.NoTrans, -mu, f.half.RawMatrix(), 0, kept.RawSymmetric()); err != nil {
		return nil, err
	}
	lost := 0.0
	f.logDet = float64(r.Rows-q) * math.Log(mu)
	for i := range q {
		f.logDet += 2 * math.Log(u.At(i, i))
		lost -= kept.At(i, i)
		kept.SetSym(i, i, 1+kept.At(i, i))
		f.DF += kept.At(i, i)
	}
	f.free, f.squares = float64(r.Rows-q)+lost, math.Pow(mat.Norm(kept, 2), 2)
	f.W = f.weights(r.Right)
	return f, nil
}

func (r *NormalEquations) onEigenpairs(mu float64) (*NormalWeights, error) {
	n := r.Rows
	least := 0.0
	if len(r.values) == n {
		least = r.values[n-1]
	}
	if condition := (r.values[0] + mu) / (least + mu); !(condition < 1/linalg.Eps) {
		return nil, &model.SingularError{Mu: mu, Condition: condition, Usable: 1.001 * (linalg.Eps*r.values[0] - least)}
	}
	f := &NormalWeights{Mu: mu, half: mat.DenseCopyOf(r.v), free: float64(n - len(r.values))}
	if least == 0 {
		f.logDet = f.free * math.Log(mu)
	}
	for j, v := range r.values {
		scale := 1 / math.Sqrt(v+mu)
		for i := range r.Right {
			f.half.Set(i, j, scale*f.half.At(i, j))
		}
		f.logDet += math.Log(v + mu)
		f.DF += v / (v + mu)
		f.squares += math.Pow(v/(v+mu), 2)
		f.free += mu / (v + mu)
	}
	f.W = f.weights(r.Right)
	return f, nil
}

// weights returns (ΦᵀΦ+μI)⁻¹b.
func (f *NormalWeights) weights(b []float64) []float64 {
	_, r := f.half.Dims()
	inside, w := make([]float64, r), make([]float64, len(b))
	blas64.Gemv(blas.Trans, 1, f.half.RawMatrix(), linalg.Vector(b), 0, linalg.Vector(inside))
	blas64.Gemv(blas.NoTrans, 1, f.half.RawMatrix(), linalg.Vector(inside), 0, linalg.Vector(w))
	return w
}

// sumError bounds the relative rounding error of the sums over rows: they are made in tiles of at most 1024
// rows, whose sums are added one after the other.
const sumError = 0x1p-41

// Squares returns Σ(y−ŷ)² over the regression's own rows without a pass over them,
//
//	Σ(y−ȳ)² − 2·wᵀΦᵀ(y−ȳ) + wᵀΦᵀΦw,
//
// and a bound of its rounding error, which is large where the fit is close or weights cancel. O(q²).
func (f *NormalFit) Squares() (squares, bound float64) {
	all, sums, image := sumOfSquares(f.of.y), f.of.sums, make([]float64, len(f.W))
	gram := sums.Gram.RawSymmetric()
	blas64.Symv(1, gram, linalg.Vector(f.W), 0, linalg.Vector(image))
	bound = all
	for j, v := range f.W {
		row := gram.Data[j*gram.Stride : j*gram.Stride+len(f.W)]
		entries := -math.Abs(row[j]*v) / 2
		for l, entry := range row[j:] {
			entries += math.Abs(entry * f.W[j+l])
		}
		bound += 2*math.Abs(v*sums.Right[j]) + 2*math.Abs(v)*entries
	}
	return all - 2*floats.Dot(f.W, sums.Right) + floats.Dot(f.W, image), sumError * bound
}
