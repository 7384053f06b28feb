package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/floats"
)

// quickEntries is the number of entries up to which gonum's loops are as fast.
const quickEntries = 32

// Ddot returns the inner product of x and y, as gonum's Ddot.
func (i Implementation) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if i.on == nil || n < quickEntries || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		return i.Implementation.Ddot(n, x, incX, y, incY)
	}
	return i.on.dot(n, &x[0], &y[0])
}

// Daxpy sets y += α·x, as gonum's Daxpy.
func (i Implementation) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if i.on == nil || alpha == 0 || n < quickEntries || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		i.Implementation.Daxpy(n, alpha, x, incX, y, incY)
		return
	}
	i.on.axpy(n, alpha, &x[0], &y[0])
}

// Drot sets x, y = c·x + s·y, c·y − s·x, as gonum's Drot.
func (i Implementation) Drot(n int, x []float64, incX int, y []float64, incY int, c, s float64) {
	if i.on == nil || n < quickEntries || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		i.Implementation.Drot(n, x, incX, y, incY, c, s)
		return
	}
	i.on.rotate(n, &x[0], &y[0], c, s)
}

// A product with a vector takes as long as reading the matrix. The size of the matrix alone determines how
// it is cut, so that sums do not depend on the number of processors.
const (
	quickMatrix   = 1 << 12 // entries up to which gonum is as fast
	quickTriangle = 1 << 10 // the same for a symmetric matrix
	portion       = 1 << 15 // minimum number of entries in a task
	portions      = 16      // maximum number of tasks, and of their partial sums
)

// parts returns how many parts a matrix of the given number of entries is cut into.
func parts(entries int) int { return max(1, min(portions, entries/portion)) }

// Dgemv sets y = α·op(A)·x + β·y, as gonum's Dgemv.
func (i Implementation) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int,
	x []float64, incX int, beta float64, y []float64, incY int) {
	lenX, lenY := n, m
	if t != blas.NoTrans {
		lenX, lenY = m, n
	}
	if lenY > 0 && reaches(y, lenY, incY) { // gonum's v0.17.0 in Go clears all of y for β = 0
		y = y[:(lenY-1)*max(incY, -incY)+1]
	}
	if i.on == nil || alpha == 0 || m <= 0 || n <= 0 || m*n < quickMatrix ||
		!fits(t, lenY, lenX, a, lda) || !reaches(x, lenX, incX) || !reaches(y, lenY, incY) {
		i.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	if t == blas.NoTrans {
		s := borrow(n + m)
		defer scratches.Put(s)
		count := parts(m * n)
		x = gather(s.buf[:n], x, incX)
		out := s.buf[n:]
		_ = parallel(context.Background(), count, func(part int) {
			lo, hi := cut(m, count, part, 4)
			i.on.rowDots(out[lo:hi], n, a[lo*lda:], lda, x)
		})
		floats.Scale(alpha, out)
		i.accumulate(y, incY, beta, m, out)
		return
	}
	count := min(parts(m*n), blocks(m, 64)) // sums have to be much smaller than A
	s := borrow(m + count*n)
	defer scratches.Put(s)
	weights, sums := s.buf[:m], s.buf[m:]
	floats.ScaleTo(weights, alpha, gather(weights, x, incX))
	_ = parallel(context.Background(), count, func(part int) {
		lo, hi := cut(m, count, part, 4)
		sum := sums[part*n : (part+1)*n]
		clear(sum)
		i.on.addRows(sum, weights[lo:hi], a[lo*lda:], lda)
	})
	i.accumulate(y, incY, beta, n, sums)
}

// rowDots writes the inner products of the rows of a, of length n, with x to out.
func (on *instructions) rowDots(out []float64, n int, a []float64, lda int, x []float64) {
	r := 0
	for ; r+4 <= len(out); r += 4 {
		on.dots4(n, &a[r*lda], lda, &x[0], &out[r])
	}
	for ; r < len(out); r++ {
		out[r] = on.dot(n, &a[r*lda], &x[0])
	}
}

// addRows adds the rows of a to y, each multiplied by its weight.
func (on *instructions) addRows(y, weights []float64, a []float64, lda int) {
	r := 0
	for ; r+4 <= len(weights); r += 4 {
		on.axpy4(len(y), &weights[r], &a[r*lda], lda, &y[0])
	}
	for ; r < len(weights); r++ {
		on.axpy(len(y), weights[r], &a[r*lda], &y[0])
	}
}

// Dsymv sets y = α·A·x + β·y for a symmetric A, as gonum's Dsymv. It reads each entry once.
func (i Implementation) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int,
	x []float64, incX int, beta float64, y []float64, incY int) {
	if i.on == nil || alpha == 0 || n <= 0 || n*n < quickTriangle || ul != blas.Upper && ul != blas.Lower ||
		!fits(blas.NoTrans, n, n, a, lda) || !reaches(x, n, incX) || !reaches(y, n, incY) {
		i.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	count := parts(n * n / 2)
	s := borrow(n + count*n)
	defer scratches.Put(s)
	weights, sums := s.buf[:n], s.buf[n:]
	floats.ScaleTo(weights, alpha, gather(weights, x, incX))
	_ = parallel(context.Background(), count, func(part int) {
		// The last rows of one triangle have as many entries as the first of the other.
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

// symmetricRows adds to sum the contributions of rows lo to hi of a triangle, and of their mirror, to A·x.
func (on *instructions) symmetricRows(ul blas.Uplo, sum []float64, lo, hi int, a []float64, lda int, x []float64) {
	n := len(x)
	var dots [4]float64
	for r := lo; r < hi; r += 4 {
		rows := min(4, hi-r)
		// A row of the triangle has a rectangle beside the square on the diagonal.
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

// Dger sets A += α·x·yᵀ, as gonum's Dger. (Gonum's v0.17.0 is wrong for negative increments.)
func (i Implementation) Dger(m, n int, alpha float64, x []float64, incX int,
	y []float64, incY int, a []float64, lda int) {
	quick := m*n < quickMatrix && incX > 0 && incY > 0
	if i.on == nil || alpha == 0 || m <= 0 || n <= 0 || quick ||
		!fits(blas.NoTrans, m, n, a, lda) || !reaches(x, m, incX) || !reaches(y, n, incY) {
		i.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	s := borrow(m + n)
	defer scratches.Put(s)
	x, y = gather(s.buf[:m], x, incX), gather(s.buf[m:], y, incY)
	count := parts(m * n)
	_ = parallel(context.Background(), count, func(part int) {
		lo, hi := cut(m, count, part, 1)
		for r := lo; r < hi; r++ {
			i.on.axpy(n, alpha*x[r], &y[0], &a[r*lda])
		}
	})
}

// reaches reports whether a vector of n entries, inc apart, lies within x.
func reaches(x []float64, n, inc int) bool {
	return inc > 0 && len(x) > (n-1)*inc || inc < 0 && len(x) > (1-n)*inc
}

// gather returns the vector of len(to) entries that are inc apart in x: a slice of x for inc = 1, else a copy in to.
func gather(to, x []float64, inc int) []float64 {
	if inc == 1 {
		return x[:len(to)]
	}
	gonum.Implementation{}.Dcopy(len(to), x, inc, to, 1)
	return to
}

// accumulate sets y = β·y + the sum of several vectors of n entries, which are stored one after the other.
func (i Implementation) accumulate(y []float64, inc int, beta float64, n int, sums []float64) {
	if inc != 1 {
		s := borrow(n)
		defer scratches.Put(s)
		i.Dcopy(n, y, inc, s.buf, 1)
		defer i.Dcopy(n, s.buf, 1, y, inc)
		y = s.buf
	}
	if beta == 0 {
		copy(y, sums[:n])
		sums = sums[n:]
	} else {
		i.Dscal(n, beta, y, 1)
	}
	for ; len(sums) > 0; sums = sums[n:] {
		i.on.axpy(n, 1, &sums[0], &y[0])
	}
}

// cutTriangle returns part i of the rows of a lower triangle of order n, cut into parts
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
