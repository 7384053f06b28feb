package data

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"gramscope/data/remedy"
)

// Kind says what the cells of a column are.
type Kind int

const (
	Numeric Kind = iota // every cell is a number or missing
	Text                // no cell is a number
	Mixed               // both; usable only if it is in Choice.Categorical
)

func (k Kind) String() string {
	return [...]string{"numeric", "text", "mixed"}[k]
}

// Table is the content of a file, before features and target are chosen. It does not change after reading and may be
// shared between goroutines.
type Table struct {
	Name    string        // base name of the file; "-" for standard input
	Path    string        // as the user named it
	Format  string        // the name of one of the Formats
	Rows    int           // at least 2, or 1 if Options.OneRow is set
	Notes   []remedy.Note // how the file was read
	Named   bool          // the names of the columns come from a header
	HasLine bool          // the header is the first line of the table, not a comment above it
	Layout  Layout        // where in the file the cells are
	Matrix  *Matrix       // the kernel matrix of points without coordinates, see OpenMatrix; nil for others

	TargetPath string // the file that the target comes from; "" if it is this one

	indexed bool   // as in LIBSVM: columns are found by index, those of zeros may be missing, and the target comes first
	memory  budget // what the table takes

	array   func(j int) cells // of the first columns, which are of numbers and called x1, x2, …, and have no Column
	arrays  int               // the number of these, of which there may be millions
	faulty  map[int]*marks    // of those with faults
	columns []Column          // the others
}

// Layout says where in a file the cells of a table are, for other programs that read them.
type Layout struct {
	Packing            string // gzip, bzip2, xz, zstd or zip, "" for a plain file
	Encoding           string // of a text, as Python has it; "" for UTF-8
	Skip               int    // lines above a text table and its header
	Separator          string // of the cells of a text table; " " for white space
	Decimal, Thousands string // marks in the numbers of a text table; "" for a point and none
	IsRenamed          bool   // a name differs from its cell in the header, which was empty or had other white space
	IsChanged          bool   // numbers were texts or in a notation of their own, or rows without values were left out
	Features, Target   string // the arrays in an archive, "" if there is none
	Missing            []string
	Gaps               []string // the different cells of a text table that are missing values, sorted
}

// Column is one column of a Table.
type Column struct {
	Name string // from the header, or x1, x2, …
	Kind Kind

	cells cells
	*marks
}

// marks say how the cells of a column were written, and which of them prevent its use.
type marks struct {
	faults faults
	since  string // for dates the first, from which the cells count the days; "" for all other columns
	Affix  string // the percent sign or currency beside every number, which are plain otherwise; "" for none

	HasBreaks bool // there are line breaks or tabs in texts, which are blanks now
	IsFar     bool // nanoseconds in 64 bits, as pandas has, can't count from 1970, or the first date, to all dates
}

// noMarks are the marks of numbers without faults.
var noMarks = new(marks)

// Width returns the number of columns.
func (t *Table) Width() int { return t.arrays + len(t.columns) }

// Column returns a column, in the order of the file, except that the label of LIBSVM comes last. Do not change it.
func (t *Table) Column(j int) *Column {
	if j < t.arrays {
		return &Column{numberedName(j), Numeric, t.array(j), t.marks(j)}
	}
	return &t.columns[j-t.arrays]
}

func (t *Table) cells(j int) cells {
	if j < t.arrays {
		return t.array(j)
	}
	return t.columns[j-t.arrays].cells
}

func (t *Table) marks(j int) *marks {
	if j < t.arrays {
		return cmp.Or(t.faulty[j], noMarks)
	}
	return t.columns[j-t.arrays].marks
}

func numbers(name string, cells cells) Column { return Column{name, Numeric, cells, noMarks} }

// cellPlace is the line and the byte column of a cell, both from 1; zero in files without lines.
type cellPlace struct{ line, column int32 }

// faults holds the places of the cells that prevent the use of a column, nil if there are none.
type faults struct {
	missing                int // number of missing cells
	firstMissing, infinite *place
	text                   *place     // the first text: a fault only in a column of kind Mixed, or with a notation
	notation               *cellFault // why the text can't be read; nil if the texts are not numbers
	others                 []string   // different texts that are not numbers, until they are a fifth of all
}

// note stores a copy of the place in first, unless there is one already.
func (p *place) note(first **place, memory *budget) {
	if *first == nil {
		memory.take(placeBytes)
		kept := *p
		kept.text = clip(p.text)
		*first = &kept
	}
}

// place is the place of a faulty cell.
type place struct {
	cellPlace
	row  int    // data row, from 0
	text string // the cell as written
}

func (c *Column) Missing() int { return c.faults.missing }

// HasMissing reports whether a cell of the table is missing.
func (t *Table) HasMissing() bool {
	return slices.ContainsFunc(sequence(0, t.Width()), func(j int) bool { return t.marks(j).faults.missing > 0 })
}

// Cell returns the cell in a row (from 0) as text: a number in its shortest form, "" for a missing value.
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

// Preview returns the cells of the first rows and columns, row by row.
func (t *Table) Preview(rows, columns int) [][]string {
	rows, columns = min(rows, t.Rows), min(columns, t.Width())
	cells := make([][]string, rows)
	for i := range cells {
		cells[i] = make([]string, columns)
		for j := range cells[i] {
			cells[i][j] = t.Column(j).Cell(i)
		}
	}
	return cells
}

func (t *Table) ColumnNames() []string {
	return namesOf(sequence(0, t.Width()), func(j int) string { return t.Column(j).Name })
}

// Memory in bytes, rounded up, besides that of the cells. It is counted so that a file that claims a huge number of
// columns is refused before anything is allocated.
const (
	columnBytes = 250 // a Column, its name, the header of its cells, its feature and its description
	arrayBytes  = 40  // a column without a Column: its place among the entries, among the features, its description
	rowBytes    = 8   // a row: its hash in Describe
	textBytes   = 128 // a distinct text of a column, without its bytes, while the column is read
	mapBytes    = 48  // the part of textBytes that is dropped when the file has been read
	orderBytes  = 48  // a distinct text while texts are sorted
	placeBytes  = 96  // the place of a fault
)

// checkArray looks for missing values and infinities in the columns without a Column, which were not read cell by cell.
// lineOf has the line of each row; it is nil if the format has no lines.
func (t *Table) checkArray(lineOf chunked[int], memory *budget) *Table {
	t.faulty = map[int]*marks{}
	for j := range t.arrays {
		each(t.array(j), 0, t.Rows, func(row int, v float64) {
			if isFinite(v) {
				return
			}
			if t.faulty[j] == nil {
				memory.take(columnBytes)
				t.faulty[j] = new(marks)
			}
			f := &t.faulty[j].faults
			first := &f.infinite
			if math.IsNaN(v) {
				f.missing++
				first = &f.firstMissing
			}
			at := place{row: row, text: shortest(v)}
			if lineOf != nil {
				at.line = int32(lineOf.at(row))
			}
			at.note(first, memory)
		})
	}
	return t
}

// budget counts the memory that a table takes, in bytes, while it is read and later. Memory beyond the limit is a
// failure, before it is allocated.
type budget struct {
	used, limit int64
	file        string // for the error; "" if the caller adds it
	line        int    // the line being read, 0 = none
}

// take counts n more bytes.
func (b *budget) take(n int64) { b.takeFor("", n) }

// takeFor is take with a name for what needs the memory, for the error.
func (b *budget) takeFor(what string, n int64) {
	if b.used += n; b.used > b.limit || b.used < 0 {
		refused := TooMuchMemory(what, b.used, b.limit)
		refused.File, refused.Line = b.file, b.line
		check(refused)
	}
}

// give counts n bytes as free. They are garbage until the next collection; see debug.SetMemoryLimit.
func (b *budget) give(n int64) { b.used -= n }

// longestLine returns the largest number of bytes in a line: 1/32 of the memory limit, or sniffBytes if that is more.
func (b *budget) longestLine() int { return int(max(b.limit/32, sniffBytes)) }

// chunked is a list that grows by chunks. Only the first chunk is ever copied, so growing takes hardly more memory than
// the list itself.
type chunked[T any] [][]T // all but the last have chunkLength values

const (
	chunkBits   = 13
	chunkLength = 1 << chunkBits
)

func (c chunked[T]) at(i int) T { return c[i>>chunkBits][i&(chunkLength-1)] }

func (c chunked[T]) len() int {
	if len(c) == 0 {
		return 0
	}
	return (len(c)-1)*chunkLength + len(c[len(c)-1])
}

func (c *chunked[T]) add(v T, memory *budget) {
	if len(*c) == 0 {
		*c = [][]T{nil}
	} else if len((*c)[len(*c)-1]) == chunkLength {
		*c = append(*c, make([]T, 0, chunkLength))
		memory.take(chunkLength * int64(unsafe.Sizeof(v)))
	}
	chunk := &(*c)[len(*c)-1]
	before := cap(*chunk)
	if *chunk = append(*chunk, v); cap(*chunk) > before {
		memory.take(int64(cap(*chunk)-before) * int64(unsafe.Sizeof(v)))
	}
}

func (c chunked[T]) bytes() (n int64) {
	for _, chunk := range c {
		n += int64(cap(chunk)) * int64(unsafe.Sizeof(*new(T)))
	}
	return n
}
