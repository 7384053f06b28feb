package fitted

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// Read reads a model file, using at most maxBytes of memory. The error is a *data.Error: the file does not
// exist, is not a model file, has another version, is cut short, edited, or too large.
func Read(path string, maxBytes int64) (*Model, error) {
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &data.Error{File: path, Problem: "no such file", Want: "a model that gramscope fit has written", Err: err}
	case err != nil:
		return nil, unread(path, err)
	}
	defer file.Close()
	content, err := contentOf(file, maxBytes)
	if err == nil {
		var m *Model
		if m, err = decode(content); err == nil {
			return m, nil
		}
	}
	if own := (*data.Error)(nil); errors.As(err, &own) {
		own.File = path
		return nil, own
	}
	return nil, unread(path, err)
}

// unread returns the error of a file that can't be read.
func unread(path string, err error) error {
	return &data.Error{File: path, Problem: data.Cause(err), Want: "a model file", Err: err}
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

// contentOf returns the content of a file. It is an error if reading a model from it takes more than
// maxBytes of memory.
func contentOf(file *os.File, maxBytes int64) ([]byte, error) {
	size := int64(0) // 0 if it is not known
	switch info, err := file.Stat(); {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: file.Name(), Err: errors.New("is a directory")}
	case err == nil && info.Mode().IsRegular():
		size = info.Size()
	}
	if size > maxBytes/memoryOfByte {
		return nil, tooLarge("the file has "+model.Bytes(size)+", and reading it takes more than", maxBytes, maxBytes)
	}
	begin := make([]byte, firstBytes)
	n, err := io.ReadFull(file, begin)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	begin = begin[:n]
	if trimmed := bytes.TrimSpace(begin); len(trimmed) > 0 && trimmed[0] != '{' { // not a model file
		return nil, unreadable(begin, nil)
	}
	most := maxBytes / memoryOfByte
	var text bytes.Buffer
	text.Grow(int(size) + bytes.MinRead)
	if _, err := text.ReadFrom(io.LimitReader(io.MultiReader(bytes.NewReader(begin), file), most+1)); err != nil {
		return nil, err
	}
	content := text.Bytes()
	need := memoryOfByte*int64(len(content)) + memoryOfNumber*int64(bytes.Count(content, []byte(","))+bytes.Count(content, []byte("]")))
	switch {
	case int64(len(content)) > most:
		return nil, tooLarge("the file has more than "+model.Bytes(most)+", and reading it takes more than", maxBytes, maxBytes)
	case need > maxBytes:
		return nil, tooLarge("the file has "+model.Bytes(int64(len(content)))+", and reading it takes", need, maxBytes)
	}
	return content, nil
}

// tooLarge returns the error of a file that needs more memory than is allowed.
func tooLarge(what string, need, allowed int64) error {
	return &data.Error{Problem: fmt.Sprintf("%s %s of memory", what, model.Bytes(need)), Want: "at most " + model.Bytes(allowed),
		Remedies: remedy.Change(remedy.Raise, "max-memory").Or(remedy.Do("fit the model again with a smaller m"))}
}
