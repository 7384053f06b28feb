package regression

import (
	"math"

	"gramscope/model"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
)

// whole returns the axes of the whole map.
func (v *heatMap) whole() (chart.Lines, bool) {
	if v.absent() != "" {
		return chart.Lines{}, false
	}
	return v.chart().Plane()
}

// part returns the cells of the map that are shown, and the place of the first of them on the whole map. Their colours
// are on a scale of their own, so that a zoom tells apart what is alike on the whole map.
func (v *heatMap) part() (m chart.Heat, column, row int) {
	m = v.chart()
	whole, ok := m.Plane()
	if !ok || !v.plane.Zoom.On() {
		return m, 0, 0
	}
	m, column, row = m.Within(v.plane.Zoom.Over(whole))
	m.Empty = "no cells here"
	return m, column, row
}

// keepInside ends the zoom of a map of other γ and μ that has none of them where the zoom is.
func (v *heatMap) keepInside() {
	if v.absent() != "" {
		return
	}
	if m, _, _ := v.part(); len(m.X.Values) == 0 || len(m.Y.Values) == 0 {
		v.plane.Zoom.End()
	}
}

// move moves the cursor by so many cells, among those that are shown.
func (v *heatMap) move(columns, rows int) {
	if v.absent() != "" {
		return
	}
	column, row, _ := v.cursor()
	m, left, bottom := v.part()
	v.place(min(max(column+columns, left), left+len(m.X.Values)-1), min(max(row+rows, bottom), bottom+len(m.Y.Values)-1))
}

// refine searches as many γ and μ within what is shown as there are on the map; on the map of such ones it goes back to
// the usual ones.
func (v *heatMap) refine() []screen.Do {
	whole, ok := v.whole()
	_, on, stale := v.seen()
	switch {
	case !v.plane.Zoom.On() && v.beyond.asked():
		v.beyond = ground{}
		return []screen.Do{screen.Note("the map has its usual γ and μ again")}
	case !v.plane.Zoom.On():
		return []screen.Do{screen.Note("zoom in first, by i or the wheel: V then computes more γ and μ within what is shown")}
	case !ok || stale:
		return []screen.Do{screen.Note("the map is not there yet")}
	}
	if m, _, _ := v.part(); len(m.X.Values) == 0 || len(m.Y.Values) == 0 {
		return []screen.Do{screen.Note("the map has no cells here: I shows all of it")}
	}
	part := v.plane.Zoom.Over(whole)
	w, at := v.bench.Widths(), v.bench.Setting()
	v.beyond = ground{mus: middles(part.Y, model.Ridge(nil), on.Mus), mu: at.Value(model.Ridge(nil), w)}
	if gamma := at.Gamma(w); !math.IsNaN(gamma) && w.Known {
		v.beyond.gammas, v.beyond.gamma = middles(part.X, model.Gamma(nil), on.Gammas), gamma
	}
	v.plane.Zoom.End()
	return []screen.Do{screen.Note("more γ and μ within what was shown; V goes back to the usual ones")}
}

// middles returns as many values of a parameter as there were, at the middles of the cells of a map that fills a part
// of an axis. A single value is kept.
func middles(part chart.Axis, p model.Param, were []float64) []float64 {
	if len(were) == 1 {
		return were
	}
	half := 0.5 / float64(len(were))
	part.Lo, part.Hi = max(part.Lo, p.Min), min(part.Hi, p.Max)
	return p.Spaced(part.Value(half), part.Value(1-half), len(were))
}

// near returns the cell of the map that is drawn at (x, y), counted by rows from 1; 0 for none.
func (v *heatMap) near(x, y, w, h int) int {
	if v.absent() != "" {
		return 0
	}
	m, left, bottom := v.part()
	above := heatAbove(h)
	column, row, ok := m.Cell(x, y-above, w, h-above)
	if !ok {
		return 0
	}
	_, on, _ := v.seen()
	return (bottom+row)*len(on.Gammas) + left + column + 1
}

// pick puts the cursor on a cell, counted in the same way.
func (v *heatMap) pick(at int) []screen.Do {
	if _, on, _ := v.seen(); on != nil {
		v.place((at-1)%len(on.Gammas), (at-1)/len(on.Gammas))
	}
	return nil
}
