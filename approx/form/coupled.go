package form

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Coupled is K̃ = W·L·Wᵀ. W, n×q, is block diagonal by groups of rows, and every row is in exactly one
// group. L, q×q, is symmetric and dense, and couples the groups. The columns of W are orthonormal, so
// the eigenvalues of K̃ are those of L, some of which may be negative, and zeros.
type Coupled struct {
	partition
	w           []*mat.Dense // n_s×k_s each; nil for k_s = 0
	l           *mat.Dense   // q×q, q = Σk_s ≥ 1, both halves filled in
	first       []int        // index in L of each group's first column, and q at the end
	landmarksOf [][]int      // landmarks of each group
	bases       []Chain      // turn the kernel at a group's landmarks into its columns of W
	spectrum    []float64    // eigenvalues of L, descending
}

var _ model.Approximation = (*Coupled)(nil)

// NewCoupled returns K̃ with L = 0. members are the rows of each group, none empty, and w[s] the blocks
// of W, nil for k_s = 0. The caller then fills in the blocks of L with Between and calls Complete.
func NewCoupled(g *model.Gram, members [][]int, w []*mat.Dense, landmarks [][]int, bases []Chain,
	warnings []string) *Coupled {
	a := &Coupled{partition: newPartition(g, members, warnings), w: w, first: make([]int, len(w)+1),
		landmarksOf: landmarks, bases: bases}
	for s := range members {
		if a.first[s+1] = a.first[s]; w[s] != nil {
			_, k := w[s].Dims()
			a.first[s+1] += k
		}
	}
	if q := a.Columns(); q > 0 {
		a.l = mat.NewDense(q, q, nil)
	}
	return a
}

// Members returns the rows of each group, ascending.
func (a *Coupled) Members() [][]int { return a.members }

// Complete computes the eigenvalues of L, in O(q³), after all its blocks have been filled in.
func (a *Coupled) Complete(ctx context.Context) (err error) {
	a.spectrum, err = linalg.Eigenvalues(ctx, linalg.AsSymmetric(mat.DenseCopyOf(a.l)))
	return err
}

// Between returns a view of the block of L that couples the groups s and t, k_s×k_t.
func (a *Coupled) Between(s, t int) *mat.Dense {
	return a.l.Slice(a.first[s], a.first[s+1], a.first[t], a.first[t+1]).(*mat.Dense)
}

// Clip replaces K̃ by the nearest positive semi-definite matrix in the Frobenius norm: the negative
// eigenvalues of L become 0. As K is positive semi-definite, ‖K−K̃‖_F does not rise. O(q³).
func (a *Coupled) Clip(ctx context.Context) error {
	if a.spectrum[len(a.spectrum)-1] >= 0 {
		return nil
	}
	values, v, err := linalg.Eigen(ctx, linalg.AsSymmetric(mat.DenseCopyOf(a.l)))
	if err != nil {
		return err
	}
	for j := range values {
		values[j] = max(0, values[j])
		blas64.Scal(math.Sqrt(values[j]), linalg.Column(v, j))
	}
	a.l.Mul(v, v.T())
	a.spectrum = values
	return nil
}

// Columns returns q.
func (a *Coupled) Columns() int { return a.first[len(a.members)] }

// negligible returns the absolute value up to which an eigenvalue counts as zero.
func (a *Coupled) negligible() float64 {
	v := a.spectrum
	return float64(len(v)) * linalg.Eps * math.Max(v[0], -v[len(v)-1])
}

// Negative returns the smallest eigenvalue of K̃ if it is below 0 by more than rounding errors, else 0. What it means
// depends on the ridge, which a fit does not know.
func (a *Coupled) Negative() float64 {
	if least := a.spectrum[len(a.spectrum)-1]; least < -linalg.PivotTolerance*a.spectrum[0] {
		return least
	}
	return 0
}

func (a *Coupled) Landmarks() []int { return slices.Concat(a.landmarksOf...) }

func (a *Coupled) Bytes() int64 {
	bytes := Bytes(a.Columns(), a.Columns())
	for s, rows := range a.members {
		bytes += Bytes(len(rows), a.first[s+1]-a.first[s])
	}
	return bytes
}

// Rank counts the eigenvalues of L that are larger than rounding errors.
func (a *Coupled) Rank() int {
	rank, tiny := 0, a.negligible()
	for _, v := range a.spectrum {
		if math.Abs(v) > tiny {
			rank++
		}
	}
	return rank
}

func (a *Coupled) Diag(dst []float64) {
	checkLength("Diag", len(dst), len(a.owner))
	clear(dst)
	for s, g := range a.groups(nil) {
		var wl mat.Dense
		wl.Mul(g.w, a.Between(s, s))
		for p, i := range g.at {
			dst[i] = floats.Dot(wl.RawRowView(p), g.w.RawRowView(p))
		}
	}
}

func (a *Coupled) Block(dst *mat.Dense, rows, cols []int) {
	checkBlock(dst, rows, cols, len(a.owner))
	r, _ := dst.Dims()
	wl := mat.NewDense(r, a.Columns(), nil) // the rows of W·L
	for s, g := range a.groups(rows) {
		part := product(g.w, a.l.Slice(a.first[s], a.first[s+1], 0, a.Columns()).(*mat.Dense))
		for p, i := range g.at {
			wl.SetRow(i, part.RawRowView(p))
		}
	}
	dst.Zero()
	for t, g := range a.groups(cols) {
		var part mat.Dense
		part.Mul(wl.Slice(0, r, a.first[t], a.first[t+1]), g.w.T())
		linalg.Parallel(r, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				out := dst.RawRowView(i)
				for p, v := range part.RawRowView(i) {
					out[g.at[p]] = v
				}
			}
		})
	}
}

// group is what a list of rows has in one group of the approximation.
type group struct {
	at []int      // positions in the list of the rows that are in the group
	w  *mat.Dense // these rows of W's block
}

// groups returns, for each group with columns in W, the rows of idx that are in it. A nil idx stands for all rows.
func (a *Coupled) groups(idx []int) iter.Seq2[int, group] {
	at, place := a.members, make([][]int, len(a.members))
	if idx != nil {
		at = make([][]int, len(a.members))
		for p, i := range idx {
			s := a.owner[i]
			at[s], place[s] = append(at[s], p), append(place[s], a.place[i])
		}
	}
	return func(yield func(int, group) bool) {
		for s, w := range a.w {
			if w == nil || len(at[s]) == 0 {
				continue
			}
			if idx != nil {
				w = linalg.Rows(w, place[s])
			}
			if !yield(s, group{at[s], w}) {
				return
			}
		}
	}
}

func (a *Coupled) MulTo(dst, x *mat.Dense) {
	checkMul(dst, x, len(a.owner))
	a.up(dst, product(a.l, a.down(x)))
}

// down returns Wᵀ·x, q×b for an n×b matrix x.
func (a *Coupled) down(x *mat.Dense) *mat.Dense {
	_, b := x.Dims()
	z := mat.NewDense(a.Columns(), b, nil)
	for s, g := range a.groups(nil) {
		part := z.Slice(a.first[s], a.first[s+1], 0, b).(*mat.Dense)
		multiply(part, 0, blas.Trans, g.w, linalg.Rows(x, g.at))
	}
	return z
}

// up sets dst = W·z, n×b, for a q×b matrix z.
func (a *Coupled) up(dst, z *mat.Dense) {
	_, b := z.Dims()
	dst.Zero()
	for s, g := range a.groups(nil) {
		y := product(g.w, z.Slice(a.first[s], a.first[s+1], 0, b).(*mat.Dense))
		for p, i := range g.at {
			dst.SetRow(i, y.RawRowView(p))
		}
	}
}

// Norms returns the norms of L, which are those of K̃ as the columns of W are orthonormal.
func (a *Coupled) Norms(ctx context.Context, _ *rand.Rand) (frobenius, spectral float64, err error) {
	values := a.spectrum
	return floats.Norm(values, 2), floats.Norm(values, math.Inf(1)), ctx.Err()
}
