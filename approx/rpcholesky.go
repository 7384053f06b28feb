package approx

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// RPCholesky takes at most M steps of an incomplete Cholesky factorisation, each at a row drawn with probability
// proportional to the diagonal of the residual K−K̃, as long as an entry of that is above 1e-12 of the largest of K.
// One step leaves K − K²/tr K in expectation. K̃ is that of nystrom on the pivots: a projection, 0 ⪯ K−K̃ ⪯ K, which
// equals K on the rows and columns of the pivots.
//
// Rows are proposed in blocks, with replacement, by the diagonal at the start of the block, and each is accepted with
// the ratio of its present diagonal entry to that at the start. The pivots then have the distribution of single steps,
// whatever the size of a block, and most work is in matrix products.
//
// Filter = FilterRobust filters a block by columns of K where the paper has those of K^½. The b rows of the block are
// distinct. The one with the largest residual is eliminated first, and so on until less than a b-th of the block's
// initial residual is left; the others are rejected. The pivots do not have the distribution of single steps: with few
// large blocks the method is close to pivoted-cholesky on a sample. It costs O(n·q²) for q steps.
type RPCholesky struct {
	M      int // steps, ≥ 1; clamped to n
	Block  int // rows proposed at a time, ≥ 0; 0: a fifth of the steps taken, and at least 10
	Filter int // FilterRejection or FilterRobust
}

// The choices of RPCholesky's Filter: which of the proposed rows are taken.
const (
	FilterRejection = iota // each with the probability that makes the distribution exact
	FilterRobust           // the largest first, until little is left of the block
)

func rpcholesky() model.Method {
	return method(model.Method{
		Name: "rpcholesky",
		Doc: "randomly pivoted Cholesky\n\n" +
			"K̃ = F·Fᵀ by m steps of Cholesky, each at a row drawn in proportion to the diagonal of K−K̃. Rows are proposed " +
			"in blocks, and some are rejected so that this distribution is exact; filter = robust instead takes the largest " +
			"of a block first, until little of the block is left.\n\n" +
			"The method of choice where nothing is known about the data: it finds small clusters, is not drawn to single " +
			"outliers as pivoted-cholesky is, needs no parameter but m, and costs as much as nystrom. On narrow kernels, " +
			"where the diagonal stays near 1, it is nystrom. The robust filter helps where rows repeat each other and blocks " +
			"are large; elsewhere it gains nothing, and with large blocks it favours outliers.",
		Family: model.Factorisations,
		When:   "where nothing is known about the data; best for small errors",
		Ref: "Chen, Epperly, Tropp and Webber, CPAM 78(5), 2025; Epperly, Tropp and Webber, arXiv 2410.03969 (block " +
			"rejection); Dong, Chen, Martinsson and Pearce, arXiv 2309.16002 (robust filter)",
		Cost:      "n·(m+1)",
		Nests:     always, // the same rows are proposed for every m
		Choosing:  2,
		Landmarks: true,
	}, func(f *RPCholesky, n, d int) model.Memory {
		// It counts F, a tile of new columns, the triangle, and the buffers of a block's products.
		m := min(f.M, n)
		out := eliminationMemory(n, m)
		blocks := linalg.ProductMemory(n, m, m)
		if f.Block > 0 { // F at the rows of a block, negligible by default
			blocks += form.Bytes(f.block(n, m), m+3)
		}
		out.Fit = max(out.Fit, form.Bytes(n, m)+form.TileBytes(n, m)*6/5+form.Bytes(m, m)) + blocks
		out.Streamed += blocks
		return out
	})
}

func (f *RPCholesky) Params() []model.Param {
	return []model.Param{
		model.Budget(&f.M),
		wholeNumber("block-size", &f.Block,
			"rows proposed at a time; 0 = a fifth of the landmarks so far, and at least 10", 0, 1e4, 0),
		choice("filter", &f.Filter,
			"proposed rows that are taken: by rejection, which keeps the distribution exact, or the largest of a block first",
			"rejection", "robust"),
	}
}

// block returns how many of n rows are proposed at a time after some steps.
func (f *RPCholesky) block(n, steps int) int {
	if f.Block == 0 {
		return max(10, steps/5)
	}
	return min(n, f.Block)
}

func (f *RPCholesky) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(rpcholesky(), f, g, rng)
	_, _, warnings := clamped(f.M, 0, g.N())
	e, err := f.eliminate(ctx, g, rng)
	if err != nil {
		return nil, err
	}
	return e.approximation(warnings), nil
}

// eliminate takes the steps, at most M.
func (f *RPCholesky) eliminate(ctx context.Context, g *model.Gram, rng *rand.Rand) (*elimination, error) {
	e, err := newElimination(g, min(f.M, g.N()))
	for err == nil && !e.done() {
		err = f.propose(ctx, e, rng)
	}
	return e, cmp.Or(err, ctx.Err())
}

// propose goes through one block of proposals.
func (f *RPCholesky) propose(ctx context.Context, e *elimination, rng *rand.Rand) error {
	b := f.block(e.g.N(), e.filled)
	if f.Filter == FilterRobust {
		return e.robustBlock(ctx, drawDistinct(e.left, min(b, e.g.N()), rng))
	}
	proposals, u := drawRepeated(e.left, b, rng), make([]float64, b)
	for j := range u {
		u[j] = rng.Float64()
	}
	return e.block(ctx, proposals, u)
}

// block goes through the proposals in order and, while F has free columns, eliminates proposal j if u[j], in [0, 1), is
// below the ratio of its present diagonal entry to that at the start. So the first is always eliminated, and a repeated
// one never again. The elimination runs step by step on the proposed rows, and is then applied to all others at once.
func (e *elimination) block(ctx context.Context, proposals []int, u []float64) error {
	place := map[int]int{}
	var proposed []int
	for _, p := range proposals {
		if _, seen := place[p]; !seen {
			place[p] = len(proposed)
			proposed = append(proposed, p)
		}
	}
	inner := e.restricted(proposed)
	for j, p := range proposals {
		if u[j]*e.left[p] < inner.left[place[p]] && !inner.done() {
			if err := inner.step(place[p]); err != nil {
				return err
			}
		}
	}
	return e.extend(ctx, inner)
}

// robustBlock eliminates distinct proposals, the largest residual first, while F has free columns and
// the sum of their residuals is at least its initial value, which must be positive, over their number.
func (e *elimination) robustBlock(ctx context.Context, proposals []int) error {
	inner := e.restricted(proposals)
	least := floats.Sum(inner.left) / float64(len(proposals))
	for more := true; more; more = !inner.done() && floats.Sum(inner.left) >= least {
		if err := inner.step(floats.MaxIdx(inner.left)); err != nil {
			return err
		}
	}
	return e.extend(ctx, inner)
}

// restricted returns the elimination on some distinct rows of F, with as many columns as they can use.
func (e *elimination) restricted(rows []int) *elimination {
	_, r := e.f.Dims()
	in := &elimination{g: e.g, rows: rows, filled: e.filled, floor: e.floor, left: picked(e.left, rows),
		f: mat.NewDense(len(rows), min(r, e.filled+len(rows)), nil)}
	for k, i := range rows {
		copy(in.f.RawRowView(k), e.f.RawRowView(i)[:e.filled])
	}
	return in
}

// extend applies the steps of an elimination on some rows to all rows. With the pivots A and their
// triangle L, the other rows of the new columns are (K[:, A] − F·F[A, :]ᵀ)·L⁻ᵀ.
func (e *elimination) extend(ctx context.Context, inner *elimination) error {
	from, to := e.filled, inner.filled
	pivots, own := picked(inner.rows, inner.pivots), make([]bool, len(e.left))
	for k, i := range inner.rows {
		own[i] = true
		copy(e.f.RawRowView(i)[from:to], inner.f.RawRowView(k)[from:to])
		e.left[i] = inner.left[k]
	}
	atPivots := linalg.Rows(inner.f, inner.pivots)
	raw := atPivots.Slice(0, to-from, from, to).(*mat.Dense).RawMatrix()
	triangle := blas64.Triangular{N: raw.Rows, Stride: raw.Stride, Uplo: blas.Lower, Diag: blas.NonUnit, Data: raw.Data}
	_, r := e.f.Dims()
	for lo, hi := range linalg.Tiles(len(e.left), linalg.TileRows(r)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		others := slices.DeleteFunc(linalg.Sequence(lo, hi), func(i int) bool { return own[i] })
		if len(others) > 0 {
			e.fill(others, pivots, atPivots, triangle)
		}
	}
	for _, p := range e.pivots { // already reproduced
		clear(e.f.RawRowView(p)[from:to])
	}
	e.pivots, e.filled = append(e.pivots, pivots...), to
	n, _ := e.f.Dims()
	return form.CheckFinite(e.f.Slice(0, n, from, to).(*mat.Dense))
}

// fill computes the new columns of F at some rows. triangle is that of the pivots.
func (e *elimination) fill(rows, pivots []int, atPivots *mat.Dense, triangle blas64.Triangular) {
	b := len(pivots)
	c := mat.NewDense(len(rows), b, nil)
	e.g.Block(c, rows, pivots)
	if e.filled > 0 {
		left := linalg.Selected(e.f.Slice(0, len(e.left), 0, e.filled).(*mat.Dense), rows)
		right := atPivots.Slice(0, b, 0, e.filled).(*mat.Dense)
		blas64.Gemm(blas.NoTrans, blas.Trans, -1, left.RawMatrix(), right.RawMatrix(), 1, c.RawMatrix())
	}
	blas64.Trsm(blas.Right, blas.Trans, 1, triangle, c.RawMatrix())
	for k, i := range rows {
		row := c.RawRowView(k)
		copy(e.f.RawRowView(i)[e.filled:], row)
		e.subtract(i, floats.Dot(row, row))
	}
}
