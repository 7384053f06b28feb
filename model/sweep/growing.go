package sweep

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// Growing reads the rows of a results file that another process is writing, as CSV or as one JSON object a line. A row
// that is not valid is left out, and rows that follow it are read.
type Growing struct {
	Name    string   // of the file, for errors
	Columns []string // of all rows so far, each once

	header  *fileHeader // of the last row
	isJSON  bool
	foreign bool   // whether the file does not have results
	lines   int    // number of lines in what was read before rest
	begun   int    // number of lines of rest that are complete: those of a row with an open quote
	rest    []byte // the row that is not complete
	skips   bool   // whether the rest of a line that is too long is left out
	memory  int64
}

// Memory returns the bytes that the rows so far need.
func (g *Growing) Memory() int64 { return g.memory }

// Add takes the next bytes of the file, and returns the rows that they complete. faults are the errors of rows that are
// not valid, each with its place.
func (g *Growing) Add(text []byte) (rows []Result, faults []error) {
	for len(text) > 0 && !g.foreign {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			g.keep(text, &faults)
			break
		}
		if g.keep(text[:end], &faults); g.skips { // a line that is too long ends here
			g.drop()
			g.skips = false
		} else {
			row, complete, err := g.line()
			if err != nil {
				faults = append(faults, err)
			}
			if complete {
				rows = append(rows, row)
			}
		}
		text = text[end:]
	}
	return rows, faults
}

// keep adds text to the row that is not complete, unless it is too long.
func (g *Growing) keep(text []byte, faults *[]error) {
	if g.skips {
		return
	}
	if len(g.rest)+len(text) > longestRow {
		*faults = append(*faults, &data.Error{File: g.Name, Line: g.lines + 1, Problem: "the row that begins here is longer than " + model.Bytes(longestRow), Want: "a line of a results file"})
		g.lines, g.begun, g.rest, g.skips = g.lines+g.begun, 0, nil, true
		return
	}
	g.rest = append(g.rest, text...)
}

// drop removes the row that is not complete, whose last line has just ended.
func (g *Growing) drop() { g.lines, g.begun, g.rest = g.lines+g.begun+1, 0, nil }

// line handles the end of a line. complete reports whether row is valid. An error is that of the row, or of the lines before
// this one, if these begin a row with a quote that is never closed.
func (g *Growing) line() (row Result, complete bool, err error) {
	if len(bytes.TrimSpace(g.rest)) == 0 {
		g.drop()
		return row, false, nil
	}
	if g.header == nil {
		g.isJSON = bytes.HasPrefix(bytes.TrimSpace(g.rest), []byte("{"))
	}
	if g.isJSON || bytes.Count(g.rest, []byte(`"`))%2 == 0 {
		row, complete, err = g.row(g.rest)
		g.drop()
		return row, complete, err
	}
	last := g.rest[bytes.LastIndexByte(g.rest[:len(g.rest)-1], '\n')+1:]
	if g.begun > 0 && g.header != nil && swallows(append([]byte("\n"), last...), len(g.header.names)) {
		err = fmt.Errorf("%s:%d: a quote in this row is not closed; mend it or remove the line", g.Name, g.lines+1)
		g.lines, g.begun, g.rest = g.lines+g.begun, 0, slices.Clone(last)
		if bytes.Count(g.rest, []byte(`"`))%2 == 0 {
			row, complete, _ = g.row(g.rest)
			g.drop()
		}
		return row, complete, err
	}
	g.begun++
	return row, false, nil
}

// row reads a row, or the header line.
func (g *Growing) row(text []byte) (row Result, complete bool, err error) {
	var cells []string
	var at func(i int) string // the place of a cell
	if g.isJSON {
		var names []string
		if names, cells, err = jsonCells(text); err != nil {
			return row, false, fmt.Errorf("%s:%d: %w; mend it or remove the line", g.Name, g.lines+1, err)
		}
		if err := g.head(names); err != nil {
			return row, false, err
		}
		at = func(int) string { return fmt.Sprintf("%s:%d", g.Name, g.lines+1) }
	} else {
		in := csv.NewReader(bytes.NewReader(text))
		in.FieldsPerRecord = -1
		cells, err = in.Read()
		at = func(i int) string {
			line, column := in.FieldPos(i)
			return fmt.Sprintf("%s:%d:%d", g.Name, g.lines+line, column)
		}
		var parse *csv.ParseError
		if errors.As(err, &parse) {
			return row, false, fmt.Errorf("%s:%d:%d: %w; remove the line", g.Name, g.lines+parse.Line, parse.Column, parse.Err)
		}
		if g.header == nil {
			return row, false, g.head(cells)
		}
		if want := len(g.header.names); len(cells) != want {
			return row, false, fmt.Errorf("%s:%d: %d cells, expected %d as in the header; remove the line", g.Name, g.lines+1, len(cells), want)
		}
	}
	row, err = g.header.result(cells)
	if cell := (*cellError)(nil); errors.As(err, &cell) {
		return row, false, fmt.Errorf("%s: %w; mend it or remove the line", at(cell.at), err)
	}
	if err != nil {
		return row, false, fmt.Errorf("%s:%d: %w; mend it or remove the line", g.Name, g.lines+1, err)
	}
	g.memory += resultMemory(cells)
	return row, true, nil
}

// head sets the columns of the rows that follow. The error says that they are not those of results. After it, nothing more
// of a CSV file is read.
func (g *Growing) head(names []string) error {
	if g.header != nil && slices.Equal(g.header.names, names) {
		return nil
	}
	for _, needed := range []string{"method", "error"} {
		if !slices.Contains(names, needed) {
			g.foreign = !g.isJSON
			return &data.Error{File: g.Name, Line: g.lines + 1, Problem: "these are not the columns of gramscope's results: " + needed + " is missing",
				Want: "a results file", Remedies: remedy.By("write one as CSV", "format", "csv")}
		}
	}
	g.header = newFileHeader(slices.Clone(names))
	for _, name := range g.header.names {
		if !slices.Contains(g.Columns, name) {
			g.Columns = append(g.Columns, name)
		}
	}
	return nil
}

// readObjects adds the rows of a file in the json format.
func (r *Results) readObjects(file io.Reader, name string, limit int64) (CutShort, error) {
	text := Growing{Name: name}
	before := r.memory
	for buffer := make([]byte, 1<<18); ; {
		n, err := file.Read(buffer)
		rows, faults := text.Add(buffer[:n])
		r.Rows, r.memory = append(r.Rows, rows...), before+text.Memory()
		switch {
		case len(faults) > 0:
			return 0, faults[0]
		case r.memory > limit:
			return 0, tooManyRows(fmt.Sprintf("the first %d rows", len(r.Rows)), limit)
		case err != nil && err != io.EOF:
			return 0, fmt.Errorf("%s: %s", name, data.Cause(err))
		case err == nil:
			continue
		}
		for _, column := range text.Columns {
			if !slices.Contains(r.Header, column) {
				r.Header = append(r.Header, column)
			}
		}
		if len(text.rest) > 0 {
			return CutShort(text.lines + 1), nil
		}
		return 0, nil
	}
}
