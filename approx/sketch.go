package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

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

// rows lists the distinct rows in which S has an entry, ascending.
func (s sketch) rows() []int {
	var all []int
	for _, column := range s {
		for _, e := range column {
			all = append(all, e.row)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// at is the same sketch with every row replaced by its place in rows.
func (s sketch) at(rows []int) sketch {
	out := make(sketch, len(s))
	for j, column := range s {
		for _, e := range column {
			p, _ := slices.BinarySearch(rows, e.row)
			out[j] = append(out[j], sketchEntry{p, e.weight})
		}
	}
	return out
}

// times writes A·S into dst.
func (s sketch) times(dst, a *mat.Dense) {
	rows, _ := a.Dims()
	linalg.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			in, out := a.RawRowView(i), dst.RawRowView(i)
			for j, column := range s {
				out[j] = 0
				for _, e := range column {
					out[j] += e.weight * in[e.row]
				}
			}
		}
	})
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

// sketchedOn is the approximation for a sparse sketch. It reads n·|U| entries,
// U the rows of S that hold any.
func sketchedOn(ctx context.Context, g *model.Gram, s sketch, k int, warnings []string) (model.Approximation, error) {
	n, m := g.N(), len(s)
	used := s.rows()
	local := s.at(used)
	ks := mat.NewDense(n, m, nil)
	core := mat.NewDense(m, m, nil)
	if len(used) > 0 { // else S = 0, and so is K̃: a small n
		buf := mat.NewDense(min(n, linalg.TileRows(len(used))), len(used), nil)
		err := tiles(ctx, n, len(used), func(rows []int) {
			part := buf.Slice(0, len(rows), 0, len(used)).(*mat.Dense)
			g.Block(part, rows, used)
			local.times(ks.Slice(rows[0], rows[0]+len(rows), 0, m).(*mat.Dense), part)
		})
		if err != nil {
			return nil, err
		}
		local.times(core, pickTransposed(ks, used)) // (KS)ᵀS = SᵀKS
	}
	a, b, err := sketched(ctx, ks, core, k, used, warnings, func() *mat.Dense { return s.dense(n) })
	if err != nil {
		return nil, err
	}
	x := g.X()
	a.extend(g.Kernel(), readily(func() model.Part {
		return onLandmarks(x, used, b.after(link{dense: local.dense(len(used))}), a.columns())
	}))
	return a, nil
}

// drawnRows is how many different rows so many uniform draws of n come to.
func drawnRows(n, draws int) int {
	return int(math.Ceil(-float64(n) * math.Expm1(float64(draws)*math.Log1p(-1/float64(n)))))
}

// denseSketchMemory is that of denselySketchedOn: S, K·S and a tile of K; S again
// for new points.
func denseSketchMemory(n, m, k int) model.Memory {
	out := factorMemory(n, rankOf(m, k), n+m, max(2*matrix(n, m)+tile(n, n)+matrix(m, m), projectionMemory(n, m, k)))
	out.Extend = matrix(n, m)
	return out
}

// denselySketchedOn is the approximation for a sketch that has few zeros, made
// by draw, which gives the same S at every call. It reads all of K.
func denselySketchedOn(ctx context.Context, g *model.Gram, draw func() *mat.Dense, k int, warnings []string) (model.Approximation, error) {
	s := draw()
	n, m := s.Dims()
	ks, core := mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	if err := g.MulTo(ctx, ks, s); err != nil {
		return nil, err
	}
	core.Mul(s.T(), ks)
	a, b, err := sketched(ctx, ks, core, k, nil, warnings, draw)
	if err != nil {
		return nil, err
	}
	x := g.X()
	a.extend(g.Kernel(), readily(func() model.Part { return onLandmarks(x, nil, b.after(link{dense: draw()}), a.columns()) }))
	return a, nil
}

// sketched is K̃ = KS·(SᵀKS)⁺·SᵀK from KS, which is overwritten, and SᵀKS; for
// k > 0 with the core's best rank-k part in its place. used are the rows that
// S rests on, nil for all. The chain makes F of KS.
func sketched(ctx context.Context, ks, core *mat.Dense, k int, used []int, warnings []string, draw func() *mat.Dense) (*factor, chain, error) {
	if err := checkFinite(ks); err != nil {
		return nil, nil, err
	}
	if err := checkFinite(core); err != nil {
		return nil, nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	n, _ := ks.Dims()
	f, b, err := projection(ctx, ks, linalg.Symmetric(core), k)
	if err != nil {
		return nil, nil, err
	}
	a := newFactor(n, f, used, warnings)
	a.sketch = draw
	return a, b, nil
}

// repeatable turns a random draw into one that gives the same matrix at every
// call: two words are kept in place of n·m numbers.
func repeatable(draw func(*rand.Rand) *mat.Dense, rng *rand.Rand) func() *mat.Dense {
	a, b := rng.Uint64(), rng.Uint64()
	return func() *mat.Dense { return draw(rand.New(rand.NewPCG(a, b))) }
}
