package form

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// The two ways to solve agree where both are accurate.
func TestSolveByQRAgrees(t *testing.T) {
	const n, q, mu = 50, 8, 0.3
	a := NewFactor(linalg.Gaussian(n, q, seeded(1)), nil, nil)
	y := mat.Col(nil, 0, linalg.Gaussian(n, 1, seeded(2)))
	byQR, err := a.stacked(mu)
	if err != nil {
		t.Fatal(err)
	}
	got, want := make([]float64, n), make([]float64, n)
	byQR(got, y)
	if err := a.SolveTo(want, y, mu); err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(got, want, 1e-11*floats.Norm(want, math.Inf(1))) {
		t.Errorf("by QR %v, by Cholesky %v", got, want)
	}
}

// If the normal equations are as ill-conditioned as float64 allows, QR is fully accurate. With Cholesky, the
// residual would be 1e-12 and the error of the solution 3e-7.
func TestSolveIllConditioned(t *testing.T) {
	const n, q = 80, 20
	left, right := orthonormal(linalg.Gaussian(n, q, seeded(1))), orthonormal(linalg.Gaussian(q, q, seeded(2)))
	lambda := make([]float64, q)
	scaled := mat.DenseCopyOf(left)
	for j := range q { // eigenvalues of K̃ from 1 to 4e-12
		lambda[j] = math.Pow(10, -0.6*float64(j))
		for i := range n {
			scaled.Set(i, j, math.Sqrt(lambda[j])*left.At(i, j))
		}
	}
	f := mat.NewDense(n, q, nil)
	f.Mul(scaled, right)
	a := NewFactor(f, nil, nil)
	y := linalg.Gaussian(n, 1, seeded(3))
	for _, mu := range []float64{1, 1e-6, 1e-12, 1e-14} {
		var c, want, inside mat.Dense // x = U(Λ+μI)⁻¹Uᵀy + (y−UUᵀy)/μ
		c.Mul(left.T(), y)
		inside.Mul(left, &c)
		for j := range q {
			c.Set(j, 0, c.At(j, 0)/(lambda[j]+mu))
		}
		want.Mul(left, &c)
		for i := range n {
			want.Set(i, 0, want.At(i, 0)+(y.At(i, 0)-inside.At(i, 0))/mu)
		}
		x, rest := make([]float64, n), make([]float64, n)
		if err := a.SolveTo(x, mat.Col(nil, 0, y), mu); err != nil {
			t.Fatalf("μ = %.2g: %v", mu, err)
		}
		if r := floats.Distance(x, mat.Col(nil, 0, &want), 2) / mat.Norm(&want, 2); r > 1e-10 {
			t.Errorf("μ = %.2g: solution off by %.3g", mu, r)
		}
		a.residual(rest, x, mat.Col(nil, 0, y), mu)
		if r := floats.Norm(rest, 2) / (floats.Norm(x, 2) + mat.Norm(y, 2)); r > 1e-14 {
			t.Errorf("μ = %.2g: relative residual %.3g", mu, r)
		}
	}
	var singular *model.SingularError
	err := a.SolveTo(make([]float64, n), make([]float64, n), 1e-18)
	if !errors.As(err, &singular) || singular.Mu != 1e-18 || singular.Condition < 1e15 {
		t.Errorf("μ = 1e-18: %v", err)
	}
}

func orthonormal(a *mat.Dense) *mat.Dense {
	n, q := a.Dims()
	var qr mat.QR
	qr.Factorize(a)
	var full mat.Dense
	qr.QTo(&full)
	return mat.DenseCopyOf(full.Slice(0, n, 0, q))
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
