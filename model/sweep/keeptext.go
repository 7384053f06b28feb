package sweep

import (
	"encoding/json"
	"errors"
	"math"

	"gramscope/data/remedy"
)

// keptRow is a row without its settings, which its key identifies, as JSON: the values of its columns by name.
type keptRow struct {
	Figures  Figures            `json:"figures"`
	Values   map[string]float64 `json:"values"`
	Warnings []remedy.Note      `json:"warnings,omitempty"`
}

// Encode returns the row as JSON on one line. Values that are not finite are left out. A failed row is an error,
// because the cause of a failure has no text that reads back the same.
func (r Result) Encode() ([]byte, error) {
	if r.values == nil {
		return nil, errors.New("sweep: a row that failed or that a file holds")
	}
	kept := keptRow{r.figures, map[string]float64{}, r.Warnings}
	for i, c := range table() {
		if x := r.values[i]; !math.IsNaN(x) && !math.IsInf(x, 0) {
			kept.Values[c.Name] = x
		}
	}
	return json.Marshal(kept)
}

// decoded returns a row, which has only its settings, with the values of a text by Encode.
func (r Result) decoded(text []byte) (Result, error) {
	var kept keptRow
	if err := json.Unmarshal(text, &kept); err != nil {
		return r, err
	}
	if kept.Values == nil {
		return r, errors.New("sweep: the text has no values")
	}
	r.Warnings, r.figures, r.values = kept.Warnings, kept.Figures, newValues()
	for name, v := range kept.Values {
		i, known := indices()[name]
		if !known {
			return r, errors.New("sweep: no column " + name)
		}
		r.values[i] = v
	}
	return r, nil
}
