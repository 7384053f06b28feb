package approx

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"gramscope/model/linalg"
)

// drawDistinct draws m ≤ len(weights) distinct indices, one after the other, with probabilities proportional to the
// weights. They are those with the m largest keys u^(1/w), in this order (Efraimidis and Spirakis 2006). If fewer than
// m weights are positive, indices of weight 0 follow in random order.
func drawDistinct(weights []float64, m int, rng *rand.Rand) []int {
	type keyed struct {
		index int
		key   float64 // log u / w, in (−∞, 0]
		spare float64 // order among weights of 0
	}
	all := make([]keyed, len(weights))
	for i, w := range weights {
		u := rng.Float64()
		all[i] = keyed{index: i, key: math.Inf(-1), spare: u}
		if w > 0 {
			all[i].key = math.Log(1-u) / w
		}
	}
	slices.SortFunc(all, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(b.key, a.key), cmp.Compare(b.spare, a.spare), cmp.Compare(a.index, b.index))
	})
	out := make([]int, m)
	for j := range out {
		out[j] = all[j].index
	}
	return out
}

// drawRepeated draws m indices independently, with probabilities proportional to the weights, which must not all be 0.
func drawRepeated(weights []float64, m int, rng *rand.Rand) []int {
	draw := repeatedly(weights, rng)
	out := make([]int, m)
	for j := range out {
		out[j] = draw()
	}
	return out
}

// repeatedly returns a function that draws one index in each call, as drawRepeated does.
func repeatedly(weights []float64, rng *rand.Rand) func() int {
	sums := make([]float64, len(weights))
	total := 0.0
	for i, w := range weights {
		total += w
		sums[i] = total
	}
	if !(total > 0) {
		panic("approx: drawing by weights that are all zero")
	}
	return func() int {
		u := rng.Float64() * total
		above := sort.Search(len(sums), func(i int) bool { return sums[i] > u }) // never of weight 0
		return min(above, len(weights)-1)
	}
}

// drawIncluded draws m distinct indices, or all those of positive weight if they are fewer. Index i is
// drawn with the probability chance[i] = min(1, c·wᵢ), where the sum of chance is the number of draws.
// This is systematic sampling (Madow 1949), with a single random number.
func drawIncluded(weights []float64, m int, rng *rand.Rand) (drawn []int, chance []float64) {
	chance = make([]float64, len(weights))
	for left, more := m, true; more; { // c grows whenever a chance is limited to 1
		rest, share := 0.0, float64(left)
		for i, w := range weights {
			if chance[i] < 1 {
				rest += w
			}
		}
		more = false
		for i, w := range weights {
			if w > 0 && chance[i] < 1 {
				if chance[i] = min(1, w/rest*share); chance[i] == 1 {
					left--
					more = true
				}
			}
		}
	}
	sum, next := 0.0, rng.Float64()
	for i, p := range chance {
		if sum += p; sum > next {
			drawn = append(drawn, i)
			next++
		}
	}
	return drawn, chance
}

// picked returns the values at the given positions.
func picked[T any](values []T, at []int) []T {
	out := make([]T, len(at))
	for k, i := range at {
		out[k] = values[i]
	}
	return out
}

// binomial draws the number of successes in n trials of probability p.
func binomial(n int, p float64, rng *rand.Rand) int {
	switch {
	case p >= 1:
		return n
	case p <= 0 || n == 0:
		return 0
	}
	return int(distuv.Binomial{N: float64(n), P: p, Src: rng}.Rand())
}

// drawVolume draws k rows of V, n×k with orthonormal columns: the set S with probability det(V[S, :])², a
// projection determinantal point process. Row after row is drawn in proportion to the squared norm of
// its part that is orthogonal to the rows before (Cortinovis and Kressner 2024).
//
// Rows are proposed by older squared norms, and accepted with the ratio of the present to the older one
// (Epperly 2025). The older norms are computed anew when the proposals rejected since have cost as much.
// That takes at most O(n·k²), and O(k³·ln k) where n is large. The error is the context's.
func drawVolume(ctx context.Context, v *mat.Dense, rng *rand.Rand) ([]int, error) {
	n, k := v.Dims()
	older := make([]float64, n)
	for i := range older {
		older[i] = floats.Dot(v.RawRowView(i), v.RawRowView(i))
	}
	propose := repeatedly(older, rng)
	directions := mat.NewDense(k, k, nil) // an orthonormal basis of the drawn rows
	drawn, rest := make([]int, 0, k), make([]float64, k)
	from, rejected := 0, 0
	for len(drawn) < k {
		t := len(drawn)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if 2*t*rejected > n*(t-from) && t > from {
			if err := subtractProjection(ctx, older, v, directions.Slice(from, t, 0, k).(*mat.Dense)); err != nil {
				return nil, err
			}
			for _, i := range drawn {
				older[i] = 0
			}
			propose, from, rejected = repeatedly(older, rng), t, 0
		}
		i := propose()
		copy(rest, v.RawRowView(i))
		if t > 0 {
			linalg.ProjectVector(rest, directions.Slice(0, t, 0, k).(*mat.Dense))
		}
		left := floats.Norm(rest, 2)
		if !(rng.Float64()*older[i] < left*left) {
			rejected++
			continue
		}
		floats.Scale(1/left, rest)
		copy(directions.RawRowView(t), rest)
		drawn = append(drawn, i)
	}
	return drawn, nil
}

// subtractProjection subtracts from each squared norm that of the projection of V's row on the
// orthonormal directions, but nothing below 0.
func subtractProjection(ctx context.Context, squares []float64, v, directions *mat.Dense) error {
	t, k := directions.Dims()
	for lo, hi := range linalg.Tiles(len(squares), linalg.TileRows(t)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		tile, part := v.Slice(lo, hi, 0, k).(*mat.Dense), mat.NewDense(hi-lo, t, nil)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, tile.RawMatrix(), directions.RawMatrix(), 0, part.RawMatrix())
		for j := range hi - lo {
			squares[lo+j] = max(0, squares[lo+j]-floats.Dot(part.RawRowView(j), part.RawRowView(j)))
		}
	}
	return nil
}
