package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// eps is the spacing of float64 at 1.
const eps = 0x1p-52

// pivotTolerance is the pivot, relative to the largest diagonal entry of K_MM, at
// which the remaining landmarks count as dependent on those before: that of
// package approx, for the same K̃.
const pivotTolerance = 1e-12

// preconditioner is B = T⁻¹A⁻¹ for the independent ones of m landmarks, r of them,
// in the order of the pivots:
//
//	K_MM[order, order] = TᵀT.
//
// A, upper triangular, is the solver's: AᵀA is near T⁻ᵀ·K_nMᵀK_nM·T⁻¹ + μI.
type preconditioner struct {
	order  []int // positions in the list of landmarks, the independent ones
	t, a   blas64.Triangular
	pivots []int          // all positions, the independent ones first
	factor blas64.General // R, r×m: the pivoted factor of all K_MM, of which T is the left part
}

// independent factorises K_MM, m×m, which is overwritten.
func independent(core *mat.SymDense) (*preconditioner, error) {
	m := core.SymmetricDim()
	largest := 0.0
	for i := range m {
		for j := i; j < m; j++ {
			if v := core.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, &model.DegenerateError{What: "an entry of the kernel matrix", Value: v}
			}
		}
		largest = max(largest, core.At(i, i))
	}
	if largest == 0 {
		return &preconditioner{}, nil
	}
	factor, order := linalg.Pivoted(core, pivotTolerance*largest)
	r := factor.Rows
	t := mat.NewDense(r, r, nil)
	for i := range r {
		copy(t.RawRowView(i)[i:], factor.Data[i*factor.Stride+i:i*factor.Stride+r])
	}
	return &preconditioner{order: order[:r], pivots: order, factor: factor, t: upper(t)}, nil
}

// weighted is R·diag(1/π)^½, r×m: what K_nM carries of the landmarks that were left out
// stays in it.
func (p *preconditioner) weighted(inverseWeight []float64) *mat.Dense {
	r, m := p.factor.Rows, p.factor.Cols
	out := mat.NewDense(r, m, nil)
	for i := range r {
		row := p.factor.Data[i*p.factor.Stride : i*p.factor.Stride+m]
		for j := i; j < m; j++ {
			out.Set(i, j, row[j]*math.Sqrt(inverseWeight[p.pivots[j]]))
		}
	}
	return out
}

// innerFactor is A of AᵀA = W·Wᵀ + μI for W, r×m.
func innerFactor(ctx context.Context, weighted *mat.Dense, mu float64) (blas64.Triangular, error) {
	r, m := weighted.Dims()
	inner := mat.NewSymDense(r, nil)
	if err := linalg.Syrk(ctx, blas.NoTrans, 1, weighted.RawMatrix(), 0, inner.RawSymmetric()); err != nil {
		return blas64.Triangular{}, err
	}
	scale := 0.0
	for i := range r {
		scale = max(scale, inner.At(i, i))
	}
	// The matrix has about the eigenvalues of K, and scale is no more than the
	// largest.
	singular := &model.SingularError{Mu: mu, Condition: scale / mu, Usable: eps * scale}
	if mu <= singular.Usable {
		return blas64.Triangular{}, singular
	}
	// A jitter in A makes the iteration slower and leaves its solution.
	shift := max(mu, float64(m)*eps*scale)
	for i := range r {
		inner.SetSym(i, i, inner.At(i, i)+shift)
	}
	a, ok, err := linalg.CholeskyInPlace(ctx, inner)
	if err != nil {
		return blas64.Triangular{}, err
	}
	if !ok {
		return blas64.Triangular{}, singular
	}
	return a.RawTriangular(), nil
}

func upper(t *mat.Dense) blas64.Triangular {
	r, _ := t.Dims()
	return blas64.Triangular{N: r, Stride: r, Uplo: blas.Upper, Diag: blas.NonUnit, Data: t.RawMatrix().Data}
}

// rank is r.
func (p *preconditioner) rank() int { return len(p.order) }

// solve is v ← B·v.
func (p *preconditioner) solve(v []float64) {
	p.solveInner(v)
	p.solveOuter(v)
}

// solveTransposed is v ← Bᵀ·v.
func (p *preconditioner) solveTransposed(v []float64) {
	p.solveOuterTransposed(v)
	p.solveInnerTransposed(v)
}

func (p *preconditioner) solveInner(v []float64)           { blas64.Trsv(blas.NoTrans, p.a, vector(v)) }
func (p *preconditioner) solveInnerTransposed(v []float64) { blas64.Trsv(blas.Trans, p.a, vector(v)) }
func (p *preconditioner) solveOuter(v []float64)           { blas64.Trsv(blas.NoTrans, p.t, vector(v)) }
func (p *preconditioner) solveOuterTransposed(v []float64) { blas64.Trsv(blas.Trans, p.t, vector(v)) }

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }
