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

// EncodeResult returns a result, a Result or a []float64, as JSON on one line. Values that are not finite are left out,
// and are null in lists. A failed row is an error, because the cause of a failure has no text that reads back the same.
func EncodeResult(result any) ([]byte, error) {
	switch v := result.(type) {
	case Result:
		if v.values == nil {
			return nil, errors.New("sweep: a row that failed or that a file holds")
		}
		kept := keptRow{v.figures, map[string]float64{}, v.Warnings}
		for i, c := range table() {
			if x := v.values[i]; !math.IsNaN(x) && !math.IsInf(x, 0) {
				kept.Values[c.Name] = x
			}
		}
		return json.Marshal(kept)
	case []float64:
		list := make([]*float64, len(v))
		for i := range v {
			if !math.IsNaN(v[i]) && !math.IsInf(v[i], 0) {
				list[i] = &v[i]
			}
		}
		return json.Marshal(list)
	}
	return nil, errors.New("sweep: this is no result")
}

// decoded returns a row, which has only its settings, with the values of a text by EncodeResult.
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

// decodeNumbers reads a list by EncodeResult.
func decodeNumbers(text []byte) ([]float64, error) {
	var list []*float64
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	numbers := make([]float64, len(list))
	for i, v := range list {
		if numbers[i] = math.NaN(); v != nil {
			numbers[i] = *v
		}
	}
	return numbers, nil
}
