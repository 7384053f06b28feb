package data

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gramscope/data/remedy"
)

var matrixMarketFormat = Format{
	Name:    "Matrix Market",
	Endings: []string{".mtx"},
	begins:  regexp.MustCompile(`(?i)^%%matrixmarket`).Match,
	read:    readMatrixMarket,
}

const wantedSize = "a whole number from 1 to 2147483647"

// matrixMarket reads a file of Matrix Market (Boisvert, Pozo and Remington, NISTIR 5935): a line that says what
// follows, comments, the numbers of rows and columns, and the numbers.
type matrixMarket struct {
	lines *records
	entries
	isSparse  bool    // coordinate, and not array
	isPattern bool    // all entries are 1
	mirrored  float64 // factor of an entry on the other side of the diagonal: 0 general, 1 symmetric, −1 skew-symmetric
	sizes     [3]int  // rows, columns and, for coordinates, entries
}

func readMatrixMarket(c content) *Table {
	m := &matrixMarket{lines: c.lines.records(' '), entries: entries{memory: c.memory}}
	m.header()
	m.widen(m.sizes[1])
	if m.isSparse {
		m.coordinates()
	} else {
		m.array()
	}
	if m.next(0, "") != nil {
		m.fail(0, "more numbers than the header says", "the end of the file")
	}
	m.memory.line = 0
	return m.table(m.sizes[0], nil)
}

// next returns the words of the next line that is not a comment, and none at the end of the file. A number of words
// other than want is an error, in which what says their meaning; want 0 allows any number, and the end.
func (m *matrixMarket) next(want int, what string) []string {
	words, err := m.lines.next()
	for err == nil && m.lines.line > 1 && words[0][0] == '%' {
		words, err = m.lines.next()
	}
	m.memory.line = m.lines.line
	if err == io.EOF && want > 0 {
		err = &Error{Line: m.lines.line, Problem: "the file ends too early",
			Want: "as many numbers as the header says", Remedies: remedy.Do("fetch or write it again")}
	}
	if err != io.EOF {
		check(err)
	}
	if want > 0 && len(words) != want {
		m.fail(0, fmt.Sprintf("%d words in this line", len(words)), what)
	}
	return words
}

// fail ends with an error at word k of the last line.
func (m *matrixMarket) fail(k int, problem, want string) {
	line, column := m.lines.place(k)
	check(&Error{Line: line, Column: column, Problem: problem, Want: want})
}

// header reads the first line, %%MatrixMarket matrix coordinate real general, and that of the sizes.
func (m *matrixMarket) header() {
	words := m.next(5, "%%MatrixMarket matrix, how the numbers are written, their type and the symmetry, "+
		"such as coordinate real general")
	for k, list := range [][]string{{"matrix"}, {"coordinate", "array"}, {"real", "double", "integer", "unsigned-integer",
		"pattern"}, {"general", "symmetric", "skew-symmetric"}} {
		if words[k+1] = strings.ToLower(words[k+1]); !slices.Contains(list, words[k+1]) {
			m.fail(k+1, fmt.Sprintf("a Matrix Market file of the kind %q", clip(words[k+1])),
				"one of "+strings.Join(list, ", "))
		}
	}
	m.isSparse = words[2] == "coordinate"
	m.isPattern = words[3] == "pattern" && m.isSparse
	m.mirrored = map[string]float64{"symmetric": 1, "skew-symmetric": -1}[words[4]]
	want, what := 2, "2 sizes: rows and columns"
	if m.isSparse {
		want, what = 3, "3 sizes: rows, columns and entries"
	}
	for k, word := range m.next(want, what) {
		var err error
		if m.sizes[k], err = strconv.Atoi(word); err != nil || k < 2 && (m.sizes[k] < 1 || m.sizes[k] > math.MaxInt32) {
			m.fail(k, fmt.Sprintf("size %q", clip(word)), wantedSize)
		}
	}
	if m.mirrored != 0 && m.sizes[0] != m.sizes[1] {
		m.fail(1, fmt.Sprintf("a symmetric matrix of %d × %d", m.sizes[0], m.sizes[1]), "as many columns as rows")
	}
	m.memory.take(rowBytes * int64(m.sizes[0]))
}

func (m *matrixMarket) add(i, j int, v float64) {
	m.entries.add(i, j, v)
	if i != j && m.mirrored != 0 {
		m.entries.add(j, i, m.mirrored*v)
	}
}

func (m *matrixMarket) coordinates() {
	want, what := 3, "row, column and value"
	if m.isPattern {
		want, what = 2, "row and column"
	}
	for range m.sizes[2] {
		words, at := m.next(want, what), [2]int{}
		for k, name := range []string{"row", "column"} {
			var err error
			if at[k], err = strconv.Atoi(words[k]); err != nil || at[k] < 1 || at[k] > m.sizes[k] {
				want := fmt.Sprint("a whole number from 1 to ", m.sizes[k])
				m.fail(k, fmt.Sprintf("%s %q", name, clip(words[k])), want)
			}
		}
		m.add(at[0]-1, at[1]-1, m.number(words))
	}
}

// number reads the last word as a number, NaN for a missing one.
func (m *matrixMarket) number(words []string) float64 {
	if m.isPattern {
		return 1
	}
	last := len(words) - 1
	v, ok := numberOrNaN(words[last])
	if !ok {
		m.fail(last, fmt.Sprintf("value %q", clip(words[last])), "a number")
	}
	return v
}

// array reads the numbers column after column, those of a symmetric matrix from the diagonal on, which is 0 in a
// skew-symmetric one.
func (m *matrixMarket) array() {
	for j := range m.sizes[1] {
		from := 0
		if m.mirrored != 0 {
			from = j + int(1-m.mirrored)/2
		}
		for i := from; i < m.sizes[0]; i++ {
			m.add(i, j, m.number(m.next(1, "one number")))
		}
	}
}
