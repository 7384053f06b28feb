//go:build long

package approx

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/approxtest"
	"gramscope/model"
)

// TestVolumeMemory measures every choice of selection and basis.
func TestVolumeMemory(t *testing.T) {
	g := approxtest.Gram(t, model.Method{}, 1000, 4)
	for selection := range 2 {
		for basis := range 2 {
			t.Run(fmt.Sprintf("selection %d, basis %d", selection, basis), func(t *testing.T) {
				approxtest.Memory(t, volumeNystrom(), g,
					model.Values{"m": 150, "selection": float64(selection), "basis": float64(basis)})
			})
		}
	}
}

// Every choice of selection and basis keeps the promises of the method.
func TestVolumeChoicesConform(t *testing.T) {
	for _, c := range [][2]int{{SelectVolume, BasisEigenvectors}, {SelectNuclear, BasisPivots},
		{SelectNuclear, BasisEigenvectors}} {
		m := volumeNystrom()
		m.New = func() model.Fitter {
			f := defaults(new(VolumeNystrom)).(*VolumeNystrom)
			f.Selection, f.Basis = c[0], c[1]
			return f
		}
		promise := volumePromises()["volume-nystrom"]
		promise.Ordered = c[0] == SelectNuclear
		t.Run(fmt.Sprintf("selection %d, basis %d", c[0], c[1]), func(t *testing.T) { approxtest.Run(t, m, promise) })
	}
}

// TestVolumeBound: over seeds the trace left is within the bound of the theorem, where that of uniform
// landmarks is not. For the basis from pivots the bound has the trace that this basis leaves.
func TestVolumeBound(t *testing.T) {
	const n, m, seeds = 300, 30, 60
	g := gramOf(t, bimodal(n, seeded(1)), "gaussian", 0.5)
	k, all := whole(g, fitted(t, g, &Best{M: m}, seeded(1)))
	bound := (m + 1) * (mat.Trace(k) - mat.Trace(all))
	diag := make([]float64, n)
	mean := func(f model.Fitter) (sum float64) {
		for seed := range uint64(seeds) {
			fitted(t, g, f, seeded(seed)).Diag(diag)
			sum += (mat.Trace(k) - floats.Sum(diag)) / seeds
		}
		return sum
	}
	for name, f := range map[string]model.Fitter{
		"kdpp": &KDPP{M: m}, "volume": &VolumeNystrom{M: m, Basis: BasisEigenvectors, BasisSize: 1},
		"volume by pivots": &VolumeNystrom{M: m, BasisSize: 2},
		"nuclear":          &VolumeNystrom{M: m, Selection: SelectNuclear, BasisSize: 2},
	} {
		got := mean(f)
		t.Logf("%s: %.3g, bound %.3g", name, got, bound)
		if !(got < bound) {
			t.Errorf("%s leaves %.3g in the mean, the bound is %.3g", name, got, bound)
		}
	}
	if got := mean(&Nystrom{M: m}); !(got > bound) {
		t.Errorf("uniform landmarks leave %.3g, within the bound %.3g", got, bound)
	}

	e, err := (&RPCholesky{M: m, Block: 10}).eliminate(t.Context(), g, seeded(1))
	if err != nil {
		t.Fatal(err)
	}
	v, err := leftVectors(t.Context(), mat.DenseCopyOf(e.f), m)
	if err != nil {
		t.Fatal(err)
	}
	var kv, inner mat.Dense
	kv.Mul(k, v)
	inner.Mul(v.T(), &kv)
	bound = (m + 1) * (mat.Trace(k) - mat.Trace(&inner))
	rng, sum := seeded(2), 0.0
	for range seeds {
		rows, err := drawVolume(t.Context(), v, rng)
		if err != nil {
			t.Fatal(err)
		}
		a, err := nystromOn(t.Context(), g, rows, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		a.Diag(diag)
		sum += (mat.Trace(k) - floats.Sum(diag)) / seeds
	}
	if !(sum < bound) {
		t.Errorf("with a given basis %.3g is left in the mean, the bound is %.3g", sum, bound)
	}
}
