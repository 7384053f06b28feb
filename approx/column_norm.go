package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// ColumnNorm draws column i with probability pᵢ = Kᵢᵢ²/ΣⱼKⱼⱼ² or, by Norm, ‖Kᵢ‖²/‖K‖_F². With C = KS and W = SᵀKS for
// the weights 1/√(m·pᵢ), which make E[S·Sᵀ] = I, K̃ = C·Wₖ⁺·Cᵀ with the best rank-k part of W. For k = 0 it is that of
// [Nystrom] on the distinct columns drawn. It costs O(n·m²), by column norms O(n²) more.
type ColumnNorm struct {
	M    int // draws, ≥ 1; clamped to n
	Rank int // k; 0 = no truncation; clamped to M
	Norm int // NormDiagonal or NormColumn
}

// The choices of ColumnNorm's Norm.
const (
	NormDiagonal = iota // pᵢ ∝ Kᵢᵢ²
	NormColumn          // pᵢ ∝ ‖Kᵢ‖²
)

func columnNorm() model.Method {
	return method(model.Method{
		Name: "column-norm",
		Doc: "columns drawn by diagonal or column norm\n\n" +
			"Nyström on m columns drawn with replacement, in proportion to Kᵢᵢ² (norm = diagonal) or ‖Kᵢ‖² (norm = column). " +
			"rank = k > 0 truncates the core weighted by 1/√(m·pᵢ); without truncation the weights cancel.\n\n" +
			"Large columns matter for inner-product kernels on rows of unequal norms. For kernels with k(x, x) = 1 the " +
			"diagonal says nothing: draws are uniform and, as they repeat, worse than those of nystrom. Column norms read all " +
			"of K and favour dense regions, which uniform draws find anyway; leverage scores (rls) favour what is missing.",
		Family:    model.Landmarks,
		When:      "for inner-product kernels on rows of unequal norms",
		Ref:       "Drineas and Mahoney, JMLR 6, 2005",
		Cost:      "n + n·|U|, |U| ≤ m distinct draws; n² by column norm",
		ReadsAll:  func(f model.Fitter) bool { return f.(*ColumnNorm).Norm == NormColumn },
		Landmarks: true,
	}, func(f *ColumnNorm, n, d int) model.Memory {
		// It counts m columns, and for column norms a tile of K before them.
		selecting := []int64{NormDiagonal: 0, NormColumn: form.TileBytes(n, n)}[f.Norm]
		return form.NystromMemory(n, min(f.M, n), f.Rank, selecting)
	})
}

func (f *ColumnNorm) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.TargetRank(&f.Rank), choice("norm", &f.Norm,
		"columns are drawn by the square of: their diagonal entry, or their norm (reads all of K)", "diagonal", "column")}
}

func (f *ColumnNorm) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(columnNorm(), f, g, rng)
	m, k, warnings := clamped(f.M, f.Rank, g.N())
	var sizes []float64
	var err error
	if f.Norm == NormDiagonal {
		sizes, err = form.Diagonal(g)
	} else {
		sizes, err = columnNorms(ctx, g)
		g = g.View() // all of K has been read, so columns do not count again
	}
	if err != nil {
		return nil, err
	}
	p := squaredShares(sizes)
	return form.AsApproximation(weightedOn(ctx, g, collapsed(drawRepeated(p, m, rng), p), k, warnings))
}

// columnNorms returns the ‖Kᵢ‖. It reads all of K, a tile at a time.
func columnNorms(ctx context.Context, g *model.Gram) ([]float64, error) {
	n := g.N()
	norms, height := make([]float64, n), linalg.TileRows(n)
	buf := mat.NewDense(min(n, height), n, nil)
	for lo, hi := range linalg.Tiles(n, height) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part := buf.Slice(0, hi-lo, 0, n).(*mat.Dense)
		g.Block(part, linalg.Sequence(lo, hi), nil)
		for r := range hi - lo {
			norms[lo+r] = floats.Norm(part.RawRowView(r), 2)
		}
	}
	return norms, form.CheckFinite(mat.NewDense(1, n, norms))
}

// squaredShares returns pᵢ = sᵢ²/Σsⱼ², or 1/n for each if all sizes are 0.
func squaredShares(size []float64) []float64 {
	p := slices.Clone(size)
	largest := slices.Max(p)
	if largest == 0 {
		floats.AddConst(1, p)
		largest = 1
	}
	for i := range p {
		p[i] = (p[i] / largest) * (p[i] / largest) // the squares themselves may overflow
	}
	return normalised(p)
}

// collapsed returns the dictionary of independent draws by p. An index that is c of m draws has one
// entry, with the weight √(c/(m·pᵢ)).
func collapsed(draws []int, p []float64) dictionary {
	count := make(map[int]int, len(draws))
	var d dictionary
	for _, i := range draws {
		if count[i]++; count[i] == 1 {
			d.index = append(d.index, i)
		}
	}
	for _, i := range d.index {
		d.weight = append(d.weight, math.Sqrt(float64(count[i])/(float64(len(draws))*p[i])))
	}
	return d
}

// weightedOn returns K̃ = C·Wₖ⁺·Cᵀ with C = KS, W = SᵀKS. For k = 0 the weights cancel.
func weightedOn(ctx context.Context, g *model.Gram, d dictionary, k int, warnings []string) (*form.Factor, error) {
	columns, w, err := form.Core(ctx, g, d.index)
	if err != nil {
		return nil, err
	}
	if k > 0 {
		for i, weight := range d.weight {
			for j := range i + 1 {
				w.SetSym(i, j, weight*w.At(i, j)*d.weight[j])
			}
		}
	}
	b, q, err := form.Projection(ctx, w, k)
	if err != nil {
		return nil, err
	}
	if k > 0 {
		scale := make(form.Sparse, len(d.weight))
		for j, weight := range d.weight {
			scale[j] = []form.Entry{{Row: j, Weight: weight}}
		}
		b = b.After(form.Link{Sparse: scale, Of: len(scale)})
	}
	return d.sketching(form.OnRows(ctx, columns, d.index, b, q, warnings))
}
