package linalg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Conjugate solves A·X = B for a symmetric positive definite A by the method of conjugate gradients (Golub and Van
// Loan, 11.5). It uses A only in products. Mul and Precondition may use a different A and P for each column.
type Conjugate struct {
	Mul          func(dst, x *mat.Dense) error // dst = A·x, n×b
	Precondition func(dst, x *mat.Dense)       // dst = P⁻¹·x for a P close to A; nil for P = I
	Tolerance    float64                       // a column is solved once ‖B − A·X‖ is at most this times ‖B‖
	Steps        int                           // maximum number of products with A
}

// Conjugated is the result of [Conjugate.Solve]. Slices have one entry for each column.
type Conjugated struct {
	X     *mat.Dense // n×b: for each column the iterate with the smallest residual, which may be the start 0
	Steps []int      // number of products with A in which the column still took part

	// Residual is the norm of B − A·X relative to that of B, as the iteration updates it; with
	// rounding errors the true one may be larger. It is at most 1, and 0 for B = 0.
	Residual []float64

	// Breakdown says which matrix turned out not to be positive definite, if that ended the
	// iteration of a column before its tolerance.
	Breakdown []Breakdown
}

// Breakdown is the reason why conjugate gradients can't continue.
type Breakdown int

// The breakdowns, in terms of a residual r, z = P⁻¹·r and a direction p.
const (
	NoBreakdown              Breakdown = iota
	IndefiniteMatrix                   // pᵀA·p ≤ 0
	IndefinitePreconditioner           // zᵀr ≤ 0
)

// Solve starts from X = 0. All columns of b, n×b, are solved at the same time, each with its own step
// lengths. The iteration of a column ends when it is within the tolerance, or at a breakdown. The norm of
// the residual may rise from one step to the next, and without bound if A or P is not positive definite;
// X has the iterates with the smallest one. The error is that of Mul.
func (c Conjugate) Solve(b *mat.Dense) (*Conjugated, error) {
	n, cols := b.Dims()
	out := &Conjugated{X: mat.NewDense(n, cols, nil), Steps: make([]int, cols),
		Residual: make([]float64, cols), Breakdown: make([]Breakdown, cols)}
	x, rest, image := mat.NewDense(n, cols, nil), mat.DenseCopyOf(b), mat.NewDense(n, cols, nil)
	z := rest
	if c.Precondition != nil {
		z = mat.NewDense(n, cols, nil)
		c.Precondition(z, rest)
	}
	direction := mat.DenseCopyOf(z)
	square := columnDots(rest, z)
	size := columnDots(rest, rest)
	start, least := slices.Clone(size), slices.Clone(size)
	moves := func(j int) bool {
		return out.Breakdown[j] == NoBreakdown && size[j] > c.Tolerance*c.Tolerance*start[j]
	}
	for range c.Steps {
		left := false
		for j := range cols {
			if moves(j) && !(square[j] > 0) {
				out.Breakdown[j] = IndefinitePreconditioner
			}
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
			switch {
			case !moves(j):
			case !(curvature[j] > 0):
				out.Breakdown[j] = IndefiniteMatrix
			default:
				step[j] = square[j] / curvature[j]
				out.Steps[j]++
			}
		}
		addColumns(x, 1, step, direction)
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
		out.keepLeast(least, size, x)
		for i := range n {
			d, s := direction.RawRowView(i), z.RawRowView(i)
			for j, f := range step {
				d[j] = f*d[j] + s[j]
			}
		}
	}
	for j, v := range least {
		if start[j] > 0 {
			out.Residual[j] = math.Sqrt(v / start[j])
		}
	}
	return out, nil
}

// keepLeast copies those columns of x to X whose squared residuals, size, are the smallest so far.
func (c *Conjugated) keepLeast(least, size []float64, x *mat.Dense) {
	n, _ := x.Dims()
	for j, v := range size {
		if !(v < least[j]) {
			continue
		}
		least[j] = v
		for i := range n {
			c.X.Set(i, j, x.At(i, j))
		}
	}
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

// addColumns sets dst[:,j] += sign·scale[j]·src[:,j].
func addColumns(dst *mat.Dense, sign float64, scale []float64, src *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		d, s := dst.RawRowView(i), src.RawRowView(i)
		for j, f := range scale {
			d[j] += sign * f * s[j]
		}
	}
}
