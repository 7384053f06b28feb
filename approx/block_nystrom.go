package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// BlockNystrom is K̃ = (1/b)·Σₛ CₛWₛ⁺Cₛᵀ = C·W⁺·Cᵀ/b, W = diag(W₁, …, W_b), b = Blocks, on m/b of m = M landmarks each,
// which are drawn uniformly without replacement and then divided. 0 ⪯ K̃ ⪯ K, and no row of K is reproduced for b > 1.
// If the kernel is so narrow that K is nearly diagonal, K̃ is only a b-th of K at the landmarks. Cores and F cost
// O(n·m²/b), and a regression on F O(n·m²), as for nystrom.
type BlockNystrom struct {
	M      int // landmarks in all, ≥ 1; clamped to n
	Blocks int // b ≥ 1; clamped to M
}

func blockNystrom() model.Method {
	return method(model.Method{
		Name: "block-nystrom",
		Doc: "Block-Nyström: the mean of small Nyström approximations\n\n" +
			"K̃ = (1/b)·Σ CₛWₛ⁺Cₛᵀ for b = blocks disjoint sets of m/b uniform landmarks: W cut down to diagonal blocks.\n\n" +
			"For kernels whose eigenvalues fall slowly and an m whose core is too large to factorise, above all as a " +
			"preconditioner (the solver pcg) and for spectra: b small cores cost 1/b of a large one, and their mean captures " +
			"more of the spectrum's tail than one approximation of the same cost. It is the wrong choice for the smallest " +
			"error: on the same landmarks nystrom's K̃ lies between it and K. Where m columns are affordable nystrom or " +
			"rpcholesky is better; where eigenvalues fall fast, as for smooth kernels, so is nystrom at the same cost, on " +
			"m/√b landmarks. blocks = 1 is nystrom. The paper draws the landmarks by leverage scores, this method uniformly.",
		Family:    model.Landmarks,
		When:      "as a preconditioner whose core would be too large",
		Ref:       "Garg and Dereziński, COLT 2025 (PMLR 291; arXiv 2506.17556)",
		Cost:      "n·m",
		Landmarks: true,
	}, func(f *BlockNystrom, n, d int) model.Memory { // all triangles, and one core
		m := min(f.M, n)
		size := (m + min(f.Blocks, m) - 1) / min(f.Blocks, m)
		return form.MapMemory(n, m, m, 0, form.Bytes(m, size)+form.ProjectionMemory(size))
	})
}

func (f *BlockNystrom) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), wholeNumber("blocks", &f.Blocks,
		"approximations of m/blocks landmarks each whose mean is taken; 1 = nystrom", 1, 1000, 4)}
}

func (f *BlockNystrom) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(blockNystrom(), f, g, rng)
	m, _, warnings := clamped(f.M, 0, g.N())
	b := atMost("blocks", f.Blocks, m, "m", &warnings)
	landmarks := model.SampleRows(g.N(), m, rng)
	sets := make([][]int, b)
	for s := range sets {
		sets[s] = landmarks[s*m/b : (s+1)*m/b]
	}
	return form.AsApproximation(meanOn(ctx, g, sets, warnings))
}

// meanOn returns the mean of the Nyström approximations on disjoint sets of landmarks, none empty.
func meanOn(ctx context.Context, g *model.Gram, sets [][]int, warnings []string) (*form.Factor, error) {
	var kept []int
	landmarks := slices.Concat(sets...)
	columns := g.Charge(int64(g.N()) * int64(len(landmarks)))
	var triangles []blas64.Triangular
	from := 0
	for _, set := range sets {
		w, err := form.Entries(ctx, columns, set, set)
		if err != nil {
			return nil, err
		}
		if b, q := form.Pivoted(linalg.Symmetric(w)); q > 0 {
			for _, j := range b[0].Columns {
				kept = append(kept, from+j)
			}
			triangle := b[1].Inverse[0] // (√b·R)⁻¹ = R⁻¹/√b
			blas64.Scal(math.Sqrt(float64(len(sets))), linalg.Vector(triangle.Data[:(q-1)*triangle.Stride+q]))
			triangles = append(triangles, triangle)
		}
		from += len(set)
	}
	b := form.Chain{{Columns: kept, Of: len(landmarks)}, {Inverse: triangles}}
	return form.OnRows(ctx, columns, landmarks, b, len(kept), warnings)
}
