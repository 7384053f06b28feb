package lab

import (
	"slices"
	"testing"

	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// TestKernelsOfTheData: a matrix has its own kernel and no other, and new data get one that suits them.
func TestKernelsOfTheData(t *testing.T) {
	table, err := data.OpenMatrix(t.Context(), "../../testdata/data/kernel_f8.npy", nil, data.Choice{}, data.Options{},
		false)
	if err != nil {
		t.Fatal(err)
	}
	matrix, err := table.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	points := synthetic.Generators()[0]
	rows, err := data.Open(t.Context(), "../../testdata/cli/plants.csv", nil, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plants, err := rows.File(data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if names := kernelsFor(matrix); !slices.Equal(names, []string{kernel.Precomputed}) {
		t.Errorf("a matrix has the kernels %v", names)
	}
	if names := kernelsFor(points); slices.Contains(names, kernel.Precomputed) || len(names)+1 != len(kernelsFor(nil)) {
		t.Errorf("points have the kernels %v", names)
	}
	s := Setting{Spec: sweep.DefaultSpec(10)}
	s.Spec.Kernel = "matern32"
	for _, c := range []struct {
		source      data.Source
		want        string
		standardize bool
	}{{points, "matern32", false}, {matrix, kernel.Precomputed, false}, {points, "gaussian", false},
		{plants, "gaussian", true}, {points, "gaussian", false}} {
		if s.Take(c.source); s.Spec.Kernel != c.want || s.Spec.Standardize != c.standardize {
			t.Errorf("%s after other data: kernel %s, standardise %t", c.source.Name(), s.Spec.Kernel, s.Spec.Standardize)
		}
	}
}
