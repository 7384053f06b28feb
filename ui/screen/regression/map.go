package regression

import (
	"fmt"
	"math"

	"gramscope/model/lab"
	"gramscope/model/tune"
	"gramscope/ui/screen"
)

// heatMap holds the maps of the cross-validated loss over γ and μ: the first of one method, the last of exact
// regression. The map that was shown before stays, dimmed, until the first figure is there.
type heatMap struct {
	base
	screen.Latest[[]methodMap] // in the order of the search, all on the same grounds

	gammas, mus []float64 // as asked for, with those of a map that has grown; nil for the usual γ

	shown int     // index of Now
	of    Grounds // of the search that is under way: a part of the map's, if that grows
	grows bool    // values beyond an edge, where the best is, are under way

	moved       bool // the cursor is where the user put it; else it is at the best cell
	column, row int
	over        int // the cell under the mouse, counted by rows from 1; 0 for none
}

// Grounds holds the data and settings of a search.
type Grounds struct {
	Gammas, Mus []float64 // ascending; γ is one NaN for a kernel without it
	Methods     []string
	Loss        string // what the scores are
	Folds       int
	N, Of       int // rows that the search takes, and rows of the setting
}

// methodMap holds the results for one method.
type methodMap struct {
	*Grounds
	method string
	scores map[[2]float64]tune.Score // see at
}

// at returns the γ and μ of a cell; γ is 0 for a kernel without it.
func (on *Grounds) at(column, row int) [2]float64 {
	gamma := on.Gammas[column]
	if math.IsNaN(gamma) {
		gamma = 0
	}
	return [2]float64{gamma, on.Mus[row]}
}

// score returns what is known of a cell; without folds if that is nothing.
func (h *methodMap) score(column, row int) tune.Score {
	s := h.scores[h.at(column, row)]
	s.Gamma, s.Mu = column, row
	return s
}

// receive takes in what the search has found.
func (v *heatMap) receive(msg any) []screen.Do {
	var list []screen.Do
	switch b := msg.(type) {
	case Searching:
		if v.of = b.On; v.grows { // the maps have room for it
			return nil
		}
		v.Now = nil
		for _, name := range b.On.Methods {
			v.Now = append(v.Now, methodMap{&b.On, name, map[[2]float64]tune.Score{}})
		}
		for _, note := range b.notes {
			list = append(list, screen.NoteOnce(lab.NoteText(note)))
		}
	case tune.Event: // the cells of a column of one method's map
		for _, s := range b.Scores {
			if s.Configuration < len(v.Now) { // else nothing was begun
				v.Now[s.Configuration].scores[v.of.at(s.Gamma, s.Mu)], v.Old = s, nil
			}
		}
	}
	list = append(list, v.End(msg)...)
	v.grows = v.grows && !v.Done
	return list
}

// folds returns the number of finished folds of all columns.
func (h *methodMap) folds() int {
	sum := 0
	for column := range h.Gammas {
		sum += len(h.score(column, len(h.Mus)-1).Losses)
	}
	return sum
}

// value returns the figure of a cell for the chart: NaN while it has fewer folds than another cell of its row, +Inf if
// it can't be computed.
func (h *methodMap) value(column, row int) float64 {
	s, most := h.score(column, row), 1
	for other := range h.Gammas {
		most = max(most, len(h.score(other, row).Losses))
	}
	switch {
	case s.Failure != nil:
		return math.Inf(1)
	case len(s.Losses) < most:
		return math.NaN()
	case math.IsNaN(s.Loss.Mean):
		return math.Inf(1)
	}
	return s.Loss.Mean
}

// seen returns the map that is shown, and whether it is of the previous setting; nil if there is none.
func (v *heatMap) seen() (h *methodMap, stale bool) {
	if v.Old != nil {
		return &v.Old[0], true
	}
	if v.shown < len(v.Now) {
		return &v.Now[v.shown], false
	}
	return nil, false
}

// best returns the score of the cell with the least loss; ok is false if no cell has a score.
func (h *methodMap) best() (score tune.Score, ok bool) {
	var all []tune.Score
	for column := range h.Gammas {
		for row := range h.Mus {
			all = append(all, h.score(column, row))
		}
	}
	return tune.Least(all)
}

// cursor returns the cell that the keys act on; ok is false while there is none.
func (v *heatMap) cursor() (column, row int, ok bool) {
	h, _ := v.seen()
	switch {
	case h == nil:
		return 0, 0, false
	case v.moved:
		return min(v.column, len(h.Gammas)-1), min(v.row, len(h.Mus)-1), true
	}
	best, ok := h.best()
	return best.Gamma, best.Mu, ok
}

// move moves the cursor by cells.
func (v *heatMap) move(columns, rows int) {
	if v.absent() == "" {
		column, row, _ := v.cursor()
		v.place(column+columns, row+rows)
	}
}

// place puts the cursor on a cell, or the one next to it on the map.
func (v *heatMap) place(column, row int) {
	if on, _ := v.seen(); on != nil {
		v.column, v.row = min(max(column, 0), len(on.Gammas)-1), min(max(row, 0), len(on.Mus)-1)
		v.moved = true
	}
}

// nearest returns the index of the value next to v by ratio; ok is false if v lies more than half a step outside. A
// list of one NaN, a kernel without γ, holds all.
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

// other shows the next map.
func (v *heatMap) other() []screen.Do {
	if len(v.Now) < 2 {
		return screen.Say(fmt.Sprintf("there is no other map: exact regression is for targets of numbers and n up to %d",
			v.bench.Setting.Spec.ExactLimit))
	}
	v.shown = (v.shown + 1) % len(v.Now)
	return nil
}

// adopt takes γ and μ of the cell under the cursor over into the knobs.
func (v *heatMap) adopt() []screen.Do {
	h, stale := v.seen()
	column, row, ok := v.cursor()
	switch {
	case !ok:
		return screen.Say("no cell has a score yet")
	case stale:
		return screen.Say("this map is of the previous setting: wait for the first figures of the present one")
	}
	gamma, mu := h.Gammas[column], h.Mus[row]
	if gamma == v.bench.Setting.Gamma() { // which may follow from a rule
		gamma = math.NaN()
	}
	return v.set(func(to *lab.Setting) { put(to, gamma, mu) }, "", fmt.Sprintf("set: %s, where %s has %s",
		v.cellText(h.Grounds, column, row), h.method, v.scoreText(h, column, row)))
}
