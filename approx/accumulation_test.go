package approx

import (
	"context"
	"math"
	"testing"

	"gramscope/approx/form"
)

// a = 1 is Nyström on the distinct rows drawn: signs and scales are of no
// consequence.
func TestAccumulationOfOneIsNystrom(t *testing.T) {
	g := gramOf(t, normal(40, 2, seeded(2)), "gaussian", 1)
	ctx := context.Background()
	s := drawAccumulation(40, 25, 1, nil, seeded(3))
	landmarks, _ := s.Local()
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
			s[j][i].Weight *= []float64{-1, 0.5, 3}[j%3]
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

// Signs that cancel leave S = 0: K̃ = 0, and a warning.
func TestAccumulationCancels(t *testing.T) {
	g := gramOf(t, normal(1, 2, seeded(1)), "gaussian", 1)
	zeros, ones := 0, 0
	for seed := range uint64(40) {
		a := fitted(t, g, &Accumulation{M: 1, Accum: 2}, seeded(seed)).(*form.Factor)
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

// TestZeroProbability: a row of probability 0 is never drawn, and E[SSᵀ] is 1 on the diagonal of the
// others.
func TestZeroProbability(t *testing.T) {
	p := make([]float64, 60)
	for i := range 20 {
		p[i] = 7
	}
	s := drawAccumulation(60, 200, 4, normalised(p), seeded(6))
	sum := 0.0
	for _, column := range s {
		for _, e := range column {
			if e.Row >= 20 {
				t.Fatalf("row %d is drawn, whose probability is 0", e.Row)
			}
			sum += e.Weight * e.Weight
		}
	}
	if mean := sum / 20; math.Abs(mean-1) > 0.2 { // the diagonal of E[SSᵀ] on the rows that are drawn
		t.Errorf("the squares of a row add up to %v, want 1", mean)
	}
}
