package exact

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

func TestExtremes(t *testing.T) {
	for _, n := range []int{1, 2, 3, 50, 120} {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		a := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range i + 1 {
				v := rng.NormFloat64()
				a.Set(i, j, v)
				a.Set(j, i, v)
			}
		}
		mul := func(dst, x []float64) error {
			blas64.Gemv(blas.NoTrans, 1, a.RawMatrix(), linalg.Vector(x), 0, linalg.Vector(dst))
			return nil
		}
		want := denseEigen(t, a)
		largest := max(math.Abs(want[0]), math.Abs(want[n-1]))
		got, err := norm2(context.Background(), n, mul, rng, 1e-10)
		if err != nil || math.Abs(got-largest) > 1e-9*largest {
			t.Errorf("n = %d: ‖A‖₂ = %v, want %v (%v)", n, got, largest, err)
		}
	}
	zero := func(dst, _ []float64) error { clear(dst); return nil }
	got, err := norm2(context.Background(), 9, zero, rand.New(rand.NewPCG(1, 1)), 1e-8)
	if got != 0 || err != nil {
		t.Errorf("the norm of zero is %v (%v)", got, err)
	}
}

func TestFloorByLeadingPairs(t *testing.T) {
	ctx := context.Background()
	for _, gamma := range []float64{0.05, 20} { // the second is too flat for Krylov spaces
		g := model.NewGram(model.NewPoints(randomPoints(entireForTests+100, 3, 1), model.SquaredEuclidean), gaussian(gamma))
		r, err := NewReference(g, true, [2]uint64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		r.entire = entireForTests
		all := denseEigen(t, whole(g))
		for _, rank := range []int{60, 0, 5, 30, g.N() / 5} {
			got, known, err := r.Floor(ctx, rank)
			if err != nil || !known {
				t.Fatal(known, err)
			}
			// Both sides have errors of about eps·λ₁ in the eigenvalues, which are larger than 1e-17·‖K‖.
			near(t, "floor", got.Value, math.Sqrt(tail(all, rank))/valueOf(t, r.Frobenius), 1e-6, 1e-11)
		}
		if _, known, err := r.Floor(ctx, g.N()/4+1); known || err != nil {
			t.Errorf("a floor above n/4: %v, %v", known, err)
		}
	}
}

// TestFloorDoesNotDependOnTheOrder: a floor has the same bits whatever was computed before.
func TestFloorDoesNotDependOnTheOrder(t *testing.T) {
	ctx := context.Background()
	g := model.NewGram(model.NewPoints(randomPoints(entireForTests+100, 3, 1), model.SquaredEuclidean), gaussian(0.05))
	ask := func(ranks ...int) (last Estimate) {
		r, err := NewReference(g, true, [2]uint64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		r.entire = entireForTests
		for _, rank := range ranks {
			if last, _, err = r.Floor(ctx, rank); err != nil {
				t.Fatal(err)
			}
		}
		return last
	}
	if alone, after, before := ask(20).Value, ask(120, 20).Value, ask(31, 20).Value; alone != after || alone != before {
		t.Errorf("floor at rank 20: %v alone, %v after rank 120, %v after rank 31", alone, after, before)
	}
}

// countdown is a context that is cancelled after a number of calls of Err.
type countdown struct {
	context.Context
	left atomic.Int64
}

func after(looks int) *countdown {
	c := &countdown{Context: context.Background()}
	c.left.Store(int64(looks))
	return c
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledFloorIsForgotten: a floor that is cancelled at any check of the context has no effect on later
// calls.
func TestCancelledFloorIsForgotten(t *testing.T) {
	g := model.NewGram(model.NewPoints(randomPoints(entireForTests+100, 3, 1), model.SquaredEuclidean), gaussian(0.05))
	fresh := func() *Reference {
		r, err := NewReference(g, true, [2]uint64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		r.entire = entireForTests
		return r
	}
	want, _, err := fresh().Floor(context.Background(), 20)
	if err != nil {
		t.Fatal(err)
	}
	for looks := 0; looks < 1e6; looks += 1 + looks {
		r := fresh()
		_, _, err := r.Floor(after(looks), 20)
		if got, _, err := r.Floor(context.Background(), 20); got.Value != want.Value || err != nil {
			t.Fatalf("after a floor cancelled at look %d: %v (%v), want %v", looks, got, err, want)
		}
		if err == nil {
			return
		}
	}
	t.Error("1000000 looks at the context")
}

// TestTheLargerEndSettles: Lanczos stops when the eigenvalue of larger absolute value at the two ends of the
// spectrum has converged. The other one is well separated here and converges in a few steps.
func TestTheLargerEndSettles(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		diag := make([]float64, 300)
		for i := range diag {
			diag[i] = sign * float64(i) / 299 // close to one another, up to 1 in absolute value
		}
		diag[0] = -sign * 0.9
		mul := func(dst, x []float64) error {
			for i, d := range diag {
				dst[i] = d * x[i]
			}
			return nil
		}
		norm, err := norm2(context.Background(), len(diag), mul, rand.New(rand.NewPCG(1, 1)), 1e-10)
		if err != nil || math.Abs(norm-1) > 1e-9 {
			t.Errorf("most eigenvalues of sign %v: norm %v (%v), want 1", sign, norm, err)
		}
	}
}

// TestTinyResiduals: Lanczos on a matrix whose residuals are subnormal.
func TestTinyResiduals(t *testing.T) {
	diag := []float64{1, 1e-310, 3e-309, 0, 1e-320}
	mul := func(dst, x []float64) error {
		for i, d := range diag {
			dst[i] = d * x[i]
		}
		return nil
	}
	for seed := range uint64(50) {
		norm, err := norm2(context.Background(), len(diag), mul, rand.New(rand.NewPCG(seed, 1)), 1e-10)
		if err != nil || math.Abs(norm-1) > 1e-9 {
			t.Errorf("seed %d: norm %v (%v), want 1", seed, norm, err)
		}
	}
	// For normal numbers the result is the largest eigenvalue. For subnormal ones it still lies within
	// the range of the eigenvalues.
	for _, scale := range []float64{1e300, 1e-150, 1e-280, 1e-310} {
		for i := range diag {
			diag[i] = scale * float64(i)
		}
		norm, err := norm2(context.Background(), len(diag), mul, rand.New(rand.NewPCG(1, 1)), 1e-10)
		if err != nil || math.IsNaN(norm) || norm <= 0 || norm > 4*scale*(1+1e-9) || scale > 1e-300 &&
			norm < 4*scale*(1-1e-9) {
			t.Errorf("eigenvalues from 0 to %v: the norm is %v (%v)", 4*scale, norm, err)
		}
	}
}

func TestSameBitsOnAnyNumberOfCores(t *testing.T) {
	figures := func() []float64 {
		g := model.NewGram(model.NewPoints(randomPoints(560, 4, 1), model.SquaredEuclidean), gaussian(0.2))
		var out []float64
		for _, exact := range []bool{true, false} {
			r, err := NewReference(g, exact, [2]uint64{1, 1})
			if err != nil {
				t.Fatal(err)
			}
			d, err := r.EffectiveDimension(context.Background(), 0.1)
			if err != nil {
				t.Fatal(err)
			}
			c := r.Compare(stored{mat.NewDense(560, 560, nil)})
			out = append(out, valueOf(t, r.StableRank), d.Value, valueOf(t, c.Error), valueOf(t, c.Spectral))
		}
		values, _, err := g.Leading(context.Background(), 20, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		return append(out, values...)
	}
	before := runtime.GOMAXPROCS(1)
	one := figures()
	runtime.GOMAXPROCS(4)
	four := figures()
	runtime.GOMAXPROCS(before)
	for i := range one {
		if one[i] != four[i] {
			t.Errorf("figure %d: %v on one core, %v on four", i, one[i], four[i])
		}
	}
}

// TestTinyBlocks: one large entry and a decoupled block of entries near 1e-130,
// on which gonum's eigenvalue routine panics unless K is scaled.
func TestTinyBlocks(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{1, 0, 0, 1e-4, 0, 2e-4, 0, -1e-4, 0, 3e-4, 0, 2.5e-4})
	g := model.NewGram(model.NewPoints(x, model.InnerProduct), polynomial(1, 0, 18))
	r, err := NewReference(g, true, [2]uint64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	floor, known, err := r.Floor(context.Background(), 1)
	if err != nil || !known || floor.Value > 1e-14 {
		t.Errorf("floor at rank 1: %v, %v, %v; want 0 up to rounding", floor, known, err)
	}
}

func TestDegenerateMatrix(t *testing.T) {
	g := model.NewGram(model.NewPoints(mat.NewDense(3, 2, nil), model.InnerProduct), linear())
	_, err := NewReference(g, true, [2]uint64{})
	var degenerate *model.DegenerateError
	if !errors.As(err, &degenerate) || degenerate.Value != 0 {
		t.Errorf("a zero matrix gives %v, want a DegenerateError", err)
	}
	// Entries are finite, their squares are not.
	huge := model.NewGram(model.NewPoints(randomPoints(20, 3, 1), model.InnerProduct), polynomial(1e8, 0, 20))
	for _, exact := range []bool{true, false} {
		r, err := NewReference(huge, exact, [2]uint64{})
		if err == nil {
			_, err = r.Compare(stored{mat.NewDense(20, 20, nil)}).Error(context.Background())
		}
		if !errors.As(err, &degenerate) {
			t.Errorf("squares that overflow, exact %v: %v, want a DegenerateError", exact, err)
		}
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := gramAt(randomPoints(600, 2, 1), gaussian(1))
	for _, exact := range []bool{true, false} {
		r, err := NewReference(g, exact, [2]uint64{})
		if err != nil {
			t.Fatal(err)
		}
		c := r.Compare(stored{mat.NewDense(600, 600, nil)})
		for name, figure := range map[string]func(context.Context) (Estimate, error){
			"Frobenius": r.Frobenius, "Largest": r.Largest, "StableRank": r.StableRank, "Error": c.Error, "Spectral": c.Spectral,
			"d_eff": func(ctx context.Context) (Estimate, error) { return r.EffectiveDimension(ctx, 0.1) },
			"floor": func(ctx context.Context) (Estimate, error) { f, _, err := r.Floor(ctx, 3); return f, err },
		} {
			if _, err := figure(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, exact %v: %v, want context.Canceled", name, exact, err)
			}
		}
	}
}
