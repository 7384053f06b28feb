package approx

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// sketch is a sparse n×m matrix S, one list of entries a column.
type sketch [][]sketchEntry

// sketchEntry is S[row, ·] = weight.
type sketchEntry struct {
	row    int
	weight float64
}

// local lists the distinct rows in which S has an entry, ascending, and is S on these alone.
func (s sketch) local() (rows []int, local sketch) {
	for _, column := range s {
		for _, e := range column {
			rows = append(rows, e.row)
		}
	}
	slices.Sort(rows)
	rows, local = slices.Compact(rows), make(sketch, len(s))
	for j, column := range s {
		for _, e := range column {
			p, _ := slices.BinarySearch(rows, e.row)
			local[j] = append(local[j], sketchEntry{p, e.weight})
		}
	}
	return rows, local
}

// times writes A·S into dst.
func (s sketch) times(dst, a *mat.Dense) {
	var all []sketchEntry // column after column, for the caches
	ends := make([]int, len(s))
	for j, column := range s {
		all = append(all, column...)
		ends[j] = len(all)
	}
	rows, _ := a.Dims()
	linalg.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			in, out, from := a.RawRowView(i), dst.RawRowView(i), 0
			for j, end := range ends {
				sum := 0.0
				for _, e := range all[from:end] {
					sum += e.weight * in[e.row]
				}
				out[j], from = sum, end
			}
		}
	})
}

// spread is S·w, of so many rows.
func (s sketch) spread(w *mat.Dense, rows int) *mat.Dense {
	_, b := w.Dims()
	out := mat.NewDense(rows, b, nil)
	for j, column := range s {
		for _, e := range column {
			floats.AddScaled(out.RawRowView(e.row), e.weight, w.RawRowView(j))
		}
	}
	return out
}

// dense is S written out.
func (s sketch) dense(n int) *mat.Dense {
	out := mat.NewDense(n, len(s), nil)
	for j, column := range s {
		for _, e := range column {
			out.Set(e.row, j, e.weight)
		}
	}
	return out
}

// sketchedOn is the approximation for a sparse sketch, on the kernel at the rows U where S has any
// entry: n·|U| entries. The core is made of K·S where that is kept, else of its rows U, made first.
func sketchedOn(ctx context.Context, g *model.Gram, s sketch, k int, warnings []string) (model.Approximation, error) {
	n, m := g.N(), len(s)
	used, local := s.local()
	tell := func() *mat.Dense { return s.dense(n) }
	if len(used) == 0 { // S = 0, and so is K̃: a small n
		return nothing(g, nil, warnings).withSketch(tell), nil
	}
	columns := g.Charge(int64(n) * int64(len(used)))
	keeps := g.Holds(matrix(n, m))
	all, own := used, sequence(0, len(used))
	if keeps {
		all, own = sequence(0, n), used
	}
	ks, err := local.product(ctx, columns, all, used)
	if err != nil {
		return nil, err
	}
	core := mat.NewDense(m, m, nil)
	local.times(core, mat.DenseCopyOf(linalg.Rows(ks, own).T())) // (KS)ᵀS = SᵀKS
	b, q, err := projection(ctx, linalg.Symmetric(core), k)
	if err != nil {
		return nil, err
	}
	right := b.after(link{sparse: local, of: len(used)})
	if !keeps || q == 0 {
		a, err := onRows(ctx, columns, used, right, q, warnings)
		if err != nil {
			return nil, err
		}
		return a.withSketch(tell), nil
	}
	return ofMap(g, b.times(ks, q), onLandmarks(g.X(), used, right, q), used, warnings).withSketch(tell), nil
}

// product is K[rows, used]·S, where the rows of S are those used; it must be finite.
func (s sketch) product(ctx context.Context, g *model.Gram, rows, used []int) (*mat.Dense, error) {
	out, m := mat.NewDense(len(rows), len(s), nil), len(s)
	height := linalg.TileRows(len(used))
	buf := mat.NewDense(min(len(rows), height), len(used), nil)
	for lo, hi := range linalg.Tiles(len(rows), height) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := buf.Slice(0, hi-lo, 0, len(used)).(*mat.Dense)
		g.Block(part, rows[lo:hi], used)
		s.times(out.Slice(lo, hi, 0, m).(*mat.Dense), part)
	}
	return out, checkFinite(out)
}

// sparseMemory is that of sketchedOn for m columns with entries in so many rows: K·S
// where it is kept, else, and where a regression goes through its rows, its rows there.
func sparseMemory(n, m, rows, k int, reading int64) model.Memory {
	made := func(height int) model.Memory {
		return mapMemory(n, min(m, cmp.Or(k, m)), rows+m, matrix(height, m)+reading, projectionMemory(m))
	}
	streamed := made(rows)
	if matrix(n, m) > model.FactorRoom(n) {
		return streamed
	}
	out := made(n)
	out.Streamed = streamed.Streamed
	return out
}

// drawnRows is how many different rows so many uniform draws of n come to.
func drawnRows(n, draws int) int {
	return int(math.Ceil(-float64(n) * math.Expm1(float64(draws)*math.Log1p(-1/float64(n)))))
}

// denseSketchMemory counts S, K·S and a tile of K, and S again for new points.
func denseSketchMemory(n, m, k int) model.Memory {
	out := factorMemory(n, min(m, cmp.Or(k, m)), n+m, max(2*matrix(n, m)+tile(n, n)+matrix(m, m), matrix(n, m)*5/4+projectionMemory(m)))
	out.Extend = matrix(n, m)
	return out
}

// denselySketchedOn is the approximation for a sketch of few zeros. It reads all of K, and F is
// K·S·B: at a new point, too, it takes the kernel at all n. S is drawn anew when it is wanted,
// by two words that are kept and not n·m numbers.
func denselySketchedOn(ctx context.Context, g *model.Gram, by func(*rand.Rand) *mat.Dense, rng *rand.Rand, k int, warnings []string) (model.Approximation, error) {
	one, two := rng.Uint64(), rng.Uint64()
	draw := func() *mat.Dense { return by(rand.New(rand.NewPCG(one, two))) }
	s := draw()
	n, m := s.Dims()
	ks, core := mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	if err := g.MulTo(ctx, ks, s); err != nil {
		return nil, err
	}
	core.Mul(s.T(), ks)
	if err := errors.Join(checkFinite(ks), checkFinite(core), ctx.Err()); err != nil {
		return nil, err
	}
	b, q, err := projection(ctx, linalg.Symmetric(core), k)
	if err != nil {
		return nil, err
	}
	if q == 0 {
		return nothing(g, nil, warnings).withSketch(draw), nil
	}
	x := g.X() // not g, which may hold all of K
	a := newFactor(b.times(ks, q), nil, warnings).extendedBy(g.Kernel(), func(context.Context) (model.Part, error) {
		return onLandmarks(x, nil, b.after(link{dense: draw()}), q), nil
	})
	return a.withSketch(draw), nil
}
