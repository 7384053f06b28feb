package approx

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// Accumulation is the accumulation sketch: K̃ = K·S·(Sᵀ·K·S)⁺·Sᵀ·K, where S,
// n×m, is the sum of a = Accum sub-sampling matrices with random signs: to each
// of the m columns a rows are drawn, uniformly and with replacement, and
// ±√(n/(m·a)) is added there, so that E[S·Sᵀ] = I (Chen and Yang 2021,
// Algorithm 1; their (d, m) are our (m, a)). With Rank = k > 0 the best rank-k
// part of SᵀKS takes its place.
//
// a = 1 is Nyström on columns drawn with replacement, since signs and scales
// cancel in K̃; a → ∞ is a Gaussian sketch, at the cost of all of K. K̃ is a
// projection, 0 ⪯ K−K̃ ⪯ K, but no row of K is reproduced for a > 1.
//
// It reads n·|U| entries, U the distinct rows in S, |U| ≤ min(n, m·a), and
// costs O(n·m·(a + m)).
type Accumulation struct {
	M     int // projection dimension, ≥ 1; clamped to n
	Accum int // a ≥ 1
	Rank  int // k; 0 = no truncation; clamped to M
}

func accumulation() model.Method {
	return model.Method{
		Name: "accumulation",
		Doc: "accumulation of sub-sampling sketches\n\n" +
			"K̃ = KS·(SᵀKS)⁺·SᵀK with S the sum of a = accum random sub-sampling matrices with signs: " +
			"between nystrom (a = 1) and a Gaussian sketch (a large).\n\n" +
			"Use it where points are unevenly spread and uniform landmarks miss what matters: a few accumulations come close to a Gaussian sketch " +
			"of the same size. It reads up to a times the entries of nystrom; at that price nystrom with m·a landmarks is at least as accurate, " +
			"but its factor is a times as wide.",
		Ref:  "Chen and Yang, AISTATS 2021 (PMLR 130), Algorithm 1",
		Cost: "n·min(n, m·a)",
		New:  func() model.Fitter { return defaults(new(Accumulation)) },
	}
}

// Params describes M, Accum and Rank.
func (f *Accumulation) Params() []model.Param {
	return []model.Param{model.Budget(&f.M), model.Accumulations(&f.Accum), model.TargetRank(&f.Rank)}
}

// Fit draws the sketch and applies it.
func (f *Accumulation) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	mustRand(rng)
	var warnings []string
	m := atMost("m", f.M, g.N(), "n", &warnings)
	atLeastOne("accum", f.Accum)
	k := truncation(f.Rank, m, &warnings)
	return sketchedOn(ctx, g, drawAccumulation(g.N(), m, f.Accum, rng), k, warnings)
}

// sketch is a sparse n×m matrix S, one list of entries a column.
type sketch [][]sketchEntry

// sketchEntry is S[row, ·] = weight.
type sketchEntry struct {
	row    int
	weight float64
}

// drawAccumulation draws S. The signs of a row that is drawn again for the
// same column add up and may cancel: such an entry is left out.
func drawAccumulation(n, m, a int, rng *rand.Rand) sketch {
	scale := math.Sqrt(float64(n) / (float64(m) * float64(a)))
	s := make(sketch, m)
	for j := range s {
		count := make(map[int]int, a)
		for range a {
			count[rng.IntN(n)] += 2*rng.IntN(2) - 1
		}
		for row, c := range count {
			if c != 0 {
				s[j] = append(s[j], sketchEntry{row, scale * float64(c)})
			}
		}
		slices.SortFunc(s[j], func(x, y sketchEntry) int { return x.row - y.row })
	}
	return s
}

// rows lists the distinct rows in which S has an entry, ascending.
func (s sketch) rows() []int {
	var all []int
	for _, column := range s {
		for _, e := range column {
			all = append(all, e.row)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// at is the same sketch with every row replaced by its place in rows.
func (s sketch) at(rows []int) sketch {
	out := make(sketch, len(s))
	for j, column := range s {
		for _, e := range column {
			p, _ := slices.BinarySearch(rows, e.row)
			out[j] = append(out[j], sketchEntry{p, e.weight})
		}
	}
	return out
}

// times writes A·S into dst.
func (s sketch) times(dst, a *mat.Dense) {
	rows, _ := a.Dims()
	model.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			in, out := a.RawRowView(i), dst.RawRowView(i)
			for j, column := range s {
				out[j] = 0
				for _, e := range column {
					out[j] += e.weight * in[e.row]
				}
			}
		}
	})
}

// sketchedOn is the approximation for a given sketch.
func sketchedOn(ctx context.Context, g *model.Gram, s sketch, k int, warnings []string) (model.Approximation, error) {
	n, m := g.N(), len(s)
	used := s.rows()
	if len(used) == 0 { // all signs cancelled: a small n with an even a
		return newFactor(n, nil, used, warnings), nil
	}
	local := s.at(used)
	ks := mat.NewDense(n, m, nil)
	buf := mat.NewDense(min(n, readTile), len(used), nil)
	err := tiles(ctx, n, func(rows []int) {
		part := buf.Slice(0, len(rows), 0, len(used)).(*mat.Dense)
		g.Block(part, rows, used)
		local.times(ks.Slice(rows[0], rows[0]+len(rows), 0, m).(*mat.Dense), part)
	})
	if err != nil {
		return nil, err
	}
	if err := checkFinite(ks); err != nil {
		return nil, err
	}
	core := mat.NewDense(m, m, nil) // (KS)ᵀS = SᵀKS
	local.times(core, mat.DenseCopyOf(pick(ks, used).T()))
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return newFactor(n, projection(ks, symmetric(core), k), used, warnings), nil
}
