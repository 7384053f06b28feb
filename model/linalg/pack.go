package linalg

import "gonum.org/v1/gonum/blas"

// view is a matrix in memory: entry (i, j) is data[at+i·row+j·column]. Steps may
// be negative.
type view struct {
	data        []float64
	at          int
	row, column int

	// triangle is what is stored of a symmetric matrix, or 0 for a general one.
	triangle blas.Uplo
}

// general is a matrix of the given stride, or its transpose.
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

// opposite is the other triangle; 0 stays.
func opposite(triangle blas.Uplo) blas.Uplo {
	switch triangle {
	case blas.Lower:
		return blas.Upper
	case blas.Upper:
		return blas.Lower
	}
	return triangle
}

// from is the part of v that begins at (i, j).
func (v view) from(i, j int) view {
	v.at += i*v.row + j*v.column
	return v
}

// reversed is v from its last row and column to its first; rows or columns are
// left as they are for 0 of them.
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

// pack writes the rows×columns part of v at (i0, j0) to dst in slivers of width
// rows, each column by column. The last one is filled with zeros.
func (v view) pack(on *instructions, dst []float64, i0, rows, j0, columns, width int) {
	for i := 0; i < rows; i += width {
		v.sliver(on, dst[i*columns:(i+width)*columns], i0+i, min(width, rows-i), j0, columns, width)
	}
}

func (v view) sliver(on *instructions, dst []float64, i0, rows, j0, columns, width int) {
	if rows < width {
		clear(dst)
	}
	if v.triangle == 0 {
		v.copySliver(on, dst, i0, rows, j0, columns, width)
		return
	}
	// Left of the diagonal, on it, and right of it.
	end := j0 + columns
	first, last := min(max(i0, j0), end), min(max(i0+rows, j0), end)
	left, right := v, v
	left.triangle, right.triangle = 0, 0
	if v.triangle == blas.Lower {
		right = right.transposed()
	} else {
		left = left.transposed()
	}
	left.copySliver(on, dst, i0, rows, j0, first-j0, width)
	for j := first; j < last; j++ {
		for i := range rows {
			from := left
			if j > i0+i {
				from = right
			}
			dst[(j-j0)*width+i] = from.data[from.at+(i0+i)*from.row+j*from.column]
		}
	}
	right.copySliver(on, dst[(last-j0)*width:], i0, rows, last, end-last, width)
}

// copySliver copies a sliver of a general matrix.
func (v view) copySliver(on *instructions, dst []float64, i0, rows, j0, columns, width int) {
	if rows == 0 || columns == 0 {
		return
	}
	at := v.at + i0*v.row + j0*v.column
	switch {
	case v.row == 1 && rows == width && width%on.lanes == 0:
		on.copyLines(columns, width/on.lanes, &dst[0], &v.data[at], v.column)
		return
	case v.row == 1:
		for j := range columns {
			copy(dst[j*width:j*width+rows], v.data[at+j*v.column:])
		}
		return
	}
	first := 0 // of the columns whose entries are copied one by one
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

// unpackSliver copies a sliver back to where copySliver has it from.
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
