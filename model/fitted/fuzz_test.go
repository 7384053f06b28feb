package fitted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
)

// sealed returns a file of a model with the right checksum, whatever the model is, or nil if it is not JSON.
func sealed(content []byte) []byte {
	content = bytes.TrimSpace(content)
	e := envelope{Format: formatName, Version: version, Model: content}
	if !json.Valid(content) {
		return nil
	}
	sum := e.sum()
	return fmt.Appendf(nil, `{"format":%q,"version":%d,"program":"","checksum":%q,"model":%s}`, e.Format, e.Version, sum,
		content)
}

// FuzzModelJSON: a file is a model or an *Error, reading it takes memory in proportion to
// its size, and what a model predicts is finite or a *RowError.
func FuzzModelJSON(f *testing.F) {
	for _, m := range examples() {
		whole, err := Encode("", m)
		if err != nil {
			f.Fatal(err)
		}
		var e envelope
		if err := json.Unmarshal(whole, &e); err != nil {
			f.Fatal(err)
		}
		f.Add(whole)
		f.Add([]byte(e.Model))
		f.Add(bytes.ReplaceAll(e.Model, []byte("0.1"), []byte("1e308")))
		f.Add(bytes.ReplaceAll(e.Model, []byte(`"width":4`), []byte(`"width":4000000000000`)))
	}
	for _, text := range []string{"", "{", "[]", "null", `{"parts":[{}]}`,
		`{"coding":{"columns":null},"kernel":{"family":"linear"}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, file := range [][]byte{content, sealed(content)} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m, err := decode(file)
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20+200*uint64(len(file)) {
				t.Fatalf("%d bytes are allocated for a file of %d", used, len(file))
			}
			if err != nil {
				var own *data.Error
				if !errors.As(err, &own) || own.Problem == "" {
					t.Fatalf("error %v of type %T", err, err)
				}
				continue
			}
			checkPredictions(t, m)
		}
	})
}

func checkPredictions(t *testing.T, m *Model) {
	t.Helper()
	d := len(m.Coding.Features())
	for _, v := range []float64{0, 1, -1e-300, 1e150, -math.MaxFloat64} {
		x := mat.NewDense(2, d, nil)
		for i := range d {
			x.Set(0, i, v)
			x.Set(1, i, v*float64(i))
		}
		if math.IsInf(v*float64(d), 0) {
			x = x.Slice(0, 1, 0, d).(*mat.Dense)
		}
		values, err := m.Values(x)
		if err != nil {
			var row *RowError
			if !errors.As(err, &row) {
				t.Fatalf("error %v of type %T", err, err)
			}
			continue
		}
		shown := []*mat.Dense{values}
		if m.Learner != Ridge {
			for _, class := range m.Classifier().Decide(values) {
				if class < 0 || class >= len(m.Coding.Target.Texts) {
					t.Fatalf("class %d of %q", class, m.Coding.Target.Texts)
				}
			}
			if chances := m.Classifier().Chances(values); chances != nil {
				shown = append(shown, chances)
			}
		}
		for _, a := range shown {
			rows, _ := a.Dims()
			for i := range rows {
				for _, y := range a.RawRowView(i) {
					if math.IsNaN(y) || math.IsInf(y, 0) {
						t.Fatalf("%v is predicted at %v", y, v)
					}
				}
			}
		}
	}
}
