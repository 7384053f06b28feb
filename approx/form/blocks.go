package form

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// partition divides the rows into groups. Every row is in exactly one group.
type partition struct {
	base
	members [][]int // rows of each group, ascending
	owner   []int   // group of each row
	place   []int   // position of each row within its group

	centres *mat.Dense           // means of the groups' points, or of other coordinates of these, see Within
	space   *model.PredictorPart // of the centres; nil for the points' coordinates
}

func newPartition(g *model.Gram, members [][]int, warnings []string) partition {
	n := g.N()
	p := partition{base: newBase(g, nil, warnings), members: members, owner: make([]int, n), place: make([]int, n),
		centres: means(g.X(), members)}
	for s, rows := range members {
		for at, i := range rows {
			p.owner[i], p.place[i] = s, at
		}
	}
	return p
}

// Within sets other coordinates of the rows than the points', n×q, by which new points are assigned to
// groups. from makes such coordinates; nil stands for the points' own.
func (p *partition) Within(x *mat.Dense, from *model.PredictorPart) {
	if from != nil {
		p.centres, p.space = means(x, p.members), from
	}
}

// Blocks is K̃ with exact square blocks on the diagonal, after a permutation, and zeros elsewhere.
// Every row belongs to exactly one block.
type Blocks struct {
	partition
	block []*mat.Dense // n_s×n_s each
	rank  func() int
}

var _ model.BlockDiagonal = (*Blocks)(nil)

// NewBlocks returns K̃ with block[s], n_s×n_s, at the rows members[s], ascending. No block may be empty.
func NewBlocks(g *model.Gram, members [][]int, block []*mat.Dense, warnings []string) *Blocks {
	a := &Blocks{partition: newPartition(g, members, warnings), block: block}
	a.rank = sync.OnceValue(a.countRank)
	return a
}

func (a *Blocks) Blocks() []model.Block {
	all := make([]model.Block, len(a.members))
	for s, rows := range a.members {
		all[s] = model.Block{Rows: rows, K: a.block[s]}
	}
	return all
}

func (a *Blocks) Bytes() int64 {
	numbers := int64(0)
	for _, rows := range a.members {
		numbers += int64(len(rows)) * int64(len(rows))
	}
	return 8 * numbers
}

// Rank returns the sum of the blocks' numerical ranks, by linalg.PivotTolerance, or an upper bound
// of it (see countedRows). The first call costs O(Σn_s·rank²).
func (a *Blocks) Rank() int { return a.rank() }

// A block of more than countedRows rows counts as one of full rank if testedRows of its rows, evenly
// spaced, are independent: computing a rank in the thousands would take longer than the fit, and all
// further eigenvalues are as small as rounding errors.
const (
	countedRows = 1000
	testedRows  = 512
)

func (a *Blocks) countRank() int {
	ranks := make([]int, len(a.block))
	linalg.Parallel(len(a.block), func(lo, hi int) {
		for s := lo; s < hi; s++ {
			ranks[s] = rankOfBlock(a.block[s])
		}
	})
	sum := 0
	for _, r := range ranks {
		sum += r
	}
	return sum
}

func rankOfBlock(k *mat.Dense) int {
	n, _ := k.Dims()
	if n > countedRows {
		tested := make([]int, testedRows)
		for i := range tested {
			tested[i] = i * n / testedRows
		}
		part := linalg.Columns(linalg.Rows(k, tested), tested)
		if u, _ := pivotedCholesky(linalg.AsSymmetric(part)); u.Rows == testedRows {
			return n
		}
	}
	u, _ := pivotedCholesky(linalg.AsSymmetric(k))
	return u.Rows
}

func (a *Blocks) Diag(dst []float64) {
	checkLength("Diag", len(dst), len(a.owner))
	for i := range dst {
		dst[i] = a.block[a.owner[i]].At(a.place[i], a.place[i])
	}
}

func (a *Blocks) Block(dst *mat.Dense, rows, cols []int) {
	n := len(a.owner)
	checkBlock(dst, rows, cols, n)
	r, c := dst.Dims()
	for p := range r {
		i := at(rows, p)
		own := a.block[a.owner[i]]
		out, in := dst.RawRowView(p), own.RawRowView(a.place[i])
		for q := range c {
			out[q] = 0
			if j := at(cols, q); a.owner[j] == a.owner[i] {
				out[q] = in[a.place[j]]
			}
		}
	}
}

func (a *Blocks) MulTo(dst, x *mat.Dense) {
	checkMul(dst, x, len(a.owner))
	linalg.Parallel(len(a.block), func(lo, hi int) {
		for s := lo; s < hi; s++ {
			y := product(a.block[s], linalg.Rows(x, a.members[s]))
			for p, i := range a.members[s] {
				dst.SetRow(i, y.RawRowView(p))
			}
		}
	})
}

// Norms combines the norms of the blocks.
func (a *Blocks) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	for _, b := range a.block {
		f, s, err := linalg.Norms(ctx, linalg.AsSymmetric(b), rng)
		if err != nil {
			return 0, 0, err
		}
		frobenius, spectral = math.Hypot(frobenius, f), max(spectral, s)
	}
	return frobenius, spectral, nil
}

// product returns a·x.
func product(a, x *mat.Dense) *mat.Dense {
	rows, _ := a.Dims()
	_, b := x.Dims()
	y := mat.NewDense(rows, b, nil)
	multiply(y, 0, blas.NoTrans, a, x)
	return y
}

// multiply sets dst = beta·dst + a·x, or aᵀ·x. It multiplies a single column as a vector, which is faster.
func multiply(dst *mat.Dense, beta float64, t blas.Transpose, a, x *mat.Dense) {
	if _, b := x.Dims(); b == 1 {
		blas64.Gemv(t, 1, a.RawMatrix(), linalg.Column(x, 0), beta, linalg.Column(dst, 0))
		return
	}
	blas64.Gemm(t, blas.NoTrans, 1, a.RawMatrix(), x.RawMatrix(), beta, dst.RawMatrix())
}
