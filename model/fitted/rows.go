package fitted

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
)

// MatrixRows returns the rows of the kernel matrix that predictions depend on, from 1: the landmarks in their
// order, or if these are all rows of the matrix, in its order. It is nil for points with coordinates.
func (m *Model) MatrixRows() (rows []int) {
	if m.Matrix == 0 {
		return nil
	}
	parts := slices.Clone(m.Predictor.Parts)
	if m.Predictor.Space != nil {
		parts = append(parts, *m.Predictor.Space)
	}
	seen := map[int]bool{}
	for _, p := range parts {
		if p.Landmarks == nil {
			continue
		}
		for _, v := range mat.Col(nil, 0, p.Landmarks) {
			if row := int(v); !seen[row] {
				rows, seen[row] = append(rows, row), true
			}
		}
	}
	if len(rows) == m.Matrix {
		slices.Sort(rows)
	}
	return rows
}

// Unbindable reports whether the kernel values of new points can't be used: those of a fit after clip or flip are
// P = K(new, all)·U·f(Λ)·Λ⁻¹·Uᵀ, which needs U. A shift changes the diagonal alone.
func (m *Model) Unbindable() bool { return m.Indefinite == data.Clip || m.Indefinite == data.Flip }

// Bind sets the kernel values of new points, for the next predictions: a row for each new point, and a
// column for each of MatrixRows, found by MatrixNames if c has all of these, or for each row of the kernel matrix. The
// points of a prediction are then the numbers of rows of c, from 1. The note says what the columns were taken for. The
// error is a *data.Error for another number of columns. The model is one on a kernel matrix.
func (m *Model) Bind(c *data.Matrix) (note remedy.Note, err error) {
	if m.Unbindable() {
		const text = "kernel values of new points can't be changed as those of %s were, to which the model was fitted"
		return note, &data.Error{File: c.Path, Problem: fmt.Sprintf(text, m.Data),
			Remedies: remedy.By("fit again", "indefinite", data.Shift)}
	}
	rows := m.MatrixRows()
	k := &model.Precomputed{Row: c.Row}
	column := map[int]int{} // of c, by the row of the kernel matrix from 0
	for row, name := range m.MatrixNames {
		if at := slices.Index(c.Names, name); at >= 0 && slices.Contains(rows, row+1) {
			column[row] = at
		}
	}
	switch {
	case m.MatrixNames != nil && len(column) == len(rows):
		note.Text = "columns are found by their names in " + m.Data
	case c.Columns == m.Matrix:
		column, note.Text = nil, fmt.Sprintf("columns: the kernel with all %d rows of %s", m.Matrix, m.Data)
	case c.Columns == len(rows):
		const text = "columns: the kernel with %d rows of %s, in this order: %s"
		note.Text, note.Remedies = fmt.Sprintf(text, len(rows), m.Data, listed(rows)), remedy.By("list all", "rows", "")
		for j, row := range rows {
			column[row-1] = j
		}
	default:
		const want = "the kernel of each new point with %d landmarks, which are the rows %s of %s, or with all its %d rows"
		return note, &data.Error{File: c.Path, Problem: fmt.Sprintf("%d columns", c.Columns),
			Want:     fmt.Sprintf(want, len(rows), listed(rows), m.Data, m.Matrix),
			Remedies: remedy.By("list the rows, in the order of the columns,", "rows", "")}
	}
	if column != nil {
		k.Row = func(dst []float64, row int, landmarks []int) {
			at := make([]int, len(landmarks))
			for i, l := range landmarks {
				at[i] = column[l]
			}
			c.Row(dst, row, at)
		}
	}
	m.Predictor.Kernel = k
	return note, nil
}

// listed returns the first numbers of a list.
func listed(rows []int) string {
	const shown = 8
	text := strings.Trim(strings.ReplaceAll(fmt.Sprint(rows[:min(shown, len(rows))]), " ", ", "), "[]")
	if len(rows) > shown {
		text += ", …"
	}
	return text
}
