package form

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// EachTile calls read with consecutive ranges of row numbers that cover [0, n), each of
// a tile of so many columns, and looks at the context between them.
func EachTile(ctx context.Context, n, columns int, read func(rows []int)) error {
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(columns)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		read(Sequence(lo, hi))
	}
	return nil
}

// Sequence is lo … hi−1.
func Sequence(lo, hi int) []int {
	s := make([]int, hi-lo)
	for i := range s {
		s[i] = lo + i
	}
	return s
}

// Columns reads K[:, idx], n×len(idx); nil stands for all of K.
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

// Entries reads K[rows, cols], which must be finite.
func Entries(ctx context.Context, g *model.Gram, rows, cols []int) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k := mat.NewDense(len(rows), len(cols), nil)
	g.Block(k, rows, cols)
	return k, CheckFinite(k)
}

// Diagonal reads the n entries Kᵢᵢ, which are finite if and only if all of K is.
func Diagonal(g *model.Gram) ([]float64, error) {
	d := make([]float64, g.N())
	g.Diag(d)
	return d, CheckFinite(mat.NewDense(1, len(d), d))
}

// at is idx[p], and p itself where idx is nil, which means all.
func at(idx []int, p int) int {
	if idx == nil {
		return p
	}
	return idx[p]
}

// CheckFinite says in a typed error that the kernel overflows: a polynomial
// of high degree does on data that are not standardised.
func CheckFinite(k *mat.Dense) error {
	rows, _ := k.Dims()
	for i := range rows {
		row := linalg.Vector(k.RawRowView(i))
		if squares := blas64.Dot(row, row); !math.IsNaN(squares) && !math.IsInf(squares, 0) {
			continue
		}
		for _, v := range row.Data { // finite ones, too, may have squares that are not
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &model.DegenerateError{What: "an entry of the kernel matrix", Value: v}
			}
		}
	}
	return nil
}

// Core is W = K[I, I] for the rows I, and the view to read the columns K[:, I] by:
// n·|I| entries are counted, W among them.
func Core(ctx context.Context, g *model.Gram, rows []int) (columns *model.Gram, w *mat.SymDense, err error) {
	columns = g.Charge(int64(g.N()) * int64(len(rows)))
	k, err := Entries(ctx, columns, rows, rows)
	if err != nil {
		return nil, nil, err
	}
	return columns, linalg.Symmetric(k), nil
}
