package approx

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// goldenScores is one record of testdata/approx/golden_scores.json. Those with
// draws are of column-norm, the others of scores at one ridge.
type goldenScores struct {
	Kernel       string
	Gamma, Ridge float64

	Scores  []float64
	Epsilon float64

	Index       []int
	Weight      []float64
	Estimates   []float64
	Regularized goldenFigures
	TailRidge   float64 `json:"tail_ridge"`

	Pilot       []int
	PilotScores []float64 `json:"pilot_scores"`

	Norm            string
	Draws           []int
	Shares          []float64
	Full, Truncated goldenFigures
}

type goldenFigures struct{ Error, Spectral, Trace float64 }

// eachGolden runs a test on the records with draws, or on those without.
func eachGolden(t *testing.T, draws bool, check func(t *testing.T, g *model.Gram, c goldenScores)) {
	raw, err := os.ReadFile("../testdata/approx/golden_scores.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X     [][]float64
		Cases []goldenScores
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range golden.Cases {
		if (c.Draws != nil) != draws {
			continue
		}
		ran++
		t.Run(fmt.Sprintf("%s %v %v%s", c.Kernel, c.Gamma, c.Norm, number(c.Ridge)), func(t *testing.T) {
			check(t, gramOf(t, rows(golden.X), c.Kernel, c.Gamma), c)
		})
	}
	if ran < 8 {
		t.Fatalf("only %d records", ran)
	}
}

func number(v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprint(v)
}

// sameFigures compares K̃ with the figures of NumPy.
func sameFigures(t *testing.T, g *model.Gram, a model.Approximation, want goldenFigures) {
	t.Helper()
	k, approx := whole(g, a)
	var e mat.Dense
	e.Sub(k, approx)
	residual := ascending(t, &e)
	near(t, "error", apart(approx, k), want.Error, 1e-7)
	near(t, "spectral", max(-residual[0], residual[len(residual)-1])/floats.Max(ascending(t, k)), want.Spectral, 1e-7)
	near(t, "trace", mat.Trace(&e)/mat.Trace(k), want.Trace, 1e-7)
}

func sameNumbers(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		near(t, fmt.Sprintf("%s[%d]", what, i), got[i], want[i], tol)
	}
}

// ascending are the eigenvalues of a symmetric matrix.
func ascending(t *testing.T, a *mat.Dense) []float64 {
	t.Helper()
	var eig mat.EigenSym
	if !eig.Factorize(linalg.Symmetric(a), false) {
		t.Fatal("no eigenvalues")
	}
	return eig.Values(nil)
}

// all are the numbers 0 … n−1.
func all(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
