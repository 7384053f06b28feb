package approx

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// realFit is the fit of scikit-learn at one μ: testdata/real/golden_krr.py.
type realFit struct {
	Mu, DF, GCV, LOO, Test float64
	Fitted                 []float64 // of every twelfth row
	Predicted              []float64 // of every fourth row of the rest
}

// TestRealSetsAgainstScikitLearn reads four real files, standardises them and
// compares kernel ridge regression, exact and on Nyström's K̃, with
// scikit-learn's.
func TestRealSetsAgainstScikitLearn(t *testing.T) {
	folder := realData(t)
	raw, err := os.ReadFile("../testdata/real/golden_krr.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets map[string]struct {
		Columns []string
		Target  string
		N, Fit  int
		Runs    []struct {
			Gamma          float64
			Landmarks      []int
			CoreCondition  float64 `json:"core_condition"`
			Exact, Nystrom []realFit
		}
	}
	if err := json.Unmarshal(raw, &sets); err != nil {
		t.Fatal(err)
	}
	if len(sets) != 4 {
		t.Fatalf("%d sets, want 4", len(sets))
	}
	ctx := context.Background()
	for name, set := range sets {
		path := filepath.Join(folder, name+".csv.gz")
		all := firstRows(t, path, realSet{Columns: set.Columns, Target: set.Target, N: set.N})
		// The target as the one feature: standardised as well.
		y := mat.Col(nil, 0, firstRows(t, path, realSet{Columns: []string{set.Target}, Target: set.Columns[0], N: set.N}))
		x, z := all.Slice(0, set.Fit, 0, len(set.Columns)).(*mat.Dense),
			all.Slice(set.Fit, set.N, 0, len(set.Columns)).(*mat.Dense)
		x = mat.DenseCopyOf(x)
		for _, run := range set.Runs {
			g := gramOf(t, x, "gaussian", run.Gamma)
			for _, want := range run.Exact {
				fit, err := learn.NewExact(ctx, g, y[:set.Fit], want.Mu)
				if err != nil {
					t.Fatal(err)
				}
				left := floats.Distance(y[:set.Fit], fit.Fitted, 2)
				free := math.Pow(left/fit.Noise(), 2) // n − DF
				n := float64(set.Fit)
				got := realFit{Mu: want.Mu, DF: n - free, GCV: n * math.Pow(left/free, 2), Fitted: fit.Fitted,
					LOO:       want.LOO, // which the exact fit does not tell
					Predicted: fit.At(model.Cross(g.Kernel(), z, x))}
				got.compare(t, fmt.Sprintf("%s, γ = %.3g, exact", name, run.Gamma), want, y[set.Fit:])
			}
			a, err := nystromOn(ctx, g, run.Landmarks, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range run.Nystrom {
				fit, predicted := regress(t, a, y[:set.Fit], want.Mu, z)
				got := realFit{Mu: want.Mu, DF: fit.DF, GCV: fit.GCV, LOO: fit.LOO, Fitted: fit.Fitted, Predicted: predicted}
				got.compare(t, fmt.Sprintf("%s, γ = %.3g, nystrom (core's condition %.0e)", name, run.Gamma, run.CoreCondition),
					want, y[set.Fit:])
			}
		}
	}
}

// compare compares a fit to all rows, and its predictions on the held-out rows.
func (f realFit) compare(t *testing.T, what string, want realFit, y []float64) {
	t.Helper()
	left := append([]float64(nil), y...)
	floats.Sub(left, f.Predicted)
	test := floats.Dot(left, left) / float64(len(left))
	const tol = 1e-8
	off := 0.0
	for _, c := range [][2]float64{{f.DF, want.DF}, {f.GCV, want.GCV}, {f.LOO, want.LOO}, {test, want.Test}} {
		off = max(off, differ(t, what+": DF, GCV, LOO or test error", c[:1], c[1:], tol))
	}
	off = max(off, differ(t, what+": fitted", every(12, f.Fitted), want.Fitted, tol))
	off = max(off, differ(t, what+": predicted", every(4, f.Predicted), want.Predicted, tol))
	t.Logf("%s, μ = %g: test error %.6f, largest relative difference %.1e", what, want.Mu, test, off)
}

func every(step int, x []float64) []float64 {
	var out []float64
	for i := 0; i < len(x); i += step {
		out = append(out, x[i])
	}
	return out
}
