// Package fitted stores a fitted regression or classification in a file, and predicts new rows with it.
//
// A file has all that a prediction needs: how columns become features, how these are standardised, the kernel with its
// parameters, and the predictor: landmarks (standardised, as the kernel takes them), frequencies or the draws of a
// sketch, with their weights. Numbers are written so that they read back as the same bits, so predictions do not
// change. Further fields describe where the model comes from. If training rows are landmarks, they are in the file: all
// of them for an exact regression or bka. This matters for private data.
package fitted

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// Ridge is the learner of numbers; the learners of classes are in package learn.
const Ridge = "ridge"

// Model is a fitted function of raw rows. All fields except the Predictor are the fields of its file.
type Model struct {
	Origin

	Coding  data.Coding   `json:"coding"`  // of the rows; Target.Texts are the names of classes, nil for Ridge
	Scaling *data.Scaling `json:"scaling"` // of the features; nil if they are not scaled
	Kernel  Kernel        `json:"kernel"`

	Learner   string           `json:"learner"`           // Ridge, learn.LearnerLogistic or learn.LearnerSVM
	Classes   []int            `json:"classes,omitempty"` // the classes with training rows, ascending; nil for Ridge
	Predictor *model.Predictor `json:"-"`                 // of standardised rows; one output a problem of learn.Classifier
	Offsets   []float64        `json:"offsets"`           // of the outputs: the target's mean, or each problem's bias

	// Matrix is the number of rows of the kernel matrix that the model was fitted on: landmarks are then numbers
	// of its rows, from 1, and Bind must be called before a prediction. It is 0 for points with coordinates.
	Matrix      int      `json:"matrix,omitempty"`
	MatrixNames []string `json:"matrix_names,omitempty"` // of its columns, nil if they have none
	Indefinite  string   `json:"indefinite,omitempty"`   // what was done to its eigenvalues, see [data.Choice]

	Spread *Spread `json:"spread,omitempty"` // of the predictions; nil if it was not asked for
}

// Origin describes where a model comes from. Predictions do not depend on it.
type Origin struct {
	Program    string         `json:"-"`          // name and version of the program that wrote it
	Data       string         `json:"data"`       // name of the training data
	Rows       int            `json:"rows"`       // training rows
	Method     string         `json:"method"`     // of approximation, or "exact"
	Parameters map[string]any `json:"parameters"` // of the method: numbers, and texts for choices
	Solver     string         `json:"solver"`     // one of trial.Solvers
	Mu         float64        `json:"mu"`         // ridge, in the sum form K + μI
	Seed       uint64         `json:"seed"`
}

// RowError is the error of a row that can't be predicted.
type RowError struct {
	Row    int    // from 0
	Column string // the feature that is too large; "" if the prediction as a whole is not finite
	Value  float64
}

func (e *RowError) Error() string {
	if e.Column == "" {
		const text = "row %d: the prediction is %v: the row lies too far from the training rows; remove it"
		return fmt.Sprintf(text, e.Row+1, e.Value)
	}
	const text = "row %d: column %s holds %g, so far off that squares overflow; correct it, or remove the row"
	return fmt.Sprintf(text, e.Row+1, e.Column, e.Value)
}

// Values returns the outputs at raw rows x, b×d: the predicted numbers of a ridge regression, b×1, or the values that
// the Classifier takes. The error is a *RowError for the first row with features that are too large to compute with. A
// row costs as many kernel values as there are landmarks.
func (m *Model) Values(x *mat.Dense) (*mat.Dense, error) {
	out, err := m.Outputs(m.scaled(x))
	if bad := (*RowError)(nil); errors.As(err, &bad) && bad.Column != "" {
		bad.Value = x.At(bad.Row, slices.Index(m.Coding.Features(), bad.Column)) // unscaled
	}
	return out, err
}

// scaled returns raw rows as the kernel takes them.
func (m *Model) scaled(x *mat.Dense) *mat.Dense {
	if m.Scaling == nil {
		return x
	}
	z := mat.DenseCopyOf(x)
	m.Scaling.Apply(z)
	return z
}

// Outputs is Values for rows that are already scaled.
func (m *Model) Outputs(z *mat.Dense) (*mat.Dense, error) {
	rows, d := z.Dims()
	limit := linalg.LargestSquare(d)
	for i := range rows {
		for j, v := range z.RawRowView(i) {
			if !(math.Abs(v) <= limit) {
				return nil, &RowError{i, m.Coding.Features()[j], v}
			}
		}
	}
	out := m.Predictor.Predict(z)
	for i := range rows {
		row := out.RawRowView(i)
		for j, offset := range m.Offsets {
			row[j] += offset
			if math.IsNaN(row[j]) || math.IsInf(row[j], 0) {
				return nil, &RowError{Row: i, Value: row[j]}
			}
		}
	}
	return out, nil
}

// Classifier tells the classes of outputs, as indices of Coding.Target.Texts, by any learner but Ridge.
func (m *Model) Classifier() *learn.Classifier {
	return &learn.Classifier{Learner: m.Learner, Count: len(m.Coding.Target.Texts), Classes: m.Classes}
}

// Rules of the variances of predictions.
const (
	RuleDTC   = "dtc"   // deterministic training conditional, of the regression on K̃
	RuleExact = "exact" // of regression with K itself
)

// Spread is what a model keeps for the variances of its predictions, those of a Gaussian process with the kernel
// Amplitude·k and noise of variance Amplitude·μ. For RuleExact the landmarks are all training rows, and K+μI is
// factorised again when variances are first asked for, in O(n³): its factor would be n²/2 numbers in the file.
type Spread struct {
	Rule      string  `json:"rule"`
	Amplitude float64 `json:"amplitude"`         // s², in squared units of the target
	Features  Rows    `json:"features,omitzero"` // as in learn.Spread; nil for RuleExact
	Half      Rows    `json:"half,omitzero"`
}

// Noise returns the variance of the noise, in squared units of the target. The model must have a Spread.
func (m *Model) Noise() float64 { return m.Spread.Amplitude * m.Mu }

// Variances returns a function of raw rows x, b×d, that gives the posterior variances of the predictions there, in
// squared units of the target, without noise. It is for rows at which Values has no error, and its error is a
// *RowError. The model must have a Spread. For RuleExact the regression is factorised first, which takes SpreadMemory;
// the error is that of [learn.NewExact].
func (m *Model) Variances(ctx context.Context) (at func(x *mat.Dense) ([]float64, error), err error) {
	k, landmarks := m.Predictor.Kernel, m.Predictor.Parts[0].Landmarks
	n, _ := landmarks.Dims()
	of := (&learn.Spread{Ridge: m.Mu, Features: m.Spread.Features.Dense, Half: m.Spread.Half.Dense}).Variances
	if m.Spread.Rule == RuleExact {
		g := model.NewGram(model.NewPoints(landmarks, k.Geometry()), k)
		exact, err := learn.NewExact(ctx, g, make([]float64, n), m.Mu)
		if err != nil {
			return nil, err
		}
		of = exact.Variances
	}
	return func(x *mat.Dense) ([]float64, error) {
		z := m.scaled(x)
		rows, d := z.Dims()
		out := make([]float64, 0, rows)
		for lo, hi := range linalg.Tiles(rows, linalg.TileRows(n)) {
			tile := z.Slice(lo, hi, 0, d).(*mat.Dense)
			out = append(out, of(model.Cross(k, tile, landmarks), model.Own(k, tile))...)
		}
		for i, v := range out {
			if out[i] = m.Spread.Amplitude * v; math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
				return nil, &RowError{Row: i, Value: out[i]}
			}
		}
		return out, nil
	}, nil
}

// SpreadMemory returns the bytes that Variances needs at first: of the factor of an exact regression, or 0.
func (m *Model) SpreadMemory() int64 {
	if m.Spread == nil || m.Spread.Rule != RuleExact {
		return 0
	}
	n := int64(m.Predictor.Parts[0].Landmarks.RawMatrix().Rows)
	return 8 * n * n
}
