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

// Bind sets the kernel values of new points, for the next predictions of a model on a kernel matrix: a row for each new
// point, and a column for each of MatrixRows, found by MatrixNames if c has all these, or for each row of the matrix.
// The points of a prediction are then the numbers of rows of c, from 1. The note says what the columns were taken for.
// The error is a *data.Error for another number of columns, or for a name that contradicts the place of its column.
func (m *Model) Bind(c *data.Matrix) (note remedy.Note, err error) {
	if m.Unbindable() {
		const text = "kernel values of new points can't be changed as those of %s were, to which the model was fitted"
		return note, &data.Error{File: c.Path, Problem: fmt.Sprintf(text, m.Data),
			Remedies: remedy.By("fit again", "indefinite", data.Shift)}
	}
	rows := m.MatrixRows()
	order, named := rows, make([]int, len(c.Names)) // for each column of c its row of the kernel matrix; by its name, or 0
	for j, name := range c.Names {
		named[j] = slices.Index(m.MatrixNames, name) + 1
	}
	switch isLost := func(row int) bool { return !slices.Contains(named, row) }; {
	case !slices.ContainsFunc(rows, isLost):
		note.Text = "columns are found by their names in " + m.Data
		order = named
	case c.Columns == m.Matrix:
		note.Text = fmt.Sprintf("columns: the kernel with all %d rows of %s", m.Matrix, m.Data)
		order = make([]int, m.Matrix)
		for j := range order {
			order[j] = j + 1
		}
	case c.Columns == len(rows):
		const text = "columns: the kernel with %d rows of %s, in this order: %s"
		note.Text, note.Remedies = fmt.Sprintf(text, len(rows), m.Data, listed(rows)), remedy.By("list all", "rows", "")
	default:
		const want = "the kernel of each new point with %d landmarks, which are the rows %s of %s, or with all its %d rows"
		return note, &data.Error{File: c.Path, Problem: fmt.Sprintf("%d columns", c.Columns),
			Want:     fmt.Sprintf(want, len(rows), listed(rows), m.Data, m.Matrix),
			Remedies: remedy.By("list the rows, in the order of the columns,", "rows", "")}
	}
	column := map[int]int{} // of c, by the row of the kernel matrix from 0
	for j, row := range order {
		column[row-1] = j
	}
	for j, row := range named {
		if row > 0 && (order[j] != row || column[row-1] != j) {
			const text = "column %d is called %q, as row %d of %s, and is not at the place of this row"
			return note, &data.Error{File: c.Path, Problem: fmt.Sprintf(text, j+1, c.Names[j], row, m.Data),
				Remedies: remedy.Do("name the columns of all rows that predictions need, each once, or remove the header")}
		}
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
