package approx

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// simpleLaw is the law of the pivot sequences of simple randomly pivoted
// Cholesky on k, by going through all of them: the slow reference.
func simpleLaw(k *mat.Dense, steps int) map[string]float64 {
	law := map[string]float64{}
	var descend func(residual *mat.Dense, pivots []int, p float64)
	descend = func(residual *mat.Dense, pivots []int, p float64) {
		if len(pivots) == steps {
			law[fmt.Sprint(pivots)] += p
			return
		}
		n, _ := residual.Dims()
		for s := range n {
			d := residual.At(s, s)
			if d < 1e-12 {
				continue
			}
			column := mat.Col(nil, s, residual)
			next := mat.DenseCopyOf(residual)
			for i := range n {
				for j := range n {
					next.Set(i, j, next.At(i, j)-column[i]*column[j]/d)
				}
			}
			descend(next, append(pivots[:len(pivots):len(pivots)], s), p*d/mat.Trace(residual))
		}
	}
	descend(k, nil, 1)
	return law
}

var threeByThree = []float64{2, .9, .3, .9, 1, .5, .3, .5, .7}

// The reference itself, against pair probabilities by hand.
func TestSimpleLaw(t *testing.T) {
	law := simpleLaw(mat.NewDense(3, 3, threeByThree), 2)
	for pair, want := range map[string]float64{
		"[0 1]": .2573, "[0 2]": .2832, "[1 0]": .1961, "[1 2]": .0742, "[2 0]": .1408, "[2 1]": .0484,
	} {
		if math.Abs(law[pair]-want) > 5.1e-5 {
			t.Errorf("P(%s) = %.5f, want %.4f", pair, law[pair], want)
		}
	}
}

// pearson is the p-value of the chi-square test of counts against a law; what
// is expected fewer than five times counts as one.
func pearson(count map[string]int, law map[string]float64, draws float64) float64 {
	statistic, cells, rare, rarely := 0.0, 0, 0.0, 0.0
	add := func(got, want float64) {
		statistic += (got - want) * (got - want) / want
		cells++
	}
	for key, p := range law {
		if got := float64(count[key]); draws*p >= 5 {
			add(got, draws*p)
		} else {
			rare, rarely = rare+got, rarely+draws*p
		}
	}
	if rarely > 0 {
		add(rare, rarely)
	}
	for key := range count {
		if law[key] == 0 {
			return 0
		}
	}
	return distuv.ChiSquared{K: float64(cells - 1)}.Survival(statistic)
}

// One step leaves K − K²/tr K in the mean over the pivots, by enumeration.
func TestRPCholeskyOneStep(t *testing.T) {
	for _, kernel := range []string{"gaussian", "polynomial"} {
		g := gramOf(t, normal(12, 2, seeded(1)), kernel, 0.4)
		k := mat.NewDense(12, 12, nil)
		g.Block(k, nil, nil)
		var mean, want mat.Dense
		want.Mul(k, k)
		want.Scale(-1/mat.Trace(k), &want)
		want.Add(&want, k)
		mean.CloneFrom(k)
		for p := range 12 {
			e, err := newElimination(g, 1)
			if err != nil {
				t.Fatal(err)
			}
			if err := e.block(context.Background(), []int{p}, []float64{0.999}); err != nil {
				t.Fatal(err)
			}
			var part mat.Dense
			part.Mul(e.f, e.f.T())
			part.Scale(k.At(p, p)/mat.Trace(k), &part)
			mean.Sub(&mean, &part)
		}
		if r := apart(&mean, &want); r > 1e-13 {
			t.Errorf("%s: the mean residual is %.3g from K − K²/tr K", kernel, r)
		}
	}
}

// K̃ is nystrom's on the pivots, what is left is the residual's diagonal, and the
// block is of no consequence for the entries.
func TestRPCholeskyIsNystrom(t *testing.T) {
	g := gramOf(t, bimodal(200, seeded(1)), "gaussian", 2)
	for _, block := range []int{1, 7, 100} {
		view := g.View()
		e, err := (&RPCholesky{M: 30, Block: block}).eliminate(context.Background(), view, seeded(2))
		if err != nil {
			t.Fatal(err)
		}
		if view.Entries() != 200*31 {
			t.Errorf("%d entries, want %d", view.Entries(), 200*31)
		}
		a, err := nystromOn(context.Background(), g, e.pivots, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		k, want := whole(g, a)
		_, got := whole(g, e.approximation(nil))
		if r := apart(got, want); r > 1e-8 {
			t.Errorf("blocks of %d: %.3g from nystrom on the pivots", block, r)
		}
		for i, left := range e.left {
			if d := k.At(i, i) - got.At(i, i); math.Abs(d-left) > 2e-12 {
				t.Errorf("row %d has %.3g left, the residual is %.3g", i, left, d)
			}
		}
	}
}

// On a mixture of one large and one small part it beats uniform landmarks.
func TestRPCholeskyFindsSmallParts(t *testing.T) {
	g := gramOf(t, bimodal(400, seeded(3)), "gaussian", 4)
	mean := func(f model.Fitter, rng *rand.Rand) (sum float64) {
		for range 10 {
			sum += errorOf(t, g, f, rng) / 10
		}
		return sum
	}
	drawn, uniform := mean(&RPCholesky{M: 20}, seeded(1)), mean(&Nystrom{M: 20}, seeded(1))
	if drawn > uniform/3 {
		t.Errorf("error %.4g, uniform landmarks have %.4g", drawn, uniform)
	}
}

// The robust filter keeps every promise of the method.
func TestRobustFilterConforms(t *testing.T) {
	m := rpcholesky()
	m.New = func() model.Fitter {
		f := defaults(new(RPCholesky)).(*RPCholesky)
		f.Filter = FilterRobust
		return f
	}
	approxtest.Run(t, m, eliminationAndSketchPromises()["rpcholesky"])
}

// TestRobustFilterOnRepeatedRows: the rows are few points, repeated with small deviations, and others far
// away. Blocks of proposals without a filter waste columns on rows that the first of them explain; with the
// filter the result is as good as with single steps.
func TestRobustFilterOnRepeatedRows(t *testing.T) {
	const n, m, block, seeds = 600, 40, 40, 12
	x, spread := normal(n, 3, seeded(5)), normal(n, 3, seeded(6))
	for i := range n {
		if i < 480 { // eight points, 60 times each
			for j := range 3 {
				x.Set(i, j, 4*spread.At(i%8, j)+1e-2*x.At(i, j))
			}
		} else {
			for j := range 3 {
				x.Set(i, j, 6*x.At(i, j))
			}
		}
	}
	g := gramOf(t, x, "gaussian", 0.05)
	if err := g.Store(t.Context()); err != nil {
		t.Fatal(err)
	}
	left := func(e *elimination, err error) float64 {
		if err != nil {
			t.Fatal(err)
		}
		return floats.Sum(e.left) / seeds
	}
	var rejected, robust, plain float64
	for seed := range uint64(seeds) {
		rejected += left((&RPCholesky{M: m, Block: block}).eliminate(t.Context(), g.View(), seeded(seed)))
		filter := &RPCholesky{M: m, Block: block, Filter: FilterRobust}
		robust += left(filter.eliminate(t.Context(), g.View(), seeded(seed)))
		e, err := newElimination(g.View(), m)
		for err == nil && !e.done() {
			err = e.block(t.Context(), drawRepeated(e.left, block, seeded(seed)), make([]float64, block))
		}
		plain += left(e, err)
	}
	t.Logf("trace left: %.3g by rejection, %.3g by the robust filter, %.3g without", rejected, robust, plain)
	if !(robust < 1.1*rejected) || !(plain > 1.3*robust) {
		t.Errorf("trace left: %.3g by rejection, %.3g by the robust filter, %.3g without", rejected, robust, plain)
	}
}

func TestRPCholeskyBlocks(t *testing.T) {
	for _, c := range []struct{ block, n, r, want int }{{0, 1000, 40, 10}, {0, 1000, 300, 60}, {7, 1000, 300, 7},
		{5000, 1000, 300, 1000}} {
		if got := (&RPCholesky{M: c.r, Block: c.block}).block(c.n, c.r); got != c.want {
			t.Errorf("%+v: blocks of %d", c, got)
		}
	}
	// The filter has its say, and a block size under rejection but another draw.
	g := gramOf(t, normal(200, 2, seeded(1)), "gaussian", 1)
	pivots := func(f *RPCholesky) string {
		return fmt.Sprint(fitted(t, g, f, seeded(1)).Landmarks())
	}
	usual := pivots(&RPCholesky{M: 30})
	if usual != pivots(&RPCholesky{M: 30, Block: 10}) || usual == pivots(&RPCholesky{M: 30, Block: 29}) ||
		usual == pivots(&RPCholesky{M: 30, Filter: FilterRobust}) {
		t.Error("block size or filter has no effect, or too much")
	}
}
