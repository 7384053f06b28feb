package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// large orders are gone through by the long tests.
var large []int

// orders are those that the tests go through.
func orders(usual ...int) []int { return append(usual, large...) }

// spectra are eigenvalues that are hard in one way or another; of size about 1.
var spectra = map[string]func(i, n int) float64{
	"even":         func(i, n int) float64 { return 1 - 2*float64(i)/float64(n) },
	"decay":        func(i, n int) float64 { return math.Exp(-float64(i)) }, // as of a Gaussian kernel
	"one":          func(i, n int) float64 { return map[bool]float64{true: 1}[i == 0] },
	"identity":     func(i, n int) float64 { return 1 },
	"two clusters": func(i, n int) float64 { return map[bool]float64{true: 1, false: -1}[i < n/3] },
	"near cluster": func(i, n int) float64 { return 1 - 1e-15*float64(i) },
	"pairs":        func(i, n int) float64 { return 1 / float64(1+i/2) },
	"negative":     func(i, n int) float64 { return -1 - float64(i)/float64(n) },
	"tiny rest":    func(i, n int) float64 { return map[bool]float64{true: 1, false: 1e-18}[i < 3] },
	"zero":         func(i, n int) float64 { return 0 },
}

// withSpectrum is U·diag(values)·Uᵀ for a random orthogonal U: a product of n
// reflections, applied from both sides.
func withSpectrum(values []float64, rng *rand.Rand) *mat.SymDense {
	n := len(values)
	a := mat.NewDense(n, n, nil)
	for i, v := range values {
		a.Set(i, i, v)
	}
	v, av := make([]float64, n), mat.NewVecDense(n, nil)
	for range min(n-1, 20) {
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		x := mat.NewVecDense(n, v)
		x.ScaleVec(1/mat.Norm(x, 2), x)
		av.MulVec(a, x)
		a.RankOne(a, -2, av, x)
		av.MulVec(a.T(), x)
		a.RankOne(a, -2, x, av)
	}
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

// structured are matrices without a spectrum that is known in advance.
var structured = map[string]func(i, j, n int, rng *rand.Rand) float64{
	"random": func(i, j, n int, rng *rand.Rand) float64 { return rng.NormFloat64() },
	"graded": func(i, j, n int, rng *rand.Rand) float64 {
		return math.Pow(10, -30*float64(i+j)/float64(n)) * rng.NormFloat64()
	},
	"graded upwards": func(i, j, n int, rng *rand.Rand) float64 {
		return math.Pow(10, -30*float64(2*n-i-j)/float64(n)) * rng.NormFloat64()
	},
	"gaussian kernel": func(i, j, n int, rng *rand.Rand) float64 {
		d := float64(i-j) / float64(n)
		return math.Exp(-8 * d * d)
	},
	"far points": func(i, j, n int, rng *rand.Rand) float64 {
		d := float64(i - j)
		return math.Exp(-300 * d * d)
	},
	"laplace": func(i, j, n int, rng *rand.Rand) float64 { // 2 − 2cos(kπ/(n+1))
		return map[int]float64{0: 2, 1: -1}[j-i]
	},
	"wilkinson": func(i, j, n int, rng *rand.Rand) float64 { // pairs equal to many digits
		return map[int]float64{0: math.Abs(float64(i) - float64(n-1)/2), 1: 1}[j-i]
	},
	"arrow": func(i, j, n int, rng *rand.Rand) float64 {
		if i == 0 || i == j {
			return 1 + float64(j)
		}
		return 0
	},
	"hilbert": func(i, j, n int, rng *rand.Rand) float64 { return 1 / float64(i+j+1) },
	"signs":   func(i, j, n int, rng *rand.Rand) float64 { return float64(rng.IntN(3) - 1) },
	"blocks": func(i, j, n int, rng *rand.Rand) float64 { // falls apart into equal ones
		return map[bool]float64{true: 1}[i/4 == j/4]
	},
}

func build(n int, rng *rand.Rand, entry func(i, j, n int, rng *rand.Rand) float64) *mat.SymDense {
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, entry(i, j, n, rng))
		}
	}
	return s
}

func clone(a *mat.SymDense) *mat.SymDense {
	if a.SymmetricDim() == 0 {
		return new(mat.SymDense)
	}
	b := mat.NewSymDense(a.SymmetricDim(), nil)
	b.CopySym(a)
	return b
}

// checkPairs holds A·V = V·Λ, VᵀV = I and the order of the values to rounding.
func checkPairs(t *testing.T, a *mat.SymDense, values []float64, v *mat.Dense) {
	t.Helper()
	n := a.SymmetricDim()
	_, k := v.Dims()
	bound := 50 * float64(n) * 0x1p-52
	norm := mat.Norm(a, 2)
	var av, vl, vv mat.Dense
	av.Mul(a, v)
	vl.Mul(v, mat.NewDiagDense(k, values[:k]))
	av.Sub(&av, &vl)
	if res := mat.Norm(&av, 2); !(res <= bound*norm) {
		t.Errorf("‖AV−VΛ‖ = %g·‖A‖", res/norm)
	}
	vv.Mul(v.T(), v)
	for i := range k {
		vv.Set(i, i, vv.At(i, i)-1)
	}
	if dev := mat.Norm(&vv, 2); !(dev <= bound) {
		t.Errorf("‖VᵀV−I‖ = %g", dev)
	}
	for i := range len(values) - 1 {
		if !(values[i] >= values[i+1]) {
			t.Fatalf("value %d is %g, the next %g", i, values[i], values[i+1])
		}
	}
}

func checkValues(t *testing.T, got, want []float64, n int) {
	t.Helper()
	size := 0.0
	for _, v := range want {
		size = max(size, math.Abs(v))
	}
	for i, v := range got {
		if !(math.Abs(v-want[i]) <= 4*float64(n)*0x1p-52*size) {
			t.Fatalf("value %d is %v, want %v, in units of %g", i, v, want[i], size)
		}
	}
}

func TestEigenOfKnownSpectra(t *testing.T) {
	for name, value := range spectra {
		for _, n := range orders(1, 2, 3, 33, 65, 140) {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				want := make([]float64, n)
				for i := range want {
					want[i] = value(i, n)
				}
				a := withSpectrum(want, rand.New(rand.NewPCG(1, uint64(n))))
				slices.Sort(want)
				slices.Reverse(want)
				values, v, err := Eigen(context.Background(), clone(a))
				if err != nil {
					t.Fatal(err)
				}
				checkPairs(t, a, values, v)
				checkValues(t, values, want, n)
				values, err = Eigenvalues(context.Background(), clone(a))
				if err != nil {
					t.Fatal(err)
				}
				checkValues(t, values, want, n)
			})
		}
	}
}

func TestEigenOfStructuredMatrices(t *testing.T) {
	for name, entry := range structured {
		for _, n := range orders(2, 34, 66, 140) {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				a := build(n, rand.New(rand.NewPCG(2, uint64(n))), entry)
				values, v, err := Eigen(context.Background(), clone(a))
				if err != nil {
					t.Fatal(err)
				}
				checkPairs(t, a, values, v)
				alone, err := Eigenvalues(context.Background(), clone(a))
				if err != nil {
					t.Fatal(err)
				}
				checkValues(t, alone, values, n)
				if n > 100 && large == nil {
					return
				}
				var eig mat.EigenSym // of A/‖A‖+I: gonum's Dsterf panics on tiny blocks
				shifted, norm := clone(a), mat.Norm(a, 2)
				shifted.ScaleSym(1/norm, a)
				for i := range n {
					shifted.SetSym(i, i, shifted.At(i, i)+1)
				}
				if !eig.Factorize(shifted, false) {
					t.Fatal("gonum does not converge")
				}
				want := eig.Values(nil)
				slices.Reverse(want)
				for i := range want {
					want[i] = (want[i] - 1) * norm
				}
				checkValues(t, values, want, 2*n)
			})
		}
	}
}

func TestEigenAtEveryScale(t *testing.T) {
	const n = 70
	a := build(n, rand.New(rand.NewPCG(3, 3)), structured["random"])
	want, _, err := Eigen(context.Background(), clone(a))
	if err != nil {
		t.Fatal(err)
	}
	for _, exponent := range []int{1000, 300, 10, -10, -300, -700, -1000} {
		b := clone(a)
		b.ScaleSym(math.Ldexp(1, exponent), a)
		values, v, err := Eigen(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		for i := range values {
			values[i] = math.Ldexp(values[i], -exponent)
		}
		checkPairs(t, a, values, v)
		checkValues(t, values, want, n)
	}
	b := clone(a)
	b.ScaleSym(0x1p-1060, a) // hardly a digit is left
	values, err := Eigenvalues(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	if got := math.Ldexp(values[0], 1060); !(math.Abs(got-want[0]) < 0.1*want[0]) {
		t.Errorf("the largest of the denormal matrix is %g, want %g", got, want[0])
	}
}

// Entries near the largest number don't overflow on the way.
func TestEigenOfHugeEntries(t *testing.T) {
	a := mat.NewSymDense(40, nil)
	for i := range 40 {
		a.SetSym(i, i, math.MaxFloat64)
		if i > 0 {
			a.SetSym(i, i-1, math.Ldexp(math.MaxFloat64, -i))
		}
	}
	values, v, err := Eigen(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range append(v.RawMatrix().Data, values...) {
		if math.IsNaN(x) {
			t.Fatal("NaN")
		}
	}
}

func TestLeading(t *testing.T) {
	for _, name := range []string{"random", "gaussian kernel", "laplace", "blocks"} {
		for _, n := range []int{1, 5, 60, 150} {
			a := build(n, rand.New(rand.NewPCG(4, uint64(n))), structured[name])
			want, _, err := Eigen(context.Background(), clone(a))
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range []int{0, 1, n / 3, n - 1, n} {
				values, v, err := Leading(context.Background(), clone(a), k)
				if err != nil {
					t.Fatal(err)
				}
				if r, c := v.Dims(); len(values) != k || c != k || k > 0 && r != n {
					t.Fatalf("%d values and %d×%d vectors, want %d and %d×%d", len(values), r, c, k, n, k)
				}
				if k > 0 {
					checkPairs(t, a, values, v)
					checkValues(t, values, want[:k], n)
				}
			}
		}
	}
}

func TestLeadingOfTooMany(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _, _ = Leading(context.Background(), mat.NewSymDense(3, nil), 4)
}

func TestEigenOfNothing(t *testing.T) {
	values, v, err := Eigen(context.Background(), new(mat.SymDense))
	if r, c := v.Dims(); len(values) != 0 || r != 0 || c != 0 || err != nil {
		t.Errorf("%v, %d×%d, %v", values, r, c, err)
	}
}

func TestEigenOfWhatIsNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		a := build(50, rand.New(rand.NewPCG(5, 5)), structured["random"])
		a.SetSym(17, 30, bad)
		var where *NotFiniteError
		if _, _, err := Eigen(context.Background(), clone(a)); !errors.As(err, &where) || where.Row != 17 || where.Col != 30 {
			t.Errorf("%v: %v", bad, err)
		}
		if _, err := Eigenvalues(context.Background(), clone(a)); !errors.As(err, &where) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// Matrices that small numbers of one kind fill meet every deflation there is.
func TestEigenOfSmallMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	numbers := []float64{0, 0, 0, 1, -1, 1, 2, 1e-8, 1e-16, 1e-17, 1e-160, 1e-300, 0.1}
	for trial := range 200 {
		n := 1 + rng.IntN(80)
		width := 1 + rng.IntN(n)
		few := numbers[:1+rng.IntN(len(numbers))]
		a := build(n, rng, func(i, j, n int, rng *rand.Rand) float64 {
			if j-i > width {
				return 0
			}
			return few[rng.IntN(len(few))]
		})
		values, v, err := Eigen(context.Background(), clone(a))
		if err != nil {
			t.Fatal(trial, err)
		}
		checkPairs(t, a, values, v)
		alone, err := Eigenvalues(context.Background(), clone(a))
		if err != nil {
			t.Fatal(trial, err)
		}
		checkValues(t, alone, values, n)
		if t.Failed() {
			t.Fatalf("trial %d: order %d, band %d, numbers %v", trial, n, width, few)
		}
	}
}

func TestEigenHasTheSameBitsOnAnyNumberOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	a := build(400, rand.New(rand.NewPCG(7, 7)), structured["random"])
	var first []float64
	for _, cores := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(cores)
		values, v, err := Eigen(context.Background(), clone(a))
		if err != nil {
			t.Fatal(err)
		}
		all := append(values, v.RawMatrix().Data...)
		alone, err := Eigenvalues(context.Background(), clone(a))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, alone...)
		if first == nil {
			first = all
		} else if !slices.Equal(first, all) {
			t.Errorf("other bits on %d cores", cores)
		}
	}
}

// ending counts how often it is asked, and is over from a certain time on.
type ending struct {
	context.Context
	asked, over int
}

func (c *ending) Err() error {
	if c.asked++; c.asked > c.over {
		return context.Canceled
	}
	return nil
}

func TestEigenEndsWithItsContext(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the count is not for more than one
	a := build(150, rand.New(rand.NewPCG(8, 8)), structured["random"])
	for name, f := range map[string]func(ctx context.Context) error{
		"pairs":  func(ctx context.Context) error { _, _, err := Eigen(ctx, clone(a)); return err },
		"values": func(ctx context.Context) error { _, err := Eigenvalues(ctx, clone(a)); return err },
	} {
		whole := &ending{Context: context.Background(), over: math.MaxInt}
		if err := f(whole); err != nil {
			t.Fatal(name, err)
		}
		for over := 0; over < whole.asked; over += 7 {
			ctx := &ending{Context: context.Background(), over: over}
			if err := f(ctx); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: %v after %d of %d looks at the context", name, err, over, whole.asked)
			}
			if ctx.asked > over+4 {
				t.Errorf("%s: looked %d times more at a context that was over", name, ctx.asked-over-1)
			}
		}
	}
}

// The benchmarks run on the machine's best instructions, and are named by them;
// GODEBUG=cpu.avx512f=off leaves it AVX2.
func benchmarkEigen(b *testing.B, n int, f func(a *mat.SymDense) error) {
	a, c := build(n, rand.New(rand.NewPCG(10, 10)), structured["random"]), new(mat.SymDense)
	for _, set := range sets()[:1] {
		b.Run(set.name, func(b *testing.B) {
			best(b, func() { c = clone(a) }, func() {
				if err := f(c); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

func BenchmarkEigen1000(b *testing.B) {
	benchmarkEigen(b, 1000, func(a *mat.SymDense) error {
		_, _, err := Eigen(context.Background(), a)
		return err
	})
}

func BenchmarkEigenvalues2000(b *testing.B) {
	benchmarkEigen(b, 2000, func(a *mat.SymDense) error {
		_, err := Eigenvalues(context.Background(), a)
		return err
	})
}

func BenchmarkParts1000(b *testing.B) {
	const n = 1000
	a := build(n, rand.New(rand.NewPCG(10, 10)), structured["random"])
	ctx := context.Background()
	var reduced, divided, back time.Duration
	for b.Loop() {
		start := time.Now()
		t, err := reduce(ctx, clone(a).RawSymmetric())
		toUnit(t.d, t.e)
		reduced += time.Since(start)
		start = time.Now()
		_, _, rows, _ := divideAndConquer(ctx, t.d, t.e, n)
		divided += time.Since(start)
		start = time.Now()
		if t.backTransform(ctx, rows) != nil || err != nil {
			b.Fatal(err)
		}
		back += time.Since(start)
	}
	b.ReportMetric(float64(reduced.Milliseconds())/float64(b.N), "ms-reduction")
	b.ReportMetric(float64(divided.Milliseconds())/float64(b.N), "ms-division")
	b.ReportMetric(float64(back.Milliseconds())/float64(b.N), "ms-back")
}

func TestToColumns(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {33, 40}, {70, 2100}} {
		rng := rand.New(rand.NewPCG(11, 12))
		rows, out := randomGeneral(size[1]+3, size[0]), newGeneral(size[0], size[1])
		order := rng.Perm(rows.Rows)
		if err := toColumns(context.Background(), out, rows, order[:out.Cols]); err != nil {
			t.Fatal(err)
		}
		for i := range out.Rows {
			for j, v := range row(out, i) {
				if want := row(rows, order[j])[i]; v != want {
					t.Fatalf("entry (%d, %d) of %v is %v, want %v", i, j, size, v, want)
				}
			}
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
	values, v, err := Eigen(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(values, []float64{3, 0, 0, 0, 0, 0}, 1e-14) || math.Abs(math.Abs(v.At(0, 0))-1) > 1e-14 {
		t.Errorf("%v", values)
	}
	zero, err := Eigenvalues(t.Context(), mat.NewSymDense(3, nil))
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(zero, []float64{0, 0, 0}, 0) {
		t.Errorf("of 0: %v", zero)
	}
}
