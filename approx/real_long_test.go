//go:build long

package approx

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
)

// TestRealSetsAgainstNumPy reads real files, standardises them and compares
// Nyström on fixed landmarks, and all exact figures, with NumPy's.
func TestRealSetsAgainstNumPy(t *testing.T) {
	folder := realData(t)
	raw, err := os.ReadFile("../testdata/real/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets map[string]realSet
	if err := json.Unmarshal(raw, &sets); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for name, want := range sets {
		x := firstRows(t, filepath.Join(folder, name+".csv.gz"), want)
		points := model.NewPoints(x, model.SquaredEuclidean)
		for _, run := range want.Runs {
			k := kernelOf(t, "gaussian", run.Gamma)
			g := model.NewGram(points, k)
			ref, err := exact.NewReference(g, true, [2]uint64{1, 1})
			if err != nil {
				t.Fatal(err)
			}
			var idx []int
			for i := 0; i < want.N; i += 12 {
				idx = append(idx, i)
			}
			a, err := nystromOn(ctx, g.View(), idx, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			m := measured(t, ref, a)
			floor, _, err := ref.Floor(ctx, len(idx))
			if err != nil {
				t.Fatal(err)
			}
			dEff, err := ref.EffectiveDimension(ctx, 1e-2)
			if err != nil {
				t.Fatal(err)
			}
			rank, err := ref.StableRank(ctx)
			if err != nil {
				t.Fatal(err)
			}
			// What rounding in the core does to K̃, relative to K: nothing can
			// be closer than this where the error itself is that small.
			noise := 1e-15 * math.Sqrt(run.CoreCondition)
			for _, c := range []struct {
				what           string
				got, want, tol float64
			}{
				{"error", m.Error.Value, run.Error, 1e-8},
				{"error_trace", m.Trace.Value, run.Trace, 1e-8},
				{"error_spectral", m.Spectral.Value, run.Spectral, 1e-6},
				{"stable_rank", rank.Value, run.StableRank, 1e-8},
				{"stable_rank_approx", m.StableRank.Value, run.StableRankApprox, 1e-8},
				{"error_best", floor.Value, run.Floor, 1e-8},
				{"d_eff", dEff.Value, run.DEff, 1e-8},
			} {
				off := math.Abs(c.got - c.want)
				t.Logf("%-18s γ=%-9.3g %-18s %.15g (NumPy %.15g, relative %.1e)", name, run.Gamma, c.what, c.got, c.want,
					off/c.want)
				if off > c.tol*c.want+noise {
					t.Errorf("%s at γ = %v: %s = %.15g, NumPy has %.15g", name, run.Gamma, c.what, c.got, c.want)
				}
			}
		}
	}
}

func kernelOf(t *testing.T, name string, gamma float64) model.Kernel {
	t.Helper()
	f, known := kernel.Lookup(name)
	if !known {
		t.Fatalf("no kernel %s", name)
	}
	k, err := f.Kernel(kernel.Values{model.GammaName: gamma})
	if err != nil {
		t.Fatal(err)
	}
	return k
}
