package learn

import (
	"context"
	"errors"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// Softmax returns multinomial logistic regression on features,
//
//	min over W and b: Σ −log pᵢ(yᵢ) + μ/2·‖W‖²,  p(c) = exp(f_c)/Σ exp(f),  f_c = Φ·w_c + b_c,
//
// for Φ, n×q, and classes y in [0, k), each with a row at least. With C = 1/μ, the objective is μ times that of scikit-learn's
// LogisticRegression. The biases are not penalised, so that the probabilities of the training rows sum to the number of
// rows of each class; they and the w_c sum to 0. For two classes this is [Logistic] with f₂−f₁ and half of μ.
//
// A step by a [SoftmaxDescent] needs the gradient, O(n·q·k). A q×q matrix that the coordinates share stands for the Hessian, see
// [SoftmaxSums.AddHessian], and is computed again as soon as steps have taken about the time for that. The descent ends with a step below 1e-9 of the
// coefficients, or if rounding errors prevent a further decrease. Errors are those of Logistic.
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
	k       int
	shared  *mat.SymDense // of an earlier point
	since   int           // steps since that
}

// softmaxAlong returns the minima at ascending ridges. Each descent begins at the minimum of the next larger ridge, with the
// matrix and the pairs of that. Of a ridge that is singular, failed has the error.
func softmaxAlong(ctx context.Context, phi *mat.Dense, classes []int, k int, mus []float64, accuracy float64) (all [][]*Linear, failed []error, err error) {
	_, q := phi.Dims()
	rows := &softmaxRows{phi: phi, classes: classes, k: k}
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
					for j := lo; j < lo+q; j++ {
						p.Change[j] += (mu - last.Mu) * p.Step[j]
					}
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
			all[i], last = d.Models(q), d
		}
	}
	return all, failed, nil
}

// step evaluates the point of a descent, and makes the next step.
func (r *softmaxRows) step(ctx context.Context, d *SoftmaxDescent) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, q := r.phi.Dims()
	sums := &SoftmaxSums{Slope: make([]float64, len(d.Best))}
	weights := sums.Add(r.phi, r.classes, d.Point())
	accepted, err := d.Accept(sums, q)
	if err != nil || !accepted {
		return err
	}
	r.since++
	if r.shared != nil && r.since < max(softmaxShared, q/softmaxPasses/(r.k-1)) {
		if d.factor.N > 0 && d.Step() {
			return nil
		}
		return d.Advance(ctx, r.shared, q)
	}
	if r.shared == nil {
		r.shared = mat.NewSymDense(q+1, nil)
	}
	r.shared.Zero()
	r.since = 0
	if err := addWeighted(ctx, r.shared, r.phi, weights); err != nil {
		return err
	}
	return d.Advance(ctx, r.shared, q)
}

const (
	softmaxAccuracy = 2e-6 // of a descent of [ClassifyAlong]: decrements by the shared matrix are smaller than Newton's

	softmaxShared = 8  // smallest number of steps after which the shared matrix is computed again
	softmaxPasses = 25 // the matrix and its factor take about the time of q/softmaxPasses gradients with one coordinate
)
