package linalg

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/testlapack"
	"gonum.org/v1/gonum/mat"
)

// dsyev is LAPACK's interface to Eigen and Eigenvalues, for gonum's tests of it.
type dsyev struct{ t *testing.T }

func (d dsyev) Dsyev(job lapack.EVJob, uplo blas.Uplo, n int, a []float64, lda int, w, work []float64, lwork int) bool {
	if lwork == -1 {
		work[0] = 1
		return true
	}
	if uplo == blas.Lower { // Eigen takes the upper triangle
		for i := range n {
			for j := range i {
				a[j*lda+i] = a[i*lda+j]
			}
		}
	}
	var s mat.SymDense
	s.SetRawSymmetric(blas64.Symmetric{N: n, Stride: lda, Data: a, Uplo: blas.Upper})
	if job == lapack.EVNone {
		values, err := Eigenvalues(context.Background(), &s)
		if err != nil {
			d.t.Fatal(err)
		}
		slices.Reverse(values)
		copy(w, values)
		return true
	}
	values, v, err := Eigen(context.Background(), &s)
	if err != nil {
		d.t.Fatal(err)
	}
	slices.Reverse(values)
	copy(w, values)
	for i := range n {
		slices.Reverse(v.RawRowView(i))
		copy(a[i*lda:], v.RawRowView(i))
	}
	return true
}

func TestDsyevOfGonum(t *testing.T) { testlapack.DsyevTest(t, dsyev{t}) }

// FuzzEigen makes matrices of few different entries of very different sizes, in a band
// or a whole triangle, where much deflates.
func FuzzEigen(f *testing.F) {
	f.Add(uint8(40), uint8(3), int16(0), int16(-60), uint64(1))
	f.Add(uint8(70), uint8(70), int16(1000), int16(900), uint64(2))
	f.Add(uint8(33), uint8(1), int16(-1070), int16(0), uint64(3))
	f.Fuzz(func(t *testing.T, order, band uint8, one, other int16, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + int(order)%100
		sizes := []int{int(one) % 1000, int(other) % 1000}
		a := build(n, rng, func(i, j, n int, rng *rand.Rand) float64 {
			if j-i > int(band) {
				return 0
			}
			return math.Ldexp(float64(rng.IntN(5)-2), sizes[rng.IntN(2)])
		})
		values, v, err := Eigen(context.Background(), clone(a))
		if err != nil {
			t.Fatal(err)
		}
		// Compared at a size at which norms neither overflow nor underflow.
		largest := max(mat.Max(a), -mat.Min(a))
		if largest == 0 {
			return
		}
		_, up := math.Frexp(largest)
		down := -up
		for i := range n {
			for j := i; j < n; j++ {
				a.SetSym(i, j, math.Ldexp(a.At(i, j), down))
			}
			values[i] = math.Ldexp(values[i], down)
		}
		checkPairs(t, a, values, v)
		alone, err := Eigenvalues(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		checkValues(t, alone, values, n)
	})
}
