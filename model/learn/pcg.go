package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	pcgTolerance  = 1e-9
	pcgIterations = 500
)

// PCGOptions say when [PCG] stops. The zero value is ready to use.
type PCGOptions struct {
	Tolerance  float64 // what ‖b − (K+μI)α‖ must fall to, relative to ‖b‖, below 1; 0: 1e-9
	Iterations int     // at most, each a product with K; 0: 500
}

func (o PCGOptions) tolerance() float64 { return cmp.Or(o.Tolerance, pcgTolerance) }

func (o PCGOptions) iterations() int { return cmp.Or(o.Iterations, pcgIterations) }

// PCGFit is the solution of [PCG] at one ridge, for t targets.
type PCGFit struct {
	Mu         float64
	Err        error      // a *model.SingularError where μ is lost in the rounding errors of K; there is nothing else then
	Alpha      *mat.Dense // n×t
	Fitted     *mat.Dense // K·α, n×t
	Iterations int        // of conjugate gradients, of the target that took most
	Residual   float64    // ‖b − (K+μI)α‖/‖b‖ at the end, computed anew, of the worst target
	Warnings   []string   // where it has not converged
}

// PCG is kernel ridge regression with K itself, (K+μI)·α = b, at several ridges and for
// the t columns of b by conjugate gradients, preconditioned by an approximation K̃:
//
//	P = K̃ + μI,  μ·P⁻¹ = I − Q·diag(λ⁺/(λ⁺+μ))·Qᵀ
//
// with K̃ = Q·diag(λ)·Qᵀ and λ⁺ = max(0, λ). b, n×t, is centred by the caller and
// finite. For 0 ⪯ K̃ ⪯ K, which projections on landmarks are, the condition of
// P⁻¹(K+μI) is at most 1 + ‖K−K̃‖₂/μ: below 28 in the mean for a Gaussian sketch
// of 2⌈1.5·d_eff(μ)⌉+1 columns (Frangella, Tropp and Udell, SIAM J. Matrix Anal. Appl.
// 44, 2023, who put λᵣ+μ in place of P's μ on what is orthogonal to Q), and bounded for
// randomly pivoted Cholesky once its rank is that where K's remaining eigenvalues add up
// to about μ (Díaz, Epperly, Frangella, Tropp and Webber, arXiv 2304.12465). Any other
// K̃ changes how fast it converges, and nothing else.
//
// All ridges and targets go at the same time and share the products with K, which is
// read in tiles and never held: O(n²) for each, or less than the kernel's entries
// cost; PCGMemory says what it holds. It is the wrong choice where K can be factorised, for
// n of some thousands and few ridges; for a μ so small that no K̃ of an affordable rank
// comes near K+μI, where it ends with a warning; and where the regression on K̃
// is good enough.
//
// A kernel that overflows is a *model.DegenerateError. Wrong shapes, no ridge and a
// negative one panic.
func PCG(ctx context.Context, g *model.Gram, near *model.Decomposition, b *mat.Dense, mus []float64, opts PCGOptions) ([]PCGFit, error) {
	n, targets := b.Dims()
	checkPCG(g.N(), near.N, n, mus, opts)
	scale, err := leastNorm(g, near)
	if err != nil {
		return nil, err
	}
	fits, s := make([]PCGFit, len(mus)), &pcg{g: g, near: near, targets: targets}
	for i, mu := range mus {
		fits[i].Mu = mu
		if mu <= eps*scale {
			fits[i].Err = &model.SingularError{Mu: mu, Condition: scale / mu, Usable: 1.001 * eps * scale}
			continue
		}
		for range targets {
			s.mus = append(s.mus, mu)
		}
		// A jitter in P makes the iteration slower and leaves its solution.
		s.damp = append(s.damp, damping(near.Values(), max(mu, float64(n)*eps*scale)))
	}
	if len(s.mus) == 0 {
		return fits, nil
	}
	solved, err := s.solve(ctx, b, opts)
	if err != nil {
		return nil, err
	}
	at := 0
	for i := range fits {
		if fits[i].Err == nil {
			solved.into(&fits[i], at, at+targets, opts)
			at += targets
		}
	}
	return fits, nil
}

// PCGMemory is what [PCG] takes for b columns, ridges times targets, beside K̃'s
// eigenpairs: the vectors of the iteration, a tile of K, and two from earlier products
// that the collector has not come to.
func PCGMemory(n, b int) int64 {
	return 8 * (9*int64(n)*int64(b) + 3*int64(min(n, linalg.TileRows(n)))*int64(n))
}

// leastNorm is a lower bound on ‖K‖₂, near it for a K̃ that is near K.
func leastNorm(g *model.Gram, near *model.Decomposition) (float64, error) {
	diagonal := make([]float64, g.N())
	g.View().Diag(diagonal)
	most := floats.Max(diagonal)
	if sum := floats.Sum(diagonal); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return 0, &model.DegenerateError{What: "the trace of the kernel matrix", Value: sum}
	}
	return max(most, near.Largest()), nil
}

// damping are λ⁺/(λ⁺+μ).
func damping(values []float64, mu float64) []float64 {
	out := make([]float64, len(values))
	for j, v := range values {
		v = max(0, v)
		out[j] = v / (v + mu)
	}
	return out
}

// pcg are the systems (K+μI)·α = b of several ridges, as columns: the targets of the
// first ridge, of the second and so on.
type pcg struct {
	g       *model.Gram
	near    *model.Decomposition
	targets int
	mus     []float64   // of a column
	damp    [][]float64 // of a ridge
}

// pcgSolution is what solve gives, a column each.
type pcgSolution struct {
	*linalg.Conjugated
	fitted *mat.Dense // K·α
	anew   []float64  // relative residual, computed anew
}

// solve goes from α = 0 on.
func (s *pcg) solve(ctx context.Context, b *mat.Dense, opts PCGOptions) (*pcgSolution, error) {
	n, targets := b.Dims()
	right := mat.NewDense(n, len(s.mus), nil)
	for j := 0; j < len(s.mus); j += targets {
		right.Slice(0, n, j, j+targets).(*mat.Dense).Copy(b)
	}
	iteration := linalg.Conjugate{
		Mul:          func(dst, x *mat.Dense) error { return s.multiply(ctx, dst, x) },
		Precondition: s.precondition, Tolerance: opts.tolerance(), Steps: opts.iterations(),
	}
	solved, err := iteration.Solve(right)
	if err != nil {
		return nil, err
	}
	out := &pcgSolution{Conjugated: solved, fitted: mat.NewDense(n, len(s.mus), nil), anew: make([]float64, len(s.mus))}
	if err := s.g.MulTo(ctx, out.fitted, solved.X); err != nil {
		return nil, err
	}
	for j, mu := range s.mus {
		size, rest := 0.0, 0.0
		for i := range n {
			v := right.At(i, j)
			size += v * v
			v -= out.fitted.At(i, j) + mu*solved.X.At(i, j)
			rest += v * v
		}
		if math.IsNaN(rest) || math.IsInf(rest, 0) {
			return nil, &model.DegenerateError{What: "a product with the kernel matrix", Value: rest}
		}
		if size > 0 {
			out.anew[j] = math.Sqrt(rest / size)
		}
	}
	return out, nil
}

// multiply is dst = K·x + x·diag(μ).
func (s *pcg) multiply(ctx context.Context, dst, x *mat.Dense) error {
	if err := s.g.MulTo(ctx, dst, x); err != nil {
		return err
	}
	n, _ := x.Dims()
	for i := range n {
		out, in := dst.RawRowView(i), x.RawRowView(i)
		for j, mu := range s.mus {
			out[j] += mu * in[j]
		}
	}
	return nil
}

// precondition is dst = μ·P⁻¹·x, group by group.
func (s *pcg) precondition(dst, x *mat.Dense) {
	dst.Copy(x)
	from := 0
	for _, group := range s.near.Groups {
		r := len(group.Values)
		if r == 0 {
			continue
		}
		part := x
		if group.Rows != nil {
			part = linalg.Rows(x, group.Rows)
		}
		c := mat.NewDense(r, len(s.mus), nil)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, group.Q.RawMatrix(), part.RawMatrix(), 0, c.RawMatrix())
		for k := range r {
			row := c.RawRowView(k)
			for j := range row {
				row[j] *= s.damp[j/s.targets][from+k]
			}
		}
		from += r
		if group.Rows == nil {
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, group.Q.RawMatrix(), c.RawMatrix(), 1, dst.RawMatrix())
			continue
		}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, group.Q.RawMatrix(), c.RawMatrix(), 1, part.RawMatrix())
		for p, i := range group.Rows {
			dst.SetRow(i, part.RawRowView(p))
		}
	}
}

// into fills in a ridge from its columns.
func (s *pcgSolution) into(fit *PCGFit, from, to int, opts PCGOptions) {
	n, _ := s.X.Dims()
	fit.Alpha = mat.DenseCopyOf(s.X.Slice(0, n, from, to))
	fit.Fitted = mat.DenseCopyOf(s.fitted.Slice(0, n, from, to))
	fit.Iterations = slices.Max(s.Steps[from:to])
	fit.Residual = slices.Max(s.anew[from:to])
	switch wanted := opts.tolerance(); {
	case slices.Max(s.Residual[from:to]) > wanted:
		fit.Warnings = append(fit.Warnings, fmt.Sprintf(
			"pcg stopped after %d iterations at a residual of %.1e, not %.0e: take more landmarks, raise mu or allow more iterations",
			fit.Iterations, fit.Residual, wanted))
	case fit.Residual > 10*wanted:
		fit.Warnings = append(fit.Warnings, fmt.Sprintf(
			"rounding errors held pcg's residual at %.1e, not %.0e: raise mu", fit.Residual, wanted))
	}
}

func checkPCG(n, near, rows int, mus []float64, opts PCGOptions) {
	checkLength("rows of the approximation", near, n)
	checkLength("targets", rows, n)
	if len(mus) == 0 {
		panic("learn: PCG without a ridge")
	}
	for _, mu := range mus {
		checkMu(mu)
	}
	if !(opts.Tolerance >= 0 && opts.Tolerance < 1) || opts.Iterations < 0 {
		panic(fmt.Sprintf("learn: PCG with tolerance %v and %d iterations", opts.Tolerance, opts.Iterations))
	}
}
