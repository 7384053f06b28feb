package approx

import (
	"math"
	"unsafe"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// inclusion is q, with q_ij the probability of the pair i, j once it is clipped
// at 1; its sum over all i and j is count.
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

// sampled holds for every column the entries drawn, rows ascending.
type sampled [][]sampledEntry

type sampledEntry struct {
	row           int
	value, weight float64 // K_ij, and 1 over the probability to be in the list: 1 where that is certain
}

// grown is the memory of a list to which so many entries were appended.
func grown(count int) int64 {
	var list []sampledEntry
	for cap(list) < count {
		list = append(list[:cap(list)], sampledEntry{})
	}
	return int64(cap(list)) * int64(unsafe.Sizeof(sampledEntry{}))
}

// drawEntries draws each pair i < j once, for both its places, and takes the
// diagonal. uniform is asked, row by row, for every pair with q below 1: of those
// a share alsHeld of what is drawn is held out.
func drawEntries(k *mat.Dense, q func(i, j int) float64, uniform func() float64) (s, held sampled) {
	n, _ := k.Dims()
	s, held = make(sampled, n), make(sampled, n)
	for i := range n {
		s[i] = append(s[i], sampledEntry{i, k.At(i, i), 1})
		for j := i + 1; j < n; j++ {
			list, p := s, math.Min(1, q(i, j))
			if p < 1 {
				switch u := uniform(); {
				case u >= p:
					continue
				case u < alsHeld*p:
					list, p = held, alsHeld*p
				default:
					p *= 1 - alsHeld
				}
			}
			list[i] = append(list[i], sampledEntry{j, k.At(i, j), 1 / p})
			list[j] = append(list[j], sampledEntry{i, k.At(i, j), 1 / p})
		}
	}
	return s, held
}

func (s sampled) entries() int {
	sum := 0
	for _, column := range s {
		sum += len(column)
	}
	return sum
}

// longest is how many entries the columns from lo to hi have at most.
func (s sampled) longest(lo, hi int) int {
	most := 0
	for _, column := range s[lo:hi] {
		most = max(most, len(column))
	}
	return most
}

// estimatedError estimates ‖K−UUᵀ‖_F² for a U that has not seen what is held out:
// the entries that were certain to be drawn stand for themselves, those held out for
// all others.
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
