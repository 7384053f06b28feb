package fitted

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
)

// What a file begins with.
const (
	formatName = "gramscope model"
	version    = 1 // the only one there is
)

// envelope is the whole file.
type envelope struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Program  string          `json:"program"`
	Checksum string          `json:"checksum"`
	Model    json.RawMessage `json:"model"`
}

// sum is the SHA-256 of what a file says, whitespace aside.
func (e *envelope) sum() (string, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, e.Model); err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%d\n%q\n", e.Version, e.Program)
	h.Write(compact.Bytes())
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}

// form is a Model as it stands in a file.
type form struct {
	Origin
	Coding  data.Coding   `json:"coding"`
	Scaling *data.Scaling `json:"scaling"`
	Kernel  kernelForm    `json:"kernel"`
	Learner string        `json:"learner"`
	Classes []int         `json:"classes,omitempty"`
	Offsets []float64     `json:"offsets"`
	Centres [][]float64   `json:"centres,omitempty"`
	Parts   []partForm    `json:"parts"`
}

type kernelForm struct {
	Family string  `json:"family"`
	Gamma  float64 `json:"gamma,omitempty"`
	Degree int     `json:"degree,omitempty"`
	Offset float64 `json:"offset,omitempty"`
	Beta   int     `json:"beta,omitempty"`
	Rate   float64 `json:"rate,omitempty"`
}

// partForm holds matrices by rows.
type partForm struct {
	Landmarks   [][]float64 `json:"landmarks,omitempty"`
	Frequencies [][]float64 `json:"frequencies,omitempty"`
	Weights     [][]float64 `json:"weights,omitempty"`
}

// encode writes the model as a file's content. A number that is not finite is
// an error.
func (m *Model) encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the fitted model is of no use: %w", err)
	}
	f := form{
		Origin: m.Origin, Coding: m.Coding, Scaling: m.Scaling, Learner: m.Learner, Classes: m.Classes, Offsets: m.Offsets,
		Kernel:  kernelForm{m.Family, m.Shape.Gamma, m.Shape.Degree, m.Shape.Offset, m.Shape.Beta, m.Shape.Rate},
		Centres: rowsOf(m.Predictor.Centres), Parts: []partForm{},
	}
	for _, p := range m.Predictor.Parts {
		f.Parts = append(f.Parts, partForm{rowsOf(p.Landmarks), rowsOf(p.Frequencies), rowsOf(p.Weights)})
	}
	e := envelope{Format: formatName, Version: version, Program: strings.ToValidUTF8(m.Program, "�")}
	var err error
	if e.Model, err = plainJSON(f); err != nil {
		return nil, err
	}
	if e.Checksum, err = e.sum(); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n \"format\": %q,\n \"version\": %d,\n", e.Format, e.Version)
	program, err := plainJSON(e.Program)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&out, " \"program\": %s,\n \"checksum\": %q,\n \"model\": ", program, e.Checksum)
	out.Write(e.Model)
	out.WriteString("\n}\n")
	return out.Bytes(), nil
}

// plainJSON leaves <, > and & as they are.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

func rowsOf(a *mat.Dense) [][]float64 {
	if a == nil {
		return nil
	}
	n, _ := a.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = a.RawRowView(i)
	}
	return rows
}

const fitAgain = "fetch the file again, or fit it again"

// decode reads what encode has written. The error lacks the file's name.
func decode(content []byte) (*Model, error) {
	var e envelope
	whole := json.NewDecoder(bytes.NewReader(content)) // it tells a sudden end from other trouble
	if err := whole.Decode(&e); err != nil {
		return nil, unreadable(content, err)
	}
	if rest := bytes.TrimSpace(content[whole.InputOffset():]); len(rest) > 0 {
		return nil, unreadable(content, fmt.Errorf("something follows the end: %q", clip(string(rest))))
	}
	if e.Format != formatName {
		return nil, noModel("its format is not called " + formatName)
	}
	if e.Version != version {
		return nil, &data.Error{Problem: fmt.Sprintf("a model file of version %d, written by %s", e.Version, clip(e.Program)),
			Want: fmt.Sprintf("version %d, the only one that this program reads", version), Remedies: remedy.Do("predict with the program that wrote it, or fit it again")}
	}
	sum, err := e.sum()
	if err != nil || sum != e.Checksum {
		return nil, &data.Error{Problem: "the file was edited or damaged: its checksum does not belong to what it holds",
			Want: "a model as gramscope fit has written it", Remedies: remedy.Do(fitAgain)}
	}
	var f form
	d := json.NewDecoder(bytes.NewReader(e.Model))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, inconsistent(err)
	}
	m, err := f.model()
	if err != nil {
		return nil, inconsistent(err)
	}
	m.Program = e.Program
	return m, nil
}

// unreadable tells a file cut short and one that was damaged from what never was
// a model.
func unreadable(content []byte, err error) error {
	trimmed := bytes.TrimSpace(content)
	var syntax *json.SyntaxError
	switch {
	case len(trimmed) == 0:
		return &data.Error{Problem: "the file is empty", Want: "a model as gramscope fit has written it", Remedies: remedy.Do(fitAgain)}
	case trimmed[0] != '{':
		return noModel("it is no JSON object")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &data.Error{Problem: fmt.Sprintf("the file is cut short: it ends after %d bytes, in the middle", len(content)), Want: "a closing } at its end", Remedies: remedy.Do(fitAgain)}
	case !bytes.Contains(content[:min(len(content), 1<<10)], []byte(formatName)):
		return noModel(err.Error())
	case errors.As(err, &syntax):
		before := content[:syntax.Offset]
		line := 1 + bytes.Count(before, []byte("\n"))
		return &data.Error{Line: line, Column: len(before) - bytes.LastIndexByte(before, '\n') - 1,
			Problem: "the file was edited or damaged: " + err.Error(), Want: "JSON", Remedies: remedy.Do(fitAgain)}
	}
	return &data.Error{Problem: "the file was edited or damaged: " + err.Error(), Want: "a model as gramscope fit has written it", Remedies: remedy.Do(fitAgain)}
}

func noModel(why string) error {
	return &data.Error{Problem: "this is no model file: " + why, Want: "what gramscope fit has written",
		Remedies: remedy.Do("name the model first and then the data: gramscope predict MODEL.json DATA")}
}

// inconsistent is for files whose checksum is right all the same.
func inconsistent(err error) error {
	return &data.Error{Problem: "the file contradicts itself: " + err.Error(), Want: "a model as gramscope fit has written it", Remedies: remedy.Do(fitAgain), Err: err}
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

func (f *form) model() (*Model, error) {
	m := &Model{
		Origin: f.Origin, Coding: f.Coding, Scaling: f.Scaling, Family: f.Kernel.Family, Learner: f.Learner, Classes: f.Classes, Offsets: f.Offsets,
		Shape:     kernel.Shape{Gamma: f.Kernel.Gamma, Degree: f.Kernel.Degree, Offset: f.Kernel.Offset, Beta: f.Kernel.Beta, Rate: f.Kernel.Rate},
		Predictor: &model.Predictor{Outputs: len(f.Offsets)},
	}
	family, ok := kernel.Lookup(m.Family)
	if !ok {
		return nil, fmt.Errorf("there is no kernel %q", clip(m.Family))
	}
	var err error
	if m.Predictor.Kernel, err = family.Kernel(m.Shape); err != nil {
		return nil, err
	}
	if m.Predictor.Centres, err = matrix("centres", f.Centres); err != nil {
		return nil, err
	}
	for _, p := range f.Parts {
		var part model.PredictorPart
		for _, field := range []struct {
			name string
			rows [][]float64
			dst  **mat.Dense
		}{{"landmarks", p.Landmarks, &part.Landmarks}, {"frequencies", p.Frequencies, &part.Frequencies}, {"weights", p.Weights, &part.Weights}} {
			if *field.dst, err = matrix(field.name, field.rows); err != nil {
				return nil, err
			}
		}
		m.Predictor.Parts = append(m.Predictor.Parts, part)
	}
	return m, m.check()
}

// matrix is nil for no rows.
func matrix(name string, rows [][]float64) (*mat.Dense, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	d := len(rows[0])
	if d == 0 {
		return nil, fmt.Errorf("%s without columns", name)
	}
	flat := make([]float64, 0, len(rows)*d)
	for i, row := range rows {
		if len(row) != d {
			return nil, fmt.Errorf("row %d of the %s has %d numbers, the first %d", i+1, name, len(row), d)
		}
		flat = append(flat, row...)
	}
	return mat.NewDense(len(rows), d, flat), nil
}

func finite(name string, numbers []float64) error {
	for i, v := range numbers {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("number %d of the %s is %v", i+1, name, v)
		}
	}
	return nil
}
