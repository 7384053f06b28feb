package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// view is a matrix in memory: entry (i, j) is data[at+i·row+j·column]. row and column may be negative.
type view struct {
	data        []float64
	at          int
	row, column int

	// triangle is the stored triangle of a symmetric matrix, or 0 for a general one.
	triangle blas.Uplo
}

// general returns a matrix of the given stride, or its transpose.
func general(t blas.Transpose, a []float64, stride int) view {
	v := view{data: a, row: stride, column: 1}
	if t != blas.NoTrans {
		return v.transposed()
	}
	return v
}

func (v view) transposed() view {
	v.row, v.column = v.column, v.row
	v.triangle = opposite(v.triangle)
	return v
}

// opposite returns the other triangle, and 0 for 0.
func opposite(triangle blas.Uplo) blas.Uplo {
	switch triangle {
	case blas.Lower:
		return blas.Upper
	case blas.Upper:
		return blas.Lower
	}
	return triangle
}

// from returns the part of v that begins at (i, j).
func (v view) from(i, j int) view {
	v.at += i*v.row + j*v.column
	return v
}

// reversed returns v with its rows and its columns in reverse order. 0 rows or columns leave their order as it is.
func (v view) reversed(rows, columns int) view {
	if rows > 0 {
		v = v.from(rows-1, 0)
		v.row = -v.row
	}
	if columns > 0 {
		v = v.from(0, columns-1)
		v.column = -v.column
	}
	return v
}

// side is what a part of a product needs of A, or of Bᵀ: the given number of its rows, called lines, from
// first on. They are packed in slivers of unit lines.
type side struct {
	view
	first, lines, unit int
}

func (s side) height() int { return roundUp(s.lines, s.unit) }

// pack writes lines lo to hi, and of these k columns from k0 on, to dst in slivers, each column by column.
// The last sliver is filled up with zeros.
func (s side) pack(on *instructions, dst []float64, lo, hi, k0, k int) {
	for i := lo; i < hi; i += s.unit {
		s.sliver(on, dst[(i-lo)*k:(i-lo+s.unit)*k], s.first+i, min(s.unit, hi-i), k0, k, s.unit)
	}
}

// sliver writes the rows×columns part of v at (i0, j0) to dst, column by column, width apart.
func (v view) sliver(on *instructions, dst []float64, i0, rows, j0, columns, width int) {
	if rows < width {
		clear(dst)
	}
	if v.triangle == 0 {
		v.copySliver(on, dst, i0, rows, j0, columns, width)
		return
	}
	// The part left of the diagonal, the part on it, and the part right of it.
	end := j0 + columns
	first, last := min(max(i0, j0), end), min(max(i0+rows, j0), end)
	left, right := v, v.transposed()
	if v.triangle == blas.Upper {
		left, right = right, left
	}
	left.copySliver(on, dst, i0, rows, j0, first-j0, width)
	for j := first; j < last; j++ {
		for i := range rows {
			dst[(j-j0)*width+i] = v.entry(i0+i, j)
		}
	}
	right.copySliver(on, dst[(last-j0)*width:], i0, rows, last, end-last, width)
}

// copySliver copies a sliver of a general matrix, or of the stored triangle.
func (v view) copySliver(on *instructions, dst []float64, i0, rows, j0, columns, width int) {
	if rows == 0 || columns == 0 {
		return
	}
	at := v.at + i0*v.row + j0*v.column
	switch {
	case v.row == 1 && rows == width:
		on.copyLines(columns, width/on.lanes, &dst[0], &v.data[at], v.column)
		return
	case v.row == 1:
		for j := range columns {
			copy(dst[j*width:j*width+rows], v.data[at+j*v.column:])
		}
		return
	}
	first := 0 // number of columns that are transposed; the entries of the others are copied one by one
	if v.column == 1 {
		first = columns / 4 * 4
	}
	i := 0
	for ; first > 0 && i+4 <= rows; i += 4 {
		on.transpose(first, &dst[i], width, &v.data[at+i*v.row], v.row)
	}
	for r := range rows {
		j := 0
		if r < i {
			j = first
		}
		from := at + r*v.row + j*v.column
		for ; j < columns; j++ {
			dst[j*width+r] = v.data[from]
			from += v.column
		}
	}
}

// unpackSliver copies a sliver back to where copySliver has read it.
func (v view) unpackSliver(src []float64, i0, rows, j0, columns, width int) {
	at := v.at + i0*v.row + j0*v.column
	if v.row == 1 {
		for j := range columns {
			copy(v.data[at+j*v.column:], src[j*width:j*width+rows])
		}
		return
	}
	for i := range rows {
		to := at + i*v.row
		for j := range columns {
			v.data[to] = src[j*width+i]
			to += v.column
		}
	}
}

// copyRow copies the first len(dst) entries of row i.
func (v view) copyRow(dst []float64, i int) {
	at := v.at + i*v.row
	switch {
	case v.triangle != 0:
		for j := range dst {
			dst[j] = v.entry(i, j)
		}
	case v.column == 1:
		copy(dst, v.data[at:])
	default:
		for j := range dst {
			dst[j] = v.data[at]
			at += v.column
		}
	}
}

// entry returns the entry at (i, j).
func (v view) entry(i, j int) float64 {
	if v.triangle == 0 || i == j || (v.triangle == blas.Upper) == (i < j) {
		return v.data[v.at+i*v.row+j*v.column]
	}
	return v.data[v.at+j*v.row+i*v.column]
}

// part returns a[i0:i1, j0:j1], which shares its data and may be empty.
func part(a blas64.General, i0, i1, j0, j1 int) blas64.General {
	v := blas64.General{Rows: i1 - i0, Cols: j1 - j0, Stride: a.Stride}
	if v.Rows > 0 {
		v.Data = a.Data[i0*a.Stride+j0 : (i1-1)*a.Stride+j1]
	}
	return v
}

func newGeneral(rows, cols int) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: max(1, cols), Data: make([]float64, rows*cols)}
}

func row(a blas64.General, i int) []float64 { return a.Data[i*a.Stride : i*a.Stride+a.Cols] }
