package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Normal is the regression of [Ridge] on K̃ = Φ·Φᵀ, Φ = φ(X) with q columns, by its
// normal equations
//
//	(ΦᵀΦ+μI)·w = Φᵀ(y−ȳ),  f(z) = ȳ + φ(z)·w,
//
// made in one pass over the rows, a tile at a time: it holds q×q matrices and no Q, so
// that it is for many rows. What is wanted at the rows themselves takes another; see
// [NormalFit.Rows]. It squares the condition of Φ, as eigenpairs of ΦᵀΦ do:
// the error of w is some eps·λ₁/μ. For q > n take Ridge. Safe for concurrent use.
type Normal struct {
	e     *model.Extension
	x     *mat.Dense
	y     centred
	z     *centred      // the truth; nil where it is not known
	gram  *mat.SymDense // ΦᵀΦ
	right []float64     // Φᵀ(y−ȳ)
	image []float64     // Φᵀ(z−z̄)
	bound float64       // ≥ λ₁, the norm of the sums of columns

	mu     sync.Mutex
	values []float64  // eigenvalues of ΦᵀΦ beyond rounding, descending, once they are asked for
	v      *mat.Dense // and their eigenvectors
}

// centred are values less their mean, made a tile at a time: they are as many as rows.
type centred struct {
	values []float64
	mean   float64
}

func newCentred(values []float64) centred {
	mean, _ := Centred(values)
	return centred{values, mean}
}

func (c centred) tile(lo, hi int) []float64 {
	out := append([]float64(nil), c.values[lo:hi]...)
	floats.AddConst(-c.mean, out)
	return out
}

// NewNormal takes features that are all of K̃ (see [model.Extension.Product]; else it
// panics), the points, one finite target for each and their truth E y, nil where that is
// not known; these are kept, and must not change. O(n·q²). The error is the context's.
func NewNormal(ctx context.Context, e *model.Extension, x *mat.Dense, y, truth []float64) (*Normal, error) {
	n, _ := x.Dims()
	checkLength("targets", len(y), n)
	if !e.Product {
		panic("learn: normal equations of features that are not all of K̃")
	}
	q := e.Parts[0].Width
	r := &Normal{e: e, x: x, y: newCentred(y), gram: mat.NewSymDense(q, nil), right: make([]float64, q)}
	if truth != nil {
		checkLength("truth", len(truth), n)
		z := newCentred(truth)
		r.z, r.image = &z, make([]float64, q)
	}
	err := r.tiles(ctx, e.Parts[0], func(lo, hi int, phi *mat.Dense) error {
		blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), vector(r.y.tile(lo, hi)), 1, vector(r.right))
		if r.z != nil {
			blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), vector(r.z.tile(lo, hi)), 1, vector(r.image))
		}
		return linalg.Syrk(ctx, blas.Trans, 1, phi.RawMatrix(), 1, r.gram.RawSymmetric())
	})
	r.bound = mat.Norm(r.gram, 1)
	return r, err
}

// tiles calls f with the rows of Φ, or of another map of the points, a tile from lo to hi
// at a time.
func (r *Normal) tiles(ctx context.Context, of model.Part, f func(lo, hi int, phi *mat.Dense) error) error {
	for lo, phi := range of.Pieces(r.e.Kernel, r.x) {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows, _ := phi.Dims()
		if err := f(lo, lo+rows, phi); err != nil {
			return err
		}
	}
	return nil
}

// Offset is ȳ.
func (r *Normal) Offset() float64 { return r.y.mean }

// Norms are ‖K̃‖_F and ‖K̃‖₂ = λ₁, which ΦᵀΦ has as well; the second is found by the
// iteration of [linalg.Norms].
func (r *Normal) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	return linalg.Norms(ctx, r.gram, rng)
}

// Bytes is the memory that it takes, points and targets aside.
func (r *Normal) Bytes() int64 {
	q := int64(len(r.right))
	return 8 * 3 * q * q
}

// NormalFit is the regression at one ridge.
type NormalFit struct {
	Mu float64
	DF float64   // tr H, see [Fit]
	W  []float64 // weights of the features

	of      *Normal
	half    *mat.Dense // M, q×r, MMᵀ = (ΦᵀΦ+μI)⁻¹, on all directions that count
	free    float64    // n − tr H
	squares float64    // ‖H‖_F²
}

// At is the regression at ridge μ ≥ 0, by a Cholesky factorisation, O(q³), or, where
// the condition asks for it, as one of a path. A *model.SingularError is that of
// [Ridge.At]; for q < n one always comes of μ = 0.
func (r *Normal) At(ctx context.Context, mu float64) (*NormalFit, error) {
	checkMu(mu)
	if r.bound <= 1e12*mu {
		fit, err := r.byCholesky(ctx, mu)
		if fit != nil || err != nil {
			return fit, err
		}
	}
	return r.OnPath(ctx, mu)
}

// OnPath is At by the eigenpairs of ΦᵀΦ, which are computed once for all ridges: a
// further one costs O(q²).
func (r *Normal) OnPath(ctx context.Context, mu float64) (*NormalFit, error) {
	checkMu(mu)
	if err := r.decompose(ctx); err != nil {
		return nil, err
	}
	return r.byEigenpairs(mu)
}

func (r *Normal) decompose(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.values != nil {
		return nil
	}
	own := mat.NewSymDense(len(r.right), nil)
	own.CopySym(r.gram)
	values, v, err := linalg.Eigen(ctx, own)
	if err != nil {
		return err
	}
	count := linalg.BeyondRounding(values)
	r.values, r.v = values[:count], v.Slice(0, len(values), 0, count).(*mat.Dense)
	return nil
}

// byCholesky is nil where ΦᵀΦ+μI is not positive definite to working precision.
func (r *Normal) byCholesky(ctx context.Context, mu float64) (*NormalFit, error) {
	n, _ := r.x.Dims()
	q := len(r.right)
	shifted := mat.NewSymDense(q, nil)
	shifted.CopySym(r.gram)
	for i := range q {
		shifted.SetSym(i, i, shifted.At(i, i)+mu)
	}
	u, ok, err := linalg.CholeskyInPlace(ctx, shifted)
	if !ok || err != nil {
		return nil, err
	}
	f := &NormalFit{Mu: mu, of: r, half: mat.NewDense(q, q, nil)}
	for i := range q {
		f.half.Set(i, i, 1)
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u.RawTriangular(), f.half.RawMatrix())
	// H has the eigenvalues of I − μ(ΦᵀΦ+μI)⁻¹, whose trace and that of its square are
	// of the norms of M and MMᵀ.
	kept := mat.NewSymDense(q, nil)
	if err := linalg.Syrk(ctx, blas.NoTrans, -mu, f.half.RawMatrix(), 0, kept.RawSymmetric()); err != nil {
		return nil, err
	}
	lost := 0.0
	for i := range q {
		lost -= kept.At(i, i)
		kept.SetSym(i, i, 1+kept.At(i, i))
		f.DF += kept.At(i, i)
	}
	f.free, f.squares = float64(n-q)+lost, math.Pow(mat.Norm(kept, 2), 2)
	f.W = f.weights(r.right)
	return f, nil
}

func (r *Normal) byEigenpairs(mu float64) (*NormalFit, error) {
	n, _ := r.x.Dims()
	least := 0.0
	if len(r.values) == n {
		least = r.values[n-1]
	}
	if condition := (r.values[0] + mu) / (least + mu); !(condition < 1/eps) {
		return nil, &model.SingularError{Mu: mu, Condition: condition, Usable: 1.001 * (eps*r.values[0] - least)}
	}
	f := &NormalFit{Mu: mu, of: r, half: mat.DenseCopyOf(r.v), free: float64(n - len(r.values))}
	for j, v := range r.values {
		scale := 1 / math.Sqrt(v+mu)
		for i := range r.right {
			f.half.Set(i, j, scale*f.half.At(i, j))
		}
		f.DF += v / (v + mu)
		f.squares += math.Pow(v/(v+mu), 2)
		f.free += mu / (v + mu)
	}
	f.W = f.weights(r.right)
	return f, nil
}

// weights are (ΦᵀΦ+μI)⁻¹b.
func (f *NormalFit) weights(b []float64) []float64 {
	_, r := f.half.Dims()
	inside, w := make([]float64, r), make([]float64, len(b))
	blas64.Gemv(blas.Trans, 1, f.half.RawMatrix(), vector(b), 0, vector(inside))
	blas64.Gemv(blas.NoTrans, 1, f.half.RawMatrix(), vector(inside), 0, vector(w))
	return w
}
