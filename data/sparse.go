package data

import (
	"fmt"
	"slices"
)

// entries collects the nonzero entries of a matrix in any order; entries of one place are added up, as SciPy does.
type entries struct {
	row, index chunked[int32] // from 0
	value      chunked[float64]
	columns    int // the largest index so far, plus 1, or the number of columns that is known
	memory     *budget
}

// entryBytes is the memory that an entry takes in its column, in addition to the memory while entries are collected.
const entryBytes = 12

// add stores an entry, and counts its memory and that of new columns.
func (s *entries) add(row, column int, v float64) {
	s.widen(column + 1)
	s.row.add(int32(row), s.memory)
	s.index.add(int32(column), s.memory)
	s.value.add(v, s.memory)
	s.memory.take(entryBytes)
}

// widen makes the matrix at least so many columns wide.
func (s *entries) widen(columns int) error {
	if columns > s.columns {
		s.memory.takeFor(fmt.Sprintf("%d columns", columns), columnBytes*int64(columns-s.columns))
		s.columns = columns
	}
	return s.memory.refused
}

// table returns the entries as a table with the columns x1, x2, …; see [Column.checkNumbers] for lineOf.
func (s *entries) table(rows int, lineOf chunked[int]) *Table {
	t := &Table{Rows: rows, Columns: make([]Column, 0, s.columns+1)}
	for j, cells := range s.cells(rows) {
		t.Columns = append(t.Columns, Column{Name: numberedName(j), cells: cells})
		t.Columns[j].checkNumbers(rows, lineOf, s.memory)
	}
	return t
}

// cells returns the columns: it counts the entries of each and then places them, row after row. The entries
// are dropped. The memory for the columns was counted when the entries were added.
func (s *entries) cells(rows int) []sparse {
	if s.memory.refused != nil { // then not all entries are there
		return nil
	}
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
	columns := make([]sparse, s.columns)
	for j := range columns {
		from := 0
		if j > 0 {
			from = end[j-1]
		}
		columns[j] = sparse{at[from:end[j]:end[j]], values[from:end[j]:end[j]]}
		columns[j].order()
	}
	return columns
}

// order sorts the cells by row, and adds up those of one row.
func (s *sparse) order() {
	if slices.IsSortedFunc(s.rows, func(b, a int32) int { return int(b - a - 1) }) { // and no row twice
		return
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
	s.rows, s.v = rows, v
}
