package data

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gramscope/data/remedy"
)

// OpenMatrix opens the kernel matrix in a file, or in stdin if path is "-", as a table of points without coordinates,
// whose only feature is the number of a row, from 1; sets that are drawn from it hold the matrix. choice.Target names
// a file with one value for each row; without it the labels of a LIBSVM file are the target. With whole all entries of
// a large matrix are checked; see [Matrix.check]. choice.Indefinite changes the eigenvalues, and needs opts.Spectral.
//
// The numbers of an .npy file stay in the file, which must not change; others are read into memory. Errors are the
// context's or of type *Error.
func OpenMatrix(
	ctx context.Context, path string, stdin io.Reader, choice Choice, opts Options, whole bool,
) (t *Table, err error) {
	defer caught(&err)
	m, t := openEntries(ctx, path, stdin, opts, true)
	if m.Rows < 2 {
		return nil, &Error{File: path, Problem: "only 1 row", Want: "at least 2"}
	}
	mayBeNegative := choice.Indefinite != ""
	found := m.check(ctx, whole || mayBeNegative, mayBeNegative)
	if mayBeNegative {
		found = m.makeDefinite(ctx, choice.Indefinite, opts, &t.memory)
		m.check(ctx, true, false)                // the summary
		t.Name += " (" + choice.Indefinite + ")" // results of K with and without it are told apart
	}
	t.Format, t.Notes, t.Matrix = "kernel matrix, "+m.kind, append(t.Notes, found...), m
	if len(t.columns) > 1 && (choice.Target == "" || choice.Target == path) { // the labels of LIBSVM
		t.TargetPath = path
		return t, nil
	}
	if t.columns = t.columns[:1]; choice.Target == "" || choice.Target == noTarget {
		return t, nil
	}
	return t, t.addTarget(ctx, choice, opts)
}

// OpenCross opens a matrix with a row for each new point and a column for each of some points. Its row
// numbers are returned as a table with one feature, as of a matrix.
func OpenCross(ctx context.Context, path string, stdin io.Reader, opts Options) (m *Matrix, t *Table, err error) {
	defer caught(&err)
	opts.OneRow = true
	m, t = openEntries(ctx, path, stdin, opts, false)
	t.columns, t.memory = t.columns[:1], budget{limit: math.MaxInt64}
	return m, t, nil
}

// openEntries opens a matrix of any shape, and returns the numbers of its rows as a table, with the labels of LIBSVM as
// the second column. A symmetric matrix must be square.
func openEntries(
	ctx context.Context, path string, stdin io.Reader, opts Options, symmetric bool,
) (m *Matrix, t *Table) {
	t = &Table{memory: budget{limit: opts.maxBytes(), file: path}}
	if path != "-" {
		opened, err := openNPY(path, symmetric)
		check(err)
		m = opened
	}
	switch {
	case m == nil:
		if opts.Header == "" || opts.Header == HeaderAuto {
			opts.Header = headerOfEntries
		}
		table, err := Open(ctx, path, stdin, opts)
		check(err)
		t, m = table, table.entries(symmetric)
	case symmetric && m.Rows != m.Columns:
		check(notSquare(path, m.Rows, m.Columns))
	}
	serials := make([]float64, m.Rows)
	for i := range serials {
		serials[i] = float64(i + 1)
	}
	columns := []Column{numbers(rowColumn, &strided{chunksOf(serials), 0, 1})}
	if t.indexed {
		columns = append(columns, *t.Column(t.Width() - 1))
	}
	return m, &Table{Name: filepath.Base(path), Format: m.kind, Rows: m.Rows, Named: true, Path: path, memory: t.memory,
		columns: columns, Notes: t.Notes}
}

// entries returns the matrix that a table holds, and checks its numbers. A first column of texts, or one that
// counts or names the rows, is left out, with a note in the table.
func (t *Table) entries(symmetric bool) *Matrix {
	columns := sequence(0, t.Width())
	if t.indexed { // the labels of LIBSVM are a target
		columns = columns[:len(columns)-1]
	}
	hasNames := t.Column(0).Kind == Text || t.Named && t.isIndex(0)
	if len(columns) > 1 && hasNames && (!symmetric || len(columns) == t.Rows+1) {
		columns = columns[1:]
		t.Notes = append(remedy.Notes(fmt.Sprintf("column %q names the rows, and is unused", t.Column(0).Name)), t.Notes...)
	}
	if symmetric && t.Rows != len(columns) {
		err := notSquare(t.Path, t.Rows, len(columns))
		if t.Rows == len(columns)+1 && !t.Named {
			err.Remedies = remedy.By("if the first line holds the columns' names, say so", "header", string(HeaderYes))
		}
		check(err)
	}
	m := &Matrix{Rows: t.Rows, Columns: len(columns), Path: t.Path, kind: t.Format, tolerance: 1e-8}
	var bad badCell
	number := func(problem string) cellFault { return cellFault{problem, "a finite number", recompute()} }
	for _, j := range columns {
		c := t.Column(j)
		bad.found(c.faults.firstMissing, c, number("missing value (NaN)"))
		bad.found(c.faults.infinite, c, number("infinite or too large for 64 bits"))
		bad.found(c.faults.text, c, number("text"))
		m.cells = append(m.cells, c.cells)
	}
	bad.failIn(t)
	names := namesOf(columns, func(j int) string { return t.Column(j).Name })
	if t.Named && (!symmetric || len(slices.Compact(slices.Sorted(slices.Values(names)))) == len(names)) {
		m.Names = names
	}
	return m
}

// notSquare says what may be meant by a matrix that is not square.
func notSquare(path string, rows, columns int) *Error {
	err := &Error{File: path, Problem: fmt.Sprintf("%d rows and %d columns", rows, columns),
		Want:     "as many columns as rows: the kernel of every point with every point",
		Remedies: remedy.Do("for a table of points, choose another kernel")}
	if columns == rows+1 {
		err.Remedies = remedy.Do("remove the column that numbers the rows, or write names in it").
			Or(remedy.Do("move the target to a file of its own"))
	}
	return err
}

// WithTarget adds the target that a choice names by its file, if no column has this name; see addTarget.
func (t *Table) WithTarget(ctx context.Context, choice Choice, opts Options) error {
	path := choice.Target
	if path == "" || path == noTarget || slices.Contains(t.ColumnNames(), path) || t.Matrix != nil {
		return nil
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return nil
	}
	opts.SkipLines = 0
	return t.addTarget(ctx, choice, opts)
}

// addTarget adds the only column of the file that choice.Target names, as target of a matrix or a table.
func (t *Table) addTarget(ctx context.Context, choice Choice, opts Options) (err error) {
	defer caught(&err)
	path := choice.Target
	opts.OneRow, opts.texts = true, true
	y, err := Open(ctx, path, nil, opts)
	if err != nil {
		if bad, ok := err.(*Error); ok && bad.Err != nil {
			bad.Remedies = remedy.By("name a file with one value for each row of "+t.Name, "target", "FILE")
		}
		return err
	}
	column := *y.Column(0)
	if !y.Named {
		column.Name, _, _ = strings.Cut(filepath.Base(path), ".")
	}
	switch {
	case y.Width() != 1:
		return &Error{File: path, Problem: fmt.Sprintf("%d columns", y.Width()),
			Want: "one, with a value for each row of " + t.Name, Remedies: remedy.Do("write the target alone to a file")}
	case y.Rows != t.Rows:
		problem := fmt.Sprintf("%d values", y.Rows)
		if y.Named {
			problem += fmt.Sprintf(" below the header %q", column.Name)
		}
		return &Error{File: path, Problem: problem, Want: fmt.Sprintf("%d, one for each row of %s", t.Rows, t.Name),
			Remedies: remedy.By("name another file", "target", "FILE")}
	}
	if column.Name == rowColumn {
		column.Name = "target"
	}
	if slices.Contains(t.ColumnNames(), column.Name) {
		column.Name = path
	}
	y.checkFaults([]int{0}, map[int]bool{0: slices.Contains(choice.Categorical, column.Name)})
	if !choice.DropMissing {
		y.complete([]int{0}, false, &y.memory)
	}
	t.columns, t.TargetPath = append(t.columns, column), path
	t.memory.take(y.memory.used)
	return nil
}

const noTarget = "none"

// MatrixOf returns the kernel matrix of a source, nil for points.
func MatrixOf(s Source) *Matrix {
	if f, ok := s.(*File); ok {
		return f.Table.Matrix
	}
	return nil
}

// CanBeMatrix reports whether a table of points has the shape of a kernel matrix, with or without a column of the
// rows' names.
func CanBeMatrix(t *Table) bool {
	n := t.Width()
	return t.Matrix == nil && t.Rows >= 2 && (n == t.Rows || n == t.Rows+1 && t.Column(0).Kind == Text)
}

// rowColumn is the name of the only feature of points that have no coordinates.
const rowColumn = "row"
