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

// OpenMatrix opens the kernel matrix in a file, or in stdin if path is "-": square, symmetric up to rounding,
// with a diagonal that is not negative. It returns it as a table of points without coordinates, whose only
// feature is the number of a row, from 1; sets that are drawn from it hold the matrix. choice.Target names
// a file with one value for each row, a number or a text; without it the labels of a LIBSVM file are the target, and
// other files have none. With whole all entries of a large matrix are checked, else those of some rows; see
// [Matrix.check]. choice.Indefinite changes the eigenvalues of K, and needs opts.Spectral.
//
// The numbers of an .npy file stay in the file, which must not change. A matrix in another format, or in a
// compressed file, is read into memory. Errors are the context's or of type *Error.
func OpenMatrix(ctx context.Context, path string, stdin io.Reader, choice Choice, opts Options, whole bool) (*Table, error) {
	var memory budget
	var labels []Column // of LIBSVM
	m, notes, err := openEntries(func() (*Table, error) {
		t, err := Open(ctx, path, stdin, opts.ofEntries())
		if err == nil {
			memory = t.memory
		}
		if err == nil && t.indexed {
			labels = t.Columns[len(t.Columns)-1:]
		}
		return t, err
	}, path, true)
	if err != nil {
		return nil, err
	}
	if m.Rows != m.Columns {
		return nil, notSquare(path, m.Rows, m.Columns)
	}
	if m.Rows < 2 {
		return nil, &Error{File: path, Problem: "only 1 row", Want: "at least 2"}
	}
	if memory.limit == 0 {
		memory = budget{limit: opts.MaxBytes, file: path}
		if memory.limit <= 0 {
			memory.limit = DefaultMaxBytes
		}
	}
	m.Indefinite = choice.Indefinite
	found, err := m.check(ctx, whole || m.Indefinite != "")
	if err == nil && m.Indefinite != "" {
		if found, err = m.makeDefinite(ctx, opts, &memory); err == nil {
			_, err = m.check(ctx, true) // the summary
		}
	}
	if err != nil {
		return nil, err
	}
	t := &Table{Name: filepath.Base(path), Format: "kernel matrix, " + m.kind, Rows: m.Rows, Named: true, path: path, memory: memory,
		Columns: []Column{{Name: rowColumn, cells: rowNumbers{}}}, Notes: append(notes, found...), matrix: m}
	if m.Indefinite != "" { // results of K with and without it are told apart
		t.Name += " (" + m.Indefinite + ")"
	}
	switch {
	case labels != nil && (choice.Target == "" || choice.Target == path):
		t.Columns, t.targetPath = append(t.Columns, labels...), path
		return t, nil
	case choice.Target == "" || choice.Target == noTarget:
		return t, nil
	}
	return t, t.addTarget(ctx, choice, opts)
}

// WithTarget adds the target that a choice names by its file, if no column has this name; see addTarget.
func (t *Table) WithTarget(ctx context.Context, choice Choice, opts Options) error {
	path := choice.Target
	if path == "" || path == noTarget || slices.Contains(t.columnNames(), path) || t.matrix != nil {
		return nil
	}
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return nil
	}
	opts.SkipLines = 0
	return t.addTarget(ctx, choice, opts)
}

// addTarget adds the only column of the file that choice.Target names, as target of a matrix or a table.
func (t *Table) addTarget(ctx context.Context, choice Choice, opts Options) error {
	path := choice.Target
	opts.OneRow, opts.texts = true, true
	y, err := Open(ctx, path, nil, opts)
	if err == nil && (opts.Header == "" || opts.Header == HeaderAuto) { // the number of rows tells what the first line is
		switch {
		case y.Rows == t.Rows+1 && !y.Named:
			opts.Header = HeaderYes
		case y.Rows == t.Rows-1 && y.Named:
			opts.Header = HeaderNo
		}
		if opts.Header == HeaderYes || opts.Header == HeaderNo {
			y, err = Open(ctx, path, nil, opts)
		}
	}
	if err != nil {
		if bad, ok := err.(*Error); ok && bad.Err != nil {
			bad.Remedies = remedy.By("name a file with one value for each row of "+t.Name, "target", "FILE")
		}
		return err
	}
	column := y.Columns[0]
	if column.Name = baseOf(path); y.Named {
		column.Name = y.Columns[0].Name
	}
	switch {
	case len(y.Columns) != 1:
		return &Error{File: path, Problem: fmt.Sprintf("%d columns", len(y.Columns)), Want: fmt.Sprintf("one, with a value for each row of %s", t.Name),
			Remedies: remedy.Do("write the target alone to a file")}
	case y.Rows != t.Rows:
		return &Error{File: path, Problem: fmt.Sprintf("%d values", y.Rows), Want: fmt.Sprintf("%d, one for each row of %s", t.Rows, t.Name),
			Remedies: remedy.By("name another file", "target", "FILE")}
	}
	if column.Name == rowColumn {
		column.Name = "target"
	}
	if slices.Contains(t.columnNames(), column.Name) {
		column.Name = path
	}
	categorical := map[int]bool{0: slices.Contains(choice.Categorical, column.Name)}
	if err := y.checkFaults([]int{0}, categorical); err != nil {
		return err
	}
	if !choice.DropMissing {
		if _, _, err := y.complete([]int{0}, false, &y.memory); err != nil {
			return err
		}
	}
	t.Columns, t.targetPath = append(t.Columns, column), path
	return t.memory.take(y.memory.used)
}

// noTarget is the Target of a Choice without one.
const noTarget = "none"

// matrixTarget returns the index of the target column of a matrix, −1 for none, and the choice as it is asked
// for again.
func (t *Table) matrixTarget(choice Choice) (int, Choice, error) {
	choice.Indefinite = t.matrix.Indefinite
	switch {
	case len(choice.Columns) > 0:
		return 0, choice, &Error{File: t.path, Problem: "a kernel matrix has no features to choose from", Want: "all rows and columns", Remedies: remedy.Change(remedy.Omit, "columns")}
	case choice.Target == noTarget, len(t.Columns) == 1:
		return -1, choice, nil
	case choice.Target != "" && choice.Target != t.targetPath && choice.Target != "2":
		if j, err := t.find(choice.Target, "target", remedy.By("name a file, or none", "target", "")); err != nil || j == 0 {
			return 0, choice, &Error{File: t.path, Problem: fmt.Sprintf("the target %q is not the one that was read", choice.Target), Want: t.Columns[1].Name + " or none"}
		}
	}
	choice.Target = t.targetPath
	return 1, choice, nil
}

// Matrix returns the kernel matrix that a table of points without coordinates belongs to, nil for others.
func (t *Table) Matrix() *Matrix { return t.matrix }

// MatrixOf returns the kernel matrix of a source, nil for points.
func MatrixOf(s Source) *Matrix {
	if sub, is := s.(*Subset); is {
		s = sub.Source
	}
	if f, ok := s.(*File); ok {
		return f.table.matrix
	}
	return nil
}

// OpenCross opens a matrix with a row for each new point and a column for each of some points. Its row
// numbers are returned as a table with one feature, as of a matrix.
func OpenCross(ctx context.Context, path string, stdin io.Reader, opts Options) (*Matrix, *Table, error) {
	opts.OneRow = true
	m, notes, err := openEntries(func() (*Table, error) { return Open(ctx, path, stdin, opts.ofEntries()) }, path, false)
	if err != nil {
		return nil, nil, err
	}
	t := &Table{Name: filepath.Base(path), Format: m.kind, Rows: m.Rows, Named: true, path: path, memory: budget{limit: math.MaxInt64},
		Columns: []Column{{Name: rowColumn, cells: rowNumbers{}}}, Notes: notes}
	return m, t, nil
}

// ofEntries returns the options for a file whose columns are those of a matrix.
func (o Options) ofEntries() Options {
	if o.Header == "" || o.Header == HeaderAuto {
		o.Header = headerOfEntries
	}
	return o
}

// baseOf returns the name of a file without its folder and endings.
func baseOf(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return name
}

// IsSquareNPY reports whether a file holds an array with as many columns as rows, at least 2. It reads the head of
// the file.
func IsSquareNPY(path string) bool {
	m, err := openNPY(path, true)
	if m == nil || err != nil {
		return false
	}
	m.file.Close()
	return m.Rows == m.Columns && m.Rows >= 2
}

// CanBeMatrix reports whether a table of points has the shape of a kernel matrix, with or without a column of the
// rows' names.
func CanBeMatrix(t *Table) bool {
	n := len(t.Columns)
	return t.matrix == nil && t.Rows >= 2 && (n == t.Rows || n == t.Rows+1 && t.Columns[0].Kind == Text)
}

// rowNumbers are cells that hold the number of their row, from 1.
type rowNumbers struct{}

func (rowNumbers) at(row int) float64 { return float64(row + 1) }

// rowColumn is the name of the only feature of points that have no coordinates.
const rowColumn = "row"
