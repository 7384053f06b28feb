package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// cancelled runs f, which is long, with a context that ends soon, and holds that
// it ends with it. The bound is generous: other programs run, too.
func cancelled(t *testing.T, f func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := f(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("it took %v to end", took)
	}
}

func TestCancelled(t *testing.T) {
	const n = 4000
	a, c := make([]float64, n*n), make([]float64, n*n)
	whole := func(x []float64) blas64.General { return blas64.General{Rows: n, Cols: n, Stride: n, Data: x} }
	each(t, func(t *testing.T, i Implementation) {
		cancelled(t, func(ctx context.Context) error {
			return Gemm(ctx, blas.NoTrans, blas.Trans, 1, whole(a), whole(a), 0, whole(c))
		})
		cancelled(t, func(ctx context.Context) error {
			return Syrk(ctx, blas.Trans, 1, whole(a), 0, blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: n, Data: c})
		})
		cancelled(t, func(ctx context.Context) error {
			x, norms := blas64.General{Rows: n, Cols: 300, Stride: n, Data: a}, make([]float64, n)
			dst := blas64.General{Rows: n, Cols: n, Stride: n, Data: c}
			return SquaredDistances(ctx, dst, x, x, norms, norms, func(_, _ int, row []float64) {
				for range 10 {
					ExpScaled(row, row, -1)
				}
			})
		})
		cancelled(t, func(ctx context.Context) error {
			clear(c)
			for r := range n {
				c[r*n+r] = 1
			}
			_, _, err := CholeskyInPlace(ctx, mat.NewSymDense(n, c))
			return err
		})
	})
}

// TestContextChangesNothing holds that what takes a context gives what is had
// without.
func TestContextChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, i Implementation) {
		rng := rand.New(rand.NewPCG(1, 3))
		const m, n, k = 530, 100, 270
		check := func(what string, got, want matrix, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			for at, x := range got.data {
				if d := math.Abs(x - want.data[at]); d != 0 {
					t.Fatalf("%s: %v, want %v", what, x, want.data[at])
				}
			}
		}
		for _, tA := range transposes {
			for _, tB := range transposes {
				a, b, c := shaped(rng, tA, m, k, 1), shaped(rng, tB, k, n, 2), random(rng, m, n, 3)
				got := c.copy()
				i.Dgemm(tA, tB, m, n, k, 2, a.data, a.stride, b.data, b.stride, 0.5, c.data, c.stride)
				err := Gemm(context.Background(), tA, tB, 2, a.general(), b.general(), 0.5, got.general())
				check(fmt.Sprintf("Gemm %c%c", tA, tB), got, c, err)
			}
			for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
				a, c := shaped(rng, tA, m, k, 1), random(rng, m, m, 3)
				got := c.copy()
				i.Dsyrk(ul, tA, m, k, 2, a.data, a.stride, 0.5, c.data, c.stride)
				err := Syrk(context.Background(), tA, 2, a.general(), 0.5,
					blas64.Symmetric{Uplo: ul, N: m, Stride: got.stride, Data: got.data})
				check(fmt.Sprintf("Syrk %c%c", ul, tA), got, c, err)
			}
		}
	})
}
