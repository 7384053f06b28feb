package linalg

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

const (
	leafSize  = 64  // largest sub-problem that the QL iteration solves
	aloneSize = 128 // largest sub-problem that is solved on one core
	rootStep  = 16  // roots of the secular equation in a task
)

// divider computes the eigenpairs of a symmetric tridiagonal matrix by Cuppen's divide and conquer, with the deflation
// and the orthogonal vectors of Gu and Eisenstat (SIAM J. Matrix Anal. Appl. 16, 1995). Slot i has an eigenvalue in
// d[i] and its vector in row i of q, in no order. Within a sub-problem lo..hi only q[lo:hi, lo:hi] differs from zero.
//
// If only eigenvalues are needed, ends is set: a merge then needs only the first and the last entry of
// each vector, which are the two columns of q.
type divider struct {
	d, e []float64 // entries of absolute value at most 1
	q    blas64.General
	ends bool
	work blas64.General // a number for each pair of slots of a sub-problem; q, if it is large enough
	want int            // how many of the leading vectors are needed
}

// tolerance is the size below which a merge neglects an entry, for entries of size 1. These errors add up
// over all deflations, of which matrices of low rank have many. With this tolerance, smaller than LAPACK's
// eight units of rounding, the small eigenvalues of a kernel matrix are as accurate as by the QL
// iteration. Orthogonality does not depend on it.
const tolerance = roundoff

// divideAndConquer returns the eigenvalues of the tridiagonal matrix, descending. order has the numbers of those rows
// of rows that are their eigenvectors, in the same order; only the first want are there. d and e, whose entries must be
// at most 1 in absolute value, are overwritten. It costs O(n³), and less if many entries are deflated.
func divideAndConquer(ctx context.Context, d, e []float64,
	want int) (values []float64, order []int, rows blas64.General, err error) {
	n := len(d)
	q := newGeneral(n, n)
	s := &divider{d: d, e: e, q: q, work: q, want: want}
	var vectors []float64 // memory for the vectors that merges combine, one half for each half of the problem
	if n > leafSize {
		vectors = make([]float64, n*(n+1)/2)
	}
	if err := s.solve(ctx, 0, n, vectors); err != nil {
		return nil, nil, rows, err
	}
	order = s.descending(0, n)
	values = make([]float64, n)
	for j, slot := range order {
		values[j] = d[slot]
	}
	return values, order[:want], s.q, nil
}

// divideForValues replaces d by the eigenvalues of the tridiagonal matrix, in no order. It is
// divideAndConquer without vectors, O(n²). It overwrites e and work, which is n×n.
func divideForValues(ctx context.Context, d, e []float64, work blas64.General) error {
	s := &divider{d: d, e: e, q: newGeneral(len(d), 2), ends: true, work: work}
	return s.solve(ctx, 0, len(d), nil)
}

// columns returns the range of columns of q in which the vectors of a sub-problem may differ from zero.
func (s *divider) columns(lo, hi int) (from, to int) {
	if s.ends {
		return 0, 2
	}
	return lo, hi
}

// descending returns the slots from lo to hi by descending eigenvalue.
func (s *divider) descending(lo, hi int) []int {
	order := Sequence(lo, hi)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.d[j], s.d[i]) })
	return order
}

func (s *divider) solve(ctx context.Context, lo, hi int, vectors []float64) error {
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
	half := min((mid-lo)*(mid-lo+1)/2, len(vectors))
	run := parallel
	if hi-lo <= aloneSize {
		run = serial
	}
	var upper, lower error
	err := run(ctx, 2, func(part int) {
		if part == 0 {
			upper = s.solve(ctx, lo, mid, vectors[:half])
		} else {
			lower = s.solve(ctx, mid, hi, vectors[half:])
		}
	})
	if err := cmp.Or(upper, lower, err); err != nil {
		return err
	}
	m := &merge{divider: s, lo: lo, mid: mid, hi: hi, memory: vectors}
	return m.run(ctx, corner)
}

const roundoff = Eps / 2

// errSlow is not known to occur for any finite matrix.
var errSlow = errors.New("linalg: the eigenvalue iteration did not converge")

// implicitQL replaces d by the eigenvalues, in no order, of the tridiagonal matrix with diagonal d and off-diagonal e,
// and applies its rotations to the rows of z: an identity becomes the eigenvectors, one in each row. e is overwritten.
// It is the QL iteration with Wilkinson's shift (Parlett 1980, 8.11), O(n³), which starts at the end with the smaller
// entry of each block that does not decouple. No entry may be above 1 in absolute value.
func implicitQL(ctx context.Context, d, e []float64, z blas64.General) error {
	n := len(d)
	budget := 50 * n
	for lo := 0; lo < n; {
		hi := lo + uncoupled(d[lo:], e[lo:])
		if math.Abs(d[hi]) < math.Abs(d[lo]) {
			slices.Reverse(d[lo : hi+1])
			slices.Reverse(e[lo:hi])
			for i, j := lo, hi; i < j; i, j = i+1, j-1 {
				blas64.Swap(Vector(row(z, i)), Vector(row(z, j)))
			}
		}
		for l := lo; l <= hi; {
			m := l + uncoupled(d[l:hi+1], e[l:hi])
			if m == l {
				l++
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if budget--; budget < 0 {
				return errSlow
			}
			sweepQL(d, e, l, m, z)
		}
		lo = hi + 1
	}
	return nil
}

// uncoupled returns the first i at which eᵢ is negligible.
func uncoupled(d, e []float64) int {
	for i, v := range e {
		if v = math.Abs(v); v <= roundoff*math.Sqrt(math.Abs(d[i]))*math.Sqrt(math.Abs(d[i+1])) || v < 0x1p-511 {
			e[i] = 0
			return i
		}
	}
	return len(d) - 1
}

// sweepQL does one QL step on rows l to m.
func sweepQL(d, e []float64, l, m int, z blas64.General) {
	g := (d[l+1] - d[l]) / (2 * e[l])
	g = d[m] - d[l] + e[l]/(g+math.Copysign(math.Hypot(g, 1), g))
	s, c, p := 1.0, 1.0, 0.0
	for i := m - 1; i >= l; i-- {
		f, b := s*e[i], c*e[i]
		r := math.Sqrt(f*f + g*g)
		if r < 0x1p-480 {
			r = math.Hypot(f, g)
		}
		if i+1 < m {
			e[i+1] = r
		}
		if r == 0 { // the block decouples here
			d[i+1] -= p
			return
		}
		s, c = f/r, g/r
		g = d[i+1] - p
		r = (d[i]-g)*s + 2*c*b
		p = s * r
		d[i+1] = g + p
		g = c*r - b
		blas64.Rot(Vector(row(z, i)), Vector(row(z, i+1)), c, -s)
	}
	d[l] -= p
	e[l] = g
}
