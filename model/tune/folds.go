package tune

import (
	"math/rand/v2"
	"slices"

	"gramscope/model/trial"
)

// drawFolds deals n rows out to k folds, drawn from rng, whose sizes differ by one
// at most. Rows of a class (nil: there are none) are spread evenly over the
// folds, so that each has the classes in much the proportion of the whole.
func drawFolds(n, k int, classes []int, rng *rand.Rand) [][]int {
	order := rng.Perm(n)
	if classes != nil {
		slices.SortStableFunc(order, func(a, b int) int { return classes[a] - classes[b] })
	}
	folds := make([][]int, k)
	for i, row := range order {
		folds[i%k] = append(folds[i%k], row)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

// split gives the rows of a fold to be scored on as test rows, and all others as
// training rows, standardised by these alone.
func (p *Plan) split(fold int) (*trial.Rows, error) {
	out := p.folds[fold]
	var in []int
	next := 0
	for i := range p.Spec.N {
		if next < len(out) && out[next] == i {
			next++
			continue
		}
		in = append(in, i)
	}
	return trial.RowsOf(trial.Pick(p.train, in), trial.Pick(p.train, out), p.Spec.Standardize)
}
