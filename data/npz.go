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
	read:     func(c content) *Table { return readNPZ(c.archive, c.memory) },
}

type npzEntry struct {
	name   string // without .npy
	file   *zip.File
	header npyHeader
}

type npzEntries []npzEntry

// readNPZ reads an archive of arrays: a sparse matrix of SciPy; or features and target by their names (see arrayPairs);
// or two arrays of which one has a target for each row of the other; or the only array of two dimensions, or at all.
func readNPZ(archive *zip.Reader, memory *budget) *Table {
	var entries npzEntries
	for _, file := range archive.File {
		name, isArray := strings.CutSuffix(file.Name, ".npy")
		if !isArray {
			continue
		}
		e := npzEntry{name: name, file: file}
		e.read(func(h npyHeader, _ io.Reader) {
			e.header = h
			memory.take(1000) // the most that a header takes
		})
		entries = append(entries, e)
	}
	if entries.named("format") != nil && entries.named("shape") != nil && entries.named("data") != nil {
		return readSparseNPZ(entries, memory)
	}
	x, y := entries.choose()
	t := x.table(memory)
	used, note := []string{x.name}, fmt.Sprintf("features from array %q", x.name)
	if t.Layout.Features = x.name; y != nil {
		target := y.table(memory)
		if target.Width() != 1 || target.Rows != t.Rows {
			check(&Error{Problem: fmt.Sprintf("array %q has the shape %v", y.name, y.header.shape),
				Want: fmt.Sprintf("one value for each of the %d rows of %q", t.Rows, x.name)})
		}
		column := *target.Column(0)
		column.Name, t.Layout.Target = y.name, y.name
		t.columns = append(t.columns, column)
		used, note = append(used, y.name), note+fmt.Sprintf(", target from %q", y.name)
	}
	if len(entries) == 1 {
		return t // there was nothing to choose
	}
	notes := []string{note}
	rest := slices.DeleteFunc(entries, func(e npzEntry) bool { return slices.Contains(used, e.name) })
	if len(rest) > 0 {
		notes = append(notes, "not used: "+rest.list())
	}
	t.Notes = append(remedy.Notes(notes...), t.Notes...)
	return t
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
func (list npzEntries) choose() (x, y *npzEntry) {
	for _, pair := range arrayPairs {
		first, second := list.named(pair[0]), list.named(pair[1])
		if first != nil && second != nil {
			return first, second
		}
		x = cmp.Or(x, first)
	}
	if len(list) == 2 {
		for k := range list {
			if x, y := &list[k], &list[1-k]; x.isMatrix() && y.isTargetOf(x) {
				return x, y
			}
		}
	}
	if x != nil {
		return x, nil
	}
	flat := slices.IndexFunc(list, npzEntry.isMatrix)
	if flat >= 0 && !slices.ContainsFunc(list[flat+1:], npzEntry.isMatrix) {
		return &list[flat], nil
	}
	if len(list) > 1 {
		check(&Error{Problem: "several arrays: " + list.list(),
			Want:     "X and y, x_train and y_train, data and target, or one array of rows and columns",
			Remedies: remedy.Do("save the ones to use: numpy.savez(FILE, X=…, y=…)")})
	}
	return &list[0], nil
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
func (e *npzEntry) read(f func(h npyHeader, in io.Reader)) {
	if err := e.tryRead(f); err != nil {
		bad := asError("", err)
		bad.Problem = fmt.Sprintf("array %q: %s", clip(e.name), bad.Problem)
		check(bad)
	}
}

func (e *npzEntry) tryRead(f func(h npyHeader, in io.Reader)) (err error) {
	defer caught(&err)
	in, err := e.file.Open()
	check(err)
	defer in.Close()
	f(readNPYHeader(in), in)
	return nil
}

func (e *npzEntry) table(memory *budget) (t *Table) {
	e.read(func(h npyHeader, in io.Reader) { t = h.readTable(in, memory) })
	return t
}

// readSparseNPZ reads what scipy.sparse.save_npz writes, in the formats csr, csc and coo. The columns are called x1,
// x2, …
func readSparseNPZ(archive npzEntries, memory *budget) *Table {
	format := archive.named("format").table(memory).Column(0).Cell(0)
	if format != "csr" && format != "csc" && format != "coo" {
		check(&Error{Problem: fmt.Sprintf("a sparse matrix in the format %q", clip(format)), Want: "csr, csc or coo",
			Remedies: remedy.Do("convert it: scipy.sparse.save_npz(FILE, a.tocsr())")})
	}
	before := memory.used
	shape, values := archive.numbers("shape", 2, memory), archive.numbers("data", -1, memory)
	n, isN := whole(shape, 0, math.MaxInt32)
	d, isD := whole(shape, 1, math.MaxInt32)
	if !isN || !isD || n*d == 0 {
		inconsistent("its shape")
	}
	rows, columns := archive.places(format, n, d, values.len(), memory)
	taken := memory.used - before // until the entries are in columns
	all := entries{memory: memory}
	all.widen(d)
	memory.take(rowBytes * int64(n))
	for k := range rows.len() {
		i, isRow := whole(rows, k, n-1)
		j, isColumn := whole(columns, k, d-1)
		if !isRow || !isColumn {
			inconsistent(fmt.Sprintf("the place of entry %d", k))
		}
		all.add(i, j, values.at(k))
	}
	t := all.table(n, nil)
	t.Notes = remedy.Notes(fmt.Sprintf("a sparse matrix of SciPy (%s): %.3g %% of the entries are stored", format,
		100*float64(values.len())/float64(n)/float64(d)))
	memory.give(taken)
	return t
}

// places returns the rows and columns of count entries of an n×d matrix.
func (list npzEntries) places(format string, n, d, count int, memory *budget) (rows, columns chunked[float64]) {
	switch format {
	case "coo":
		return list.numbers("row", count, memory), list.numbers("col", count, memory)
	case "csc":
		columns, rows = list.places("csr", d, n, count, memory)
		return rows, columns
	}
	starts, columns := list.numbers("indptr", n+1, memory), list.numbers("indices", count, memory)
	begin := 0
	for row := range starts.len() {
		end, is := whole(starts, row, count)
		if !is || end < begin || row == 0 && end > 0 {
			inconsistent(fmt.Sprintf("entry %d of indptr", row))
		}
		for ; begin < end; begin++ {
			rows.add(float64(row-1), memory)
		}
	}
	return rows, columns
}

// whole returns value k of an array, and whether it is a whole number from 0 to most.
func whole(a chunked[float64], k, most int) (int, bool) {
	v := a.at(k)
	return int(v), v >= 0 && v <= float64(most) && v == math.Trunc(v)
}

func inconsistent(what string) {
	check(&Error{Problem: "the sparse matrix is not consistent: " + what,
		Remedies: remedy.Do("save it again with scipy.sparse.save_npz")})
}

// numbers reads an array of the given length, or of any if that is negative.
func (list npzEntries) numbers(name string, length int, memory *budget) chunked[float64] {
	e := list.named(name)
	if e == nil {
		inconsistent("there is no array " + name)
	}
	t := e.table(memory)
	column, areNumbers := t.cells(0).(*strided)
	if !areNumbers || t.Width() != 1 || length >= 0 && t.Rows != length {
		inconsistent(fmt.Sprintf("array %q has the shape %v", name, e.header.shape))
	}
	return column.block
}
