//go:build long

package paper

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
)

// TestComputedClaims runs the entries that are soon done. Those on real sets need them
// beside the checkout.
func TestComputedClaims(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "shared", "data")
	for _, e := range All() {
		spoils, soon := computed[e.Name]
		if !soon {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			if _, err := os.Stat(folder); err != nil &&
				slices.ContainsFunc(e.Runs, func(r Run) bool { return strings.Contains(r.Data, ".") }) {
				t.Skip("the real data sets do not stand beside the checkout: ", err)
			}
			f, err := e.Compute(t.Context(), Bench{approx.Methods(), folder, runtime.NumCPU()})
			if err != nil {
				t.Fatal(err)
			}
			if table := f.Table(); strings.Contains(table, "failed") {
				t.Error(table)
			}
			if e.Chart != nil && len(e.Chart.Curves(f)) == 0 {
				t.Error("nothing is drawn")
			}
			holdsUnless(t, f, spoils)
		})
	}
}

// What has to go wrong for a claim that is computed here to fail: every figure that the
// claim rests on, once.
var computed = map[string][]spoil{
	"low-rank-svd": {
		{0, "", at{"m": 20}, "error", 1.001},
		{0, "", at{"m": 60}, "error_spectral", 0.999},
		{0, "", at{"m": 5}, "stable_rank", 1.01},
		{0, "", at{"m": 300}, "error", 1e12},
	},
	"low-rank-contraction": {
		{0, "", at{"rate": 2, "iterations": 8}, "distance", 3},
		{0, "", at{"rate": 0.1, "iterations": 8}, "distance", 1.0 / 30},
		{0, "", at{"rate": 0.7}, "ratio", 3},
	},
	"low-rank-few-samples": {
		{0, "", at{"samples": 1000, "iterations": 6}, "distance", 3},
		{0, "", at{"samples": 1, "iterations": 6}, "distance", 1.0 / 30},
		{0, "", at{"samples": 4, "iterations": 6}, "distance", 3},
	},
	"low-rank-incoherence": {
		{0, "nystrom", nil, "mu_approx", 3},
		{0, "nystrom", at{"gamma": 10}, "mu_approx", 1.0 / 3},
		{0, "als", at{"iterations": 6}, "mu_approx", 1.5},
		{0, "nystrom", at{"gamma": 0.1}, "mu_bound", 1.0 / 3},
	},
	"low-rank-normal-points": {
		{0, "", at{"sigma": 4}, "stable_rank", 3},
		{0, "", at{"p": 10, "sigma": 8}, "expected", 3},
	},
	"low-rank-complexity": {
		{0, "nystrom", at{"n": 2000}, "entries", 3},
		{0, "best", at{"n": 2000}, "entries", 1.0 / 3},
		{1, "als", at{"n": 2000}, "entries", 3},
		{2, "als", at{"n": 2000}, "entries", 3},
		{2, "als", at{"n": 2000}, "bytes", 3},
		{0, "best", at{"n": 2000}, "bytes", 3},
	},
	"low-rank-nystrom-bound": {
		{0, "column-norm", at{"m": 20}, "error", 30},
		{0, "column-norm", at{"m": 20}, "error_spectral", 30},
	},
	"low-rank-fourier-uniform": {
		{0, "", at{"m": 100}, "error_largest", 30},
		{0, "", at{"m": 6400}, "error_largest", 3},
		{0, "", at{"m": 6400}, "rff_error", 1.0 / 9},
	},
	"low-rank-fourier-norm": {
		{0, "", at{"n": 1000}, "error_spectral", 30},
		{1, "", at{"m": 800}, "error_spectral", 3},
		{1, "", at{"n": 1000}, "error_spectral", 3},
	},
	"low-rank-two-factors": {
		{0, "", at{"iterations": 12}, "error", 3},
		{0, "", at{"iterations": 1}, "error_two", 3},
		{0, "", nil, "error_best", 3},
	},
	"meka-regimes": {
		{0, "best", at{"gamma": 0.001}, "error", 30},
		{0, "bka", at{"gamma": 0.001}, "error", 1.0 / 3},
		{0, "best", at{"gamma": 10}, "error", 1.0 / 3},
		{0, "bka", at{"gamma": 10}, "error", 1e30},
	},
	"meka-memory": {
		{0, "meka", at{"clusters": 5}, "bytes", 1.05},
		{0, "nystrom", at{"clusters": 5}, "bytes", 0.95},
	},
	"meka-bka-error": {
		{0, "", at{"gamma": 1}, "sum_squares", 1.001},
		{0, "", at{"gamma": 1}, "squared_error", 3},
	},
}
