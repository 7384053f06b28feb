package learn

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Blocks is the regression of [Ridge] on a block-diagonal K̃. It factorises each block K_s+μI by Cholesky, which is
// faster than [Ridge] for a few ridges and slower for many. Blocks is safe for concurrent use.
type Blocks struct {
	Offset float64 // ȳ

	a      model.BlockDiagonal
	y      []float64
	centre []float64 // y−ȳ
	bound  float64   // upper bound of λ₁: the largest 1-norm of a block

	mu    sync.Mutex
	pairs *Ridge // on the eigenpairs; nil until byEigenpairs needs them
}

// NewBlocks returns the regression of the finite targets y, one for each row. y must not change
// afterwards. It costs O(Σn_s²).
func NewBlocks(a model.BlockDiagonal, y []float64) *Blocks {
	b := &Blocks{a: a, y: y}
	b.Offset, b.centre = Centred(y)
	rows := 0
	for _, block := range a.Blocks() {
		b.bound = max(b.bound, mat.Norm(block.K, 1))
		rows += len(block.Rows)
	}
	checkLength("targets", len(y), rows)
	return b
}

// Bytes returns the memory of the regression and of K̃, without eigenpairs.
func (b *Blocks) Bytes() int64 { return b.a.Bytes() + 16*int64(len(b.y)) }

// At returns the regression at ridge μ ≥ 0, in O(Σn_s³). If K̃+μI is too badly conditioned for Cholesky,
// it takes the eigenpairs of the blocks. The error is a *model.SingularError as from [Ridge.At], or the context's.
func (b *Blocks) At(ctx context.Context, mu float64) (*Fit, error) {
	checkSize("a ridge mu", mu)
	if b.bound <= wellConditioned*mu {
		if fit, err := b.byCholesky(ctx, mu); fit != nil || err != nil {
			return fit, err
		}
	}
	return b.byEigenpairs(ctx, mu)
}

// byEigenpairs returns the same as At, from the eigenpairs of the blocks. They are computed in the first call;
// further ridges cost O(Σn_s²) each.
func (b *Blocks) byEigenpairs(ctx context.Context, mu float64) (*Fit, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pairs == nil {
		pairs, err := b.a.Decompose(ctx)
		if err != nil {
			return nil, err
		}
		b.pairs = NewRidge(pairs, b.y)
	}
	fit, err := b.pairs.At(mu)
	if err != nil {
		return nil, err
	}
	fit.Coefficients = b.pairs.d.Weights(fit.Coefficients)
	return fit, nil
}

// byCholesky returns nil if K̃+μI is not positive definite to working precision.
func (b *Blocks) byCholesky(ctx context.Context, mu float64) (*Fit, error) {
	blocks, n := b.a.Blocks(), float64(len(b.y))
	hats := make([]blockHat, len(blocks))
	inverse := make([]float64, len(b.y)) // the diagonal of (K̃+μI)⁻¹
	failed := make([]error, len(blocks))
	linalg.Parallel(len(blocks), func(lo, hi int) {
		for s := lo; s < hi; s++ {
			hats[s], failed[s] = hatOf(ctx, blocks[s], mu, inverse)
		}
	})
	fit := &Fit{Mu: mu, offset: b.Offset}
	for s, err := range failed {
		if err != nil || hats[s].factor.N == 0 {
			return nil, err
		}
		fit.DF += hats[s].trace
		fit.squares += hats[s].squares
	}
	solve := func(x []float64) []float64 { // block after block
		out := make([]float64, 0, len(x))
		for s, block := range blocks {
			var part []float64
			for _, i := range block.Rows {
				part = append(part, x[i])
			}
			out = append(out, solved(hats[s].factor, part)...)
		}
		return out
	}
	fit.lost = func(x []float64) []float64 {
		out := solve(x)
		floats.Scale(mu, out)
		return out
	}
	fit.Coefficients = solve(b.centre)
	// y−ŷ = μα, and 1−Hᵢᵢ = μ(K̃+μI)⁻¹ᵢᵢ.
	fit.Fitted = slices.Clone(b.y)
	free, sum, place := 0.0, 0.0, 0
	for _, block := range blocks {
		for _, i := range block.Rows {
			alpha := fit.Coefficients[place]
			fit.Fitted[i] -= mu * alpha
			free += mu * inverse[i]
			sum += math.Pow(alpha/inverse[i], 2)
			place++
		}
	}
	fit.LOO = ratio(sum, n)
	fit.GCV = ratio(n*math.Pow(mu*floats.Norm(fit.Coefficients, 2)/free, 2), 1)
	return fit, nil
}

// blockHat describes one block H_s = K_s(K_s+μI)⁻¹ of the hat matrix.
type blockHat struct {
	factor         blas64.Triangular // U with UᵀU = K_s+μI; empty if that is not positive definite
	trace, squares float64           // tr H_s and ‖H_s‖_F²
}

// hatOf factorises a block of K̃+μI, and writes the diagonal of the block's inverse to diagonal.
func hatOf(ctx context.Context, block model.Block, mu float64, diagonal []float64) (h blockHat, err error) {
	n := len(block.Rows)
	shifted := mat.DenseCopyOf(block.K)
	a := mat.NewSymDense(n, shifted.RawMatrix().Data)
	linalg.AddRidge(a, mu)
	factor, ok, err := linalg.CholeskyInPlace(ctx, a)
	if !ok || err != nil {
		return h, err
	}
	h.factor = factor.RawTriangular()
	inverse := mat.DenseCopyOf(shifted)
	u := h.factor
	u.Data = inverse.RawMatrix().Data
	lapack64.Potri(u)
	linalg.Mirror(inverse)
	for p, i := range block.Rows {
		row := linalg.Vector(inverse.RawRowView(p))
		diagonal[i] = row.Data[p]
		kept := blas64.Dot(linalg.Vector(block.K.RawRowView(p)), row) // 1 − μ(K_s+μI)⁻¹ᵢᵢ, which would cancel for a large μ
		h.trace += kept
		h.squares += kept*kept + mu*mu*(blas64.Dot(row, row)-row.Data[p]*row.Data[p])
	}
	return h, ctx.Err()
}
