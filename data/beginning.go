package data

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// beginning describes the lines above a text table, and the separator of its cells.
type beginning struct {
	above     int    // number of lines above the table; they are blank or begin with #
	comment   int    // number of the last of them that begins with #, 0 if none
	text      []byte // of that line, with its #
	head      []byte // beginning of the table, of whole lines, which is not consumed
	separator byte
	sample    [][]string // cells of the first rows
	numbers   numberFormat
}

// begin reads past the lines to be skipped, comments and blank lines. More bytes than a line may have are an error.
// It returns the stream of the table.
func begin(in *bufio.Reader, d Dialect, memory *budget) (table *bufio.Reader, t beginning, err error) {
	limit, skipped := memory.longestLine(), int64(0)
	for {
		first, err := in.Peek(1)
		if err == io.EOF || err == nil && t.above >= d.SkipLines && !bytes.ContainsAny(first, "#\r\n") {
			in, t.head, err = wholeLines(in, memory)
			if err == nil {
				err = t.recognise(d, memory)
			}
			return in, t, err
		}
		isComment := err == nil && first[0] == '#' && t.above >= d.SkipLines
		if isComment {
			t.comment, t.text = t.above+1, t.text[:0]
		}
		for more := true; more && err == nil; {
			var part []byte
			part, more, err = in.ReadLine()
			if skipped += int64(len(part)) + 1; skipped > limit {
				return in, t, withoutData(t.above+1, limit)
			}
			if isComment {
				t.text = append(t.text, part...)
			}
		}
		if err != nil && err != io.EOF {
			return in, t, err
		}
		t.above++
	}
}

// recognise finds the separator, and splits the first lines at it.
func (t *beginning) recognise(d Dialect, memory *budget) error {
	sign, ok := SeparatorSign(d.Separator)
	if !ok {
		panic(fmt.Sprintf("data: Dialect.Separator is %q", d.Separator))
	}
	sniffed := sniffLines(t.head, sniffedLines)
	if t.separator = sign; sign == 0 {
		var bad *Error
		if t.separator, bad = recognise(sniffed, d.texts); bad != nil {
			bad.Line = t.above + 1
			return bad
		}
	}
	t.numbers = d.numbers(t.separator)
	if 100*int64(len(t.head)) > memory.limit { // a sample takes too much
		return nil
	}
	lines := textRecords(strings.Join(sniffed, "\n"), t.separator)
	for len(t.sample) < sampleRows {
		cells, err := nextRow(lines, 0)
		if err != nil {
			break // which is met again
		}
		for j := range cells {
			cells[j] = strings.TrimSpace(cells[j])
		}
		t.sample = append(t.sample, slices.Clone(cells))
	}
	t.numbers.pointsGroup = t.pointsGroup()
	return nil
}

// pointsGroup reports whether the numbers with a point in the sample may all have it between thousands.
func (t beginning) pointsGroup() (found bool) {
	for _, row := range t.sample {
		for _, cell := range row {
			if strings.Contains(cell, ".") && otherDecimal.MatchString(cell) {
				if found = grouped['.'].MatchString(cell); !found {
					return false
				}
			}
		}
	}
	return found
}

// From at most as many lines the separator is recognised, and from as many rows the header.
const sniffedLines, sampleRows = 200, 30
