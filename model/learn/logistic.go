package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Logistic is regularised logistic regression on features,
//
//	min over w and b: Σ log(1 + exp(−yᵢ·fᵢ)) + μ/2·(‖w‖² + b²),  f = Φ·w + b,
//
// for Φ, n×q, and labels y = ±1, by Newton's method with backtracking (Bach 2013):
// the objective of liblinear and of scikit-learn's LogisticRegression with
// C = 1/μ on Φ with a further column of ones. On features with ΦΦᵀ = K̃, such as
// Q·diag(√λ) of its eigenpairs, it is kernel logistic regression with K̃; K̃ = 0 has a
// column of zeros. The bias b is the weight of a constant feature and shrinks with
// the others, which matters for large μ only; scikit-learn's own fit_intercept does
// not penalise it.
//
// The probability of label 1 is 1/(1 + exp(−f)). It ends where the gradient proves w
// and b good to 1e-9 of their length, or rounding errors hold it, which takes 5 to
// 20 steps of O(n·q² + q³). For many thousands of features it is the wrong choice,
// and rows that lie elsewhere are for a [LogisticDescent].
//
// Labels all the same are a *OneClassError. A μ below the rounding errors of ΦᵀΦ is
// a *model.SingularError, and features that overflow are a *model.DegenerateError.
func Logistic(ctx context.Context, phi *mat.Dense, y []float64, mu float64) (*Linear, error) {
	if err := checkLabels("Logistic", phi, y, mu); err != nil {
		return nil, err
	}
	_, q := phi.Dims()
	d := NewLogisticDescent(q, mu)
	for !d.Done {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at, sums := d.Point(), NewLogisticSums(q)
		sums.Add(phi, y, at)
		turns, err := d.Look(sums)
		if err != nil {
			return nil, err
		}
		if !turns {
			continue
		}
		if err := sums.AddHessian(ctx, phi, y, at); err != nil {
			return nil, err
		}
		if err := d.Turn(ctx, sums); err != nil {
			return nil, err
		}
	}
	return &d.Best, nil
}

// logistic is the loss log(1 + exp(−m)) of a margin m, which neither overflows nor
// loses the small losses of large margins.
func logistic(m float64) float64 { return math.Max(0, -m) + math.Log1p(math.Exp(-math.Abs(m))) }

// sigmoid is 1/(1 + exp(−v)).
func sigmoid(v float64) float64 {
	if v >= 0 {
		return 1 / (1 + math.Exp(-v))
	}
	e := math.Exp(v)
	return e / (1 + e)
}
