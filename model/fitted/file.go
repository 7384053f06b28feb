package fitted

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// The first fields of a file. Version 2 is of a file with a link.
const (
	formatName = "gramscope model"
	version    = 2
)

// linkSoftmax says how the values of more than two classes become probabilities. Files of logistic regression without a
// link are of programs that separated each class from all others.
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

// Encode returns the content of a model's file. The error is a *data.Error for path if a number is not finite, or if
// parts of the model do not fit each other.
func Encode(path string, m *Model) ([]byte, error) {
	f := newForm(m)
	e := envelope{Format: formatName, Version: 1, Program: strings.ToValidUTF8(m.Program, "�")}
	if m.severalChances() && !m.Rest {
		f.Link, e.Version = linkSoftmax, version
	}
	var program []byte
	err := m.check()
	if err == nil {
		e.Model, err = plainJSON(f)
	}
	if err == nil {
		e.Checksum, err = e.sum()
	}
	if err == nil {
		program, err = plainJSON(e.Program)
	}
	if err != nil {
		return nil, &data.Error{File: path, Problem: "not written: the fitted model can't be used: " + err.Error(),
			Remedies: remedy.Change(remedy.Raise, "mu").Or(remedy.Do("standardise the data")), Err: err}
	}
	return fmt.Appendf(nil, "{\n \"format\": %q,\n \"version\": %d,\n \"program\": %s,\n \"checksum\": %q,\n \"model\": %s\n}\n",
		e.Format, e.Version, program, e.Checksum, e.Model), nil
}

// plainJSON encodes v without escaping <, > and &.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	err := w.Encode(v)
	if number := (*json.UnsupportedValueError)(nil); errors.As(err, &number) {
		err = fmt.Errorf("a number in it is %s", number.Str)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// Read reads a model file, using at most maxBytes of memory. The error is a *data.Error: the file does not
// exist, is not a model file, has another version, is cut short, edited, or too large.
func Read(path string, maxBytes int64) (*Model, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &data.Error{File: path, Problem: "no such file", Want: "a model that gramscope fit has written", Err: err}
	}
	var m *Model
	if err == nil {
		defer file.Close()
		m, err = readFrom(file, maxBytes)
	}
	if own := (*data.Error)(nil); errors.As(err, &own) {
		own.File = path
		return nil, own
	}
	if err != nil {
		return nil, &data.Error{File: path, Problem: data.Cause(err), Want: "a model file", Err: err}
	}
	return m, nil
}

// Upper bounds of the memory for reading a file, in bytes. For each byte: the text, a copy of the model, and
// one without white space, which is more than the growing buffer takes. For each number, after which comes
// a comma or a bracket: its place in a growing row and in a matrix.
const (
	memoryOfByte   = 3
	memoryOfNumber = 32
)

// firstBytes is the number of bytes that are checked before the rest is read.
const firstBytes = 1 << 12

// readFrom reads a model. It is an error if that takes more than maxBytes of memory.
func readFrom(file io.Reader, maxBytes int64) (*Model, error) {
	most := maxBytes / memoryOfByte
	var text bytes.Buffer
	if _, err := text.ReadFrom(io.LimitReader(file, min(firstBytes, most+1))); err != nil {
		return nil, err
	}
	if begin := bytes.TrimSpace(text.Bytes()); len(begin) > 0 && begin[0] != '{' {
		return nil, unreadable(begin, nil)
	}
	if _, err := text.ReadFrom(io.LimitReader(file, most+1-int64(text.Len()))); err != nil {
		return nil, err
	}
	content := text.Bytes()
	numbers := bytes.Count(content, []byte(",")) + bytes.Count(content, []byte("]"))
	need, what := memoryOfByte*int64(len(content))+memoryOfNumber*int64(numbers), ""
	switch {
	case int64(len(content)) > most:
		need, what = maxBytes, fmt.Sprintf("more than %s, and reading it takes more than", model.Bytes(most))
	case need > maxBytes:
		what = fmt.Sprintf("%s, and reading it takes", model.Bytes(int64(len(content))))
	default:
		return decode(content)
	}
	return nil, &data.Error{Problem: fmt.Sprintf("the file has %s %s of memory", what, model.Bytes(need)), Want: "at most " + model.Bytes(maxBytes),
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("fit the model again with a smaller m"))}
}

// decode reads what Encode has written. Its error does not name the file.
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

// complete sets what the model's fields follow from, and checks the model.
func (f *form) complete() (err error) {
	if f.Link != "" && (f.Link != linkSoftmax || !f.severalChances()) {
		return fmt.Errorf("the link %q of a model by %s with %d classes", clip(f.Link), clip(f.Learner), len(f.Classes))
	}
	f.Rest = f.severalChances() && f.Link == ""
	if f.Predictor, err = f.predictor(); err != nil {
		return err
	}
	return f.check()
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
