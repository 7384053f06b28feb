package approx

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/exact"
)

// goldenMEKA is testdata/approx/golden_meka.json, made by golden_meka.py.
type goldenMEKA struct {
	X     [][]float64
	Y     []float64
	Owner []int
	MEKA  []struct {
		goldenCase
		Ranks     []int
		Dropped   [][2]int
		Landmarks [][]int
		Fitted    [][]int
		Least, Mu float64
		Solution  []float64
		Repaired  float64
	}
	ALS []struct {
		goldenCase
		Count       float64
		Steps       int // at most
		Uniform     bool
		Taken, Held int // entries
		Losses      []float64
		Estimates   []float64 // of ‖K−UUᵀ‖_F² before the first step and after each
	}
}

func readGoldenMEKA(t *testing.T) goldenMEKA {
	t.Helper()
	raw, err := os.ReadFile("../testdata/approx/golden_meka.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden goldenMEKA
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.MEKA) < 7 || len(golden.ALS) < 3 {
		t.Fatalf("only %d and %d cases", len(golden.MEKA), len(golden.ALS))
	}
	return golden
}

// The draws of a golden case lead to NumPy's figures, which come from the
// authors' scaling of W and from a dense eigendecomposition.
func TestMEKAGolden(t *testing.T) {
	golden := readGoldenMEKA(t)
	for i, c := range golden.MEKA {
		t.Run(fmt.Sprintf("%d %s %v", i, c.Kernel, c.Gamma), func(t *testing.T) {
			g := gramOf(t, rows(golden.X), c.Kernel, c.Gamma)
			d := mekaDraws{members: groups(golden.Owner, 4), ranks: c.Ranks, landmarks: c.Landmarks, fitted: c.Fitted}
			for s := range 4 {
				for t := s + 1; t < 4; t++ {
					if p := [2]int{s, t}; !slices.Contains(c.Dropped, p) {
						d.pairs = append(d.pairs, p)
					}
				}
			}
			fit, err := mekaOn(context.Background(), g, d, nil)
			if err != nil {
				t.Fatal(err)
			}
			a := fit.(*form.Coupled)
			checkFigures(t, g, a, c.goldenCase)
			near(t, "least eigenvalue", must(a.Decompose(t.Context())).Least(), c.Least, 1e-8)
			x := solved(t, a, golden.Y, c.Mu)
			if !floats.EqualApprox(x, c.Solution, 1e-8*floats.Norm(c.Solution, 2)) {
				t.Errorf("solution %v, NumPy has %v", x, c.Solution)
			}
			if err := a.Clip(t.Context()); err != nil {
				t.Fatal(err)
			}
			k, repaired := whole(g, a)
			near(t, "error of the repaired", apart(repaired, k), c.Repaired, 1e-8)
		})
	}
}

// checkFigures compares the measures of an approximation with NumPy's.
func checkFigures(t *testing.T, g *model.Gram, a model.Approximation, want goldenCase) {
	t.Helper()
	ref, err := exact.NewReference(g, true, [2]uint64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	m := measured(t, ref, a)
	near(t, "error", m.Error.Value, want.Error, 1e-8)
	near(t, "trace", m.Trace.Value, want.Trace, 1e-8)
	near(t, "stable rank", m.StableRank.Value, want.StableRank, 1e-8)
	near(t, "spectral", m.Spectral.Value, want.Spectral, 1e-6)
}
