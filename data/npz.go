package data

import (
	"archive/zip"
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
	begins:   isZip,
	read:     func(c content) (*Table, error) { return readNPZ(c.archive, c.memory) },
}

// npzEntry is an array in an archive.
type npzEntry struct {
	name   string // without .npy
	file   *zip.File
	header npyHeader
}

// npzEntries are the arrays of an archive.
type npzEntries []npzEntry

// readNPZ reads an archive of arrays: a sparse matrix of SciPy; or features and target by their names (see arrayPairs),
// with the target as the last column; or two arrays of which one has a target for each row of the other; or the only
// array of two dimensions, or the only array. If none of these apply, the error lists the arrays.
func readNPZ(archive *zip.Reader, memory *budget) (*Table, error) {
	var entries npzEntries
	for _, file := range archive.File {
		name, isArray := strings.CutSuffix(file.Name, ".npy")
		if !isArray {
			continue
		}
		e := npzEntry{name: name, file: file}
		if err := e.read(func(h npyHeader, _ io.Reader) error {
			e.header = h
			return memory.take(1000) // the most that a header takes
		}); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		return nil, &Error{Problem: "a zip archive without arrays", Want: "an .npz file as numpy.savez writes it"}
	}
	if entries.named("format") != nil && entries.named("shape") != nil && entries.named("data") != nil {
		return readSparseNPZ(entries, memory)
	}
	x, y, err := entries.choose()
	if err != nil {
		return nil, err
	}
	t, err := x.table(memory)
	if err != nil {
		return nil, err
	}
	used, note := []string{x.name}, fmt.Sprintf("features from array %q", x.name)
	if t.Layout.Features = x.name; y != nil {
		target, err := y.table(memory)
		if err != nil {
			return nil, err
		}
		if len(target.Columns) != 1 || target.Rows != t.Rows {
			return nil, &Error{Problem: fmt.Sprintf("array %q has the shape %v", y.name, y.header.shape),
				Want: fmt.Sprintf("one value for each of the %d rows of %q", t.Rows, x.name)}
		}
		target.Columns[0].Name, t.Layout.Target = y.name, y.name
		t.Columns = append(t.Columns, target.Columns[0])
		used, note = append(used, y.name), note+fmt.Sprintf(", target from %q", y.name)
	}
	if len(entries) == 1 {
		return t, nil // there was nothing to choose
	}
	notes := []string{note}
	rest := slices.DeleteFunc(entries, func(e npzEntry) bool { return slices.Contains(used, e.name) })
	if len(rest) > 0 {
		notes = append(notes, "not used: "+rest.list())
	}
	t.Notes = append(remedy.Notes(notes...), t.Notes...)
	return t, nil
}

// arrayPairs are the names of arrays of features and their target.
var arrayPairs = [...][2]string{{"X", "y"}, {"x", "y"}, {"X", "Y"}, {"X_train", "y_train"}, {"x_train",
	"y_train"}, {"data", "target"}, {"data", "labels"}}

// named returns the array of a name, nil if there is none.
func (list npzEntries) named(name string) *npzEntry {
	if i := slices.IndexFunc(list, func(e npzEntry) bool { return e.name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// choose returns the features and the target, nil if there is none.
func (list npzEntries) choose() (x, y *npzEntry, err error) {
	for _, pair := range arrayPairs {
		if x, y := list.named(pair[0]), list.named(pair[1]); x != nil && y != nil {
			return x, y, nil
		}
	}
	for _, pair := range arrayPairs {
		if x := list.named(pair[0]); x != nil {
			return x, nil, nil
		}
	}
	if len(list) == 2 {
		for k := range list {
			if x, y := &list[k], &list[1-k]; x.isMatrix() && y.isTargetOf(x) {
				return x, y, nil
			}
		}
	}
	flat := slices.IndexFunc(list, npzEntry.isMatrix)
	if flat >= 0 && !slices.ContainsFunc(list[flat+1:], npzEntry.isMatrix) {
		return &list[flat], nil, nil
	}
	if len(list) == 1 {
		return &list[0], nil, nil
	}
	return nil, nil, &Error{Problem: "several arrays: " + list.list(),
		Want:     "X and y, x_train and y_train, data and target, or one array of rows and columns",
		Remedies: remedy.Do("save the ones to use: numpy.savez(FILE, X=…, y=…)")}
}

func (e npzEntry) isMatrix() bool { return len(e.header.shape) == 2 }

// isTargetOf reports whether the array has one value for each row of x.
func (e npzEntry) isTargetOf(x *npzEntry) bool {
	shape := e.header.shape
	return (len(shape) == 1 || len(shape) == 2 && shape[1] == 1) && shape[0] == x.header.shape[0]
}

func (list npzEntries) list() string {
	describe := func(e npzEntry) string { return fmt.Sprintf("%s %v", clip(e.name), e.header.shape) }
	return shortList(namesOf(list, describe), 8)
}

// read calls f with the header of the array and a stream behind it. It adds the name of the array to an error.
func (e *npzEntry) read(f func(h npyHeader, in io.Reader) error) error {
	in, err := e.file.Open()
	if err == nil {
		defer in.Close()
		var h npyHeader
		if h, err = readNPYHeader(in); err == nil {
			err = f(h, in)
		}
	}
	if err == nil {
		return nil
	}
	bad, ok := err.(*Error)
	if !ok {
		bad = &Error{Problem: err.Error(), Err: err}
	}
	bad.Problem = fmt.Sprintf("array %q: %s", clip(e.name), bad.Problem)
	return bad
}

// table reads the array as a table.
func (e *npzEntry) table(memory *budget) (t *Table, err error) {
	err = e.read(func(h npyHeader, in io.Reader) (err error) {
		t, err = h.readTable(in, memory)
		return err
	})
	return t, err
}
