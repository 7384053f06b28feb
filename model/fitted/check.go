package fitted

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/learn"
)

// check returns an error if parts of the model do not fit each other. A checked model of finite numbers can't panic
// when it predicts; JSON has no others.
func (m *Model) check() error {
	_, unknown := m.Kernel.function()
	return cmp.Or(m.checkCoding(), unknown, m.checkLearner(), m.checkPredictor(), m.checkMatrix(), m.checkSpread())
}

func (m *Model) checkCoding() error {
	d := len(m.Coding.Features())
	if d == 0 {
		return fmt.Errorf("there are no features")
	}
	for _, c := range append(slices.Clone(m.Coding.Columns), m.Coding.Target) {
		if c.Number < 1 || c.Number > m.Coding.Width {
			return fmt.Errorf("column %q is number %d of %d", c.Name, c.Number, m.Coding.Width)
		}
	}
	if s := m.Scaling; s != nil && (len(s.Mean) != d || len(s.Deviation) != d) {
		return fmt.Errorf("%d features with %d means and %d deviations", d, len(s.Mean), len(s.Deviation))
	}
	return nil
}

func (m *Model) checkLearner() error {
	outputs, names, before := 1, len(m.Coding.Target.Texts), -1
	for _, class := range m.Classes {
		if class <= before || class >= names {
			return fmt.Errorf("classes %v of %d", m.Classes, names)
		}
		before = class
	}
	switch count := len(m.Classes); {
	case !slices.Contains([]string{Ridge, learn.LearnerLogistic, learn.LearnerSVM}, m.Learner):
		return fmt.Errorf("there is no learner %q", clip(m.Learner))
	case m.Learner == Ridge && (names > 0 || m.Classes != nil) || m.Learner != Ridge && count < 2:
		return fmt.Errorf("classes %v of %d for %s", m.Classes, names, m.Learner)
	case count > 2:
		outputs = count
	}
	if len(m.Offsets) != outputs || m.Predictor.Outputs != outputs {
		return fmt.Errorf("%d offsets and %d outputs, want %d", len(m.Offsets), m.Predictor.Outputs, outputs)
	}
	return nil
}

func (m *Model) checkPredictor() error {
	d, p := len(m.Coding.Features()), m.Predictor
	if p.Centres == nil && len(p.Parts) > 1 || p.Centres != nil && p.Centres.RawMatrix().Rows != len(p.Parts) {
		return fmt.Errorf("the predictor has %d parts, expected one for each centre, or a single part without centres", len(p.Parts))
	}
	width := d
	if s := p.Space; s != nil {
		if s.Landmarks == nil || s.Weights == nil || s.Frequencies != nil || s.Sketch != nil || p.Centres == nil {
			return fmt.Errorf("a space without landmarks, weights or centres")
		}
		_, width = s.Weights.Dims()
		if err := cmp.Or(shaped("landmarks of the space", s.Landmarks, -1, d),
			shaped("weights of the space", s.Weights, s.Landmarks.RawMatrix().Rows, width)); err != nil {
			return err
		}
	}
	if err := shaped("centres", p.Centres, -1, width); err != nil {
		return err
	}
	_, spectral := p.Kernel.(model.Spectral)
	for _, part := range p.Parts {
		values := 0 // at a point, one for each row of the weights
		switch {
		case part.Weights == nil:
		case part.Sketch != nil:
			if part.Landmarks != nil || part.Frequencies != nil {
				return fmt.Errorf("a sketch beside landmarks or frequencies")
			}
			if err := part.Sketch.Check(p.Kernel, d); err != nil {
				return err
			}
			values = part.Sketch.Width
		case part.Frequencies != nil:
			if part.Landmarks != nil || !spectral {
				return fmt.Errorf("frequencies of a kernel without them, or beside landmarks")
			}
			values = 2 * part.Frequencies.RawMatrix().Rows
		default:
			values = Rows{part.Landmarks}.count()
		}
		if err := cmp.Or(shaped("landmarks", part.Landmarks, -1, d), shaped("frequencies", part.Frequencies, -1, d),
			shaped("weights", part.Weights, values, p.Outputs)); err != nil {
			return err
		}
	}
	return nil
}

// checkMatrix checks that landmarks are rows of the kernel matrix if there is one.
func (m *Model) checkMatrix() error {
	features := len(m.Coding.Features())
	if isMatrix := m.Kernel.Family == kernel.Precomputed; isMatrix != (m.Matrix > 0) || isMatrix && features != 1 {
		return fmt.Errorf("a kernel matrix of %d rows with the kernel %s and %d features", m.Matrix, m.Kernel.Family, features)
	}
	if m.Indefinite != "" && (m.Matrix == 0 || !slices.Contains(data.Indefinites(), m.Indefinite)) {
		return fmt.Errorf("a kernel matrix of %d rows after %q", m.Matrix, m.Indefinite)
	}
	for _, v := range m.landmarkNumbers() {
		if m.Matrix > 0 && !(v >= 1 && v <= float64(m.Matrix) && v == math.Trunc(v)) {
			return fmt.Errorf("the landmark %v is not a row of a matrix of %d", v, m.Matrix)
		}
	}
	return nil
}

// checkSpread returns an error if the model can't compute variances although it has a Spread.
func (m *Model) checkSpread() error {
	s, parts := m.Spread, m.Predictor.Parts
	if s == nil {
		return nil
	}
	if m.Learner != Ridge || m.Matrix > 0 || m.Predictor.Centres != nil || len(parts) != 1 || parts[0].Landmarks == nil ||
		s.Amplitude < 0 || m.Mu < 0 {
		return fmt.Errorf("variances of predictions that are not a ridge regression on landmarks")
	}
	switch s.Rule {
	case RuleExact:
		if s.Features.Dense != nil || s.Half.Dense != nil {
			return fmt.Errorf("an exact regression with features")
		}
		return nil
	case RuleDTC, RuleFITC:
		if count := parts[0].Landmarks.RawMatrix().Rows; s.Features.count() != count {
			return fmt.Errorf("features of %d landmarks, not %d", s.Features.count(), count)
		}
		if _, q := s.Features.Dims(); s.Half.Dense != nil && s.Half.count() != q {
			return fmt.Errorf("half of %d rows for %d features", s.Half.count(), q)
		}
		return nil
	}
	return fmt.Errorf("there is no rule %q", clip(s.Rule))
}

// shaped checks the shape of a matrix, nil for any; rows < 0 stands for any number.
func shaped(name string, a *mat.Dense, rows, cols int) error {
	if a == nil {
		return nil
	}
	if r, c := a.Dims(); rows >= 0 && r != rows || c != cols {
		return fmt.Errorf("%s of %d×%d, want %d columns and as many rows as there are kernel values", name, r, c, cols)
	}
	return nil
}
