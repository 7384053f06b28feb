package data

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// Description is what `gramscope data FILE` says about a file.
type Description struct {
	Name     string
	Format   string
	Rows     int             // that can be drawn
	Features int             // columns of X, after one-hot
	Target   string          // "" without target
	Columns  []ColumnSummary // features as in the file, then the target
	Notes    []string        // what reading and choosing have done
	Problems []string        // as Set.Problems, over all rows
}

// ColumnSummary describes a column of the file over the rows that can be drawn.
type ColumnSummary struct {
	Name           string
	IsTarget       bool
	Min, Max, Mean float64  // where Texts is nil
	Texts          []string // distinct texts, sorted; nil where taken as numbers
	Counts         []int    // rows of each text
}

// Describe goes once over all rows and columns that are used.
func (f *File) Describe() Description {
	d := Description{Name: f.Name(), Format: f.table.Format, Rows: f.Rows(), Features: f.Dims(), Target: f.Target(), Notes: f.Notes()}
	isKept := f.keptRows()
	hashes := make(rowHashes, f.table.Rows)
	memory := f.memory // a copy: the file is shared
	d.Columns = make([]ColumnSummary, 0, len(f.used)+1)
	var constant []string
	column := 0 // in f.used
	for j, feature := range f.features {
		if feature.code > 0 {
			continue // summarised with the first indicator of its column
		}
		// The hash sees the columns of X: an indicator is 1 where the code is its own.
		entry := func(row int, v float64) { hashes.add(row, j, v) }
		if feature.code == 0 {
			entry = func(row int, code float64) { hashes.add(row, j+int(code), 1) }
		}
		s := summarize(feature.cells, isKept, d.Rows, entry)
		memory.drop(walkBytes)
		s.Name = f.table.Columns[f.used[column]].Name
		if s.Texts == nil && s.Min == s.Max || len(s.Texts) == 1 {
			constant = append(constant, feature.name)
		}
		d.Columns = append(d.Columns, s)
		column++
	}
	if f.target >= 0 {
		s := summarize(f.values, isKept, d.Rows, func(int, float64) {})
		s.Name, s.IsTarget = d.Target, true
		d.Columns = append(d.Columns, s)
	}
	kept := hashes[:0]
	for row, hash := range hashes {
		if isKept == nil || isKept[row] {
			kept = append(kept, hash)
		}
	}
	d.Problems = problems(constant, kept.repeats(), d.Rows, d.Features)
	return d
}

// keptRows marks the rows that can be drawn; nil = all.
func (f *File) keptRows() []bool {
	if f.rows == nil {
		return nil
	}
	isKept := make([]bool, f.table.Rows)
	for _, row := range f.rows {
		isKept[row] = true
	}
	return isKept
}

// summarize describes the n kept rows of a column and calls entry for their
// values: the non-zero ones of a column of numbers, all codes of one of texts.
func summarize(column cells, isKept []bool, n int, entry func(row int, v float64)) ColumnSummary {
	if texts, isText := column.(coded); isText {
		s := ColumnSummary{Texts: texts.texts, Counts: make([]int, len(texts.texts))}
		for row := range texts.codes.len() {
			if isKept == nil || isKept[row] {
				code := texts.code(row)
				s.Counts[code]++
				entry(row, float64(code))
			}
		}
		return s
	}
	s := ColumnSummary{Min: math.Inf(1), Max: math.Inf(-1)}
	nonzero := 0
	column.each(func(row int, v float64) {
		if isKept == nil || isKept[row] {
			nonzero++
			s.Min, s.Max = min(s.Min, v), max(s.Max, v)
			s.Mean += v / float64(n)
			entry(row, v)
		}
	})
	if nonzero < n {
		s.Min, s.Max = min(s.Min, 0), max(s.Max, 0)
	}
	return s
}

// shownColumns is how many columns WriteTo lists, from the front; the target
// is always shown.
const shownColumns = 40

// WriteTo writes the description as text, of wide data the first 40 columns.
func (d Description) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	target := "no target"
	if d.Target != "" {
		target = "target " + d.Target
	}
	fmt.Fprintf(&b, "%s: %s, %d rows, %d features, %s\n\n", d.Name, d.Format, d.Rows, d.Features, target)

	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "column\tmin\tmax\tmean")
	hidden := 0
	for k, c := range d.Columns {
		if k >= shownColumns && !c.IsTarget {
			hidden++
			continue
		}
		name := c.Name
		if c.IsTarget {
			name += " (target)"
		}
		if c.Texts == nil {
			fmt.Fprintf(table, "%s\t%.6g\t%.6g\t%.6g\n", name, c.Min, c.Max, c.Mean)
		} else {
			fmt.Fprintf(table, "%s\ttext: %s\n", name, c.textCounts())
		}
	}
	table.Flush()
	if hidden > 0 {
		fmt.Fprintf(&b, "… and %d more columns\n", hidden)
	}
	for _, list := range []struct {
		title string
		lines []string
	}{{"notes", d.Notes}, {"problems", d.Problems}} {
		if len(list.lines) > 0 {
			fmt.Fprintf(&b, "\n%s:\n  %s\n", list.title, strings.Join(list.lines, "\n  "))
		}
	}
	return b.WriteTo(w)
}

// String is the text of WriteTo.
func (d Description) String() string {
	var b strings.Builder
	d.WriteTo(&b)
	return b.String()
}

// textCounts lists the texts with their rows, `M 1528, F 1307, …`.
func (c ColumnSummary) textCounts() string {
	const shown = 10
	list := make([]string, min(len(c.Texts), shown))
	for k := range list {
		list[k] = fmt.Sprintf("%s %d", c.Texts[k], c.Counts[k])
	}
	return cutList(list, len(c.Texts))
}
