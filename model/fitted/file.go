package fitted

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"gramscope/data"
	"gramscope/data/remedy"
)

// Read reads a model file. What is wrong with it is a *data.Error: no such file,
// none of ours, of another version, cut short, edited.
func Read(path string) (*Model, error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &data.Error{File: path, Problem: "no such file", Want: "a model that gramscope fit has written", Err: err}
	}
	if err != nil {
		return nil, &data.Error{File: path, Problem: data.Cause(err), Want: "a model file", Err: err}
	}
	m, err := decode(content)
	var own *data.Error
	if errors.As(err, &own) {
		own.File = path
	}
	return m, err
}

// place is the model's file, with the words of `gramscope fit`.
func place(path string, overwrite bool) data.Destination {
	return data.Destination{Path: path, Overwrite: overwrite, What: "the model", Another: remedy.By("name another", "out", ""), Replace: remedy.By("replace it", "force", "")}
}

// Encode is what a model's file holds. path is for errors, which are a
// *data.Error.
func Encode(path string, m *Model) ([]byte, error) {
	content, err := m.encode()
	if err != nil {
		return nil, &data.Error{File: path, Problem: "not written: " + err.Error(), Remedies: remedy.Change(remedy.Raise, "mu").Or(remedy.Do("standardise the data")), Err: err}
	}
	return content, nil
}

// Write writes what Encode has made to a file: whole or not at all, see
// [data.Destination]. A file that is there already is an error, unless overwrite
// says otherwise. Errors are a *data.Error.
func Write(path string, content []byte, overwrite bool) error {
	return place(path, overwrite).Write(func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// CheckPlace finds out before the work whether Write could write there.
func CheckPlace(path string, overwrite bool) error { return place(path, overwrite).Check() }
