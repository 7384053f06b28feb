package fitted

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
)

// form is a Model as it is written to a file, with the matrices of its Predictor.
type form struct {
	*Model
	Link    string `json:"link,omitempty"`
	Centres Rows   `json:"centres,omitzero"`
	Space   *part  `json:"space,omitempty"`
	Parts   []part `json:"parts"`

	Equations json.RawMessage `json:"equations,omitempty"` // of earlier programs, which added rows to them; nothing reads them
}

// part is a part of a Predictor.
type part struct {
	Landmarks   Rows    `json:"landmarks,omitzero"`
	Frequencies Rows    `json:"frequencies,omitzero"`
	Sketch      *sketch `json:"sketch,omitempty"`
	Weights     Rows    `json:"weights,omitzero"`
	Nearest     int     `json:"nearest,omitempty"` // landmarks by which weights, then values at all landmarks, are extended; 0 for kernel values at all
	Delta       float64 `json:"delta,omitempty"`   // ridge on the kernel matrix among them
}

// sketch is a sketch: one of model.SketchKinds, and its draws. Its width is the number of weights.
type sketch struct {
	Kind  string `json:"kind"`
	Draws Rows   `json:"draws"`
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
		f.Sketch = &sketch{model.SketchKinds()[p.Sketch.Kind], Rows{p.Sketch.Draws}}
	}
	if p.Nearest != nil {
		f.Nearest, f.Delta = p.Nearest.Count, p.Nearest.Delta
	}
	return f
}

// predictor returns the Predictor of the file, whose shapes are not checked.
func (f *form) predictor() (*model.Predictor, error) {
	p := &model.Predictor{Outputs: len(f.Offsets), Centres: f.Centres.Dense}
	var err error
	if p.Kernel, err = f.Kernel.function(); err != nil {
		return nil, err
	}
	if f.Space != nil {
		if p.Space, err = f.Space.predictor(); err != nil {
			return nil, err
		}
	}
	for _, part := range f.Parts {
		by, err := part.predictor()
		if err != nil {
			return nil, err
		}
		p.Parts = append(p.Parts, *by)
	}
	return p, nil
}

func (f *part) predictor() (*model.PredictorPart, error) {
	p := &model.PredictorPart{Landmarks: f.Landmarks.Dense, Frequencies: f.Frequencies.Dense, Weights: f.Weights.Dense}
	if f.Sketch != nil {
		kind := slices.Index(model.SketchKinds(), f.Sketch.Kind)
		p.Sketch = &model.TensorSketch{Kind: kind, Width: f.Weights.count(), Draws: f.Sketch.Draws.Dense}
	}
	if f.Nearest == 0 {
		return p, nil
	}
	switch {
	case f.Nearest < 0 || f.Nearest > f.Landmarks.count():
		return p, fmt.Errorf("%d nearest of %d landmarks", f.Nearest, f.Landmarks.count())
	case f.Delta == 0:
		return p, &data.Error{Problem: fmt.Sprintf("the model predicts by its %d nearest landmarks without a ridge on the kernel matrix among them, as an earlier version of this program wrote it", f.Nearest),
			Want: "a delta above 0", Remedies: remedy.Do("fit it again")}
	case f.Delta < 0:
		return p, fmt.Errorf("a delta of %v for the %d nearest landmarks, not above 0", f.Delta, f.Nearest)
	}
	p.Nearest = model.NewNearest(p.Landmarks, f.Nearest, f.Delta)
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
	if d == 0 {
		return fmt.Errorf("a matrix without columns")
	}
	for i, row := range rows {
		if len(row) != d {
			return fmt.Errorf("row %d of a matrix has %d numbers, and its first row has %d", i+1, len(row), d)
		}
	}
	r.Dense = mat.NewDense(len(rows), d, slices.Concat(rows...))
	return nil
}

// Kernel is the kernel of a model: the name of a family, see [kernel.Families], and the values of its parameters. In a
// file they are fields of one object, {"family":"gaussian","gamma":0.5}; values of 0 are left out.
type Kernel struct {
	Family string
	Values kernel.Values
}

// function returns k(x, y). The error names a parameter that is unknown or out of range.
func (k Kernel) function() (model.Kernel, error) {
	f, ok := kernel.Lookup(k.Family)
	if !ok {
		return nil, fmt.Errorf("there is no kernel %q", clip(k.Family))
	}
	for name := range k.Values {
		if !f.HasParam(name) {
			return nil, fmt.Errorf("kernel %s has no parameter %q", f.Name, clip(string(name)))
		}
	}
	values := kernel.Values{}
	for _, p := range f.Params {
		v := k.Values[p.Name]
		if p.Integer && v != math.Trunc(v) {
			return nil, fmt.Errorf("kernel %s: %s = %v is not a whole number", f.Name, p.Name, v)
		}
		values[p.Name] = v
	}
	return f.Kernel(values)
}

// MarshalJSON writes the fields in the order of their names.
func (k Kernel) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"family": k.Family}
	for name, v := range k.Values {
		if v != 0 {
			fields[string(name)] = v
		}
	}
	return json.Marshal(fields)
}

// UnmarshalJSON reads what MarshalJSON has written. Names and ranges are checked later, with the rest of the model.
func (k *Kernel) UnmarshalJSON(text []byte) error {
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	k.Family, _ = fields["family"].(string)
	delete(fields, "family")
	k.Values = kernel.Values{}
	for name, v := range fields {
		number, ok := v.(float64)
		if !ok {
			return fmt.Errorf("the parameter %q of the kernel is not a number", clip(name))
		}
		k.Values[model.Name(name)] = number
	}
	return nil
}
