package model_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

func randomPoints(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	fill(x, rng.NormFloat64)
	return x
}

// kernels are one of each family.
func kernels(t *testing.T) []model.Kernel {
	t.Helper()
	var all []model.Kernel
	for _, f := range kernel.Families() {
		if f.IsPrecomputed() { // its points have no coordinates
			continue
		}
		k, err := f.Kernel(kernel.Values{"gamma": 0.4})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, k)
	}
	return all
}

func fill(x *mat.Dense, draw func() float64) {
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = draw()
	}
}

// TestBlockBits: an entry has the same bits in whatever block it is read, and
// whether or not distances or the matrix were kept before. d = 70 and n = 300
// lie beyond the block sizes of gonum's GEMM.
func TestBlockBits(t *testing.T) {
	ctx := context.Background()
	x := randomPoints(300, 70, 1)
	x.SetRow(7, x.RawRowView(3))
	for _, k := range kernels(t) {
		fresh := func() *model.Gram { return model.NewGram(model.NewPoints(x, k.Geometry()), k) }
		whole := mat.NewDense(300, 300, nil)
		fresh().Block(whole, nil, nil)
		kept := fresh()
		if err := kept.Store(ctx); err != nil {
			t.Fatal(err)
		}
		rows, cols := []int{299, 3, 7, 3, 12}, []int{7, 0, 3, 298, 298, 150}
		for name, g := range map[string]*model.Gram{"fresh": fresh(), "kept": kept.View()} {
			block := mat.NewDense(len(rows), len(cols), nil)
			g.Block(block, rows, cols)
			strip := g.Tile(make([]float64, 40*300), 100, 140, 0, 300)
			for i, r := range rows {
				for j, c := range cols {
					if block.At(i, j) != whole.At(r, c) {
						t.Fatalf("%s %s: K[%d,%d] = %v in a block, %v in the whole", k.Name(), name, r, c, block.At(i, j), whole.At(r, c))
					}
				}
			}
			for i := range 40 {
				if !slices.Equal(strip.RawRowView(i), whole.RawRowView(100+i)) {
					t.Fatalf("%s %s: row %d differs", k.Name(), name, 100+i)
				}
			}
		}
		for i := range 300 {
			for j := range i {
				if whole.At(i, j) != whole.At(j, i) {
					t.Fatalf("%s: K is not symmetric at %d, %d", k.Name(), i, j)
				}
			}
		}
		diag := make([]float64, 300)
		fresh().Diag(diag)
		for i, d := range diag {
			if d != whole.At(i, i) {
				t.Fatalf("%s: diagonal %d is %v, in the matrix %v", k.Name(), i, d, whole.At(i, i))
			}
		}
		if k.Geometry() == model.SquaredEuclidean && whole.At(3, 7) != k.Diagonal() {
			t.Errorf("%s: equal points have k = %v, want %v", k.Name(), whole.At(3, 7), k.Diagonal())
		}
	}
}

// TestGramAgainstDefinition compares with the formulas written out entry by
// entry, far from the origin, where a naive expansion of ‖x−y‖² loses digits.
func TestGramAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, d := rapid.IntRange(1, 9).Draw(rt, "n"), rapid.IntRange(1, 4).Draw(rt, "d")
		shift := rapid.Float64Range(-1e4, 1e4).Draw(rt, "shift")
		x := mat.NewDense(n, d, nil)
		fill(x, func() float64 { return shift + rapid.Float64Range(-2, 2).Draw(rt, "x") })
		k := kernel.Gaussian{Gamma: 0.7}
		got := mat.NewDense(n, n, nil)
		model.NewGram(model.NewPoints(x, model.SquaredEuclidean), k).Block(got, nil, nil)
		for i := range n {
			for j := range n {
				d2 := 0.0
				for l := range d {
					d2 += (x.At(i, l) - x.At(j, l)) * (x.At(i, l) - x.At(j, l))
				}
				if want := math.Exp(-0.7 * d2); math.Abs(got.At(i, j)-want) > 1e-11 {
					rt.Fatalf("k(%d,%d) = %v, want %v", i, j, got.At(i, j), want)
				}
			}
		}
	})
}

func TestEntriesAreCounted(t *testing.T) {
	x := randomPoints(20, 2, 1)
	g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernel.Gaussian{Gamma: 1})
	g.Block(mat.NewDense(20, 3, nil), nil, []int{1, 2, 3})
	g.Diag(make([]float64, 20))
	g.Cross(mat.NewDense(20, 4, nil), 0, 20, randomPoints(4, 2, 2))
	g.Among(mat.NewDense(4, 4, nil), randomPoints(4, 2, 2))
	if got, want := g.Entries(), int64(60+20+80+16); got != want {
		t.Errorf("Entries = %d, want %d", got, want)
	}
	if g.View().Entries() != 0 {
		t.Error("a new view starts with a count")
	}
	reading := g.Charge(24)
	reading.Block(mat.NewDense(20, 3, nil), nil, []int{1, 2, 3})
	if got, want := g.Entries(), int64(176+24); got != want || g.Shared() {
		t.Errorf("charged with 24: Entries = %d, want %d; shared: %v", got, want, g.Shared())
	}
	for range 3 {
		if err := g.MulTo(context.Background(), mat.NewDense(20, 1, nil), mat.NewDense(20, 1, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if g.Entries() != 400 {
		t.Errorf("after products with all of K: Entries = %d, want n² = 400", g.Entries())
	}
	if err := g.Store(context.Background()); err != nil {
		t.Fatal(err)
	}
	if reading.Tile(make([]float64, 20), 0, 1, 0, 20); !g.Shared() {
		t.Error("what a view of Charge takes from a stored K is not said to be shared")
	}
}

// TestLowerTriangle compares it with Block, for distances and inner products, whether K is kept or not.
func TestLowerTriangle(t *testing.T) {
	x, rows := randomPoints(20, 3, 1), []int{7, 3, 19, 3, 0}
	s := len(rows)
	for _, k := range kernels(t) {
		for _, keep := range []bool{false, true} {
			g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
			if keep {
				g.Keep()
				if err := g.MulTo(t.Context(), mat.NewDense(20, 1, nil), mat.NewDense(20, 1, nil)); err != nil {
					t.Fatal(err)
				}
				g = g.View()
			}
			want, got := mat.NewDense(s, s, nil), mat.NewDense(s, s, nil)
			g.View().Block(want, rows, rows)
			if g.LowerTriangle(got, rows); g.Entries() != int64(s*(s+1)/2) {
				t.Errorf("%s: %d entries", k.Name(), g.Entries())
			}
			for i := range s {
				for j := range i + 1 {
					if a, b := got.At(i, j), want.At(i, j); !(math.Abs(a-b) <= 1e-13*(1+math.Abs(b))) {
						t.Errorf("%s, kept %v: entry %d, %d is %v, in Block %v", k.Name(), keep, i, j, a, b)
					}
				}
			}
		}
	}
}

func TestCrossAndAmong(t *testing.T) {
	x := randomPoints(30, 3, 1)
	z := x.Slice(5, 9, 0, 3).(*mat.Dense)
	for _, k := range kernels(t) {
		g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
		cross, among, want := mat.NewDense(30, 4, nil), mat.NewDense(4, 4, nil), mat.NewDense(30, 4, nil)
		g.Cross(cross, 0, 30, z)
		g.Among(among, z)
		g.Block(want, nil, []int{5, 6, 7, 8})
		if !mat.EqualApprox(cross, want, 1e-12) || !mat.EqualApprox(among, want.Slice(5, 9, 0, 4), 1e-12) {
			t.Errorf("%s: landmarks given as points differ from landmarks given by index", k.Name())
		}
	}
}

func TestMulToStreamedAndKept(t *testing.T) {
	const n = 1200
	tiles := 0
	for range linalg.Tiles(n, linalg.TileRows(n)) {
		tiles++
	}
	if tiles < 4 {
		t.Fatalf("%d tiles: take more rows", tiles)
	}
	x := randomPoints(n, 4, 1)
	for _, b := range []int{1, 3, 80} {
		k := kernel.Gaussian{Gamma: 0.3}
		v := mat.NewDense(n, b, nil)
		fill(v, rand.New(rand.NewPCG(3, 3)).NormFloat64)
		g := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), k)
		streamed, kept, want := mat.NewDense(n, b, nil), mat.NewDense(n, b, nil), mat.NewDense(n, b, nil)
		ctx := context.Background()
		if err := g.MulTo(ctx, streamed, v); err != nil {
			t.Fatal(err)
		}
		if err := g.Store(ctx); err != nil {
			t.Fatal(err)
		}
		if err := g.MulTo(ctx, kept, v); err != nil {
			t.Fatal(err)
		}
		whole := mat.NewDense(n, n, nil)
		g.Block(whole, nil, nil)
		want.Mul(whole, v)
		if !mat.EqualApprox(streamed, want, 1e-10) || !mat.EqualApprox(kept, want, 1e-10) {
			t.Errorf("b = %d: K·X differs from the product with the whole matrix", b)
		}
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := model.NewGram(model.NewPoints(randomPoints(600, 2, 1), model.SquaredEuclidean), kernel.Gaussian{Gamma: 1})
	if _, _, err := g.Leading(ctx, 5, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, context.Canceled) {
		t.Errorf("Leading: %v, want context.Canceled", err)
	}
}

func TestMisusePanics(t *testing.T) {
	g := model.NewGram(model.NewPoints(randomPoints(5, 2, 1), model.SquaredEuclidean), kernel.Gaussian{Gamma: 1})
	for name, f := range map[string]func(){
		"wrong shape": func() { g.Block(mat.NewDense(2, 2, nil), nil, nil) },
		"wrong geometry": func() {
			model.NewGram(model.NewPoints(randomPoints(5, 2, 1), model.Manhattan), kernel.Gaussian{Gamma: 1})
		},
		"NaN":              func() { model.NewPoints(mat.NewDense(1, 1, []float64{math.NaN()}), model.Manhattan) },
		"rank 0":           func() { g.Leading(context.Background(), 0, rand.New(rand.NewPCG(1, 1))) },
		"backwards range":  func() { model.Budget(nil).Spaced(5, 1, 3) },
		"unbound variable": func() { model.Budget(nil).Value() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
}

func TestMemoryErrorTellsNumbersApart(t *testing.T) {
	n := remedy.Change(remedy.Lower, "n")
	for want, e := range map[string]*model.MemoryError{
		"n = 5 would need about 57 MB of memory, more than the 2 MB allowed; lower n": {Need: 57e6, Allowed: 2e6, N: 5,
			Remedies: n},
		"n = 5 in one cluster would need about 2.001 GB of memory, more than the 2 GB allowed; lower n, or raise clusters " +
			"or max-memory": {Need: 2001e6, Allowed: 2e9, N: 5, Reason: "in one cluster",
			Remedies: remedy.Change(remedy.Lower, "n").Or(remedy.Change(remedy.Raise, "clusters", "max-memory"))},
		"n = 5 would need about 100.5 kB of memory, more than the 99.6 kB allowed; lower n, m or test, or raise max-memory": {Need: 100500, Allowed: 99600, N: 5,
			Remedies: remedy.Change(remedy.Lower, "n", "m", "test").Or(remedy.Change(remedy.Raise, "max-memory"))},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 4100: "4.1 kB", 9960: "10 kB", 99_400: "99 kB",
		1e6: "1 MB", 2e9: "2 GB", 16e6: "16 MB"} {
		if got := model.Bytes(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
}

func TestTotalCopies(t *testing.T) {
	if got := (model.Dictionary{Index: slices.Repeat([]int{1}, 3), Copies: []int{4, 1, 2}}).TotalCopies(); got != 7 {
		t.Errorf("%d copies, want 7", got)
	}
}

// TestKeep: what is to be kept is not there before a product asks for it, tells the same
// entries, and multiplies as what was kept from the beginning.
func TestKeep(t *testing.T) {
	const n = 300
	x := randomPoints(n, 3, 2)
	k := kernels(t)[0]
	fresh := func() *model.Gram { return model.NewGram(model.NewPoints(x, k.Geometry()), k) }
	kept, later := fresh(), fresh()
	if err := kept.Store(t.Context()); err != nil {
		t.Fatal(err)
	}
	later.Keep()
	read := func(g *model.Gram) *mat.Dense {
		rows := mat.NewDense(n, n, nil)
		g.Block(rows, nil, nil)
		return rows
	}
	if !mat.Equal(read(later), read(kept)) {
		t.Error("entries differ")
	}
	if later.Shared() || !kept.Shared() {
		t.Errorf("kept: %v before a product, %v from the beginning", later.Shared(), kept.Shared())
	}
	b := randomPoints(n, 5, 3)
	product := func(g *model.Gram) *mat.Dense {
		out := mat.NewDense(n, 5, nil)
		if err := g.MulTo(t.Context(), out, b); err != nil {
			t.Fatal(err)
		}
		return out
	}
	if !mat.Equal(product(later), product(kept)) {
		t.Error("products differ")
	}
	if later.Shared() {
		t.Error("the product that computed K has found it")
	}
	if read(later); !later.Shared() {
		t.Error("not kept after a product")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	unkept := fresh()
	unkept.Keep()
	if err := unkept.MulTo(ctx, mat.NewDense(n, 5, nil), b); !errors.Is(err, context.Canceled) {
		t.Errorf("a product with a dead context: %v", err)
	}
}

// TestDistancesAreKeptForTheSecondKernel: one kernel matrix needs them once. One that was cancelled does not count.
func TestDistancesAreKeptForTheSecondKernel(t *testing.T) {
	k := kernels(t)[0]
	points := model.NewPoints(randomPoints(40, 3, 2), k.Geometry())
	known := func() bool { // whether another kernel would find them
		g := model.NewGram(points, k)
		g.Block(mat.NewDense(2, 2, nil), []int{1, 2}, []int{3, 4})
		return g.Shared()
	}
	dead, cancel := context.WithCancel(t.Context())
	cancel()
	if err := model.NewGram(points, k).Store(dead); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true} {
		if err := model.NewGram(points, k).Store(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := known(); got != want {
			t.Errorf("after kernel %d: kept %v", i+1, got)
		}
	}
}
