package tune

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
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

// split gives the rows of a fold to be scored on, and all others to be trained
// on, standardised by these alone.
func (p *Plan) split(fold int) (train, held *data.Set) {
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
	train, held = rowsOf(p.train, in), rowsOf(p.train, out)
	if p.Spec.Standardize {
		data.Standardize(train, held)
	}
	return train, held
}

// rowsOf copies some rows of a set; nil means all, and of no set there are none.
func rowsOf(s *data.Set, rows []int) *data.Set {
	if s == nil {
		return nil
	}
	_, d := s.X.Dims()
	if rows == nil {
		out := *s
		out.X = mat.DenseCopyOf(s.X)
		return &out
	}
	out := *s
	out.X, out.Y, out.Truth = mat.NewDense(len(rows), d, nil), make([]float64, len(rows)), nil
	for r, i := range rows {
		out.X.SetRow(r, s.X.RawRowView(i))
		out.Y[r] = s.Y[i]
	}
	return &out
}
