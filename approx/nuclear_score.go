package approx

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model/linalg"
)

// nuclearScores are the scores ‖R[:, i]‖²/Rᵢᵢ of R = F·P·Fᵀ, n×n, where P projects on the complement of
// the selected rows of F: by so much does the trace of R fall if row i is selected next (Fornace and
// Lindsey 2024).
type nuclearScores struct {
	f *mat.Dense // n×q
	residual
	gram       *mat.Dense // FᵀF
	floor      float64
	fresh      float64    // the trace of R when all was computed anew
	directions *mat.Dense // orthonormal rows, from the selected rows of F
	selected   []int
}

// residual has what the scores of some rows are made of.
type residual struct {
	left    []float64 // Rᵢᵢ; 0 where it is below the floor, and for selected rows
	squares []float64 // ‖R[:, i]‖²
}

// mostAhead is the largest number of rows that are selected before all scores are updated.
const mostAhead = 16

// candidates is the number of rows whose scores are followed while rows are selected ahead.
func candidates(n int) int { return max(64, n/50) }

// nuclearMemory returns what the scores of F, n×q, take besides F.
func nuclearMemory(n, q int) int64 {
	return form.TileBytes(n, q) + 3*form.Bytes(q, q) + form.Bytes(candidates(n), q) + form.Bytes(n, 2*mostAhead+3)
}

// byNuclearScore selects at most m rows of F, n×q, each with the largest score after the ones before, the
// first of equal ones. It stops earlier if no Rᵢᵢ is above 1e-12 of the largest at the start. It
// overwrites F and costs O(n·q²). The error is the context's.
//
// A pass over F for each row would wait for memory. So some rows are selected ahead among those with the largest
// scores, and one pass, a matrix product, brings all scores through these steps. At the first step where another row
// has a larger score the rest is dropped.
func byNuclearScore(ctx context.Context, f *mat.Dense, m int) ([]int, error) {
	n, q := f.Dims()
	m = min(m, q)
	s := &nuclearScores{f: f, residual: newResidual(n), gram: mat.NewDense(q, q, nil), directions: mat.NewDense(m, q, nil)}
	if err := s.renew(ctx); err != nil {
		return nil, err
	}
	s.floor = form.PivotTolerance * floats.Max(s.left)
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
	return s.selected, nil
}

// renewBelow is the part of its trace to which R may fall before it is computed anew. The scores are made of squares,
// which then have about ten digits.
const renewBelow = 1e-3

func newResidual(n int) residual { return residual{make([]float64, n), make([]float64, n)} }

// best returns the first of the rows with the largest score, −1 if all are selected or below the floor.
func (r residual) best() int {
	best, at := 0.0, -1
	for i, left := range r.left {
		if left > 0 && r.squares[i] > best*left {
			best, at = r.squares[i]/left, i
		}
	}
	return at
}

// lose takes f·fᵀ of a step away from R, for fi = f[i] and rf = (R·f)[i].
func (r residual) lose(i int, fi, rf float64, s *nuclearStep, floor float64) {
	r.squares[i] = max(0, r.squares[i]-2*fi*rf+fi*fi*s.size)
	if r.left[i] -= fi * fi; r.left[i] <= floor {
		r.left[i] = 0
	}
}

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
	for len(steps) < count {
		c := scores.best()
		if c < 0 {
			break
		}
		next := s.step(rows[c])
		linalg.Parallel(len(rows), func(lo, hi int) {
			for j := lo; j < hi; j++ {
				row := linalg.Vector(f.RawRowView(j))
				scores.lose(j, blas64.Dot(row, linalg.Vector(next.p)), blas64.Dot(row, linalg.Vector(next.u)), &next, s.floor)
			}
		})
		scores.left[c] = 0
		steps = append(steps, next)
	}
	return steps
}

// leading returns the rows with the count largest scores, ascending, and those that tie with the last.
func (s *nuclearScores) leading(count int) (rows []int) {
	scores := make([]float64, 0, len(s.left))
	for i, left := range s.left {
		if left > 0 {
			scores = append(scores, s.squares[i]/left)
		}
	}
	least := 0.0
	if slices.Sort(scores); len(scores) > count {
		least = scores[len(scores)-count]
	}
	for i, left := range s.left {
		if left > 0 && s.squares[i]/left >= least {
			rows = append(rows, i)
		}
	}
	return rows
}

// take brings all scores through the steps up to the first whose row has not the largest score, or after which R is
// to be computed anew, and returns their number, at least 1. The rows of further steps are no longer selected.
func (s *nuclearScores) take(ctx context.Context, steps []nuclearStep) (taken int, err error) {
	n, q := s.f.Dims()
	b, before := len(steps), len(s.selected)-len(steps)
	vectors, along := mat.NewDense(2*b, q, nil), mat.NewDense(n, 2*b, nil)
	for k, step := range steps {
		vectors.SetRow(k, step.p)
		vectors.SetRow(b+k, step.u)
	}
	err = form.EachTile(ctx, n, q, func(rows []int) {
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, tileOf(s.f, rows), vectors.RawMatrix(), 0, tileOf(along, rows))
	})
	if err != nil {
		return 0, err
	}
	for taken < b {
		step := &steps[taken]
		if taken > 0 && s.best() != step.row {
			break
		}
		for i := range n {
			row := along.RawRowView(i)
			s.lose(i, row[taken], row[b+taken], step, s.floor)
		}
		s.left[step.row] = 0
		if taken++; floats.Sum(s.left) < renewBelow*s.fresh {
			break
		}
	}
	s.selected = s.selected[:before+taken]
	return taken, nil
}

// project applies P to x, apart from the part that renew has applied to F.
func (s *nuclearScores) project(x []float64) {
	if t := len(s.selected); t > 0 {
		linalg.ProjectVector(x, s.directions.Slice(0, t, 0, len(x)).(*mat.Dense))
	}
}

// renew replaces F by F·P and computes all scores from it.
func (s *nuclearScores) renew(ctx context.Context) error {
	n, q := s.f.Dims()
	height := min(n, linalg.TileRows(q))
	if t := len(s.selected); t > 0 {
		done := s.directions.Slice(0, t, 0, q).(*mat.Dense).RawMatrix()
		along := mat.NewDense(height, t, nil)
		err := form.EachTile(ctx, n, q, func(rows []int) {
			tile, inside := tileOf(s.f, rows), along.Slice(0, len(rows), 0, t).(*mat.Dense).RawMatrix()
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, tile, done, 0, inside)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, inside, done, 1, tile)
		})
		if err != nil {
			return err
		}
	}
	raw := s.gram.RawMatrix()
	upper := blas64.Symmetric{N: q, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Upper}
	if err := linalg.Syrk(ctx, blas.Trans, 1, s.f.RawMatrix(), 0, upper); err != nil {
		return err
	}
	linalg.Mirror(s.gram)
	products := mat.NewDense(height, q, nil)
	err := form.EachTile(ctx, n, q, func(rows []int) {
		part := products.Slice(0, len(rows), 0, q).(*mat.Dense)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, tileOf(s.f, rows), raw, 0, part.RawMatrix())
		for j, i := range rows {
			row := s.f.RawRowView(i)
			s.squares[i] = floats.Dot(part.RawRowView(j), row)
			if s.left[i] = floats.Dot(row, row); s.left[i] <= s.floor {
				s.left[i] = 0
			}
		}
	})
	for _, i := range s.selected {
		s.left[i] = 0
	}
	s.fresh = floats.Sum(s.left)
	return err
}
