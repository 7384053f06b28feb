package regression

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/tune"
	"gramscope/ui/screen"
)

// heatMap is the map of the cross-validated loss over γ and μ: of one method first, of exact regression last. Of the
// maps before, the one that was shown stays, dimmed, until the first figure is there.
type heatMap struct {
	base
	screen.Latest[found]

	gammas, mus []float64 // as asked for
	beyond      Grounds   // the γ and μ of a map that has grown; nil before

	shown int    // index of maps
	grows bool   // values beyond an edge, where the best is, are under way
	first [2]int // of these, the column and the row on the map
	stuck bool   // they could not be computed

	moved       bool // the cursor is where the user put it; else it is at the best cell
	column, row int
	over        int // the cell under the mouse, counted by rows from 1; 0 for none
}

// found holds the results of a search.
type found struct {
	on   Grounds
	maps []methodMap // in the order of the search
}

// Grounds holds the data and settings of a search.
type Grounds struct {
	Gammas, Mus []float64 // ascending; γ is one NaN for a kernel without
	Methods     []string
	Loss        string // what the scores are
	Folds       int
	N, Of       int // rows that it takes, of those of the setting
}

// methodMap holds the results for one method.
type methodMap struct {
	method  string
	columns [][]tune.Score // by γ and μ; without folds where there are none yet
}

// start begins new maps.
func (v *heatMap) start(key string) {
	old := v.Old
	if slices.ContainsFunc(v.Now.maps, func(h methodMap) bool { return h.folds() > 0 }) {
		old = found{v.Now.on, v.Now.maps[v.shown : v.shown+1]}
	}
	*v = heatMap{base: v.base, beyond: v.beyond}
	v.Begin(key, old)
}

// take adds the cells of an event, which has one column of one method's map.
func (v *heatMap) take(e tune.Event) {
	for _, s := range e.Scores {
		if s.Configuration >= len(v.Now.maps) {
			return // nothing was begun
		}
		s.Gamma, s.Mu, v.Old = s.Gamma+v.first[0], s.Mu+v.first[1], found{}
		if h := v.Now.maps[s.Configuration]; s.Gamma < len(h.columns) && s.Mu < len(h.columns[s.Gamma]) {
			h.columns[s.Gamma][s.Mu] = s
		}
	}
}

// receive takes in what the search has found.
func (v *heatMap) receive(msg any) []screen.Do {
	var list []screen.Do
	switch b := msg.(type) {
	case Searching:
		if v.grows { // the maps have room for it
			return nil
		}
		v.Now = found{on: b.On}
		for _, name := range b.On.Methods {
			h := methodMap{name, make([][]tune.Score, len(b.On.Gammas))}
			for i := range h.columns {
				h.columns[i] = make([]tune.Score, len(b.On.Mus))
			}
			v.Now.maps = append(v.Now.maps, h)
		}
		if b.On.N < b.On.Of {
			list = append(list, screen.NoteOnce(fmt.Sprintf("the map of γ and μ is computed on %d of the %d rows", b.On.N, b.On.Of)))
		}
		for _, note := range b.notes {
			list = append(list, screen.NoteOnce(lab.NoteText(note)))
		}
	case tune.Event:
		v.take(b)
	}
	if err := job.Error(msg); err != nil && v.grows { // the map stays as it was
		v.grows, v.stuck, v.Done = false, true, true
		return []screen.Do{screen.Complain{Err: err}}
	}
	list = append(list, v.End(msg)...)
	v.grows = v.grows && !v.Done
	return list
}

// grow makes room on the maps for values beyond an edge at which the best cell of the map that is shown is. It returns
// them, with the values of the other axis; ok is false if the map is not complete, has the best inside, or is as large
// as it gets.
func (v *heatMap) grow() (gammas, mus []float64, ok bool) {
	const by, most = 2, 13 // values
	if v.shown >= len(v.Now.maps) || !v.Done || v.stuck || v.Failed != nil {
		return nil, nil, false
	}
	on := &v.Now.on
	column, row, ok := v.Now.maps[v.shown].best()
	gammas, mus = on.Gammas, on.Mus
	v.first = [2]int{}
	gains := func(column, row int) bool { // the best over the cell beside it
		const least = 1e-3 // of the loss
		h := &v.Now.maps[v.shown]
		at, _ := tune.Least(slices.Concat(h.columns...))
		return at.Loss.Mean < (1-least)*h.value(column, row)
	}
	gamma, mu := on.edges(column, row)
	gamma = ok && gamma && gains(min(max(column, 1), len(gammas)-2), row)
	mu = ok && mu && gains(column, min(max(row, 1), len(mus)-2))
	if gamma && len(gammas) < most {
		on.Gammas, gammas, v.first[0] = beyond(gammas, column > 0, by, model.Gamma(nil))
	} else if mu && len(mus) < most {
		on.Mus, mus, v.first[1] = beyond(mus, row > 0, by, model.Ridge(nil))
	} else {
		return nil, nil, false
	}
	if len(gammas) == 0 || len(mus) == 0 { // the ends of the parameters
		return nil, nil, false
	}
	for i := range v.Now.maps {
		old := v.Now.maps[i].columns
		v.Now.maps[i].columns = make([][]tune.Score, len(on.Gammas))
		for g := range on.Gammas {
			v.Now.maps[i].columns[g] = make([]tune.Score, len(on.Mus))
		}
		left, below := len(on.Gammas)-len(old), len(on.Mus)-len(old[0]) // of what is new
		if v.first[0] > 0 {
			left = 0
		}
		if v.first[1] > 0 {
			below = 0
		}
		for g, scores := range old {
			for u, score := range scores {
				score.Gamma, score.Mu = g+left, u+below
				v.Now.maps[i].columns[g+left][u+below] = score
			}
		}
		if i == v.shown && v.moved {
			v.column, v.row = v.column+left, v.row+below
		}
	}
	v.grows, v.Done = true, false
	return gammas, mus, true
}

// beyond returns values with more of them at equal ratios above or below, these alone, and the index of the first of
// these.
func beyond(values []float64, above bool, by int, p model.Param) (all, more []float64, first int) {
	ratio := values[1] / values[0]
	for range by {
		if next := values[len(values)-1] * ratio; above && next <= p.Max*(1+1e-9) {
			values, more = append(slices.Clip(values), min(next, p.Max)), append(more, min(next, p.Max))
		}
		if next := values[0] / ratio; !above && next >= p.Min*(1-1e-9) {
			values, more = append([]float64{max(next, p.Min)}, values...), append([]float64{max(next, p.Min)}, more...)
		}
	}
	if above {
		first = len(values) - len(more)
	}
	return values, more, first
}

// folds returns the number of finished folds of all columns.
func (h *methodMap) folds() int {
	sum := 0
	for _, column := range h.columns {
		sum += len(column[len(column)-1].Losses)
	}
	return sum
}

// score returns the score of a cell.
func (h *methodMap) score(column, row int) tune.Score { return h.columns[column][row] }

// value is the figure of a cell for the chart: NaN while it is not known, +Inf where there is none.
func (h *methodMap) value(column, row int) float64 {
	s := h.score(column, row)
	switch {
	case len(s.Losses) == 0:
		return math.NaN()
	case s.Failure != nil || math.IsNaN(s.Loss.Mean):
		return math.Inf(1)
	}
	return s.Loss.Mean
}

// seen is the map that is shown, with what it is over, and whether it is of the
// setting before; nil where there is none.
func (v *heatMap) seen() (h *methodMap, on *Grounds, stale bool) {
	if v.Old.maps != nil {
		return &v.Old.maps[0], &v.Old.on, true
	}
	if v.shown < len(v.Now.maps) {
		return &v.Now.maps[v.shown], &v.Now.on, false
	}
	return nil, nil, false
}

// best is the cell with the least loss.
func (h *methodMap) best() (column, row int, ok bool) {
	cell, ok := tune.Least(slices.Concat(h.columns...))
	return cell.Gamma, cell.Mu, ok
}

// cursor is the cell that the keys act on; not ok while there is none.
func (v *heatMap) cursor() (column, row int, ok bool) {
	h, on, _ := v.seen()
	switch {
	case h == nil:
		return 0, 0, false
	case v.moved:
		return min(v.column, len(on.Gammas)-1), min(v.row, len(on.Mus)-1), true
	}
	return h.best()
}

// move moves the cursor by so many cells.
func (v *heatMap) move(columns, rows int) {
	if v.absent() == "" {
		column, row, _ := v.cursor()
		v.place(column+columns, row+rows)
	}
}

// place puts the cursor on a cell, or the one next to it on the map.
func (v *heatMap) place(column, row int) {
	if _, on, _ := v.seen(); on != nil {
		v.column, v.row = min(max(column, 0), len(on.Gammas)-1), min(max(row, 0), len(on.Mus)-1)
		v.moved = true
	}
}

// read returns the cell whose figures are read: the one under the mouse, or else the one at the cursor.
func (v *heatMap) read() (column, row int, ok bool) {
	if _, on, _ := v.seen(); on != nil && v.over > 0 && v.over <= len(on.Gammas)*len(on.Mus) {
		return (v.over - 1) % len(on.Gammas), (v.over - 1) / len(on.Gammas), true
	}
	return v.cursor()
}

// cellOf is the cell of a setting; not ok outside the map.
func (on *Grounds) cellOf(gamma, mu float64) (column, row int, ok bool) {
	column, inColumns := nearest(on.Gammas, gamma)
	row, inRows := nearest(on.Mus, mu)
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

// edges reports whether a cell is at an edge of the map beyond which there are other γ or μ.
func (on *Grounds) edges(column, row int) (gamma, mu bool) {
	return atEdge(on.Gammas, column, model.Gamma(nil)), atEdge(on.Mus, row, model.Ridge(nil))
}

func atEdge(values []float64, at int, p model.Param) bool {
	last := len(values) - 1
	return last > 0 && (at == 0 && values[0] > p.Min || at == last && values[last] < p.Max)
}

// other shows the next map.
func (v *heatMap) other() []screen.Do {
	if len(v.Now.maps) < 2 {
		return []screen.Do{screen.Note("there is no other map: exact regression is for targets of numbers and n up to " + fmt.Sprint(v.bench.Setting().Spec.ExactLimit))}
	}
	v.shown = (v.shown + 1) % len(v.Now.maps)
	return nil
}

// next names the map that v shows next, "" if there is none.
func (v *heatMap) next() string {
	if len(v.Now.maps) > 1 {
		return v.Now.maps[(v.shown+1)%len(v.Now.maps)].method
	}
	return ""
}

// adopt takes γ and μ of the cell under the cursor over into the knobs.
func (v *heatMap) adopt() []screen.Do {
	h, on, stale := v.seen()
	column, row, ok := v.cursor()
	switch {
	case !ok:
		return []screen.Do{screen.Note("no cell has a score yet")}
	case stale:
		return []screen.Do{screen.Note("this map is of the previous setting: wait for the first figures of the present one")}
	}
	gamma, mu := on.Gammas[column], on.Mus[row]
	was, before := v.bench.Setting().Gamma(v.bench.Widths()), v.bench.Setting().Value(model.Ridge(nil), v.bench.Widths())
	turned := !math.IsNaN(gamma) && gamma != was
	if !turned && mu == before {
		return []screen.Do{screen.Note("the knobs already have these values")}
	}
	return []screen.Do{
		screen.Change(func(at *lab.Setting) {
			if turned {
				at.Set(model.Gamma(nil), gamma)
			}
			at.Set(model.Ridge(nil), mu)
		}),
		screen.Note(fmt.Sprintf("set: %s, where %s has %s; u undoes that", v.cellText(on, column, row), h.method, v.scoreText(h, on, column, row))),
	}
}
