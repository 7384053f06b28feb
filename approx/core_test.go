package approx

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// On rows that see every column of a basis the pseudo-inverse is a left inverse;
// a column that they hardly see is left out of it.
func TestPseudoInverse(t *testing.T) {
	const n, k, v = 400, 5, 20
	q := normal(n, k, seeded(1))
	for i := range v {
		q.Set(i, k-1, 1e-3*q.At(i, k-1)) // the last column lives on rows that are not sampled
	}
	linalg.Orthonormalise(q)
	rows := make([]int, v)
	for i := range rows {
		rows[i] = i
	}
	a := linalg.Rows(q, rows)
	var unseenLeft, seen, product mat.Dense
	all := pseudoInverse(a, n)
	unseenLeft.Mul(all, a)
	if trace := mat.Trace(&unseenLeft); math.Abs(trace-(k-1)) > 1e-10 || mat.Norm(all, 2) > 20 {
		t.Errorf("A⁺A has the trace %.12g, want %d; ‖A⁺‖ = %.3g", trace, k-1, mat.Norm(all, 2))
	}
	seen.CloneFrom(a.Slice(0, v, 0, k-1))
	seen.Scale(0.2, &seen) // a fifth of what is expected is still seen
	product.Mul(pseudoInverse(&seen, n), &seen)
	for i := range k - 1 {
		product.Set(i, i, product.At(i, i)-1)
	}
	if e := mat.Norm(&product, 2); e > 1e-12 {
		t.Errorf("‖A⁺A − I‖ = %.3g", e)
	}
}

func TestOrthonormalise(t *testing.T) {
	for _, n := range []int{6, 50} {
		f := normal(n, 6, seeded(1))
		q := mat.DenseCopyOf(f)
		r := linalg.Orthonormalise(q)
		var back, gram mat.Dense
		back.Mul(q, r)
		gram.Mul(q.T(), q)
		for i := range 6 {
			gram.Set(i, i, gram.At(i, i)-1)
		}
		if apart(&back, f) > 1e-14 || mat.Norm(&gram, 2) > 1e-13 {
			t.Errorf("n = %d: QR is %.3g from F, QᵀQ %.3g from I", n, apart(&back, f), mat.Norm(&gram, 2))
		}
	}
}

// Blocks far below the smallest normal products, on which gonum's Dsterf panics.
func TestEigenOfTinyBlocks(t *testing.T) {
	a := mat.NewSymDense(6, nil)
	for i := range 6 {
		for j := i; j < 6; j++ {
			a.SetSym(i, j, 1e-200)
		}
	}
	a.SetSym(0, 0, 3)
	values, v, err := linalg.Eigen(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(values, []float64{3, 0, 0, 0, 0, 0}, 1e-14) || math.Abs(math.Abs(v.At(0, 0))-1) > 1e-14 {
		t.Errorf("%v", values)
	}
	zero := eigenvalues(t, mat.NewSymDense(3, nil))
	if !floats.EqualApprox(zero, []float64{0, 0, 0}, 0) {
		t.Errorf("of 0: %v", zero)
	}
}

// eigenvalues are those of a, descending.
func eigenvalues(t *testing.T, a *mat.SymDense) []float64 {
	t.Helper()
	values, err := linalg.Eigenvalues(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return values
}
