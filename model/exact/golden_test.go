package exact

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"gramscope/model/kernel"
)

// golden has results of NumPy and SciPy, computed by testdata/model/golden.py.
type golden struct {
	X             [][]float64
	Gamma, Offset float64
	Degree        int
	Kernels       map[string]goldenKernel
}

type goldenKernel struct {
	K, Approx        [][]float64
	StableRank       float64 `json:"stable_rank"`
	Error            float64
	Spectral         float64 `json:"error_spectral"`
	Trace            float64 `json:"error_trace"`
	StableRankApprox float64 `json:"stable_rank_approx"`
	Floor            []float64
	DEff             []float64 `json:"d_eff"`
	Leading          []float64
}

func loadGolden(t *testing.T) golden {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/model/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestMetricsAgainstNumPy(t *testing.T) {
	g := loadGolden(t)
	x := denseOf(g.X)
	ctx := context.Background()
	for name, want := range g.Kernels {
		k := kernelOf(name, kernel.Values{"gamma": g.Gamma, "degree": float64(g.Degree), "offset": g.Offset, "beta": 1,
			"rate": 1})
		gram := gramAt(x, k)
		r, err := NewReference(gram, true, [2]uint64{1, 2})
		if err != nil {
			t.Fatal(err)
		}
		c := r.Compare(stored{denseOf(want.Approx)})
		near(t, name+" stable rank", valueOf(t, r.StableRank), want.StableRank, 1e-8, 0)
		near(t, name+" error", valueOf(t, c.Error), want.Error, 1e-8, 1e-6)
		near(t, name+" spectral", valueOf(t, c.Spectral), want.Spectral, 1e-6, 1e-8)
		near(t, name+" trace", valueOf(t, c.Trace), want.Trace, 1e-8, 1e-6)
		near(t, name+" stable rank of the approximation", valueOf(t, c.StableRank), want.StableRankApprox, 1e-8, 0)
		for i, rank := range []int{0, 1, 3, 6, 12} {
			floor, known, err := r.Floor(ctx, rank)
			if err != nil || !known {
				t.Fatalf("%s: floor at rank %d: known %v, %v", name, rank, known, err)
			}
			near(t, name+" floor", floor.Value, want.Floor[i], 1e-8, 1e-6) // small floors have an absolute error of eps·√n
		}
		for i, ridge := range []float64{1e-2, 1, 30} {
			d, err := r.EffectiveDimension(ctx, ridge)
			if err != nil {
				t.Fatal(err)
			}
			// Rounding errors of eigenvalues are about 1e-15·λ₁. No method can avoid
			// their effect on λ/(λ+γₛ).
			tol := 1e-9 + 1e-14*want.Leading[0]/ridge
			near(t, name+" d_eff", d.Value, want.DEff[i], tol, 0)
			scores, err := r.leverageAt(ctx, ridge)
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+" d_eff by Cholesky", scores.sum, want.DEff[i], 10*tol, 0)
		}
	}
}
