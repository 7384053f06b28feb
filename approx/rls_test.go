package approx

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// scorePromises are those of the methods of this file's kin.
func scorePromises() map[string]approxtest.Promise {
	full := func(n int) model.Values {
		return model.Values{"m": float64(n), "score-ridge": 1e-12}
	}
	rank := func(f approxtest.Fit) int {
		if f.Params["budget"] == model.SizeByRidge {
			return f.N
		}
		if k := f.Clamped("rank"); k > 0 {
			return min(k, f.Clamped("m"))
		}
		return f.Clamped("m")
	}
	return map[string]approxtest.Promise{
		"regularized-nystrom": {
			Projection: true, PSD: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 { return int64(f.N * f.Clamped("m")) },
			MaxRank: rank,
			Bytes:   approxtest.FactorBytes,
		},
		"column-norm": { // draws repeat: no number of them is sure to be full
			Projection: true, PSD: true, ExactRows: true, Improves: "m",
			Entries: func(f approxtest.Fit) int64 {
				return int64(f.N * (1 + len(f.Landmarks())))
			},
			MaxRank: rank,
			Bytes:   approxtest.FactorBytes,
		},
		"rls": {
			Projection: true, PSD: true, ExactRows: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 { return int64(f.N * f.N) },
			MaxRank: rank,
			Bytes:   approxtest.FactorBytes,
		},
		"two-pass-rls": { // pilot = m
			Projection: true, PSD: true, ExactRows: true, Full: full, Improves: "m",
			Entries: func(f approxtest.Fit) int64 { return int64(f.N * (1 + 2*f.Clamped("m"))) },
			MaxRank: rank,
			Bytes:   approxtest.FactorBytes,
		},
		"recursive-rls": {
			Projection: true, PSD: true, ExactRows: true, Full: full, Improves: "m",
			Entries: recursiveEntries,
			MaxRank: rank,
			Bytes:   approxtest.FactorBytes,
		},
	}
}

// twoClusters are n−few points near 0 and few, in the last rows, far away.
func twoClusters(n, few int, seed uint64) *mat.Dense {
	x := normal(n, 2, seeded(seed))
	for i := n - few; i < n; i++ {
		x.Set(i, 0, 30+0.3*x.At(i, 0))
		x.Set(i, 1, 0.3*x.At(i, 1))
	}
	return x
}

// missed is how many of the seeds leave the small cluster without a landmark.
func missed(t *testing.T, g *model.Gram, few int, fitter model.Fitter, seeds int) int {
	t.Helper()
	count := 0
	for seed := range uint64(seeds) {
		landmarks := fitted(t, g, fitter, seeded(seed)).Landmarks()
		if slices.Max(landmarks) < g.N()-few {
			count++
		}
	}
	return count
}

// The landmarks are drawn by the scores: the first one's law is τ/d_eff.
func TestRLSFirstLandmark(t *testing.T) {
	const n, ridge = 12, 0.05
	g := gramOf(t, twoClusters(n, 2, 3), "gaussian", 0.5)
	tau := scoresAt(t, g.View(), ridge)
	p := slices.Clone(tau)
	floats.Scale(1/floats.Sum(tau), p)
	counts := make([]int, n)
	for seed := range uint64(6000) {
		landmarks := fitted(t, g, &RLS{M: 1, Ridge: ridge}, seeded(seed)).Landmarks()
		counts[landmarks[0]]++
	}
	chiSquared(t, "first landmark", counts, p)
}

func TestRLSTellsTinyRidge(t *testing.T) {
	g := gramOf(t, normal(60, 2, seeded(5)), "gaussian", 0.5)
	for ridge, told := range map[float64]bool{1e-12: true, 1e-6: false, 1e9: false} {
		a, err := (&RLS{M: 10, Ridge: ridge}).Fit(context.Background(), g, seeded(1))
		if err != nil {
			t.Fatal(err)
		}
		if w := strings.Join(a.Warnings(), " "); told != strings.Contains(w, "raise score-ridge") {
			t.Errorf("ridge %v: warnings %q", ridge, w)
		}
	}
}
