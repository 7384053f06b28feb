package data

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"math"
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

type npzEntry struct {
	name   string // without .npy
	file   *zip.File
	header npyHeader
}

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

var arrayPairs = [...][2]string{{"X", "y"}, {"x", "y"}, {"X", "Y"}, {"X_train", "y_train"}, {"x_train",
	"y_train"}, {"data", "target"}, {"data", "labels"}}

func (list npzEntries) named(name string) *npzEntry {
	if i := slices.IndexFunc(list, func(e npzEntry) bool { return e.name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// choose returns the features and the target, nil if there is none.
func (list npzEntries) choose() (x, y *npzEntry, err error) {
	for _, pair := range arrayPairs {
		first, second := list.named(pair[0]), list.named(pair[1])
		if first != nil && second != nil {
			return first, second, nil
		}
		x = cmp.Or(x, first)
	}
	if x != nil {
		return x, nil, nil
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

func (e *npzEntry) table(memory *budget) (t *Table, err error) {
	err = e.read(func(h npyHeader, in io.Reader) (err error) {
		t, err = h.readTable(in, memory)
		return err
	})
	return t, err
}

// readSparseNPZ reads what scipy.sparse.save_npz writes, in the formats csr, csc and coo. The columns are called x1,
// x2, …
func readSparseNPZ(archive npzEntries, memory *budget) (*Table, error) {
	kind, err := archive.named("format").table(memory)
	if err != nil {
		return nil, err
	}
	format := kind.Columns[0].Cell(0)
	if format != "csr" && format != "csc" && format != "coo" {
		return nil, &Error{Problem: fmt.Sprintf("a sparse matrix in the format %q", clip(format)), Want: "csr, csc or coo",
			Remedies: remedy.Do("convert it: scipy.sparse.save_npz(FILE, a.tocsr())")}
	}
	before := memory.used
	shape, err := archive.numbers("shape", 2, memory)
	values, wrong := archive.numbers("data", -1, memory)
	if err := cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	n, isN := whole(shape, 0, math.MaxInt32)
	d, isD := whole(shape, 1, math.MaxInt32)
	if !isN || !isD || n*d == 0 {
		return nil, inconsistent("its shape")
	}
	rows, columns, err := archive.places(format, n, d, values.len(), memory)
	if err != nil {
		return nil, err
	}
	taken := memory.used - before // until the entries are in columns
	all := entries{memory: memory}
	if all.widen(d) != nil || memory.take(rowBytes*int64(n)) != nil {
		return nil, memory.refused
	}
	for k := range rows.len() {
		i, isRow := whole(rows, k, n-1)
		j, isColumn := whole(columns, k, d-1)
		if !isRow || !isColumn {
			return nil, inconsistent(fmt.Sprintf("the place of entry %d", k))
		}
		if all.add(i, j, values.at(k)); memory.refused != nil {
			return nil, memory.refused
		}
	}
	t := all.table(n, nil)
	t.Notes = remedy.Notes(fmt.Sprintf("a sparse matrix of SciPy (%s): %.3g %% of the entries are stored", format,
		100*float64(values.len())/float64(n)/float64(d)))
	memory.give(taken)
	return t, memory.refused
}

// places returns the rows and columns of count entries of an n×d matrix.
func (list npzEntries) places(
	format string, n, d, count int, memory *budget,
) (rows, columns chunked[float64], err error) {
	switch format {
	case "coo":
		rows, err = list.numbers("row", count, memory)
		columns, wrong := list.numbers("col", count, memory)
		return rows, columns, cmp.Or(err, wrong)
	case "csc":
		columns, rows, err = list.places("csr", d, n, count, memory)
		return rows, columns, err
	}
	starts, err := list.numbers("indptr", n+1, memory)
	columns, wrong := list.numbers("indices", count, memory)
	if err := cmp.Or(err, wrong); err != nil {
		return nil, nil, err
	}
	begin := 0
	for row := range starts.len() {
		end, is := whole(starts, row, count)
		if !is || end < begin || row == 0 && end > 0 {
			return nil, nil, inconsistent(fmt.Sprintf("entry %d of indptr", row))
		}
		for ; begin < end; begin++ {
			rows.add(float64(row-1), memory)
		}
	}
	return rows, columns, memory.refused
}

// whole returns value k of an array, and whether it is a whole number from 0 to most.
func whole(a chunked[float64], k, most int) (int, bool) {
	v := a.at(k)
	return int(v), v >= 0 && v <= float64(most) && v == math.Trunc(v)
}

func inconsistent(what string) *Error {
	return &Error{Problem: "the sparse matrix is not consistent: " + what,
		Remedies: remedy.Do("save it again with scipy.sparse.save_npz")}
}

// numbers reads an array of so many numbers, of any if length is negative.
func (list npzEntries) numbers(name string, length int, memory *budget) (chunked[float64], error) {
	e := list.named(name)
	if e == nil {
		return nil, inconsistent("there is no array " + name)
	}
	t, err := e.table(memory)
	if err != nil {
		return nil, err
	}
	column, areNumbers := t.Columns[0].cells.(strided)
	if !areNumbers || len(t.Columns) != 1 || length >= 0 && t.Rows != length {
		return nil, inconsistent(fmt.Sprintf("array %q has the shape %v", name, e.header.shape))
	}
	return column.block, nil
}
