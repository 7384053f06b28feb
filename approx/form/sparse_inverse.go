package form

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// SparseInverse is K̃ = (L·Lᵀ)⁻¹ with a sparse triangular L. The rows have an order, and each has neighbours
// before it. K̃ is the covariance of x_p = Σ_q b_pq·x_q + √v_p·ε_p over the neighbours q of p, with
// independent ε of variance 1, that is K̃ = (I−B)⁻¹·V·(I−B)⁻ᵀ and L = (I−B)ᵀ·V^(−½) in this order.
type SparseInverse struct {
	base
	conditionals
	order   []int // the row at each place of the order
	nearest int   // see Extension
	delta   float64
}

var _ model.Smoother = (*SparseInverse)(nil)

// NewSparseInverse returns K̃ for rows in an order with neighbours, ascending places, with B = 0 and V = 0, to be set
// by [SparseInverse.Set]. New points have count neighbours, at least one, and a ridge delta > 0 on the kernel matrix
// among them.
func NewSparseInverse(g *model.Gram, s *Neighbours, count int, delta float64) *SparseInverse {
	a := &SparseInverse{base: newBase(g, nil, nil), order: s.Order, nearest: max(1, count), delta: delta}
	a.conditionals = conditionals{s.start, s.near, make([]float64, len(s.near)), make([]float64, len(s.Order))}
	return a
}

// SparseInverseMemory estimates the memory of K̃ with m neighbours of each of n rows.
func SparseInverseMemory(n, m int) int64 { return int64(n) * (12*int64(m) + 24) }

// Set sets the coefficients of the neighbours of a place, and the variance. Concurrent calls must set different places.
func (a *SparseInverse) Set(place int, b []float64, v float64) {
	copy(a.b[a.start[place]:a.start[place+1]], b)
	a.v[place] = v
}

// Warn adds warnings.
func (a *SparseInverse) Warn(warnings ...string) { a.warnings = append(a.warnings, warnings...) }

// Rank returns n: the variances are positive.
func (a *SparseInverse) Rank() int { return len(a.order) }

func (a *SparseInverse) Bytes() int64 { return 8 * int64(len(a.b)+len(a.v)) }

// LogDet returns log det K̃ = Σ log v. If K is positive definite and the variances are those of its rows given
// their neighbours, the Kullback–Leibler divergence of N(0, K̃) from N(0, K) is (log det K̃ − log det K)/2.
func (a *SparseInverse) LogDet() float64 {
	sum := 0.0
	for _, v := range a.v {
		sum += math.Log(v)
	}
	return sum
}

// Draw returns independent draws from N(0, K̃) as columns, with the rows in the order of the points.
func (a *SparseInverse) Draw(count int, rng *rand.Rand) *mat.Dense {
	n := len(a.order)
	x, out := mat.NewDense(n, count, nil), mat.NewDense(n, count, nil)
	for p, v := range a.v {
		for j := range count {
			x.Set(p, j, math.Sqrt(v)*rng.NormFloat64())
		}
	}
	a.forth(x, 0, count)
	for p, i := range a.order {
		copy(out.RawRowView(i), x.RawRowView(p))
	}
	return out
}

func (a *SparseInverse) MulTo(dst, x *mat.Dense) {
	checkMul(dst, x, len(a.order))
	y := linalg.Rows(x, a.order)
	a.multiply(y)
	for p, i := range a.order {
		copy(dst.RawRowView(i), y.RawRowView(p))
	}
}

// Block multiplies the unit vectors of the columns, O(m) for each and for each ancestor of a row or a column:
// their neighbours, the neighbours of these, and so on.
func (a *SparseInverse) Block(dst *mat.Dense, rows, cols []int) {
	n := len(a.order)
	checkBlock(dst, rows, cols, n)
	r, c := dst.Dims()
	if c > r { // fewer unit vectors; K̃ is symmetric
		other := mat.NewDense(c, r, nil)
		a.Block(other, cols, rows)
		dst.Copy(other.T())
		return
	}
	place := Places(a.order)
	var asked []int
	for p := range r {
		asked = append(asked, int(place[at(rows, p)]))
	}
	for q := range c {
		asked = append(asked, int(place[at(cols, q)]))
	}
	all, own := a.ancestors(asked)
	for p := range asked {
		asked[p], _ = slices.BinarySearch(all, asked[p])
	}
	for lo, hi := range linalg.Tiles(c, blockColumns) {
		x := mat.NewDense(len(all), hi-lo, nil)
		for q := lo; q < hi; q++ {
			x.Set(asked[r+q], q-lo, 1)
		}
		own.multiply(x)
		for p := range r {
			copy(dst.RawRowView(p)[lo:hi], x.RawRowView(asked[p]))
		}
	}
}

// blockColumns is how many columns of K̃ are computed at a time.
const blockColumns = 64

// Diag multiplies all unit vectors, O(n²·m).
func (a *SparseInverse) Diag(dst []float64) {
	checkLength("Diag", len(dst), len(a.order))
	for lo, hi := range linalg.Tiles(len(a.order), blockColumns) {
		x := mat.NewDense(hi, hi-lo, nil) // the ancestors of a place are before it
		for p := lo; p < hi; p++ {
			x.Set(p, p-lo, 1)
		}
		before := a.before(hi)
		linalg.Parallel(hi-lo, func(from, to int) {
			before.back(x, from, to)
			for q := from; q < to; q++ {
				sum := 0.0
				for p := range hi {
					u := x.At(p, q)
					sum += u * u * before.v[p]
				}
				dst[a.order[lo+q]] = sum
			}
		})
	}
}

// Above normRows rows Norms are estimates, from normVectors random vectors and normSteps Lanczos steps.
const (
	normRows    = model.EigenpairsLimit
	normVectors = 32
	normSteps   = 20
)

// Norms computes the norms from all entries up to 2000 rows. Above, ‖K̃‖_F² is the mean of ‖K̃g‖² over 32
// vectors g of random signs, with a relative standard error of at most ¼ and far below it where K̃ has many
// eigenvalues of similar size, and ‖K̃‖₂ comes from 20 Lanczos steps, and is never too large.
func (a *SparseInverse) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	n := len(a.order)
	if n <= normRows {
		return linalg.Norms(ctx, a.dense(), rng)
	}
	const block = 8
	for range normVectors / block {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		x := mat.NewDense(n, block, nil)
		x.Apply(func(int, int, float64) float64 { return float64(2*rng.IntN(2) - 1) }, x)
		a.multiply(x)
		frobenius = math.Hypot(frobenius, mat.Norm(x, 2)/math.Sqrt(normVectors))
	}
	_, spectral, err = linalg.Extremes(ctx, n, func(dst, x []float64) error {
		copy(dst, x)
		a.multiply(mat.NewDense(n, 1, dst))
		return nil
	}, rng, 1e-6, normSteps)
	return frobenius, spectral, err
}

// dense returns all of K̃.
func (a *SparseInverse) dense() *mat.SymDense {
	k := mat.NewDense(len(a.order), len(a.order), nil)
	a.Block(k, nil, nil)
	return linalg.Symmetric(k)
}

// Decompose computes the eigenpairs of all of K̃, O(n³).
func (a *SparseInverse) Decompose(ctx context.Context) (*model.Decomposition, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	values, v, err := linalg.Eigen(ctx, a.dense())
	if err != nil {
		return nil, err
	}
	r := linalg.BeyondRounding(values)
	v = linalg.FirstColumns(v, r)
	return &model.Decomposition{N: len(a.order), Groups: []model.EigenGroup{{Values: values[:r], Q: v, Back: v}}}, nil
}

// Extension has the features k̃(z, X) at all rows X: those of a new point z are Σⱼ cⱼ·K̃[j, :] over its m nearest
// rows, with the coefficients c of K, as those of the rows themselves are.
func (a *SparseInverse) Extension(ctx context.Context) (*model.Extension, error) {
	n, _ := a.x.Dims()
	part := model.Part{Landmarks: a.x, Nearest: model.NewNearest(a.x, a.nearest, a.delta), Map: products{a}, Width: n}
	return &model.Extension{Kernel: a.kernel, Parts: []model.Part{part}}, ctx.Err()
}

// products is K̃ as the map of a part.
type products struct{ k *SparseInverse }

func (m products) From(c *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(c.T())
	m.k.MulTo(out, out)
	return mat.DenseCopyOf(out.T())
}

func (m products) Onto(w *mat.Dense) *mat.Dense {
	r, b := w.Dims()
	out := mat.NewDense(r, b, nil)
	m.k.MulTo(out, w)
	return out
}
