package ui

import (
	"fmt"
	"math"

	"gramscope/model"
	"gramscope/model/tune"
	"gramscope/ui/lab"
	"gramscope/ui/screen"
)

// heatView is the map of the cross-validated loss over γ and μ: of one method
// first, of exact regression last.
type heatView struct {
	key string // what the maps depend on; "": nothing was asked for, or it was stopped

	gammas, mus []float64 // as asked for

	on    grounds
	maps  []heatMap // in the order of the search
	old   []heatMap // those before, shown dimmed until the first figure is there
	oldOn grounds

	shown  int  // index of maps
	picked bool // by the user; else it is the last map that is complete

	moved       bool // the cursor is where the user put it; else it is at the best cell
	column, row int

	done   bool
	failed error
}

// grounds are what a search is over.
type grounds struct {
	gammas, mus []float64 // ascending; γ is one NaN for a kernel without
	methods     []string
	loss, gain  string // what the scores are
	folds       int
	n, of       int // rows that it takes, of those of the setting
}

// heatMap is what is known of one method.
type heatMap struct {
	method  string
	columns []tune.Event // by γ; without folds where there is none yet
}

// start begins new maps. Those before stay until there is something to show.
func (v *heatView) start(key string) {
	next := heatView{key: key, old: v.old, oldOn: v.oldOn}
	if v.begun() {
		next.old, next.oldOn = v.maps[v.shown:v.shown+1], v.on
	}
	*v = next
}

// begun tells whether there is a figure to show.
func (v *heatView) begun() bool {
	for _, h := range v.maps {
		for _, e := range h.columns {
			if e.Folds > 0 {
				return true
			}
		}
	}
	return false
}

// lay lays out the maps of a search.
func (v *heatView) lay(on grounds) {
	v.on, v.maps = on, nil
	for _, name := range on.methods {
		v.maps = append(v.maps, heatMap{name, make([]tune.Event, len(on.gammas))})
	}
}

// take adds what is new of a column.
func (v *heatView) take(e tune.Event) {
	for i := range v.maps {
		h := &v.maps[i]
		if h.method != e.Method {
			continue
		}
		h.columns[e.Gamma] = e
		v.old = nil
		if !v.picked && !v.moved && h.folds() == v.on.folds*len(h.columns) {
			v.shown = i
		}
	}
}

// receive takes in what the search has found.
func (v *heatView) receive(msg any) []screen.Do {
	var list []screen.Do
	switch b := msg.(type) {
	case searching:
		v.lay(b.on)
		if b.on.n < b.on.of {
			list = append(list, screen.Keep(fmt.Sprintf("the map of γ and μ is computed on %d of the %d rows", b.on.n, b.on.of)))
		}
		for _, text := range b.notes {
			list = append(list, screen.Keep(text))
		}
	case tune.Event:
		v.take(b)
	case lab.Finished:
		v.done = true
	}
	if err := lab.FailureOf(msg); err != nil {
		v.failed, v.old = err, nil
		list = append(list, screen.Complain{Err: err})
	}
	return list
}

// folds is how many folds of all columns are done.
func (h *heatMap) folds() int {
	sum := 0
	for _, e := range h.columns {
		sum += e.Folds
	}
	return sum
}

// score is what is known of a cell.
func (h *heatMap) score(column, row int) tune.Score {
	if scores := h.columns[column].Scores; row < len(scores) {
		return scores[row]
	}
	return tune.Score{Loss: tune.Estimate{Mean: math.NaN(), SE: math.NaN()}}
}

// value is the figure of a cell for the chart: NaN while it is not known, +Inf
// where there is none.
func (h *heatMap) value(column, row int) float64 {
	s := h.score(column, row)
	switch {
	case s.Failure != "" || s.Folds > 0 && math.IsNaN(s.Loss.Mean):
		return math.Inf(1)
	case s.Folds == 0:
		return math.NaN()
	}
	return s.Loss.Mean
}

// now is the map that is shown, with what it is over, and whether it is of the
// setting before; nil where there is none.
func (v *heatView) now() (h *heatMap, on *grounds, stale bool) {
	if v.old != nil {
		return &v.old[0], &v.oldOn, true
	}
	if v.shown < len(v.maps) {
		return &v.maps[v.shown], &v.on, false
	}
	return nil, nil, false
}

// best is the cell with the least loss.
func (h *heatMap) best() (column, row int, ok bool) {
	cell, ok := tune.Best(h.columns, h.method)
	return cell.Gamma, cell.Mu, ok
}

// cursor is the cell that the keys act on; not ok while there is none.
func (v *heatView) cursor() (column, row int, ok bool) {
	h, on, _ := v.now()
	switch {
	case h == nil:
		return 0, 0, false
	case v.moved:
		return min(v.column, len(on.gammas)-1), min(v.row, len(on.mus)-1), true
	}
	return h.best()
}

// place puts the cursor on a cell, or the one next to it on the map.
func (v *heatView) place(column, row int) {
	if _, on, _ := v.now(); on != nil {
		v.column, v.row = min(max(column, 0), len(on.gammas)-1), min(max(row, 0), len(on.mus)-1)
		v.moved = true
	}
}

// move moves the cursor by so many cells.
func (v *heatView) move(columns, rows int) {
	column, row, _ := v.cursor()
	v.place(column+columns, row+rows)
}

// cellOf is the cell of a setting; not ok outside the map.
func (on *grounds) cellOf(gamma, mu float64) (column, row int, ok bool) {
	column, inColumns := nearest(on.gammas, gamma)
	row, inRows := nearest(on.mus, mu)
	return column, row, inColumns && inRows
}

// nearest is the index of the value next to v by ratio; not ok where v lies more
// than half a step outside. A list of one NaN, a kernel without γ, holds all.
func nearest(values []float64, v float64) (at int, ok bool) {
	if len(values) == 1 && math.IsNaN(values[0]) {
		return 0, true
	}
	if len(values) == 0 || !(v > 0) {
		return 0, false
	}
	distance := func(i int) float64 { return math.Abs(math.Log(values[i] / v)) }
	for i := range values {
		if distance(i) < distance(at) {
			at = i
		}
	}
	if len(values) == 1 {
		return at, distance(at) < 1e-9
	}
	step := math.Log(values[len(values)-1]/values[0]) / float64(len(values)-1)
	return at, distance(at) <= step/2*(1+1e-9)
}

// otherMap shows the next map.
func (s *regressionScreen) otherMap() []screen.Do {
	v := &s.heat
	if len(v.maps) < 2 {
		return []screen.Do{screen.Tell("there is no other map: exact regression is for targets of numbers and n up to " + fmt.Sprint(s.bench.Setting.Spec.ExactLimit))}
	}
	v.shown, v.picked = (v.shown+1)%len(v.maps), true
	return nil
}

// takeCell takes γ and μ of the cell under the cursor over into the knobs.
func (s *regressionScreen) takeCell() []screen.Do {
	h, on, stale := s.heat.now()
	column, row, ok := s.heat.cursor()
	switch {
	case !ok:
		return []screen.Do{screen.Tell("nothing to take over yet")}
	case stale:
		return []screen.Do{screen.Tell("this map is of the setting before: wait for the first figures")}
	}
	gamma, mu := on.gammas[column], on.mus[row]
	was, before := s.bench.Setting.Gamma(s.bench.Widths()), s.bench.Setting.Value(model.Ridge(nil), s.bench.Widths())
	turned := !math.IsNaN(gamma) && gamma != was
	if !turned && mu == before {
		return []screen.Do{screen.Tell("the knobs stand there already")}
	}
	return []screen.Do{
		screen.Change(func(at *lab.Setting) {
			if turned {
				at.Set(model.Gamma(nil), gamma)
			}
			at.Set(model.Ridge(nil), mu)
		}),
		screen.Tell(fmt.Sprintf("taken over: %s, where %s has %s; u undoes", s.cellText(on, column, row), h.method, s.scoreText(h, on, column, row))),
	}
}
