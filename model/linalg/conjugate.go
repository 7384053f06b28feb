package linalg

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Conjugate solves A·X = B for a symmetric positive definite A, of which it knows
// products only, by the method of conjugate gradients (Golub and Van Loan, 11.5).
type Conjugate struct {
	Mul          func(dst, x *mat.Dense) error // dst = A·x, n×b
	Precondition func(dst, x *mat.Dense)       // dst = P⁻¹·x for a P near A; nil for P = I
	Tolerance    float64                       // what the residual may be of B, in the norm of P⁻¹
	Steps        int                           // products with A at most
}

// Solve returns X from X = 0 on, n×b, how many products it took, and the residual of
// the worst column relative to that of X = 0, in the norm of P⁻¹ and as the iteration
// carries it along: rounding may leave B − A·X larger. All columns are
// solved at the same time, each with its own step lengths, and a column stands
// still once it is within the tolerance or a direction has no positive curvature
// left, as with rounding errors only. The error is that of Mul.
func (c Conjugate) Solve(b *mat.Dense) (x *mat.Dense, steps int, residual float64, err error) {
	n, cols := b.Dims()
	x, rest, image := mat.NewDense(n, cols, nil), mat.DenseCopyOf(b), mat.NewDense(n, cols, nil)
	z := rest
	if c.Precondition != nil {
		z = mat.NewDense(n, cols, nil)
		c.Precondition(z, rest)
	}
	direction := mat.DenseCopyOf(z)
	square := columnDots(rest, z)
	start := append([]float64(nil), square...)
	open := func(j int) bool { return square[j] > c.Tolerance*c.Tolerance*start[j] }
	stuck := make([]bool, cols)
	for ; steps < c.Steps; steps++ {
		left := false
		for j := range cols {
			left = left || open(j) && !stuck[j]
		}
		if !left {
			break
		}
		if err := c.Mul(image, direction); err != nil {
			return nil, steps, 0, err
		}
		curvature := columnDots(direction, image)
		step, back := make([]float64, cols), make([]float64, cols)
		for j := range cols {
			if stuck[j] = stuck[j] || !(curvature[j] > 0); open(j) && !stuck[j] {
				step[j] = square[j] / curvature[j]
			}
			back[j] = -step[j]
		}
		addColumns(x, step, direction)
		addColumns(rest, back, image)
		if c.Precondition != nil {
			c.Precondition(z, rest)
		}
		next := columnDots(rest, z)
		for j := range cols {
			if step[j] = 0; square[j] > 0 {
				step[j] = next[j] / square[j]
			}
		}
		square = next
		for i := range n {
			d, s := direction.RawRowView(i), z.RawRowView(i)
			for j, f := range step {
				d[j] = f*d[j] + s[j]
			}
		}
	}
	for j, v := range square {
		if start[j] > 0 {
			residual = max(residual, math.Sqrt(max(0, v)/start[j]))
		}
	}
	return x, steps, residual, nil
}

func columnDots(a, b *mat.Dense) []float64 {
	n, cols := a.Dims()
	sums := make([]float64, cols)
	for i := range n {
		x, y := a.RawRowView(i), b.RawRowView(i)
		for j := range sums {
			sums[j] += x[j] * y[j]
		}
	}
	return sums
}

// addColumns is dst[:,j] += scale[j]·src[:,j].
func addColumns(dst *mat.Dense, scale []float64, src *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		d, s := dst.RawRowView(i), src.RawRowView(i)
		for j, f := range scale {
			d[j] += f * s[j]
		}
	}
}
