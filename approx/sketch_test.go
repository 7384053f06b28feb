package approx

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

func eliminationAndSketchPromises() map[string]approxtest.Promise {
	full := func(n int) model.Values { return model.Values{"m": float64(n)} }
	budget := func(f approxtest.Fit) int { return f.Clamped("m") }
	truncated := func(f approxtest.Fit) int {
		if k := f.Clamped("rank"); k > 0 {
			return min(k, f.Clamped("m"))
		}
		return f.Clamped("m")
	}
	whole := func(f approxtest.Fit) int64 { return int64(f.N) * int64(f.N) }
	steps := func(f approxtest.Fit) int64 { return int64(f.N * (f.Rank() + 1)) }
	onRows := func(f approxtest.Fit) int64 {
		return int64(f.N * len(f.Landmarks()))
	}
	return map[string]approxtest.Promise{
		"pivoted-cholesky": {
			Projection: true, PSD: true, ExactRows: true, Ordered: true, Full: full, Improves: "m",
			Entries: steps, MaxRank: budget, Bytes: approxtest.FactorBytes,
		},
		"rpcholesky": {
			Projection: true, PSD: true, ExactRows: true, Full: full, Improves: "m",
			Entries: steps, MaxRank: budget, Bytes: approxtest.FactorBytes,
		},
		"block-nystrom": {
			Below: true, PSD: true, Improves: "m",
			Full:    func(n int) model.Values { return model.Values{"m": float64(n), "blocks": 1} },
			Entries: func(f approxtest.Fit) int64 { return int64(f.N * f.Clamped("m")) },
			MaxRank: budget, Bytes: approxtest.FactorBytes,
		},
		"gaussian-sketch": {
			OwnForm: true, Projection: true, PSD: true, Full: full, Improves: "m",
			Entries: whole, MaxRank: truncated, Bytes: approxtest.FactorBytes,
		},
		"sparse-projection": {
			Projection: true, PSD: true, Improves: "m",
			Entries: onRows, MaxRank: truncated, Bytes: approxtest.FactorBytes,
		},
		"localized-sketch": {
			OwnForm: true, Projection: true, PSD: true, Full: full, Improves: "m",
			Entries: whole, MaxRank: truncated, Bytes: approxtest.FactorBytes,
		},
		"orthogonal-fourier": {
			PSD: true, Improves: "m",
			Entries: func(approxtest.Fit) int64 { return 0 },
			MaxRank: func(f approxtest.Fit) int { return min(f.N, even(f)) },
			Bytes:   func(f approxtest.Fit) int64 { return 8 * int64(f.N*even(f)) },
		},
	}
}

// E[S·Sᵀ] = I, entry by entry within 5 standard errors, for every sketch; the
// clusters of localized-sketch have four, one and one row.
func TestSketchesUnbiased(t *testing.T) {
	const n, m, draws = 6, 4, 5000
	for name, draw := range map[string]func(*rand.Rand) *mat.Dense{
		"accumulation": func(rng *rand.Rand) *mat.Dense { return drawAccumulation(n, m, 4, nil, rng).Dense(n) },
		"accumulation by given chances": func(rng *rand.Rand) *mat.Dense {
			return drawAccumulation(n, m, 3, []float64{0.4, 0.05, 0.1, 0.2, 0.1, 0.15}, rng).Dense(n)
		},
		"gaussian-sketch":   func(rng *rand.Rand) *mat.Dense { return drawGaussian(n, m, rng) },
		"sparse-projection": func(rng *rand.Rand) *mat.Dense { return drawSparse(n, m, rng).Dense(n) },
		"localized-sketch": func(rng *rand.Rand) *mat.Dense {
			return drawLocalized([][]int{{0, 2, 3, 5}, {1}, {4}}, m, rng)
		},
	} {
		rng := seeded(1)
		sum, squares := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		for range draws {
			s := draw(rng)
			var p mat.Dense
			p.Mul(s, s.T())
			sum.Add(sum, &p)
			p.MulElem(&p, &p)
			squares.Add(squares, &p)
		}
		for i := range n {
			for j := range n {
				mean, want := sum.At(i, j)/draws, 0.0
				if i == j {
					want = 1
				}
				se := math.Sqrt((squares.At(i, j)/draws - mean*mean) / draws)
				if math.Abs(mean-want) > 5*se {
					t.Errorf("%s: mean of S·Sᵀ[%d,%d] = %.4f ± %.4f, want %v", name, i, j, mean, se, want)
				}
			}
		}
	}
}

// The Sketch of a fit is the S that K̃ was made from: with it the definition,
// by a dense solve, gives K̃ again.
func TestSketchDefinition(t *testing.T) {
	g := gramOf(t, normal(30, 2, seeded(4)), "laplacian", 0.7)
	for _, f := range []model.Fitter{
		&Accumulation{M: 8, Accum: 3}, &Accumulation{M: 8, Accum: 3, Draw: DrawScores, Ridge: 0.1},
		&GaussianSketch{M: 8}, &SparseProjection{M: 8}, &LocalizedSketch{M: 8, Clusters: 3},
	} {
		a := fitted(t, g, f, seeded(5))
		k, got := whole(g, a)
		s := a.Sketch()
		if again := a.Sketch(); !mat.Equal(s, again) {
			t.Errorf("%T: another S at the second call", f)
		}
		var ks, core, inner, want mat.Dense
		ks.Mul(k, s)
		core.Mul(s.T(), &ks)
		if err := inner.Solve(&core, ks.T()); err != nil {
			t.Fatal(err)
		}
		want.Mul(&ks, &inner)
		if r := apart(got, &want); r > 1e-10 {
			t.Errorf("%T: %.3g from KS(SᵀKS)⁻¹SᵀK", f, r)
		}
	}
}

// bimodal is n points of the accumulation paper's toy: a share of
// n^0.6/(n+n^0.6) in the corner [½,1]³, the rest in [0,¼]³.
func bimodal(n int, rng *rand.Rand) *mat.Dense {
	small := math.Pow(float64(n), 0.6)
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		far := rng.Float64() < small/(float64(n)+small)
		for j := range 3 {
			u := rng.Float64()
			if far {
				x.Set(i, j, 0.5+0.5*math.Sqrt(u))
			} else {
				x.Set(i, j, u/4)
			}
		}
	}
	return x
}
