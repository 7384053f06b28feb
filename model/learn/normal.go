package learn

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Normal is the regression of [Ridge] on K̃ = Φ·Φᵀ, Φ = φ(X) with q columns, by its normal equations
//
//	(ΦᵀΦ+μI)·w = Φᵀ(y−ȳ),  f(z) = ȳ + φ(z)·w,
//
// made in one pass over the rows, a tile at a time if Φ is not stored. It stores q×q matrices and no Q: it is for many
// rows and one ridge. Fitted values and scores on the training rows take another pass, see [NormalFit.Rows]. It squares
// the condition of Φ, as the eigenpairs of ΦᵀΦ do: the error of w is about eps·λ₁/μ. For q > n, or for many ridges with
// their fitted values, use Ridge. Normal is safe for concurrent use.
type Normal struct {
	Offset float64 // ȳ

	n     int
	e     *model.Extension
	kept  *mat.Dense // Φ; nil if it is computed when it is needed
	x     *mat.Dense // nil after Forget, as are y and z
	y     []float64  // y−ȳ
	z     []float64  // z−z̄ of the truth z; nil if that is not known
	image []float64  // Φᵀ(z−z̄)
	sums  *NormalEquations
}

// NewNormal returns the regression of finite targets y on the points x, which must not change. It panics
// if e is not a map of features, see [model.Extension.Product]. kept is φ(x), or nil if it is
// not stored. truth is E y, or nil if it is not known. O(n·q²). The error is the context's.
func NewNormal(ctx context.Context, e *model.Extension, kept, x *mat.Dense, y, truth []float64) (*Normal, error) {
	n, _ := x.Dims()
	checkLength("targets", len(y), n)
	if !e.Product {
		panic("learn: normal equations of features that are not all of K̃")
	}
	q := e.Parts[0].Width
	r := (&Normal{n: n, e: e, kept: kept, image: make([]float64, q), sums: NewNormalEquations(q)}).On(x, y, truth)
	return r, r.pieces(ctx, e.Parts[0], n, func(lo, hi int, phi *mat.Dense) error {
		if r.z != nil {
			blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), linalg.Vector(r.z[lo:hi]), 1, linalg.Vector(r.image))
		}
		return r.sums.Add(ctx, phi, r.y[lo:hi])
	})
}

// Forget drops points, targets and truth, for a regression that is stored for longer than these. After it,
// only what follows from the normal equations can be computed; see [Normal.On].
func (r *Normal) Forget() { r.x, r.y, r.z = nil, nil, nil }

// On returns the regression with the points, targets and truth that it was made of.
func (r *Normal) On(x *mat.Dense, y, truth []float64) *Normal {
	on := *r
	on.x = x
	on.Offset, on.y = Centred(y)
	if truth != nil {
		checkLength("truth", len(truth), len(y))
		_, on.z = Centred(truth)
	}
	return &on
}

// pieces calls f with the rows lo to hi of Φ, which are stored or computed from the points.
func (r *Normal) pieces(ctx context.Context, of model.Part, tile int, f func(lo, hi int, phi *mat.Dense) error) error {
	pieces := of.Pieces(r.e.Kernel, r.x)
	if r.kept != nil {
		pieces = func(yield func(int, *mat.Dense) bool) {
			for lo, hi := range linalg.Tiles(r.n, tile) {
				if !yield(lo, r.kept.Slice(lo, hi, 0, of.Width).(*mat.Dense)) {
					return
				}
			}
		}
	}
	for lo, phi := range pieces {
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

// Norms returns ‖K̃‖_F and ‖K̃‖₂ = λ₁, which are the norms of ΦᵀΦ as well, by [linalg.Norms].
func (r *Normal) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	return linalg.Norms(ctx, r.sums.Gram, rng)
}

// Bytes returns the memory of the regression, with Φ if it is stored and without points and targets.
func (r *Normal) Bytes() int64 {
	q := int64(len(r.sums.Right))
	numbers := 3 * q * q
	if r.kept != nil {
		numbers += q * int64(r.n)
	}
	return 8 * numbers
}

// NormalFit is the regression at one ridge.
type NormalFit struct {
	*NormalWeights

	of *Normal
}

// At returns the regression at ridge μ ≥ 0; see [NormalEquations.At].
func (r *Normal) At(ctx context.Context, mu float64) (*NormalFit, error) {
	w, err := r.sums.At(ctx, mu)
	return &NormalFit{w, r}, err
}

// Predictions returns the regression's weights at ridge μ ≥ 0, without its traces, and its values at points with the
// features e, or without stored features at the rows z; see [NormalEquations.WeightsAt]. Both may be nil.
func (r *Normal) Predictions(ctx context.Context, mu float64, e, z *mat.Dense) (w, values []float64, err error) {
	if w, err = r.sums.WeightsAt(ctx, mu); err != nil {
		return nil, nil, err
	}
	fit := &NormalFit{&NormalWeights{Mu: mu, W: w}, r}
	switch {
	case e != nil:
		values = fit.At(e)
	case z != nil:
		values = fit.Values(z)
	}
	return w, values, nil
}

// Rows returns the regression on its own rows, in a second pass over them: fitted values, GCV and LOO,
// and the bias about NewNormal's truth (see [Risk]), NaN if that is not known. The fit has no
// Coefficients and no Risk. ‖(I−H)(z−z̄)‖² also follows from ΦᵀΦ, Φᵀ(z−z̄) and ‖z−z̄‖² alone, but by a
// difference that cancels where the fit is good.
func (f *NormalFit) Rows(ctx context.Context) (fit *Fit, bias float64, err error) {
	n := f.of.n
	fit = &Fit{Mu: f.Mu, DF: f.DF, Fitted: make([]float64, n)}
	q, r := f.half.Dims()
	columns := mat.NewDense(q, r+2, nil) // M, w and the weights of the truth
	columns.Slice(0, q, 0, r).(*mat.Dense).Copy(f.half)
	columns.SetCol(r, f.W)
	columns.SetCol(r+1, f.weights(f.of.image))
	least := f.Mu / (f.of.sums.bound() + f.Mu) // lower bound of every 1−Hᵢᵢ, except for rounding errors
	residual, left, missed := 0.0, 0.0, 0.0
	err = f.of.through(ctx, columns, func(lo, hi int, values *mat.Dense) {
		for p, y := range f.of.y[lo:hi] {
			row := values.RawRowView(p)
			inside, fitted := row[:r], row[r]
			fit.Fitted[lo+p] = f.of.Offset + fitted
			residual += (y - fitted) * (y - fitted)
			left += math.Pow((y-fitted)/max(1-floats.Dot(inside, inside), least), 2) // ‖φᵢM‖² = Hᵢᵢ
			if f.of.z != nil {
				missed += math.Pow(f.of.z[lo+p]-row[r+1], 2)
			}
		}
	})
	fit.LOO = ratio(left, float64(n))
	fit.GCV = ratio(float64(n)*residual/f.free/f.free, 1)
	if f.of.z == nil {
		return fit, math.NaN(), err
	}
	return fit, ratio(missed, float64(n)), err
}

// through calls f with the rows lo to hi of Φ·w, for w, q×b, a tile at a time.
func (r *Normal) through(ctx context.Context, w *mat.Dense, f func(lo, hi int, values *mat.Dense)) error {
	_, cols := w.Dims()
	psi, v, height := r.e.Parts[0], w, linalg.TileRows(cols)
	if r.kept == nil {
		psi, v = psi.Through(w)
		height = psi.TileRows()
	}
	buffer := mat.NewDense(min(r.n, height), cols, nil)
	return r.pieces(ctx, psi, height, func(lo, hi int, phi *mat.Dense) error {
		values := buffer.Slice(0, hi-lo, 0, cols).(*mat.Dense)
		multiply(values, phi, v)
		f(lo, hi, values)
		return nil
	})
}

// multiply computes dst = a·b by blocks of columns of b, a multiple of the micro-kernels' width. It skips the zeros
// below each block, which halves the work if b is an upper triangle.
func multiply(dst, a, b *mat.Dense) {
	const width = 48
	rows, cols := dst.Dims()
	for lo, hi := range linalg.Tiles(cols, width) {
		depth, _ := b.Dims()
		for depth > 0 && floats.Norm(b.RawRowView(depth - 1)[lo:hi], 1) == 0 {
			depth--
		}
		to := dst.Slice(0, rows, lo, hi).(*mat.Dense)
		if depth == 0 {
			to.Zero()
			continue
		}
		to.Mul(a.Slice(0, rows, 0, depth), b.Slice(0, depth, lo, hi))
	}
}

// Variance returns the variance of [Risk] for noise of the given standard deviation ≥ 0.
func (f *NormalFit) Variance(noise float64) float64 {
	checkSize("noise of standard deviation", noise)
	return ratio(noise*noise*f.squares, float64(f.of.n))
}

// Risk returns the same as [Fit.Risk], about any truth, in two passes over the rows. The error is the context's.
func (f *NormalFit) Risk(ctx context.Context, truth []float64, noise float64) (Risk, error) {
	checkLength("truth", len(truth), f.of.n)
	_, z := Centred(truth)
	b := make([]float64, len(f.W))
	all := f.of.e.Parts[0]
	err := f.of.pieces(ctx, all, len(z), func(lo, hi int, phi *mat.Dense) error {
		blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), linalg.Vector(z[lo:hi]), 1, linalg.Vector(b))
		return nil
	})
	if err != nil {
		return Risk{}, err
	}
	w := f.weights(b)
	err = f.of.pieces(ctx, all, len(z), func(lo, hi int, phi *mat.Dense) error {
		blas64.Gemv(blas.NoTrans, -1, phi.RawMatrix(), linalg.Vector(w), 1, linalg.Vector(z[lo:hi]))
		return nil
	})
	return Risk{Bias: ratio(sumOfSquares(z), float64(len(z))), Variance: f.Variance(noise)}, err
}

// At returns the regression's values at new points with the features e, b×q.
func (f *NormalFit) At(e *mat.Dense) []float64 { return Values(e, f.W, f.of.Offset) }

// Values returns the regression's values at new points z, b×d, and does not store their features.
func (f *NormalFit) Values(z *mat.Dense) []float64 {
	values := f.of.e.Predictor(mat.NewDense(len(f.W), 1, f.W)).Predict(z).RawMatrix().Data
	floats.AddConst(f.of.Offset, values)
	return values
}
