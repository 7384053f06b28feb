package passes

import (
	"cmp"
	"slices"
)

// reservoir is a uniform sample of the rows of some parts: those with the smallest draws, ascending. Merging
// in any order gives the sample of all rows. Equal rows with equal draws count once.
type reservoir []sampled

// sampled is a row with its draw, a number in [0, 1).
type sampled struct {
	Draw float64
	X    []float64
}

func (r sampled) compare(q sampled) int {
	return cmp.Or(cmp.Compare(r.Draw, q.Draw), slices.Compare(r.X, q.X))
}

// add adds a row to a sample of at most size rows. x is copied.
func (r *reservoir) add(draw float64, x []float64, size int) {
	all := *r
	if len(all) == size && (size == 0 || draw > all[size-1].Draw) {
		return
	}
	row := sampled{draw, x}
	at, known := slices.BinarySearchFunc(all, row, sampled.compare)
	if known {
		return
	}
	row.X = slices.Clone(x)
	all = slices.Insert(all, at, row)
	*r = all[:min(size, len(all))]
}

// merge adds the sample of other parts.
func (r *reservoir) merge(other reservoir, size int) {
	for _, row := range other {
		r.add(row.Draw, row.X, size)
	}
}

// rows returns the rows, one after the other.
func (r reservoir) rows() (x []float64) {
	for _, row := range r {
		x = append(x, row.X...)
	}
	return x
}
