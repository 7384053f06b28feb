package data

import (
	"bytes"
	"io"
	"math"
	"runtime"
	"strings"
	"unicode"
)

const (
	// partBytes is how much of a text table is parsed at a time. Lines longer than
	// that are counted in memory while they are split (see lineGuard), and are left
	// to the reader of single lines.
	partBytes = sniffBytes
	// partMemory is the memory allowed for which one more processor may parse: the
	// parts under way are not counted, and must stay small beside it.
	partMemory = 1 << 25
)

// part is some whole lines of a text table, and what their cells hold.
type part struct {
	text    []byte
	read    int64        // bytes of the file read up to here
	rows    int          // of cells
	values  []float64    // of the cells, row after row; NaN where a cell is no finite number
	others  []string     // the cells that are none, in the same order
	places  []cellPlace  // of all cells; lines count from 1 within the part
	numbers numberFormat // as it is after the last cell
	err     error        // behind the rows; its line counts like those of places
	parsed  chan any     // what parse panicked with, for the reader to raise; nil when it is through
}

// reset empties a part. Cells are read as after those that settled numbers.
func (p *part) reset(numbers numberFormat) {
	p.rows, p.values, p.others, p.places, p.numbers, p.err = 0, p.values[:0], p.others[:0], p.places[:0], numbers, nil
}

// add takes a row; at gives the places of its cells.
func (p *part) add(cells []string, at func(j int) (line, column int)) {
	for j, cell := range cells {
		cell = strings.TrimSpace(cell)
		v, isNumber := p.numbers.parse(cell)
		if !isNumber || math.IsInf(v, 0) {
			v = math.NaN()
			p.others = append(p.others, cell)
		}
		line, column := at(j)
		p.values, p.places = append(p.values, v), append(p.places, cellPlace{int32(line), int32(column)})
	}
	p.rows++
}

// parse splits the text into rows of so many cells.
func (p *part) parse(separator byte, columns int, numbers numberFormat) {
	p.reset(numbers)
	var lines records
	if separator == ' ' || bytes.IndexByte(p.text, '"') < 0 {
		lines = plainText(string(p.text), separator)
	} else {
		lines = newRecords(bytes.NewReader(p.text), separator, 0, &budget{limit: math.MaxInt64})
	}
	for {
		cells, err := nextRow(lines, columns)
		if err != nil {
			if err != io.EOF {
				p.err = err
			}
			return
		}
		p.add(cells, lines.place)
	}
}

// cutter cuts a stream into parts.
type cutter struct {
	in      io.Reader
	size    int    // of a part, at most
	quoted  bool   // line breaks within quotes do not end a line
	pending []byte // read, and not yet in a part
	err     error  // of in
}

// next fills a part with whole lines, the last of which is not blank. It is false
// where the next one is the last, or longer than a part; rest then has it, too.
func (c *cutter) next(p *part) bool {
	if p.text == nil {
		p.text, p.parsed = make([]byte, 0, c.size), make(chan any, 1)
	}
	text := append(p.text[:0], c.pending...)
	for c.err == nil && len(text) < c.size {
		n, err := c.in.Read(text[len(text):c.size])
		text, c.err = text[:len(text)+n], err
	}
	end := lastLineBreak(text, c.quoted)
	// Blank lines go before what follows them: too many are an error with the
	// number of a line.
	filled := len(bytes.TrimRightFunc(text[:end], unicode.IsSpace))
	if filled > 0 {
		filled += bytes.IndexByte(text[filled:end], '\n') + 1
	}
	c.pending = append(c.pending[:0], text[filled:]...)
	p.text = text[:filled]
	return filled > 0
}

func (c *cutter) rest() io.Reader {
	if c.err != nil {
		return io.MultiReader(bytes.NewReader(c.pending), readFunc(func([]byte) (int, error) { return 0, c.err }))
	}
	return io.MultiReader(bytes.NewReader(c.pending), c.in)
}

// lastLineBreak is the index behind the last line break, outside of quotes where
// these count; 0 without one. text begins outside.
func lastLineBreak(text []byte, quoted bool) int {
	if !quoted {
		return bytes.LastIndexByte(text, '\n') + 1
	}
	end, from, outside := 0, 0, true
	for {
		length := bytes.IndexByte(text[from:], '"')
		to := from + length
		if length < 0 {
			to = len(text)
		}
		if outside {
			if at := bytes.LastIndexByte(text[from:to], '\n'); at >= 0 {
				end = from + at + 1
			}
		}
		if length < 0 {
			return end
		}
		from, outside = to+1, !outside
	}
}

// addParts takes lines, in front of which are so many, by parts that all processors
// parse at the same time. What it leaves is the last line, or all from a very long
// one on: lines are then those in front of rest.
func addParts(b *builder, cut *cutter, separator byte, before int) (rest io.Reader, lines int, err error) {
	lines = before
	parts := make([]part, 2*min(int64(runtime.GOMAXPROCS(0)), 1+b.memory.limit/partMemory))
	filled, taken := 0, 0 // parts, which are used in turn
	defer func() {
		for ; taken < filled; taken++ {
			<-parts[taken%len(parts)].parsed
		}
		b.memory.ahead = 0
	}()
	for isMore := true; ; {
		for isMore && filled-taken < len(parts) {
			p := &parts[filled%len(parts)]
			if isMore = cut.next(p); isMore {
				filled++
				p.read = b.memory.source.done
				go func(numbers numberFormat) {
					defer func() { p.parsed <- recover() }()
					p.parse(separator, len(b.columns), numbers)
				}(b.numbers)
			}
		}
		if taken == filled {
			return cut.rest(), lines, nil
		}
		p := &parts[taken%len(parts)]
		taken++
		if broken := <-p.parsed; broken != nil {
			panic(broken)
		}
		if own := p.numbers.decimal; own != 0 && b.numbers.decimal != 0 && own != b.numbers.decimal {
			p.parse(separator, len(b.columns), b.numbers) // the decimal sign was settled before it
		}
		if p.numbers.decimal != 0 {
			b.numbers.decimal = p.numbers.decimal
		}
		b.memory.ahead = b.memory.source.done - p.read
		b.memory.drop(int64(len(p.text)))
		if err := b.addPart(p, lines); err != nil {
			return nil, lines, err
		}
		lines += bytes.Count(p.text, []byte{'\n'})
	}
}
