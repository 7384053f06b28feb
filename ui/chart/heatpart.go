package chart

import "cmp"

// Plane returns the axes of the map, from the outer edges of its cells, with the middles of the cells as a series
// without a line and the cell at the cursor as the only point. ok is false if there are no cells.
func (m Heat) Plane() (l Lines, ok bool) {
	if m.empty() {
		return l, false
	}
	s := Series{NoLine: true, NoMarkers: true}
	for row := range m.Y.Values {
		for column := range m.X.Values {
			s.X, s.Y = append(s.X, m.X.at(column)), append(s.Y, m.Y.at(row))
		}
	}
	l = Lines{X: m.X.axis(), Y: m.Y.axis(), Series: []Series{s}}
	if m.Cursor {
		l.Points = []Point{{X: m.X.at(m.Column), Y: m.Y.at(m.Row)}}
	}
	return l, true
}

// axis returns the axis as that of a chart of samples. Cells are drawn equally wide, and so are taken to be on its
// scale. A single cell, whose value may be none, fills an axis of its own.
func (a HeatAxis) axis() Axis {
	n := len(a.Values)
	axis := Axis{Title: a.Title, ID: cmp.Or(a.Title, "one cell")}
	if n == 1 {
		axis.Hi, axis.Least = 1, 1
		return axis
	}
	if axis.Lo, axis.Hi = a.Values[0], a.Values[n-1]; axis.Lo > 0 {
		axis.Scale = Log
	}
	half := 0.5 / float64(n-1)
	axis.Lo, axis.Hi = axis.Value(-half), axis.Value(1+half)
	axis.Least = 1.01 / float64(n) // a part with rounded ends then has the middle of a cell
	return axis
}

// at returns where the middle of a cell is on axis.
func (a HeatAxis) at(i int) float64 {
	if len(a.Values) == 1 {
		return 0.5
	}
	return a.Values[i]
}

// Within returns the columns and rows whose middles the axes of a part show, and the place of the first cell in m.
func (m Heat) Within(part Lines) (shown Heat, column, row int) {
	column, columns := m.X.within(part.X)
	row, rows := m.Y.within(part.Y)
	shown = m
	shown.X.Values, shown.Y.Values = m.X.Values[column:columns], m.Y.Values[row:rows]
	shown.Values, shown.Marks = nil, nil
	for y := row; y < rows; y++ {
		var line []float64
		for x := column; x < columns; x++ {
			line = append(line, m.Value(x, y))
		}
		shown.Values = append(shown.Values, line)
	}
	inside := func(x, y int) bool { return x >= column && x < columns && y >= row && y < rows }
	for _, mark := range m.Marks {
		if inside(mark.Column, mark.Row) {
			mark.Column, mark.Row = mark.Column-column, mark.Row-row
			shown.Marks = append(shown.Marks, mark)
		}
	}
	shown.Cursor = m.Cursor && inside(m.Column, m.Row)
	shown.Column, shown.Row = max(m.Column-column, 0), max(m.Row-row, 0)
	return shown, column, row
}

// within returns the first cell whose middle an axis shows, and the one after the last.
func (a HeatAxis) within(part Axis) (from, to int) {
	for i := range a.Values {
		if _, ok := part.Shows(a.at(i)); !ok {
			continue
		}
		if to == 0 {
			from = i
		}
		to = i + 1
	}
	return from, to
}
