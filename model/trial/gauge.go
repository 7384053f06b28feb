package trial

import (
	"context"
	"math"

	"gramscope/model"
	"gramscope/model/exact"
)

// gauge measures a figure by as few sampled rows as tell whether it is at most a bound.
type gauge struct {
	bound
	g    *model.Gram
	most float64
	seed [2]uint64
	by   map[int]*exact.Reference // by the number of rows
}

func newGauge(t *Trial, g *model.Gram, b bound, most float64) (*gauge, error) {
	out := &gauge{bound: b, g: g, most: most, seed: [2]uint64{t.Draw.Seed, Hash("smallest m", t.Draw.Rep)}, by: map[int]*exact.Reference{}}
	_, err := out.reference(fewestRows)
	return out, err
}

func (g *gauge) reference(rows int) (*exact.Reference, error) {
	r, known := g.by[rows]
	if known {
		return r, nil
	}
	r, err := exact.NewSampled(g.g, rows, g.seed)
	g.by[rows] = r
	return r, err
}

// figure returns the figure of K̃ for m. It doubles the sampled rows until the standard error is small, or the figure
// far from the bound.
func (g *gauge) figure(ctx context.Context, a model.Approximation, m int) (e exact.Estimate, err error) {
	n, rows := g.g.N(), fewestRows
	most := max(cheapRows, int(math.Sqrt(float64(n)*float64(m)/4))) // the entries among so many rows are a fourth of m columns
	if g.diagonal {
		most = max(cheapRows, n/partRows)
		if mapped, ok := a.(model.Mapper); !(ok && mapped.Unmade().Width > 0) {
			rows = n // of a stored K̃ the diagonal costs as much as a column
		}
	}
	for {
		r, err := g.reference(rows)
		if err != nil {
			return e, err
		}
		if e, err = g.of(r.Compare(a), ctx); err != nil || e.Exact {
			return e, err
		}
		if e.SE <= accurate*e.Value || math.Abs(e.Value-g.most) > 3*e.SE || 2*rows > min(most, mostRows) {
			return e, nil
		}
		rows *= 2
	}
}

// upper returns an estimate plus its standard error, if it has one.
func upper(e exact.Estimate) float64 {
	if e.Exact {
		return e.Value
	}
	return e.Value + e.SE
}
