package fitted

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// Rules of the variances of predictions.
const (
	RuleDTC   = "dtc"   // deterministic training conditional, of the regression on K̃
	RuleFITC  = "fitc"  // fully independent training conditional, of files of earlier programs
	RuleExact = "exact" // of regression with K itself
)

// Spread is what a model keeps for the variances of its predictions, those of a Gaussian process with the kernel
// Amplitude·k and noise of variance Amplitude·μ. For RuleExact the landmarks are all training rows, and K+μI is
// factorised again when variances are first asked for, in O(n³): its factor would be n²/2 numbers in the file.
type Spread struct {
	Rule      string      `json:"rule"`
	Amplitude float64     `json:"amplitude"`          // s², in squared units of the target
	Features  [][]float64 `json:"features,omitempty"` // as in learn.Spread, by rows; nil for RuleExact
	Half      [][]float64 `json:"half,omitempty"`
}

// NewSpread returns the spread with the factors of s, which is nil for RuleExact.
func NewSpread(rule string, amplitude float64, s *learn.Spread) *Spread {
	out := &Spread{Rule: rule, Amplitude: amplitude}
	if s != nil {
		out.Features, out.Half = rowsOf(s.Features), rowsOf(s.Half)
	}
	return out
}

// checkSpread returns an error if the model can't compute variances although it has a Spread.
func (m *Model) checkSpread() error {
	s := m.Spread
	if s == nil {
		return nil
	}
	if err := finite("amplitudes", []float64{s.Amplitude}); err != nil {
		return err
	}
	if m.Learner != Ridge || m.Matrix > 0 || m.Predictor.Centres != nil || len(m.Predictor.Parts) != 1 || m.Predictor.Parts[0].Landmarks == nil || s.Amplitude < 0 || m.Mu < 0 {
		return errors.New("variances of predictions that are not a ridge regression on landmarks")
	}
	count := m.Predictor.Parts[0].Landmarks.RawMatrix().Rows
	switch s.Rule {
	case RuleExact:
		if s.Features != nil || s.Half != nil {
			return errors.New("an exact regression with features")
		}
		return nil
	case RuleDTC, RuleFITC:
	default:
		return fmt.Errorf("there is no rule %q", clip(s.Rule))
	}
	features, err := matrix("features", s.Features)
	if err != nil {
		return err
	}
	if features == nil || features.RawMatrix().Rows != count {
		return fmt.Errorf("features of %d landmarks, not %d", len(s.Features), count)
	}
	if err := shaped("features", features, count, features.RawMatrix().Cols); err != nil {
		return err
	}
	half, err := matrix("half", s.Half)
	if err != nil || half == nil {
		return err
	}
	return shaped("half", half, features.RawMatrix().Cols, half.RawMatrix().Cols)
}

// Noise returns the variance of the noise, in squared units of the target. The model must have a Spread.
func (m *Model) Noise() float64 { return m.Spread.Amplitude * m.Mu }

// spreadRows is the number of rows whose variances are computed at a time.
const spreadRows = 512

// Variances returns a function that returns the variances of the function's values at raw rows x, b×d, in squared
// units of the target, without noise. The model must have a Spread. The rows must be ones for which Values has no
// error. For RuleExact the regression is factorised first, which takes SpreadMemory; the error is that of
// [learn.NewExact]. The function's error is a *RowError.
func (m *Model) Variances(ctx context.Context) (at func(x *mat.Dense) ([]float64, error), err error) {
	k, landmarks := m.Predictor.Kernel, m.Predictor.Parts[0].Landmarks
	var of func(cross *mat.Dense, own []float64) []float64
	if m.Spread.Rule == RuleExact {
		n, _ := landmarks.Dims()
		exact, err := learn.NewExact(ctx, model.NewGram(model.NewPoints(landmarks, k.Geometry()), k), make([]float64, n), m.Mu)
		if err != nil {
			return nil, err
		}
		of = exact.Variances
	} else {
		s := learn.Spread{Ridge: m.Mu}
		var first, second error
		s.Features, first = matrix("features", m.Spread.Features)
		s.Half, second = matrix("half", m.Spread.Half)
		if err := errors.Join(first, second); err != nil {
			return nil, err
		}
		of = s.Variances
	}
	return func(x *mat.Dense) ([]float64, error) {
		z := m.scaled(x)
		rows, d := z.Dims()
		out := make([]float64, 0, rows)
		for lo := 0; lo < rows; lo += spreadRows {
			tile := z.Slice(lo, min(rows, lo+spreadRows), 0, d).(*mat.Dense)
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

// Quantile returns how many standard deviations a normal variable is within of its mean with probability p, 0 < p < 1.
func Quantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(p) }
