package trial

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/linalg"
)

// Shares of the entries of m columns that are read at the sampled rows at most, about.
const (
	sampledShare  = 0.25  // for an error
	diagonalShare = 0.125 // for a trace, of which the features take the larger part of the time
)

// An estimate that is not accurate may be far more wrong than its standard error, as a few rows have most of the error and the
// sample has hardly any of them. Then all samples get the rows of which [exact.Outlying] says that these are likely to be the ones.
const (
	inaccurate   = 0.1 // relative standard error
	outlyingMost = 256 // in a sample
	outlyingPart = 32  // of the rows there is at most one in so many
)

// gauge measures a figure by as few sampled rows as tell whether it is at most a bound.
type gauge struct {
	bound
	g    *model.Gram
	most float64
	seed [2]uint64
	by   map[int]*exact.Reference // by the number of rows

	outlying []int // in all samples
	looked   bool  // whether outlying rows were looked for
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
	r, err := exact.NewSampled(g.g, rows, g.outlying, g.seed)
	g.by[rows] = r
	return r, err
}

// look looks for outlying rows after an inaccurate estimate, unless it has done so. It reports whether the samples have such rows now.
func (g *gauge) look(ctx context.Context, e exact.Estimate) (bool, error) {
	n := g.g.N()
	if g.looked || g.diagonal || !(e.SE > inaccurate*e.Value) {
		return false, nil
	}
	var err error
	g.looked = true
	g.outlying, err = exact.Outlying(ctx, g.g, min(outlyingMost, n/outlyingPart), rand.New(rand.NewPCG(g.seed[0], g.seed[1])))
	if len(g.outlying) > 0 {
		clear(g.by)
	}
	return len(g.outlying) > 0, err
}

// figure returns the figure of K̃ for m. It doubles the sampled rows until the standard error is small, or the figure
// far from the bound.
func (g *gauge) figure(ctx context.Context, a model.Approximation, m int) (e exact.Estimate, err error) {
	n, rows := g.g.N(), fewestRows
	most := min(mostRows, max(cheapRows, int(math.Sqrt(sampledShare*float64(n)*float64(m)))))
	if g.diagonal {
		most = max(cheapRows, int(diagonalShare*float64(n)))
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
		if found, err := g.look(ctx, e); err != nil {
			return e, err
		} else if found {
			continue
		}
		more := g.more(e, rows, most)
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

// upper returns an estimate plus its standard error, if it has one. With an error of more than about a tenth it returns
// more, so that two standard errors above the estimate the figure is within a tenth of what is returned.
func upper(e exact.Estimate) float64 {
	if e.Exact {
		return e.Value
	}
	return max(e.Value+e.SE, (e.Value+2*e.SE)/(1+tolerated))
}

// nestedGauge is a gauge of K̃ that is known by its features at any rows. From one m to the next it adds the products
// of the features between to K̃ among the sampled rows, or subtracts them.
type nestedGauge struct {
	*gauge
	nest    model.Nest
	samples map[int]*nestedSample // by the number of rows
	rows    int                   // at present
	rank    int                   // of the last K̃, at most
	known   []int                 // rows of which the nest has features
}

// nestedSample is F·Fᵀ at s sampled rows, of F for m.
type nestedSample struct {
	at   []int      // places of its rows in those that are known
	sums *mat.Dense // s×s; F·Fᵀ on and above the diagonal; nil for none
	m, q int        // q is the number of columns of F
}

// figure returns the figure of K̃ for m. It doubles the sampled rows until the standard error is small, or the figure
// far from the bound. Once near the bound it goes on with as many rows, on which the figure never rises with m.
func (g *nestedGauge) figure(ctx context.Context, m int) (e exact.Estimate, err error) {
	n, rows := g.g.N(), max(fewestRows, g.rows)
	most := min(mostRows, int(math.Sqrt(sampledShare*float64(n)*float64(m))))
	if g.diagonal {
		most = max(cheapRows, int(diagonalShare*float64(n)))
	}
	most = min(most, (n-1)/2)
	for {
		if e, err = g.at(ctx, m, rows); err != nil {
			return e, err
		}
		if found, err := g.look(ctx, e); err != nil {
			return e, err
		} else if found {
			clear(g.samples)
			continue
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
		s = &nestedSample{at: g.places(r.SampledRows())}
		g.samples[rows] = s
	}
	f, scale, err := g.features(ctx, m, s)
	if err != nil {
		return e, err
	}
	if _, g.rank = f.Dims(); g.diagonal {
		diag := make([]float64, len(s.at))
		for i := range diag {
			row := f.RawRowView(i)
			diag[i] = scale * floats.Dot(row, row)
		}
		return r.TraceAmong(diag), ctx.Err()
	}
	if q := g.rank; q < s.q {
		if f, _, err = g.features(ctx, s.m, s); err != nil { // with the columns that are to go
			return e, err
		}
		s.add(-1, f, q, s.q)
	} else {
		s.add(1, f, s.q, q)
	}
	s.m, s.q = m, g.rank
	return r.ErrorAmong(ctx, s.sums, scale)
}

// places returns the places of rows in those that are known, to which it adds the others.
func (g *nestedGauge) places(rows []int) []int {
	place := make(map[int]int, len(g.known))
	for at, row := range g.known {
		place[row] = at
	}
	list := make([]int, len(rows))
	for i, row := range rows {
		at, found := place[row]
		if !found {
			at = len(g.known)
			g.known = append(g.known, row)
		}
		list[i] = at
	}
	return list
}

// features returns F at the rows of a sample.
func (g *nestedGauge) features(ctx context.Context, m int, s *nestedSample) (f *mat.Dense, scale float64, err error) {
	last := slices.Max(s.at) + 1
	f, scale, err = g.nest.Features(ctx, m, g.known[:last])
	if err == nil && (last > len(s.at) || !slices.IsSorted(s.at)) {
		f = linalg.Rows(f, s.at)
	}
	return f, scale, err
}

// add adds times·F·Fᵀ of some columns to the sums.
func (s *nestedSample) add(times float64, f *mat.Dense, from, to int) {
	rows := len(s.at)
	if s.sums == nil {
		s.sums = mat.NewDense(rows, rows, nil)
	}
	if from < to {
		raw := s.sums.RawMatrix()
		upper := blas64.Symmetric{N: rows, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Upper}
		blas64.Syrk(blas.NoTrans, times, f.Slice(0, rows, from, to).(*mat.Dense).RawMatrix(), 1, upper)
	}
}
