package approx

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
)

// The error is below fourier's on the same kernel, with several blocks of
// directions and a part of one.
func TestOrthogonalFourierBeatsFourier(t *testing.T) {
	g := gramOf(t, normal(80, 6, seeded(1)), "gaussian", 0.05)
	const seeds = 100
	var mean, se [2]float64
	for seed := range uint64(seeds) {
		for i, r := range []float64{
			errorOf(t, g, &OrthogonalFourier{M: 32}, seeded(seed)), errorOf(t, g, &Fourier{M: 32}, seeded(seed)),
		} {
			mean[i] += r / seeds
			se[i] += r * r / seeds
		}
	}
	for i := range se {
		se[i] = math.Sqrt((se[i] - mean[i]*mean[i]) / (seeds - 1))
	}
	if mean[0]+4*math.Hypot(se[0], se[1]) > mean[1] {
		t.Errorf("error %.4f ± %.4f, fourier has %.4f ± %.4f", mean[0], se[0], mean[1], se[1])
	}
}

// The frequencies of a fit, read off its features at the unit vectors, are
// orthogonal in blocks of d and not across.
func TestOrthogonalFourierBlocks(t *testing.T) {
	const d, h = 3, 8
	x := mat.NewDense(d, d, nil)
	for i := range d {
		x.Set(i, i, 1)
	}
	g := gramOf(t, x, "gaussian", 0.1) // |w| is some 0.8, below π
	a := fitted(t, g, &OrthogonalFourier{M: 2 * h}, seeded(1)).(*form.Factor)
	w := mat.NewDense(h, d, nil)
	for j := range h {
		for i := range d {
			w.Set(j, i, math.Atan2(a.Stored().At(i, h+j), a.Stored().At(i, j)))
		}
	}
	for i := range h {
		for j := range i {
			dot := mat.Dot(w.RowView(i), w.RowView(j))
			if together := i/d == j/d; together != (math.Abs(dot) < 1e-14) {
				t.Errorf("the frequencies %d and %d have the inner product %.3g", i, j, dot)
			}
		}
	}
}

// Rows keep their lengths, and their directions are orthonormal.
func TestOrthogonalise(t *testing.T) {
	for _, c := range []struct{ d, r int }{{1, 1}, {5, 5}, {7, 3}} {
		before := normal(c.r, c.d, seeded(1))
		w := mat.DenseCopyOf(before)
		orthogonalise(w, normal(c.d, c.r, seeded(2)))
		for i := range c.r {
			length := mat.Norm(before.RowView(i), 2)
			near(t, "length", mat.Norm(w.RowView(i), 2), length, 1e-13)
			for j := range i {
				if dot := mat.Dot(w.RowView(i), w.RowView(j)); math.Abs(dot) > 1e-13 {
					t.Errorf("d = %d: the rows %d and %d have the inner product %.3g", c.d, i, j, dot)
				}
			}
		}
	}
}

// Any kernel but the Gaussian is misuse, which Unmet reports before.
func TestOrthogonalFourierRefuses(t *testing.T) {
	g := gramOf(t, normal(5, 2, seeded(1)), "matern32", 1)
	why := orthogonalFourier().Unmet(nil, g.Kernel(), 5, 0, 0)
	if why != "orthogonal-fourier is for the kernel gaussian, not matern32" {
		t.Errorf("Unmet says %q", why)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = (&OrthogonalFourier{M: 4}).Fit(t.Context(), g, seeded(1))
}
