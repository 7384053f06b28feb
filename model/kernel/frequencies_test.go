package kernel

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gramscope/model"
)

// TestFrequenciesAtAgainstSciPy: quantiles at random points, and near the faces of the cube.
func TestFrequenciesAtAgainstSciPy(t *testing.T) {
	text, err := os.ReadFile("../../testdata/approx/golden_frequencies.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Points    [][]float64
		Gamma     float64
		Quantiles []struct {
			Kernel      string
			Frequencies [][]float64
		}
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	points := mat.NewDense(len(golden.Points), len(golden.Points[0]), nil)
	for i, row := range golden.Points {
		points.SetRow(i, row)
	}
	for _, want := range golden.Quantiles {
		f, _ := Lookup(want.Kernel)
		w := mat.NewDense(len(golden.Points), len(golden.Points[0])-1, nil)
		f.Member(Values{"gamma": golden.Gamma}).Function().(model.Spectral).FrequenciesAt(w, points)
		for i, row := range want.Frequencies {
			for j, v := range row {
				near(t, want.Kernel, w.At(i, j), v, 1e-9, 1e-3)
			}
		}
	}
}

// TestFrequencyLengths compares the distribution of drawn lengths with that of drawn frequencies, by the
// largest difference of the two samples' distribution functions. All kernels of ‖x−y‖ with a spectral density have
// them.
func TestFrequencyLengths(t *testing.T) {
	const d, n = 5, 20000
	for _, k := range everyKernel(t) {
		spectral, ok := k.(model.Spectral)
		if !ok {
			continue
		}
		isotropic, is := k.(model.Isotropic)
		if is != (k.Geometry() == model.SquaredEuclidean) {
			t.Errorf("%s is model.Isotropic: %v; a Spectral kernel of ‖x−y‖ must be, and nothing else", k.Name(), is)
		}
		if !is {
			continue
		}
		lengths, w := make([]float64, n), mat.NewDense(n, d, nil)
		isotropic.FrequencyLengths(lengths, d, rand.New(rand.NewPCG(1, 2)))
		spectral.Frequencies(w, rand.New(rand.NewPCG(3, 4)))
		others := make([]float64, n)
		for i := range others {
			others[i] = mat.Norm(w.RowView(i), 2)
		}
		slices.Sort(lengths)
		slices.Sort(others)
		// exceeded with probability 0.001
		if apart := stat.KolmogorovSmirnov(lengths, nil, others, nil); apart > 1.95*math.Sqrt(2.0/n) {
			t.Errorf("%s: the distribution functions of lengths are %.3f apart", k.Name(), apart)
		}
	}
}
