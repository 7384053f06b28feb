package data

import (
	"archive/zip"
	"cmp"
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

// readNPZ reads an archive of arrays: a sparse matrix of SciPy; or features and target by their names (see arrayPairs),
// with the target as the last column; or two arrays of which one has a target for each row of the other; or the only
// array of two dimensions, or the only array. If none of these apply, the error lists the arrays.
func readNPZ(archive *zip.Reader, memory *budget) (*Table, error) {
	entries, err := npzEntries(archive, memory)
	if err != nil {
		return nil, err
	}
	if isSparse(entries) {
		return readSparseNPZ(entries, memory)
	}
	x, y, err := chooseArrays(entries)
	if err != nil {
		return nil, err
	}
	t, err := x.table(memory)
	if err != nil {
		return nil, err
	}
	if y != nil {
		target, err := y.table(memory)
		if err != nil {
			return nil, err
		}
		if len(target.Columns) != 1 || target.Rows != t.Rows {
			return nil, &Error{Problem: fmt.Sprintf("array %q has the shape %v", y.name, y.header.shape),
				Want: fmt.Sprintf("one value for each of the %d rows of %q", t.Rows, x.name)}
		}
		column := target.Columns[0]
		column.Name = y.name
		t.Columns = append(t.Columns, column)
	}
	t.Notes = npzNotes(entries, x, y)
	t.Layout.Features = x.name
	if y != nil {
		t.Layout.Target = y.name
	}
	return t, nil
}

func npzEntries(archive *zip.Reader, memory *budget) ([]npzEntry, error) {
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
		return nil, &Error{Problem: "a zip archive without arrays", Want: "an .npz file as numpy.savez writes it"}
	}
	return entries, nil
}

// arrayPairs are the names of arrays of features and their target.
var arrayPairs = [...][2]string{{"X", "y"}, {"x", "y"}, {"X", "Y"}, {"X_train", "y_train"}, {"x_train",
	"y_train"}, {"data", "target"}, {"data", "labels"}}

// named returns the array of a name, nil if there is none.
func named(entries []npzEntry, name string) *npzEntry {
	if i := slices.IndexFunc(entries, func(e npzEntry) bool { return e.name == name }); i >= 0 {
		return &entries[i]
	}
	return nil
}

// chooseArrays returns the features and the target, nil if there is none.
func chooseArrays(entries []npzEntry) (x, y *npzEntry, err error) {
	for _, pair := range arrayPairs {
		if x, y := named(entries, pair[0]), named(entries, pair[1]); x != nil && y != nil {
			return x, y, nil
		}
	}
	for _, pair := range arrayPairs {
		if x := named(entries, pair[0]); x != nil {
			return x, nil, nil
		}
	}
	if len(entries) == 2 {
		for k := range entries {
			if x, y := &entries[k], &entries[1-k]; x.isMatrix() && y.isTargetOf(x) {
				return x, y, nil
			}
		}
	}
	flat := slices.IndexFunc(entries, npzEntry.isMatrix)
	if flat >= 0 && !slices.ContainsFunc(entries[flat+1:], npzEntry.isMatrix) {
		return &entries[flat], nil, nil
	}
	if len(entries) == 1 {
		return &entries[0], nil, nil
	}
	return nil, nil, &Error{Problem: "several arrays: " + listArrays(entries),
		Want:     "X and y, x_train and y_train, data and target, or one array of rows and columns",
		Remedies: remedy.Do("save the ones to use: numpy.savez(FILE, X=…, y=…)")}
}

func (e npzEntry) isMatrix() bool { return len(e.header.shape) == 2 }

// isTargetOf reports whether the array has one value for each row of x.
func (e npzEntry) isTargetOf(x *npzEntry) bool {
	shape := e.header.shape
	return (len(shape) == 1 || len(shape) == 2 && shape[1] == 1) && shape[0] == x.header.shape[0]
}

func listArrays(entries []npzEntry) string {
	return shortList(namesOf(entries, func(e npzEntry) string { return fmt.Sprintf("%s %v", clip(e.name), e.header.shape) }), 8)
}

// open returns a stream behind the header of the array.
func (e *npzEntry) open() (io.ReadCloser, error) {
	content, err := e.file.Open()
	if err == nil {
		_, err = readNPYHeader(content)
	}
	if err != nil {
		return nil, inArray(e.name, err)
	}
	return content, nil
}

// table reads the array as a table.
func (e *npzEntry) table(memory *budget) (*Table, error) {
	content, err := e.open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	t, err := e.header.readTable(content, memory)
	if err != nil {
		return nil, inArray(e.name, err)
	}
	return t, nil
}

// numbers reads an array of numbers.
func (e *npzEntry) numbers(memory *budget) (*array, error) {
	content, err := e.open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
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
