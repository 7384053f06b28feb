package data

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// npzEntry is an array in an archive.
type npzEntry struct {
	name   string // without .npy
	file   *zip.File
	header npyHeader
}

// readNPZ reads an archive of arrays: X and y (or x and y, or data and target)
// if such are there, the target last; else the only array of two dimensions,
// or the only array. Anything else is an error that lists what there is.
func readNPZ(in *bufio.Reader, maxBytes int64) (*Table, error) {
	packed, err := io.ReadAll(io.LimitReader(in, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if int64(len(packed)) > maxBytes {
		return nil, tooMuchMemory("", 0, int64(len(packed)), maxBytes)
	}
	entries, err := npzEntries(packed)
	if err != nil {
		return nil, err
	}
	x, y, err := chooseArrays(entries)
	if err != nil {
		return nil, err
	}
	features, err := x.read(maxBytes)
	if err != nil {
		return nil, err
	}
	t, err := arrayTable("NumPy archive", features, numberedNames(features.d))
	if err != nil {
		return nil, err
	}
	if y != nil {
		if err := t.addTarget(x, y, maxBytes); err != nil {
			return nil, err
		}
	}
	t.Notes = npzNotes(entries, x, y)
	return t, nil
}

// npzEntries reads the headers of all arrays.
func npzEntries(packed []byte) ([]npzEntry, error) {
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
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
			return nil, &Error{Problem: fmt.Sprintf("array %q: %v", clip(name), err), Err: err}
		}
		header, err := readNPYHeader(content)
		content.Close()
		if err != nil {
			return nil, inArray(name, err)
		}
		entries = append(entries, npzEntry{name, file, header})
	}
	if len(entries) == 0 {
		return nil, &Error{Problem: "a zip archive without arrays", Want: "an .npz file as numpy.savez writes it",
			Remedy: "export a spreadsheet as CSV"}
	}
	return entries, nil
}

// chooseArrays gives the features, and the target or nil.
func chooseArrays(entries []npzEntry) (x, y *npzEntry, err error) {
	named := func(name string) *npzEntry {
		for i := range entries {
			if entries[i].name == name {
				return &entries[i]
			}
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
		Remedy: "save the ones to use: numpy.savez(FILE, X=…, y=…)"}
}

func (e npzEntry) isMatrix() bool { return len(e.header.shape) == 2 }

func listArrays(entries []npzEntry) string {
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = fmt.Sprintf("%s %v", clip(e.name), e.header.shape)
	}
	return shortList(texts, 8)
}

// read reads the numbers of the array.
func (e *npzEntry) read(maxBytes int64) (*array, error) {
	content, err := e.file.Open()
	if err != nil {
		return nil, inArray(e.name, err)
	}
	defer content.Close()
	header, err := readNPYHeader(content)
	if err != nil {
		return nil, inArray(e.name, err)
	}
	a, err := header.read(content, maxBytes)
	if err != nil {
		return nil, inArray(e.name, err)
	}
	return a, nil
}

// inArray says which array of the archive an error is about.
func inArray(name string, err error) error {
	if own, ok := err.(*Error); ok {
		own.Problem = fmt.Sprintf("array %q: %s", clip(name), own.Problem)
		return own
	}
	return &Error{Problem: fmt.Sprintf("array %q: %v", clip(name), err), Err: err}
}

// addTarget appends the array y as the last column.
func (t *Table) addTarget(x, y *npzEntry, maxBytes int64) error {
	target, err := y.read(maxBytes)
	if err != nil {
		return err
	}
	if target.d != 1 || target.n != t.Rows {
		return &Error{Problem: fmt.Sprintf("array %q has the shape %v", y.name, y.header.shape),
			Want: fmt.Sprintf("one number for each of the %d rows of %q", t.Rows, x.name)}
	}
	column := Column{Name: y.name, cells: target.column(0)}
	column.checkNumbers(nil)
	t.Columns = append(t.Columns, column)
	return nil
}

func npzNotes(entries []npzEntry, x, y *npzEntry) []string {
	notes := []string{fmt.Sprintf("features from array %q", x.name)}
	if y != nil {
		notes[0] = fmt.Sprintf("features from array %q, target from %q", x.name, y.name)
	}
	var rest []npzEntry
	for i := range entries {
		if e := &entries[i]; e != x && e != y {
			rest = append(rest, *e)
		}
	}
	if len(rest) > 0 {
		notes = append(notes, "not used: "+listArrays(rest))
	}
	return notes
}
