package approx

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// residual has the terms of the scores of some rows.
type residual struct {
	left    []float64 // Rᵢᵢ; 0 where it is below the floor, and for selected rows
	squares []float64 // ‖R[:, i]‖²
}

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

// subtract subtracts f·fᵀ from R, for a step that selects a row and ‖f‖² = size. along has fᵢ and (R·f)ᵢ of row i at
// i·stride.
func (r residual) subtract(selected int, size float64, along []float64, stride int, floor float64) {
	for i := range r.left {
		fi, rf := along[i*stride], along[i*stride+1]
		r.squares[i] = max(0, r.squares[i]-2*fi*rf+fi*fi*size)
		if r.left[i] -= fi * fi; r.left[i] <= floor {
			r.left[i] = 0
		}
	}
	if selected >= 0 && selected < len(r.left) {
		r.left[selected] = 0
	}
}

// scoreTile is the number of rows that fit the cache with their products.
const scoreTile = 1024

// renew replaces F by F·P and computes all scores from it.
func (s *nuclearScores) renew(ctx context.Context) error {
	all, q := s.all.Dims()
	height := linalg.TileRows(q)
	if t := len(s.selected); t > 0 {
		done := s.directions.Slice(0, t, 0, q).(*mat.Dense).RawMatrix()
		along := mat.NewDense(min(all, height), t, nil)
		for lo, hi := range linalg.Tiles(all, height) {
			if err := ctx.Err(); err != nil {
				return err
			}
			tile, inside := s.all.Slice(lo, hi, 0, q).(*mat.Dense), along.Slice(0, hi-lo, 0, t).(*mat.Dense).RawMatrix()
			blas64.Gemm(blas.NoTrans, blas.Trans, 1, tile.RawMatrix(), done, 0, inside)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, inside, done, 1, tile.RawMatrix())
		}
	}
	raw := s.gram.RawMatrix()
	upper := blas64.Symmetric{N: q, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Upper}
	if err := linalg.Syrk(ctx, blas.Trans, 1, s.all.RawMatrix(), 0, upper); err != nil {
		return err
	}
	linalg.Mirror(s.gram)
	for k, i := range s.sample {
		copy(s.f.RawRowView(k), s.all.RawRowView(i))
	}
	n := len(s.left)
	half, products := halfOf(s.gram), mat.NewDense(min(n, scoreTile), q, nil)
	for lo, hi := range linalg.Tiles(n, scoreTile) {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows, part := s.f.Slice(lo, hi, 0, q).(*mat.Dense), products.Slice(0, hi-lo, 0, q).(*mat.Dense)
		part.Copy(rows)
		blas64.Trmm(blas.Right, blas.NoTrans, 1, half, part.RawMatrix())
		for i := range hi - lo {
			row := rows.RawRowView(i)
			s.squares[lo+i] = max(0, 2*floats.Dot(part.RawRowView(i), row))
			if s.left[lo+i] = floats.Dot(row, row); s.left[lo+i] <= s.floor {
				s.left[lo+i] = 0
			}
		}
	}
	for _, i := range s.selected {
		s.left[i] = 0
	}
	s.fresh = floats.Sum(s.left)
	return nil
}

// halfOf returns the upper triangle H of a symmetric A with half of its diagonal: A = H + Hᵀ, so that xᵀAx = 2·xᵀHx for
// half of the work.
func halfOf(a *mat.Dense) blas64.Triangular {
	h := mat.DenseCopyOf(a)
	q, _ := h.Dims()
	for i := range q {
		h.Set(i, i, a.At(i, i)/2)
	}
	raw := h.RawMatrix()
	return blas64.Triangular{N: q, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Upper, Diag: blas.NonUnit}
}
