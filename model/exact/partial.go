package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	partialRows  = 16384 // maximum number of rows of the partial factorisation
	partialRank  = 1024  // maximum number of columns; rows and columns take 128 MB
	partialBlock = 64    // pivots drawn at a time
)

// partial is an incomplete Cholesky factorisation K ≈ LLᵀ of all rows, or of a sample. Its pivots are
// drawn by the diagonal of the residual (Chen, Epperly, Tropp and Webber 2025, block RPCholesky). LLᵀ is
// Nyström's approximation on the pivots, and the residual is R = K−LLᵀ ⪰ 0. Hence
//
//	λᵢ(LLᵀ) ≤ λᵢ(K),  Σᵢ λᵢ(K)−λᵢ(LLᵀ) = tr R,
//
// so K's leading eigenvalues are known if R is small. Above partialRows rows a sample of t rows
// represents all: eigenvalues and traces are scaled by n/t, which has a relative error of about 1/√t.
type partial struct {
	n      int
	rows   []int      // t rows; the rows of the sampled block come first
	l      *mat.Dense // t×c
	values []float64  // eigenvalues of LLᵀ, descending, scaled to n rows
	v      *mat.Dense // c×c: the eigenvectors of LᵀL, in the same order
	trace  float64    // tr R, scaled to n rows
	whole  float64    // tr K of the t rows
	lost   float64    // rounding error of tr LLᵀ + tr R − tr K, scaled to n rows
	norm   Estimate   // ‖K‖_F
	rest   Estimate   // ‖R‖_F/‖K‖_F

	// indefinite says that ‖R‖_F is above tr R on the sampled block: then R is not positive semi-definite, and neither
	// is K.
	indefinite bool

	largest Estimate // λ₁(K)
}

// sampling returns the relative standard error of figures that are scaled from t to n rows.
func (p *partial) sampling() float64 {
	t := float64(len(p.rows))
	return math.Sqrt((1 - t/float64(p.n)) / t)
}

// partialFactor computes the factorisation in the first call: t·c entries of K and O(t·c²), which is the
// same for all n above partialRows.
func (r *Reference) partialFactor(ctx context.Context) (partial, error) {
	return r.partial.get(ctx, func() (p partial, err error) {
		b, err := r.sampleBlock(ctx)
		if err != nil {
			return p, err
		}
		p = partial{n: b.n, rows: model.SampleRows(b.n, partialRows, r.rng(3)), norm: b.norm}
		diag, err := r.factorise(ctx, &p)
		if err != nil {
			return p, err
		}
		t, c := p.l.Dims()
		scale := float64(p.n) / float64(t)
		u := mat.NewVecDense(t, nil)
		u.MulVec(p.l, p.v.ColView(0)) // √λ₁·u₁
		first := 0.0                  // u₁ᵀ·diag(R)·u₁
		for i, d := range diag {
			p.trace += scale * d
			first += d * u.AtVec(i) * u.AtVec(i) / p.values[0]
		}
		floats.Scale(scale, p.values)
		p.lost = math.Abs(inOrder(p.values) + p.trace - scale*p.whole)
		known := p.l.Slice(0, len(b.rows), 0, c) // the sampled rows come first
		var a mat.Dense
		a.Mul(known, known.T())
		p.rest = b.errorOf(&a)
		a.Sub(b.k, &a)
		p.indefinite = mat.Norm(&a, 2) > max(0, mat.Trace(&a))+1e-9*mat.Norm(b.k, 2)
		p.largest = p.leading(first)
		return p, ctx.Err()
	})
}

// factorise sets L, its eigenpairs, which are not scaled, and tr K for the rows, and returns the diagonal of R.
func (r *Reference) factorise(ctx context.Context, p *partial) (diag []float64, err error) {
	t := len(p.rows)
	for _, row := range p.rows {
		diag = append(diag, r.diag[row])
	}
	p.whole = inOrder(diag)
	most := min(partialRank, (t+1)/2)
	l, c, rng := mat.NewDense(t, most, nil), 0, r.rng(10)
	for c < most {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		pivots := draw(diag, min(partialBlock, most-c), 1e-13*p.whole, rng)
		if len(pivots) == 0 {
			break
		}
		c += r.addColumns(p.rows, l, c, pivots, diag)
	}
	c = max(1, c)
	p.l = l.Slice(0, t, 0, c).(*mat.Dense)
	gram := mat.NewSymDense(c, nil)
	if err := linalg.Syrk(ctx, blas.Trans, 1, p.l.RawMatrix(), 0, gram.RawSymmetric()); err != nil {
		return nil, err
	}
	p.values, p.v, err = linalg.Leading(ctx, gram, c)
	clamp(p.values)
	return diag, err
}

// addColumns factorises the columns of R at the pivots, and returns the number of numerically independent ones.
func (r *Reference) addColumns(rows []int, l *mat.Dense, c int, pivots []int, diag []float64) int {
	t, q := len(rows), len(pivots)
	at := make([]int, q)
	for j, p := range pivots {
		at[j] = rows[p]
	}
	columns := mat.NewDense(t, q, nil)
	r.gram.Block(columns, rows, at)
	if c > 0 {
		known := l.Slice(0, t, 0, c).(*mat.Dense)
		atPivots := linalg.Rows(known, pivots).RawMatrix()
		blas64.Gemm(blas.NoTrans, blas.Trans, -1, known.RawMatrix(), atPivots, 1, columns.RawMatrix())
	}
	core, largest := linalg.Symmetric(linalg.Rows(columns, pivots)), 0.0
	for j := range q {
		largest = max(largest, core.At(j, j))
	}
	u, order := linalg.Pivoted(core, 1e-8*largest)
	triangle := blas64.Triangular{N: u.Rows, Stride: u.Stride, Uplo: blas.Upper, Diag: blas.NonUnit, Data: u.Data}
	part := l.Slice(0, t, c, c+max(1, u.Rows)).(*mat.Dense)
	linalg.Parallel(t, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for j := range u.Rows {
				part.Set(i, j, columns.At(i, order[j]))
			}
		}
	})
	blas64.Trsm(blas.Right, blas.NoTrans, 1, triangle, part.RawMatrix())
	for i := range t {
		row := linalg.Vector(part.RawRowView(i)[:u.Rows])
		diag[i] = max(0, diag[i]-blas64.Dot(row, row))
	}
	for _, p := range pivots {
		diag[p] = 0
	}
	return u.Rows
}

// draw draws at most count distinct indices with probabilities proportional to their weights. It draws
// none if the sum of the weights is at most least.
func draw(weights []float64, count int, least float64, rng *rand.Rand) []int {
	sums := make([]float64, len(weights))
	sum := 0.0
	for i, w := range weights {
		sum += w
		sums[i] = sum
	}
	if !(sum > least) {
		return nil
	}
	var out []int
	for range count {
		i := sort.SearchFloat64s(sums, sum*rng.Float64())
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}
