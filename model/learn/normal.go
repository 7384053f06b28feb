package learn

import (
	"context"
	"math/rand/v2"

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
// made in one pass over the rows, a tile at a time where Φ is not kept: it holds q×q matrices
// and no Q, so that it is for many rows, and for one ridge. What is wanted at the rows
// themselves takes another pass; see [NormalFit.Rows]. It squares the condition of Φ, as
// eigenpairs of ΦᵀΦ do: the error of w is some eps·λ₁/μ. For q > n take Ridge, and for many
// ridges at the rows themselves. Safe for concurrent use.
type Normal struct {
	e     *model.Extension
	kept  *mat.Dense // Φ; nil where it is made when asked for
	x     *mat.Dense
	y     centred
	z     *centred  // the truth; nil where it is not known
	image []float64 // Φᵀ(z−z̄)
	sums  *NormalEquations
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
// panics), those of the points where they are kept, else nil, the points, one finite target
// for each and their truth E y, nil where that is not known; these are kept, and must not
// change. O(n·q²). The error is the context's.
func NewNormal(ctx context.Context, e *model.Extension, kept, x *mat.Dense, y, truth []float64) (*Normal, error) {
	n, _ := x.Dims()
	checkLength("targets", len(y), n)
	if !e.Product {
		panic("learn: normal equations of features that are not all of K̃")
	}
	q := e.Parts[0].Width
	r := &Normal{e: e, kept: kept, x: x, y: newCentred(y), sums: NewNormalEquations(q)}
	if truth != nil {
		checkLength("truth", len(truth), n)
		z := newCentred(truth)
		r.z, r.image = &z, make([]float64, q)
	}
	err := r.tiles(ctx, func(lo, hi int, phi *mat.Dense) error {
		if r.z != nil {
			blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), vector(r.z.tile(lo, hi)), 1, vector(r.image))
		}
		return r.sums.Add(ctx, phi, r.y.tile(lo, hi))
	})
	return r, err
}

// tiles calls f with the rows of Φ, all where they are kept, else a tile from lo to hi at a
// time.
func (r *Normal) tiles(ctx context.Context, f func(lo, hi int, phi *mat.Dense) error) error {
	if r.kept != nil {
		return f(0, len(r.y.values), r.kept)
	}
	return r.pieces(ctx, r.e.Parts[0], f)
}

// pieces calls f with the features by a map of the points.
func (r *Normal) pieces(ctx context.Context, of model.Part, f func(lo, hi int, phi *mat.Dense) error) error {
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
	return linalg.Norms(ctx, r.sums.Gram, rng)
}

// Bytes is the memory that it takes, Φ where it is kept, points and targets aside.
func (r *Normal) Bytes() int64 {
	q := int64(len(r.sums.Right))
	numbers := 3 * q * q
	if r.kept != nil {
		numbers += q * int64(len(r.y.values))
	}
	return 8 * numbers
}

// NormalFit is the regression at one ridge.
type NormalFit struct {
	NormalWeights

	of *Normal
}

// At is the regression at ridge μ ≥ 0; see [NormalEquations.At].
func (r *Normal) At(ctx context.Context, mu float64) (*NormalFit, error) {
	return r.fit(r.sums.At(ctx, mu))
}

// OnPath is At by the eigenpairs of ΦᵀΦ; see [NormalEquations.OnPath].
func (r *Normal) OnPath(ctx context.Context, mu float64) (*NormalFit, error) {
	return r.fit(r.sums.OnPath(ctx, mu))
}

func (r *Normal) fit(w *NormalWeights, err error) (*NormalFit, error) {
	if err != nil {
		return nil, err
	}
	return &NormalFit{NormalWeights: *w, of: r}, nil
}
