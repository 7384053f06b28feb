package form

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Sparse is a sparse n×m matrix S, a list of entries for each column.
type Sparse [][]Entry

// Entry is an entry of a Sparse: S[Row, j] = Weight in column j.
type Entry struct {
	Row    int
	Weight float64
}

// Local returns the distinct rows in which S has an entry, ascending, and S restricted to these rows.
func (s Sparse) Local() (rows []int, local Sparse) {
	for _, column := range s {
		for _, e := range column {
			rows = append(rows, e.Row)
		}
	}
	slices.Sort(rows)
	rows, local = slices.Compact(rows), make(Sparse, len(s))
	for j, column := range s {
		for _, e := range column {
			p, _ := slices.BinarySearch(rows, e.Row)
			local[j] = append(local[j], Entry{p, e.Weight})
		}
	}
	return rows, local
}

// Times sets dst = A·S.
func (s Sparse) Times(dst, a *mat.Dense) {
	rows, _ := a.Dims()
	linalg.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			in, out := a.RawRowView(i), dst.RawRowView(i)
			for j, column := range s {
				sum := 0.0
				for _, e := range column {
					sum += e.Weight * in[e.Row]
				}
				out[j] = sum
			}
		}
	})
}

// spread returns S·w, which has the given number of rows.
func (s Sparse) spread(w *mat.Dense, rows int) *mat.Dense {
	_, b := w.Dims()
	out := mat.NewDense(rows, b, nil)
	for j, column := range s {
		for _, e := range column {
			floats.AddScaled(out.RawRowView(e.Row), e.Weight, w.RawRowView(j))
		}
	}
	return out
}

// Dense returns S as a dense matrix of n rows.
func (s Sparse) Dense(n int) *mat.Dense {
	one := mat.NewDiagDense(len(s), slices.Repeat([]float64{1}, len(s)))
	return s.spread(mat.DenseCopyOf(one), n)
}

// Product returns K[rows, used]·S, where S has one row for each of used. It reads K in tiles. The error
// is the context's or a *model.DegenerateError of a product that is not finite.
func (s Sparse) Product(ctx context.Context, g *model.Gram, rows, used []int) (*mat.Dense, error) {
	out, m := mat.NewDense(len(rows), len(s), nil), len(s)
	height := linalg.TileRows(len(used))
	buf := mat.NewDense(min(len(rows), height), len(used), nil)
	for lo, hi := range linalg.Tiles(len(rows), height) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := buf.Slice(0, hi-lo, 0, len(used)).(*mat.Dense)
		g.Block(part, rows[lo:hi], used)
		s.Times(out.Slice(lo, hi, 0, m).(*mat.Dense), part)
	}
	return out, CheckFinite(out)
}
