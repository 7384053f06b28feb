package approx

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// dense is S as a matrix.
func (s sketch) dense(n int) *mat.Dense {
	out := mat.NewDense(n, len(s), nil)
	for j, column := range s {
		for _, e := range column {
			out.Set(e.row, j, e.weight)
		}
	}
	return out
}

// E[S·Sᵀ] = I, entry by entry within 5 standard errors.
func TestAccumulationUnbiased(t *testing.T) {
	const n, m, a, draws = 6, 3, 4, 20000
	rng := seeded(1)
	sum, squares := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for range draws {
		s := drawAccumulation(n, m, a, rng).dense(n)
		var p mat.Dense
		p.Mul(s, s.T())
		sum.Add(sum, &p)
		p.MulElem(&p, &p)
		squares.Add(squares, &p)
	}
	for i := range n {
		for j := range n {
			mean, want := sum.At(i, j)/draws, 0.0
			if i == j {
				want = 1
			}
			se := math.Sqrt((squares.At(i, j)/draws - mean*mean) / draws)
			if math.Abs(mean-want) > 5*se {
				t.Errorf("mean of S·Sᵀ[%d,%d] = %.4f ± %.4f, want %v", i, j, mean, se, want)
			}
		}
	}
}

// a = 1 is Nyström on the distinct rows drawn: signs and scales are of no
// consequence.
func TestAccumulationOfOneIsNystrom(t *testing.T) {
	g := gramOf(t, normal(40, 2, seeded(2)), "gaussian", 1)
	ctx := context.Background()
	s := drawAccumulation(40, 25, 1, seeded(3))
	landmarks := s.rows()
	if len(landmarks) == 25 {
		t.Fatal("no row was drawn twice: take another seed")
	}
	a, err := sketchedOn(ctx, g, s, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := nystromOn(ctx, g, landmarks, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, sketched := whole(g, a)
	_, want := whole(g, b)
	if r := apart(sketched, want); r > 1e-9 {
		t.Errorf("a = 1 is %.3g from Nyström on the same rows", r)
	}
	for j := range s {
		for i := range s[j] {
			s[j][i].weight *= []float64{-1, 0.5, 3}[j%3]
		}
	}
	c, err := sketchedOn(ctx, g, s, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, scaled := whole(g, c); apart(scaled, want) > 1e-9 {
		t.Error("other signs and scales give another K̃")
	}
}

// The definition, with S as a dense matrix and a pseudo-inverse.
func TestAccumulationDefinition(t *testing.T) {
	g := gramOf(t, normal(30, 2, seeded(4)), "laplacian", 0.7)
	s := drawAccumulation(30, 8, 3, seeded(5))
	a, err := sketchedOn(context.Background(), g, s, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	k, got := whole(g, a)
	dense := s.dense(30)
	var ks, core, inner, want mat.Dense
	ks.Mul(k, dense)
	core.Mul(dense.T(), &ks)
	if err := inner.Solve(&core, ks.T()); err != nil {
		t.Fatal(err)
	}
	want.Mul(&ks, &inner)
	if r := apart(got, &want); r > 1e-10 {
		t.Errorf("%.3g from KS(SᵀKS)⁻¹SᵀK", r)
	}
}

// With many accumulations the mean error is that of a Gaussian sketch; with
// one, on unevenly spread points, it is well above.
func TestAccumulationTendsToGaussian(t *testing.T) {
	const n, m, seeds = 120, 12, 100
	rng := seeded(6)
	x := normal(n, 2, rng)
	for i := range 8 { // a small cluster that uniform draws miss
		x.Set(i, 0, x.At(i, 0)+12)
	}
	g := gramOf(t, x, "gaussian", 0.2)
	mean := func(draw func(seed uint64) sketch) (mean, se float64) {
		sum, squares := 0.0, 0.0
		for seed := range uint64(seeds) {
			a, err := sketchedOn(context.Background(), g, draw(seed), 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			k, approx := whole(g, a)
			r := apart(approx, k)
			sum += r
			squares += r * r
		}
		mean = sum / seeds
		return mean, math.Sqrt((squares/seeds - mean*mean) / (seeds - 1))
	}
	accumulated := func(a int) func(uint64) sketch {
		return func(seed uint64) sketch { return drawAccumulation(n, m, a, seeded(seed)) }
	}
	gaussian, se := mean(func(seed uint64) sketch { return sparse(normal(n, m, seeded(1000+seed))) })
	many, manySE := mean(accumulated(200))
	one, oneSE := mean(accumulated(1))
	if math.Abs(many-gaussian) > 3*math.Hypot(se, manySE) {
		t.Errorf("a = 200: error %.4g ± %.2g, Gaussian sketch %.4g ± %.2g", many, manySE, gaussian, se)
	}
	if one < gaussian+3*math.Hypot(se, oneSE) {
		t.Errorf("a = 1: error %.4g ± %.2g, not above the Gaussian sketch's %.4g", one, oneSE, gaussian)
	}
}

// Signs that cancel leave S = 0: K̃ = 0, and a warning.
func TestAccumulationCancels(t *testing.T) {
	g := gramOf(t, normal(1, 2, seeded(1)), "gaussian", 1)
	zeros, ones := 0, 0
	for seed := range uint64(40) {
		a := fitted(t, g, &Accumulation{M: 1, Accum: 2}, seeded(seed)).(*factor)
		switch {
		case a.Rank() == 1 && len(a.Warnings()) == 0:
			ones++
		case a.Rank() == 0 && len(a.Warnings()) == 1 && len(a.Landmarks()) == 0:
			zeros++
		default:
			t.Errorf("rank %d with warnings %v", a.Rank(), a.Warnings())
		}
	}
	if zeros < 8 || ones < 8 {
		t.Errorf("%d sketches cancelled and %d did not, want about half each", zeros, ones)
	}
}
