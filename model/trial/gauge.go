package trial

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/linalg"
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
		more := g.more(e, rows, min(most, mostRows))
		if more == rows {
			return e, nil
		}
		rows = more
	}
}

// more returns how many rows, at most so many, are to be sampled after an estimate from some: as many if that is
// accurate, or far from the bound.
func (g *gauge) more(e exact.Estimate, rows, most int) int {
	if e.SE <= accurate*e.Value || math.Abs(e.Value-g.most) > 3*e.SE || 2*rows > most {
		return rows
	}
	if e.SE > 2*accurate*e.Value && 4*rows <= most { // twice as many won't do
		return 4 * rows
	}
	return 2 * rows
}

// upper returns an estimate plus its standard error, if it has one.
func upper(e exact.Estimate) float64 {
	if e.Exact {
		return e.Value
	}
	return e.Value + e.SE
}

// nestedGauge is a gauge of K̃ that is known by its features at any rows. From one m to the next it adds the products
// of the new features to K̃ among the sampled rows.
type nestedGauge struct {
	*gauge
	nest    model.Nest
	samples map[int]*nestedSample // by the number of rows
	rows    int                   // at present
	rank    int                   // of the last K̃, at most
}

// nestedSample is F·Fᵀ at s sampled rows, of the first q columns of F.
type nestedSample struct {
	rows   []int
	sums   *mat.Dense // s×s; F·Fᵀ
	scaled *mat.Dense // likewise: the last K̃ of features with a scale; nil for none
	q      int
}

// nestedShare is the share of the entries of m columns that are read among the sampled rows, about.
const nestedShare = 0.25

// figure returns the figure of K̃ for m. It doubles the sampled rows until the standard error is small, or the figure
// far from the bound. Once near the bound it goes on with as many rows, on which the figure never rises with m.
func (g *nestedGauge) figure(ctx context.Context, m int) (e exact.Estimate, err error) {
	n, rows := g.g.N(), max(fewestRows, g.rows)
	most := int(math.Sqrt(nestedShare * float64(n) * float64(m)))
	if g.diagonal {
		most = max(cheapRows, n/partRows)
	}
	most = min(most, mostRows, (n-1)/2)
	for {
		if e, err = g.at(ctx, m, rows); err != nil {
			return e, err
		}
		more := g.more(e, rows, most)
		if more == rows {
			return e, nil
		}
		rows, g.rows = more, more
	}
}

// at returns the figure for m by so many sampled rows.
func (g *nestedGauge) at(ctx context.Context, m, rows int) (e exact.Estimate, err error) {
	r, err := g.reference(rows)
	if err != nil {
		return e, err
	}
	s := g.samples[rows]
	if s == nil {
		s = &nestedSample{rows: r.SampledRows()}
		g.samples[rows] = s
	}
	f, scale, err := g.nest.Features(ctx, m, s.rows)
	if err != nil {
		return e, err
	}
	_, g.rank = f.Dims()
	if g.diagonal {
		diag := make([]float64, len(s.rows))
		for i := range diag {
			row := f.RawRowView(i)
			diag[i] = scale * floats.Dot(row, row)
		}
		return r.TraceAmong(diag), ctx.Err()
	}
	return r.ErrorAmong(ctx, s.to(f, scale))
}

// to returns K̃ = scale·F·Fᵀ among the rows.
func (s *nestedSample) to(f *mat.Dense, scale float64) *mat.Dense {
	rows, q := f.Dims()
	if s.sums == nil || q < s.q {
		s.sums, s.q = mat.NewDense(rows, rows, nil), 0
	}
	if s.q < q {
		raw := s.sums.RawMatrix()
		upper := blas64.Symmetric{N: rows, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Upper}
		blas64.Syrk(blas.NoTrans, 1, f.Slice(0, rows, s.q, q).(*mat.Dense).RawMatrix(), 1, upper)
		s.q = q
		linalg.Mirror(s.sums)
	}
	if scale == 1 {
		return s.sums
	}
	if s.scaled == nil {
		s.scaled = mat.NewDense(rows, rows, nil)
	}
	linalg.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.ScaleTo(s.scaled.RawRowView(i), scale, s.sums.RawRowView(i))
		}
	})
	return s.scaled
}
