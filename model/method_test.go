package model_test

import (
	"testing"

	"gramscope/model"
)

// kind is a kernel of which methods only ask what it is.
type kind struct {
	model.Kernel
	name     string
	geometry model.Geometry
}

func (k kind) Name() string             { return k.name }
func (k kind) Geometry() model.Geometry { return k.geometry }

// TestWhatMethodsNeed: each need of a method that a problem does not meet has its reason, and a problem at the limit
// meets it.
func TestWhatMethodsNeed(t *testing.T) {
	t.Parallel()
	scaled, given := kind{name: "scaled"}, &model.Precomputed{}
	for _, c := range []struct {
		needs        model.Needs
		k            model.Kernel
		n, landmarks int
		want         string
	}{
		{model.Needs{}, given, 9, 0, ""},
		{model.Needs{Kernels: []string{"rbf", "scaled"}}, scaled, 9, 0, ""},
		{model.Needs{Kernels: []string{"rbf", "matern"}}, scaled, 9, 0, "x is for the kernel rbf or matern, not scaled"},
		{model.Needs{Spectrum: true}, scaled, 9, 0, "x needs a kernel with a spectral density, such as gaussian, not scaled"},
		{model.Needs{Coordinates: true}, given, 9, 0,
			"x needs the coordinates of points, and the kernel precomputed has none"},
		{model.Needs{Coordinates: true}, scaled, 9, 0, ""},
		{model.Needs{MaxN: 8}, scaled, 9, 0, "x is for n up to 8, not 9"},
		{model.Needs{MaxN: 8}, scaled, 8, 0, ""},
		{model.Needs{Landmarks: true}, scaled, 9, 0, "x needs landmarks from a file, and none are given"},
		{model.Needs{Landmarks: true}, scaled, 9, 1, ""},
	} {
		if got := (model.Method{Name: "x", Needs: c.needs}).Unmet(nil, c.k, c.n, 0, c.landmarks); got != c.want {
			t.Errorf("%+v: %q, want %q", c.needs, got, c.want)
		}
	}
	m := model.Method{Name: "x", Needs: model.Needs{MaxN: 8, MaxDims: 3}}
	m.Refuses = func(model.Fitter, model.Kernel) string { return "its parameters" }
	few, many := m.Unmet(nil, scaled, 8, 3, 0), m.Unmet(nil, scaled, 8, 4, 0)
	if few != "" || many != "x is for points of up to 3 dimensions, not 4" {
		t.Errorf("of 3 dimensions %q, of 4 %q", few, many)
	}
	f := struct{ model.Fitter }{}
	many, few = m.Unmet(f, scaled, 9, 0, 0), m.Unmet(f, scaled, 8, 0, 0)
	if many != "x is for n up to 8, not 9" || few != "its parameters" {
		t.Errorf("of 9 rows %q, of 8 %q", many, few)
	}
}
