package passes

import (
	"cmp"
	"slices"
)

// reservoir is a uniform sample of the rows of some parts: those with the least numbers, ascending.
// Merged in any tree it is that of all rows, whatever parts they came in. A row that comes twice with one
// number counts once.
type reservoir []sampled

// sampled is a row with its number in [0, 1).
type sampled struct {
	Draw float64
	X    []float64
}

func (r sampled) compare(q sampled) int {
	return cmp.Or(cmp.Compare(r.Draw, q.Draw), slices.Compare(r.X, q.X))
}

// add takes a row in, of which the sample is to have so many at most. x is copied.
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

// merge takes in the sample of other parts.
func (r *reservoir) merge(other reservoir, size int) {
	for _, row := range other {
		r.add(row.Draw, row.X, size)
	}
}

// rows are one after the other.
func (r reservoir) rows() (x []float64) {
	for _, row := range r {
		x = append(x, row.X...)
	}
	return x
}
