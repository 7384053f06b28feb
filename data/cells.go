package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// cells are the values of a column. A missing value is NaN. In a column of text, the value of a cell is the index of
// its text.
type cells interface {
	at(row int) float64
}

// each calls f for every nonzero value in the rows lo ≤ row < hi, in ascending order.
func each(c cells, lo, hi int, f func(row int, v float64)) {
	if s, isSparse := c.(sparse); isSparse {
		k, _ := slices.BinarySearch(s.rows, int32(lo))
		for ; k < len(s.rows) && int(s.rows[k]) < hi; k++ {
			if s.v[k] != 0 {
				f(int(s.rows[k]), s.v[k])
			}
		}
		return
	}
	for row := lo; row < hi; row++ {
		if v := c.at(row); v != 0 {
			f(row, v)
		}
	}
}

// strided is a column within a block of numbers: every stride-th value from off on. The stride is 1 for contiguous
// columns, and d in a row-major array of d columns.
type strided struct {
	block       chunked[float64]
	off, stride int
}

func (s *strided) at(row int) float64 { return s.block.at(s.off + row*s.stride) }

type shifted struct {
	cells
	by float64
}

func (s shifted) at(row int) float64 { return s.cells.at(row) + s.by }

// sparse is a column of mostly zeros. v holds the values in the given rows, which are ascending.
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

// missingCode marks a missing cell of a coded column.
const missingCode = -1

// coded is a column of text: an index into texts for each row. Copies of the column with the texts in another order
// share codes.
type coded struct {
	codes  chunked[int32] // for each row, numbered in order of appearance
	number []int32        // number[code] is the index in texts; nil = code
	texts  []string
	firsts []cellPlace // where each text appears first; only if number is nil
}

func (c coded) at(row int) float64 {
	code := c.codes.at(row)
	if code != missingCode && c.number != nil {
		code = c.number[code]
	}
	if code == missingCode {
		return math.NaN()
	}
	return float64(code)
}

// sorted returns c, whose texts are in order of appearance, with sorted texts: first numbers by value, then words by
// their bytes. So classes do not depend on the order of the rows. Texts that occur only in dropped rows are left out.
func (f *File) sorted(c coded) coded {
	f.memory.takeFor(fmt.Sprintf("%d different texts", len(c.texts)), orderBytes*int64(len(c.texts)))
	used := make([]bool, len(c.texts))
	for _, row := range f.rows {
		if code := c.codes.at(int(row)); code != missingCode {
			used[code] = true
		}
	}
	value := make([]float64, len(c.texts)) // NaN for words
	order := make([]int32, 0, len(c.texts))
	for code, text := range c.texts {
		if f.rows != nil && !used[code] {
			continue
		}
		order = append(order, int32(code))
		value[code], _ = numberOrNaN(text)
	}
	isWord := func(code int32) float64 { return indicator(math.IsNaN(value[code])) }
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(isWord(a), isWord(b)), cmp.Compare(value[a], value[b]),
			strings.Compare(c.texts[a], c.texts[b]))
	})

	number := slices.Repeat([]int32{missingCode}, len(c.texts))
	texts := make([]string, len(order))
	for i, code := range order {
		texts[i], number[code] = c.texts[code], int32(i)
	}
	return coded{codes: c.codes, number: number, texts: texts}
}

type coder struct {
	coded
	known map[string]int32
}

// add appends a cell and counts its memory.
func (c *coder) add(text string, at cellPlace, memory *budget) {
	code, known := c.known[text]
	if !known {
		memory.take(int64(len(text)) + textBytes)
		if c.known == nil {
			c.known = make(map[string]int32)
		}
		code = int32(len(c.texts))
		text = strings.Clone(text) // since the cell is a slice of its line
		c.known[text] = code
		c.texts, c.firsts = append(c.texts, text), append(c.firsts, at)
	}
	c.codes.add(code, memory)
}

// toText converts the first n numbers of a column to texts in their shortest form, as for Choice.Categorical.
func toText(numbers cells, n int, memory *budget) coder {
	var c coder
	for row := range n {
		if v := numbers.at(row); math.IsNaN(v) {
			c.codes.add(missingCode, memory)
		} else {
			c.add(shortest(v), cellPlace{}, memory)
		}
	}
	return c
}

func shortest(v float64) string { return strconv.FormatFloat(v+0, 'g', -1, 64) } // −0 becomes 0

// entries collects the nonzero entries of a matrix in any order; entries of one place are added up, as SciPy does.
type entries struct {
	row, index chunked[int32] // from 0
	value      chunked[float64]
	columns    int // the largest index so far, plus 1, or the number of columns that is known
	memory     *budget
}

// add stores an entry, and counts its memory and that of new columns.
func (s *entries) add(row, column int, v float64) {
	s.widen(column + 1)
	s.row.add(int32(row), s.memory)
	s.index.add(int32(column), s.memory)
	s.value.add(v, s.memory)
	s.memory.take(12) // in its column, in addition to the memory while entries are collected
}

func (s *entries) widen(columns int) {
	if columns > s.columns {
		s.memory.takeFor(fmt.Sprintf("%d columns", columns), arrayBytes*int64(columns-s.columns))
		s.columns = columns
	}
}

// table returns the entries as a table with the columns x1, x2, …; see [Column.checkNumbers] for lineOf.
func (s *entries) table(rows int, lineOf chunked[int]) *Table {
	t := &Table{Rows: rows, array: s.sorted(), arrays: s.columns}
	return t.checkArray(lineOf, s.memory)
}

// sorted returns the columns: it counts the entries of each and then places them, row after row. The entries are
// dropped. The memory for the columns was counted when the entries were added.
func (s *entries) sorted() func(j int) cells {
	count := s.index.len()
	end := make([]int, s.columns+1) // end[j] begins as the end of column j−1, and grows to that of column j
	for k := range count {
		end[s.index.at(k)+1]++
	}
	for j := range s.columns {
		end[j+1] += end[j]
	}
	at, values := make([]int32, count), make([]float64, count)
	for k := range count {
		j := s.index.at(k)
		at[end[j]], values[end[j]] = s.row.at(k), s.value.at(k)
		end[j]++
	}
	s.memory.give(s.row.bytes() + s.index.bytes() + s.value.bytes())
	s.row, s.index, s.value = nil, nil, nil
	from, kept := 0, 0
	for j, to := range end[:s.columns] {
		column := sparse{at[from:to], values[from:to]}.ordered()
		from, end[j] = to, kept
		copy(values[kept:], column.v)
		kept += copy(at[kept:], column.rows)
	}
	end[s.columns] = kept
	empty := cells(sparse{}) // shared, as most columns may be empty
	return func(j int) cells {
		if from, to := end[j], end[j+1]; from < to {
			return sparse{at[from:to:to], values[from:to:to]}
		}
		return empty
	}
}

// ordered returns the column sorted by row, with cells of one row added up.
func (s sparse) ordered() sparse {
	if slices.IsSortedFunc(s.rows, func(b, a int32) int { return int(b - a - 1) }) { // and no row twice
		return s
	}
	order := sequence(0, len(s.rows))
	slices.SortStableFunc(order, func(a, b int) int { return int(s.rows[a]) - int(s.rows[b]) })
	var rows []int32
	var v []float64
	for _, k := range order {
		if last := len(rows) - 1; last >= 0 && rows[last] == s.rows[k] {
			v[last] += s.v[k]
			continue
		}
		rows, v = append(rows, s.rows[k]), append(v, s.v[k])
	}
	return sparse{rows, v}
}
