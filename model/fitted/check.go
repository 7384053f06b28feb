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

// check returns an error if parts of the model do not fit each other, or if a number is not finite. A
// checked model can't panic when it predicts.
func (m *Model) check() error {
	_, unknown := m.Kernel.function()
	return cmp.Or(m.checkCoding(), unknown, m.checkLearner(), m.checkPredictor(), m.checkSpread())
}

func (m *Model) checkCoding() error {
	d := len(m.Coding.Features())
	if d == 0 {
		return fmt.Errorf("there are no features")
	}
	seen := map[string]bool{}
	for _, c := range append(slices.Clone(m.Coding.Columns), m.Coding.Target) {
		if c.Number < 1 || c.Number > m.Coding.Width {
			return fmt.Errorf("column %q is number %d of %d", c.Name, c.Number, m.Coding.Width)
		}
		if seen[c.Name] {
			return fmt.Errorf("two columns are called %q", c.Name)
		}
		seen[c.Name] = true
		if !distinct(c.Texts) {
			return fmt.Errorf("a value of column %q is listed twice", c.Name)
		}
	}
	if m.Scaling == nil {
		return nil
	}
	if len(m.Scaling.Mean) != d || len(m.Scaling.Deviation) != d {
		return fmt.Errorf("%d features with %d means and %d deviations", d, len(m.Scaling.Mean), len(m.Scaling.Deviation))
	}
	if least := slices.Min(m.Scaling.Deviation); least < 0 {
		return fmt.Errorf("the deviation %v is negative", least)
	}
	return cmp.Or(finite("means", m.Scaling.Mean), finite("deviations", m.Scaling.Deviation))
}

func distinct[T cmp.Ordered](list []T) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(list)))) == len(list)
}

func (m *Model) checkLearner() error {
	if err := finite("offsets", append(slices.Clone(m.Offsets), m.Mu)); err != nil {
		return err
	}
	outputs, names := 1, len(m.Coding.Target.Texts)
	switch m.Learner {
	case Ridge:
		if names > 0 || m.Classes != nil {
			return fmt.Errorf("a ridge regression with classes")
		}
	case learn.LearnerLogistic, learn.LearnerSVM:
		if len(m.Classes) < 2 || !slices.IsSorted(m.Classes) || !distinct(m.Classes) ||
			m.Classes[0] < 0 || m.Classes[len(m.Classes)-1] >= names {
			return fmt.Errorf("classes %v of %d", m.Classes, names)
		}
		if len(m.Classes) > 2 {
			outputs = len(m.Classes)
		}
	default:
		return fmt.Errorf("there is no learner %q", clip(m.Learner))
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
	if p.Space != nil {
		if p.Space.Landmarks == nil || p.Space.Weights == nil || p.Space.Frequencies != nil || p.Space.Sketch != nil || p.Centres == nil {
			return fmt.Errorf("a space without landmarks, weights or centres")
		}
		_, width = p.Space.Weights.Dims()
		if err := cmp.Or(shaped("landmarks of the space", p.Space.Landmarks, -1, d),
			shaped("weights of the space", p.Space.Weights, p.Space.Landmarks.RawMatrix().Rows, width)); err != nil {
			return err
		}
	}
	if err := cmp.Or(shaped("centres", p.Centres, -1, width), m.checkRows()); err != nil {
		return err
	}
	_, spectral := p.Kernel.(model.Spectral)
	for _, part := range p.Parts {
		rows := 0 // of the weights
		switch {
		case part.Weights == nil:
		case part.Sketch != nil:
			if part.Landmarks != nil || part.Frequencies != nil {
				return fmt.Errorf("a sketch beside landmarks or frequencies")
			}
			if err := part.Sketch.Check(p.Kernel, d); err != nil {
				return err
			}
			rows = part.Sketch.Width
		case part.Frequencies != nil:
			if part.Landmarks != nil || !spectral {
				return fmt.Errorf("frequencies of a kernel without them, or beside landmarks")
			}
			rows = 2 * part.Frequencies.RawMatrix().Rows
		case part.Landmarks != nil:
			rows = part.Landmarks.RawMatrix().Rows
		}
		if err := cmp.Or(shaped("landmarks", part.Landmarks, -1, d), shaped("frequencies", part.Frequencies, -1, d),
			shaped("weights", part.Weights, rows, p.Outputs)); err != nil {
			return err
		}
	}
	return nil
}

// shaped checks the shape of a matrix, where rows < 0 stands for any number, and that its entries are finite.
// checkRows checks that landmarks are rows of the kernel matrix if there is one.
func (m *Model) checkRows() error {
	if isMatrix := m.Kernel.Family == kernel.Precomputed; isMatrix != (m.Matrix > 0) || isMatrix && len(m.Coding.Features()) != 1 {
		return fmt.Errorf("a kernel matrix of %d rows with the kernel %s and %d features", m.Matrix, m.Kernel.Family, len(m.Coding.Features()))
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

func shaped(name string, a *mat.Dense, rows, cols int) error {
	if a == nil {
		return nil
	}
	r, c := a.Dims()
	if rows >= 0 && r != rows || c != cols {
		return fmt.Errorf("%s of %d×%d, want %d columns and as many rows as there are kernel values", name, r, c, cols)
	}
	for i := range r {
		if err := finite(fmt.Sprintf("%s, row %d", name, i+1), a.RawRowView(i)); err != nil {
			return err
		}
	}
	return nil
}
