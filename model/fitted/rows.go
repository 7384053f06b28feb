package fitted

import (
	"fmt"
	"slices"
	"strings"

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
		for i := range (Rows{p.Landmarks}).count() {
			if row := int(p.Landmarks.At(i, 0)); !seen[row] {
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
	place := func(_, row int) int { return row - 1 } // the column of c for one of rows
	isLost := func(row int) bool { return !slices.Contains(c.Names, m.MatrixNames[row-1]) }
	switch {
	case m.MatrixNames != nil && !slices.ContainsFunc(rows, isLost):
		note.Text = "columns are found by their names in " + m.Data
		place = func(_, row int) int { return slices.Index(c.Names, m.MatrixNames[row-1]) }
	case c.Columns == m.Matrix:
		note.Text = fmt.Sprintf("columns: the kernel with all %d rows of %s", m.Matrix, m.Data)
	case c.Columns == len(rows):
		const text = "columns: the kernel with %d rows of %s, in this order: %s"
		note.Text, note.Remedies = fmt.Sprintf(text, len(rows), m.Data, listed(rows)), remedy.By("list all", "rows", "")
		place = func(j, _ int) int { return j }
	default:
		const want = "the kernel of each new point with %d landmarks, which are the rows %s of %s, or with all its %d rows"
		return note, &data.Error{File: c.Path, Problem: fmt.Sprintf("%d columns", c.Columns),
			Want:     fmt.Sprintf(want, len(rows), listed(rows), m.Data, m.Matrix),
			Remedies: remedy.By("list the rows, in the order of the columns,", "rows", "")}
	}
	column := map[int]int{} // of c, by the row of the kernel matrix from 0
	for j, row := range rows {
		column[row-1] = place(j, row)
	}
	m.Predictor.Kernel = &model.Precomputed{Row: func(dst []float64, row int, landmarks []int) {
		at := make([]int, len(landmarks))
		for i, l := range landmarks {
			at[i] = column[l]
		}
		c.Row(dst, row, at)
	}}
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
