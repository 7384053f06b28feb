package data

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Matrix is a matrix of kernel values from a file: of all points with each other, or of new points with
// others. The numbers of an .npy file stay there, and its rows are read when they are asked for; a matrix
// in another format is in memory. It may be used by several goroutines.
//
// The file is read and not mapped into memory: a row is long enough that this is as fast, and a file
// that is cut short while it is in use becomes an error instead of the end of the program.
type Matrix struct {
	Rows, Columns int
	Indefinite    string // what was done to its eigenvalues, see [Choice]; "" for a matrix as it is in the file

	path    string
	kind    string          // the format
	summary []ColumnSummary // of the entries that were checked
	cells   []cells         // one a column; nil if the numbers are in the file

	whole *mat.Dense // K after its eigenvalues were changed; nil if they were not

	file    *os.File
	start   int64 // of the numbers in the file
	number  numberType
	order   byteOrder
	descr   string
	buffers sync.Pool // of *[]byte, each for a row
}

// Path returns the path of the file as the user named it.
func (m *Matrix) Path() string { return m.path }

// Row writes the entries in the given columns of a row, counted from 0, to dst. It panics with an *Error
// if the file can't be read any more, or if an entry is no finite number; see [remedy.Unreadable].
func (m *Matrix) Row(dst []float64, row int, columns []int) {
	dst = dst[:len(columns)]
	if m.whole != nil {
		for k, j := range columns {
			dst[k] = m.whole.At(row, j)
		}
		return
	}
	if m.cells != nil {
		for k, j := range columns {
			dst[k] = m.cells[j].at(row)
		}
		return // their numbers have been checked
	}
	if err := m.read(dst, row, columns); err != nil {
		panic(err)
	}
	if !isFinite(floats.Sum(dst)) {
		for k, v := range dst {
			if !isFinite(v) {
				panic(m.notFinite(row, columns[k], v))
			}
		}
	}
}

// scattered is how many bytes of a row are read for one entry at most: reading more takes longer than
// another call of the system.
const scattered = 8 << 10

// read reads entries of a row from the file: at once all between the first and the last column, unless
// these are few and far between.
func (m *Matrix) read(dst []float64, row int, columns []int) *Error {
	size := m.number.size
	low, high := slices.Min(columns), slices.Max(columns)
	at := m.start + int64(size)*int64(row)*int64(m.Columns)
	if (high-low+1)*size > scattered*len(columns) {
		var one [8]byte
		for k, j := range columns {
			if _, err := m.file.ReadAt(one[:size], at+int64(j*size)); err != nil {
				return m.unreadable(row, err)
			}
			dst[k] = m.number.decode(m.order, one[:])
		}
		return nil
	}
	buffer, _ := m.buffers.Get().(*[]byte)
	if buffer == nil {
		whole := make([]byte, m.Columns*size)
		buffer = &whole
	}
	defer m.buffers.Put(buffer)
	part := (*buffer)[:(high-low+1)*size]
	if _, err := m.file.ReadAt(part, at+int64(low*size)); err != nil {
		return m.unreadable(row, err)
	}
	switch m.descr { // the usual types
	case "<f4":
		for k, j := range columns {
			dst[k] = float64(math.Float32frombits(binary.LittleEndian.Uint32(part[4*(j-low):])))
		}
	case "<f8":
		for k, j := range columns {
			dst[k] = math.Float64frombits(binary.LittleEndian.Uint64(part[8*(j-low):]))
		}
	default:
		for k, j := range columns {
			dst[k] = m.number.decode(m.order, part[size*(j-low):])
		}
	}
	return nil
}

func (m *Matrix) unreadable(row int, err error) *Error {
	e := &Error{File: m.path, Problem: fmt.Sprintf("row %d can't be read (%s)", row+1, Cause(err)), Err: err,
		Remedies: remedy.Do("open the file again")}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		e.Problem = fmt.Sprintf("row %d can't be read: the file has become shorter since it was opened", row+1)
		e.Remedies = remedy.Do("write it again, under another name, and open that")
	}
	return e
}

// notFinite is the error of an entry, in places from 0.
func (m *Matrix) notFinite(row, column int, v float64) *Error {
	return &Error{File: m.path, Problem: fmt.Sprintf("the entry in row %d, column %d is %v", row+1, column+1, v), Want: "a finite number",
		Remedies: remedy.Do("compute it again").Or(remedy.Do("leave its row and column out of the matrix"))}
}
