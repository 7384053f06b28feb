package fitted

import (
	"encoding/json"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

// form is a Model as it is written to a file, with the matrices of its Predictor.
type form struct {
	*Model
	Centres Rows   `json:"centres,omitzero"`
	Space   *part  `json:"space,omitempty"`
	Parts   []part `json:"parts"`
}

// part is a part of a Predictor.
type part struct {
	Landmarks   Rows    `json:"landmarks,omitzero"`
	Frequencies Rows    `json:"frequencies,omitzero"`
	Sketch      string  `json:"sketch,omitempty"` // one of model.SketchKinds; its width is the number of weights
	Draws       Rows    `json:"draws,omitzero"`   // of the sketch
	Weights     Rows    `json:"weights,omitzero"`
	Nearest     int     `json:"nearest,omitempty"` // landmarks that extend weights, then values at all; 0: none
	Delta       float64 `json:"delta,omitempty"`   // ridge on the kernel matrix among them
}

func newForm(m *Model) form {
	f := form{Model: m, Centres: Rows{m.Predictor.Centres}, Parts: []part{}}
	if m.Predictor.Space != nil {
		f.Space = newPart(m.Predictor.Space)
	}
	for i := range m.Predictor.Parts {
		f.Parts = append(f.Parts, *newPart(&m.Predictor.Parts[i]))
	}
	return f
}

func newPart(p *model.PredictorPart) *part {
	f := &part{Landmarks: Rows{p.Landmarks}, Frequencies: Rows{p.Frequencies}, Weights: Rows{p.Weights}}
	if p.Sketch != nil {
		f.Sketch, f.Draws = model.SketchKinds()[p.Sketch.Kind], Rows{p.Sketch.Draws}
	}
	if p.Nearest != nil {
		f.Nearest, f.Delta = p.Nearest.Count, p.Nearest.Delta
	}
	return f
}

// predictor returns the Predictor of the file, whose shapes are not checked.
func (f *form) predictor() (p *model.Predictor, err error) {
	p = &model.Predictor{Outputs: len(f.Offsets), Centres: f.Centres.Dense}
	features := len(f.Coding.Features())
	if p.Kernel, err = f.Kernel.function(); err != nil {
		return nil, err
	}
	if f.Space != nil {
		if p.Space, err = f.Space.predictor(features); err != nil {
			return nil, err
		}
	}
	for _, part := range f.Parts {
		by, err := part.predictor(features)
		if err != nil {
			return nil, err
		}
		p.Parts = append(p.Parts, *by)
	}
	return p, nil
}

func (f *part) predictor(features int) (*model.PredictorPart, error) {
	p := &model.PredictorPart{Landmarks: f.Landmarks.Dense, Frequencies: f.Frequencies.Dense, Weights: f.Weights.Dense}
	if p.Landmarks != nil && p.Landmarks.RawMatrix().Cols != features {
		return p, fmt.Errorf("landmarks of %d coordinates, want %d", p.Landmarks.RawMatrix().Cols, features)
	}
	if f.Sketch != "" {
		kind := slices.Index(model.SketchKinds(), f.Sketch)
		if kind < 0 {
			return p, fmt.Errorf("there is no sketch %.60q", f.Sketch)
		}
		p.Sketch = &model.TensorSketch{Kind: kind, Width: f.Weights.count(), Draws: f.Draws.Dense}
	}
	if f.Nearest != 0 {
		if f.Nearest < 0 || f.Nearest > f.Landmarks.count() || !(f.Delta > 0) {
			return p, fmt.Errorf("the %d nearest of %d landmarks with a delta of %v", f.Nearest, f.Landmarks.count(), f.Delta)
		}
		p.Nearest = model.NewNearest(p.Landmarks, f.Nearest, f.Delta)
	}
	return p, nil
}

// Rows is a matrix that a file has as a list of rows; nil without rows.
type Rows struct{ *mat.Dense }

// count returns the number of rows.
func (r Rows) count() int {
	if r.Dense == nil {
		return 0
	}
	return r.RawMatrix().Rows
}

// MarshalJSON writes a list of lists of numbers.
func (r Rows) MarshalJSON() ([]byte, error) {
	rows := make([][]float64, r.count())
	for i := range rows {
		rows[i] = r.RawRowView(i)
	}
	return json.Marshal(rows)
}

// UnmarshalJSON reads what MarshalJSON has written. The rows must have equally many numbers.
func (r *Rows) UnmarshalJSON(text []byte) error {
	var rows [][]float64
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) == 0 {
		return err
	}
	d := len(rows[0])
	if d == 0 || slices.ContainsFunc(rows, func(row []float64) bool { return len(row) != d }) {
		return fmt.Errorf("a matrix without columns, or with rows of different lengths")
	}
	r.Dense = mat.NewDense(len(rows), d, slices.Concat(rows...))
	return nil
}

// Kernel is the kernel of a model: the name of a family, see [kernel.Families], and the values of its parameters.
type Kernel struct {
	Family string        `json:"family"`
	Values kernel.Values `json:"values,omitempty"`
}

// function returns k(x, y). The error names a family that is unknown, or a parameter that is missing or out of range.
func (k Kernel) function() (model.Kernel, error) {
	f, ok := kernel.Lookup(k.Family)
	if !ok {
		return nil, fmt.Errorf("there is no kernel %.60q", k.Family)
	}
	return f.Kernel(k.Values)
}
