package sweep

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
)

// CutShort is the number of the line that a results file ends within, 0 where it
// ends with a whole one. A run that was killed while it wrote leaves such a file.
// The line's row is left out, even where it could be read: what is missing of it
// may be the end of its last cell.
type CutShort int

// ReadCSV reads a results file as written by the csv format. The header is nil
// where the file ends within it. A cell that is not what its column is for is an
// error with its place.
func ReadCSV(r io.Reader, name string) (header []string, rows []Record, cut CutShort, err error) {
	return readRows(r, name, func(in *fileHeader, cells []string) (Record, error) {
		rec := make(Record, len(cells))
		for i, h := range in.names {
			rec[h] = cells[i]
		}
		_, err := in.numbers(cells)
		return rec, err
	})
}

// ReadResults reads such a file as rows that charts can show.
func ReadResults(r io.Reader, name string) (header []string, rows []Result, cut CutShort, err error) {
	return readRows(r, name, (*fileHeader).result)
}

func readRows[T any](r io.Reader, name string, read func(*fileHeader, []string) (T, error)) (header []string, rows []T, cut CutShort, err error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, 0, fmt.Errorf("%s: %w", name, err)
	}
	if endsInHeader(content) {
		return nil, nil, 1, nil
	}
	in := csv.NewReader(bytes.NewReader(content))
	in.FieldsPerRecord = -1
	if header, err = in.Read(); err != nil {
		return nil, nil, 0, fmt.Errorf("%s: no header line of a results file, which is CSV and not JSON: %w", name, err)
	}
	for _, needed := range []string{"method", "error"} {
		if !slices.Contains(header, needed) {
			return nil, nil, 0, &data.Error{File: name, Line: 1, Problem: "these are not the columns of gramscope's results: " + needed + " is missing",
				Want: "a file of results", Remedies: remedy.By("write one as CSV", "format", "csv")}
		}
	}
	h := newFileHeader(header)
	whole := bytes.HasSuffix(content, []byte("\n"))
	next := 1 + bytes.Count(content[:in.InputOffset()], []byte("\n")) // the line where the next row begins, blank lines aside
	for {
		begin := in.InputOffset()
		cells, err := in.Read()
		if err == io.EOF {
			return header, rows, 0, nil
		}
		last := len(bytes.TrimSpace(content[in.InputOffset():])) == 0
		line := next
		next += bytes.Count(content[begin:in.InputOffset()], []byte("\n"))
		if err == nil {
			line, _ = in.FieldPos(0)
		}
		switch {
		case err != nil && last && !swallows(content[begin:], len(header)), last && !whole, last && err == nil && len(cells) != len(header):
			return header, rows, CutShort(line), nil
		case err != nil || len(cells) != len(header):
			return nil, nil, 0, brokenRow(in, name, len(cells), len(header), err)
		}
		row, err := read(h, cells)
		if err != nil {
			place := fmt.Sprintf("%s:%d", name, line)
			if cell := (*cellError)(nil); errors.As(err, &cell) {
				line, column := in.FieldPos(cell.at)
				place = fmt.Sprintf("%s:%d:%d", name, line, column)
			}
			return nil, nil, 0, fmt.Errorf("%s: %w; mend it or remove the line", place, err)
		}
		rows = append(rows, row)
	}
}

// endsInHeader tells whether a file is the beginning of a header line of results.
func endsInHeader(content []byte) bool {
	if len(content) == 0 || bytes.ContainsAny(content, "\n") {
		return false
	}
	begin := strings.Join(namesOf(columns(nil, kinds{})[:7]), ",")
	return strings.HasPrefix(begin, string(content)) || strings.HasPrefix(string(content), begin)
}

// swallows tells whether a text with a quote that is never closed has whole rows
// of that many cells behind it: then the file was not cut short there.
func swallows(text []byte, cells int) bool {
	lines := bytes.Split(text, []byte("\n"))
	for _, line := range lines[1:] {
		alone := csv.NewReader(bytes.NewReader(line))
		if row, err := alone.Read(); err == nil && len(row) == cells {
			return true
		}
	}
	return false
}

// brokenRow says where the row stands that was just read and what is wrong
// with it: it can't be parsed, or has another number of cells.
func brokenRow(in *csv.Reader, name string, got, want int, err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) && parse.Line > parse.StartLine {
		return fmt.Errorf("%s:%d: a quote in this row is not closed before line %d: %w; mend it or remove the line", name, parse.StartLine, parse.Line, parse.Err)
	}
	if parse != nil {
		return fmt.Errorf("%s:%d:%d: %w; remove the line", name, parse.Line, parse.Column, parse.Err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	line, _ := in.FieldPos(0)
	return fmt.Errorf("%s:%d: %d cells, expected %d as in the header; remove the line", name, line, got, want)
}
