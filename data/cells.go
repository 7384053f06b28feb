package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// cells are the values of one column as they are stored. A missing value is
// NaN; a column of text holds the number of each cell's text.
type cells interface {
	// at is the value in a row.
	at(row int) float64
	// take gives the values in some rows, which are ascending.
	take(rows []int32, v []float64)
	// each calls f for every value that is not zero, rows ascending.
	each(f func(row int, v float64))
}

// strided is a column within a block of numbers: n values from off, stride
// apart. stride 1 is a column of its own, stride d one of a row-major array.
type strided struct {
	block     chunked[float64]
	off       int
	stride, n int
}

func (s strided) at(row int) float64 { return s.block.at(s.off + row*s.stride) }

func (s strided) take(rows []int32, v []float64) {
	for k, row := range rows {
		v[k] = s.at(int(row))
	}
}

func (s strided) each(f func(row int, v float64)) {
	for row := range s.n {
		if v := s.at(row); v != 0 {
			f(row, v)
		}
	}
}

// sparse is a column of mostly zeros: rows ascending, v their values.
type sparse struct {
	rows []int32
	v    []float64
}

func (s sparse) at(row int) float64 {
	if k, found := slices.BinarySearch(s.rows, int32(row)); found {
		return s.v[k]
	}
	return 0
}

func (s sparse) take(rows []int32, v []float64) {
	k := 0
	if len(rows) > 0 {
		k, _ = slices.BinarySearch(s.rows, rows[0])
	}
	for i, row := range rows {
		for k < len(s.rows) && s.rows[k] < row {
			k++
		}
		v[i] = 0
		if k < len(s.rows) && s.rows[k] == row {
			v[i] = s.v[k]
		}
	}
}

func (s sparse) each(f func(row int, v float64)) {
	for k, row := range s.rows {
		if s.v[k] != 0 {
			f(int(row), s.v[k])
		}
	}
}

// missingCode marks a missing cell of a coded column.
const missingCode = -1

// coded is a column of text: code(row) counts into texts. The codes are shared
// by all orders that the texts are brought into.
type coded struct {
	codes  chunked[int32] // as the texts came
	number []int32        // of those in texts; nil = the same
	texts  []string
}

func (c coded) code(row int) int32 {
	code := c.codes.at(row)
	if code != missingCode && c.number != nil {
		code = c.number[code]
	}
	return code
}

func (c coded) at(row int) float64 {
	code := c.code(row)
	if code == missingCode {
		return math.NaN()
	}
	return float64(code)
}

func (c coded) take(rows []int32, v []float64) {
	for k, row := range rows {
		v[k] = c.at(int(row))
	}
}

func (c coded) each(f func(row int, v float64)) {
	for row := range c.codes.len() {
		switch code := c.code(row); code {
		case 0:
		case missingCode:
			f(row, math.NaN())
		default:
			f(row, float64(code))
		}
	}
}

// firstRow is the first row whose code is the given one, −1 without one.
func (c coded) firstRow(code int32) int {
	for row := range c.codes.len() {
		if c.code(row) == code {
			return row
		}
	}
	return -1
}

// sorted renumbers the texts: numbers by value first, then words by their
// bytes, so that classes do not depend on the order of rows. Texts that no row
// among keep has (nil = all rows) fall away. c has its texts as they came.
func (c coded) sorted(keep []int32, memory *budget) (coded, error) {
	if err := memory.takeFor(fmt.Sprintf("%d different texts", len(c.texts)), orderBytes*int64(len(c.texts))); err != nil {
		return coded{}, err
	}
	used := make([]bool, len(c.texts))
	note := func(code int32) {
		if code != missingCode {
			used[code] = true
		}
	}
	if keep == nil {
		for row := range c.codes.len() {
			note(c.codes.at(row))
		}
	}
	for _, row := range keep {
		note(c.codes.at(int(row)))
	}

	value := make([]float64, len(c.texts)) // NaN for words
	order := make([]int32, 0, len(c.texts))
	for code, text := range c.texts {
		if !used[code] {
			continue
		}
		order = append(order, int32(code))
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			v = math.NaN()
		}
		value[code] = v
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		x, y := value[a], value[b]
		switch isWord := math.IsNaN(x); {
		case isWord != math.IsNaN(y) && isWord:
			return 1
		case isWord != math.IsNaN(y):
			return -1
		case !isWord && x != y:
			return cmp.Compare(x, y)
		}
		return strings.Compare(c.texts[a], c.texts[b])
	})

	number := make([]int32, len(c.texts))
	for code := range number {
		number[code] = missingCode
	}
	texts := make([]string, len(order))
	for i, code := range order {
		texts[i], number[code] = c.texts[code], int32(i)
	}
	return coded{c.codes, number, texts}, nil
}

// coder builds a coded column cell by cell.
type coder struct {
	coded
	known map[string]int32
}

// add appends a cell; what it takes is counted in memory.
func (c *coder) add(text string, memory *budget) (isNew bool, err error) {
	code, known := c.known[text]
	if !known {
		if err := memory.take(int64(len(text)) + textBytes); err != nil {
			return false, err
		}
		if c.known == nil {
			c.known = make(map[string]int32)
		}
		code = int32(len(c.texts))
		// A copy: the cell is a slice of its whole line.
		text = strings.Clone(text)
		c.known[text] = code
		c.texts = append(c.texts, text)
	}
	return !known, c.codes.add(code, memory)
}

func (c *coder) addMissing(memory *budget) error { return c.codes.add(missingCode, memory) }

// toText turns numbers into a coded column, each number a text in its
// shortest form: what --categorical does to a column of numbers.
func toText(numbers cells, n int, memory *budget) (coder, error) {
	var c coder
	for row := range n {
		var err error
		if v := numbers.at(row); math.IsNaN(v) {
			err = c.addMissing(memory)
		} else {
			_, err = c.add(shortest(v), memory)
		}
		if err != nil {
			return c, err
		}
	}
	return c, nil
}

// shortest is the shortest text that reads back as v.
func shortest(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
