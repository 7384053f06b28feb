package data

import (
	"fmt"
	"io"
	"math"
	"os"

	"gramscope/data/remedy"
)

// openEntries opens a matrix of any shape. The numbers of an .npy file that is not compressed, and
// neither in Fortran order nor a list, stay in the file; symmetric says that the order does not matter. The notes are
// on a table in memory.
func openEntries(open func() (*Table, error), path string, symmetric bool) (*Matrix, []remedy.Note, error) {
	if path != "-" {
		m, err := openNPY(path, symmetric)
		if m != nil || err != nil {
			return m, nil, err
		}
	}
	t, err := open()
	if err != nil {
		return nil, nil, err
	}
	columns, notes, err := t.entryColumns(symmetric)
	if err != nil {
		return nil, nil, err
	}
	m := &Matrix{Rows: t.Rows, Columns: len(columns), path: path, kind: t.Format, cells: make([]cells, len(columns))}
	for k, c := range columns {
		m.cells[k] = c.cells
	}
	return m, append(notes, t.Notes...), nil
}

// openNPY opens a matrix in an .npy file. It returns nil if the file is another one, or one that must be
// read as a whole.
func openNPY(path string, symmetric bool) (m *Matrix, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil // the reader of tables says what is wrong
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil
	}
	defer func() {
		if m == nil {
			file.Close()
		}
	}()
	head := make([]byte, len(npyMagic))
	if _, err := io.ReadFull(file, head); err != nil || string(head) != npyMagic {
		return nil, nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, asError(path, err)
	}
	h, err := readNPYHeader(file)
	if err != nil {
		return nil, asError(path, err)
	}
	n, d, err := h.table()
	if err != nil {
		return nil, asError(path, err)
	}
	if len(h.shape) != 2 || h.fortran && !(symmetric && n == d) {
		return nil, nil
	}
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, asError(path, err)
	}
	number, order := h.number()
	switch length := float64(start) + float64(n)*float64(d)*float64(number.size); {
	case float64(info.Size()) < length:
		return nil, asError(path, shortNPY(io.EOF))
	case float64(info.Size()) > length || n > math.MaxInt32:
		return nil, &Error{File: path, Problem: fmt.Sprintf("more bytes than an array of shape %v has", h.shape), Want: "the end of the file",
			Remedies: remedy.Do("save it again with numpy.save")}
	}
	kinds := map[byte]string{'f': "float", 'i': "int", 'u': "uint", 'b': "bool"}
	kind := kinds[h.descr[1]]
	if h.descr[1] != 'b' {
		kind += fmt.Sprint(8 * number.size)
	}
	return &Matrix{Rows: int(n), Columns: int(d), path: path, kind: npyFormat.Name + " of " + kind,
		file: file, start: start, number: number, order: order, descr: h.descr}, nil
}

// entryColumns returns the columns of a table that holds a matrix, and checks their numbers. A first
// column of texts, which names the rows, is left out.
func (t *Table) entryColumns(symmetric bool) ([]Column, []remedy.Note, error) {
	columns, notes := t.Columns, []remedy.Note(nil)
	if t.indexed { // the labels of LIBSVM are a target
		columns = columns[:len(columns)-1]
	}
	if len(columns) > 1 && columns[0].Kind == Text && (!symmetric || len(columns) == t.Rows+1) {
		columns = columns[1:]
		notes = remedy.Notes(fmt.Sprintf("the first column, %q, holds texts: the names of rows, which are not used", t.Columns[0].Name))
	}
	if symmetric {
		if err := t.square(len(columns)); err != nil {
			return nil, nil, err
		}
	}
	var bad badCell
	number := func(problem string) cellFault {
		return cellFault{problem, "a finite number", remedy.Do("compute it again").Or(remedy.Do("leave its row and column out of the matrix"))}
	}
	for k := range columns {
		c := &columns[k]
		bad.found(c.faults.firstMissing, c, number("missing value (NaN)"))
		bad.found(c.faults.infinite, c, number("infinite or too large for 64 bits"))
		if bad.found(c.faults.text, c, number("text")); c.Kind == Text {
			texts := c.cells.(coded)
			bad.found(&place{cellPlace: texts.firsts[0], text: c.Cell(0)}, c, number("text"))
		}
	}
	if err := bad.in(t); err != nil {
		return nil, nil, err
	}
	return columns, notes, nil
}

// square returns an error unless a matrix has as many rows as columns, and says what may be meant.
func (t *Table) square(columns int) error {
	if t.Rows == columns {
		return nil
	}
	err := notSquare(t.path, t.Rows, columns)
	switch {
	case columns == t.Rows+1:
		err.Remedies = remedy.Do("remove the column that numbers the rows, or write names in it").Or(remedy.Do("move the target to a file of its own"))
	case t.Rows == columns+1 && !t.Named:
		err.Remedies = remedy.By("if the first line holds the columns' names, say so", "header", string(HeaderYes))
	}
	return err
}

func notSquare(path string, rows, columns int) *Error {
	return &Error{File: path, Problem: fmt.Sprintf("%d rows and %d columns", rows, columns), Want: "as many columns as rows: the kernel of every point with every point",
		Remedies: remedy.Do("for a table of points, choose another kernel")}
}
