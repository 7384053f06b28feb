package exact

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestEvaluated: products and ‖K‖_F² are those of the whole matrix, also if its order is not a multiple
// of the order of a tile.
func TestEvaluated(t *testing.T) {
	for _, n := range []int{1, 263, 264, 300, 1000} {
		g := gramAt(randomPoints(n, 3, 5), gaussian(0.3))
		r, err := NewReference(g, true, [2]uint64{3, 4})
		if err != nil {
			t.Fatal(err)
		}
		x, got := randomPoints(n, 5, 6), mat.NewDense(n, 5, nil)
		var frobenius float64
		mul, _ := evaluated(t.Context(), r, &frobenius)
		if err := mul(got, x); err != nil {
			t.Fatal(err)
		}
		k, want := mat.NewDense(n, n, nil), new(mat.Dense)
		g.Rows(k, 0, n)
		want.Mul(k, x)
		if !mat.EqualApprox(got, want, 1e-12*float64(n)) {
			t.Errorf("n = %d: the product is another", n)
		}
		if norm := mat.Norm(k, 2); math.Abs(frobenius/norm-1) > 1e-12 {
			t.Errorf("n = %d: ‖K‖_F = %v, want %v", n, frobenius, norm)
		}
		again, once := mat.NewDense(n, 5, nil), frobenius
		if err := mul(again, x); err != nil || frobenius != once || !mat.Equal(again, got) {
			t.Errorf("n = %d: other bits the second time (%v)", n, err)
		}
	}
	r, err := NewReference(gramAt(randomPoints(300, 3, 5), gaussian(0.3)), true, [2]uint64{3, 4})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	mul, _ := evaluated(ctx, r, new(float64))
	if err := mul(mat.NewDense(300, 5, nil), randomPoints(300, 5, 6)); !errors.Is(err, context.Canceled) {
		t.Errorf("a dead context: %v", err)
	}
}

// TestKeptOrEvaluated: a curve has the same points whether K is stored or evaluated for each
// product.
func TestKeptOrEvaluated(t *testing.T) {
	g := gramAt(randomPoints(900, 3, 5), gaussian(0.3))
	r, err := NewReference(g, true, [2]uint64{3, 4})
	if err != nil {
		t.Fatal(err)
	}
	if evaluates, err := r.evaluates(t.Context()); !evaluates || err != nil {
		t.Fatal(evaluates, err)
	}
	rank := func(matrix func(context.Context, *Reference, *float64) (product, error)) float64 {
		var frobenius float64
		mul, err := matrix(t.Context(), r, &frobenius)
		if err != nil {
			t.Fatal(err)
		}
		largest, err := r.norm(t.Context(), 900, mul, roughTolerance)
		if err != nil {
			t.Fatal(err)
		}
		return math.Pow(frobenius/largest, 2)
	}
	if got, want := rank(evaluated), rank(new(Curve).whole); !(math.Abs(got/want-1) <= 1e-10) {
		t.Errorf("evaluated %v, kept %v", got, want)
	}
}

// TestFirstErrorIsOnePass: the first error also computes ‖K‖_F, in one pass over half of K. The result is
// that of a separate pass.
func TestFirstErrorIsOnePass(t *testing.T) {
	const n = 300
	g := gramAt(randomPoints(n, 3, 5), gaussian(0.3))
	var references [2]*Reference
	for i := range references {
		var err error
		if references[i], err = NewReference(g.View(), true, [2]uint64{3, 4}); err != nil {
			t.Fatal(err)
		}
	}
	first, other := references[0], references[1]
	before := first.gram.Entries()
	if _, err := first.Compare(thin{f: randomPoints(n, 2, 6)}).Error(t.Context()); err != nil {
		t.Fatal(err)
	}
	if read := first.gram.Entries() - before; read > n*n*9/10 {
		t.Errorf("%d entries of %d are read", read, n*n)
	}
	with, err := first.Frobenius(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if alone, err := other.Frobenius(t.Context()); err != nil || alone.Value != with.Value {
		t.Errorf("‖K‖_F is %v with an error, %v alone (%v)", with, alone, err)
	}
}
