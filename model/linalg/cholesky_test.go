package linalg

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/testlapack"
	"gonum.org/v1/gonum/mat"
)

func TestFactorisationConformance(t *testing.T) {
	for _, set := range sets() {
		testlapack.DpotrfTest(t, LAPACK{blas: Implementation{on: set}})
		if slowly || large == nil {
			break
		}
	}
}

// positive is BBᵀ + I for a random B, n×n/2.
func positive(rng *rand.Rand, n int) *mat.SymDense {
	b := random(rng, n, n/2+1, 0)
	a := mat.NewSymDense(n, nil)
	Implementation{}.Dsyrk(blas.Upper, blas.NoTrans, n, n/2+1, 1, b.data, b.stride, 0, a.RawSymmetric().Data, n)
	for i := range n {
		a.SetSym(i, i, a.At(i, i)+1)
	}
	return a
}

func TestCholeskyMultipliedBack(t *testing.T) {
	each(t, func(t *testing.T, impl Implementation) {
		rng := rand.New(rand.NewPCG(19, 20))
		for _, n := range []int{1, 7, 63, 64, 65, 130, 203} {
			a := positive(rng, n)
			u, ok, err := CholeskyInPlace(context.Background(), clone(a))
			if !ok || err != nil {
				t.Fatalf("n = %d: %v, %v", n, ok, err)
			}
			for i := range n {
				for j := i; j < n; j++ {
					sum, size := 0.0, 0.0
					for l := range i + 1 {
						x := u.At(l, i) * u.At(l, j)
						sum += x
						size += math.Abs(x)
					}
					if math.Abs(sum-a.At(i, j)) > 1e-14*size {
						t.Fatalf("n = %d: UᵀU[%d, %d] = %v, want %v", n, i, j, sum, a.At(i, j))
					}
				}
			}
			for _, bad := range []float64{-1, math.NaN()} {
				a.SetSym(n-1, n-1, bad)
				if u, ok, err := CholeskyInPlace(context.Background(), clone(a)); u != nil || ok || err != nil {
					t.Errorf("n = %d: a factor with %v on the diagonal: %v, %v", n, bad, ok, err)
				}
			}
		}
	})
}

func TestJitteredLeavesItsArgument(t *testing.T) {
	a := positive(rand.New(rand.NewPCG(21, 22)), 90)
	before := clone(a)
	u, jitter := jittered(t, a)
	if jitter != 0 || !mat.Equal(a, before) {
		t.Errorf("A was written, or jitter %g", jitter)
	}
	v, ok, err := CholeskyInPlace(context.Background(), a)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	if !mat.Equal(u, v) {
		t.Error("in place there is another factor")
	}
	if &v.RawTriangular().Data[0] != &a.RawSymmetric().Data[0] {
		t.Error("in place takes memory")
	}
}
