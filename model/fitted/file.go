package fitted

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// The first fields of a file. Files of versions 1 and 2 have other fields.
const (
	formatName = "gramscope model"
	version    = 3
)

// envelope is the whole file.
type envelope struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Program  string          `json:"program"`
	Checksum string          `json:"checksum"`
	Model    json.RawMessage `json:"model"`
}

// sum returns the SHA-256 of the file's content.
func (e *envelope) sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n%q\n", e.Version, e.Program)
	h.Write(e.Model)
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// Encode returns the content of a model's file. The error is a *data.Error for path if a number is not finite, or if
// parts of the model do not fit each other.
func Encode(path string, m *Model) ([]byte, error) {
	e := envelope{Format: formatName, Version: version, Program: strings.ToValidUTF8(m.Program, "�")}
	err := m.check()
	if err == nil {
		e.Model, err = plainJSON(newForm(m))
	}
	if err != nil {
		return nil, &data.Error{File: path, Problem: "not written: the fitted model can't be used: " + err.Error(),
			Remedies: remedy.Change(remedy.Raise, "mu").Or(remedy.Do("standardise the data")), Err: err}
	}
	e.Checksum = e.sum()
	content, err := plainJSON(e)
	return append(content, '\n'), err
}

// plainJSON encodes v without escaping <, > and &.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	err := w.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// Read reads a model file, using at most maxBytes of memory. The error is a *data.Error: the file does not
// exist, is not a model file, has another version, is cut short, edited, or too large.
func Read(path string, maxBytes int64) (m *Model, err error) {
	file, err := os.Open(path)
	if err == nil {
		defer file.Close()
		m, err = readFrom(file, maxBytes)
	}
	own := (*data.Error)(nil)
	if err != nil && !errors.As(err, &own) {
		own = &data.Error{Problem: data.Cause(err), Want: "a model that gramscope fit has written", Err: err}
	}
	if own != nil {
		own.File = path
		return nil, own
	}
	return m, nil
}

// Upper bounds of the memory for reading a file, in bytes. For each byte: the growing buffer, and a copy of the model.
// For each number, after which comes a comma or a bracket: its place in a growing row and in a matrix.
const (
	memoryOfByte   = 3
	memoryOfNumber = 32
)

// readFrom reads a model. It is an error if that takes more than maxBytes of memory.
func readFrom(file io.Reader, maxBytes int64) (*Model, error) {
	most := maxBytes / memoryOfByte
	in := bufio.NewReader(file)
	if begin, err := in.Peek(1); err == nil && begin[0] != '{' { // before the rest of a large file
		return nil, noModel("it is not a JSON object")
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(io.LimitReader(in, most+1)); err != nil {
		return nil, err
	}
	content := text.Bytes()
	numbers := bytes.Count(content, []byte(",")) + bytes.Count(content, []byte("]"))
	need := memoryOfByte*int64(len(content)) + memoryOfNumber*int64(numbers)
	if need <= maxBytes {
		return decode(content)
	}
	const large = "reading a file of at least %s takes at least %s of memory"
	return nil, &data.Error{Problem: fmt.Sprintf(large, model.Bytes(int64(len(content))), model.Bytes(need)),
		Want:     "at most " + model.Bytes(maxBytes),
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("fit the model again with a smaller m"))}
}

// decode reads what Encode has written. Its error does not name the file.
func decode(content []byte) (*Model, error) {
	var e envelope
	whole := json.NewDecoder(bytes.NewReader(content)) // it has an error of its own for an unexpected end
	err := whole.Decode(&e)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return nil, bad(fmt.Sprintf("the file is cut short: it ends after %d bytes, in the middle", len(content)), nil)
	case err == nil && e.Format != formatName || !bytes.Contains(content, []byte(formatName)):
		return nil, noModel("its format is not called " + formatName)
	case err != nil:
		return nil, bad("the file was edited or damaged: "+err.Error(), nil)
	case e.Version != version:
		return nil, &data.Error{Problem: fmt.Sprintf("a model file of version %d, written by %.60s", e.Version, e.Program),
			Want: fmt.Sprintf("version %d", version), Remedies: remedy.Do("fit it again, or predict with that program")}
	case whole.More() || e.sum() != e.Checksum:
		return nil, bad("the file was edited or damaged: its checksum does not belong to what it holds", nil)
	}
	f := form{Model: &Model{Origin: Origin{Program: e.Program}}}
	d := json.NewDecoder(bytes.NewReader(e.Model))
	d.DisallowUnknownFields()
	if err = d.Decode(&f); err == nil {
		f.Predictor, err = f.predictor()
	}
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return nil, bad("the file contradicts itself: "+err.Error(), err) // although its checksum is right
	}
	return f.Model, nil
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
