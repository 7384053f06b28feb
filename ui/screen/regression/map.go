package regression

import (
	"fmt"
	"math"

	"gramscope/model"
	"gramscope/model/tune"
	"gramscope/ui/lab"
	"gramscope/ui/screen"
)

// Map is the map of the cross-validated loss over γ and μ: of one method
// first, of exact regression last.
type Map struct {
	Key string // what the maps depend on; "": nothing was asked for, or it was stopped

	Gammas, mus []float64 // as asked for

	On    Grounds
	Maps  []MethodMap // in the order of the search
	old   []MethodMap // those before, shown dimmed until the first figure is there
	oldOn Grounds

	shown  int  // index of maps
	Picked bool // by the user; else it is the last map that is complete

	moved       bool // the cursor is where the user put it; else it is at the best cell
	column, row int

	Done   bool
	Failed error
}

// Grounds are what a search is over.
type Grounds struct {
	Gammas, Mus []float64 // ascending; γ is one NaN for a kernel without
	Methods     []string
	Loss, Gain  string // what the scores are
	Folds       int
	N, Of       int // rows that it takes, of those of the setting
}

// MethodMap is what is known of one method.
type MethodMap struct {
	Method  string
	Columns []tune.Event // by γ; without folds where there is none yet
}

// Start begins new maps. Those before stay until there is something to show.
func (v *Map) Start(key string) {
	next := Map{Key: key, old: v.old, oldOn: v.oldOn}
	if v.Begun() {
		next.old, next.oldOn = v.Maps[v.shown:v.shown+1], v.On
	}
	*v = next
}

// Begun tells whether there is a figure to show.
func (v *Map) Begun() bool {
	for _, h := range v.Maps {
		for _, e := range h.Columns {
			if e.Folds > 0 {
				return true
			}
		}
	}
	return false
}

// lay lays out the maps of a search.
func (v *Map) lay(on Grounds) {
	v.On, v.Maps = on, nil
	for _, name := range on.Methods {
		v.Maps = append(v.Maps, MethodMap{name, make([]tune.Event, len(on.Gammas))})
	}
}

// take adds what is new of a column.
func (v *Map) take(e tune.Event) {
	for i := range v.Maps {
		h := &v.Maps[i]
		if h.Method != e.Method {
			continue
		}
		h.Columns[e.Gamma] = e
		v.old = nil
		if !v.Picked && !v.moved && h.Folds() == v.On.Folds*len(h.Columns) {
			v.shown = i
		}
	}
}

// receive takes in what the search has found.
func (v *Map) receive(msg any) []screen.Do {
	var list []screen.Do
	switch b := msg.(type) {
	case Searching:
		v.lay(b.On)
		if b.On.N < b.On.Of {
			list = append(list, screen.Keep(fmt.Sprintf("the map of γ and μ is computed on %d of the %d rows", b.On.N, b.On.Of)))
		}
		for _, note := range b.notes {
			list = append(list, screen.Keep(lab.NoteText(note)))
		}
	case tune.Event:
		v.take(b)
	case lab.Finished:
		v.Done = true
	}
	if err := lab.FailureOf(msg); err != nil {
		v.Failed, v.old = err, nil
		list = append(list, screen.Complain{Err: err})
	}
	return list
}

// Folds is how many folds of all columns are done.
func (h *MethodMap) Folds() int {
	sum := 0
	for _, e := range h.Columns {
		sum += e.Folds
	}
	return sum
}

// score is what is known of a cell.
func (h *MethodMap) score(column, row int) tune.Score {
	if scores := h.Columns[column].Scores; row < len(scores) {
		return scores[row]
	}
	return tune.Score{Loss: tune.Estimate{Mean: math.NaN(), SE: math.NaN()}}
}

// Value is the figure of a cell for the chart: NaN while it is not known, +Inf
// where there is none.
func (h *MethodMap) Value(column, row int) float64 {
	s := h.score(column, row)
	switch {
	case s.Failure != nil || s.Folds > 0 && math.IsNaN(s.Loss.Mean):
		return math.Inf(1)
	case s.Folds == 0:
		return math.NaN()
	}
	return s.Loss.Mean
}

// Now is the map that is shown, with what it is over, and whether it is of the
// setting before; nil where there is none.
func (v *Map) Now() (h *MethodMap, on *Grounds, stale bool) {
	if v.old != nil {
		return &v.old[0], &v.oldOn, true
	}
	if v.shown < len(v.Maps) {
		return &v.Maps[v.shown], &v.On, false
	}
	return nil, nil, false
}

// Best is the cell with the least loss.
func (h *MethodMap) Best() (column, row int, ok bool) {
	cell, ok := tune.Best(h.Columns, h.Method)
	return cell.Gamma, cell.Mu, ok
}

// Cursor is the cell that the keys act on; not ok while there is none.
func (v *Map) Cursor() (column, row int, ok bool) {
	h, on, _ := v.Now()
	switch {
	case h == nil:
		return 0, 0, false
	case v.moved:
		return min(v.column, len(on.Gammas)-1), min(v.row, len(on.Mus)-1), true
	}
	return h.Best()
}

// Place puts the cursor on a cell, or the one next to it on the map.
func (v *Map) Place(column, row int) {
	if _, on, _ := v.Now(); on != nil {
		v.column, v.row = min(max(column, 0), len(on.Gammas)-1), min(max(row, 0), len(on.Mus)-1)
		v.moved = true
	}
}

// move moves the cursor by so many cells.
func (v *Map) move(columns, rows int) {
	column, row, _ := v.Cursor()
	v.Place(column+columns, row+rows)
}

// cellOf is the cell of a setting; not ok outside the map.
func (on *Grounds) cellOf(gamma, mu float64) (column, row int, ok bool) {
	column, inColumns := Nearest(on.Gammas, gamma)
	row, inRows := Nearest(on.Mus, mu)
	return column, row, inColumns && inRows
}

// Nearest is the index of the value next to v by ratio; not ok where v lies more
// than half a step outside. A list of one NaN, a kernel without γ, holds all.
func Nearest(values []float64, v float64) (at int, ok bool) {
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
func (s *Screen) otherMap() []screen.Do {
	v := &s.Map
	if len(v.Maps) < 2 {
		return []screen.Do{screen.Tell("there is no other map: exact regression is for targets of numbers and n up to " + fmt.Sprint(s.bench.Setting.Spec.ExactLimit))}
	}
	v.shown, v.Picked = (v.shown+1)%len(v.Maps), true
	return nil
}

// takeCell takes γ and μ of the cell under the cursor over into the knobs.
func (s *Screen) takeCell() []screen.Do {
	h, on, stale := s.Map.Now()
	column, row, ok := s.Map.Cursor()
	switch {
	case !ok:
		return []screen.Do{screen.Tell("nothing to take over yet")}
	case stale:
		return []screen.Do{screen.Tell("this map is of the setting before: wait for the first figures")}
	}
	gamma, mu := on.Gammas[column], on.Mus[row]
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
		screen.Tell(fmt.Sprintf("taken over: %s, where %s has %s; u undoes", s.cellText(on, column, row), h.Method, s.scoreText(h, on, column, row))),
	}
}
