package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

func points(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

func gramOf(t *testing.T, x *mat.Dense, name string, gamma float64) *model.Gram {
	t.Helper()
	k := kernelOf(t, name, gamma)
	return model.NewGram(model.NewPoints(x, k.Geometry()), k)
}

// degrees are tr H of an exact regression, and its GCV, at a ridge above 0; left is the mean
// of the squared errors at each row of the fits to all others.
func (x *Exact) degrees() (df, gcv float64) {
	n, rest := float64(len(x.Alpha)), x.traces().rest
	return n - rest, ratio(n*math.Pow(x.Mu*floats.Norm(x.Alpha, 2)/rest, 2), 1)
}

func (x *Exact) left() float64 {
	s := x.Mu
	if s == 0 {
		s = 1
	}
	sum := 0.0
	diagonal, _ := inverseOf(x.cholesky, s)
	for i, v := range diagonal {
		sum += math.Pow(s*x.Alpha[i]/v, 2)
	}
	return ratio(sum, float64(len(x.Alpha)))
}

// TestExactEqualsRidgeOnAllOfK: figures from a Cholesky factor, from a Cholesky factor with eigenvalues, and
// from eigenpairs agree. The test covers many μ, and sizes around the block size of the inverse.
func TestExactEqualsRidgeOnAllOfK(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{1, 2, 63, 64, 65, 127, 128, 200} {
		x := points(n, 2, uint64(n))
		g := gramOf(t, x, "laplacian", 1)
		k, err := g.Symmetric(ctx)
		if err != nil {
			t.Fatal(err)
		}
		y, truth := targets(n, 1), targets(n, 2)
		ridge := NewRidge(eigenpairs(t, nil, k), y)
		var eigen mat.EigenSym
		if !eigen.Factorize(k, false) {
			t.Fatal("no eigenvalues")
		}
		values := eigen.Values(nil)
		for _, mu := range []float64{0, 1e-290, 1e-6, 1e-2, 1, 100, 1e9, 1e300} {
			exact, err := NewExact(ctx, g.View(), y, mu)
			if err != nil {
				t.Fatal(err)
			}
			fit, err := ridge.At(mu)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("n = %d, μ = %g: ", n, mu)
			closest(t, what+"fitted", exact.Fitted, fit.Fitted, 1e-12)
			closest(t, what+"offset", []float64{exact.Offset}, []float64{ridge.Offset}, 0)
			if known := n%2 == 1; known { // half of the sizes
				exact.Eigenvalues, what = values, what+"by eigenvalues, "
			}
			a, b := exact.Risk(truth, 0.3), fit.Risk(truth, 0.3)
			closest(t, what+"bias", []float64{a.Bias}, []float64{b.Bias}, 1e-9)
			near(t, what+"variance", []float64{a.Variance}, []float64{b.Variance}, 1e-12)
			closest(t, what+"LOO", []float64{exact.left()}, []float64{fit.LOO}, 1e-9)
			if mu == 0 {
				if !math.IsNaN(exact.Noise()) {
					t.Errorf("%snoise %g, want NaN", what, exact.Noise())
				}
				continue
			}
			df, gcv := exact.degrees()
			near(t, what+"DF", []float64{df}, []float64{fit.DF}, 1e-11)
			closest(t, what+"GCV", []float64{gcv}, []float64{fit.GCV}, 1e-9)
			if mu >= 1e-6 && mu <= 100 { // where y−ŷ and n−DF do not cancel
				left := append([]float64(nil), y...)
				floats.Sub(left, fit.Fitted)
				noise := math.Sqrt(floats.Dot(left, left) / (float64(n) - fit.DF))
				closest(t, what+"noise", []float64{exact.Noise()}, []float64{noise}, 1e-7)
			}
			// K at the rows themselves.
			closest(t, what+"at the rows", exact.At(mat.DenseCopyOf(k)), exact.Fitted, 1e-9)
		}
	}
}

// TestNoiseIsFound: Noise estimates the noise of a target whose truth the kernel can fit.
func TestNoiseIsFound(t *testing.T) {
	const n, noise = 300, 0.5
	x := points(n, 1, 9)
	rng := rand.New(rand.NewPCG(4, 4))
	y := make([]float64, n)
	for i := range y {
		y[i] = math.Sin(2*x.At(i, 0)) + noise*rng.NormFloat64()
	}
	fit, err := NewExact(context.Background(), gramOf(t, x, "gaussian", 1), y, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	// The standard error of a standard deviation of 290 numbers is 4 %.
	if got := fit.Noise(); math.Abs(got-noise) > 0.12*noise {
		t.Errorf("noise %g, want about %g", got, noise)
	}
}

func TestInverseInBlocks(t *testing.T) {
	for _, n := range []int{1, 5, 63, 64, 65, 127, 129, 200} {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		a := productOf(n, n+3, rng)
		for i := range n {
			a.SetSym(i, i, a.At(i, i)+1)
		}
		copied := mat.NewSymDense(n, nil)
		copied.CopySym(a)
		u, ok := lapack64.Potrf(copied.RawSymmetric())
		if !ok {
			t.Fatal("not positive definite")
		}
		u.Diag = blas.NonUnit
		gotDiagonal, gotOff := inverseOf(u, 2.5)
		var chol mat.Cholesky
		if !chol.Factorize(a) {
			t.Fatal("not positive definite")
		}
		var want mat.SymDense
		if err := chol.InverseTo(&want); err != nil {
			t.Fatal(err)
		}
		off, diagonal := 0.0, make([]float64, n)
		for i := range n {
			diagonal[i] = 2.5 * want.At(i, i)
			for j := range n {
				if i != j {
					off += math.Pow(2.5*want.At(i, j), 2)
				}
			}
		}
		closest(t, "diagonal", gotDiagonal, diagonal, 1e-10)
		near(t, "off the diagonal", []float64{gotOff}, []float64{off}, 1e-10*off)
	}
}

// TestSingularKernelNamesAUsableRidge: with duplicate rows, and with a kernel so wide that K has a low
// numerical rank, the error names a ridge that can be used.
func TestSingularKernelNamesAUsableRidge(t *testing.T) {
	ctx := context.Background()
	repeated := points(40, 2, 1)
	repeated.SetRow(39, repeated.RawRowView(3))
	beyond := 0 // number of errors for which the first μ tried was not large enough
	for what, g := range map[string]*model.Gram{
		"a row twice":  gramOf(t, repeated, "laplacian", 1),
		"wide":         gramOf(t, points(60, 2, 2), "gaussian", 1e-3),
		"equal points": gramOf(t, mat.NewDense(7, 2, nil), "gaussian", 1),
		"linear":       gramOf(t, points(30, 3, 3), "linear", 1),
	} {
		n := g.N()
		k, err := g.Symmetric(ctx)
		if err != nil {
			t.Fatal(err)
		}
		first := linalg.Eps * mat.Norm(k, 1)
		for _, mu := range []float64{0, 1e-18} {
			_, err := NewExact(ctx, g, targets(n, 1), mu)
			var singular *model.SingularError
			if !errors.As(err, &singular) {
				t.Fatalf("%s, μ = %g: %v, want a *model.SingularError", what, mu, err)
			}
			if singular.Mu != mu || !(singular.Condition >= 1/linalg.Eps) || !(singular.Usable > 0) {
				t.Errorf("%s: %+v", what, singular)
			}
			fit, err := NewExact(ctx, g, targets(n, 1), singular.Usable)
			if err != nil {
				t.Fatalf("%s: the μ on offer: %v", what, err)
			}
			df, gcv := fit.degrees()
			for _, v := range append(fit.Fitted, df, gcv, fit.left(), fit.Noise()) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: %v at the μ on offer", what, v)
				}
			}
			if singular.Usable < 1.001*first {
				continue
			}
			beyond++
			if _, err := NewExact(ctx, g, targets(n, 1), singular.Usable/4); err == nil {
				t.Errorf("%s: a quarter of %g would have done", what, singular.Usable)
			}
		}
	}
	if beyond == 0 {
		t.Error("the first μ does in all examples: harder ones are wanted")
	}
}

func TestExactOnDegenerateInput(t *testing.T) {
	ctx := context.Background()
	g := gramOf(t, points(20, 2, 5), "laplacian", 1)
	constant := make([]float64, 20)
	floats.AddConst(0.1, constant)
	fit, err := NewExact(ctx, g, constant, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range fit.Fitted {
		if v != 0.1 || fit.Alpha[i] != 0 {
			t.Fatalf("a constant target is %v at row %d, alpha %v", v, i, fit.Alpha[i])
		}
	}
	if _, gcv := fit.degrees(); fit.left() != 0 || gcv != 0 || fit.Noise() != 0 {
		t.Errorf("a constant target has LOO %g, GCV %g, noise %g", fit.left(), gcv, fit.Noise())
	}

	// K = 0 is of rank 0, not an error, for μ > 0.
	zero := gramOf(t, mat.NewDense(3, 2, nil), "linear", 1)
	fit, err = NewExact(ctx, zero, []float64{1, 2, 6}, 2)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "K = 0: fitted", fit.Fitted, []float64{3, 3, 3}, 1e-15)
	df, gcv := fit.degrees()
	near(t, "K = 0: DF, GCV", []float64{df, gcv}, []float64{0, 14.0 / 3}, 1e-14)
	_, err = NewExact(ctx, zero, []float64{1, 2, 6}, 0)
	var singular *model.SingularError
	if !errors.As(err, &singular) || singular.Usable != 0 {
		t.Errorf("K = 0 at μ = 0: %v", err)
	}

	huge := mat.NewDense(4, 1, []float64{1e200, 2e200, 3e200, 4e200})
	_, err = NewExact(ctx, gramOf(t, huge, "polynomial", 1), []float64{1, 2, 3, 4}, 1)
	var degenerate *model.DegenerateError
	if !errors.As(err, &degenerate) {
		t.Errorf("a kernel matrix that overflows: %v, want a *model.DegenerateError", err)
	}

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := NewExact(cancelled, g, constant, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
}

func TestExactMisuse(t *testing.T) {
	ctx := context.Background()
	g := gramOf(t, points(3, 2, 5), "laplacian", 1)
	y := []float64{1, 2, 3}
	fit, err := NewExact(ctx, g, y, 1)
	if err != nil {
		t.Fatal(err)
	}
	for what, misuse := range map[string]func(){
		"too few targets":      func() { _, _ = NewExact(ctx, g, y[:2], 1) },
		"a negative ridge":     func() { _, _ = NewExact(ctx, g, y, -1) },
		"a ridge of NaN":       func() { _, _ = NewExact(ctx, g, y, math.NaN()) },
		"too short truth":      func() { fit.Risk(y[:1], 1) },
		"negative noise":       func() { fit.Risk(y, -1) },
		"values of two points": func() { fit.At(mat.NewDense(1, 2, nil)) },
	} {
		requirePanic(t, what, misuse)
	}
}

// TestExactIsConcurrent computes all lazy figures concurrently.
func TestExactIsConcurrent(t *testing.T) {
	y := targets(100, 1)
	fit, err := NewExact(context.Background(), gramOf(t, points(100, 2, 5), "laplacian", 1), y, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	got := make([][]float64, 8)
	var all sync.WaitGroup
	for i := range got {
		all.Add(1)
		go func() {
			defer all.Done()
			risk := fit.Risk(y, 1)
			got[i] = []float64{fit.Noise(), risk.Bias, risk.Variance}
		}()
	}
	all.Wait()
	for _, other := range got[1:] {
		if !floats.Equal(other, got[0]) {
			t.Errorf("%v at one time, %v at another", got[0], other)
		}
	}
}
