package data

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

var matrixMarketFormat = Format{
	Name:    "Matrix Market",
	Endings: []string{".mtx"},
	begins: func(head []byte) bool {
		const magic = "%%matrixmarket"
		return len(head) >= len(magic) && strings.EqualFold(string(head[:len(magic)]), magic)
	},
	read: func(c content) (*Table, error) { return readMatrixMarket(c.lines.records(' '), c.memory) },
}

// matrixMarket reads a file of Matrix Market (Boisvert, Pozo and Remington, NISTIR 5935): a line that says what
// follows, comments, the numbers of rows and columns, and the numbers.
type matrixMarket struct {
	lines     *records
	memory    *budget
	isSparse  bool    // coordinate, and not array
	isPattern bool    // all entries are 1
	mirrored  float64 // factor of an entry on the other side of the diagonal: 0 general, 1 symmetric, −1 skew-symmetric
	sizes     [3]int  // rows, columns and, of coordinates, entries
}

// readMatrixMarket reads a matrix. The columns are called x1, x2, …
func readMatrixMarket(lines *records, memory *budget) (*Table, error) {
	m := &matrixMarket{lines: lines, memory: memory}
	if err := m.header(); err != nil {
		return nil, err
	}
	read := m.array
	if m.isSparse {
		read = m.coordinates
	}
	t, err := read()
	if err != nil {
		return nil, err
	}
	if _, err := m.next(0, ""); err != io.EOF {
		if err == nil {
			err = m.fault(0, "more numbers than the header says", "the end of the file")
		}
		return nil, err
	}
	memory.line = 0
	return t, nil
}

// next returns the words of the next line that is no comment. Another number of words than want, of which what says
// the meaning, is an error; want 0 stands for any number, and for the end of the file.
func (m *matrixMarket) next(want int, what string) ([]string, error) {
	words, err := m.lines.next()
	for err == nil && m.lines.line > 1 && words[0][0] == '%' {
		words, err = m.lines.next()
	}
	if err == io.EOF && want > 0 {
		return nil, &Error{Line: m.lines.line, Problem: "the file ends too early",
			Want:     "as many numbers as the header says",
			Remedies: remedy.Do("fetch or write it again")}
	}
	m.memory.line = m.lines.line
	if err == nil && want > 0 && len(words) != want {
		return nil, m.fault(0, fmt.Sprintf("%d words in this line", len(words)), what)
	}
	return words, err
}

// fault returns an error at word k of the last line.
func (m *matrixMarket) fault(k int, problem, want string) error {
	e := &Error{Problem: problem, Want: want}
	e.Line, e.Column = m.lines.place(k)
	return e
}

// header reads the first line, %%MatrixMarket matrix coordinate real general, and that of the sizes.
func (m *matrixMarket) header() error {
	words, err := m.next(0, "")
	if err != nil {
		return err
	}
	for k, list := range [][]string{{"matrix"}, {"coordinate", "array"}, {"real", "double", "integer", "unsigned-integer",
		"pattern"}, {"general", "symmetric", "skew-symmetric"}} {
		if len(words) <= k+1 {
			return m.fault(0, "the first line has fewer than 5 words",
				"%%MatrixMarket matrix, how the numbers are written, their type and the symmetry, such as coordinate real general")
		}
		if words[k+1] = strings.ToLower(words[k+1]); !slices.Contains(list, words[k+1]) {
			return m.fault(k+1, fmt.Sprintf("a Matrix Market file of the kind %q", clip(words[k+1])),
				"one of "+strings.Join(list, ", "))
		}
	}
	m.isSparse, m.isPattern = words[2] == "coordinate", words[3] == "pattern"
	m.mirrored = map[string]float64{"symmetric": 1, "skew-symmetric": -1}[words[4]]
	if m.isPattern && !m.isSparse {
		return m.fault(3, "an array with the type pattern", "real or integer")
	}
	want, what := 2, "2 sizes: rows and columns"
	if m.isSparse {
		want, what = 3, "3 sizes: rows, columns and entries"
	}
	if words, err = m.next(want, what); err != nil {
		return err
	}
	for k, word := range words {
		if m.sizes[k], err = strconv.Atoi(word); err != nil || m.sizes[k] < 0 || k < 2 && m.sizes[k] > math.MaxInt32 {
			return m.fault(k, fmt.Sprintf("size %q", clip(word)), "a whole number")
		}
	}
	switch rows, columns := m.sizes[0], m.sizes[1]; {
	case m.mirrored != 0 && rows != columns:
		return m.fault(1, fmt.Sprintf("a symmetric matrix of %d × %d", rows, columns), "as many columns as rows")
	case rows == 0 || columns == 0:
		return m.fault(0, fmt.Sprintf("an empty matrix of %d × %d", rows, columns), "at least 2 rows and 1 column")
	}
	return m.memory.take(rowBytes * int64(m.sizes[0]))
}

// coordinates reads lines `row column value` into sparse columns.
func (m *matrixMarket) coordinates() (*Table, error) {
	all := entries{memory: m.memory}
	if err := all.widen(m.sizes[1]); err != nil {
		return nil, err
	}
	want, what := 3, "row, column and value"
	if m.isPattern {
		want, what = 2, "row and column"
	}
	for range m.sizes[2] {
		words, err := m.next(want, what)
		if err != nil {
			return nil, err
		}
		var at [2]int
		for k, name := range []string{"row", "column"} {
			if at[k], err = strconv.Atoi(words[k]); err != nil || at[k] < 1 || at[k] > m.sizes[k] {
				want := fmt.Sprint("a whole number from 1 to ", m.sizes[k])
				return nil, m.fault(k, fmt.Sprintf("%s %q", name, clip(words[k])), want)
			}
		}
		v := 1.0
		if !m.isPattern {
			if v, err = m.number(words, 2); err != nil {
				return nil, err
			}
		}
		all.add(at[0]-1, at[1]-1, v)
		if at[0] != at[1] && m.mirrored != 0 {
			all.add(at[1]-1, at[0]-1, m.mirrored*v)
		}
		if m.memory.refused != nil {
			return nil, m.memory.refused
		}
	}
	return all.table(m.sizes[0], nil), nil
}

// number reads word k as a number, NaN for a missing one.
func (m *matrixMarket) number(words []string, k int) (float64, error) {
	v, ok := numberOrNaN(words[k])
	if !ok {
		return 0, m.fault(k, fmt.Sprintf("value %q", clip(words[k])), "a number")
	}
	return v, nil
}

// array reads the numbers column after column, those of a symmetric matrix from the diagonal on.
func (m *matrixMarket) array() (*Table, error) {
	n, d := m.sizes[0], m.sizes[1]
	need := min(8*float64(n)*float64(d)+columnBytes*float64(d), math.MaxInt64/2)
	if err := m.memory.takeFor(fmt.Sprintf("a matrix of %d rows and %d columns", n, d), int64(need)); err != nil {
		return nil, err
	}
	values := make([]float64, n*d)
	for j := range d {
		from := 0
		switch m.mirrored {
		case 1:
			from = j
		case -1: // the diagonal of a skew-symmetric matrix is 0
			from = j + 1
		}
		for i := from; i < n; i++ {
			words, err := m.next(1, "one number")
			if err != nil {
				return nil, err
			}
			if values[j*n+i], err = m.number(words, 0); err != nil {
				return nil, err
			}
			if i != j && m.mirrored != 0 {
				values[i*n+j] = m.mirrored * values[j*n+i]
			}
		}
	}
	a := &array{n: n, d: d, fortran: true, block: chunksOf(values)}
	return a.table(m.memory), nil
}
