package approx

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/cluster"
	"gramscope/model/linalg"
)

// mekaDraws holds all random choices.
type mekaDraws struct {
	members   [][]int  // rows of each cluster, ascending
	ranks     []int    // k_s
	landmarks [][]int  // rows of the diagonal blocks' Nyström approximation
	fitted    [][]int  // rows of the least squares
	pairs     [][2]int // clusters s < t whose block is fitted
	space     cluster.Space
}

// draw makes the clusters, assigns ranks to them and samples their rows.
func (f *MEKA) draw(ctx context.Context, g *model.Gram, rng *rand.Rand, warnings *[]string) (d mekaDraws, err error) {
	c := atMost("clusters", f.Clusters, g.N(), "n", warnings)
	var centres *mat.Dense
	if d.members, centres, d.space, err = clustered(ctx, g, c, rng, warnings); err != nil {
		return d, err
	}
	if d.ranks, err = f.ranks(ctx, g, d.members, rng, warnings); err != nil {
		return d, err
	}
	w, q, largest := int64(0), 0, 0
	for s, rows := range d.members {
		w, q, largest = w+form.Bytes(len(rows), d.ranks[s]), q+d.ranks[s], max(largest, len(rows))
	}
	reason := fmt.Sprintf("in %d clusters, the largest of %d rows,", len(d.members), largest)
	memory := mekaMemory(g.N(), w, q, largest, slices.Max(d.ranks), f.Rho)
	if err := g.Afford(memory, reason, remedy.Change(remedy.Lower, "n", "m", "rank")); err != nil {
		return d, err
	}
	for s, rows := range d.members {
		k := d.ranks[s]
		drawn := sampleOf(rows, int(math.Ceil((1+f.Rho)*float64(k))), rng)
		d.landmarks = append(d.landmarks, drawn[:min(2*k, len(drawn))])
		d.fitted = append(d.fitted, drawn)
	}
	d.pairs, err = f.pairs(g, d.space, centres)
	return d, err
}

// clustered returns the rows of each of c k-means clusters, ascending, their centres, and the coordinates
// of both. It leaves out clusters without rows, with a warning.
func clustered(ctx context.Context, g *model.Gram, c int, rng *rand.Rand,
	warnings *[]string) (members [][]int, centres *mat.Dense, space cluster.Space, err error) {
	if space, err = cluster.SpaceOf(ctx, g, c, rng); err != nil {
		return nil, nil, space, err
	}
	all, owner, err := cluster.KMeans(ctx, space.X, c, rng)
	if err != nil {
		return nil, nil, space, err
	}
	members = groups(owner, c)
	if full := len(members); full < c {
		warn(warnings, "%d of clusters = %d are empty, the rows have too few distinct values: lower clusters", c-full, c)
	}
	owning := make([]int, len(members))
	for s, rows := range members {
		owning[s] = owner[rows[0]]
	}
	return members, linalg.Rows(all, owning), space, nil
}

// sampleOf draws m of the rows, or all of them, without replacement.
func sampleOf(rows []int, m int, rng *rand.Rand) []int {
	return picked(rows, model.SampleRows(len(rows), min(m, len(rows)), rng))
}

// ranks returns the k_s, 1 ≤ k_s ≤ n_s.
func (f *MEKA) ranks(ctx context.Context, g *model.Gram, members [][]int, rng *rand.Rand,
	warnings *[]string) ([]int, error) {
	c, n := len(members), g.N()
	k := rankOf(f.M, f.Rank, n, warnings)
	if f.Rank == 0 {
		k = (k + c - 1) / c
	}
	out := make([]int, c)
	switch f.Ranks {
	case RanksEqual:
		out = slices.Repeat([]int{k}, c)
	case RanksProportional: // rounded so that they add up to c·k
		before := 0
		for s, rows := range members {
			out[s] = rounded(c*k*(before+len(rows)), n) - rounded(c*k*before, n)
			before += len(rows)
		}
	case RanksAdaptive:
		if err := adaptiveRanks(ctx, g, members, k, rng, out); err != nil {
			return nil, err
		}
	}
	for s, rows := range members {
		out[s] = min(max(1, out[s]), len(rows))
	}
	return out, nil
}

// rounded returns a/b, rounded half up.
func rounded(a, b int) int { return (2*a + b) / (2 * b) }

// adaptiveRanks adds to out each cluster's number of the c·k largest eigenvalues.
func adaptiveRanks(ctx context.Context, g *model.Gram, members [][]int, k int, rng *rand.Rand, out []int) error {
	type scaled struct {
		value   float64
		cluster int
	}
	var all []scaled
	for s, rows := range members {
		sample := sampleOf(rows, 2*k, rng)
		block, err := form.Entries(ctx, g, sample, sample)
		if err != nil {
			return err
		}
		values, err := linalg.Eigenvalues(ctx, linalg.Symmetric(block))
		if err != nil {
			return err
		}
		for _, v := range values {
			all = append(all, scaled{v * float64(len(rows)) / float64(len(sample)), s})
		}
	}
	slices.SortFunc(all, func(a, b scaled) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.cluster, b.cluster))
	})
	for _, v := range all[:min(len(all), len(members)*k)] {
		out[v.cluster]++
	}
	return nil
}

// pairs returns the pairs of clusters s < t whose block is not omitted. It reads kernel entries at the
// centres only if it needs them. Centres in a space of features have inner products in their place.
func (f *MEKA) pairs(g *model.Gram, space cluster.Space, centres *mat.Dense) ([][2]int, error) {
	c, _ := centres.Dims()
	var pairs [][2]int
	for s := range c {
		for t := s + 1; t < c; t++ {
			pairs = append(pairs, [2]int{s, t})
		}
	}
	count := int(f.Drop * float64(len(pairs)))
	if count > 0 && count < len(pairs) {
		near := mat.NewDense(c, c, nil)
		if space.From != nil {
			near.Mul(centres, centres.T())
		} else {
			g.Among(near, centres)
		}
		if err := form.CheckFinite(near); err != nil {
			return nil, err
		}
		slices.SortStableFunc(pairs, func(a, b [2]int) int {
			return cmp.Compare(math.Abs(near.At(a[0], a[1])), math.Abs(near.At(b[0], b[1])))
		})
	}
	return pairs[count:], nil
}
