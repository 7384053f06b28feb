package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Options say when an iterative solver stops. The zero value is ready to use.
type Options struct {
	Tolerance  float64 // residual at which to stop, relative to that of α = 0, below 1; 0 = 1e-9
	Iterations int     // maximum; 0 is 500 for PCG and 200 for Falkon

	store int64 // bytes of K_nM up to which Falkon reads it once; 0 = model.CacheLimit, negative: never
}

// check panics for options out of range, and returns the tolerance.
func (o Options) check() float64 {
	if !(o.Tolerance >= 0 && o.Tolerance < 1) || o.Iterations < 0 {
		panic(fmt.Sprintf("learn: a solver with tolerance %v and %d iterations", o.Tolerance, o.Iterations))
	}
	return cmp.Or(o.Tolerance, 1e-9)
}

// Iteration says how an iterative solver ended.
type Iteration struct {
	Iterations int      // of conjugate gradients
	Residual   float64  // computed from α, relative to that of α = 0
	Warnings   []string // why α is less accurate than the tolerance; nil if it is not

	rank int // number of independent landmarks; the weights of the others are 0
}

// Solution is regression with K itself at one ridge, by [PCG]. If it has not converged, it is the iterate with the
// smallest residual, which may be the start α = 0.
type Solution struct {
	Mu        float64
	Err       error     // a *model.SingularError if μ is below the rounding errors of K; then the fields below are empty
	Alpha     []float64 // α, of length n
	Fitted    []float64 // K·α, of length n
	Iteration           // whose residual is ‖b − (K+μI)α‖/‖b‖
}

// PCG returns kernel ridge regression with K itself, (K+μI)·α = b, at several ridges by
// conjugate gradients, preconditioned by an approximation K̃:
//
//	P = K̃ + μI,  μ·P⁻¹ = I − Q·diag(λ⁺/(λ⁺+μ))·Qᵀ
//
// with K̃ = Q·diag(λ)·Qᵀ and λ⁺ = max(0, λ). b, of length n, is centred by the caller and
// finite. For 0 ⪯ K̃ ⪯ K, which projections on landmarks are, the condition of
// P⁻¹(K+μI) is at most 1 + ‖K−K̃‖₂/μ. Its mean is below 28 for a Gaussian sketch of 2⌈1.5·d_eff(μ)⌉+1
// columns (Frangella, Tropp and Udell, SIAM J. Matrix Anal. Appl. 44, 2023, who use λᵣ+μ instead of μ
// orthogonally to Q). It is bounded for randomly pivoted Cholesky once the rank is so large that the
// remaining eigenvalues of K sum to about μ (Díaz, Epperly, Frangella, Tropp and Webber, arXiv
// 2304.12465). K̃ only affects the speed of convergence.
//
// All ridges are solved together and share the products with K. K is evaluated in tiles and never stored: a product
// costs O(n²) besides the kernel entries; see PCGMemory. If K can be factorised, for n of some thousands and few
// ridges, that is faster. If μ is so small that no K̃ of an affordable rank comes near K+μI, PCG ends with a warning.
// The error is a *model.DegenerateError if the kernel overflows, or the context's.
func PCG(
	ctx context.Context, g *model.Gram, near *model.Decomposition, b, mus []float64, opts Options,
) ([]Solution, error) {
	checkLength("eigenvectors", near.N, g.N())
	checkLength("targets", len(b), g.N())
	opts.check()
	if len(mus) == 0 {
		panic("learn: PCG without ridges")
	}
	diagonal := make([]float64, g.N())
	g.View().Diag(diagonal)
	if sum := floats.Sum(diagonal); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil, &model.DegenerateError{What: "the trace of the kernel matrix", Value: sum}
	}
	scale := max(floats.Max(diagonal), near.Largest()) // at most ‖K‖₂, and close to it if K̃ is close to K
	fits := make([]Solution, len(mus))
	inverse := lowRank{near: near}
	var open []*Solution
	for i, mu := range mus {
		checkSize("a ridge mu", mu)
		fits[i].Mu = mu
		if mu <= linalg.Eps*scale {
			fits[i].Err = &model.SingularError{Mu: mu, Condition: scale / mu, Usable: 1.001 * linalg.Eps * scale}
			continue
		}
		// A jitter in P slows the iteration and does not change its solution.
		inverse.shares = append(inverse.shares, damping(near.Values(), max(mu, float64(len(b))*linalg.Eps*scale)))
		open = append(open, &fits[i])
	}
	if len(open) == 0 {
		return fits, nil
	}
	return fits, conjugate(ctx, g, open, b, inverse.solve, opts)
}

// PCGMemory returns the bytes that [PCG] needs at one ridge, besides K̃'s eigenpairs: the vectors of the iteration, a
// tile of K, and two tiles that are not yet garbage-collected.
func PCGMemory(n int) int64 {
	return 8 * (10*int64(n) + 3*int64(min(n, linalg.TileRows(n)))*int64(n))
}

// damping returns λ⁺/(λ⁺+μ).
func damping(values []float64, mu float64) []float64 {
	out := make([]float64, len(values))
	for j, v := range values {
		v = max(0, v)
		out[j] = v / (v + mu)
	}
	return out
}

// conjugate fills in the fits, starting from α = 0. Each is the system (K+μI)·α = b of one column.
func conjugate(
	ctx context.Context, g *model.Gram, fits []*Solution, b []float64, precondition func(dst, x *mat.Dense), opts Options,
) error {
	n, wanted := len(b), opts.check()
	right, fitted := mat.NewDense(n, len(fits), nil), mat.NewDense(n, len(fits), nil)
	for j := range fits {
		right.SetCol(j, b)
	}
	iteration := linalg.Conjugate{
		Mul: func(dst, x *mat.Dense) error { // K·x + x·diag(μ)
			err := g.MulTo(ctx, dst, x)
			for i := range n {
				out, in := dst.RawRowView(i), x.RawRowView(i)
				for j, fit := range fits {
					out[j] += fit.Mu * in[j]
				}
			}
			return err
		},
		Precondition: precondition, Tolerance: wanted, Steps: cmp.Or(opts.Iterations, 500),
	}
	solved, err := iteration.Solve(right)
	if err != nil {
		return err
	}
	if err := g.MulTo(ctx, fitted, solved.X); err != nil {
		return err
	}
	for j, fit := range fits {
		fit.Alpha, fit.Fitted, fit.Iterations = mat.Col(nil, j, solved.X), mat.Col(nil, j, fitted), solved.Steps[j]
		size, rest := 0.0, 0.0
		for i, v := range b {
			size += v * v
			v -= fit.Fitted[i] + fit.Mu*fit.Alpha[i]
			rest += v * v
		}
		if math.IsNaN(rest) || math.IsInf(rest, 0) {
			return &model.DegenerateError{What: "a product with the kernel matrix", Value: rest}
		}
		if size > 0 {
			fit.Residual = math.Sqrt(rest / size)
		}
		switch {
		case solved.Residual[j] > wanted:
			fit.Warnings = append(fit.Warnings, stoppedShort("pcg", solved, j, fit.Residual, wanted))
		case fit.Residual > 10*wanted:
			fit.Warnings = append(fit.Warnings, fmt.Sprintf(
				"rounding errors keep pcg's residual at %.1e, not %.0e: raise mu", fit.Residual, wanted))
		}
	}
	return nil
}

// lowRank is I − Q·diag(s)·Qᵀ for the eigenvectors of an approximation, with shares s of its eigenvalues for each
// column that it is multiplied with.
type lowRank struct {
	near   *model.Decomposition
	shares [][]float64
}

// solve sets dst to the product with x, one group of eigenpairs after the other.
func (l lowRank) solve(dst, x *mat.Dense) {
	_, columns := x.Dims()
	dst.Copy(x)
	from := 0
	for _, group := range l.near.Groups {
		r := len(group.Values)
		if r == 0 {
			continue
		}
		part, rest := x, dst
		if group.Rows != nil {
			part = linalg.Rows(x, group.Rows)
			rest = part
		}
		c := mat.NewDense(r, columns, nil)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, group.Q.RawMatrix(), part.RawMatrix(), 0, c.RawMatrix())
		for k := range r {
			row := c.RawRowView(k)
			for j := range row {
				row[j] *= l.shares[j][from+k]
			}
		}
		from += r
		blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, group.Q.RawMatrix(), c.RawMatrix(), 1, rest.RawMatrix())
		for p, i := range group.Rows {
			dst.SetRow(i, part.RawRowView(p))
		}
	}
}
