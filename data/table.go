package data

import (
	"math"

	"gramscope/data/remedy"
)

// Kind is what the cells of a column are.
type Kind int

const (
	Numeric Kind = iota // every cell is a number or missing
	Text                // no cell is a number
	Mixed               // both: usable only as Choice.Categorical
)

func (k Kind) String() string {
	return [...]string{"numeric", "text", "mixed"}[k]
}

// Table is what a file holds, before features and target are chosen. It is not
// changed after reading and may be shared between goroutines.
type Table struct {
	Name    string        // base name of the file; "-" for standard input
	Format  string        // the name of one of the Formats
	Rows    int           // at least 2; 1 where Options.OneRow allows it
	Columns []Column      // in the order of the file; LIBSVM: the label comes last
	Notes   []remedy.Note // what the loader found and decided
	Named   bool          // the columns' names come from a header
	HasLine bool          // that header is a line of the table, not a comment above it

	indexed bool   // columns are found by index, columns of zeros may be missing, and the target comes first in the file, as in LIBSVM
	path    string // as the user named it, for errors
	memory  budget // what the table takes
}

// Column is one column of a Table.
type Column struct {
	Name string // from the header, else x1, x2, …
	Kind Kind

	cells  cells
	faults faults
}

// cellPlace is line and byte column from 1 of a cell; zero in files without lines.
type cellPlace struct{ line, column int32 }

// faults remembers the cells that forbid the use of a column, nil where there are none.
type faults struct {
	missing                int // how many cells
	firstMissing, infinite *place
	text                   *place // the first: a fault only of a column of kind Mixed
}

// note keeps the place of the first fault of a kind.
func (p *place) note(first **place, memory *budget) {
	if *first == nil && memory.take(placeBytes) == nil {
		kept := *p
		kept.text = clip(p.text)
		*first = &kept
	}
}

// place is where a faulty cell stands.
type place struct {
	cellPlace
	row  int    // data row, from 0
	text string // the cell as written
}

// Missing is the number of missing cells in the column.
func (c *Column) Missing() int { return c.faults.missing }

// Cell is the cell in a row (from 0) as text: a number in its shortest form,
// "" where it is missing.
func (c *Column) Cell(row int) string {
	v := c.cells.at(row)
	if math.IsNaN(v) {
		return ""
	}
	if coded, ok := c.cells.(coded); ok {
		return coded.texts[int(v)]
	}
	return shortest(v)
}

// Preview gives the cells of the first rows and columns, at most as many as
// there are, row by row.
func (t *Table) Preview(rows, columns int) [][]string {
	rows, columns = min(rows, t.Rows), min(columns, len(t.Columns))
	cells := make([][]string, rows)
	for i := range cells {
		cells[i] = make([]string, columns)
		for j := range cells[i] {
			cells[i][j] = t.Columns[j].Cell(i)
		}
	}
	return cells
}

func (t *Table) columnNames() []string {
	return namesOf(t.Columns, func(c Column) string { return c.Name })
}

// What the small things cost besides the cells, in bytes, rounded up. Files that
// claim a huge number of columns are refused by it before anything is allocated.
const (
	columnBytes = 340 // a column: the Column, its name, the header of its cells, its feature and its description
	rowBytes    = 8   // a row: its hash while the data are described
	textBytes   = 128 // a distinct text of a column, without its bytes, while the column is read
	mapBytes    = 48  // of these, what is dropped when all is read
	orderBytes  = 48  // a distinct text when texts are sorted
	placeBytes  = 96  // the place of a fault
	walkBytes   = 200 // garbage of a walk through a column
)

// checkNumbers looks through the n cells of a column of numbers that was not read cell by
// cell for missing values and infinities. lineOf gives the line of each row,
// nil where the format has no lines.
func (c *Column) checkNumbers(n int, lineOf chunked[int], memory *budget) {
	memory.drop(walkBytes)
	c.cells.each(0, n, func(row int, v float64) {
		if isFinite(v) {
			return
		}
		first := &c.faults.infinite
		if math.IsNaN(v) {
			c.faults.missing++
			first = &c.faults.firstMissing
		}
		if *first == nil {
			at := place{row: row, text: shortest(v)}
			if lineOf != nil {
				at.line = int32(lineOf.at(row))
			}
			at.note(first, memory)
		}
	})
}
