package exact

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// benchmarkReference returns the reference of Gaussian points in 10 dimensions at the median width.
func benchmarkReference(b *testing.B, n int, exact bool) *Reference {
	b.Helper()
	x := randomPoints(n, 10, 1)
	median := kernel.DistancesOf(x, model.SquaredEuclidean, rand.New(rand.NewPCG(1, 1))).Median
	g := gramAt(x, gaussian(1/(2*median*median)))
	if exact {
		if err := g.Store(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	r, err := NewReference(g, exact, [2]uint64{1, 1})
	if err != nil {
		b.Fatal(err)
	}
	return r
}

// thin is K̃ = FFᵀ.
type thin struct {
	model.Approximation // for the methods that no benchmark calls
	f                   *mat.Dense
}

func (a thin) Rank() int    { return a.f.RawMatrix().Cols }
func (a thin) Bytes() int64 { return 0 }
func (a thin) Diag(dst []float64) {
	for i := range dst {
		v := linalg.Vector(a.f.RawRowView(i))
		dst[i] = mat.Dot(mat.NewVecDense(v.N, v.Data), mat.NewVecDense(v.N, v.Data))
	}
}
func (a thin) Block(dst *mat.Dense, rows, cols []int) {
	left, right := a.f, a.f
	if rows != nil {
		left = linalg.Selected(a.f, rows)
	}
	if cols != nil {
		right = linalg.Selected(a.f, cols)
	}
	dst.Mul(left, right.T())
}
func (a thin) MulTo(dst, x *mat.Dense) {
	var inner mat.Dense
	inner.Mul(a.f.T(), x)
	dst.Mul(a.f, &inner)
}
func (a thin) Norms(ctx context.Context, rng *rand.Rand) (frobenius, spectral float64, err error) {
	var g mat.SymDense
	g.SymOuterK(1, a.f.T())
	spectral, err = norm2(ctx, a.Rank(), func(dst, x []float64) error {
		mat.NewVecDense(len(dst), dst).MulVec(&g, mat.NewVecDense(len(x), x))
		return nil
	}, rng, 1e-12)
	return mat.Norm(&g, 2), spectral, err
}

// nystrom returns the approximation on m columns.
func nystrom(g *model.Gram, m int) thin {
	n := g.N()
	c := mat.NewDense(n, m, nil)
	g.View().Block(c, nil, linalg.Sequence(0, m))
	core := linalg.Symmetric(linalg.Rows(c, linalg.Sequence(0, m)))
	u, _, err := linalg.Jittered(context.Background(), core)
	if err != nil {
		panic(err)
	}
	var f mat.Dense
	if err := f.Solve(u.T(), c.T()); err != nil {
		panic(err)
	}
	return thin{f: mat.DenseCopyOf(f.T())}
}

// ask computes the figures of K that a row of a chart needs at each rank.
func ask(b *testing.B, r *Reference, ranks ...int) {
	b.Helper()
	ctx := context.Background()
	for _, rank := range ranks {
		if _, _, err := r.Floor(ctx, rank); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := r.EffectiveDimension(ctx, 1); err != nil {
		b.Fatal(err)
	}
	if _, err := r.StableRank(ctx); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFloor4000 computes floors at eight ranks, d_eff and stable rank of a stored K.
func BenchmarkFloor4000(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		r := benchmarkReference(b, 4000, true)
		b.StartTimer()
		ask(b, r, 10, 20, 40, 80, 160, 250, 350, 500)
	}
}

// BenchmarkFirstError4000 computes the first error of an approximation of rank 10 with a stored K.
func BenchmarkFirstError4000(b *testing.B) { firstError(b, 4000, 10, true) }

// BenchmarkSampledError20000 computes the first error of an approximation of rank 100 from
// sampled rows, and evaluates K on these rows.
func BenchmarkSampledError20000(b *testing.B) { firstError(b, 20000, 100, false) }

func firstError(b *testing.B, n, m int, exact bool) {
	for b.Loop() {
		b.StopTimer()
		r := benchmarkReference(b, n, exact)
		a := nystrom(r.gram, m)
		b.StartTimer()
		if _, err := r.Compare(a).Error(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSpectral4000 computes the spectral error of an approximation of rank 100.
func BenchmarkSpectral4000(b *testing.B) {
	r := benchmarkReference(b, 4000, true)
	a := nystrom(r.gram, 100)
	for b.Loop() {
		if _, err := r.Compare(a).Spectral(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSampledFloor20000 is BenchmarkFloor4000 from sampled rows.
func BenchmarkSampledFloor20000(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		r := benchmarkReference(b, 20000, false)
		b.StartTimer()
		ask(b, r, 10, 20, 40, 80, 160, 250, 350, 500)
	}
}
