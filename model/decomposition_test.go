package model_test

import (
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestDecompositionOfBlocks compares a K̃ of three blocks, of which one is zero, with its matrices written out.
func TestDecompositionOfBlocks(t *testing.T) {
	t.Parallel()
	d := &model.Decomposition{N: 5, Groups: []model.EigenGroup{
		{Rows: []int{0, 2}, Values: []float64{3, -1}, Q: mat.NewDense(2, 2, []float64{0.6, -0.8, 0.8, 0.6}),
			Back: mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6})},
		{Rows: []int{1}},
		{Rows: []int{3, 4}, Values: []float64{2}, Q: mat.NewDense(2, 1, []float64{0, 1}),
			Back: mat.NewDense(1, 1, []float64{7})},
	}}
	features := mat.NewDense(2, 4, []float64{1, 0, 1, 0, 0, 0, 0, 2})
	for what, c := range map[string]struct{ got, want []float64 }{
		"values":      {d.Values(), []float64{3, -1, 2}},
		"projection":  {d.Project([]float64{1, 10, 2, 20, 30}), []float64{0.6 + 1.6, -0.8 + 1.2, 30}},
		"expansion":   {d.Expand([]float64{1, 2, 5}), []float64{0.6 - 1.6, 0, 0.8 + 1.2, 0, 5}},
		"diagonal":    {d.Diagonal(d.Values()), []float64{0.36*3 - 0.64, 0, 0.64*3 - 0.36, 0, 2}},
		"weights":     {d.Weights([]float64{1, 2, 5}), []float64{5, 11, 17, 35}},
		"coordinates": {d.Coordinates(features).RawMatrix().Data, []float64{6, 8, 0, 0, 0, 14}},
		"range":       {[]float64{d.Least(), d.Largest()}, []float64{-1, 3}},
	} {
		if len(c.got) != len(c.want) || !floats.EqualApprox(c.got, c.want, 1e-14) {
			t.Errorf("%s: %v, want %v", what, c.got, c.want)
		}
	}
	for what, call := range map[string]func(){
		"Project": func() { d.Project(make([]float64, 4)) }, "Expand": func() { d.Expand(make([]float64, 4)) },
		"Coordinates": func() { d.Coordinates(mat.NewDense(1, 5, nil)) },
	} {
		if !panics(call) {
			t.Errorf("%s takes numbers of another decomposition", what)
		}
	}
}

// panics reports whether a call panics.
func panics(call func()) (did bool) {
	defer func() { did = recover() != nil }()
	call()
	return false
}

// TestLeastEigenvalue: a K̃ of lower rank than n has the eigenvalue 0, which is not among its values.
func TestLeastEigenvalue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n             int
		values        []float64
		least, larger float64
	}{{3, nil, 0, 0}, {3, []float64{2, 1}, 0, 2}, {2, []float64{2, 1}, 1, 2}, {3, []float64{1, -4}, -4, 4}} {
		d := &model.Decomposition{N: c.n, Groups: []model.EigenGroup{{Values: c.values}}}
		if d.Least() != c.least || d.Largest() != c.larger || d.Rank() != len(c.values) {
			t.Errorf("%v of %d rows: from %v, %v at most, rank %d", c.values, c.n, d.Least(), d.Largest(), d.Rank())
		}
	}
}
