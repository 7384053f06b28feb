package data

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

var npzFormat = Format{
	Name:     "NumPy archive",
	Endings:  []string{".npz"},
	isBinary: true,
	begins: func(head []byte) bool {
		return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
	},
	read: func(c content) (*Table, error) {
		if c.file != nil {
			return readNPZ(c.file, c.file.total, c.memory)
		}
		return unpackNPZ(c.in, c.memory)
	},
}

// npzEntry is an array in an archive.
type npzEntry struct {
	name   string // without .npy
	file   *zip.File
	header npyHeader
}

// readNPZ reads an archive of arrays: X and y (or x and y, or data and target), with the
// target as the last column; otherwise the only array of two dimensions, or the only array.
// If none of these apply, the error lists the arrays.
func readNPZ(archive io.ReaderAt, size int64, memory *budget) (*Table, error) {
	entries, err := npzEntries(archive, size, memory)
	if err != nil {
		return nil, err
	}
	x, y, err := chooseArrays(entries)
	if err != nil {
		return nil, err
	}
	features, err := x.read(memory)
	if err != nil {
		return nil, err
	}
	t := arrayTable(features, memory)
	if y != nil {
		target, err := y.read(memory)
		if err != nil {
			return nil, err
		}
		if target.d != 1 || target.n != t.Rows {
			return nil, &Error{Problem: fmt.Sprintf("array %q has the shape %v", y.name, y.header.shape),
				Want: fmt.Sprintf("one number for each of the %d rows of %q", t.Rows, x.name)}
		}
		column := Column{Name: y.name, cells: target.column(0)}
		column.checkNumbers(t.Rows, nil, memory)
		t.Columns = append(t.Columns, column)
	}
	t.Notes = npzNotes(entries, x, y)
	return t, nil
}

// unpackNPZ reads an archive from a stream. It keeps the whole stream in memory, since the
// list of the arrays is at the end.
func unpackNPZ(in io.Reader, memory *budget) (*Table, error) {
	before := memory.used
	packed, err := io.ReadAll(readFunc(func(p []byte) (int, error) {
		n, err := in.Read(p)
		if refused := memory.take(2 * int64(n)); refused != nil { // twice, as a growing buffer is copied
			return 0, refused
		}
		return n, err
	}))
	if err != nil {
		return nil, err
	}
	used := memory.used - before
	t, err := readNPZ(bytes.NewReader(packed), int64(len(packed)), memory)
	memory.give(used)
	return t, err
}

// directoryGuard stops reading an archive whose list of entries takes too much memory.
type directoryGuard struct {
	io.ReaderAt
	memory *budget // nil after the list was read
	bytes  int64
}

func (g *directoryGuard) ReadAt(p []byte, off int64) (int, error) {
	if g.memory != nil {
		// The end of the archive, where the search for the list begins, is not counted.
		if g.bytes += int64(len(p)); g.bytes > 2*sniffBytes {
			// An entry takes at least 46 bytes in the list, and 12 times as much in memory.
			if err := g.memory.takeFor("the list of the archive's entries", 12*int64(len(p))); err != nil {
				return 0, err
			}
		}
	}
	return g.ReaderAt.ReadAt(p, off)
}

func npzEntries(file io.ReaderAt, size int64, memory *budget) ([]npzEntry, error) {
	guard := &directoryGuard{ReaderAt: file, memory: memory}
	archive, err := zip.NewReader(guard, size)
	guard.memory = nil
	if bad := (*Error)(nil); errors.As(err, &bad) {
		return nil, bad
	}
	if err != nil {
		return nil, &Error{Problem: "the archive is damaged (" + err.Error() + ")", Want: "what numpy.savez writes", Err: err}
	}
	var entries []npzEntry
	for _, file := range archive.File {
		name, isArray := strings.CutSuffix(file.Name, ".npy")
		if !isArray {
			continue
		}
		content, err := file.Open()
		if err != nil {
			return nil, inArray(name, err)
		}
		header, err := readNPYHeader(content)
		content.Close()
		if err := cmp.Or(err, memory.take(1000)); err != nil { // the most that a header takes
			return nil, inArray(name, err)
		}
		entries = append(entries, npzEntry{name, file, header})
	}
	if len(entries) == 0 {
		return nil, &Error{Problem: "a zip archive without arrays", Want: "an .npz file as numpy.savez writes it",
			Remedies: remedy.Do("export a spreadsheet as CSV")}
	}
	return entries, nil
}

// chooseArrays returns the features and the target, nil if there is none.
func chooseArrays(entries []npzEntry) (x, y *npzEntry, err error) {
	named := func(name string) *npzEntry {
		if i := slices.IndexFunc(entries, func(e npzEntry) bool { return e.name == name }); i >= 0 {
			return &entries[i]
		}
		return nil
	}
	for _, pair := range [...][2]string{{"X", "y"}, {"x", "y"}, {"data", "target"}} {
		if x := named(pair[0]); x != nil {
			return x, named(pair[1]), nil
		}
	}
	flat := slices.IndexFunc(entries, npzEntry.isMatrix)
	if flat >= 0 && !slices.ContainsFunc(entries[flat+1:], npzEntry.isMatrix) {
		return &entries[flat], nil, nil
	}
	if len(entries) == 1 {
		return &entries[0], nil, nil
	}
	return nil, nil, &Error{Problem: "several arrays: " + listArrays(entries), Want: "X and y, data and target, or one array of rows and columns",
		Remedies: remedy.Do("save the ones to use: numpy.savez(FILE, X=…, y=…)")}
}

func (e npzEntry) isMatrix() bool { return len(e.header.shape) == 2 }

func listArrays(entries []npzEntry) string {
	return shortList(namesOf(entries, func(e npzEntry) string { return fmt.Sprintf("%s %v", clip(e.name), e.header.shape) }), 8)
}

func (e *npzEntry) read(memory *budget) (*array, error) {
	content, err := e.file.Open()
	if err == nil {
		defer content.Close()
		_, err = readNPYHeader(content)
	}
	if err != nil {
		return nil, inArray(e.name, err)
	}
	a, err := e.header.read(content, memory)
	if err != nil {
		return nil, inArray(e.name, err)
	}
	return a, nil
}

// inArray adds the name of the array to an error.
func inArray(name string, err error) error {
	if bad, ok := err.(*Error); ok {
		bad.Problem = fmt.Sprintf("array %q: %s", clip(name), bad.Problem)
		return bad
	}
	return &Error{Problem: fmt.Sprintf("array %q: %v", clip(name), err), Err: err}
}

func npzNotes(entries []npzEntry, x, y *npzEntry) []remedy.Note {
	text, used := fmt.Sprintf("features from array %q", x.name), []string{x.name}
	if y != nil {
		text, used = text+fmt.Sprintf(", target from %q", y.name), append(used, y.name)
	}
	rest := slices.DeleteFunc(slices.Clone(entries), func(e npzEntry) bool { return slices.Contains(used, e.name) })
	switch {
	case len(entries) == 1:
		return nil // there was nothing to choose
	case len(rest) == 0:
		return remedy.Notes(text)
	}
	return remedy.Notes(text, "not used: "+listArrays(rest))
}
