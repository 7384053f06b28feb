package learn

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Softmax returns multinomial logistic regression on features,
//
//	min over W and b: Σ −log pᵢ(yᵢ) + μ/2·‖W‖²,  p(c) = exp(f_c)/Σ exp(f),  f_c = Φ·w_c + b_c,
//
// for Φ, n×q, and classes y in [0, k), each with a row at least. With C = 1/μ, the objective is μ times that of
// scikit-learn's LogisticRegression. The biases are not penalised, so that the probabilities of the training rows sum
// to the number of rows of each class; they and the w_c sum to 0. Two classes have the one function f = f₂−f₁: the
// second has the probability 1/(1 + exp(−f)), and the penalty is μ/2·‖w₂−w₁‖². On [Features] of K̃ this is kernel
// logistic regression with K̃.
//
// A step by a [SoftmaxDescent] needs the gradient, O(n·q·k). A q×q matrix that the coordinates share stands for the
// Hessian, see [SoftmaxSums.AddHessian], and is computed again as soon as steps have taken about the time for that. The
// descent ends with a step below 1e-9 of the coefficients, or if rounding errors prevent a further decrease. The error
// is a *model.SingularError if μ is below the rounding errors of ΦᵀΦ, a *model.DegenerateError on overflow, or the
// context's.
func Softmax(ctx context.Context, phi *mat.Dense, classes []int, k int, mu float64) ([]*Linear, error) {
	all, failed, err := softmaxAlong(ctx, phi, classes, k, []float64{mu}, 0)
	if err == nil {
		err = failed[0]
	}
	return all[0], err
}

// softmaxRows are the rows of a descent.
type softmaxRows struct {
	phi     *mat.Dense
	classes []int
	shared  *mat.SymDense // of an earlier point
	since   int           // steps since that point
}

// softmaxAlong returns the minima at ascending ridges. Each descent begins at the minimum of the next larger ridge,
// with the matrix and the pairs of that. For a ridge at which the matrix is singular, failed has the error.
func softmaxAlong(
	ctx context.Context, phi *mat.Dense, classes []int, k int, mus []float64, accuracy float64,
) (all [][]*Linear, failed []error, err error) {
	_, q := phi.Dims()
	rows := &softmaxRows{phi: phi, classes: classes}
	all, failed = make([][]*Linear, len(mus)), make([]error, len(mus))
	if err := checkRows("Softmax", phi, slices.Min(mus)); err != nil {
		return all, nil, err
	}
	var last *SoftmaxDescent
	for i, mu := range slices.Backward(mus) {
		d := NewSoftmaxDescent(q, k, mu)
		d.Accuracy = accuracy
		if last != nil {
			d.Best, d.Pairs = last.Best, last.Pairs
			for _, p := range d.Pairs {
				for lo := 0; lo < len(p.Step); lo += q + 1 {
					floats.AddScaled(p.Change[lo:lo+q], d.ridge()-last.ridge(), p.Step[lo:lo+q])
				}
			}
		}
		for !d.Done && failed[i] == nil {
			if err := rows.step(ctx, d); err != nil {
				if singular := (*model.SingularError)(nil); !errors.As(err, &singular) {
					return all, nil, err
				}
				failed[i] = err
			}
		}
		if failed[i] == nil {
			all[i], last = d.Models(), d
		}
	}
	return all, failed, nil
}

// step evaluates the point of a descent, and makes the next step.
func (r *softmaxRows) step(ctx context.Context, d *SoftmaxDescent) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	sums := &SoftmaxSums{Slope: make([]float64, len(d.Best))}
	weights := sums.Add(r.phi, r.classes, d.Point())
	accepted, err := d.Accept(sums)
	if err != nil || !accepted {
		return err
	}
	r.since++
	if r.shared != nil && r.since < max(softmaxShared, d.Q/softmaxPasses/(d.K-1)) {
		if d.factor.N > 0 && d.Step() {
			return nil
		}
		return d.Advance(ctx, r.shared)
	}
	if r.shared == nil {
		r.shared = mat.NewSymDense(d.Q+1, nil)
	}
	r.shared.Zero()
	r.since = 0
	if err := addWeighted(ctx, r.shared, r.phi, weights); err != nil {
		return err
	}
	return d.Advance(ctx, r.shared)
}

const (
	softmaxAccuracy = 2e-6 // of a descent of [ClassifyAlong]: decrements by the shared matrix are smaller than Newton's

	softmaxShared = 8  // smallest number of steps after which the shared matrix is computed again
	softmaxPasses = 25 // the matrix and its factor take about the time of q/softmaxPasses gradients with one coordinate
)

// LogisticMemory returns the bytes that logistic regression needs for few classes, beside n rows of q features: a tile
// of weighted features, and three q×q matrices: the Hessian, that with the ridge, and the last factor.
func LogisticMemory(n, q int) int64 {
	return 8 * int64(min(n, linalg.TileRows(q))+3*q) * int64(q)
}

// addColumns adds [Φ 1]ᵀx to dst.
func addColumns(dst []float64, phi *mat.Dense, x []float64) {
	q := len(dst) - 1
	blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), linalg.Vector(x), 1, linalg.Vector(dst[:q]))
	dst[q] += floats.Sum(x)
}

// addWeighted adds Σ wᵢ[φᵢ 1]ᵀ[φᵢ 1], for weights that are not negative, to a (q+1)×(q+1) matrix.
func addWeighted(ctx context.Context, to *mat.SymDense, phi *mat.Dense, weights []float64) error {
	n, q := phi.Dims()
	last := make([]float64, q+1)
	addColumns(last, phi, weights)
	for j, v := range last {
		to.SetSym(j, q, to.At(j, q)+v)
	}
	corner := to.SliceSym(0, q).(*mat.SymDense).RawSymmetric()
	size := linalg.TileRows(q + 1)
	own := mat.NewDense(min(n, size), q, nil) // √D·Φ
	for lo, hi := range linalg.Tiles(n, size) {
		scaled := own.Slice(0, hi-lo, 0, q).(*mat.Dense)
		for i := range hi - lo {
			floats.ScaleTo(scaled.RawRowView(i), math.Sqrt(weights[lo+i]), phi.RawRowView(lo+i))
		}
		if err := linalg.Syrk(ctx, blas.Trans, 1, scaled.RawMatrix(), 1, corner); err != nil {
			return err
		}
	}
	return nil
}
