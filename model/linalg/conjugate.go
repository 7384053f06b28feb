package linalg

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Conjugate solves A·X = B for a symmetric positive definite A, of which it knows
// products only, by the method of conjugate gradients (Golub and Van Loan, 11.5).
// Every column may have an A and a P of its own, as far as Mul and Precondition know.
type Conjugate struct {
	Mul          func(dst, x *mat.Dense) error // dst = A·x, n×b
	Precondition func(dst, x *mat.Dense)       // dst = P⁻¹·x for a P near A; nil for P = I
	Tolerance    float64                       // what the norm of a column of B − A·X may be of that of B
	Steps        int                           // products with A at most
}

// Conjugated is how a call of [Conjugate.Solve] went, a column each.
type Conjugated struct {
	X     *mat.Dense // n×b
	Steps []int      // products with A after which it stood still

	// Residual is the norm of B − A·X relative to that of B, as the iteration carries
	// it along: rounding may leave more. 0 for B = 0.
	Residual []float64
}

// Solve goes from X = 0 on. All columns, n×b, are solved at the same time, each with
// its own step lengths, and a column stands still once it is within the tolerance or a
// direction has no positive curvature left, as with rounding errors only. An error is Mul's.
func (c Conjugate) Solve(b *mat.Dense) (*Conjugated, error) {
	n, cols := b.Dims()
	out := &Conjugated{X: mat.NewDense(n, cols, nil), Steps: make([]int, cols), Residual: make([]float64, cols)}
	rest, image := mat.DenseCopyOf(b), mat.NewDense(n, cols, nil)
	z := rest
	if c.Precondition != nil {
		z = mat.NewDense(n, cols, nil)
		c.Precondition(z, rest)
	}
	direction := mat.DenseCopyOf(z)
	square := columnDots(rest, z)
	size := columnDots(rest, rest)
	start := append([]float64(nil), size...)
	stuck := make([]bool, cols)
	moves := func(j int) bool { return !stuck[j] && size[j] > c.Tolerance*c.Tolerance*start[j] }
	for range c.Steps {
		left := false
		for j := range cols {
			left = left || moves(j)
		}
		if !left {
			break
		}
		if err := c.Mul(image, direction); err != nil {
			return nil, err
		}
		curvature := columnDots(direction, image)
		step := make([]float64, cols)
		for j := range cols {
			if stuck[j] = stuck[j] || !(curvature[j] > 0); moves(j) {
				step[j] = square[j] / curvature[j]
				out.Steps[j]++
			}
		}
		addColumns(out.X, 1, step, direction)
		addColumns(rest, -1, step, image)
		if c.Precondition != nil {
			c.Precondition(z, rest)
		}
		next := columnDots(rest, z)
		for j := range cols {
			if step[j] = 0; square[j] > 0 {
				step[j] = next[j] / square[j]
			}
		}
		square, size = next, columnDots(rest, rest)
		for i := range n {
			d, s := direction.RawRowView(i), z.RawRowView(i)
			for j, f := range step {
				d[j] = f*d[j] + s[j]
			}
		}
	}
	for j, v := range size {
		if start[j] > 0 {
			out.Residual[j] = math.Sqrt(v / start[j])
		}
	}
	return out, nil
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

// addColumns is dst[:,j] += sign·scale[j]·src[:,j].
func addColumns(dst *mat.Dense, sign float64, scale []float64, src *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		d, s := dst.RawRowView(i), src.RawRowView(i)
		for j, f := range scale {
			d[j] += sign * f * s[j]
		}
	}
}
