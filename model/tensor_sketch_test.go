package model

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// power is a kernel (γ·x·y + c)^p for tests.
type power struct {
	gamma, offset float64
	degree        int
}

func (power) Name() string                                 { return "polynomial" }
func (power) Geometry() Geometry                           { return InnerProduct }
func (power) Diagonal() float64                            { panic("the diagonal varies") }
func (power) Apply([]float64)                              {}
func (k power) Power() (gamma, offset float64, degree int) { return k.gamma, k.offset, k.degree }
func dense(rows [][]float64) *mat.Dense {
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

// largestDifference returns the largest difference of entries, and the largest entry of b.
func largestDifference(a, b *mat.Dense) (difference, of float64) {
	var d mat.Dense
	d.Sub(a, b)
	return max(mat.Max(&d), -mat.Min(&d)), max(mat.Max(b), -mat.Min(b))
}

// TestTensorSketchAgainstScikitLearn: testdata/approx/golden_tensor.py has the features of PolynomialCountSketch
// and NumPy for given draws. Count sketches are convolved in both ways.
func TestTensorSketchAgainstScikitLearn(t *testing.T) {
	text, err := os.ReadFile("../testdata/approx/golden_tensor.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		X     [][]float64
		Cases []struct {
			Kind            string
			Gamma, Offset   float64
			Degree          int
			Draws, Features [][]float64
		}
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Cases) != 21 {
		t.Errorf("%d cases", len(golden.Cases))
	}
	x := dense(golden.X)
	for _, c := range golden.Cases {
		k, want := power{c.Gamma, c.Offset, c.Degree}, dense(c.Features)
		n, m := want.Dims()
		s := &TensorSketch{Kind: slices.Index(SketchKinds(), c.Kind), Width: m, Draws: dense(c.Draws)}
		got := mat.NewDense(n, m, nil)
		compare := func(way string) {
			t.Helper()
			if worst, of := largestDifference(got, want); !(worst <= 1e-12*of) {
				t.Errorf("%s of %+v with %d features %s: %.2g from scikit-learn's", c.Kind, k, m, way, worst/of)
			}
		}
		s.FeaturesTo(got, x, k)
		compare("")
		if s.Kind == SketchCount {
			scaled := mat.NewDense(n, SketchedColumns(k, 3), nil)
			for i := range n {
				for j := range 3 {
					scaled.Set(i, j, math.Sqrt(c.Gamma)*x.At(i, j))
				}
				if c.Offset > 0 {
					scaled.Set(i, 3, math.Sqrt(c.Offset))
				}
			}
			s.convolutions(got, scaled)
			compare("directly")
			s.transforms(got, scaled)
			compare("by transforms")
		}
	}
}

// Many columns take transforms, few convolutions, and a prime m has transforms of another length: the features agree.
func TestConvolutionsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, m := range []int{1, 2, 97, 180} {
		for _, degree := range []int{1, 2, 7} {
			s := &TensorSketch{Width: m, Draws: mat.NewDense(degree, 300, nil)}
			s.Draws.Apply(func(int, int, float64) float64 { return float64((1 + rng.IntN(m)) * (1 - 2*rng.IntN(2))) }, s.Draws)
			x := mat.NewDense(3, 300, nil)
			x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
			directly, transformed := mat.NewDense(3, m, nil), mat.NewDense(3, m, nil)
			s.convolutions(directly, x)
			s.transforms(transformed, x)
			if worst, of := largestDifference(transformed, directly); !(worst <= 1e-11*of) {
				t.Errorf("m = %d, degree %d: they differ by %.2g", m, degree, worst/of)
			}
		}
	}
	for columns, want := range map[int]bool{11: true, 785: false} {
		s := &TensorSketch{Width: 500, Draws: mat.NewDense(3, columns, nil)}
		if got := s.directly(3); got != want {
			t.Errorf("%d columns directly: %v", columns, got)
		}
	}
}
