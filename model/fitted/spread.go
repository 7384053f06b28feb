package fitted

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

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

// Variances returns a function that returns the variances of the function's values at raw rows x, b×d, in squared
// units of the target, without noise. The model must have a Spread. The rows must be ones for which Values has no
// error. For RuleExact the regression is factorised first, which takes SpreadMemory; the error is that of
// [learn.NewExact]. The function's error is a *RowError.
func (m *Model) Variances(ctx context.Context) (at func(x *mat.Dense) ([]float64, error), err error) {
	k, landmarks := m.Predictor.Kernel, m.Predictor.Parts[0].Landmarks
	n, _ := landmarks.Dims()
	of := (&learn.Spread{Ridge: m.Mu, Features: m.Spread.Features.Dense, Half: m.Spread.Half.Dense}).Variances
	if m.Spread.Rule == RuleExact {
		exact, err := learn.NewExact(ctx, model.NewGram(model.NewPoints(landmarks, k.Geometry()), k), make([]float64, n), m.Mu)
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
