package approx

import (
	"context"

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
	f          *mat.Dense // n×q
	gram       *mat.Dense // FᵀF
	left       []float64  // Rᵢᵢ; 0 where it is below floor, and for selected rows
	squares    []float64  // ‖R[:, i]‖²
	floor      float64
	fresh      float64    // the trace of R when all was computed anew
	directions *mat.Dense // orthonormal rows, from the selected rows of F
	selected   []int
}

// byNuclearScore selects at most m rows of F, n×q, each with the largest score after the ones before, the
// first of equal ones. It stops earlier if no Rᵢᵢ is above 1e-12 of the largest at the start. It
// overwrites F and costs O(n·q²). The error is the context's.
func byNuclearScore(ctx context.Context, f *mat.Dense, m int) ([]int, error) {
	n, q := f.Dims()
	s := &nuclearScores{f: f, left: make([]float64, n), squares: make([]float64, n), gram: mat.NewDense(q, q, nil), directions: mat.NewDense(min(m, q), q, nil)}
	if err := s.renew(ctx); err != nil {
		return nil, err
	}
	s.floor = form.PivotTolerance * floats.Max(s.left)
	for len(s.selected) < min(m, q) {
		best, at := 0.0, -1
		for i, left := range s.left {
			if left > 0 && s.squares[i] > best*left {
				best, at = s.squares[i]/left, i
			}
		}
		if at < 0 {
			break
		}
		s.take(at)
		// Differences of squares lose digits as the residual gets small.
		if floats.Sum(s.left) < 0.01*s.fresh {
			if err := s.renew(ctx); err != nil {
				return nil, err
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return s.selected, nil
}

// take selects row i. With p, the direction of P·F[i, :], the residual loses f·fᵀ for f = F·p, and its
// product with f is F·u for u = P·FᵀF·p.
func (s *nuclearScores) take(i int) {
	n, q := s.f.Dims()
	p, u := make([]float64, q), make([]float64, q)
	copy(p, s.f.RawRowView(i))
	s.project(p)
	floats.Scale(1/floats.Norm(p, 2), p)
	blas64.Gemv(blas.NoTrans, 1, s.gram.RawMatrix(), linalg.Vector(p), 0, linalg.Vector(u))
	size := floats.Dot(p, u) // ‖f‖²
	s.project(u)
	linalg.Parallel(n, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			row := linalg.Vector(s.f.RawRowView(j))
			f, rf := blas64.Dot(row, linalg.Vector(p)), blas64.Dot(row, linalg.Vector(u))
			s.squares[j] = max(0, s.squares[j]-2*f*rf+f*f*size)
			s.setLeft(j, s.left[j]-f*f)
		}
	})
	copy(s.directions.RawRowView(len(s.selected)), p)
	s.selected = append(s.selected, i)
	s.left[i] = 0
}

// project applies P to x, apart from the part that renew has applied to F.
func (s *nuclearScores) project(x []float64) {
	if t := len(s.selected); t > 0 {
		linalg.ProjectVector(x, s.directions.Slice(0, t, 0, len(x)).(*mat.Dense))
	}
}

func (s *nuclearScores) setLeft(i int, v float64) {
	if s.left[i] = v; v <= s.floor {
		s.left[i] = 0
	}
}

// renew replaces F by F·P and computes all scores from it.
func (s *nuclearScores) renew(ctx context.Context) error {
	n, q := s.f.Dims()
	if t := len(s.selected); t > 0 {
		done := s.directions.Slice(0, t, 0, q).(*mat.Dense).RawMatrix()
		err := form.EachTile(ctx, n, q, func(rows []int) {
			tile, along := tileOf(s.f, rows), mat.NewDense(len(rows), t, nil)
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, tile, done, 0, along.RawMatrix())
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, along.RawMatrix(), done, 1, tile)
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
	err := form.EachTile(ctx, n, q, func(rows []int) {
		part := mat.NewDense(len(rows), q, nil)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, tileOf(s.f, rows), raw, 0, part.RawMatrix())
		for j, i := range rows {
			row := s.f.RawRowView(i)
			s.squares[i] = floats.Dot(part.RawRowView(j), row)
			s.setLeft(i, floats.Dot(row, row))
		}
	})
	for _, i := range s.selected {
		s.left[i] = 0
	}
	s.fresh = floats.Sum(s.left)
	return err
}
