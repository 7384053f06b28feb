package approx

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
	"gramscope/model/linalg"
)

// The two ways to solve agree where both are accurate.
func TestSolveByQRAgrees(t *testing.T) {
	const n, q, mu = 50, 8, 0.3
	a := newFactor(linalg.Gaussian(n, q, seeded(1)), nil, nil)
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
	for i := range got {
		near(t, "x", got[i], want[i], 1e-11)
	}
}

// Where the normal equations are as ill-conditioned as float64 allows QR keeps
// full accuracy: with Cholesky the residual is 1e-12, the solution off by 3e-7.
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
	a := newFactor(f, nil, nil)
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
		if r := apart(mat.NewDense(n, 1, x), &want); r > 1e-10 {
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

// A factor of more columns than rows, of which a block takes several tiles: a symmetric
// block is as others are, kept or made anew, and the eigenpairs lead back to the features.
func TestWideFactor(t *testing.T) {
	const n, q = 700, 800
	g := gramOf(t, normal(n, 2, seeded(1)), "gaussian", 0.5)
	order := seeded(2).Perm(n)
	for _, room := range []int64{0, 1 << 30} {
		g.Hold(room)
		a := fitted(t, g, &Fourier{M: q}, seeded(3))
		got, want := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		a.Block(got, order, order)
		a.Block(want, order, slices.Clone(order))
		if r := apart(got, want); r > 1e-14 {
			t.Errorf("room for %d bytes: a symmetric block is %.2g from others", room, r)
		}
		d, err := a.Decompose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e, err := a.Extension(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var image mat.Dense // k̃(X, X)·Q = Q·diag(λ)
		image.Mul(d.Groups[0].Q, mat.NewDiagDense(d.Rank(), d.Values()))
		if r := apart(d.Coordinates(e.Features(g.X())), &image); r > 1e-12 {
			t.Errorf("room for %d bytes: coordinates are %.2g from K̃Q", room, r)
		}
	}
}

// K̃ = 0 is a matrix too.
func TestEmptyFactor(t *testing.T) {
	a := nothing(approxtest.Gram(t, 3, 1), nil, nil)
	dst := mat.NewDense(3, 1, []float64{1, 1, 1})
	a.MulTo(dst, mat.NewDense(3, 1, []float64{1, 2, 3}))
	block := mat.NewDense(1, 3, []float64{1, 1, 1})
	a.Block(block, []int{2}, nil)
	diag, x := []float64{1, 1, 1}, make([]float64, 3)
	a.Diag(diag)
	if err := a.SolveTo(x, []float64{1, 2, 3}, 2); err != nil {
		t.Fatal(err)
	}
	if mat.Norm(dst, 2) != 0 || mat.Norm(block, 2) != 0 || diag[1] != 0 || x[2] != 1.5 || a.Rank() != 0 || a.Bytes() != 0 || len(a.Warnings()) != 1 {
		t.Errorf("%v %v %v %v %d %d %v", dst, block, diag, x, a.Rank(), a.Bytes(), a.Warnings())
	}
}
