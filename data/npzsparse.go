package data

import (
	"fmt"
	"io"
	"math"

	"gramscope/data/remedy"
)

// sparsePlaces are the arrays with the places of the entries in the formats of scipy.sparse.save_npz. In csr the first
// has where the entries of each row begin, in csc those of each column, and in coo the rows of the entries.
var sparsePlaces = map[string][2]string{"csr": {"indptr", "indices"}, "csc": {"indptr", "indices"}, "coo": {"row", "col"}}

// readSparseNPZ reads a sparse matrix in the formats csr, csc and coo. The columns are called x1, x2, …
func readSparseNPZ(archive npzEntries, memory *budget) (*Table, error) {
	format, err := archive.named("format").text()
	if err != nil {
		return nil, err
	}
	names, known := sparsePlaces[format]
	if !known {
		return nil, &Error{Problem: fmt.Sprintf("a sparse matrix in the format %q", clip(format)), Want: "csr, csc or coo",
			Remedies: remedy.Do("convert it: scipy.sparse.save_npz(FILE, a.tocsr())")}
	}
	before := memory.used
	shape, err := archive.numbers("shape", 2, memory)
	if err != nil {
		return nil, err
	}
	n, isN := whole(shape, 0, math.MaxInt32)
	d, isD := whole(shape, 1, math.MaxInt32)
	if !isN || !isD || n*d == 0 {
		return nil, inconsistent("shape")
	}
	values, err := archive.numbers("data", -1, memory)
	if err != nil {
		return nil, err
	}
	count, lines, width := values.len(), n, d
	length := count
	if format == "csc" {
		lines, width = d, n
	}
	if format != "coo" {
		length = lines + 1
	}
	from, err := archive.numbers(names[0], length, memory)
	if err != nil {
		return nil, err
	}
	to, err := archive.numbers(names[1], count, memory)
	if err != nil {
		return nil, err
	}
	if format != "coo" {
		if from, err = expanded(from, count, memory); err != nil {
			return nil, err
		}
	}
	taken := memory.used - before // until the entries are in columns
	all := entries{memory: memory}
	if all.widen(d) != nil || memory.take(rowBytes*int64(n)) != nil {
		return nil, memory.refused
	}
	for k := range from.len() {
		i, isLine := whole(from, k, lines-1)
		j, isPlace := whole(to, k, width-1)
		if !isLine || !isPlace {
			return nil, inconsistent(fmt.Sprintf("entry %d of %s or %s", k, names[0], names[1]))
		}
		if format == "csc" {
			i, j = j, i
		}
		if all.add(i, j, values.at(k)); memory.refused != nil {
			return nil, memory.refused
		}
	}
	t := all.table(n, nil)
	t.Notes = remedy.Notes(fmt.Sprintf("a sparse matrix of SciPy (%s): %.3g %% of the entries are stored", format,
		100*float64(count)/float64(n)/float64(d)))
	memory.give(taken)
	return t, memory.refused
}

// expanded returns the number of the row, or column, of each entry from where those of each begin and end.
func expanded(starts chunked[float64], count int, memory *budget) (lines chunked[float64], err error) {
	begin := 0
	for line := range starts.len() {
		end, is := whole(starts, line, count)
		if !is || end < begin || line == 0 && end > 0 {
			return nil, inconsistent(fmt.Sprintf("entry %d of indptr", line))
		}
		for ; begin < end; begin++ {
			lines.add(float64(line-1), memory)
		}
	}
	return lines, memory.refused
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

// text reads an array of one text.
func (e *npzEntry) text() (text string, err error) {
	err = e.read(func(h npyHeader, in io.Reader) error {
		length := h.descr.textLength()
		if length == 0 || length > 100 || len(h.shape) > 1 {
			return h.descr.fault("the array")
		}
		b := make([]byte, length)
		if _, err := io.ReadFull(in, b); err != nil {
			return shortNPY(err)
		}
		text = h.descr.text(b)
		return nil
	})
	return text, err
}
