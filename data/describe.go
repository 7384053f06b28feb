package data

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"gramscope/data/remedy"
)

// Description is what `gramscope data FILE` says about a file.
type Description struct {
	Name     string
	Format   string
	Rows     int             // that can be drawn
	Features int             // columns of X, after one-hot
	Target   string          // "" without target
	Columns  []ColumnSummary // features as in the file, then the target
	Notes    []remedy.Note   // what reading and choosing have done
	Problems []remedy.Note   // as Set.Problems, over all rows
}

// ColumnSummary describes a column of the file over the rows that can be drawn.
type ColumnSummary struct {
	Name           string
	IsTarget       bool
	Min, Max, Mean float64  // where Texts is nil
	Texts          []string // distinct texts, sorted; nil where taken as numbers
	Counts         []int    // rows of each text
}

// Describe goes over all rows and columns that are used, on all processors.
func (f *File) Describe() Description {
	d := Description{Name: f.Name(), Format: f.table.Format, Rows: f.Rows(), Features: f.Dims(), Target: f.Target(), Notes: f.Notes()}
	isKept := f.keptRows()
	var columns []int // of X, the first of each column of the table
	for j, feature := range f.features {
		if feature.code <= 0 {
			columns = append(columns, j)
		}
	}
	d.Columns = make([]ColumnSummary, len(columns), len(columns)+1)
	parallel(len(columns), func(lo, hi int) {
		for k := lo; k < hi; k++ {
			d.Columns[k] = summarize(f.features[columns[k]].cells, isKept, d.Rows)
		}
	})
	var constant []string
	for k := range d.Columns {
		s := &d.Columns[k]
		s.Name = f.table.Columns[f.used[k]].Name
		if s.Texts == nil && s.Min == s.Max || len(s.Texts) == 1 {
			constant = append(constant, f.features[columns[k]].name)
		}
	}
	if f.target >= 0 {
		s := summarize(f.values, isKept, d.Rows)
		s.Name, s.IsTarget = d.Target, true
		d.Columns = append(d.Columns, s)
	}
	d.Problems = problems(constant, f.hashes(isKept).repeats(), d.Rows, d.Features)
	return d
}

// hashes are those of the kept rows.
func (f *File) hashes(isKept []bool) rowHashes {
	hashes := make(rowHashes, f.table.Rows)
	memory := f.memory // a copy: the file is shared
	for j, feature := range f.features {
		if column, isSparse := feature.cells.(sparse); isSparse {
			column.each(func(row int, v float64) { hashes.add(row, j, v) })
			memory.drop(walkBytes)
		}
	}
	parallel((len(hashes)+blockRows-1)/blockRows, func(lo, hi int) {
		rows, values := make([]int32, blockRows), make([]float64, blockRows)
		for block := lo; block < hi; block++ {
			rows = rows[:min(blockRows, len(hashes)-block*blockRows)]
			for k := range rows {
				rows[k] = int32(block*blockRows + k)
			}
			for j, feature := range f.features {
				if _, isSparse := feature.cells.(sparse); isSparse || feature.code > 0 {
					continue
				}
				feature.cells.take(rows, values)
				for k, row := range rows {
					switch v := values[k]; {
					case feature.code < 0:
						hashes.add(int(row), j, v)
					case !math.IsNaN(v): // the hash sees the columns of X: 1 in that of the code
						hashes.add(int(row), j+int(v), 1)
					}
				}
			}
		}
	})
	if isKept == nil {
		return hashes
	}
	kept := hashes[:0]
	for row, hash := range hashes {
		if isKept[row] {
			kept = append(kept, hash)
		}
	}
	return kept
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

// summarize describes the n kept rows of a column.
func summarize(column cells, isKept []bool, n int) ColumnSummary {
	if texts, isText := column.(coded); isText {
		s := ColumnSummary{Texts: texts.texts, Counts: make([]int, len(texts.texts))}
		for row := range texts.codes.len() {
			if isKept == nil || isKept[row] {
				s.Counts[texts.code(row)]++
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
		notes []remedy.Note
	}{{"notes", d.Notes}, {"problems", d.Problems}} {
		if lines := remedy.Texts(list.notes, remedy.Plain()); lines != nil {
			fmt.Fprintf(&b, "\n%s:\n  %s\n", list.title, strings.Join(lines, "\n  "))
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
