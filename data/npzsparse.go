package data

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gramscope/data/remedy"
)

// isSparse reports whether an archive is what scipy.sparse.save_npz writes.
func isSparse(entries []npzEntry) bool {
	return named(entries, "format") != nil && named(entries, "shape") != nil && named(entries, "data") != nil
}

// sparseReader reads the arrays of a sparse matrix of n rows and d columns.
type sparseReader struct {
	archive []npzEntry
	n, d    int
	data    *array
	entries entries
}

// readSparseNPZ reads a sparse matrix in the formats csr, csc and coo. The columns are called x1, x2, …
func readSparseNPZ(archive []npzEntry, memory *budget) (*Table, error) {
	r := &sparseReader{archive: archive, entries: entries{memory: memory}}
	format, err := named(archive, "format").scalar()
	if err != nil {
		return nil, err
	}
	if !slices.Contains([]string{"csr", "csc", "coo"}, format) {
		return nil, &Error{Problem: fmt.Sprintf("a sparse matrix in the format %q", clip(format)), Want: "csr, csc or coo",
			Remedies: remedy.Do("convert it: scipy.sparse.save_npz(FILE, a.tocsr())")}
	}
	before := memory.used
	shape, err := named(archive, "shape").numbers(memory)
	if err != nil {
		return nil, err
	}
	if shape.n != 2 || shape.d != 1 ||
		!r.index(shape, 0, math.MaxInt32, &r.n) || !r.index(shape, 1, math.MaxInt32, &r.d) || r.n*r.d == 0 {
		return nil, &Error{Problem: "the sparse matrix has no shape of two sizes", Want: "rows and columns",
			Remedies: remedy.Do("save it again with scipy.sparse.save_npz")}
	}
	if r.data, err = named(archive, "data").numbers(memory); err != nil {
		return nil, err
	}
	if format == "coo" {
		err = r.coordinates()
	} else {
		err = r.compressed(format == "csc")
	}
	if err != nil {
		return nil, err
	}
	t := &Table{Rows: r.n, Columns: make([]Column, r.d)}
	for j, cells := range r.entries.cells(r.n) {
		t.Columns[j] = Column{Name: numberedName(j), cells: cells}
		t.Columns[j].checkNumbers(r.n, nil, memory)
	}
	t.Notes = remedy.Notes(fmt.Sprintf("a sparse matrix of SciPy (%s): %.3g %% of the entries are stored", format,
		100*float64(r.data.n)/float64(r.n)/float64(r.d)))
	memory.give(min(8*int64(r.data.n), memory.used-before))
	return t, memory.refused
}

// index sets to to value k of an array, and returns false if it is no whole number from 0 to most.
func (r *sparseReader) index(a *array, k, most int, to *int) bool {
	v := a.block.at(k)
	*to = int(v)
	return v >= 0 && v <= float64(most) && v == math.Trunc(v)
}

// array reads an array of numbers and its length.
func (r *sparseReader) array(name string, length int) (*array, error) {
	e := named(r.archive, name)
	if e == nil {
		return nil, r.fault("there is no array " + name)
	}
	a, err := e.numbers(r.entries.memory)
	if err == nil && (a.n != length || a.d != 1) {
		err = r.fault(fmt.Sprintf("array %q has the shape %v", name, e.header.shape))
	}
	return a, err
}

func (r *sparseReader) fault(problem string) *Error {
	return &Error{Problem: "the sparse matrix is not consistent: " + problem,
		Remedies: remedy.Do("save it again with scipy.sparse.save_npz")}
}

// compressed reads the rows, or, if isByColumn, the columns one after the other.
func (r *sparseReader) compressed(isByColumn bool) error {
	count, lines, most := r.data.n, r.n, r.d
	if isByColumn {
		lines, most = r.d, r.n
	}
	if err := r.start(); err != nil {
		return err
	}
	starts, err := r.array("indptr", lines+1)
	if err != nil {
		return err
	}
	indices, err := r.array("indices", count)
	if err != nil {
		return err
	}
	var at, from, to int
	for line := range lines {
		if !r.index(starts, line, count, &from) || !r.index(starts, line+1, count, &to) || from > to {
			return r.fault(fmt.Sprintf("entry %d of indptr", line))
		}
		for k := from; k < to; k++ {
			if !r.index(indices, k, most-1, &at) {
				return r.fault(fmt.Sprintf("entry %d of indices", k))
			}
			row, column := line, at
			if isByColumn {
				row, column = at, line
			}
			if r.entries.add(row, column, r.data.block.at(k)); r.entries.memory.refused != nil {
				return r.entries.memory.refused
			}
		}
	}
	return nil
}

// coordinates reads the rows and columns of all entries.
func (r *sparseReader) coordinates() error {
	if err := r.start(); err != nil {
		return err
	}
	rows, err := r.array("row", r.data.n)
	if err != nil {
		return err
	}
	columns, err := r.array("col", r.data.n)
	if err != nil {
		return err
	}
	var i, j int
	for k := range r.data.n {
		if !r.index(rows, k, r.n-1, &i) || !r.index(columns, k, r.d-1, &j) {
			return r.fault(fmt.Sprintf("entry %d of row or col", k))
		}
		if r.entries.add(i, j, r.data.block.at(k)); r.entries.memory.refused != nil {
			return r.entries.memory.refused
		}
	}
	return nil
}

// start counts the memory of rows and columns.
func (r *sparseReader) start() error {
	if err := r.entries.widen(r.d); err != nil {
		return err
	}
	return r.entries.memory.take(rowBytes * int64(r.n))
}

// scalar reads an array of one text.
func (e *npzEntry) scalar() (string, error) {
	f := npyField{npyHeader: e.header, length: e.header.textLength()}
	if f.length == 0 || f.length > 100 || len(e.header.shape) > 1 {
		return "", inArray(e.name, e.header.wrongType())
	}
	content, err := e.open()
	if err != nil {
		return "", err
	}
	defer content.Close()
	text := make([]byte, f.length)
	if _, err := io.ReadFull(content, text); err != nil {
		return "", inArray(e.name, shortNPY(err))
	}
	return f.text(text), nil
}
