package approx

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// sketchCase is one record of testdata/approx/golden_sketches.json, made by
// golden_sketches.py.
type sketchCase struct {
	goldenCase
	Traces []float64 // of the residual after each step
	Blocks []struct {
		Proposals []int
		U         []float64
	}
	Normals [][][]float64
	Sets    [][]int
}

func (c sketchCase) fit(t *testing.T, g *model.Gram) model.Approximation {
	t.Helper()
	ctx := context.Background()
	dense := func(*rand.Rand) *mat.Dense { return rows(c.Sketch) }
	var a model.Approximation
	var err error
	switch c.Method {
	case "pivoted-cholesky":
		a = c.greedy(t, g)
	case "rpcholesky":
		var e *elimination
		e, err = newElimination(g, c.RankUsed)
		for _, b := range c.Blocks {
			if err == nil {
				err = e.block(ctx, b.Proposals, b.U)
			}
		}
		if !slices.Equal(e.pivots, c.Landmarks) {
			t.Errorf("pivots %v, NumPy has %v", e.pivots, c.Landmarks)
		}
		a = e.approximation(nil)
	case "robust":
		var e *elimination
		e, err = newElimination(g, c.RankUsed)
		for _, b := range c.Blocks {
			if err == nil {
				err = e.robustBlock(ctx, b.Proposals)
			}
		}
		if !slices.Equal(e.pivots, c.Landmarks) {
			t.Errorf("pivots %v, NumPy has %v", e.pivots, c.Landmarks)
		}
		a = e.approximation(nil)
	case "block-nystrom":
		a, err = meanOn(ctx, g, c.Sets, nil)
	case "gaussian-sketch", "localized-sketch":
		a, err = denselySketchedOn(ctx, g, dense, seeded(1), c.Rank, nil)
	case "sparse-projection":
		a, err = sketchedOn(ctx, g, sparse(rows(c.Sketch)), c.Rank, nil)
	case "orthogonal-fourier":
		w := rows(c.Frequencies)
		for lo := 0; lo < len(c.Frequencies); lo += 3 {
			orthogonalise(w.Slice(lo, min(lo+3, len(c.Frequencies)), 0, 3).(*mat.Dense), rows(c.Normals[lo/3]))
		}
		a, err = featuresOn(ctx, g, model.Part{Frequencies: w, Width: 2 * len(c.Frequencies)}, nil)
	default:
		t.Fatalf("no method %s", c.Method)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// greedy fits with every smaller number of steps, too.
func (c sketchCase) greedy(t *testing.T, g *model.Gram) model.Approximation {
	t.Helper()
	diag := make([]float64, g.N())
	g.View().Diag(diag)
	trace := floats.Sum(diag)
	var a model.Approximation
	for r := 1; r <= len(c.Traces); r++ {
		a = fitted(t, g, &PivotedCholesky{M: r}, seeded(1))
		a.Diag(diag)
		near(t, fmt.Sprintf("trace after %d steps", r), trace-floats.Sum(diag), c.Traces[r-1], 1e-9)
		if got := a.Landmarks(); !slices.Equal(got, c.Landmarks[:r]) {
			t.Errorf("pivots %v, NumPy has %v", got, c.Landmarks)
		}
	}
	return a
}

func TestGoldenSketches(t *testing.T) {
	x, cases := goldenCases[sketchCase](t, "golden_sketches.json", 54)
	for _, c := range cases {
		c.compare(t, x, c.fit)
	}
}
