package fitted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/learn"
)

// random fills a matrix with numbers of all magnitudes.
func random(rows, cols int, rng *rand.Rand) *mat.Dense {
	a := mat.NewDense(rows, cols, nil)
	for i := range rows {
		for j := range cols {
			a.Set(i, j, rng.NormFloat64()*math.Pow(10, float64(rng.IntN(40)-20)))
		}
	}
	return a
}

// examples returns models of every shape that a file may have, on two columns, one of them text with two
// values.
func examples() map[string]*Model {
	rng := rand.New(rand.NewPCG(1, 2))
	coding := data.Coding{
		Columns: []data.CodedColumn{{Name: "höhe <cm>", Number: 3},
			{Name: "kind", Number: 1, Texts: []string{"fern \"&\"", "moss"}}},
		Target: data.CodedColumn{Name: "y", Number: 2}, Width: 4,
	}
	classes := coding
	classes.Target.Texts = []string{"a", "b", "c", "d"}
	scaling := &data.Scaling{Mean: []float64{1.0 / 3, 0.1, -7e300}, Deviation: []float64{math.Pi, 0, 1e-300}}
	origin := Origin{Program: "gramscope v1 <x>", Data: "plants.csv", Rows: 12, Method: "nystrom",
		Parameters: map[string]any{"m": 4.0, "norm": "column"},
		Solver:     "direct", Mu: 0.1, Seed: math.MaxUint64}
	part := func(m, outputs int) model.PredictorPart {
		return model.PredictorPart{Landmarks: random(m, 3, rng), Weights: random(m, outputs, rng)}
	}
	make := func(coding data.Coding, scaling *data.Scaling, family string, shape kernel.Values, learner string,
		present []int, offsets []float64, centres *mat.Dense, parts ...model.PredictorPart) *Model {
		f, ok := kernel.Lookup(family)
		if !ok {
			panic(family)
		}
		k, err := f.Kernel(shape)
		if err != nil {
			panic(err)
		}
		return &Model{origin, coding, scaling, Kernel{family, shape}, learner, present,
			&model.Predictor{Kernel: k, Centres: centres, Parts: parts, Outputs: len(offsets)}, offsets, 0, nil, "", nil}
	}
	extreme := part(6, 1)
	for i, v := range []float64{math.SmallestNonzeroFloat64, math.Copysign(0, -1), math.Nextafter(1, 2),
		0x1.fffffffffffffp-1023, 1e21, 123456789012345680} {
		extreme.Weights.Set(i, 0, v)
		extreme.Landmarks.Set(i, 0, -v/3)
	}
	spread := func(m *Model, s *Spread) *Model {
		m.Spread = s
		return m
	}
	fourier := model.PredictorPart{Frequencies: random(3, 3, rng), Weights: random(6, 1, rng)}
	draws := mat.NewDense(4, 4, []float64{1, -1, 0, 0, 0, 0, -1, 1, 0, 1, 1, 1, -1, 0, 0, 0})
	complexly := model.PredictorPart{Sketch: &model.TensorSketch{Kind: model.SketchComplex, Width: 2, Draws: draws},
		Weights: random(2, 1, rng)}
	count := model.PredictorPart{Sketch: &model.TensorSketch{Width: 5,
		Draws: mat.NewDense(2, 4, []float64{1, -5, 3, 4, 4, -2, 5, 1})}, Weights: random(5, 1, rng)}
	nearest := part(6, 1)
	nearest.Nearest = model.NewNearest(nearest.Landmarks, 2, 1e-12)
	return map[string]*Model{
		"nearest": make(coding, nil, "matern12", kernel.Values{"gamma": 1}, Ridge, nil, []float64{0}, nil, nearest),
		"complex": make(coding, scaling, "polynomial", kernel.Values{"gamma": 0.3, "degree": 2, "offset": 1}, Ridge, nil,
			[]float64{0}, nil, complexly),
		"count": make(coding, scaling, "polynomial", kernel.Values{"gamma": 0.3, "degree": 2, "offset": 1}, Ridge, nil,
			[]float64{0}, nil, count),
		"ridge": make(coding, scaling, "gaussian", kernel.Values{"gamma": 0.1}, Ridge, nil, []float64{1.0 / 7}, nil,
			extreme),
		"raw": make(coding, nil, "laplacian", kernel.Values{"gamma": 1e-13}, Ridge, nil, []float64{-2}, nil,
			part(1, 1)),
		"fourier": make(coding, scaling, "matern32", kernel.Values{"gamma": 3}, Ridge, nil, []float64{0}, nil, fourier),
		"clusters": make(coding, scaling, "matern52", kernel.Values{"gamma": 3}, Ridge, nil, []float64{0},
			random(3, 3, rng), part(2, 1), model.PredictorPart{}, part(5, 1)),
		"polynomial": make(coding, scaling, "polynomial", kernel.Values{"gamma": 0.3, "degree": 2, "offset": 1}, Ridge, nil,
			[]float64{0}, nil, part(2, 1)),
		"linear": make(coding, scaling, "linear", nil, Ridge, nil, []float64{5}, nil),
		"dtc": spread(make(coding, scaling, "gaussian", kernel.Values{"gamma": 1}, Ridge, nil, []float64{5}, nil,
			part(3, 1)), &Spread{RuleDTC, 0.3, Rows{random(3, 2, rng)}, Rows{random(2, 2, rng)}}),
		"tiny": spread(make(coding, nil, "gaussian", kernel.Values{"gamma": 1}, Ridge, nil, []float64{5}, nil,
			part(3, 1)), &Spread{Rule: RuleDTC, Amplitude: 1e-300, Features: Rows{random(3, 2, rng)}}),
		"exact": spread(make(coding, scaling, "polynomial", kernel.Values{"gamma": 0.3, "degree": 2, "offset": 1}, Ridge,
			nil, []float64{0}, nil, part(2, 1)), &Spread{Rule: RuleExact, Amplitude: 7}),
		"two": make(classes, scaling, "gaussian", kernel.Values{"gamma": 1}, learn.LearnerLogistic, []int{1, 3},
			[]float64{0.3}, nil, part(4, 1)),
		"four": make(classes, nil, "gaussian", kernel.Values{"gamma": 1}, learn.LearnerSVM, []int{0, 1, 2, 3},
			[]float64{1, 2, 3, 4}, nil, part(4, 4)),
		"three": make(classes, nil, "gaussian", kernel.Values{"gamma": 1}, learn.LearnerLogistic, []int{0, 1, 3},
			[]float64{1, 2, 3}, nil, part(4, 3)),
	}
}

// points are raw rows for the examples.
func points() *mat.Dense {
	rng := rand.New(rand.NewPCG(5, 5))
	x := mat.NewDense(7, 3, nil)
	for i := range 7 {
		x.SetRow(i, []float64{rng.NormFloat64(), float64(i % 2), float64((i + 1) % 2)})
	}
	return x
}

// TestRoundTrip: what is written reads back as the same, and predicts the same
// bits.
func TestRoundTrip(t *testing.T) {
	for name, m := range examples() {
		t.Run(name, func(t *testing.T) {
			content, err := Encode("", m)
			if err != nil {
				t.Fatal(err)
			}
			back, err := decode(content)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(m, back) {
				t.Errorf("got %+v\nwant %+v", back, m)
			}
			if m.Scaling != nil {
				m.Scaling.Mean[2], back.Scaling.Mean[2] = 0, 0 // −7e300 is for the digits only
				m.Scaling.Deviation[2], back.Scaling.Deviation[2] = 1, 1
			}
			want, err := m.Values(points())
			if err != nil {
				t.Fatal(err)
			}
			got, err := back.Values(points())
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range want.RawMatrix().Data {
				if math.Float64bits(v) != math.Float64bits(got.RawMatrix().Data[i]) {
					t.Errorf("value %d: %v before, %v after", i, v, got.RawMatrix().Data[i])
				}
			}
			again, err := Encode("", back)
			if err != nil || m.Scaling == nil && !bytes.Equal(content, again) {
				t.Errorf("written again: %v\n%s\nbefore\n%s", err, again, content)
			}
			for i, p := range m.Predictor.Parts {
				for _, pair := range [][2]*mat.Dense{{p.Weights, back.Predictor.Parts[i].Weights},
					{p.Landmarks, back.Predictor.Parts[i].Landmarks}} {
					if pair[0] == nil {
						continue
					}
					for j, v := range pair[0].RawMatrix().Data {
						if math.Float64bits(v) != math.Float64bits(pair[1].RawMatrix().Data[j]) {
							t.Errorf("number %d: %v became %v", j, v, pair[1].RawMatrix().Data[j])
						}
					}
				}
			}
		})
	}
}

// TestValues does a prediction by hand: a Gaussian at one landmark, on
// standardised columns, with its weight and offset.
func TestValues(t *testing.T) {
	m := examples()["ridge"]
	m.Scaling = &data.Scaling{Mean: []float64{10, 0, 5}, Deviation: []float64{2, 0, 1}}
	m.Predictor.Parts = []model.PredictorPart{{Landmarks: mat.NewDense(1, 3, []float64{1, 0, -1}),
		Weights: mat.NewDense(1, 1, []float64{3})}}
	m.Offsets = []float64{0.5}
	x := mat.NewDense(2, 3, []float64{12, 9, 4, 14, -9, 4})
	got, err := m.Values(x)
	if err != nil {
		t.Fatal(err)
	}
	if want := 3*math.Exp(-0.1) + 0.5; got.At(0, 0) != 3.5 || math.Abs(got.At(1, 0)-want) > 1e-15 {
		t.Errorf("values %v, want 3.5 and %v", mat.Formatted(got), want)
	}
	if x.At(0, 0) != 12 {
		t.Error("Values has changed its argument")
	}
}

func TestRowsTooFarAway(t *testing.T) {
	for name, m := range map[string]*Model{"gaussian": examples()["raw"], "polynomial": examples()["polynomial"]} {
		m.Scaling = nil
		x := mat.NewDense(3, 3, nil)
		x.Set(1, 1, 1e200)
		_, err := m.Values(x)
		var row *RowError
		if name == "gaussian" {
			x.Set(1, 1, 1e160)
			_, err = m.Values(x)
		}
		if !errors.As(err, &row) || row.Row != 1 || row.Column != m.Coding.Features()[1] {
			t.Errorf("%s: %v", name, err)
		}
		x.Set(1, 1, 1e100) // whose square is a number, and that of 1e100·1e100 is none
		m.Predictor.Parts[0].Landmarks.Set(0, 1, 1e100)
		_, err = m.Values(x)
		if name == "polynomial" && (err == nil || !strings.HasPrefix(err.Error(), "row 2: the prediction is ")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMatrixRows: rows of a part of the matrix stand in the order of the landmarks, all rows in that of the matrix.
func TestMatrixRows(t *testing.T) {
	parts := []model.PredictorPart{{Landmarks: mat.NewDense(3, 1, []float64{3, 1, 2})}}
	m := &Model{Matrix: 5, Predictor: &model.Predictor{Parts: parts}}
	if got := m.MatrixRows(); !slices.Equal(got, []int{3, 1, 2}) {
		t.Errorf("3 of 5 rows: %v", got)
	}
	m.Matrix = 3
	if got := m.MatrixRows(); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("all rows: %v", got)
	}
}

// TestClasses: decisions and probabilities are those of package learn, and a
// class without training rows has none.
func TestClasses(t *testing.T) {
	m := examples()["two"]
	values := mat.NewDense(2, 1, []float64{-1, 2})
	if got := m.Classifier().Decide(values); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("classes %v", got)
	}
	p := m.Classifier().Chances(values)
	if r, c := p.Dims(); r != 2 || c != 4 || p.At(0, 0) != 0 || p.At(0, 2) != 0 ||
		math.Abs(p.At(1, 3)-1/(1+math.Exp(-2))) > 1e-15 {
		t.Errorf("probabilities %v", mat.Formatted(p))
	}
	if examples()["four"].Classifier().Chances(mat.NewDense(1, 4, []float64{1, 2, 3, 4})) != nil {
		t.Error("an SVM has probabilities")
	}
}

// refused checks that decode gives a *data.Error with all the parts.
func refused(t *testing.T, what string, content []byte, parts ...string) {
	t.Helper()
	m, err := decode(content)
	var own *data.Error
	if !errors.As(err, &own) || m != nil || len(own.Remedies) == 0 {
		t.Errorf("%s: %v of type %T", what, err, err)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v\nlacks %q", what, err, part)
		}
	}
}

func TestCutShort(t *testing.T) {
	for name, m := range examples() {
		content, err := Encode("", m)
		if err != nil {
			t.Fatal(err)
		}
		for k := 1; k < len(content)-1; k++ { // all but the last line break
			refused(t, fmt.Sprintf("%s, %d of %d bytes", name, k, len(content)), content[:k], "cut short", fmt.Sprint(k))
		}
	}
}

// TestEdited changes every letter and digit, one at a time.
func TestEdited(t *testing.T) {
	content, err := Encode("", examples()["clusters"])
	if err != nil {
		t.Fatal(err)
	}
	changed := 0
	for k, c := range content {
		edited := bytes.Clone(content)
		switch {
		case c >= '0' && c <= '8', c >= 'a' && c <= 'y':
			edited[k]++
		case c == '9', c == 'z':
			edited[k]--
		default:
			continue
		}
		changed++
		if _, err := decode(edited); err == nil {
			t.Errorf("byte %d, %q for %q in %q, is not noticed", k, edited[k], c, content[max(0, k-20):min(len(content), k+20)])
		}
	}
	if changed < 500 {
		t.Errorf("%d changes only", changed)
	}
	for what, edit := range map[string][2]string{"a digit": {`"mu":0.1`, `"mu":0.2`}, "a name": {`"moss"`, `"mosses"`},
		"the program": {"gramscope v1", "gramscope v2"}, "a key": {`"seed"`, `"sead"`}} {
		if bytes.Count(content, []byte(edit[0])) == 0 {
			t.Fatalf("no %s", edit[0])
		}
		refused(t, what, bytes.Replace(content, []byte(edit[0]), []byte(edit[1]), 1), "edited or damaged", "checksum",
			"fit it again")
	}
	refused(t, "a brace", bytes.Replace(content, []byte(`"kernel":{`), []byte(`"kernel":}`), 1), "edited or damaged")
	refused(t, "more at the end", append(bytes.Clone(content), "x"...), "edited or damaged")
}

func TestOtherVersion(t *testing.T) {
	content, err := Encode("", examples()["ridge"])
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"1", "2", "4", "0", "-1"} {
		other := bytes.Replace(content, []byte(`"version":3`), []byte(`"version":`+v), 1)
		refused(t, v, other, "version "+v, "gramscope v1 <x>", "expected version 3; fit it again")
	}
}

func TestNoModel(t *testing.T) {
	for what, text := range map[string]string{
		"a table": "a,b\n1,2\n", "an array": `[1,2]`, "another object": `{"format":"gram","version":1}`, "an object": `{}`,
		"a word":         "null",
		"another format": `{"format": 3}`, "brace": "{a}",
	} {
		refused(t, what, []byte(text), "no model file", "gramscope predict MODEL.json DATA")
	}
	refused(t, "empty", nil, "cut short", "after 0 bytes")
}

// seal is a file of a changed form with a checksum that belongs to it.
func seal(t *testing.T, form any) []byte {
	t.Helper()
	e := envelope{Format: formatName, Version: version}
	var err error
	if e.Model, err = json.Marshal(form); err != nil {
		t.Fatal(err)
	}
	e.Checksum = e.sum()
	content, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func formOf(t *testing.T, m *Model) map[string]any {
	t.Helper()
	content, err := Encode("", m)
	if err != nil {
		t.Fatal(err)
	}
	var e envelope
	if err := json.Unmarshal(content, &e); err != nil {
		t.Fatal(err)
	}
	var form map[string]any
	d := json.NewDecoder(bytes.NewReader(e.Model))
	d.UseNumber() // the seed has more digits than a float64
	if err := d.Decode(&form); err != nil {
		t.Fatal(err)
	}
	return form
}

// TestContradictions: files that someone has sealed, and that would lead
// predictions astray.
func TestContradictions(t *testing.T) {
	for what, c := range map[string]struct {
		of     string
		change func(map[string]any)
		part   string
	}{
		"unknown kernel": {"ridge", func(f map[string]any) { f["kernel"].(map[string]any)["family"] = "cubic" },
			`no kernel "cubic"`},
		"gamma": {"ridge", func(f map[string]any) {
			f["kernel"].(map[string]any)["values"].(map[string]any)["gamma"] = -1
		}, "gamma"},
		"learner":   {"ridge", func(f map[string]any) { f["learner"] = "tree" }, `no learner "tree"`},
		"matrix":    {"ridge", func(f map[string]any) { f["matrix"] = 5 }, "a kernel matrix of 5 rows with the kernel gaussian"},
		"offsets":   {"ridge", func(f map[string]any) { f["offsets"] = []float64{1, 2} }, "offsets"},
		"no offset": {"ridge", func(f map[string]any) { f["offsets"] = nil }, "offsets"},
		"means": {"ridge", func(f map[string]any) { f["scaling"].(map[string]any)["mean"] = []float64{1} },
			"do not fit"},
		"no columns": {"ridge", func(f map[string]any) { f["coding"].(map[string]any)["columns"] = nil },
			"landmarks of 3 coordinates, want 0"},
		"width":          {"ridge", func(f map[string]any) { f["coding"].(map[string]any)["width"] = 2 }, "number 3 of 2"},
		"an unknown key": {"ridge", func(f map[string]any) { f["bias"] = 3 }, "bias"},
		"a text":         {"ridge", func(f map[string]any) { f["offsets"] = []string{"1"} }, "string"},
		"landmarks":      {"raw", func(f map[string]any) { f["parts"].([]any)[0].(map[string]any)["landmarks"] = [][]float64{{1, 2}} }, "landmarks of"},
		"wide landmarks": {"raw", func(f map[string]any) {
			f["parts"].([]any)[0].(map[string]any)["landmarks"] = [][]float64{{1, 2, 3, 4}}
		}, "landmarks of"},
		"wider landmarks": {"ridge", func(f map[string]any) {
			f["parts"].([]any)[0].(map[string]any)["landmarks"] = slices.Repeat([][]float64{{1, 2, 3, 4}}, 6)
		}, "landmarks of"},
		"narrow frequencies": {"fourier", func(f map[string]any) {
			f["parts"].([]any)[0].(map[string]any)["frequencies"] = [][]float64{{1}, {2}, {3}}
		}, "do not fit"},
		"two outputs": {"raw", func(f map[string]any) {
			f["parts"].([]any)[0].(map[string]any)["weights"] = [][]float64{{1,
				2}}
		}, "weights of 2 outputs"},
		"wide centres": {"clusters", func(f map[string]any) { f["centres"] = slices.Repeat([][]float64{{1, 2, 3, 4}}, 3) },
			"4 coordinates"},
		"kind of sketch": {"count", func(f map[string]any) { f["parts"].([]any)[0].(map[string]any)["sketch"] = "sign" },
			`no sketch "sign"`},
		"draws": {"count", func(f map[string]any) {
			f["parts"].([]any)[0].(map[string]any)["draws"] = [][]float64{{1, -6, 3, 4}, {4, -2, 5, 1}}
		}, "do not fit"},
		"fewer draws": {"complex", func(f map[string]any) {
			f["parts"].([]any)[0].(map[string]any)["draws"] = [][]float64{{1,
				-1, 0, 0}}
		}, "do not fit"},
		"neighbours": {"nearest", func(f map[string]any) { f["parts"].([]any)[0].(map[string]any)["nearest"] = 7 },
			"7 nearest of 6"},
		"ragged": {"raw", func(f map[string]any) {
			f["parts"].([]any)[0].(map[string]any)["landmarks"] = [][]float64{{1, 2, 3}, {1}}
		}, "rows of different lengths"},
		"empty row": {"raw",
			func(f map[string]any) { f["parts"].([]any)[0].(map[string]any)["weights"] = [][]float64{{}} }, "without columns"},
		"weights": {"raw",
			func(f map[string]any) { f["parts"].([]any)[0].(map[string]any)["weights"] = [][]float64{{1}, {2}} }, "do not fit"},
		"weights of none": {"raw", func(f map[string]any) { delete(f["parts"].([]any)[0].(map[string]any), "landmarks") },
			"do not fit"},
		"parts":             {"clusters", func(f map[string]any) { f["parts"] = f["parts"].([]any)[:2] }, "parts"},
		"no centres":        {"clusters", func(f map[string]any) { delete(f, "centres") }, "parts"},
		"classes":           {"two", func(f map[string]any) { f["classes"] = []int{1, 4} }, "classes"},
		"one class":         {"two", func(f map[string]any) { f["classes"] = []int{1} }, "classes"},
		"classes of ridge":  {"ridge", func(f map[string]any) { f["classes"] = []int{0, 1} }, "classes"},
		"unordered classes": {"three", func(f map[string]any) { f["classes"] = []int{0, 3, 1} }, "classes"},
		"same class":        {"three", func(f map[string]any) { f["classes"] = []int{0, 1, 1} }, "classes"},
		"rule": {"dtc", func(f map[string]any) { f["spread"].(map[string]any)["rule"] = "sor" },
			`variances by the rule "sor"`},
		"amplitude": {"dtc", func(f map[string]any) { f["spread"].(map[string]any)["amplitude"] = -1 }, "variances"},
		"half": {"dtc", func(f map[string]any) { f["spread"].(map[string]any)["half"] = [][]float64{{1}} },
			"do not fit"},
		"features": {"dtc",
			func(f map[string]any) { f["spread"].(map[string]any)["features"] = [][]float64{{1, 2}} }, "do not fit"},
		"no features": {"tiny", func(f map[string]any) { delete(f["spread"].(map[string]any), "features") },
			"do not fit"},
		"negative μ": {"exact", func(f map[string]any) { f["mu"] = -1 }, "variances"},
		"negative delta": {"nearest", func(f map[string]any) { f["parts"].([]any)[0].(map[string]any)["delta"] = -1 },
			"a delta of -1"},
	} {
		form := formOf(t, examples()[c.of])
		if _, err := decode(seal(t, form)); err != nil {
			t.Fatalf("%s, unchanged: %v", what, err)
		}
		c.change(form)
		refused(t, what, seal(t, form), "contradicts itself", c.part)
	}
}

// TestAnyContent changes sealed files at random places: they are refused, or
// they predict without a panic.
func TestAnyContent(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	accepted, rejected := 0, 0
	all := examples()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for range 60 {
			form := any(formOf(t, all[name]))
			mutate(form, rng)
			m, err := decode(seal(t, form))
			if err != nil {
				rejected++
				continue
			}
			accepted++
			x := points()
			if d := len(m.Coding.Features()); d != 3 {
				x = mat.NewDense(2, d, nil)
			}
			values, err := m.Values(x)
			if err == nil && m.Spread != nil {
				if at, err := m.Variances(t.Context()); err == nil {
					at(x)
				}
			}
			if err == nil && m.Coding.Target.Texts != nil {
				m.Classifier().Decide(values)
				m.Classifier().Chances(values)
			}
		}
	}
	if accepted < 100 || rejected < 100 {
		t.Errorf("%d accepted and %d rejected", accepted, rejected)
	}
}

// mutate walks down to a random entry and changes it.
func mutate(v any, rng *rand.Rand) {
	junk := []any{nil, 1e300, -1, 0, 3, "x", []any{}, map[string]any{}, []any{1.0}, []any{[]any{}}, true, 1.5}
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 {
			return
		}
		key := keys[rng.IntN(len(keys))]
		switch rng.IntN(4) {
		case 0:
			delete(v, key)
		case 1:
			v[key] = junk[rng.IntN(len(junk))]
		default:
			mutate(v[key], rng)
			if _, isLeaf := v[key].(json.Number); isLeaf {
				v[key] = junk[rng.IntN(len(junk))]
			}
		}
	case []any:
		if len(v) == 0 {
			return
		}
		i := rng.IntN(len(v))
		if rng.IntN(3) == 0 {
			v[i] = junk[rng.IntN(len(junk))]
		} else {
			mutate(v[i], rng)
		}
	}
}

// TestNotFinite: no NaN reaches a file, nor does what could not be read.
func TestNotFinite(t *testing.T) {
	for what, spoil := range map[string]func(*Model){
		"weights": func(m *Model) { m.Predictor.Parts[0].Weights.Set(2, 0, math.NaN()) },
		"offset":  func(m *Model) { m.Offsets[0] = math.Inf(1) },
		"mean":    func(m *Model) { m.Scaling.Mean[0] = math.NaN() },
		"ridge":   func(m *Model) { m.Mu = math.NaN() },
		"gamma":   func(m *Model) { m.Kernel.Values = kernel.Values{"gamma": math.NaN()} },
		"offsets": func(m *Model) { m.Offsets = []float64{1, 2} },
		"columns": func(m *Model) { m.Coding.Columns = m.Coding.Columns[:1] },
	} {
		m := examples()["ridge"]
		spoil(m)
		if content, err := Encode("", m); err == nil || !strings.Contains(err.Error(), "can't be used") {
			t.Errorf("%s: %v, written as %s", what, err, content)
		}
	}
}
