package learn

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestAFNEqualsNumPy compares the landmarks, P⁻¹y, the number of iterations and the solution with NumPy's. Kernel distances
// have the order of those of the points.
func TestAFNEqualsNumPy(t *testing.T) {
	var golden struct {
		X         [][]float64
		Y         []float64
		Tolerance float64
		Cases     []struct {
			Kernel                 string
			Gamma, Mu              float64
			Neighbours, Iterations int
			Landmarks              []int
			Inverse, Alpha         []float64
		}
	}
	readGolden(t, "golden_afn.json", &golden)
	if len(golden.Cases) != 4 {
		t.Fatalf("%d golden cases, want 4", len(golden.Cases))
	}
	for _, c := range golden.Cases {
		g := gramOf(t, rowsOf(golden.X), c.Kernel, c.Gamma)
		near, err := NewAFN(t.Context(), g.View(), len(c.Landmarks), c.Neighbours)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(near.landmarks, c.Landmarks) {
			t.Fatalf("%s γ = %g: landmarks %v, want %v", c.Kernel, c.Gamma, near.landmarks, c.Landmarks)
		}
		p, err := near.at(t.Context(), c.Mu, 0)
		if err != nil {
			t.Fatal(err)
		}
		n := len(golden.Y)
		image := mat.NewDense(n, 1, nil)
		p.solve(image, mat.NewDense(n, 1, slices.Clone(golden.Y)), 0)
		if off := distance(image.RawMatrix().Data, c.Inverse); !(off < 1e-7) {
			t.Errorf("%s γ = %g: P⁻¹y off by %.1e", c.Kernel, c.Gamma, off)
		}
		fits, err := FactorisedPCG(t.Context(), g.View(), near, golden.Y, []float64{c.Mu, 10}, Options{Tolerance: golden.Tolerance})
		if err != nil {
			t.Fatal(err)
		}
		if got := fits[0]; !(distance(got.Alpha, c.Alpha) < 1e-5) || got.Iterations != c.Iterations || got.Warnings != nil || fits[1].Warnings != nil {
			t.Errorf("%s γ = %g: α off by %.1e after %d iterations, want %d: %v", c.Kernel, c.Gamma, distance(got.Alpha, c.Alpha), got.Iterations, c.Iterations, got.Warnings)
		}
	}
}

// TestAFNWithAllNeighbours: with all rows as landmarks, or all rows before as neighbours, P is K+μI, also where rows are equal.
// It has the same bits on any number of cores.
func TestAFNWithAllNeighbours(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const n = 70
	x := points(n, 2, 5)
	x.SetRow(40, x.RawRowView(3))
	_, y := Centred(targets(n, 1))
	g := gramOf(t, x, "gaussian", 0.5)
	for _, c := range [][2]int{{n, 0}, {n + 5, 3}, {1, n}, {30, n}} {
		var want []float64
		for _, procs := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(procs)
			near, err := NewAFN(t.Context(), g.View(), c[0], c[1])
			if err != nil {
				t.Fatal(err)
			}
			fits, err := FactorisedPCG(t.Context(), g.View(), near, y, []float64{0.1}, Options{})
			if err != nil || fits[0].Iterations > 2 || fits[0].Warnings != nil {
				t.Fatalf("%d landmarks, %d neighbours: %v, %d iterations, %v", c[0], c[1], err, fits[0].Iterations, fits[0].Warnings)
			}
			if want == nil {
				want = fits[0].Alpha
			}
			if !slices.Equal(want, fits[0].Alpha) {
				t.Errorf("other bits on %d cores", procs)
			}
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewAFN(cancelled, g.View(), 5, 5); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
