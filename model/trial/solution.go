package trial

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// solution is the function that was learned at one ridge, without its offsets.
type solution interface {
	// Risk returns bias and variance of a regression about a truth, one number a training row,
	// for noise of that standard deviation: see [learn.Risk]. They are NaN for a regression that is
	// not solved directly on K̃, and for a classification. If the features are not kept, any truth but
	// that of the data takes two passes over the rows.
	Risk(ctx context.Context, truth []float64, noise float64) (learn.Risk, error)

	// predictor returns the function of new rows, by the extension of K̃ to them.
	predictor(e *model.Extension) *model.Predictor
}

// pairsSolution is a ridge regression on the eigenpairs of K̃.
type pairsSolution struct {
	fit   *learn.Fit
	pairs *model.Decomposition
}

func (s pairsSolution) Risk(_ context.Context, truth []float64, noise float64) (learn.Risk, error) {
	return s.fit.Risk(truth, noise), nil
}

func (s pairsSolution) predictor(e *model.Extension) *model.Predictor {
	return extend(e, s.pairs, [][]float64{s.fit.Coefficients})
}

// blocksSolution is a ridge regression on a block-diagonal K̃.
type blocksSolution struct{ fit *learn.Fit }

func (s blocksSolution) Risk(_ context.Context, truth []float64, noise float64) (learn.Risk, error) {
	return s.fit.Risk(truth, noise), nil
}

func (s blocksSolution) predictor(e *model.Extension) *model.Predictor {
	return e.Predictor(column(s.fit.Coefficients))
}

// normalSolution is a ridge regression by normal equations.
type normalSolution struct {
	fit   *learn.NormalFit
	truth []float64 // of the data at the training rows; nil if it is unknown
	bias  float64   // about truth
}

func (s normalSolution) Risk(ctx context.Context, truth []float64, noise float64) (learn.Risk, error) {
	if s.truth != nil && slices.Equal(truth, s.truth) {
		return learn.Risk{Bias: s.bias, Variance: s.fit.Variance(noise)}, nil
	}
	return s.fit.Risk(ctx, truth, noise)
}

func (s normalSolution) predictor(e *model.Extension) *model.Predictor {
	return e.Predictor(column(s.fit.W))
}

// unknownRisk is embedded in solutions whose risk is not known.
type unknownRisk struct{}

func (unknownRisk) Risk(context.Context, []float64, float64) (learn.Risk, error) {
	return learn.Risk{Bias: math.NaN(), Variance: math.NaN()}, nil
}

// rowsSolution is the regression f(z) = k(z, X_I)·α for some training rows I; nil means all.
type rowsSolution struct {
	unknownRisk
	t     *Trial
	rows  []int
	alpha []float64
}

func (s rowsSolution) predictor(*model.Extension) *model.Predictor {
	part := model.PredictorPart{Landmarks: s.t.landmarks(s.rows), Weights: column(s.alpha)}
	return &model.Predictor{Kernel: s.t.Gram.Kernel(), Parts: []model.PredictorPart{part}, Outputs: 1}
}

// classSolution is a classification on the features of K̃.
type classSolution struct {
	unknownRisk
	*learn.Classifier
	features *learn.Features
	pairs    *model.Decomposition
}

func (s classSolution) predictor(e *model.Extension) *model.Predictor {
	var coefficients [][]float64
	for _, m := range s.Models {
		coefficients = append(coefficients, s.features.Coefficients(m.W))
	}
	return extend(e, s.pairs, coefficients)
}

func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

// extend returns the predictor of the vectors Qᵀα, one an output.
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
