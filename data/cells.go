package data

import (
	"math"
	"slices"
	"sort"
	"strconv"
)

// cells are the values of one column as they are stored. A missing value is
// NaN; a column of text holds the number of each cell's text.
type cells interface {
	// at is the value in a row.
	at(row int) float64
	// each calls f for every value that is not zero, rows ascending.
	each(f func(row int, v float64))
}

// strided is a column within a block of numbers: n values from off, stride
// apart. stride 1 is a column of its own, stride d one of a row-major array.
type strided struct {
	block     []float64
	off       int
	stride, n int
}

func (s strided) at(row int) float64 { return s.block[s.off+row*s.stride] }

func (s strided) each(f func(row int, v float64)) {
	for row := range s.n {
		if v := s.block[s.off+row*s.stride]; v != 0 {
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

func (s sparse) each(f func(row int, v float64)) {
	for k, row := range s.rows {
		if s.v[k] != 0 {
			f(int(row), s.v[k])
		}
	}
}

// missingCode marks a missing cell of a coded column.
const missingCode = -1

// coded is a column of text: codes[row] counts into texts.
type coded struct {
	codes []int32
	texts []string
}

func (c coded) at(row int) float64 {
	if c.codes[row] == missingCode {
		return math.NaN()
	}
	return float64(c.codes[row])
}

func (c coded) each(f func(row int, v float64)) {
	for row, code := range c.codes {
		switch code {
		case 0:
		case missingCode:
			f(row, math.NaN())
		default:
			f(row, float64(code))
		}
	}
}

// sorted renumbers the texts: numbers by value first, then words by their
// bytes, so that classes do not depend on the order of rows. Texts that no row
// among keep has (nil = all rows) fall away.
func (c coded) sorted(keep []int32) coded {
	used := make([]bool, len(c.texts))
	note := func(code int32) {
		if code != missingCode {
			used[code] = true
		}
	}
	if keep == nil {
		for _, code := range c.codes {
			note(code)
		}
	}
	for _, row := range keep {
		note(c.codes[row])
	}

	var order []int
	for code := range c.texts {
		if used[code] {
			order = append(order, code)
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return textLess(c.texts[order[i]], c.texts[order[j]]) })

	renumber := make([]int32, len(c.texts))
	for code := range renumber {
		renumber[code] = missingCode
	}
	texts := make([]string, len(order))
	for i, code := range order {
		texts[i], renumber[code] = c.texts[code], int32(i)
	}
	codes := make([]int32, len(c.codes))
	for row, code := range c.codes {
		codes[row] = missingCode
		if code != missingCode {
			codes[row] = renumber[code]
		}
	}
	return coded{codes, texts}
}

func textLess(a, b string) bool {
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	switch {
	case errA == nil && errB == nil && x != y:
		return x < y
	case (errA == nil) != (errB == nil):
		return errA == nil
	}
	return a < b
}

// coder builds a coded column cell by cell.
type coder struct {
	coded
	number map[string]int32
}

func (c *coder) add(text string) (isNew bool) {
	code, known := c.number[text]
	if !known {
		if c.number == nil {
			c.number = make(map[string]int32)
		}
		code = int32(len(c.texts))
		// A copy: the cell is a slice of its whole line.
		text = string([]byte(text))
		c.number[text] = code
		c.texts = append(c.texts, text)
	}
	c.codes = append(c.codes, code)
	return !known
}

func (c *coder) addMissing() { c.codes = append(c.codes, missingCode) }

// toText turns numbers into a coded column, each number a text in its
// shortest form: what --categorical does to a column of numbers.
func toText(numbers cells, n int) coder {
	var c coder
	for row := range n {
		if v := numbers.at(row); math.IsNaN(v) {
			c.addMissing()
		} else {
			c.add(shortest(v))
		}
	}
	return c
}

// shortest is the shortest text that reads back as v.
func shortest(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
