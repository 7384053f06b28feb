package learn

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// landmarkColumns are the columns K_nM of the kernel matrix, n×m, either stored or evaluated again for each product.
type landmarkColumns struct {
	g         *model.Gram
	landmarks []int
	stored    *mat.Dense // nil if the columns are read again for each product
}

// readColumns returns the columns, and stores them if they take at most limit bytes.
func readColumns(ctx context.Context, g *model.Gram, landmarks []int, limit int64) (*landmarkColumns, error) {
	n, m := g.N(), len(landmarks)
	c := &landmarkColumns{g: g, landmarks: landmarks}
	if 8*int64(n)*int64(m) > limit {
		return c, nil
	}
	stored := mat.NewDense(n, m, nil)
	err := c.tiles(ctx, func(lo int, k *mat.Dense) {
		rows, _ := k.Dims()
		stored.Slice(lo, lo+rows, 0, m).(*mat.Dense).Copy(k)
	})
	c.stored = stored
	return c, err
}

// normal returns K_nMᵀ·K_nM·v.
func (c *landmarkColumns) normal(ctx context.Context, v []float64) ([]float64, error) {
	out := make([]float64, len(v))
	err := c.tiles(ctx, func(_ int, k *mat.Dense) {
		rows, _ := k.Dims()
		image := make([]float64, rows)
		linalg.Parallel(rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				image[i] = floats.Dot(k.RawRowView(i), v)
			}
		})
		addTransposed(out, k, image)
	})
	return out, err
}

// transposed returns K_nMᵀ·y.
func (c *landmarkColumns) transposed(ctx context.Context, y []float64) ([]float64, error) {
	out := make([]float64, len(c.landmarks))
	err := c.tiles(ctx, func(lo int, k *mat.Dense) {
		rows, _ := k.Dims()
		addTransposed(out, k, y[lo:lo+rows])
	})
	return out, err
}

// addTransposed adds kᵀ·x to dst. Every sum runs from the first row of k to the last.
func addTransposed(dst []float64, k *mat.Dense, x []float64) {
	linalg.Parallel(len(dst), func(lo, hi int) {
		for i, v := range x {
			floats.AddScaled(dst[lo:hi], v, k.RawRowView(i)[lo:hi])
		}
	})
}

// tiles calls f with the rows of K_nM in order, a tile at a time. The first row of k is row lo. The next
// call overwrites k.
func (c *landmarkColumns) tiles(ctx context.Context, f func(lo int, k *mat.Dense)) error {
	if c.stored != nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		f(0, c.stored)
		return nil
	}
	n, m := c.g.N(), len(c.landmarks)
	size := linalg.TileRows(m)
	buf := make([]float64, min(size, n)*m)
	for lo, hi := range linalg.Tiles(n, size) {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := mat.NewDense(hi-lo, m, buf[:(hi-lo)*m])
		c.g.Block(k, linalg.Sequence(lo, hi), c.landmarks)
		f(lo, k)
	}
	return nil
}
