package tune

import (
	"cmp"
	"maps"
	"slices"

	"gramscope/model"
	"gramscope/model/trial"
)

// Rung is a step of a search: in each fold, candidates are fitted to Rows of the rows outside of it, and scored
// on Points of the rows in it. On the last rung, with all of them, this is k-fold cross-validation.
type Rung struct{ Rows, Points int }

const (
	rungRatio = 4   // of the rows of two rungs
	leastRows = 300 // of a rung, except the only one
)

// rungs returns the rungs: all rows, a quarter of these, and so on down to leastRows.
func (p *Plan) rungs() []Rung {
	smallest, largest := len(p.folds[0]), len(p.folds[0])
	for _, fold := range p.folds {
		smallest, largest = min(smallest, len(fold)), max(largest, len(fold))
	}
	list := []Rung{{p.Spec.N - largest, smallest}}
	for rows := list[0].Rows / rungRatio; rows >= leastRows; rows /= rungRatio {
		list = append(list, Rung{rows, min(rows, smallest)})
	}
	slices.Reverse(list)
	return list
}

// partOrder returns the training rows in the order in which rungs take them: random, and for classes such that
// each has about the same share of every part.
func (p *Plan) partOrder() []int {
	order := trial.Stream(p.Spec.Seed, "parts").Perm(p.Spec.N)
	if p.labels == nil {
		return order
	}
	count, seen := make([]int, p.Classes), make([]int, p.Classes)
	for _, label := range p.labels {
		count[label]++
	}
	place := make([]float64, len(order))
	for _, row := range order {
		label := p.labels[row]
		place[row] = (float64(seen[label]) + 0.5) / float64(count[label])
		seen[label]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
	return order
}

// OnAllRows reports whether a rung has all rows that the folds leave.
func (s *Search) OnAllRows(rung int) bool { return rung == len(s.Rungs)-1 }

// splitOn is split for a rung.
func (s *Search) splitOn(r int, fold int) (*trial.Rows, error) {
	if s.OnAllRows(r) {
		return s.split(s.folds[fold])
	}
	var in, out []int
	for _, row := range s.order {
		_, held := slices.BinarySearch(s.folds[fold], row)
		switch {
		case held && len(out) < s.Rungs[r].Points:
			out = append(out, row)
		case !held && len(in) < s.Rungs[r].Rows:
			in = append(in, row)
		}
	}
	slices.Sort(in)
	slices.Sort(out)
	return trial.RowsOf(trial.Pick(s.train, in), trial.Pick(s.train, out), s.Spec.Scale)
}

// valuesOn returns a configuration's values on a rung. On a part of the rows m is at most half of it, as more
// landmarks would tell nothing about those on all rows: a larger m counts like the largest one searched that is not.
func (s *Search) valuesOn(r int, c Configuration) model.Values {
	m, searched := c.Values[model.BudgetName]
	most := float64(s.Rungs[r].Rows / 2)
	if !searched || s.OnAllRows(r) || m <= most {
		return c.Values
	}
	largest := 0.0
	for _, other := range s.Configurations {
		if v := other.Values[model.BudgetName]; other.Method == c.Method && v <= most {
			largest = max(largest, v)
		}
	}
	values := maps.Clone(c.Values)
	values[model.BudgetName] = largest
	if largest == 0 {
		values[model.BudgetName] = most
	}
	return values
}

// runsOn reports whether a configuration runs on a rung. Exact regression runs up to ExactLimit rows.
func (s *Search) runsOn(r int, c Configuration) bool {
	return !c.reference || s.Rungs[r].Rows <= s.Spec.ExactLimit
}
