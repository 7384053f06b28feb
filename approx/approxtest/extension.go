package approxtest

import (
	"context"
	"errors"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// extension compares the eigenpairs with K̃, the systems that they solve, and the features of the points with K̃.
func (s suite) extension(t *testing.T) {
	const n = 60
	for _, c := range []struct {
		kernel string
		x      *mat.Dense
		gamma  float64
	}{
		{"gaussian", cloud(n, 2, 7), 0.5}, {"gaussian", cloud(n, 2, 7), 1e-3}, {"laplacian", cloud(n, 2, 7), 5},
		{"precomputed", cloud(n, 2, 7), 0.5}, {"precomputed", cloud(n, 2, 7), 5},
		{"polynomial", cloud(n, 2, 7), 1}, {"matern12", repeated(n), 1}, {"linear", repeated(n), 1},
	} {
		g := gram(t, c.x, c.kernel, c.gamma)
		if s.method.Unmet(nil, g.Kernel(), n, 0, n) != "" {
			continue
		}
		for _, rank := range []float64{0, 7} {
			set := settings(20)
			set["rank"] = rank
			for seed := range uint64(seeds) {
				s.extendOne(t, s.fit(t, g, set, seed))
			}
		}
	}
}

func (s suite) extendOne(t *testing.T, f Fit) {
	t.Helper()
	a := f.Approximation
	all := dense(f)
	d, err := a.Decompose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	size := mat.Norm(all, 2)
	if size == 0 {
		if d.Largest() != 0 {
			t.Errorf("%v: K̃ = 0 has the eigenvalues %v", f.Params, d.Values())
		}
		return
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Decompose(over); !errors.Is(err, context.Canceled) {
		t.Errorf("%v: decomposed under a context that is over: %v", f.Params, err)
	}
	q := bases(d)
	var image, rebuilt mat.Dense
	image.Mul(q, mat.NewDiagDense(d.Rank(), d.Values()))
	rebuilt.Mul(&image, q.T())
	if r := mat.Norm(difference(&rebuilt, all), 2) / size; !(r <= 1e-12) {
		t.Errorf("%v: the eigenpairs are %.2g from K̃", f.Params, r)
	}
	s.solveByPairs(t, f, d, 1e-4*d.Largest())
	s.extendToRows(t, f, d, &image)
}

// bases returns Q as a dense matrix.
func bases(d *model.Decomposition) *mat.Dense {
	q, r := mat.NewDense(d.N, d.Rank(), nil), d.Rank()
	for j := range r {
		unit := make([]float64, r)
		unit[j] = 1
		q.SetCol(j, d.Expand(unit))
	}
	return q
}

// solveByPairs solves (K̃+μI)x = y with the eigenpairs, and compares (K̃+μI)x with y.
func (s suite) solveByPairs(t *testing.T, f Fit, d *model.Decomposition, mu float64) {
	t.Helper()
	y := mat.Col(nil, 0, cloud(f.N, 1, 4))
	inside := d.Project(y)
	rest := d.Expand(inside)
	for j, v := range d.Values() {
		inside[j] /= v + mu
	}
	x := d.Expand(inside)
	for i := range x {
		x[i] += (y[i] - rest[i]) / mu
	}
	image := mat.NewDense(f.N, 1, nil)
	f.MulTo(image, mat.NewDense(f.N, 1, x))
	for i, v := range x {
		y[i] -= image.At(i, 0) + mu*v
	}
	if off, largest := floats.Norm(y, 2), d.Largest()*floats.Norm(x, 2); !(off <= 1e-11*largest) {
		t.Errorf("%v: by the eigenpairs the residual is %.2g", f.Params, off/largest)
	}
}

// extendToRows extends K̃ to its own points. With image = QΛ, k̃(X, X)·Q = K̃Q = QΛ. For a method made from all of K,
// whose features are Nyström's extension, this holds up to ‖K−K̃‖. In methods with clusters, the points whose nearest
// centre is not that of their cluster have different features; they must be few.
func (s suite) extendToRows(t *testing.T, f Fit, d *model.Decomposition, image *mat.Dense) {
	t.Helper()
	e := s.extended(t, f)
	coordinates := d.Coordinates(e.Features(f.Gram.X()))
	requireFinite(t, "features", coordinates)
	allowed := 1e-6 * d.Largest()
	if s.promise.ExtensionError {
		allowed += mat.Norm(difference(exact(f.Gram), dense(f)), 2)
	}
	off := 0
	for i := range f.N {
		if diff := floats.Distance(coordinates.RawRowView(i), image.RawRowView(i), 2); !(diff <= allowed) {
			off++
		}
	}
	if e.Centres == nil && off > 0 || off > f.N/5 {
		t.Errorf("%v on %s: %d of %d points have features other than K̃'s rows", f.Params, f.Gram.Kernel().Name(), off, f.N)
	}
	c := mat.Col(nil, 0, cloud(d.Rank(), 1, 8))
	weights := d.Weights(c)
	p := e.Predictor(mat.NewDense(len(weights), 1, weights))
	var want mat.Dense
	want.Mul(coordinates, mat.NewDense(len(c), 1, c))
	if r := relative(difference(p.Predict(f.Gram.X()), &want), &want); !(r <= 1e-6) {
		t.Errorf("%v: the predictor is %.2g from the features' values", f.Params, r)
	}
}
