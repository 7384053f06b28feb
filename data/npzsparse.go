package data

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"gramscope/data/remedy"
)

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
func (list npzEntries) numbers(name string, length int, memory *budget) (block chunked[float64], err error) {
	e := list.named(name)
	if e == nil {
		return nil, inconsistent("there is no array " + name)
	}
	err = e.read(func(h npyHeader, in io.Reader) error {
		a, err := h.numbers(in, memory)
		if err == nil && (a.d != 1 || length >= 0 && a.n != length) {
			return inconsistent(fmt.Sprintf("the shape is %v", h.shape))
		}
		if err == nil {
			block = a.block
		}
		return err
	})
	return block, err
}
