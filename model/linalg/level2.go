package linalg

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
)

// A product with a vector is as fast as its matrix is read. The matrix is cut by
// its size alone, so that the number of threads does not show in a sum.
const (
	quickMatrix   = 1 << 12 // entries that gonum goes through as fast
	quickTriangle = 1 << 10 // the same for a symmetric matrix
	portion       = 1 << 15 // entries a task should have at least
	portions      = 16      // tasks at most, and their sums
)

// parts is how many parts a matrix of the given number of entries is cut into.
func parts(entries int) int { return max(1, min(portions, entries/portion)) }

// scratch is a buffer that is put back.
type scratch struct{ data []float64 }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) room(n int) []float64 { return aligned(&s.data, n) }

// Dgemv is y = α·op(A)·x + β·y, as gonum's Dgemv.
func (i Implementation) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	lenX, lenY := n, m
	if t != blas.NoTrans {
		lenX, lenY = m, n
	}
	if i.on == nil || alpha == 0 || m <= 0 || n <= 0 || m*n < quickMatrix ||
		!fits(blas.NoTrans, m, n, a, lda) || !reaches(x, lenX, incX) || !reaches(y, lenY, incY) ||
		t != blas.NoTrans && t != blas.Trans && t != blas.ConjTrans {
		i.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if t == blas.NoTrans {
		count := parts(m * n)
		room := s.room(n + m)
		x = gather(room[:n], x, incX)
		out := room[n:]
		_ = parallel(context.Background(), count, func(part int) {
			lo, hi := cut(m, count, part, 4)
			i.on.rowDots(out[lo:hi], n, a[lo*lda:], lda, x)
		})
		for r := range out {
			out[r] *= alpha
		}
		i.accumulate(y, incY, beta, m, out)
		return
	}
	count := min(parts(m*n), blocks(m, 64)) // sums have to be much smaller than A
	room := s.room(m + count*n)
	weights, sums := room[:m], room[m:]
	for r, v := range gather(weights, x, incX) {
		weights[r] = alpha * v
	}
	_ = parallel(context.Background(), count, func(part int) {
		lo, hi := cut(m, count, part, 4)
		sum := sums[part*n : (part+1)*n]
		clear(sum)
		i.on.addRows(sum, weights[lo:hi], a[lo*lda:], lda)
	})
	i.accumulate(y, incY, beta, n, sums)
}

// rowDots writes to out the inner products of as many rows of a, n long, with x.
func (on *instructions) rowDots(out []float64, n int, a []float64, lda int, x []float64) {
	r := 0
	for ; r+4 <= len(out); r += 4 {
		on.dots4(n, &a[r*lda], lda, &x[0], &out[r])
	}
	for ; r < len(out); r++ {
		out[r] = on.dot(n, &a[r*lda], &x[0])
	}
}

// addRows adds rows of a, as many as there are weights and times these, to y.
func (on *instructions) addRows(y, weights []float64, a []float64, lda int) {
	r := 0
	for ; r+4 <= len(weights); r += 4 {
		on.axpy4(len(y), &weights[r], &a[r*lda], lda, &y[0])
	}
	for ; r < len(weights); r++ {
		on.axpy(len(y), weights[r], &a[r*lda], &y[0])
	}
}

// Dsymv is y = α·A·x + β·y for a symmetric A, as gonum's Dsymv. Each entry that
// is stored is read once.
func (i Implementation) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	i.symv(context.Background(), ul, n, alpha, a, lda, x, incX, beta, y, incY)
}

// symv is Dsymv with a context; where that has ended, y is anything.
func (i Implementation) symv(ctx context.Context, ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if i.on == nil || alpha == 0 || n <= 0 || n*n < quickTriangle ||
		!fits(blas.NoTrans, n, n, a, lda) || !reaches(x, n, incX) || !reaches(y, n, incY) || ul != blas.Upper && ul != blas.Lower {
		i.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	count := parts(n * n / 2)
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	room := s.room(n + count*n)
	weights, sums := room[:n], room[n:]
	for r, v := range gather(weights, x, incX) {
		weights[r] = alpha * v
	}
	_ = parallel(ctx, count, func(part int) {
		// As many entries in the last rows of one triangle as in the first of the other.
		lo, hi := cutTriangle(n, count, part)
		if ul == blas.Upper {
			lo, hi = n-hi, n-lo
		}
		sum := sums[part*n : (part+1)*n]
		clear(sum)
		i.on.symmetricRows(ul, sum, lo, hi, a, lda, weights)
	})
	i.accumulate(y, incY, beta, n, sums)
}

// symmetricRows adds what rows lo to hi of a triangle, and the columns that mirror
// them, contribute to A·x.
func (on *instructions) symmetricRows(ul blas.Uplo, sum []float64, lo, hi int, a []float64, lda int, x []float64) {
	n := len(x)
	var dots [4]float64
	for r := lo; r < hi; r += 4 {
		rows := min(4, hi-r)
		// Beside a square on the diagonal lies a rectangle.
		from, to := 0, r
		if ul == blas.Upper {
			from, to = r+rows, n
		}
		if from < to {
			if rows == 4 {
				on.both(to-from, &x[r], &a[r*lda+from], lda, &x[from], &sum[from], &dots[0])
			} else {
				for q := range rows {
					dots[q] = on.dot(to-from, &a[(r+q)*lda+from], &x[from])
					on.axpy(to-from, x[r+q], &a[(r+q)*lda+from], &sum[from])
				}
			}
			for q := range rows {
				sum[r+q] += dots[q]
			}
		}
		for q := r; q < r+rows; q++ {
			sum[q] += a[q*lda+q] * x[q]
			for p := q + 1; p < r+rows; p++ {
				v := a[p*lda+q]
				if ul == blas.Upper {
					v = a[q*lda+p]
				}
				sum[p] += v * x[q]
				sum[q] += v * x[p]
			}
		}
	}
}

// Dger is A += α·x·yᵀ, as gonum's Dger; gonum's v0.17.0 is wrong for negative steps.
func (i Implementation) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	quick := m*n < quickMatrix && incX > 0 && incY > 0
	if i.on == nil || alpha == 0 || m <= 0 || n <= 0 || quick ||
		!fits(blas.NoTrans, m, n, a, lda) || !reaches(x, m, incX) || !reaches(y, n, incY) {
		i.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	room := s.room(m + n)
	x, y = gather(room[:m], x, incX), gather(room[m:], y, incY)
	count := parts(m * n)
	_ = parallel(context.Background(), count, func(part int) {
		lo, hi := cut(m, count, part, 1)
		for r := lo; r < hi; r++ {
			i.on.axpy(n, alpha*x[r], &y[0], &a[r*lda])
		}
	})
}

// reaches is whether a vector of n entries, inc apart, lies in x.
func reaches(x []float64, n, inc int) bool {
	return inc > 0 && len(x) > (n-1)*inc || inc < 0 && len(x) > (1-n)*inc
}

// gather is the vector of len(to) entries that are inc apart in x: x itself for
// inc = 1, else a copy in to.
func gather(to, x []float64, inc int) []float64 {
	if inc == 1 {
		return x[:len(to)]
	}
	at := 0
	if inc < 0 {
		at = (1 - len(to)) * inc
	}
	for i := range to {
		to[i] = x[at]
		at += inc
	}
	return to
}

// accumulate is y = β·y + the sums of n entries each, which lie one after the other,
// in their order.
func (i Implementation) accumulate(y []float64, inc int, beta float64, n int, sums []float64) {
	if inc == 1 {
		y = y[:n]
		if beta == 0 {
			copy(y, sums)
			sums = sums[n:]
		} else {
			i.Dscal(n, beta, y, 1)
		}
		for ; len(sums) > 0; sums = sums[n:] {
			i.on.axpy(n, 1, &sums[0], &y[0])
		}
		return
	}
	at := 0
	if inc < 0 {
		at = (1 - n) * inc
	}
	for j := range n {
		total := 0.0
		if beta != 0 {
			total = beta * y[at]
		}
		for p := j; p < len(sums); p += n {
			total += sums[p]
		}
		y[at] = total
		at += inc
	}
}

// cutTriangle is part i of the rows of a lower triangle of order n, cut into parts
// of about the same area, multiples of 4.
func cutTriangle(n, parts, i int) (lo, hi int) {
	row := func(i int) int {
		if i == parts {
			return n
		}
		return int(float64(n)*math.Sqrt(float64(i)/float64(parts))) / 4 * 4
	}
	return row(i), row(i + 1)
}
