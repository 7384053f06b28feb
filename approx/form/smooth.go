package form

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Limits of the iteration of SmoothTo.
const (
	smoothSteps     = 300
	covarianceSteps = 1000 // on K̃+μI
	smoothTolerance = 1e-10
	smoothWarning   = 1e-6 // residual from which there is a warning
)

// SmoothTo solves (I + μ·L·Lᵀ)·z = y by conjugate gradients, preconditioned by an incomplete Cholesky factor
// with the pattern of L (Schaefer, Katzfuss and Owhadi 2021, section on additive noise): z = K̃(K̃+μI)⁻¹y. The
// factor fills in little in an order from fine to coarse. O(n·m²), and O(n·m) a step.
//
// For smooth kernels the variances are far below μ, and the incomplete factor is of no use. But few eigenvalues of K̃ are above μ then, so
// that conjugate gradients on K̃+μI itself take few steps.
func (a *SparseInverse) SmoothTo(ctx context.Context, dst, y []float64, mu float64) (warning string, err error) {
	n := len(a.order)
	checkLength("SmoothTo", len(dst), n)
	checkSolve(dst, y, mu, n)
	right := mat.NewDense(n, 1, nil)
	for p, i := range a.order {
		right.Set(p, 0, y[i])
	}
	solved, err := a.smoothByPrecision(ctx, right, mu)
	if err == nil && !(solved.Residual[0] <= smoothWarning) {
		solved, err = a.smoothByCovariance(ctx, right, mu)
	}
	if err != nil {
		return "", err
	}
	for p, i := range a.order {
		dst[i] = solved.X.At(p, 0)
	}
	if r := solved.Residual[0]; !(r <= smoothWarning) {
		warning = fmt.Sprintf("the regression at mu = %.3g ended %.2g from its solution after %d steps: raise mu, narrow the kernel or lower n to %d", mu, r, solved.Steps[0], model.EigenpairsLimit)
	}
	return warning, ctx.Err()
}

// smoothByPrecision solves (I + μ·L·Lᵀ)·z = y in the order of the places.
func (a *SparseInverse) smoothByPrecision(ctx context.Context, y *mat.Dense, mu float64) (*linalg.Conjugated, error) {
	factor := a.incomplete(mu)
	single := func(x *mat.Dense) []float64 { return x.RawMatrix().Data }
	return linalg.Conjugate{
		Mul: func(dst, x *mat.Dense) error {
			a.precision(single(dst), single(x))
			for p, v := range single(x) {
				single(dst)[p] = v + mu*single(dst)[p]
			}
			return ctx.Err()
		},
		Precondition: func(dst, x *mat.Dense) {
			dst.Copy(x)
			factor.solve(single(dst))
		},
		Tolerance: smoothTolerance, Steps: smoothSteps,
	}.Solve(y)
}

// smoothByCovariance solves (K̃+μI)·α = y in the order of the places, and returns y − μ·α for α.
func (a *SparseInverse) smoothByCovariance(ctx context.Context, y *mat.Dense, mu float64) (*linalg.Conjugated, error) {
	solved, err := linalg.Conjugate{
		Mul: func(dst, x *mat.Dense) error {
			dst.Copy(x)
			a.multiply(dst)
			floats.AddScaled(dst.RawMatrix().Data, mu, x.RawMatrix().Data)
			return ctx.Err()
		},
		Tolerance: smoothTolerance, Steps: covarianceSteps,
	}.Solve(y)
	if err == nil {
		solved.X.Scale(-mu, solved.X)
		solved.X.Add(solved.X, y)
	}
	return solved, err
}

// precision sets dst = K̃⁻¹x = (I−B)ᵀ·V⁻¹·(I−B)·x.
func (c *conditionals) precision(dst, x []float64) {
	clear(dst)
	for p, v := range c.v {
		near, b := c.near[c.start[p]:c.start[p+1]], c.b[c.start[p]:c.start[p+1]]
		t := x[p]
		for k, q := range near {
			t -= b[k] * x[q]
		}
		t /= v
		dst[p] += t
		for k, q := range near {
			dst[q] -= b[k] * t
		}
	}
}

// triangle is a triangular G with G·Gᵀ ≈ I + μ·L·Lᵀ and the pattern of L.
type triangle struct {
	*conditionals
	diagonal, near []float64 // the column of a place: at itself, and at its neighbours
}

// incomplete factorises I + μ·L·Lᵀ from the last place to the first, and drops what is outside of the pattern.
// The remainders of the full factorisation are at least I, so that pivots below 1 become 1.
func (c *conditionals) incomplete(mu float64) triangle {
	g := triangle{c, slices.Repeat([]float64{1}, len(c.v)), make([]float64, len(c.near))}
	for p := len(c.v) - 1; p >= 0; p-- {
		lo, hi := c.start[p], c.start[p+1]
		weight := mu / c.v[p] // μ·L_qp·L_rp = weight·b_q·b_r
		pivot := math.Sqrt(max(1, g.diagonal[p]+weight))
		g.diagonal[p] = pivot
		for k := lo; k < hi; k++ {
			g.near[k] = (g.near[k] - weight*c.b[k]) / pivot
		}
		for k := lo; k < hi; k++ {
			q := c.near[k]
			g.diagonal[q] += weight*c.b[k]*c.b[k] - g.near[k]*g.near[k]
			at, end := c.start[q], c.start[q+1]
			for l := lo; l < k && at < end; l++ {
				for at < end && c.near[at] < c.near[l] {
					at++
				}
				if at < end && c.near[at] == c.near[l] {
					g.near[at] += weight*c.b[k]*c.b[l] - g.near[k]*g.near[l]
				}
			}
		}
	}
	return g
}

// solve replaces x by (G·Gᵀ)⁻¹x.
func (g triangle) solve(x []float64) {
	for p := len(x) - 1; p >= 0; p-- {
		x[p] /= g.diagonal[p]
		for k := g.start[p]; k < g.start[p+1]; k++ {
			x[g.conditionals.near[k]] -= g.near[k] * x[p]
		}
	}
	for p := range x {
		sum := x[p]
		for k := g.start[p]; k < g.start[p+1]; k++ {
			sum -= g.near[k] * x[g.conditionals.near[k]]
		}
		x[p] = sum / g.diagonal[p]
	}
}
