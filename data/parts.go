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
	// partBytes is the size of the parts of a text table that are parsed concurrently. Longer
	// lines are left to the reader of single lines, which counts their memory (see lineGuard).
	partBytes = sniffBytes
	// partMemory is the memory limit for each processor that parses. The memory of the parts
	// that are being parsed is not counted, so it must be small compared with the limit.
	partMemory = 1 << 25
)

// part is a part of a text table, of whole lines, with the values of their cells.
type part struct {
	text    []byte
	rows    int          // number of rows
	values  []float64    // of the cells, row after row; NaN for a cell that is not a finite number
	others  []string     // the cells that are not finite numbers, in the same order
	places  []cellPlace  // of all cells; lines are counted from 1 within the part
	numbers numberFormat // the state after the last cell
	err     error        // of the line after the rows; its line is counted within the part
	parsed  chan any     // receives the value with which parse panicked, nil if it did not
}

// reset empties a part. numbers is the state before its first cell.
func (p *part) reset(numbers numberFormat) {
	p.rows, p.values, p.others, p.places, p.numbers, p.err = 0, p.values[:0], p.others[:0], p.places[:0], numbers, nil
}

// add adds a row; at returns the places of its cells.
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

// parse splits the text into rows, each with a cell for each column.
func (p *part) parse(separator byte, columns int, numbers numberFormat) {
	p.reset(numbers)
	lines := textRecords(string(p.text), separator)
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
	pending []byte // bytes that were read but are not yet in a part
	err     error  // of in
}

// next fills a part with whole lines, the last of which is not blank. It returns false if the next line is
// the last one or longer than a part. Such a line is left to rest.
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
	// Blank lines belong to the part after them: too many of them are an error, which needs the
	// number of the line.
	filled := len(bytes.TrimRightFunc(text[:end], unicode.IsSpace))
	if filled > 0 {
		filled += bytes.IndexByte(text[filled:end], '\n') + 1
	}
	c.pending = append(c.pending[:0], text[filled:]...)
	p.text = text[:filled]
	return filled > 0
}

// rest returns the stream after the last part.
func (c *cutter) rest() io.Reader {
	if c.err != nil {
		return io.MultiReader(bytes.NewReader(c.pending), readFunc(func([]byte) (int, error) { return 0, c.err }))
	}
	return io.MultiReader(bytes.NewReader(c.pending), c.in)
}

// lastLineBreak returns the index after the last line break, 0 if there is none. If quoted is
// set, it ignores line breaks within quotes; text begins outside of them.
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

// addParts adds the lines of a stream, parsing parts of the text concurrently. before is the number of
// lines before the stream. The last line, and everything from a very long line on, is left to rest. lines
// is the number of lines before rest.
func addParts(b *builder, cut *cutter, separator byte, before int) (rest io.Reader, lines int, err error) {
	lines = before
	parts := make([]part, 2*min(int64(runtime.GOMAXPROCS(0)), 1+b.memory.limit/partMemory))
	filled, taken := 0, 0 // numbers of parts; the parts are used in turn
	defer func() {
		for ; taken < filled; taken++ {
			<-parts[taken%len(parts)].parsed
		}
	}()
	for isMore := true; ; {
		for isMore && filled-taken < len(parts) {
			p := &parts[filled%len(parts)]
			if isMore = cut.next(p); isMore {
				filled++
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
		if sign := p.numbers.decimal; sign != 0 && b.numbers.decimal != 0 && sign != b.numbers.decimal {
			p.parse(separator, len(b.columns), b.numbers) // an earlier part has another decimal sign, which takes precedence
		}
		if p.numbers.decimal != 0 {
			b.numbers.decimal = p.numbers.decimal
		}
		b.memory.drop(int64(len(p.text)))
		if err := b.addPart(p, lines); err != nil {
			return nil, lines, err
		}
		lines += bytes.Count(p.text, []byte{'\n'})
	}
}
