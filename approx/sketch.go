package approx

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// sketchedOn returns K̃ = K·S·(SᵀKS)⁺·SᵀK for a sparse sketch S; for k > 0 the best rank-k part replaces
// SᵀKS. It reads the columns U of K in whose rows S has an entry, n·|U| entries. The core is SᵀKS: if
// K·S is stored it is computed from that, else the rows U of K·S are computed first.
func sketchedOn(ctx context.Context, g *model.Gram, s form.Sparse, k int, warnings []string) (*form.Factor, error) {
	n, m := g.N(), len(s)
	used, local := s.Local()
	draw := func() *mat.Dense { return s.Dense(n) }
	if len(used) == 0 { // S = 0, and so is K̃: a small n
		return form.ZeroSample(g, nil, warnings).WithSketch(draw), nil
	}
	columns := g.Charge(int64(n) * int64(len(used)))
	keeps := g.FactorFits(form.Bytes(n, m))
	all, own := used, linalg.Sequence(0, len(used))
	if keeps {
		all, own = linalg.Sequence(0, n), used
	}
	ks, err := local.Product(ctx, columns, all, used)
	if err != nil {
		return nil, err
	}
	core := mat.NewDense(m, m, nil)
	local.Times(core, mat.DenseCopyOf(linalg.Rows(ks, own).T())) // (KS)ᵀS = SᵀKS
	b, q, err := form.Projection(ctx, linalg.Symmetric(core), k)
	if err != nil {
		return nil, err
	}
	right := b.After(form.Link{Sparse: local, Of: len(used)})
	if !keeps || q == 0 {
		a, err := form.OnRows(ctx, columns, used, right, q, warnings)
		if err != nil {
			return nil, err
		}
		return a.WithSketch(draw), nil
	}
	return form.OfMap(g, b.Times(ks, q), form.OnLandmarks(g.X(), used, right, q), used, warnings).WithSketch(draw), nil
}

// sparseMemory estimates the memory of sketchedOn for m columns with entries in the given number of
// rows. If K·S is stored, it counts K·S; if not, or where a regression streams over the rows, it counts
// only those rows of K·S. reading is the memory for reading the kernel.
func sparseMemory(n, m, rows, k int, reading int64) model.Memory {
	made := func(height int) model.Memory {
		return form.MapMemory(n, min(m, cmp.Or(k, m)), rows+m, form.Bytes(height, m)+reading, form.ProjectionMemory(m))
	}
	streamed := made(rows)
	if form.Bytes(n, m) > model.DefaultFactorLimit(n) {
		return streamed
	}
	out := made(n)
	out.Streamed = streamed.Streamed
	return out
}

// drawnRows returns the expected number of distinct rows in the given number of uniform draws from n rows, rounded up.
func drawnRows(n, draws int) int {
	return int(math.Ceil(-float64(n) * math.Expm1(float64(draws)*math.Log1p(-1/float64(n)))))
}

// denseSketchMemory counts S, K·S and a tile of K, and S again for new points.
func denseSketchMemory(n, m, k int) model.Memory {
	reading := 2*form.Bytes(n, m) + form.TileBytes(n, n) + form.Bytes(m, m)
	out := form.FactorMemory(n, min(m, cmp.Or(k, m)), n+m, max(reading, form.Bytes(n, m)*5/4+form.ProjectionMemory(m)))
	out.Extend = form.Bytes(n, m)
	return out
}

// denselySketchedOn returns K̃ for a sketch S with few zeros, drawn by the function by. It reads all of
// K. F is K·S·B, so a new point needs its kernel values at all n points. S is not stored: it is drawn
// again when needed, from a generator with the same seed.
func denselySketchedOn(ctx context.Context, g *model.Gram, by func(*rand.Rand) *mat.Dense, rng *rand.Rand,
	k int, warnings []string) (model.Approximation, error) {
	one, two := rng.Uint64(), rng.Uint64()
	draw := func() *mat.Dense { return by(rand.New(rand.NewPCG(one, two))) }
	s := draw()
	n, m := s.Dims()
	ks, core := mat.NewDense(n, m, nil), mat.NewDense(m, m, nil)
	if err := g.MulTo(ctx, ks, s); err != nil {
		return nil, err
	}
	core.Mul(s.T(), ks)
	if err := errors.Join(form.CheckFinite(ks), form.CheckFinite(core), ctx.Err()); err != nil {
		return nil, err
	}
	b, q, err := form.Projection(ctx, linalg.Symmetric(core), k)
	if err != nil {
		return nil, err
	}
	if q == 0 {
		return form.ZeroSample(g, nil, warnings).WithSketch(draw), nil
	}
	x := g.X() // not g, which may hold all of K
	a := form.NewFactor(g, b.Times(ks, q), nil, warnings).ExtendedBy(func(context.Context) (model.Part, error) {
		return form.OnLandmarks(x, nil, b.After(form.Link{Dense: draw()}), q), nil
	})
	return a.WithSketch(draw), nil
}
