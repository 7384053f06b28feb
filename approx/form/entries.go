package form

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// EachTile calls read with consecutive ranges of row numbers that cover [0, n). Each range has the rows
// of one tile of the given number of columns. The context is checked before each call.
func EachTile(ctx context.Context, n, columns int, read func(rows []int)) error {
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(columns)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		read(linalg.Sequence(lo, hi))
	}
	return nil
}

// Columns reads K[:, idx], n×len(idx), or all of K for a nil idx. The error is the context's or a
// *model.DegenerateError.
func Columns(ctx context.Context, g *model.Gram, idx []int) (*mat.Dense, error) {
	n, m := g.N(), len(idx)
	if idx == nil {
		m = n
	}
	c := mat.NewDense(n, m, nil)
	err := EachTile(ctx, n, m, func(rows []int) {
		g.Block(c.Slice(rows[0], rows[0]+len(rows), 0, m).(*mat.Dense), rows, idx)
	})
	if err != nil {
		return nil, err
	}
	return c, CheckFinite(c)
}

// Entries reads K[rows, cols]. The error is the context's or a *model.DegenerateError.
func Entries(ctx context.Context, g *model.Gram, rows, cols []int) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k := mat.NewDense(len(rows), len(cols), nil)
	g.Block(k, rows, cols)
	return k, CheckFinite(k)
}

// Diagonal reads the n entries Kᵢᵢ. They are finite if and only if all entries of K are.
func Diagonal(g *model.Gram) ([]float64, error) {
	d := make([]float64, g.N())
	g.Diag(d)
	return d, CheckFinite(mat.NewDense(1, len(d), d))
}

// at returns idx[p], or p if idx is nil, which stands for all.
func at(idx []int, p int) int {
	if idx == nil {
		return p
	}
	return idx[p]
}

// CheckFinite returns a *model.DegenerateError if an entry of k is not finite. A polynomial kernel of
// high degree, for example, overflows on data that are not standardised.
func CheckFinite(k *mat.Dense) error {
	rows, _ := k.Dims()
	for i := range rows {
		row := linalg.Vector(k.RawRowView(i))
		if squares := blas64.Dot(row, row); !math.IsNaN(squares) && !math.IsInf(squares, 0) {
			continue
		}
		for _, v := range row.Data { // finite entries may have squares that are not
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &model.DegenerateError{What: "an entry of the kernel matrix", Value: v}
			}
		}
	}
	return nil
}

// Core reads W = K[I, I] for the rows I. It counts n·|I| entries: those of W and of the columns K[:, I],
// which the caller then reads through the Gram that it returns.
func Core(ctx context.Context, g *model.Gram, rows []int) (columns *model.Gram, w *mat.SymDense, err error) {
	columns = g.Charge(int64(g.N()) * int64(len(rows)))
	k, err := Entries(ctx, columns, rows, rows)
	if err != nil {
		return nil, nil, err
	}
	return columns, linalg.Symmetric(k), nil
}
