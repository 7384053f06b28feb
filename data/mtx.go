package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

const matrixMarketMagic = "%%matrixmarket"

var matrixMarketFormat = Format{
	Name:    "Matrix Market",
	Endings: []string{".mtx"},
	begins: func(head []byte) bool {
		return len(head) >= len(matrixMarketMagic) && bytes.EqualFold(head[:len(matrixMarketMagic)], []byte(matrixMarketMagic))
	},
	read: func(c content) (*Table, error) { return readMatrixMarket(c.in, c.memory) },
}

// matrixMarket reads a file of Matrix Market (Boisvert, Pozo and Remington, NISTIR 5935): a line that says what
// follows, comments, the numbers of rows and columns, and the numbers.
type matrixMarket struct {
	lines     *plainRecords
	memory    *budget
	isSparse  bool    // coordinate, and not array
	isPattern bool    // all entries are 1
	mirrored  float64 // factor of an entry on the other side of the diagonal: 0 general, 1 symmetric, −1 skew-symmetric
	rows      int
	columns   int
}

// readMatrixMarket reads a matrix. The columns are called x1, x2, …
func readMatrixMarket(in *bufio.Reader, memory *budget) (*Table, error) {
	m := &matrixMarket{lines: plainStream(in, ' ', 0, memory), memory: memory}
	words, err := m.next()
	if err != nil {
		return nil, err
	}
	if bad := m.header(words); bad != nil {
		return nil, bad
	}
	sizes, err := m.sizes()
	if err != nil {
		return nil, err
	}
	var columns []cells
	if m.isSparse {
		columns, err = m.coordinates(sizes[2])
	} else {
		columns, err = m.array()
	}
	if err != nil {
		return nil, err
	}
	t := &Table{Rows: m.rows, Columns: make([]Column, m.columns)}
	for j := range t.Columns {
		t.Columns[j] = Column{Name: numberedName(j), cells: columns[j]}
		t.Columns[j].checkNumbers(m.rows, nil, memory)
	}
	return t, nil
}

// next returns the words of the next line that is no comment.
func (m *matrixMarket) next() ([]string, error) {
	for {
		words, err := m.lines.next()
		if err == io.EOF {
			return nil, &Error{Line: m.lines.line, Problem: "the file ends too early",
				Want:     "as many numbers as the header says",
				Remedies: remedy.Do("fetch or write it again")}
		}
		if err != nil || m.lines.line == 1 || words[0][0] != '%' {
			m.memory.line = m.lines.line
			return words, err
		}
	}
}

// fault returns an error at word k of the last line.
func (m *matrixMarket) fault(k int, problem, want string) *Error {
	e := &Error{Problem: problem, Want: want}
	e.Line, e.Column = m.lines.place(k)
	return e
}

// header reads the first line, %%MatrixMarket matrix coordinate real general.
func (m *matrixMarket) header(words []string) *Error {
	known := [][]string{{"matrix"}, {"coordinate", "array"}, {"real", "double", "integer", "unsigned-integer",
		"pattern"}, {"general", "symmetric", "skew-symmetric"}}
	for k, list := range known {
		if len(words) <= k+1 {
			return m.fault(0, "the first line has fewer than 5 words",
				"%%MatrixMarket matrix, and then how the numbers are written, their type and the symmetry, such as coordinate real general")
		}
		if word := strings.ToLower(words[k+1]); !slices.Contains(list, word) {
			return m.fault(k+1, fmt.Sprintf("a Matrix Market file of the kind %q", clip(word)), "one of "+strings.Join(list,
				", "))
		}
	}
	m.isSparse, m.isPattern = strings.EqualFold(words[2], "coordinate"), strings.EqualFold(words[3], "pattern")
	m.mirrored = map[string]float64{"symmetric": 1, "skew-symmetric": -1}[strings.ToLower(words[4])]
	if m.isPattern && !m.isSparse {
		return m.fault(3, "an array with the type pattern", "real or integer")
	}
	return nil
}

// sizes reads the line with the numbers of rows, columns and, if there are coordinates, entries.
func (m *matrixMarket) sizes() ([]int, error) {
	words, err := m.next()
	if err != nil {
		return nil, err
	}
	want := 2
	if m.isSparse {
		want = 3
	}
	if len(words) != want {
		return nil, m.fault(0, fmt.Sprintf("%d words in the line of the sizes", len(words)),
			fmt.Sprintf("%d: rows, columns, and entries if they have coordinates", want))
	}
	sizes := make([]int, want)
	for k, word := range words {
		if sizes[k], err = strconv.Atoi(word); err != nil || sizes[k] < 0 || k < 2 && sizes[k] > math.MaxInt32 {
			return nil, m.fault(k, fmt.Sprintf("size %q", clip(word)), "a whole number")
		}
	}
	if m.rows, m.columns = sizes[0], sizes[1]; m.mirrored != 0 && m.rows != m.columns {
		return nil, m.fault(1, fmt.Sprintf("a symmetric matrix of %d rows and %d columns", m.rows, m.columns),
			"as many columns as rows")
	}
	if m.rows == 0 || m.columns == 0 {
		return nil, m.fault(0, fmt.Sprintf("an empty matrix of %d rows and %d columns", m.rows, m.columns),
			"at least 2 rows and 1 column")
	}
	return sizes, m.memory.take(rowBytes * int64(m.rows))
}

// coordinates reads lines `row column value` and returns sparse columns.
func (m *matrixMarket) coordinates(count int) ([]cells, error) {
	e := entries{memory: m.memory}
	if err := e.widen(m.columns); err != nil {
		return nil, err
	}
	want := 3
	if m.isPattern {
		want = 2
	}
	for range count {
		words, err := m.next()
		if err != nil {
			return nil, err
		}
		if len(words) != want {
			return nil, m.fault(0,
				fmt.Sprintf("%d words in this line", len(words)), []string{2: "row and column", 3: "row, column and value"}[want])
		}
		var at [2]int
		for k, size := range []int{m.rows, m.columns} {
			if at[k], err = strconv.Atoi(words[k]); err != nil || at[k] < 1 || at[k] > size {
				return nil, m.fault(k, fmt.Sprintf("%s %q", []string{"row", "column"}[k], clip(words[k])),
					fmt.Sprintf("a whole number from 1 to %d", size))
			}
		}
		v := 1.0
		if !m.isPattern {
			if v, err = m.number(2, words[2]); err != nil {
				return nil, err
			}
		}
		e.add(at[0]-1, at[1]-1, v)
		if at[0] != at[1] && m.mirrored != 0 {
			e.add(at[1]-1, at[0]-1, m.mirrored*v)
		}
		if m.memory.refused != nil {
			return nil, m.memory.refused
		}
	}
	columns := make([]cells, m.columns)
	for j, c := range e.cells(m.rows) {
		columns[j] = c
	}
	return columns, m.end()
}

// number reads a number at word k, NaN for a missing one.
func (m *matrixMarket) number(k int, word string) (float64, error) {
	v, ok := parseNumber(word)
	if !ok && !isMissing(word) {
		return 0, m.fault(k, fmt.Sprintf("value %q", clip(word)), "a number")
	}
	if !ok {
		v = math.NaN()
	}
	return v, nil
}

// array reads the numbers column after column, those of a symmetric matrix from the diagonal on, and returns
// dense columns.
func (m *matrixMarket) array() ([]cells, error) {
	need := 8*float64(m.rows)*float64(m.columns) + columnBytes*float64(m.columns)
	if err := m.memory.takeFor(fmt.Sprintf("a matrix of %d rows and %d columns", m.rows, m.columns),
		int64(min(need, math.MaxInt64/2))); err != nil {
		return nil, err
	}
	columns, values := make([]cells, m.columns), make([][]float64, m.columns)
	for j := range columns {
		values[j] = make([]float64, m.rows)
	}
	first := map[float64]int{1: 0, -1: 1}
	for j := range columns {
		from := 0
		if m.mirrored != 0 {
			from = j + first[m.mirrored]
		}
		for i := from; i < m.rows; i++ {
			words, err := m.next()
			if err != nil {
				return nil, err
			}
			if len(words) != 1 {
				return nil, m.fault(1, fmt.Sprintf("%d words in this line", len(words)), "one number")
			}
			v, err := m.number(0, words[0])
			if err != nil {
				return nil, err
			}
			if values[j][i] = v; i != j && m.mirrored != 0 {
				values[i][j] = m.mirrored * v
			}
		}
	}
	for j := range columns {
		columns[j] = strided{slices.Collect(slices.Chunk(values[j], chunkLength)), 0, 1}
	}
	return columns, m.end()
}

// end returns an error unless the file ends here.
func (m *matrixMarket) end() error {
	words, err := m.lines.next()
	for err == nil && words[0][0] == '%' {
		words, err = m.lines.next()
	}
	if err == nil {
		return m.fault(0, "more numbers than the header says", "the end of the file")
	}
	if err != io.EOF {
		return err
	}
	m.memory.line = 0
	return nil
}
