package data

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// Landmarks are points, chosen elsewhere, on which an approximation is built.
type Landmarks struct {
	Path string     // of the file, as the user named it
	X    *mat.Dense // m×d, one a row, in the units of the source's features; read only
}

// Count returns the number of landmarks, 0 for nil.
func (l *Landmarks) Count() int {
	if l == nil {
		return 0
	}
	m, _ := l.X.Dims()
	return m
}

// Points returns X, nil for nil.
func (l *Landmarks) Points() *mat.Dense {
	if l == nil {
		return nil
	}
	return l.X
}

// WithLandmarks returns a copy of a source, a *File or a built-in set, with the landmarks in the file at path, in its
// order, and notes about them. The file holds one of
//
//   - row numbers, one a line: rows of data in the source's file, counted from 1, those
//     that were left out, too. A header is allowed unless it is the name of a feature.
//   - points in the units of the data, with a column for each feature. A feature of text
//     is a column of texts, or one column for each value, named as in [Coding.Features].
//     If there is a single feature, a header must name it.
//
// Errors are the context's or an *Error. Rows of a built-in set have no numbers, as they are drawn anew each time.
func WithLandmarks(
	ctx context.Context, source Source, path string, opts Options,
) (s Source, notes []remedy.Note, err error) {
	defer caught(&err)
	holder := source.(interface {
		Coding() (Coding, error)
		WithLandmarks(*Landmarks) Source // returns a copy
	})
	coding, err := holder.Coding()
	check(err)
	if path == "-" {
		check(&Error{File: path, Problem: "landmarks can't be read from standard input",
			Want: "a file, which can be read again", Remedies: remedy.Do("write them to one")})
	}
	opts.OneRow, opts.Header, opts.Missing = true, HeaderAuto, nil
	isWord := func(name string) bool { _, err := strconv.ParseFloat(name, 64); return err != nil }
	if len(coding.Columns) > 1 && !slices.ContainsFunc(coding.names(), isWord) {
		opts.Header = HeaderYes // which would otherwise be read as data
	}
	table, err := Open(ctx, path, nil, opts)
	if bad := (*Error)(nil); errors.As(err, &bad) && errors.Is(err, fs.ErrNotExist) {
		bad.Remedies = remedy.By("name another file", "landmarks", "")
	}
	check(err)
	read := table.points
	isNamed := table.Named && (table.holdsAny(coding.names()) || table.holdsAny(coding.Features()))
	if table.Width() == 1 && (!isNamed || MatrixOf(source) != nil) {
		read = table.numbered
	}
	x, notes := read(source, coding)
	return holder.WithLandmarks(&Landmarks{path, x}), notes, nil
}

// points returns the points that the table holds.
func (t *Table) points(_ Source, c Coding) (*mat.Dense, []remedy.Note) {
	isColumn := func(name string) bool { return slices.Contains(c.names(), name) }
	if t.Named && t.holdsAny(slices.DeleteFunc(c.Features(), isColumn)) {
		points := Coding{Width: len(c.Features())} // a column of numbers for each feature
		for j, name := range c.Features() {
			points.Columns = append(points.Columns, CodedColumn{Name: name, Number: j + 1})
		}
		c = points
	}
	matched, err := t.Match(c, false)
	if bad := (*Error)(nil); errors.As(err, &bad) {
		bad.Remedies = remedy.Do("give the columns that the features are made of, as in the data").
			Or(remedy.By("name another file", "landmarks", ""))
	}
	check(err)
	notes := remedy.Notes(fmt.Sprintf("landmarks: %d points of %s", t.Rows, t.Name))
	return matched.Range(0, t.Rows).X, append(notes, matched.Notes()...)
}

// numbered returns the rows of a file whose numbers, from 1, the table holds.
func (t *Table) numbered(source Source, c Coding) (*mat.Dense, []remedy.Note) {
	f, ok := source.(*File)
	if !ok {
		check(&Error{File: t.Path,
			Problem:  fmt.Sprintf("the file holds row numbers, and the rows of %s are drawn anew each time", source.Name()),
			Want:     "points with the columns " + shortList(c.Features(), listedColumns),
			Remedies: remedy.Do("give such points").Or(remedy.Do("use data from a file"))})
	}
	column := t.Column(0)
	rows, first := make([]int32, t.Rows), map[int32]int{}
	for i := range rows {
		v, _ := strconv.ParseFloat(column.Cell(i), 64) // 0 for a text, which is not a row
		problem, do := "", remedy.Do("remove it from the list")
		rows[i] = int32(v - 1)
		before, twice := first[rows[i]]
		switch _, isKept := slices.BinarySearch(f.rows, rows[i]); {
		case !(v >= 1 && v <= float64(f.Table.Rows) && v == math.Trunc(v)):
			problem, do = "is not a row", remedy.Do("correct it").
				Or(remedy.Do("if these are points, put a line with the names of the features above them"))
		case twice:
			problem, do = fmt.Sprintf("is already landmark %d", before+1), remedy.Do("list each row once")
		case f.rows != nil && !isKept:
			problem = "is a row that was left out for a missing value"
		}
		if problem != "" {
			check(&Error{File: t.Path, Remedies: do,
				Problem: fmt.Sprintf("landmark %d of the list, %q, %s", i+1, clip(column.Cell(i)), problem),
				Want:    fmt.Sprintf("the number of a row of %s, from 1 to %d", f.Name(), f.Table.Rows)})
		}
		first[rows[i]] = i
	}
	note := fmt.Sprintf("landmarks: %d rows of %s, by the numbers in %s", len(rows), f.Name(), t.Name)
	return f.set(rows).X, remedy.Notes(note)
}

// WriteLandmarks writes points as CSV that [WithLandmarks] reads for data with the same features: a header with their
// names, and the rows of z in the units of the data. scaling is what was applied to z, nil for nothing. A number
// written scales to the one in z, up to rounding.
func WriteLandmarks(w io.Writer, features []string, scaling *Scaling, z *mat.Dense) error {
	out := csv.NewWriter(w) // it keeps its first error
	out.Write(features)
	n, d := z.Dims()
	cells := make([]string, d)
	for i := range n {
		for j, v := range z.RawRowView(i) {
			if cells[j] = shortest(v); scaling != nil {
				cells[j] = scaling.unscaled(j, v)
			}
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

// unscaled returns the number of column j with the fewest digits that scales to v, or one that does but for rounding.
func (s *Scaling) unscaled(j int, v float64) string {
	raw := v*s.Deviation[j] + s.Mean[j]
	for digits := 1; digits <= 16; digits++ {
		text := strconv.FormatFloat(raw, 'g', digits, 64)
		if x, err := strconv.ParseFloat(text, 64); err == nil && s.of(j, x) == v {
			return text
		}
	}
	return shortest(raw)
}
