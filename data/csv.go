package data

import (
	"io"

	"gramscope/data/remedy"
)

// csvFormat is any text that no other format claims.
var csvFormat = Format{
	Name:    "CSV",
	Endings: []string{".csv", ".tsv", ".tab", ".txt", ".dat", ".data"},
	begins:  func([]byte) bool { return true },
	read:    func(c content) (*Table, error) { return readCSV(c.lines, c.dialect) },
}

// readCSV reads separated values as in RFC 4180, with any separator, comment lines above the data, and optionally a
// header, which may be a comment.
func readCSV(in *lineStream, d Dialect) (*Table, error) {
	t, lines, err := begin(in, d)
	if err != nil {
		return nil, err
	}
	first, err := lines.row(0)
	if err == io.EOF {
		return nil, &Error{Problem: "no data: only comments or blank lines", Want: "a table of numbers"}
	}
	if err != nil {
		return nil, err
	}
	h, err := t.header(first, lines, d.Header)
	if err != nil {
		return nil, err
	}
	b, err := newBuilder(h.names, t.numbers, in.memory)
	if err != nil {
		return nil, err
	}
	p := part{lines: *lines, numbers: t.numbers} // what is left of the text with the header
	p.lines.stream = nil
	if !h.isFirst {
		if err := lines.checkCount(first, len(h.names)); err != nil {
			return nil, err
		}
		p.add(first)
	}
	p.addAll(len(h.names))
	if err := b.addPart(&p); err != nil {
		return nil, err
	}
	if err := addParts(b, in, t.separator); err != nil {
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
	return table, in.memory.refused
}
