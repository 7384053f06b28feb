package tune

import (
	"cmp"
	"maps"
	"slices"

	"gramscope/model"
	"gramscope/model/trial"
)

// Rung is a step of a search: in each fold, configurations are fitted to Rows of the rows outside of it, and scored
// on Points of the rows in it. On the last rung, with all of them, this is k-fold cross-validation.
type Rung struct{ Rows, Points int }

const (
	rungRatio = 4   // of the rows of two rungs
	leastRows = 300 // of a rung, except the only one
)

// rungs returns the rungs: all rows, a quarter of these, and so on down to leastRows. A grid has one.
func (s *Search) rungs() []Rung {
	smallest, largest := s.Spec.N/s.Spec.Folds, (s.Spec.N+s.Spec.Folds-1)/s.Spec.Folds
	list := []Rung{{s.Spec.N - largest, smallest}}
	for rows := list[0].Rows / rungRatio; rows >= leastRows && !s.Spec.Grid; rows /= rungRatio {
		list = append(list, Rung{rows, min(rows, smallest)})
	}
	slices.Reverse(list)
	return list
}

// partOrder returns the training rows in the order in which rungs take them: random, each class with its share of every
// part.
func (s *Search) partOrder() []int {
	order := trial.Stream(s.Spec.Seed, "parts").Perm(s.Spec.N)
	if s.labels != nil {
		place, count := make([]float64, len(order)), make([]float64, s.Classes)
		for _, row := range order {
			count[s.labels[row]]++
			place[row] = count[s.labels[row]] - 0.5
		}
		share := func(row int) float64 { return place[row] / count[s.labels[row]] }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share(a), share(b)) })
	}
	return order
}

// OnAllRows reports whether a rung has all rows that the folds leave.
func (s *Search) OnAllRows(rung int) bool { return rung == len(s.Rungs)-1 }

// split returns rows of a fold as test rows, and rows outside of it as training rows, which alone standardise both.
func (s *Search) split(rung, fold int) (*trial.Rows, error) {
	rows, points := s.Rungs[rung].Rows, s.Rungs[rung].Points
	if s.OnAllRows(rung) { // folds differ by a row
		rows, points = s.Spec.N, s.Spec.N
	}
	var in, out []int
	for _, row := range s.order {
		_, held := slices.BinarySearch(s.folds[fold], row)
		switch {
		case held && len(out) < points:
			out = append(out, row)
		case !held && len(in) < rows:
			in = append(in, row)
		}
	}
	slices.Sort(in)
	slices.Sort(out)
	return trial.RowsOf(trial.Pick(s.train, in), trial.Pick(s.train, out), s.Spec.Scale)
}

// standIns returns for each configuration the one that is fitted for it on a rung. On a part of the rows m is at most
// half of it, as more landmarks would tell nothing about those on all rows: a larger m counts like the largest one
// searched that is not.
func (s *Search) standIns(rung int) []int {
	largest, list := map[string]int{}, make([]int, len(s.Configurations))
	for i, c := range s.Configurations { // a larger m comes later
		m := c.Values[model.BudgetName]
		c.Values = maps.Clone(c.Values)
		delete(c.Values, model.BudgetName)
		key := c.String()
		if _, known := largest[key]; !known || s.OnAllRows(rung) || m <= float64(s.Rungs[rung].Rows/2) {
			largest[key] = i
		}
		list[i] = largest[key]
	}
	return list
}

// onRung returns a configuration with the m that it has on a rung.
func (s *Search) onRung(rung int, c Configuration) Configuration {
	if m, searched := c.Values[model.BudgetName]; searched && !s.OnAllRows(rung) {
		c.Values = maps.Clone(c.Values)
		c.Values[model.BudgetName] = min(m, float64(s.Rungs[rung].Rows/2))
	}
	return c
}

// runsOn reports whether a configuration runs on a rung. Exact regression runs up to ExactLimit rows.
func (s *Search) runsOn(rung int, c Configuration) bool {
	return !c.isExact() || s.Rungs[rung].Rows <= s.Spec.ExactLimit
}
