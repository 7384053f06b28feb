package linalg

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// decaying has the eigenvalues 1, 1, ½, ½, ¼, ¼ …
func decaying(n int) (*mat.SymDense, []float64) {
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Ldexp(1, -i/2)
	}
	return withSpectrum(values, rand.New(rand.NewPCG(1, uint64(n)))), values
}

func times(a *mat.SymDense) Operator {
	return func(dst, x []float64) error {
		blas64.Symv(1, a.RawSymmetric(), Vector(x), 0, Vector(dst))
		return nil
	}
}

func blockTimes(a *mat.SymDense) func(dst, x *mat.Dense) error {
	return func(dst, x *mat.Dense) error {
		dst.Mul(a, x)
		return nil
	}
}

func TestExtremes(t *testing.T) {
	for name, values := range map[string][]float64{
		"one":        {-3},
		"both signs": {-5, -1, 0, 2, 4.5},
		"equal":      {2, 2, 2, 2, 2, 2, 2},
		"zero":       {0, 0, 0, 0},
		"tiny":       {1e-200, 3e-200, 2e-200, -1e-201, 0},
	} {
		a := withSpectrum(values, rand.New(rand.NewPCG(3, 3)))
		lo, hi, err := Extremes(context.Background(), len(values), times(a), rand.New(rand.NewPCG(4, 4)), 1e-12, 300)
		if err != nil {
			t.Fatal(name, err)
		}
		least, most := values[0], values[0]
		for _, v := range values {
			least, most = min(least, v), max(most, v)
		}
		size := max(math.Abs(least), math.Abs(most))
		if math.Abs(lo-least) > 1e-12*size || math.Abs(hi-most) > 1e-12*size {
			t.Errorf("%s: [%g, %g], want [%g, %g]", name, lo, hi, least, most)
		}
	}
	a, _ := decaying(300)
	if _, hi, err := Extremes(context.Background(), 300, times(a), rand.New(rand.NewPCG(4, 4)), 1e-10, 300); err != nil ||
		math.Abs(hi-1) > 1e-10 {
		t.Errorf("largest of order 300: %v, %v", hi, err)
	}
}

// TestExtremesOfACluster: the bound takes a cluster of eigenvalues for one until the steps have told them apart.
func TestExtremesOfACluster(t *testing.T) {
	values := []float64{0.1, 0.3, 0.5, 0.55, 1, 1 + 1e-7, 1 + 4e-7}
	a := withSpectrum(values, rand.New(rand.NewPCG(3, 3)))
	for seed := range uint64(1000) {
		_, hi, err := Extremes(context.Background(), len(values), times(a), rand.New(rand.NewPCG(seed, 4)), 1e-10, 300)
		if err != nil || math.Abs(hi-1-4e-7) > 1e-10 {
			t.Fatalf("seed %d: %.12g, %v", seed, hi, err)
		}
	}
}

func TestExtremesStops(t *testing.T) {
	a, _ := decaying(50)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Extremes(ctx, 50, times(a), rand.New(rand.NewPCG(4, 4)), 1e-12, 50); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
	broken := errors.New("broken")
	failing := func(dst, x []float64) error { return broken }
	if _, _, err := Extremes(context.Background(), 50, failing, rand.New(rand.NewPCG(4, 4)), 1e-12, 50); !errors.Is(err,
		broken) {
		t.Error(err)
	}
	// A product that is not a number ends in an error, not in an endless loop.
	bad := func(dst, x []float64) error {
		for i := range dst {
			dst[i] = math.NaN()
		}
		return nil
	}
	if _, hi, err := Extremes(context.Background(), 50, bad, rand.New(rand.NewPCG(4, 4)), 1e-12, 50); err == nil &&
		!math.IsNaN(hi) {
		t.Errorf("%v of NaN", hi)
	}
}

func TestRitzValuesAgainstEigen(t *testing.T) {
	alpha, beta := []float64{3, -1, 0.5, 2, 1e-9}, []float64{1, 0.25, 1e-5, 2}
	a := mat.NewSymDense(5, nil)
	for i, v := range alpha {
		a.SetSym(i, i, v)
		if i > 0 {
			a.SetSym(i, i-1, beta[i-1])
		}
	}
	values, v, err := Eigen(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	theta, last, err := ritzValues(context.Background(), alpha, beta)
	if err != nil {
		t.Fatal(err)
	}
	for i := range theta {
		if math.Abs(theta[i]-values[4-i]) > 1e-14 || math.Abs(math.Abs(last[i])-math.Abs(v.At(4, 4-i))) > 1e-14 {
			t.Errorf("pair %d: %g with %g, want %g with ±%g", i, theta[i], last[i], values[4-i], v.At(4, 4-i))
		}
	}
}

func TestKrylov(t *testing.T) {
	const n = 240
	a, want := decaying(n)
	k := Krylov{N: n, Mul: blockTimes(a), Block: 8, Limit: n / 2}
	for _, r := range []int{1, 7, 30} {
		values, v, err := k.Leading(context.Background(), r, rand.New(rand.NewPCG(5, 5)))
		if err != nil {
			t.Fatal(err)
		}
		checkValues(t, values, want[:r], n)
		// The vectors of equal values are any basis of their space; what they
		// explain of A is the same.
		var av, vav mat.Dense
		av.Mul(a, v)
		vav.Mul(v.T(), &av)
		for i := range r {
			for j := range r {
				expected := 0.0
				if i == j {
					expected = want[i]
				}
				if math.Abs(vav.At(i, j)-expected) > 1e-12 {
					t.Fatalf("(VᵀAV)[%d,%d] = %g, want %g", i, j, vav.At(i, j), expected)
				}
			}
		}
	}
}

func TestKrylovOfAFlatSpectrum(t *testing.T) {
	const n = 200
	values := make([]float64, n)
	for i := range values {
		values[i] = 1 - 1e-3*float64(i)
	}
	a := withSpectrum(values, rand.New(rand.NewPCG(6, 6)))
	k := Krylov{N: n, Mul: blockTimes(a), Block: 8, Limit: 40}
	if _, _, err := k.Leading(context.Background(), 10, rand.New(rand.NewPCG(5, 5))); !errors.Is(err, ErrSlow) {
		t.Errorf("%v, want ErrSlow", err)
	}
	k.Last = true
	got, v, err := k.Leading(context.Background(), 10, rand.New(rand.NewPCG(5, 5)))
	if err != nil || len(got) != 10 || v.RawMatrix().Cols != 10 || got[0] > 1 || got[0] < 0.99 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestConjugateGradients(t *testing.T) {
	const n, cols = 120, 3
	values := make([]float64, n)
	for i := range values {
		values[i] = 1 + float64(i)
	}
	a := withSpectrum(values, rand.New(rand.NewPCG(7, 7)))
	b := Gaussian(n, cols, rand.New(rand.NewPCG(8, 8)))
	for i := range n {
		b.Set(i, 1, 0) // is solved before the start
	}
	for name, precondition := range map[string]func(dst, x *mat.Dense){
		"plain": nil,
		"diagonal": func(dst, x *mat.Dense) {
			for i := range n {
				for j := range cols {
					dst.Set(i, j, x.At(i, j)/a.At(i, i))
				}
			}
		},
	} {
		c := Conjugate{Mul: blockTimes(a), Precondition: precondition, Tolerance: 1e-10, Steps: 500}
		got, err := c.Solve(b)
		if err != nil {
			t.Fatal(err)
		}
		var image mat.Dense
		image.Mul(a, got.X)
		image.Sub(&image, b)
		for j := range cols {
			if j == 1 {
				if got.Steps[j] != 0 || got.Residual[j] != 0 || mat.Norm(got.X.ColView(j), 2) != 0 {
					t.Errorf("%s: %d steps to a residual of %g for B = 0", name, got.Steps[j], got.Residual[j])
				}
				continue
			}
			res := mat.Norm(image.ColView(j), 2) / mat.Norm(b.ColView(j), 2)
			if !(res < 1e-9) || got.Steps[j] < 10 || got.Steps[j] > 200 || got.Residual[j] > 1e-10 ||
				math.Abs(res-got.Residual[j]) > 1e-13 {
				t.Errorf("%s: residual %g, said to be %g, after %d steps", name, res, got.Residual[j], got.Steps[j])
			}
		}
		c.Steps = 3
		if got, _ := c.Solve(b); got.Steps[0] != 3 || !(got.Residual[0] > 1e-4) {
			t.Errorf("%s: residual %g after %d steps, want 3", name, got.Residual[0], got.Steps[0])
		}
	}
}

// TestConjugateGradientsBreakDown: the iteration ends where A or P is found not to be positive
// definite, and says which.
func TestConjugateGradientsBreakDown(t *testing.T) {
	scaled := func(factor float64) *mat.SymDense {
		a := mat.NewSymDense(4, nil)
		for i := range 4 {
			a.SetSym(i, i, factor)
		}
		return a
	}
	negative := func(dst, x *mat.Dense) { dst.Scale(-1, x) }
	for name, c := range map[string]struct {
		iteration Conjugate
		want      Breakdown
	}{
		"A = 0":      {Conjugate{Mul: blockTimes(scaled(0))}, IndefiniteMatrix},
		"A negative": {Conjugate{Mul: blockTimes(scaled(-1))}, IndefiniteMatrix},
		"P negative": {Conjugate{Mul: blockTimes(scaled(1)), Precondition: negative}, IndefinitePreconditioner},
		"none":       {Conjugate{Mul: blockTimes(scaled(1))}, NoBreakdown},
	} {
		c.iteration.Tolerance, c.iteration.Steps = 1e-8, 20
		got, err := c.iteration.Solve(Gaussian(4, 2, rand.New(rand.NewPCG(9, 9))))
		if err != nil {
			t.Fatal(err)
		}
		steps, residual := 0, 1.0
		if c.want == NoBreakdown {
			steps, residual = 1, 0
		}
		for j, why := range got.Breakdown {
			if why != c.want || math.Abs(got.Residual[j]-residual) > 1e-15 || got.Steps[j] != steps || steps == 0 &&
				mat.Norm(got.X, 2) != 0 {
				t.Errorf("%s: breakdown %d, ‖x‖ = %g, residual %g, %d steps", name, why, mat.Norm(got.X, 2), got.Residual[j],
					got.Steps[j])
			}
		}
	}
}

// TestConjugateGradientsReturnTheBest: with a P that is far from A the residual rises before it
// falls. Whatever the number of steps, X is the iterate of the least residual so far.
func TestConjugateGradientsReturnTheBest(t *testing.T) {
	const n, cols = 60, 2
	a, _ := decaying(n)
	b := Gaussian(n, cols, rand.New(rand.NewPCG(11, 11)))
	precondition := func(dst, x *mat.Dense) {
		for i := range n {
			for j := range cols {
				dst.Set(i, j, x.At(i, j)*math.Pow(10, float64(i%7)))
			}
		}
	}
	at := func(steps int) *Conjugated {
		got, err := Conjugate{Mul: blockTimes(a), Precondition: precondition, Tolerance: 1e-6, Steps: steps}.Solve(b)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	before, stays := at(0), 0
	for steps := 1; steps <= 40; steps++ {
		got := at(steps)
		var image mat.Dense
		image.Mul(a, got.X)
		image.Sub(&image, b)
		for j := range cols {
			residual := mat.Norm(image.ColView(j), 2) / mat.Norm(b.ColView(j), 2)
			if math.Abs(residual-got.Residual[j]) > 1e-9 || got.Residual[j] > before.Residual[j] {
				t.Fatalf("column %d after %d steps: residual %g, said to be %g, and %g a step before", j, steps, residual,
					got.Residual[j], before.Residual[j])
			}
			if got.Residual[j] == before.Residual[j] {
				stays++
			}
		}
		before = got
	}
	if stays == 0 {
		t.Error("no step raised the residual, so that nothing was tested")
	}
}

// TestConjugateGradientsOfColumnsApart: each column may have a matrix of its own, takes
// the steps that it takes alone and stands still then.
func TestConjugateGradientsOfColumnsApart(t *testing.T) {
	const n = 80
	a, _ := decaying(n)
	shifts := []float64{1e-3, 1, 1e-2}
	b := Gaussian(n, len(shifts), rand.New(rand.NewPCG(10, 10)))
	shifted := func(shifts []float64) func(dst, x *mat.Dense) error {
		return func(dst, x *mat.Dense) error {
			dst.Mul(a, x)
			for i := range n {
				for j, s := range shifts {
					dst.Set(i, j, dst.At(i, j)+s*x.At(i, j))
				}
			}
			return nil
		}
	}
	together, err := Conjugate{Mul: shifted(shifts), Tolerance: 1e-9, Steps: 300}.Solve(b)
	if err != nil {
		t.Fatal(err)
	}
	for j, s := range shifts {
		alone, err := Conjugate{Mul: shifted([]float64{s}), Tolerance: 1e-9,
			Steps: 300}.Solve(mat.DenseCopyOf(b.Slice(0, n, j, j+1)))
		if err != nil {
			t.Fatal(err)
		}
		if together.Steps[j] != alone.Steps[0] || !mat.EqualApprox(together.X.ColView(j), alone.X.ColView(0), 1e-12) {
			t.Errorf("shift %g: %d steps beside others, %d alone", s, together.Steps[j], alone.Steps[0])
		}
	}
	if !(together.Steps[1] < together.Steps[2] && together.Steps[2] < together.Steps[0]) {
		t.Errorf("%v steps, want more for smaller shifts", together.Steps)
	}
}

func TestJittered(t *testing.T) {
	a, _ := decaying(40)
	u, jitter := jittered(t, clone(a))
	if !(jitter >= 0 && jitter < 1e-12) {
		t.Errorf("jitter %g", jitter)
	}
	checkFactor(t, a, u, jitter)

	for i := range 40 { // in a's memory it is the same
		a.SetSym(i, i, a.At(i, i)+1e-3)
	}
	want, _ := jittered(t, clone(a))
	if got, ok, err := CholeskyInPlace(context.Background(), a); !ok || err != nil || !mat.Equal(got, want) {
		t.Errorf("in place: %v, %v", ok, err)
	}
	a.SetSym(7, 7, -1)
	if _, ok, err := CholeskyInPlace(context.Background(), a); ok || err != nil {
		t.Errorf("of an indefinite matrix: %v, %v", ok, err)
	}

	one := mat.NewSymDense(5, nil) // rank one, and only rounding away from it
	for i := range 5 {
		for j := i; j < 5; j++ {
			one.SetSym(i, j, 0.1*float64(i+1)*0.1*float64(j+1))
		}
	}
	one.SetSym(3, 3, one.At(3, 3)*(1-1e-10))
	u, jitter = jittered(t, clone(one))
	if !(jitter > 1e-13 && jitter < 1e-9) {
		t.Errorf("jitter %g", jitter)
	}
	checkFactor(t, one, u, jitter)

	u, jitter = jittered(t, mat.NewSymDense(3, nil))
	if !(jitter > 0) || u.At(2, 2) == 0 {
		t.Errorf("jitter %g of zero", jitter)
	}
}

func jittered(t *testing.T, a *mat.SymDense) (*mat.TriDense, float64) {
	t.Helper()
	u, jitter, err := Jittered(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	return u, jitter
}

func checkFactor(t *testing.T, a *mat.SymDense, u *mat.TriDense, jitter float64) {
	t.Helper()
	var product mat.Dense
	n := a.SymmetricDim()
	product.Mul(u.T(), u)
	for i := range n {
		product.Set(i, i, product.At(i, i)-jitter)
	}
	if !mat.EqualApprox(&product, a, 1e-14) {
		t.Error("UᵀU is not A + jI")
	}
}

func TestInverseDiagonal(t *testing.T) {
	for _, n := range []int{1, 30, 128, 129, 300} {
		values := make([]float64, n)
		for i := range values {
			values[i] = 0.5 + float64(i)
		}
		a := withSpectrum(values, rand.New(rand.NewPCG(10, uint64(n))))
		w, v, err := Eigen(context.Background(), clone(a))
		if err != nil {
			t.Fatal(err)
		}
		u, _ := jittered(t, clone(a))
		diagonal, err := InverseDiagonal(context.Background(), u)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range diagonal {
			want := 0.0
			for j, x := range v.RawRowView(i) {
				want += x * x / w[j]
			}
			if math.Abs(got-want) > 1e-11*want {
				t.Fatalf("order %d: entry %d is %g, want %g", n, i, got, want)
			}
		}
	}
	u, _ := jittered(t, mat.NewSymDense(300, nil))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := InverseDiagonal(ctx, u); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestPivoted(t *testing.T) {
	a, _ := decaying(60)
	u, order := Pivoted(clone(a), 1e-6)
	if u.Rows < 20 || u.Rows > 50 {
		t.Errorf("rank %d", u.Rows)
	}
	for i := 1; i < u.Rows; i++ {
		clear(u.Data[i*u.Stride : i*u.Stride+i])
	}
	product := newGeneral(60, 60)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, u, u, 0, product)
	for i, p := range order {
		for j, q := range order {
			if math.Abs(product.Data[i*60+j]-a.At(p, q)) > 1e-6 {
				t.Fatalf("entry (%d, %d) is %g, want %g", p, q, product.Data[i*60+j], a.At(p, q))
			}
		}
	}
}

func TestRowsAndSymmetric(t *testing.T) {
	a := mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	if got := Rows(a, []int{2, 0, 2}); !mat.Equal(got, mat.NewDense(3, 3, []float64{7, 8, 9, 1, 2, 3, 7, 8, 9})) {
		t.Error(mat.Formatted(got))
	}
	if got := Symmetric(a); !mat.Equal(got, mat.NewSymDense(3, []float64{1, 3, 5, 0, 5, 7, 0, 0, 9})) {
		t.Error(mat.Formatted(got))
	}
}
