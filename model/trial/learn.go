package trial

import (
	"context"
	"errors"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// Learn learns the target at each of the ridges. The ridges share the decomposition of K̃, the Krylov
// spaces of exact regression, or the products with K of pcg. If K̃+μI is singular at a ridge, its
// result has an Err. For solvers on landmarks see [Trial.Landmarks].
func (t *Trial) Learn(ctx context.Context, f *Fit, mus []float64) ([]Learned, error) {
	if t.Method.Name == Exact {
		return t.exactly(ctx, f, mus)
	}
	if err := t.Decompose(ctx, f, len(mus) > 1); err != nil {
		return nil, err
	}
	if f.Unextended != nil {
		known := *t
		known.Rows = &Rows{Train: t.Rows.Train}
		t = &known
	}
	return f.decomposition.learn(ctx, t, mus)
}

// atEach calls at for each of the ridges. A *model.SingularError becomes the Err of its ridge.
func atEach(ctx context.Context, mus []float64, at func(mu float64) (Learned, error)) ([]Learned, error) {
	out := make([]Learned, len(mus))
	for i, mu := range mus {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l, err := at(mu)
		if singular := (*model.SingularError)(nil); err != nil && !errors.As(err, &singular) {
			return nil, err
		}
		l.Mu, l.Err = mu, err
		out[i] = l
	}
	return out, nil
}

// exactly returns kernel ridge regressions with K itself.
func (t *Trial) exactly(ctx context.Context, f *Fit, mus []float64) ([]Learned, error) {
	start := time.Now()
	train, test := t.Rows.Train, t.Rows.Test
	offset, alphas, failed, err := learn.ExactPath(ctx, t.Gram, train.Y, mus)
	if err != nil {
		return nil, err
	}
	var cross *mat.Dense
	if test != nil {
		cross = model.Cross(t.Gram.Kernel(), test.X, train.X)
	}
	out := make([]Learned, len(mus))
	for i, alpha := range alphas {
		if alpha != nil {
			var predicted []float64
			if cross != nil {
				predicted = learn.Values(cross, alpha, offset)
			}
			out[i] = t.regression(t.overRows(nil, alpha), offset, predicted)
		}
		out[i].Mu, out[i].Err = mus[i], failed[i]
	}
	f.Seconds = time.Since(start).Seconds()
	return out, nil
}

// overRows returns the predictor f(z) = k(z, X_I)·α for some training rows I; nil means all.
func (t *Trial) overRows(rows []int, alpha []float64) func(*model.Extension) *model.Predictor {
	return func(*model.Extension) *model.Predictor {
		part := model.PredictorPart{Landmarks: t.landmarks(rows), Weights: column(alpha)}
		return &model.Predictor{Kernel: t.Gram.Kernel(), Parts: []model.PredictorPart{part}, Outputs: 1}
	}
}

// extend returns the predictor with the coefficients Qᵀα, one vector for each output.
func extend(e *model.Extension, pairs *model.Decomposition, coefficients [][]float64) *model.Predictor {
	var weights *mat.Dense
	for j, c := range coefficients {
		w := pairs.Weights(c)
		if len(w) == 0 { // no features: K̃ = 0
			return &model.Predictor{Kernel: e.Kernel, Outputs: len(coefficients)}
		}
		if weights == nil {
			weights = mat.NewDense(len(w), len(coefficients), nil)
		}
		weights.SetCol(j, w)
	}
	return e.Predictor(weights)
}

func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }
