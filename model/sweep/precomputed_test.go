package sweep_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// npyFile writes a matrix as NumPy does.
func npyFile(t *testing.T, name string, a *mat.Dense) string {
	t.Helper()
	n, d := a.Dims()
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }\n", n, d)
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), byte(len(head)>>8))
	out = append(out, head...)
	for i := range n {
		for _, v := range a.RawRowView(i) {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
		}
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, out, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// pointsAndMatrix returns n points with a target, and their Gaussian kernel matrix of γ = 0.3 as another source.
func pointsAndMatrix(t *testing.T, n int) (points, matrix data.Source, path string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	all := mat.NewDense(n, 4, nil)
	for i := range n {
		x := all.RawRowView(i)
		for j := range 3 {
			x[j] = rng.NormFloat64()
		}
		x[3] = math.Sin(x[0]) + x[1]*x[1] + 0.1*rng.NormFloat64()
	}
	table, err := data.Open(t.Context(), npyFile(t, "x.npy", all), nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if points, err = table.File(data.Choice{}); err != nil {
		t.Fatal(err)
	}
	x := mat.DenseCopyOf(all.Slice(0, n, 0, 3))
	path = npyFile(t, "k.npy", model.Cross(kernel.Gaussian{Gamma: 0.3}, x, x))
	choice := data.Choice{Target: npyFile(t, "y.npy", mat.DenseCopyOf(all.Slice(0, n, 3, 4)))}
	if table, err = data.OpenMatrix(t.Context(), path, nil, choice, data.Options{}, false); err != nil {
		t.Fatal(err)
	}
	if matrix, err = table.File(choice); err != nil {
		t.Fatal(err)
	}
	return points, matrix, path
}

// TestOnlyNIsClamped: other values may be larger than the number of rows.
func TestOnlyNIsClamped(t *testing.T) {
	points, _, _ := pointsAndMatrix(t, 40)
	plan := planOf(t, points, func(s *sweep.Spec) {
		s.N, s.Methods, s.Over = 50, []string{"nystrom"}, []sweep.Axis{{Name: model.GammaName, Values: []float64{1, 60}}}
	})
	if over := plan.Spec.Over[0].Values; plan.Spec.N != 40 || !slices.Equal(over, []float64{1, 60}) {
		t.Errorf("n = %d over γ = %v", plan.Spec.N, over)
	}
}

// TestMatrixIsItsKernel: all figures of all methods on a Gaussian's kernel matrix are those on the points, for the same
// seeds, exact and estimated, unless the method clusters points.
func TestMatrixIsItsKernel(t *testing.T) {
	points, matrix, _ := pointsAndMatrix(t, 240)
	for _, limit := range []int{4096, 50} {
		change := func(s *sweep.Spec) {
			s.N, s.ExactLimit, s.Standardize = 150, limit, false
			s.Figures = sweep.DefaultFigures(150)
		}
		given := planOf(t, matrix, func(s *sweep.Spec) {
			change(s)
			s.Kernel, s.Standardize = kernel.Precomputed, true // for a matrix this does nothing
		})
		own := planOf(t, points, func(s *sweep.Spec) {
			change(s)
			s.Assignment = s.Assignment.With(model.GammaName, 0.3)
			s.Methods = given.Spec.Methods
		})
		if limit < 150 {
			given.Spec.Methods = slices.DeleteFunc(given.Spec.Methods, func(name string) bool { return name == trial.Exact })
		}
		var want []sweep.Result
		for r := range own.Run(t.Context(), 1) {
			want = append(want, r)
		}
		i := -1
		for got := range given.Run(t.Context(), 1) {
			i++
			if want[i].Method != got.Method || got.Failure != want[i].Failure {
				t.Fatalf("%s beside %s: %s, %s", got.Method, want[i].Method, got.Failure, want[i].Failure)
			}
			if slices.Contains([]string{"bka", "meka", "localized-sketch"}, got.Method) {
				if !(got.Get("error") < 1) || got.Failure != "" {
					t.Errorf("%s: error %v, %s", got.Method, got.Get("error"), got.Failure)
				}
				continue
			}
			for _, c := range sweep.AllColumns() {
				if c.Input || c.Varies {
					continue
				}
				a, has := c.Number(&got)
				b, had := c.Number(&want[i])
				if has != had || has && !(math.Abs(a-b) <= 1e-6*math.Abs(b)+1e-12) {
					t.Errorf("limit %d, %s: %s is %v, of the points %v", limit, got.Method, c.Name, a, b)
				}
			}
		}
	}
}

// TestMatrixThatShrinks: runs on a file that is cut short fail and say so, and the program goes on.
func TestMatrixThatShrinks(t *testing.T) {
	_, matrix, path := pointsAndMatrix(t, 100)
	plan := planOf(t, matrix, func(s *sweep.Spec) { s.Kernel, s.Methods = kernel.Precomputed, []string{"nystrom", "rls"} })
	if err := os.Truncate(path, 3000); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for r := range plan.Run(t.Context(), 2) {
		rows++
		if !strings.Contains(r.Failure, "the file has become shorter since it was opened") ||
			strings.Contains(r.Failure, "panic") {
			t.Errorf("%s: %s", r.Method, r.Failure)
		}
	}
	if rows != 2 {
		t.Errorf("%d rows", rows)
	}
}

// TestMatrixNeedsItsKernel: a matrix is for the kernel precomputed, which is for nothing else, and methods that need
// coordinates say so.
func TestMatrixNeedsItsKernel(t *testing.T) {
	points, matrix, _ := pointsAndMatrix(t, 60)
	for what, c := range map[string]struct {
		source data.Source
		kernel string
		method string
		part   string
	}{
		"points":      {points, kernel.Precomputed, "nystrom", "is for a matrix in a file, and x.npy holds points"},
		"a matrix":    {matrix, "gaussian", "nystrom", "k.npy holds a kernel matrix, and the gaussian kernel is for points"},
		"k-means":     {matrix, kernel.Precomputed, "kmeans-nystrom", "needs the coordinates of points"},
		"frequencies": {matrix, kernel.Precomputed, "fourier", "spectral density"},
	} {
		spec := sweep.DefaultSpec(40)
		spec.Kernel, spec.Methods = c.kernel, []string{c.method}
		if _, err := sweep.Prepare(spec, approx.Methods(), sweep.NewStore(c.source)); err == nil ||
			!strings.Contains(err.Error(), c.part) {
			t.Errorf("%s: %v, want %q", what, err, c.part)
		}
	}
}
