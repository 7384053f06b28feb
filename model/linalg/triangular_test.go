package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// wellConditioned is one triangle, with NaN in the other, and on the diagonal for
// a unit one.
func wellConditioned(rng *rand.Rand, ul blas.Uplo, d blas.Diag, n int) matrix {
	a := random(rng, n, n, 2)
	for i := range n {
		for j := range n {
			x := &a.data[i*a.stride+j]
			switch {
			case i == j && d == blas.Unit, i != j && (i > j) != (ul == blas.Lower):
				*x = math.NaN()
			case i == j:
				*x = 2 + rng.Float64()
			default:
				*x *= 1 / float64(n)
			}
		}
	}
	return a
}

// whole is op(A) of a triangle, with zeros in the other.
func (a matrix) whole(t blas.Transpose, d blas.Diag) matrix {
	w := matrix{a.rows, a.rows, a.rows, make([]float64, a.rows*a.rows)}
	for i := range a.rows {
		for j := range a.rows {
			x := a.at(t, i, j)
			switch {
			case i == j && d == blas.Unit:
				x = 1
			case math.IsNaN(x):
				x = 0
			}
			w.data[i*w.stride+j] = x
		}
	}
	return w
}

// TestTriangularAgainstTripleLoop compares products with the triple loop, and checks solutions by multiplying
// them back.
func TestTriangularAgainstTripleLoop(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(17, 18))
		for _, size := range [][2]int{{1, 4100}, {5, 900}, {8, 70}, {33, 23}, {64, 25}, {70, 9}, {131, 13}} {
			for _, side := range []blas.Side{blas.Left, blas.Right} {
				for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
					for _, tA := range transposes {
						for _, d := range []blas.Diag{blas.NonUnit, blas.Unit} {
							holdTriangular(t, impl, rng, side, ul, tA, d, size[0], size[1])
						}
					}
				}
			}
		}
	})
}

func holdTriangular(t *testing.T, impl Implementation, rng *rand.Rand, side blas.Side, ul blas.Uplo, tA blas.Transpose,
	d blas.Diag, order, other int) {
	t.Helper()
	m, n := order, other
	if side == blas.Right {
		m, n = n, m
	}
	alpha := []float64{1, -0.75}[rng.IntN(2)]
	a, b := wellConditioned(rng, ul, d, order), random(rng, m, n, 3)
	what := fmt.Sprintf("%c%c%c%c %d×%d, α = %v", side, ul, tA, d, m, n, alpha)
	whole := a.whole(tA, d)
	entry := func(x matrix, alpha float64, i, j int) (sum, size float64) {
		if side == blas.Left {
			return plain(blas.NoTrans, blas.NoTrans, order, alpha, whole, x, 0, x, i, j)
		}
		return plain(blas.NoTrans, blas.NoTrans, order, alpha, x, whole, 0, x, i, j)
	}
	got := b.copy()
	impl.Dtrmm(side, ul, tA, d, m, n, alpha, a.data, a.stride, got.data, got.stride)
	compare(t, "trmm "+what, got, b, func(i, j int) (float64, float64) { return entry(b, alpha, i, j) }, everywhere)

	got = b.copy()
	impl.Dtrsm(side, ul, tA, d, m, n, alpha, a.data, a.stride, got.data, got.stride)
	for i := range m {
		for j := range b.stride {
			want := b.data[i*b.stride+j]
			if j >= n {
				if x := got.data[i*b.stride+j]; x != want {
					t.Fatalf("trsm %s: %v was written beside row %d of B", what, x, i)
				}
				continue
			}
			if sum, size := entry(got, 1, i, j); !(math.Abs(sum-alpha*want) <= 2e-14*size) {
				t.Fatalf("trsm %s: the solution gives %v at (%d, %d), want %v", what, sum, i, j, alpha*want)
			}
		}
	}
}

// TestTrsmIsThatOfBLAS: bit for bit, whatever the order and the sides, and it ends when
// it is cancelled.
func TestTrsmIsThatOfBLAS(t *testing.T) {
	for _, order := range []int{1, 15, 16, 130, 500} {
		for _, upper := range []blas.Uplo{blas.Upper, blas.Lower} {
			for _, trans := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				square := randomGeneral(order, order)
				for i := range order {
					square.Data[i*square.Stride+i] += float64(order)
				}
				a := blas64.Triangular{Uplo: upper, Diag: blas.NonUnit, N: order, Data: square.Data, Stride: square.Stride}
				want := randomGeneral(order, 37)
				got := blas64.General{Rows: order, Cols: 37, Stride: want.Stride, Data: slices.Clone(want.Data)}
				cancelled := blas64.General{Rows: order, Cols: 37, Stride: want.Stride, Data: slices.Clone(want.Data)}
				blas64.Trsm(blas.Left, trans, 2, a, want)
				if err := Trsm(t.Context(), blas.Left, trans, 2, a, got); err != nil || !slices.Equal(got.Data, want.Data) {
					t.Errorf("order %d, %c, %c: other bits, or %v", order, upper, trans, err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				if err := Trsm(ctx, blas.Left, trans, 2, a, cancelled); !errors.Is(err, context.Canceled) {
					t.Errorf("order %d, %c, %c: cancelled it returns %v", order, upper, trans, err)
				}
			}
		}
	}
}
