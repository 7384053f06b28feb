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
	smoothTolerance = 1e-10
	smoothWarning   = 1e-6 // residual from which there is a warning
)

// SmoothTo computes z = K̃(K̃+μI)⁻¹y by conjugate gradients. The first rows in the order are coarse, C, and the others
// are fine, F. The values x of coarse rows determine the others but for the innovations e of fine ones: z = W·x + R·e,
// where R are the columns F of (I−B)⁻¹·V^½. Both solve
//
//	⎡WᵀW + μ·K̃_CC⁻¹  WᵀR     ⎤⎡x⎤   ⎡Wᵀy⎤
//	⎣RᵀW             RᵀR + μI⎦⎣e⎦ = ⎣Rᵀy⎦
//
// The preconditioner is μI for e, and for x an incomplete Cholesky factor of D + μ·K̃_CC⁻¹ with the pattern of L, which
// fills in little in an order from fine to coarse; D are the sums of the rows of Wᵀ. Without fine rows D = I, which is
// the solver of Schaefer, Katzfuss and Owhadi (2021, section on additive noise). It is of no use if variances are far
// below μ, as they are for smooth kernels with many rows in a width: rows so close are averaged rather than
// interpolated. These are the fine ones: R is small, and WᵀW close to D. O(n·m) a step.
func (a *SparseInverse) SmoothTo(ctx context.Context, dst, y []float64, mu float64) (warning string, err error) {
	n := len(a.order)
	checkLength("SmoothTo", len(dst), n)
	checkLength("SmoothTo", len(y), n)
	if !(mu > 0) {
		panic(fmt.Sprintf("form: SmoothTo with mu = %v, want above 0", mu))
	}
	right := make([]float64, n)
	for p, i := range a.order {
		right[p] = y[i]
	}
	solved, err := a.smooth(ctx, right, mu)
	if err != nil {
		return "", err
	}
	for p, i := range a.order {
		dst[i] = solved.X.At(p, 0)
	}
	if r := solved.Residual[0]; !(r <= smoothWarning) {
		warning = fmt.Sprintf("the regression at mu = %.3g ended %.2g from its solution after %d steps: raise mu, narrow "+
			"the kernel or lower n to %d", mu, r, solved.Steps[0], model.EigenpairsLimit)
	}
	return warning, ctx.Err()
}

// smooth solves the equations of SmoothTo with the largest number of coarse rows for which the incomplete factor
// serves: if it fails, or is too far from the equations, with fewer, until these leave more to the iteration.
func (c *conditionals) smooth(ctx context.Context, y []float64, mu float64) (best *linalg.Conjugated, err error) {
	const first, last = 1e-3, 1e6 // multiples of μ
	before := 0
	for share := first; share <= last; share *= 10 {
		coarse := c.coarse(share * mu)
		if coarse == before {
			continue
		}
		before = coarse
		solved, err := c.smoothOn(ctx, y, mu, coarse)
		if err != nil {
			return nil, err
		}
		better := best == nil || solved.Residual[0] < best.Residual[0]
		if better {
			best = solved
		}
		if best.Residual[0] <= smoothWarning || !better && solved.Breakdown[0] == linalg.NoBreakdown {
			break
		}
	}
	return best, ctx.Err()
}

// coarse returns the smallest number of coarse rows, at the end of a level, for which the variances of the others sum
// to at most limit times this number.
func (c *conditionals) coarse(limit float64) int {
	ends, sum := levels(len(c.v)), 0.0
	for l := len(ends) - 2; l > 0; l-- {
		sum += floats.Sum(c.v[ends[l]:ends[l+1]])
		if !(sum <= limit*float64(ends[l])) {
			return ends[l+1]
		}
	}
	return ends[1]
}

// smoothOn solves the equations of SmoothTo for y in the order of the places and the given number of coarse ones.
func (c *conditionals) smoothOn(ctx context.Context, y []float64, mu float64, coarse int) (*linalg.Conjugated, error) {
	column := func(x *mat.Dense) []float64 { return x.RawMatrix().Data }
	fine, among := make([]float64, len(y)-coarse), c.before(coarse)
	for p, v := range c.v[coarse:] {
		fine[p] = math.Sqrt(v)
	}
	sums := slices.Repeat([]float64{1}, len(y))
	c.backFrom(coarse, sums)
	factor := among.incomplete(mu, sums[:coarse])
	right, prior := mat.NewDense(len(y), 1, slices.Clone(y)), make([]float64, coarse)
	c.backFrom(coarse, column(right))
	floats.Mul(column(right)[coarse:], fine)
	solved, err := linalg.Conjugate{
		Mul: func(dst, x *mat.Dense) error {
			from, to := column(x), column(dst)
			copy(to, from)
			floats.Mul(to[coarse:], fine)
			c.forthFrom(coarse, to)
			c.backFrom(coarse, to)
			floats.Mul(to[coarse:], fine)
			floats.AddScaled(to[coarse:], mu, from[coarse:])
			among.precision(prior, from)
			floats.AddScaled(to[:coarse], mu, prior)
			return ctx.Err()
		},
		Precondition: func(dst, x *mat.Dense) {
			dst.Copy(x)
			factor.solve(column(dst)[:coarse])
			floats.Scale(1/mu, column(dst)[coarse:])
		},
		Tolerance: smoothTolerance, Steps: smoothSteps,
	}.Solve(right)
	if err == nil {
		floats.Mul(column(solved.X)[coarse:], fine)
		c.forthFrom(coarse, column(solved.X))
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

// triangle is a triangular G with G·Gᵀ ≈ D + μ·L·Lᵀ and the pattern of L, for a diagonal D.
type triangle struct {
	*conditionals
	diagonal, near []float64 // the column of a place: at itself, and at its neighbours
}

// incomplete factorises D + μ·L·Lᵀ from the last place to the first, and drops what is outside of the pattern. D has
// the given entries, or 1 where they are smaller. The remainders of the full factorisation are at least D, so that
// pivots below D become D.
func (c *conditionals) incomplete(mu float64, entries []float64) triangle {
	g := triangle{c, make([]float64, len(c.v)), make([]float64, len(c.near))}
	for p := len(c.v) - 1; p >= 0; p-- {
		lo, hi := c.start[p], c.start[p+1]
		weight := mu / c.v[p] // μ·L_qp·L_rp = weight·b_q·b_r
		own := max(1, entries[p])
		pivot := math.Sqrt(own + max(0, g.diagonal[p]+weight))
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
