package passes

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
)

// part is a part of the data at one of its rows.
type part struct {
	*data.Rows
	path string
	bad  *data.Error // why the current row can't be split; nil for a good one
}

// next advances to the next row with data. The error is io.EOF at the end.
func (p *part) next() (err error) {
	p.bad, err = p.Next()
	return err
}

// line returns the number, from 1, of the first line of the current row in its file, also if the row is bad.
func (p *part) line() int {
	if p.bad != nil {
		return p.bad.Line
	}
	line, _ := p.Place(0)
	return line
}

// lines returns the number of lines of the current row: more than one if a quoted cell contains line breaks. A bad row
// with a quote that is not closed extends to the next quote or the end of the file.
func (p *part) lines() int {
	if split := (*csv.ParseError)(nil); p.bad != nil && errors.As(p.bad, &split) {
		return split.Line - split.StartLine + 1
	}
	lines := 1
	for _, cell := range p.Cells {
		lines += strings.Count(cell, "\n")
	}
	return lines
}

// coded codes the current row. It writes the features to x, which has the length of Coding.Features, and returns the
// target, 0 if there is none. Columns are found by number. The error names the first cell that can't be used: a missing
// value, a text among numbers, a text that is not one of the coding, or a number that is too large for moments.
func (p *part) coded(c data.Coding, x []float64) (y float64, bad *data.Error) {
	at := 0
	for _, column := range c.Columns {
		v, bad := p.value(column)
		if bad != nil {
			return 0, bad
		}
		if column.Texts == nil {
			x[at] = v
			at++
			continue
		}
		clear(x[at:][:len(column.Texts)])
		x[at+int(v)] = 1
		at += len(column.Texts)
	}
	if c.Target.Name == "" {
		return 0, nil
	}
	return p.value(c.Target)
}

// misses reports whether the current row has a missing value in one of these columns, counted from 0.
func (p *part) misses(columns []int) bool {
	return slices.ContainsFunc(columns, func(j int) bool {
		_, isNumber := p.Number(j)
		return !isNumber && p.Text(j) == ""
	})
}

// used returns the columns of the features and the target, counted from 0.
func used(c data.Coding) (columns []int) {
	for _, column := range c.Columns {
		columns = append(columns, column.Number-1)
	}
	if c.Target.Name != "" {
		columns = append(columns, c.Target.Number-1)
	}
	return columns
}

// value returns the number in a column, or the index of its text.
func (p *part) value(c data.CodedColumn) (float64, *data.Error) {
	v, isNumber := p.Number(c.Number - 1)
	if c.Texts == nil && isNumber {
		switch {
		case math.IsInf(v, 0):
			return 0, p.fault(c, "infinite or too large for 64 bits", "a finite number", "correct it")
		case math.Abs(v) > largestSquared:
			return 0, p.fault(c, "too large to be squared in 64 bits",
				fmt.Sprintf("a number of at most %.0e in size", largestSquared),
				"correct it, or change the unit of the column")
		}
		return v, nil
	}
	text := p.Text(c.Number - 1)
	code := slices.Index(c.Texts, text)
	switch {
	case text == "":
		return 0, p.fault(c, "missing value", "a value", "fill it in, or remove the row")
	case c.Texts == nil:
		return 0, p.fault(c, "text", "a number as in training", "correct it")
	case code < 0:
		return 0, p.fault(c, "unknown value", "one of "+shortList(c.Texts, listedNames)+" as in training",
			"correct it, or train again on rows that have it")
	}
	return float64(code), nil
}

// fault returns the error of the current row's cell in a column.
func (p *part) fault(c data.CodedColumn, problem, want, do string) *data.Error {
	cell := []rune(strings.TrimSpace(p.Cells[c.Number-1]))
	if len(cell) > 40 {
		cell = append(cell[:40:40], '…')
	}
	line, column := p.Place(c.Number - 1)
	return &data.Error{File: p.path, Line: line, Column: column, Want: want, Remedies: remedy.Do(do),
		Problem: fmt.Sprintf("%s (%q) in column %q", problem, string(cell), c.Name)}
}

// listedNames is the largest number of names that an error lists.
const listedNames = 30

// shortList joins the first names, at most limit.
func shortList(names []string, limit int) string {
	list := strings.Join(names[:min(limit, len(names))], ", ")
	if len(names) > limit {
		list += fmt.Sprintf(", … (%d in all)", len(names))
	}
	return list
}
