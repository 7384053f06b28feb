package fitted

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/learn"
)

// check returns an error if parts of the model do not fit each other. A checked model of finite numbers can't panic
// when it predicts; JSON has no others.
func (m *Model) check() error {
	for _, c := range append(slices.Clone(m.Coding.Columns), m.Coding.Target) {
		if c.Number < 1 || c.Number > m.Coding.Width {
			return fmt.Errorf("column %q is number %d of %d", c.Name, c.Number, m.Coding.Width)
		}
	}
	_, unknown := m.Kernel.function()
	return cmp.Or(unknown, m.checkLearner(), m.checkPredictor())
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
		return fmt.Errorf("there is no learner %.60q", m.Learner)
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

// checkPredictor predicts one row by each part, and its variance: matrices that do not fit each other panic.
func (m *Model) checkPredictor() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("matrices of the predictor do not fit each other: %v", p)
		}
	}()
	p, d, s := *m.Predictor, len(m.Coding.Features()), m.Spread
	ones := mat.NewDense(1, d, slices.Repeat([]float64{1}, d))
	z := m.scaled(ones)
	if n := len(m.MatrixNames); (m.Kernel.Family == kernel.Precomputed) != (m.Matrix > 0) || n > 0 && n != m.Matrix {
		return fmt.Errorf("a kernel matrix of %d rows with the kernel %s", m.Matrix, m.Kernel.Family)
	}
	if m.Matrix > 0 {
		p.Kernel = &model.Precomputed{Row: func(_ []float64, _ int, landmarks []int) {
			if slices.Max(landmarks) >= m.Matrix {
				panic(fmt.Sprintf("the landmark %d of a matrix of %d rows", slices.Max(landmarks)+1, m.Matrix))
			}
		}}
	}
	centres, width := 1, d
	if p.Centres != nil {
		centres, width = p.Centres.Dims()
	}
	if p.Space != nil {
		_, d = p.Space.Values(p.Kernel, z).Dims()
	}
	if len(p.Parts) > centres || p.Centres != nil && (len(p.Parts) != centres || width != d) {
		return fmt.Errorf("%d parts and %d centres with %d coordinates, want %d", len(p.Parts), centres, width, d)
	}
	for _, part := range p.Parts {
		part.Nearest = nil // it has as many coefficients as landmarks
		if part.Weights == nil {
			continue
		}
		if _, outputs := part.Values(p.Kernel, z).Dims(); outputs != p.Outputs {
			return fmt.Errorf("weights of %d outputs, want %d", outputs, p.Outputs)
		}
	}
	if s == nil {
		return nil
	}
	if m.Learner != Ridge || m.Matrix > 0 || len(p.Parts) != 1 || p.Parts[0].Landmarks == nil ||
		s.Amplitude < 0 || m.Mu < 0 || s.Rule != RuleDTC && s.Rule != RuleExact {
		return fmt.Errorf("variances by the rule %.60q, or of another regression than ridge on landmarks", s.Rule)
	}
	if s.Rule == RuleDTC {
		at, _ := m.Variances(context.Background()) // has no error without a factorisation
		_, _ = at(ones)
	}
	return nil
}
