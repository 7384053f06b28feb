package data

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"

	"gramscope/data/remedy"
)

// Matrix is a matrix of kernel values from a file: of all points with each other, or of new points with others. The
// numbers of an .npy file stay there. It may be used by several goroutines. The file is read and not mapped into
// memory, so that one that is cut short while it is in use becomes an error instead of the end of the program.
type Matrix struct {
	Rows, Columns int
	Names         []string // of the columns; nil if there are none; of points with each other: each once, else nil
	Indefinite    string   // what was done to its eigenvalues, see [Choice]; "" for a matrix as it is in the file

	Path      string
	kind      string          // the format
	tolerance float64         // rounding errors of the entries, relative
	summary   []ColumnSummary // of the entries that were checked
	cells     []cells         // one a column; nil if the numbers are in the file

	file    *os.File
	start   int64 // of the numbers in the file
	number  numberType
	buffers sync.Pool // of *[]byte, each for a row
}

// openNPY opens a matrix in an .npy file that is neither compressed, nor in Fortran order, nor a list; symmetric says
// that the order does not matter. It returns nil if the file is another one, or one that must be read as a whole.
func openNPY(path string, symmetric bool) (m *Matrix, err error) {
	defer caught(new(error)) // the reader of tables says what is wrong, here and below
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	defer func() {
		if m == nil {
			file.Close()
		}
	}()
	h := readNPYHeader(file)
	n, d := h.size()
	start, err := file.Seek(0, io.SeekCurrent)
	number, wrong := h.descr.number()
	if err != nil || wrong != nil || len(h.shape) != 2 || h.fortran && !(symmetric && n == d) {
		return nil, nil
	}
	switch length := float64(start) + float64(n)*float64(d)*float64(number.size); {
	case float64(info.Size()) < length:
		return nil, asError(path, shortNPY())
	case float64(info.Size()) > length || n > math.MaxInt32:
		return nil, asError(path, h.tooLong())
	}
	m = &Matrix{Rows: int(n), Columns: int(d), Path: path, tolerance: 1e-8, file: file, start: start, number: number}
	kind := h.descr[1]
	if kind == 'f' && number.size == 4 {
		m.tolerance = 1e-5
	}
	m.kind = npyFormat.Name + " of " + map[byte]string{'f': "float", 'i': "int", 'u': "uint", 'b': "bool"}[kind]
	if kind != 'b' {
		m.kind += fmt.Sprint(8 * number.size)
	}
	return m, nil
}

// Row writes the entries in the given columns of a row, counted from 0, to dst. It panics with an *Error
// if the file can't be read any more, or if an entry is not a finite number; see [remedy.Unreadable].
func (m *Matrix) Row(dst []float64, row int, columns []int) {
	dst = dst[:len(columns)]
	if m.cells != nil {
		for k, j := range columns {
			dst[k] = m.cells[j].at(row)
		}
		return // their numbers have been checked
	}
	m.read(dst, row, columns)
	for k, v := range dst {
		if !isFinite(v) {
			panic(&Error{File: m.Path, Problem: fmt.Sprintf("the entry in row %d, column %d is %v", row+1, columns[k]+1, v),
				Want: "a finite number", Remedies: recompute()})
		}
	}
}

func recompute() remedy.List {
	return remedy.Do("compute it again").Or(remedy.Do("leave its row and column out of the matrix"))
}

// scattered is how many bytes of a row are read for one entry at most: reading more takes longer than
// another call of the system.
const scattered = 8 << 10

// read reads entries of a row from the file: at once all between the first and the last column, unless
// these are few and far between.
func (m *Matrix) read(dst []float64, row int, columns []int) {
	size, low, high := m.number.size, slices.Min(columns), slices.Max(columns)
	if (high-low+1)*size > scattered*len(columns) {
		for k := range columns {
			m.read(dst[k:k+1], row, columns[k:k+1])
		}
		return
	}
	buffer, _ := m.buffers.Get().(*[]byte)
	if buffer == nil {
		whole := make([]byte, m.Columns*size)
		buffer = &whole
	}
	defer m.buffers.Put(buffer)
	part := (*buffer)[:(high-low+1)*size]
	if _, err := m.file.ReadAt(part, m.start+int64(size)*(int64(row)*int64(m.Columns)+int64(low))); err != nil {
		panic(m.unreadable(row, err))
	}
	for k, j := range columns {
		dst[k] = m.number.decode(part[size*(j-low):])
	}
}

func (m *Matrix) unreadable(row int, err error) *Error {
	e := &Error{File: m.Path, Problem: fmt.Sprintf("row %d can't be read (%s)", row+1, Cause(err)), Err: err,
		Remedies: remedy.Do("open the file again")}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		e.Problem = fmt.Sprintf("row %d can't be read: the file has become shorter since it was opened", row+1)
		e.Remedies = remedy.Do("write it again, under another name, and open that")
	}
	return e
}
