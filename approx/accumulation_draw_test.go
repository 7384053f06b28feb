package approx

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// drawCase is one record of testdata/approx/golden_accumulation.json, made by
// golden_accumulation.py.
type drawCase struct {
	Kernel       string
	Gamma, Ridge float64
	Draw         string
	Pilot        []int
	P            []float64
	Sketch       [][]float64
	Error        float64
}

// TestGoldenDraws compares the distributions P with NumPy's, the weights of what is
// drawn from them with theirs, and K̃ on NumPy's own draws.
func TestGoldenDraws(t *testing.T) {
	const m, a = 6, 3
	x, cases := goldenCases[drawCase](t, "golden_accumulation.json", 9)
	for _, c := range cases {
		g := gramOf(t, x, c.Kernel, c.Gamma)
		ctx := context.Background()
		var warnings []string
		var p []float64
		var err error
		switch c.Draw {
		case "scores":
			p, err = oracleScores(ctx, g, c.Ridge, &warnings)
			p = normalised(p)
		case "norms":
			p, err = columnNorms(ctx, g)
			p = squaredShares(p)
		case "pilot": // for the columns that NumPy has drawn
			if p, err = pilotScores(ctx, g, c.Pilot, c.Ridge); err == nil {
				p = mixed(p)
			}
		default:
			t.Fatalf("no draw %s", c.Draw)
		}
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		if !floats.EqualApprox(p, c.P, 1e-9) || math.Abs(floats.Sum(p)-1) > 1e-12 {
			t.Errorf("%s, %s: P = %v, NumPy has %v", c.Kernel, c.Draw, p, c.P)
		}
		counts := map[int]bool{}
		for _, column := range drawAccumulation(30, m, a, p, seeded(2)) {
			for _, e := range column {
				count := e.Weight * math.Sqrt(m*a*c.P[e.Row])
				if whole := math.Round(count); math.Abs(count-whole) > 1e-7 || whole == 0 || math.Abs(whole) > a {
					t.Errorf("%s, %s: row %d has %v times 1/√(m·a·p)", c.Kernel, c.Draw, e.Row, count)
				} else {
					counts[int(whole)] = true
				}
			}
		}
		if !counts[1] || !counts[-1] {
			t.Errorf("%s, %s: signs %v", c.Kernel, c.Draw, counts)
		}
		fit, err := sketchedOn(ctx, g, sparse(rows(c.Sketch)), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		k, got := whole(g, fit)
		near(t, c.Kernel+" "+c.Draw+": error", apart(got, k), c.Error, 1e-7)
	}
}

// TestUniformDrawsAreWhatTheyWere: the bits of a sketch by uniform draws, whatever the
// ridge of the scores is, as they were before there were others.
func TestUniformDrawsAreWhatTheyWere(t *testing.T) {
	rng, want := seeded(7), mat.NewDense(40, 5, nil)
	for j := range 5 {
		for range 3 {
			i := rng.IntN(40)
			want.Set(i, j, want.At(i, j)+float64(2*rng.IntN(2)-1))
		}
	}
	want.Scale(math.Sqrt(40.0/15), want)
	g := gramOf(t, normal(40, 2, seeded(2)), "gaussian", 1)
	for _, ridge := range []float64{0, 1, 100} {
		a := fitted(t, g, &Accumulation{M: 5, Accum: 3, Ridge: ridge}, seeded(7))
		if !mat.Equal(a.Sketch(), want) {
			t.Errorf("ridge %v: another sketch", ridge)
		}
	}
}
