package learn

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Rows is what is known of the regression on its own rows, in a second pass over
// them: fitted values, the scores that they give, and the bias about the truth that
// NewNormal was given, see [Risk], NaN without one. The fit has no Coefficients and no
// Risk.
//
// ‖(I−H)(z−z̄)‖² could be had of ΦᵀΦ, Φᵀ(z−z̄) and ‖z−z̄‖² alone, but not to many digits:
// where the fit is good it is the small difference of large numbers.
func (f *NormalFit) Rows(ctx context.Context) (fit *Fit, bias float64, err error) {
	n := len(f.of.y.values)
	fit = &Fit{Mu: f.Mu, DF: f.DF, Fitted: make([]float64, n)}
	q, r := f.half.Dims()
	columns := mat.NewDense(q, r+2, nil) // M, w and the weights of the truth
	columns.Slice(0, q, 0, r).(*mat.Dense).Copy(f.half)
	columns.SetCol(r, f.W)
	if f.of.z != nil {
		columns.SetCol(r+1, f.weights(f.of.image))
	}
	least := f.Mu / (f.of.sums.bound() + f.Mu) // of any 1−Hᵢᵢ, but for rounding
	residual, left, missed := 0.0, 0.0, 0.0
	err = f.of.through(ctx, columns, func(lo, hi int, values *mat.Dense) {
		for p, y := range f.of.y.tile(lo, hi) {
			row := values.RawRowView(p)
			inside, fitted := row[:r], row[r]
			fit.Fitted[lo+p] = f.of.y.mean + fitted
			residual += (y - fitted) * (y - fitted)
			left += math.Pow((y-fitted)/max(1-floats.Dot(inside, inside), least), 2) // ‖φᵢM‖² = Hᵢᵢ
		}
		if f.of.z != nil {
			for p, z := range f.of.z.tile(lo, hi) {
				missed += math.Pow(z-values.At(p, r+1), 2)
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

// through calls f with the rows of Φ·w, w q×b, a tile from lo to hi at a time.
func (r *Normal) through(ctx context.Context, w *mat.Dense, f func(lo, hi int, values *mat.Dense)) error {
	n := len(r.y.values)
	q, cols := w.Dims()
	tile := func(lo, hi int, values, phi, w *mat.Dense) {
		values = values.Slice(0, hi-lo, 0, cols).(*mat.Dense)
		multiply(values, phi, w)
		f(lo, hi, values)
	}
	if r.kept == nil {
		psi, v := r.e.Parts[0].Through(w)
		values := mat.NewDense(min(n, psi.TileRows()), cols, nil)
		return r.pieces(ctx, psi, func(lo, hi int, phi *mat.Dense) error {
			tile(lo, hi, values, phi, v)
			return nil
		})
	}
	height := min(n, linalg.TileRows(cols))
	values := mat.NewDense(height, cols, nil)
	for lo, hi := range linalg.Tiles(n, height) {
		if err := ctx.Err(); err != nil {
			return err
		}
		tile(lo, hi, values, r.kept.Slice(lo, hi, 0, q).(*mat.Dense), w)
	}
	return nil
}

// multiply is dst = a·b by some columns of b at a time, each as far down as there is
// anything in them: of a triangle that is half of it.
func multiply(dst, a, b *mat.Dense) {
	const width = 64
	rows, cols := dst.Dims()
	for lo := 0; lo < cols; lo += width {
		hi := min(cols, lo+width)
		depth := filled(b, lo, hi)
		to := dst.Slice(0, rows, lo, hi).(*mat.Dense)
		if depth == 0 {
			to.Zero()
			continue
		}
		to.Mul(a.Slice(0, rows, 0, depth), b.Slice(0, depth, lo, hi))
	}
}

// filled is how many rows there are up to the last with a number other than 0 in those columns.
func filled(b *mat.Dense, lo, hi int) int {
	depth, _ := b.Dims()
	for ; depth > 0; depth-- {
		if slices.ContainsFunc(b.RawRowView(depth - 1)[lo:hi], func(v float64) bool { return v != 0 }) {
			break
		}
	}
	return depth
}

// Variance is that of Risk, for noise of that standard deviation ≥ 0.
func (f *NormalFit) Variance(noise float64) float64 {
	checkNoise(noise)
	return ratio(noise*noise*f.squares, float64(len(f.of.y.values)))
}

// Risk is that of [Fit.Risk] about any truth, in two passes over the rows. The error is
// the context's.
func (f *NormalFit) Risk(ctx context.Context, truth []float64, noise float64) (Risk, error) {
	checkLength("truth", len(truth), len(f.of.y.values))
	_, z := Centred(truth)
	b := make([]float64, len(f.W))
	err := f.of.tiles(ctx, func(lo, hi int, phi *mat.Dense) error {
		blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), vector(z[lo:hi]), 1, vector(b))
		return nil
	})
	if err != nil {
		return Risk{}, err
	}
	w := f.weights(b)
	err = f.of.tiles(ctx, func(lo, hi int, phi *mat.Dense) error {
		blas64.Gemv(blas.NoTrans, -1, phi.RawMatrix(), vector(w), 1, vector(z[lo:hi]))
		return nil
	})
	return Risk{Bias: ratio(sumOfSquares(z), float64(len(z))), Variance: f.Variance(noise)}, err
}

// At is the regression's value at new points with the features E, b×q.
func (f *NormalFit) At(e *mat.Dense) []float64 {
	b, _ := e.Dims()
	values := make([]float64, b)
	floats.AddConst(f.of.y.mean, values)
	blas64.Gemv(blas.NoTrans, 1, e.RawMatrix(), vector(f.W), 1, vector(values))
	return values
}

// Values are the regression's at new points, whose features are not held.
func (f *NormalFit) Values(z *mat.Dense) []float64 {
	values := f.of.e.Predictor(mat.NewDense(len(f.W), 1, f.W)).Predict(z).RawMatrix().Data
	floats.AddConst(f.of.y.mean, values)
	return values
}
