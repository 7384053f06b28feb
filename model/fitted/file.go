package fitted

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model"
)

// Place returns the destination of a model's file, with the remedies of `gramscope fit`.
func Place(path string, overwrite bool) atomicfile.Destination {
	return atomicfile.Destination{Path: path, Overwrite: overwrite, What: "the model", Another: remedy.By("name another", "out", ""), Replace: remedy.By("replace it", "force", "")}
}

// Encode returns the content of a model's file. path is for errors, which are a
// *data.Error.
func Encode(path string, m *Model) ([]byte, error) {
	content, err := m.encode()
	if err != nil {
		return nil, &data.Error{File: path, Problem: "not written: " + err.Error(), Remedies: remedy.Change(remedy.Raise, "mu").Or(remedy.Do("standardise the data")), Err: err}
	}
	return content, nil
}

// The first fields of a file. Version 2 is of a file with a link.
const (
	formatName = "gramscope model"
	version    = 2
)

// linkSoftmax says how the values of more than two classes become probabilities. Files of logistic regression without a link
// are of programs that separated each class from all others.
const linkSoftmax = "softmax"

// envelope is the whole file.
type envelope struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Program  string          `json:"program"`
	Checksum string          `json:"checksum"`
	Model    json.RawMessage `json:"model"`
}

// sum returns the SHA-256 of the file's content, ignoring white space.
func (e *envelope) sum() (string, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, e.Model); err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%d\n%q\n", e.Version, e.Program)
	h.Write(compact.Bytes())
	return fmt.Sprintf("sha256:%x", h.Sum(nil)), nil
}

// form is a Model as it is written to a file, with the matrices of its Predictor as lists of rows.
type form struct {
	*Model
	Link    string      `json:"link,omitempty"`
	Centres [][]float64 `json:"centres,omitempty"`
	Space   *partForm   `json:"space,omitempty"`
	Parts   []partForm  `json:"parts"`

	Equations json.RawMessage `json:"equations,omitempty"` // of earlier programs, which added rows to them; nothing reads them
}

// encode returns the content of the model's file. It is an error if a number is not finite.
func (m *Model) encode() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the fitted model can't be used: %w", err)
	}
	f := form{Model: m, Centres: rowsOf(m.Predictor.Centres), Parts: []partForm{}}
	if m.Predictor.Space != nil {
		space := formOfPart(*m.Predictor.Space)
		f.Space = &space
	}
	for _, p := range m.Predictor.Parts {
		f.Parts = append(f.Parts, formOfPart(p))
	}
	e := envelope{Format: formatName, Version: 1, Program: strings.ToValidUTF8(m.Program, "�")}
	if m.severalChances() && !m.Rest {
		f.Link, e.Version = linkSoftmax, version
	}
	var err error
	if e.Model, err = plainJSON(f); err != nil {
		return nil, err
	}
	if e.Checksum, err = e.sum(); err != nil {
		return nil, err
	}
	program, err := plainJSON(e.Program)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "{\n \"format\": %q,\n \"version\": %d,\n \"program\": %s,\n \"checksum\": %q,\n \"model\": %s\n}\n",
		e.Format, e.Version, program, e.Checksum, e.Model), nil
}

// plainJSON encodes v without escaping <, > and &.
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

// decode reads what encode has written. Its error does not name the file.
func decode(content []byte) (*Model, error) {
	var e envelope
	whole := json.NewDecoder(bytes.NewReader(content)) // it reports an unexpected end as an error of its own
	if err := whole.Decode(&e); err != nil {
		return nil, unreadable(content, err)
	}
	if rest := bytes.TrimSpace(content[whole.InputOffset():]); len(rest) > 0 {
		return nil, unreadable(content, fmt.Errorf("something follows the end: %q", clip(string(rest))))
	}
	if e.Format != formatName {
		return nil, noModel("its format is not called " + formatName)
	}
	if e.Version < 1 || e.Version > version {
		return nil, &data.Error{Problem: fmt.Sprintf("a model file of version %d, written by %s", e.Version, clip(e.Program)),
			Want: fmt.Sprintf("at most version %d", version), Remedies: remedy.Do("predict with the program that wrote it, or fit it again")}
	}
	if sum, err := e.sum(); err != nil || sum != e.Checksum {
		return nil, bad("the file was edited or damaged: its checksum does not belong to what it holds", nil)
	}
	f := form{Model: &Model{Origin: Origin{Program: e.Program}}}
	d := json.NewDecoder(bytes.NewReader(e.Model))
	d.DisallowUnknownFields()
	err := d.Decode(&f)
	if err == nil {
		err = f.complete()
	}
	if earlier := (*data.Error)(nil); errors.As(err, &earlier) {
		return nil, earlier
	}
	if err != nil {
		return nil, bad("the file contradicts itself: "+err.Error(), err) // although its checksum is right
	}
	return f.Model, nil
}

// unreadable returns the error of a file that is not valid: cut short, damaged, or not a model file.
func unreadable(content []byte, err error) error {
	trimmed := bytes.TrimSpace(content)
	switch {
	case len(trimmed) == 0:
		return bad("the file is empty", nil)
	case trimmed[0] != '{':
		return noModel("it is not a JSON object")
	case errors.Is(err, io.ErrUnexpectedEOF):
		cut := bad(fmt.Sprintf("the file is cut short: it ends after %d bytes, in the middle", len(content)), nil)
		cut.Want = "a closing } at its end"
		return cut
	case !bytes.Contains(content[:min(len(content), 1<<10)], []byte(formatName)):
		return noModel(err.Error())
	}
	edited := bad("the file was edited or damaged: "+err.Error(), nil)
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		before := content[:syntax.Offset]
		edited.Line, edited.Column = 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n')-1
		edited.Want = "JSON"
	}
	return edited
}

// bad returns the error of a damaged model file; err is the cause, or nil.
func bad(problem string, err error) *data.Error {
	return &data.Error{Problem: problem, Want: "a model as gramscope fit has written it", Err: err,
		Remedies: remedy.Do("fetch the file again, or fit it again")}
}

func noModel(why string) error {
	return &data.Error{Problem: "this is no model file: " + why, Want: "what gramscope fit has written",
		Remedies: remedy.Do("name the model first and then the data: gramscope predict MODEL.json DATA")}
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// complete sets the Predictor from the lists of rows, and checks the model.
func (f *form) complete() (err error) {
	if f.Link != "" && (f.Link != linkSoftmax || !f.severalChances()) {
		return fmt.Errorf("the link %q of a model by %s with %d classes", clip(f.Link), clip(f.Learner), len(f.Classes))
	}
	f.Rest = f.severalChances() && f.Link == ""
	p := &model.Predictor{Outputs: len(f.Offsets)}
	f.Predictor = p
	if p.Kernel, err = f.Kernel.function(); err != nil {
		return err
	}
	if p.Centres, err = matrix("centres", f.Centres); err != nil {
		return err
	}
	if f.Space != nil {
		space, err := f.Space.part()
		if err != nil {
			return err
		}
		p.Space = &space
	}
	for _, by := range f.Parts {
		part, err := by.part()
		if err != nil {
			return err
		}
		p.Parts = append(p.Parts, part)
	}
	return f.check()
}

// matrix returns the rows as a matrix, nil for no rows.
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
			return nil, fmt.Errorf("row %d of the %s has %d numbers, and the first row has %d", i+1, name, len(row), d)
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
