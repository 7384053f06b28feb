package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	nestBlock = 64    // columns by which a projection grows at a time
	nestNoise = 1e-15 // jitter for each column before, relative to the largest diagonal entry: some rounding errors
)

// projectionNest is the projection of K on the columns K·s₁, K·s₂, … of a sketch, K̃ = F·Fᵀ at some rows. With SᵀKS =
// LLᵀ by Cholesky's method, F = K·S·L⁻ᵀ: more columns of S add rows to L and columns to F. The order is that of the draws. Without
// pivoting, a column that depends on those before up to rounding errors would spoil all that come after it. So LLᵀ is SᵀKS plus a
// jitter above these errors on the diagonal, and columns whose pivot is below the jitter are left out.
type projectionNest struct {
	g    *model.Gram
	draw func() []form.Entry // the next column of S

	sketch  form.Sparse // independent columns of S
	kept    []int       // their numbers among all columns
	drawn   int         // columns of S
	largest float64     // diagonal entry of SᵀKS
	l       *mat.Dense  // lower triangle; nil for no columns

	rows []int
	f    *mat.Dense // len(rows)×len(kept); nil for no columns or rows
}

func (p *projectionNest) Features(ctx context.Context, m int, rows []int) (*mat.Dense, float64, error) {
	m = min(m, p.g.N())
	for p.drawn < m {
		if err := p.grow(ctx, min(nestBlock, m-p.drawn)); err != nil {
			return nil, 0, err
		}
	}
	if len(rows) > len(p.rows) {
		if err := p.addRows(ctx, rows[len(p.rows):]); err != nil {
			return nil, 0, err
		}
	}
	q := sort.SearchInts(p.kept, m)
	if q == 0 {
		return mat.NewDense(len(rows), 1, nil), 1, nil
	}
	return p.f.Slice(0, len(rows), 0, q).(*mat.Dense), 1, nil
}

// addRows computes F at more rows.
func (p *projectionNest) addRows(ctx context.Context, rows []int) error {
	p.rows = append(p.rows, rows...)
	if p.l == nil {
		return nil
	}
	part, err := p.columns(ctx, p.sketch, rows)
	if err != nil {
		return err
	}
	blas64.Trsm(blas.Right, blas.Trans, 1, lower(p.l, 0), part.RawMatrix())
	p.f = appended(p.f, part, (*mat.Dense).Stack)
	return nil
}

// addColumns computes the columns of F after the first q.
func (p *projectionNest) addColumns(ctx context.Context, q int) error {
	if len(p.rows) == 0 {
		return nil
	}
	part, err := p.columns(ctx, p.sketch[q:], p.rows)
	if err != nil {
		return err
	}
	all := len(p.kept)
	if q > 0 {
		blas64.Gemm(blas.NoTrans, blas.Trans, -1, p.f.RawMatrix(), p.l.Slice(q, all, 0, q).(*mat.Dense).RawMatrix(), 1, part.RawMatrix())
	}
	blas64.Trsm(blas.Right, blas.Trans, 1, lower(p.l, q), part.RawMatrix())
	p.f = appended(p.f, part, (*mat.Dense).Augment)
	return nil
}

// lower returns the lower triangle of l from row and column q on.
func lower(l *mat.Dense, q int) blas64.Triangular {
	raw := l.RawMatrix()
	return blas64.Triangular{N: raw.Rows - q, Stride: raw.Stride, Uplo: blas.Lower, Diag: blas.NonUnit, Data: raw.Data[q*raw.Stride+q:]}
}

// columns returns (K·S)[rows] for columns S.
func (p *projectionNest) columns(ctx context.Context, s form.Sparse, rows []int) (*mat.Dense, error) {
	used, local := s.Local()
	return local.Product(ctx, p.g, rows, used)
}

// grow draws b columns of S, and adds those that are independent to L and F.
func (p *projectionNest) grow(ctx context.Context, b int) error {
	more := make(form.Sparse, b)
	for j := range more {
		more[j] = p.draw()
	}
	q := len(p.kept)
	used, local := append(p.sketch[:q:q], more...).Local()
	ks, err := p.columns(ctx, more, used)
	if err != nil {
		return err
	}
	core := mat.NewDense(b, q+b, nil) // SᵀKS in the new rows
	local.Times(core, mat.DenseCopyOf(ks.T()))
	for j := range b {
		p.largest = max(p.largest, core.At(j, q+j))
	}
	if q > 0 {
		blas64.Trsm(blas.Right, blas.Trans, 1, lower(p.l, 0), core.Slice(0, b, 0, q).(*mat.Dense).RawMatrix())
	}
	independent := factorised(core, p.largest*max(form.PivotTolerance, nestNoise*float64(q+b)))
	for _, j := range independent {
		p.kept, p.sketch = append(p.kept, p.drawn+j), append(p.sketch, more[j])
	}
	p.drawn += b
	if len(independent) == 0 {
		return nil
	}
	all := len(p.kept)
	l := mat.NewDense(all, all, nil)
	if q > 0 {
		l.Slice(0, q, 0, q).(*mat.Dense).Copy(p.l)
	}
	for k, j := range independent {
		copy(l.RawRowView(q+k), core.RawRowView(j)[:all])
	}
	p.l = l
	return p.addColumns(ctx, q)
}

// factorised overwrites rows of [L₂₁ A₂₂], b×(q+b), with the rows [L₂₁ L₂₂ 0] of a triangle for those whose pivot is above
// jitter, and returns their numbers; L₂₂ has a column for each of them. Jitter is added to the diagonal of A₂₂.
func factorised(rows *mat.Dense, jitter float64) (independent []int) {
	b, width := rows.Dims()
	q := width - b
	for j := range b {
		row := rows.RawRowView(j)
		pivot := row[q+j] - floats.Dot(row[:q], row[:q])
		own := make([]float64, 0, len(independent)+1)
		for _, i := range independent {
			other := rows.RawRowView(i)
			k := len(own)
			own = append(own, (row[q+i]-floats.Dot(row[:q], other[:q])-floats.Dot(own, other[q:q+k]))/other[q+k])
			pivot -= own[k] * own[k]
		}
		if pivot > jitter {
			clear(row[q+copy(row[q:], append(own, math.Sqrt(pivot+jitter))):])
			independent = append(independent, j)
		}
	}
	return independent
}

// fourierNest is K̃ of frequencies w₁, w₂, … at some rows x: F has the columns cos w₁·x, sin w₁·x, cos w₂·x, and so on.
type fourierNest struct {
	g     *model.Gram
	rng   *rand.Rand
	w     []*mat.Dense // groups of frequencies, in the order of the draws
	drawn int          // frequencies

	rows []int
	f    *mat.Dense
}

func (p *fourierNest) Features(ctx context.Context, m int, rows []int) (*mat.Dense, float64, error) {
	h := (m + 1) / 2
	_, d := p.g.X().Dims()
	if more := h - p.drawn; more > 0 {
		w := mat.NewDense(more, d, nil)
		p.g.Kernel().(model.Spectral).Frequencies(w, p.rng)
		p.w, p.drawn = append(p.w, w), h
		if len(p.rows) > 0 {
			p.f = appended(p.f, p.features(w, p.rows), (*mat.Dense).Augment)
		}
	}
	if known := len(p.rows); len(rows) > known {
		p.rows = append(p.rows, rows[known:]...)
		var part *mat.Dense
		for _, w := range p.w {
			part = appended(part, p.features(w, rows[known:]), (*mat.Dense).Augment)
		}
		p.f = appended(p.f, part, (*mat.Dense).Stack)
	}
	return p.f.Slice(0, len(rows), 0, 2*h).(*mat.Dense), 1 / float64(h), ctx.Err()
}

// features returns the columns of F for frequencies w at some rows.
func (p *fourierNest) features(w *mat.Dense, rows []int) *mat.Dense {
	h, _ := w.Dims()
	apart := mat.NewDense(len(rows), 2*h, nil)
	model.FourierFeaturesTo(apart, linalg.Rows(p.g.X(), rows), w, float64(h)*p.g.Kernel().Diagonal())
	f := mat.NewDense(len(rows), 2*h, nil)
	for i := range rows {
		from, to := apart.RawRowView(i), f.RawRowView(i)
		for j := range h {
			to[2*j], to[2*j+1] = from[j], from[h+j]
		}
	}
	return f
}

// appended returns a and b as one matrix, by Augment or Stack; b if a is nil.
func appended(a, b *mat.Dense, by func(dst *mat.Dense, a, b mat.Matrix)) *mat.Dense {
	if a == nil {
		return b
	}
	var out mat.Dense
	by(&out, a, b)
	return &out
}
