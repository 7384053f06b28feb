package linalg

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

const (
	leafSize  = 64  // up to which the QL iteration is faster
	aloneSize = 128 // up to which a sub-problem stays on one core
	rootStep  = 16  // roots of the secular equation a step
)

// divider finds the eigenpairs of a symmetric tridiagonal matrix by Cuppen's divide
// and conquer with the deflation and the orthogonal vectors of Gu and Eisenstat (SIAM
// J. Matrix Anal. Appl. 16, 1995). Slot i holds an eigenvalue in d[i] and its vector
// in row i of q, in no order; within a sub-problem lo..hi only q[lo:hi, lo:hi]
// differs from zero.
//
// For the values alone, all that a merge needs of a vector are its first entry and
// its last: ends says that these are the two columns of q.
type divider struct {
	d, e []float64 // entries of size 1 at most
	q    blas64.General
	ends bool
	room blas64.General // for a number a pair of slots of a sub-problem: q, if it has as many
	want int            // how many of the leading vectors are needed in the end
}

// tolerance is below what a merge counts as zero, for entries of size 1. What a merge
// neglects adds up over all deflations, of which matrices of low rank have many: it is
// less than LAPACK's eight units of rounding, so that the small eigenvalues of a kernel
// matrix come out as well as by the QL iteration. Orthogonality does not depend on it.
const tolerance = eps

// divideAndConquer returns the eigenvalues of the tridiagonal matrix, descending, and
// rows of which order names those with their vectors, in the order of the values; only
// the first want are there. It overwrites d and e, whose entries must be of size 1 at
// most. O(n³), less where much deflates.
func divideAndConquer(ctx context.Context, d, e []float64, want int) (values []float64, order []int, rows blas64.General, err error) {
	n := len(d)
	q := newGeneral(n, n)
	s := &divider{d: d, e: e, q: q, room: q, want: want}
	var work []float64 // for the vectors that merges combine, half of it for either half
	if n > leafSize {
		work = make([]float64, n*(n+1)/2)
	}
	if err := s.solve(ctx, 0, n, work); err != nil {
		return nil, nil, rows, err
	}
	order = s.descending(0, n)
	values = make([]float64, n)
	for j, slot := range order {
		values[j] = d[slot]
	}
	return values, order[:want], s.q, nil
}

// divideForValues replaces d by the eigenvalues of the tridiagonal matrix, in no order:
// divideAndConquer without vectors, O(n²). It overwrites e and room, of n×n numbers.
func divideForValues(ctx context.Context, d, e []float64, room blas64.General) error {
	s := &divider{d: d, e: e, q: newGeneral(len(d), 2), ends: true, room: room}
	return s.solve(ctx, 0, len(d), nil)
}

// columns returns the range of columns of q in which the vectors of a sub-problem have entries.
func (s *divider) columns(lo, hi int) (from, to int) {
	if s.ends {
		return 0, 2
	}
	return lo, hi
}

// descending returns the slots from lo to hi in the order of their values.
func (s *divider) descending(lo, hi int) []int {
	order := make([]int, hi-lo)
	for j := range order {
		order[j] = lo + j
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.d[j], s.d[i]) })
	return order
}

func (s *divider) solve(ctx context.Context, lo, hi int, work []float64) error {
	if hi-lo <= leafSize {
		from, to := s.columns(lo, hi)
		q := part(s.q, lo, hi, from, to)
		if s.ends {
			q.Data[0], q.Data[len(q.Data)-1] = 1, 1
		} else {
			for i := range q.Rows {
				q.Data[i*q.Stride+i] = 1
			}
		}
		return implicitQL(ctx, s.d[lo:hi], s.e[lo:max(lo, hi-1)], q)
	}
	mid := (lo + hi) / 2
	corner := s.e[mid-1]
	s.d[mid-1] -= math.Abs(corner)
	s.d[mid] -= math.Abs(corner)
	half := min((mid-lo)*(mid-lo+1)/2, len(work))
	run := parallel
	if hi-lo <= aloneSize {
		run = serial
	}
	var upper, lower error
	err := run(ctx, 2, func(part int) {
		if part == 0 {
			upper = s.solve(ctx, lo, mid, work[:half])
		} else {
			lower = s.solve(ctx, mid, hi, work[half:])
		}
	})
	if err := cmp.Or(upper, lower, err); err != nil {
		return err
	}
	m := &merge{divider: s, lo: lo, mid: mid, hi: hi, work: work}
	return m.run(ctx, corner)
}
