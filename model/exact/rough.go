package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	roughTolerance = 1e-4 // relative to λ₁; accurate enough for a curve
	roughRows      = 4096 // rows sampled from a larger matrix: they take 128 MB
)

// Curve has the memory and the start vectors that the matrices along a curve share. All matrices must have
// the same size. The memory is 8·n² bytes, or 128 MB for n above 4096. The start vectors for λ₁ are good if
// neighbouring matrices are similar. The zero value is ready to use. Curve is not safe for concurrent use.
type Curve struct {
	entries []float64
	leading *mat.Dense // leading eigenvectors of the last matrix; nil before the first
}

func (c *Curve) square(n int) *mat.Dense {
	if len(c.entries) < n*n {
		c.entries = make([]float64, n*n)
	}
	return mat.NewDense(n, n, c.entries[:n*n])
}

// RoughStableRank returns [Reference.StableRank] to three digits, for a curve over many matrices that are
// each used once. It computes λ₁ with as few products with K as possible. If figures are estimates, λ₁ is
// estimated from at most 4096 sampled rows, with their off-diagonal entries scaled up. It is then too
// large by a fraction of about the stable rank over the number of rows. So the curve of a narrow kernel
// is too low, by half or more if the two numbers are close.
func (c *Curve) RoughStableRank(ctx context.Context, r *Reference) (float64, error) {
	n := r.N()
	if r.exact && n <= tinyLimit {
		rank, err := r.StableRank(ctx)
		return rank.Value, err
	}
	order, matrix := n, c.whole
	switch evaluates, err := r.evaluates(ctx); {
	case err != nil:
		return 0, err
	case evaluates:
		matrix = evaluated
	case !r.exact:
		order, matrix = min(roughRows, (n+1)/2), c.sampled
	case n > roughRows:
		matrix = streamed
	}
	frobenius := 0.0
	mul, err := matrix(ctx, r, &frobenius)
	if err != nil {
		return 0, err
	}
	largest, err := c.norm(ctx, r, order, mul)
	if _, err = checkedNorm(frobenius, err); err != nil {
		return 0, err
	}
	_, err = checkedNorm(largest, nil)
	ratio := frobenius / largest
	return max(1, ratio*ratio), err
}

// norm returns the spectral norm of a matrix of the curve.
func (c *Curve) norm(ctx context.Context, r *Reference, order int, mul product) (float64, error) {
	if order <= tinyLimit {
		return r.norm(ctx, order, mul, roughTolerance)
	}
	space := r.normSpace(order)
	if c.leading != nil {
		space = linalg.NewSpaceFrom(c.leading)
	}
	norm, err := space.Norm(ctx, mul, roughTolerance, normBlocks)
	if err != nil {
		return 0, err
	}
	c.leading, err = space.Leading(ctx)
	return norm, err
}

// evaluates reports whether K is evaluated for each product of a curve instead of stored: if
// distances are stored, which this call requests, or if there are so few features that computing
// distances is faster than writing and reading entries.
func (r *Reference) evaluates(ctx context.Context) (bool, error) {
	if !r.exact || r.N() > roughRows {
		return false, nil
	}
	kept, err := r.gram.Points().Store(ctx)
	_, d := r.gram.X().Dims()
	slow := r.gram.Points().Geometry() == model.Manhattan || r.gram.Points().Geometry() == model.Entry
	return kept || d <= 32 && !slow, err
}

// product sets dst = A·x for a symmetric A and n×b matrices. The functions below that return a product
// also write ‖K‖_F to frobenius, at the latest during the first product.
type product = func(dst, x *mat.Dense) error

// evaluated returns products with K that each evaluate half of it. Each tile is used for both of its
// products while it is in the cache. The vectors are stored as rows, which is fastest for few of them.
// They take O(n·b·n/squareTile) memory, and their sums have a fixed order.
func evaluated(ctx context.Context, r *Reference, frobenius *float64) (product, error) {
	return func(dst, x *mat.Dense) error {
		n, b := x.Dims()
		vectors := mat.DenseCopyOf(x.T())
		squares, products := make([]float64, panels(n)), make([]*mat.Dense, panels(n)) // products[p] has the rows from panel p on
		columns := func(m *mat.Dense, from, to int) blas64.General {
			return m.Slice(0, b, from, to).(*mat.Dense).RawMatrix()
		}
		err := r.eachPanel(ctx, func(panel, lo, hi int, buffers *tileBuffers) {
			out := mat.NewDense(b, n-lo, nil)
			k := r.gram.Part(buffers.entries[:], lo, hi, lo, hi)
			squares[panel] = sumOfSquares(k)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, columns(vectors, lo, hi), k.RawMatrix(), 1, columns(out, 0, hi-lo))
			for from := hi; from < n; from += wideTile {
				to := min(n, from+wideTile)
				k := r.gram.Part(buffers.entries[:], lo, hi, from, to)
				squares[panel] += 2 * sumOfSquares(k)
				blas64.Gemm(blas.NoTrans, blas.Trans, 1, columns(vectors, from, to), k.RawMatrix(), 1, columns(out, 0, hi-lo))
				blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, columns(vectors, lo, hi), k.RawMatrix(), 1, columns(out, from-lo, to-lo))
			}
			products[panel] = out
		})
		if err != nil {
			return err
		}
		sum := mat.NewDense(b, n, nil)
		for panel, part := range products {
			below := sum.Slice(0, b, panel*squareTile, n).(*mat.Dense)
			below.Add(below, part)
		}
		dst.Copy(sum.T())
		*frobenius = math.Sqrt(inOrder(squares))
		return nil
	}, nil
}

// streamed returns products with K that evaluate it tile by tile.
func streamed(ctx context.Context, r *Reference, frobenius *float64) (product, error) {
	norm, err := r.Frobenius(ctx)
	*frobenius = norm.Value
	return r.mul(ctx), err
}

// whole returns products with K, which is evaluated once and stored.
func (c *Curve) whole(ctx context.Context, r *Reference, frobenius *float64) (product, error) {
	n := r.N()
	k := c.square(n)
	squares := make([]float64, n)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(n)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.gram.Rows(k.Slice(lo, hi, 0, n).(*mat.Dense), lo, hi)
		linalg.Parallel(hi-lo, func(from, to int) {
			for i := lo + from; i < lo+to; i++ {
				row := linalg.Vector(k.RawRowView(i))
				squares[i] = blas64.Dot(row, row)
			}
		})
	}
	norm, err := checkedNorm(math.Sqrt(floats.Sum(squares)), nil)
	*frobenius = norm
	return func(dst, x *mat.Dense) error {
		linalg.MulSymmetric(dst, k, x)
		return ctx.Err()
	}, err
}

// sampled returns products with K[S, S] of some rows S, with off-diagonal entries times (n−1)/(s−1). Its
// eigenvalues estimate those of K. ‖K‖_F is estimated from the first rows of S.
func (c *Curve) sampled(ctx context.Context, r *Reference, frobenius *float64) (product, error) {
	n := r.N()
	rows := model.SampleRows(n, min(roughRows, (n+1)/2), r.rng(3))
	s, few := len(rows), min(sampleRows, len(rows))
	k := c.square(s)
	r.gram.Block(k, rows, rows)
	b, err := r.newBlock(rows[:few], k.Slice(0, few, 0, few).(*mat.Dense))
	if err != nil {
		return nil, err
	}
	*frobenius = b.norm.Value
	scale := float64(n-1) / max(1, float64(s-1))
	return func(dst, x *mat.Dense) error {
		linalg.MulSymmetric(dst, k, x)
		dst.Scale(scale, dst)
		for i := range rows {
			floats.AddScaled(dst.RawRowView(i), (1-scale)*k.At(i, i), x.RawRowView(i))
		}
		return ctx.Err()
	}, ctx.Err()
}
