package approx

import (
	"context"
	"math"
	"unsafe"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// scaledKernel is K divided by its largest entry, so that squares do not overflow.
type scaledKernel struct {
	g    *model.Gram
	all  *mat.Dense // nil if entries are read when they are needed
	peak float64    // the largest entry; 0 for K = 0, which is not scaled
}

// scaledGram reads and stores all of K.
func scaledGram(ctx context.Context, g *model.Gram) (scaledKernel, error) {
	k, err := form.Columns(ctx, g, nil)
	if err != nil {
		return scaledKernel{}, err
	}
	peak := 0.0
	for i := range g.N() {
		peak = max(peak, k.At(i, i))
	}
	if peak > 0 {
		k.Scale(1/peak, k)
	}
	return scaledKernel{g, k, peak}, nil
}

// scaledEntries reads the diagonal only. The largest entry of K is on it.
func scaledEntries(g *model.Gram) (scaledKernel, error) {
	d, err := form.Diagonal(g)
	return scaledKernel{g, nil, max(0, floats.Max(d))}, err
}

// columns returns the landmarks' columns of the scaled K, n×len(landmarks). peak must be positive.
func (k scaledKernel) columns(ctx context.Context, landmarks []int) (*mat.Dense, error) {
	if k.all != nil {
		return mat.DenseCopyOf(linalg.Rows(k.all, landmarks).T()), nil
	}
	c, err := form.Columns(ctx, k.g, landmarks)
	if err == nil {
		c.Scale(1/k.peak, c)
	}
	return c, err
}

// read sets row to the entries of row i in the given columns.
func (k scaledKernel) read(row []float64, i int, columns []int) error {
	if k.all != nil {
		for p, j := range columns {
			row[p] = k.all.At(i, j)
		}
		return nil
	}
	values := mat.NewDense(1, len(columns), row[:len(columns)])
	k.g.Block(values, []int{i}, columns)
	values.Scale(1/k.peak, values)
	return form.CheckFinite(values)
}

// inclusion returns the function q: the pair i, j is to be drawn with probability min(1, q(i, j)). The
// sum of all q(i, j) is count.
func inclusion(k *mat.Dense, count float64) func(i, j int) float64 {
	n, _ := k.Dims()
	if count >= float64(n)*float64(n) {
		return func(int, int) float64 { return 1 }
	}
	squares, total, sum := make([]float64, n), 0.0, 0.0
	for i := range n {
		row := k.RawRowView(i)
		squares[i] = floats.Dot(row, row)
		total += squares[i]
		sum += floats.Norm(row, 1)
	}
	return func(i, j int) float64 {
		return count * ((squares[i]+squares[j])/(4*float64(n)*total) + math.Abs(k.At(i, j))/(2*sum))
	}
}

// sampled holds the drawn entries of each column, rows ascending.
type sampled [][]sampledEntry

type sampledEntry struct {
	row           int
	value, weight float64 // K_ij, and the inverse of the probability that it is in the list
}

// grown returns the bytes of a list to which count entries were appended one by one.
func grown(count int) int64 {
	var list []sampledEntry
	for cap(list) < count {
		list = append(list[:cap(list)], sampledEntry{})
	}
	return int64(cap(list)) * int64(unsafe.Sizeof(sampledEntry{}))
}

// draw draws about count entries, by [inclusion] if all of K is stored, else uniformly. Each pair i < j is drawn once,
// and gives the entries (i, j) and (j, i); the diagonal is always included. Row by row, draw calls uniform for every
// pair with a probability below 1. A fraction alsHeldOut of the pairs drawn so is held out. peak must be positive.
func (k scaledKernel) draw(ctx context.Context, count float64, uniform func() float64) (s, held sampled, err error) {
	n := k.g.N()
	chance := func(int, int) float64 { return count / (float64(n) * float64(n)) }
	if k.all != nil {
		chance = inclusion(k.all, count)
	}
	s, held = make(sampled, n), make(sampled, n)
	row := make([]float64, n)
	var columns []int
	var weights []float64 // negative for held-out entries
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		columns, weights = append(columns[:0], i), append(weights[:0], 1)
		for j := i + 1; j < n; j++ {
			p, weight := chance(i, j), 1.0
			if p < 1 {
				switch u := uniform(); {
				case u >= p:
					continue
				case u < alsHeldOut*p:
					weight = -1 / (alsHeldOut * p)
				default:
					weight = 1 / ((1 - alsHeldOut) * p)
				}
			}
			columns, weights = append(columns, j), append(weights, weight)
		}
		if err := k.read(row, i, columns); err != nil {
			return nil, nil, err
		}
		for c, j := range columns {
			list, value, weight := s, row[c], weights[c]
			if weight < 0 {
				list, weight = held, -weight
			}
			list[i] = append(list[i], sampledEntry{j, value, weight})
			if j > i {
				list[j] = append(list[j], sampledEntry{i, value, weight})
			}
		}
	}
	return s, held, nil
}

func (s sampled) entries() int {
	sum := 0
	for _, column := range s {
		sum += len(column)
	}
	return sum
}

// longest returns the maximum number of entries of the columns from lo to hi.
func (s sampled) longest(lo, hi int) int {
	most := 0
	for _, column := range s[lo:hi] {
		most = max(most, len(column))
	}
	return most
}

// estimatedError estimates ‖K−UUᵀ‖_F² for a U that was not fitted to the held-out entries. Those drawn
// with certainty are summed; the sum over all others is estimated from the held-out entries.
func estimatedError(s, held sampled, u *mat.Dense) float64 {
	n, _ := u.Dims()
	errors := make([]float64, n)
	linalg.Parallel(n, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			square := func(e sampledEntry) float64 {
				miss := e.value - floats.Dot(u.RawRowView(e.row), u.RawRowView(j))
				return miss * miss
			}
			for _, e := range s[j] {
				if e.weight == 1 {
					errors[j] += square(e)
				}
			}
			for _, e := range held[j] {
				errors[j] += e.weight * square(e)
			}
		}
	})
	return floats.Sum(errors)
}
