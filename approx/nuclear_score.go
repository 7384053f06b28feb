package approx

import (
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// nuclearScores are the scores ‖R[:, i]‖²/Rᵢᵢ of R = F·P·Fᵀ, n×n, where P projects on the complement of the selected
// rows of F: the decrease of the trace of R if row i is selected next (Fornace and Lindsey 2024).
//
// If F has very many rows, only a sample of them is scored. The norms are of whole columns of R all the same.
type nuclearScores struct {
	all    *mat.Dense // F, n×q
	sample []int      // the rows that are scored; nil for all
	f      *mat.Dense // these rows of F
	residual
	gram       *mat.Dense // FᵀF
	floor      float64
	fresh      float64    // the trace of R when all was computed anew
	directions *mat.Dense // orthonormal rows, from the selected rows of F
	along      []float64  // room for the products of F with the vectors of up to mostAhead steps
	selected   []int
}

// mostAhead is the largest number of rows that are selected before all scores are updated.
const mostAhead = 32

// candidates is the number of rows whose scores are followed while rows are selected ahead.
func candidates(n int) int { return max(64, n/20) }

// scoredRows returns how many of n rows are scored for m landmarks. More would take most of the time for the choice
// among rows that are much alike.
func scoredRows(n, m int) int { return min(n, max(1<<16, 64*m)) }

// nuclearMemory returns what the scores of F, n×q, take besides F, for m landmarks.
func nuclearMemory(n, q, m int) int64 {
	rows, sample := scoredRows(n, m), int64(0)
	if rows < n {
		sample = form.Bytes(rows, q)
	}
	tiles := form.TileBytes(n, q) + form.Bytes(min(rows, scoreTile), q)
	return sample + tiles + 3*form.Bytes(q, q) + form.Bytes(candidates(rows), q) + form.Bytes(rows, 2*mostAhead+3)
}

// byNuclearScore selects at most m rows of F, n×q, each with the largest score after the ones before, the first of
// equal ones. It stops earlier if no Rᵢᵢ is above 1e-12 of the largest at the start. Above 65 536 rows, and 64 for each
// landmark, rng draws those that are scored. It overwrites F and costs O(n·q²). The error is the context's.
//
// A pass over F for each row would wait for memory. So some rows are selected ahead among those with the largest
// scores, and one pass, a matrix product, brings all scores through these steps. At the first step where another row
// has a larger score the rest is dropped.
func byNuclearScore(ctx context.Context, f *mat.Dense, m int, rng *rand.Rand) ([]int, error) {
	all, q := f.Dims()
	m = min(m, q)
	n := scoredRows(all, m)
	s := &nuclearScores{all: f, f: f, residual: newResidual(n), gram: mat.NewDense(q, q, nil),
		directions: mat.NewDense(m, q, nil), along: make([]float64, n*2*min(m, mostAhead))}
	if n < all {
		s.sample, s.f = model.SampleRows(all, n, rng), mat.NewDense(n, q, nil)
		slices.Sort(s.sample)
	}
	if err := s.renew(ctx); err != nil {
		return nil, err
	}
	s.floor = linalg.PivotTolerance * floats.Max(s.left)
	ahead := 1
	for len(s.selected) < m {
		steps := s.ahead(min(ahead, m-len(s.selected)))
		if len(steps) == 0 {
			break
		}
		taken, err := s.take(ctx, steps)
		if err != nil {
			return nil, err
		}
		if ahead = min(2*ahead, mostAhead); taken < len(steps) {
			ahead = taken
		}
		if floats.Sum(s.left) < renewBelow*s.fresh {
			if err := s.renew(ctx); err != nil {
				return nil, err
			}
		}
	}
	if s.sample != nil {
		return picked(s.sample, s.selected), nil
	}
	return s.selected, nil
}

// renewBelow is the part of its trace to which R may fall before it is computed anew. The scores are made of squares,
// which then have about eight digits.
const renewBelow = 1e-4

// nuclearStep selects a row. With p, the direction of P·F[row, :], the residual loses f·fᵀ for f = F·p, and its
// product with f is F·u for u = P·FᵀF·p.
type nuclearStep struct {
	row  int
	p, u []float64
	size float64 // ‖f‖²
}

// step returns the step that selects a row, and appends it to the selected ones.
func (s *nuclearScores) step(row int) nuclearStep {
	_, q := s.f.Dims()
	out := nuclearStep{row: row, p: slices.Clone(s.f.RawRowView(row)), u: make([]float64, q)}
	s.project(out.p)
	floats.Scale(1/floats.Norm(out.p, 2), out.p)
	blas64.Gemv(blas.NoTrans, 1, s.gram.RawMatrix(), linalg.Vector(out.p), 0, linalg.Vector(out.u))
	out.size = floats.Dot(out.p, out.u)
	s.project(out.u)
	copy(s.directions.RawRowView(len(s.selected)), out.p)
	s.selected = append(s.selected, row)
	return out
}

// ahead returns at most count steps, each by the scores of the candidates after the ones before. The first is right
// for all rows.
func (s *nuclearScores) ahead(count int) (steps []nuclearStep) {
	if count == 1 {
		if i := s.best(); i >= 0 {
			steps = append(steps, s.step(i))
		}
		return steps
	}
	rows := s.leading(candidates(len(s.left)))
	_, q := s.f.Dims()
	f, scores := mat.NewDense(max(1, len(rows)), q, nil), newResidual(len(rows))
	for c, i := range rows {
		copy(f.RawRowView(c), s.f.RawRowView(i))
		scores.left[c], scores.squares[c] = s.left[i], s.squares[i]
	}
	along := mat.NewDense(max(1, len(rows)), 2, nil)
	for len(steps) < count {
		c := scores.best()
		if c < 0 {
			break
		}
		next := s.step(rows[c])
		// Parts are small, so that the second product finds their rows in the cache.
		_ = linalg.InParts(context.Background(), len(rows), 64, func(lo, hi int) {
			tile, out := f.Slice(lo, hi, 0, q).(*mat.Dense).RawMatrix(), along.Slice(lo, hi, 0, 2).(*mat.Dense)
			blas64.Gemv(blas.NoTrans, 1, tile, linalg.Vector(next.p), 0, linalg.Column(out, 0))
			blas64.Gemv(blas.NoTrans, 1, tile, linalg.Vector(next.u), 0, linalg.Column(out, 1))
		})
		scores.subtract(c, next.size, along.RawMatrix().Data, 2, s.floor)
		steps = append(steps, next)
	}
	return steps
}

// leading returns the rows whose scores are among about the count largest ones, ascending.
func (s *nuclearScores) leading(count int) (rows []int) {
	const sample = 1 << 16 // rows from whose scores the least one is estimated
	every := max(1, len(s.left)/sample)
	var scores []float64
	for i := 0; i < len(s.left); i += every {
		if s.left[i] > 0 {
			scores = append(scores, s.squares[i]/s.left[i])
		}
	}
	least := 0.0
	if slices.Sort(scores); len(scores) > count/every {
		least = scores[len(scores)-max(1, count/every)]
	}
	for i, left := range s.left {
		if left > 0 && s.squares[i] >= least*left {
			rows = append(rows, i)
		}
	}
	return rows
}

// take brings all scores through the confirmed steps, and returns their number, at least 1. The rows of further steps
// are no longer selected.
func (s *nuclearScores) take(ctx context.Context, steps []nuclearStep) (taken int, err error) {
	n, q := s.f.Dims()
	before := len(s.selected) - len(steps)
	vectors := mat.NewDense(2*len(steps), q, nil)
	for k, step := range steps {
		vectors.SetRow(2*k, step.p)
		vectors.SetRow(2*k+1, step.u)
	}
	along := s.along[:n*2*len(steps)]
	out := blas64.General{Rows: n, Cols: 2 * len(steps), Stride: 2 * len(steps), Data: along}
	if err := linalg.Gemm(ctx, blas.NoTrans, blas.Trans, 1, s.f.RawMatrix(), vectors.RawMatrix(), 0, out); err != nil {
		return 0, err
	}
	taken = s.confirmed(steps, along)
	_ = linalg.InParts(context.Background(), n, scoreTile, func(lo, hi int) {
		rows := residual{s.left[lo:hi], s.squares[lo:hi]}
		for k, step := range steps[:taken] {
			rows.subtract(step.row-lo, step.size, along[lo*out.Stride+2*k:], out.Stride, s.floor)
		}
	})
	s.selected = s.selected[:before+taken]
	return taken, nil
}

// confirmed returns the number of steps before the first whose row does not have the largest score of all rows, or up
// to the one after which R must be computed anew. along has F·p and R·f of the steps, side by side in each row.
func (s *nuclearScores) confirmed(steps []nuclearStep, along []float64) int {
	type outlook struct { // of some rows
		row          int     // the first with the largest score before a step
		score, trace float64 // that score, and the trace of R after the step
	}
	n, b := len(s.left), len(steps)
	seen := make([]outlook, (n+scoreTile-1)/scoreTile*b)
	_ = linalg.InParts(context.Background(), n, scoreTile, func(lo, hi int) {
		rows := residual{slices.Clone(s.left[lo:hi]), slices.Clone(s.squares[lo:hi])}
		for k, step := range steps {
			at := &seen[lo/scoreTile*b+k]
			if i := rows.best(); i >= 0 {
				at.row, at.score = lo+i, rows.squares[i]/rows.left[i]
			}
			rows.subtract(step.row-lo, step.size, along[2*(lo*b+k):], 2*b, s.floor)
			at.trace = floats.Sum(rows.left)
		}
	})
	for k, step := range steps {
		var all outlook
		for i := k; i < len(seen); i += b {
			at := seen[i]
			if all.trace += at.trace; at.score > all.score {
				all.row, all.score = at.row, at.score
			}
		}
		if k > 0 && all.row != step.row {
			return k
		}
		if all.trace < renewBelow*s.fresh {
			return k + 1
		}
	}
	return b
}

// project applies P to x, apart from the part that renew has applied to F.
func (s *nuclearScores) project(x []float64) {
	if t := len(s.selected); t > 0 {
		linalg.ProjectVector(x, s.directions.Slice(0, t, 0, len(x)).(*mat.Dense))
	}
}
