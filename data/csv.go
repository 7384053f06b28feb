package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gramscope/data/remedy"
)

// csvFormat is any text that no other format claims.
var csvFormat = Format{
	Name:    "CSV",
	Endings: []string{".csv", ".tsv", ".tab", ".txt", ".dat", ".data"},
	begins:  func([]byte) bool { return true },
	read:    func(c content) (*Table, error) { return readCSV(c.in, c.dialect, partBytes, c.memory) },
}

// readCSV reads separated values as in RFC 4180, with any of the separators that findSeparator
// knows, comment lines above the data, and optionally a header, which may be a comment. Parts
// of at most partSize bytes are parsed in parallel; with 0 one line is parsed after the other.
func readCSV(in *bufio.Reader, d Dialect, partSize int, memory *budget) (*Table, error) {
	in, t, err := begin(in, d, memory)
	if err != nil {
		return nil, err
	}
	byParts := partSize > 0 && bytes.IndexByte(t.head, '\n') < partSize // longer lines are none of parts
	source := io.Reader(in)
	if byParts {
		source = bytes.NewReader(t.head)
	}
	lines := newRecords(source, t.separator, t.above, memory)
	first, err := nextRow(lines, 0)
	if bad := (*Error)(nil); errors.As(err, &bad) && bad.Err == nil {
		return nil, err
	}
	if byParts && (err != nil || lines.offset() == int64(len(t.head))) { // the first row may go on beyond the head
		byParts = false
		lines = newRecords(in, t.separator, t.above, memory)
		first, err = nextRow(lines, 0)
	}
	if err == io.EOF {
		return nil, &Error{Problem: "no data: only comments or blank lines", Want: "a table of numbers"}
	}
	if err != nil {
		return nil, err
	}
	h, err := t.header(first, lines, d.Header, memory)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(h.names, t.numbers, memory)
	if err != nil {
		return nil, err
	}
	if !h.isFirst {
		if len(first) != len(b.columns) { // as names in a comment say
			line, _ := lines.place(0)
			return nil, &Error{Line: line, Problem: fmt.Sprintf("%d cells in this line", len(first)),
				Want: fmt.Sprint(len(b.columns), " as names"), Remedies: remedy.Do("complete or remove the line")}
		}
		if err := b.addRow(first, lines.place); err != nil {
			return nil, err
		}
	}
	if byParts {
		length := int(lines.offset())
		before := t.above + bytes.Count(t.head[:length], []byte{'\n'})
		in.Discard(length)
		rest, before, err := addParts(b, &cutter{in: in, size: partSize, quoted: t.separator != ' '}, t.separator, before)
		if err != nil {
			return nil, err
		}
		lines = newRecords(rest, t.separator, before, memory)
	}
	if err := addRecords(b, lines); err != nil {
		return nil, err
	}
	table := b.table(h.isNamed)
	if t.separator != ',' {
		h.notes = append(h.notes, remedy.Note{Text: "separator: " + separatorName(t.separator)})
	}
	table.Layout.Skip, table.Layout.Separator = t.above, string(rune(t.separator))
	if b.numbers.decimal == ',' {
		h.notes = append(h.notes, remedy.Note{Text: "decimal comma: 1,5 is read as 1.5"})
		table.Layout.Decimal = ","
	}
	table.Notes, table.Named, table.HasLine = append(h.notes, table.Notes...), h.isNamed, h.isFirst
	if b.numbers.thousands != 0 {
		table.Layout.Thousands = string(rune(b.numbers.thousands))
	}
	return table, memory.refused
}

// addRecords adds all remaining lines, which must have as many cells as the first.
func addRecords(b *builder, lines records) error {
	for {
		cells, err := nextRow(lines, len(b.columns))
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.addRow(cells, lines.place); err != nil {
			return err
		}
	}
}

// nextRow returns the cells of the next line that is not blank. If columns is not 0, a line with another
// number of cells is an error, and nextRow returns its cells too.
func nextRow(lines records, columns int) ([]string, error) {
	cells, err := lines.next()
	for err == nil && columns != 1 && len(cells) == 1 && strings.TrimSpace(cells[0]) == "" {
		cells, err = lines.next()
	}
	if err == nil && columns > 0 && len(cells) != columns {
		line, _ := lines.place(0)
		return cells, &Error{Line: line, Problem: fmt.Sprintf("%d cells in this line", len(cells)),
			Want:     fmt.Sprintf("%d as in the first", columns),
			Remedies: remedy.Do("complete or remove the line; a cell that holds the separator needs quotes")}
	}
	return cells, err
}
