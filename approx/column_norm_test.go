package approx

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// Probabilities and K̃ agree with NumPy, which treats repeated columns separately and takes the pseudo-inverse
// of the weighted, singular core.
func TestColumnNormGolden(t *testing.T) {
	eachGolden(t, true, func(t *testing.T, g *model.Gram, c goldenScores) {
		size := must(form.Diagonal(g))
		if c.Norm == "column" {
			size = must(columnNorms(context.Background(), g))
		}
		p := squaredShares(size)
		sameNumbers(t, "p", p, c.Shares, 1e-12)
		d := collapsed(c.Draws, p)
		for k, want := range map[int]goldenFigures{0: c.Full, 3: c.Truncated} {
			a, err := weightedOn(context.Background(), g, d, k, nil)
			if err != nil {
				t.Fatal(err)
			}
			sameFigures(t, g, a, want)
		}
	})
}

// The weights cancel at full rank, and only there.
func TestColumnNormWeightsCancel(t *testing.T) {
	g := gramOf(t, normal(60, 3, seeded(3)), "laplacian", 0.5)
	rng := seeded(4)
	p := make([]float64, 60)
	for i := range p {
		p[i] = math.Exp(rng.NormFloat64())
	}
	d := collapsed(drawRepeated(p, 15, rng), p)
	q := len(d.index)
	if q == 15 {
		t.Fatal("no repetition drawn")
	}
	plain, err := nystromOn(context.Background(), g, d.index, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, want := whole(g, plain)
	for k, same := range map[int]bool{0: true, q: true, q + 2: true, q - 1: false} {
		a, err := weightedOn(context.Background(), g, d, k, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := whole(g, a); (apart(got, want) < 1e-10) != same {
			t.Errorf("rank %d of %d distinct columns: %.3g from nystrom", k, q, apart(got, want))
		}
	}
	unweighted, err := nystromOn(context.Background(), g, d.index, q-3, nil)
	if err != nil {
		t.Fatal(err)
	}
	weighted, err := weightedOn(context.Background(), g, d, q-3, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, x := whole(g, unweighted)
	if _, y := whole(g, weighted); apart(x, y) < 1e-3 {
		t.Error("weights make no difference to a truncated core")
	}
}

// E[S·Sᵀ] = I: the mean of the diagonal over 4000 draws, within five standard
// errors of each, which are known: Var = (1/p−1)/m.
func TestColumnNormUnbiased(t *testing.T) {
	const m, draws = 6, 4000
	p := squaredShares([]float64{1, 2, 0.5, 3, 1.5})
	mean := make([]float64, len(p))
	rng := seeded(5)
	for range draws {
		d := collapsed(drawRepeated(p, m, rng), p)
		for j, i := range d.index {
			mean[i] += d.weight[j] * d.weight[j] / draws
		}
	}
	for i, v := range mean {
		if se := math.Sqrt((1/p[i] - 1) / m / draws); math.Abs(v-1) > 5*se {
			t.Errorf("E[SSᵀ][%d,%d] = %v ± %.2g", i, i, v, se)
		}
	}
}

// What is read: the diagonal and the distinct columns, or all of K once.
func TestColumnNormCost(t *testing.T) {
	x := normal(50, 2, seeded(6))
	g := gramOf(t, x, "polynomial", 1)
	a := fitted(t, g, &ColumnNorm{M: 30}, seeded(1))
	q := len(a.Landmarks())
	if q >= 30 || g.Entries() != int64(50*(1+q)) {
		t.Errorf("%d entries for %d distinct columns of 30", g.Entries(), q)
	}
	g = gramOf(t, x, "polynomial", 1)
	if fitted(t, g, &ColumnNorm{M: 30, Norm: NormColumn}, seeded(1)); g.Entries() != 50*50 {
		t.Errorf("by column norms %d entries", g.Entries())
	}
}

// Entries whose squares overflow.
func TestColumnNormExtremes(t *testing.T) {
	for norm := range 2 {
		big := gramOf(t, mat.NewDense(3, 1, []float64{1e80, 2e80, 1}), "linear", 1)
		a := fitted(t, big, &ColumnNorm{M: 3, Norm: norm}, seeded(1))
		k, approx := whole(big, a)
		if r := mat.Max(approx) / mat.Max(k); !(math.Abs(r-1) < 1e-9) {
			t.Errorf("norm %d: largest entry of K̃ is %v that of K", norm, r)
		}
		over := gramOf(t, mat.NewDense(2, 1, []float64{1, 1e160}), "linear", 1)
		if _, err := (&ColumnNorm{M: 2, Norm: norm}).Fit(context.Background(), over, seeded(1)); err == nil {
			t.Errorf("norm %d: no error for an infinite entry", norm)
		}
	}
}
