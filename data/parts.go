package data

import (
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// partMemory is the memory limit for each processor that parses. The memory of the parts that are being parsed is not
// counted, so it must be small compared with the limit.
const partMemory = 1 << 25

type part struct {
	text    string
	before  int // lines before the text
	lines   records
	values  []float64    // of the cells, row after row; NaN for a cell that is not a finite number
	others  []string     // the cells that are not finite numbers, in the same order
	places  []cellPlace  // of others
	rowLine []int32      // of each row
	numbers numberFormat // the state after the last cell
	err     error        // of the line after the rows
	parsed  chan any     // receives the value with which parse panicked, nil if it did not
}

// parse splits the text into rows, each with a cell for each column. numbers is the state before its first cell.
func (p *part) parse(columns int, numbers numberFormat) {
	p.lines.setText(p.text, p.before)
	p.numbers, p.err = numbers, nil
	p.values, p.others, p.places, p.rowLine = p.values[:0], p.others[:0], p.places[:0], p.rowLine[:0]
	p.addAll(columns)
}

// addAll adds the rows that are left, until one has another number of cells.
func (p *part) addAll(columns int) {
	cells, err := p.lines.row(columns)
	for ; err == nil; cells, err = p.lines.row(columns) {
		p.add(cells)
	}
	if err != io.EOF {
		p.err = err
	}
}

func (p *part) add(cells []string) {
	p.values = slices.Grow(p.values, len(cells))
	for j, cell := range cells {
		cell = strings.TrimSpace(cell)
		v, isNumber := p.numbers.parse(cell)
		if !isNumber || math.IsInf(v, 0) || slices.Contains(p.numbers.codes, v) {
			v = math.NaN()
			line, column := p.lines.place(j)
			p.others, p.places = append(p.others, cell), append(p.places, cellPlace{int32(line), int32(column)})
		}
		p.values = append(p.values, v)
	}
	line, _ := p.lines.place(0)
	p.rowLine = append(p.rowLine, int32(line))
}

// addParts adds the rows that are left in a stream, parsing parts of it concurrently. A part of a very long line is
// parsed alone.
func addParts(b *builder, in *lineStream, separator byte) {
	parts := make([]part, 2*min(int64(runtime.GOMAXPROCS(0)), 1+b.memory.limit/partMemory))
	filled, taken := 0, 0 // numbers of parts; the parts are used in turn
	defer func() {
		for ; taken < filled; taken++ {
			<-parts[taken%len(parts)].parsed
		}
	}()
	for isLong, ended := false, error(nil); ; {
		for ended == nil && filled-taken < len(parts) && !isLong {
			p := &parts[filled%len(parts)]
			if p.text, p.before, ended = in.cut(separator); ended != nil {
				break
			}
			if p.parsed == nil {
				p.parsed, p.lines.separator = make(chan any, 1), separator
			}
			filled++
			isLong = len(p.text) > sniffBytes
			go func(numbers numberFormat) {
				defer func() { p.parsed <- recover() }()
				p.parse(len(b.columns), numbers)
			}(b.numbers)
		}
		if taken == filled {
			if ended != io.EOF {
				check(ended)
			}
			return
		}
		p := &parts[taken%len(parts)]
		taken++
		isLong = isLong && taken < filled
		if broken := <-p.parsed; broken != nil {
			panic(broken)
		}
		if sign := p.numbers.decimal; sign != 0 && b.numbers.decimal != 0 && sign != b.numbers.decimal {
			p.parse(len(b.columns), b.numbers) // an earlier part has another decimal sign, which takes precedence
		}
		b.addPart(p)
	}
}

var csvFormat = Format{
	Name:    "CSV",
	Endings: []string{".csv", ".tsv", ".tab", ".txt", ".dat", ".data"},
	begins:  func([]byte) bool { return true },
	read:    func(c content) *Table { return readCSV(c.lines, c.dialect) },
}

// readCSV reads separated values as in RFC 4180, with any separator, comment lines above the data, and optionally a
// header, which may be a comment.
func readCSV(in *lineStream, d Dialect) *Table {
	t, lines := begin(in, d)
	if t.names == nil {
		check(&Error{Problem: "no data: only comments or blank lines", Want: "a table of numbers"})
	}
	b := newBuilder(t.names, t.numbers, in.memory)
	p := part{lines: *lines, numbers: t.numbers} // what is left of the text with the header
	p.lines.stream = nil
	p.addAll(len(t.names))
	b.addPart(&p)
	addParts(b, in, t.separator)
	table := b.table(t.isNamed)
	if t.separator != ',' {
		name := string(rune(t.separator))
		for _, s := range separators {
			if s.sign == t.separator {
				name = s.name
			}
		}
		t.notes = append(t.notes, remedy.Note{Text: "separator: " + name})
	}
	table.Layout.Skip, table.Layout.Separator = t.above, string(rune(t.separator))
	table.Layout.IsRenamed = t.isRenamed
	if b.numbers.decimal == ',' {
		t.notes = append(t.notes, remedy.Note{Text: "decimal comma: 1,5 is read as 1.5"})
		table.Layout.Decimal = ","
	}
	table.Notes, table.Named, table.HasLine = append(t.notes, table.Notes...), t.isNamed, t.isFirst
	if b.numbers.thousands != 0 {
		table.Layout.Thousands = string(rune(b.numbers.thousands))
	}
	return table
}
