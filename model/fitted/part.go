package fitted

import (
	"cmp"
	"fmt"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// partForm is a part of a Predictor as it is written to a file.
type partForm struct {
	Landmarks   [][]float64 `json:"landmarks,omitempty"`
	Frequencies [][]float64 `json:"frequencies,omitempty"`
	Sketch      *sketchForm `json:"sketch,omitempty"`
	Weights     [][]float64 `json:"weights,omitempty"`
	Nearest     int         `json:"nearest,omitempty"` // landmarks by which weights, then values at all landmarks, are extended; 0 for kernel values at all
	Delta       float64     `json:"delta,omitempty"`   // ridge on the kernel matrix among them
}

// sketchForm is a sketch: one of model.SketchKinds, and its draws. Its width is the number of weights.
type sketchForm struct {
	Kind  string      `json:"kind"`
	Draws [][]float64 `json:"draws"`
}

func formOfPart(p model.PredictorPart) partForm {
	form := partForm{Landmarks: rowsOf(p.Landmarks), Frequencies: rowsOf(p.Frequencies), Weights: rowsOf(p.Weights)}
	if p.Sketch != nil {
		form.Sketch = &sketchForm{model.SketchKinds()[p.Sketch.Kind], rowsOf(p.Sketch.Draws)}
	}
	if p.Nearest != nil {
		form.Nearest, form.Delta = p.Nearest.Count, p.Nearest.Delta
	}
	return form
}

func (f partForm) part() (model.PredictorPart, error) {
	landmarks, first := matrix("landmarks", f.Landmarks)
	frequencies, second := matrix("frequencies", f.Frequencies)
	weights, third := matrix("weights", f.Weights)
	part := model.PredictorPart{Landmarks: landmarks, Frequencies: frequencies, Weights: weights}
	var fourth error
	if f.Sketch != nil {
		part.Sketch = &model.TensorSketch{Kind: slices.Index(model.SketchKinds(), f.Sketch.Kind), Width: len(f.Weights)}
		part.Sketch.Draws, fourth = matrix("draws", f.Sketch.Draws)
	}
	if f.Nearest < 0 || f.Nearest > 0 && (landmarks == nil || f.Nearest > len(f.Landmarks)) {
		return part, fmt.Errorf("%d nearest of %d landmarks", f.Nearest, len(f.Landmarks))
	}
	if f.Nearest > 0 && f.Delta == 0 {
		return part, &data.Error{Problem: fmt.Sprintf("the model predicts by its %d nearest landmarks without a ridge on the kernel matrix among them, as an earlier version of this program wrote it", f.Nearest),
			Want: "a delta above 0", Remedies: remedy.Do("fit it again")}
	}
	if f.Nearest > 0 && !(f.Delta > 0) {
		return part, fmt.Errorf("a delta of %v for the %d nearest landmarks, not above 0", f.Delta, f.Nearest)
	}
	if f.Nearest > 0 && finite("landmarks", landmarks.RawMatrix().Data) == nil {
		part.Nearest = model.NewNearest(landmarks, f.Nearest, f.Delta)
	}
	return part, cmp.Or(first, second, third, fourth)
}
