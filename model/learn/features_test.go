package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// TestFeatures: Φ·Φᵀ is K̃ or its positive part. The features of the training rows as new points are
// Φ. Coefficients converts weights to the approximation's own features.
func TestFeatures(t *testing.T) {
	for _, e := range examples(t) {
		n := e.dense.SymmetricDim()
		f := NewFeatures(e.pairs)
		phi := f.Train()
		r := e.pairs.Rank()
		if rows, q := phi.Dims(); rows != n || q != r {
			t.Fatalf("%s: %d×%d features, want %d×%d", e.name, rows, q, n, r)
		}
		positive := mat.NewDense(n, n, nil) // Q·max(λ, 0)·Qᵀ
		c := make([]float64, r)
		for i := range n {
			unit := make([]float64, n)
			unit[i] = 1
			copy(c, e.pairs.Project(unit))
			for j, v := range e.pairs.Values() {
				c[j] *= max(v, 0)
			}
			positive.SetCol(i, e.pairs.Expand(c))
		}
		var product mat.Dense
		product.Mul(phi, phi.T())
		if !mat.EqualApprox(&product, positive, 1e-9) {
			t.Errorf("%s: Φ·Φᵀ is not the positive part of K̃", e.name)
		}
		// k̃(X, X)·Q, column by column.
		coordinates := mat.NewDense(n, r, nil)
		for j := range r {
			clear(c)
			c[j] = e.pairs.Values()[j]
			coordinates.SetCol(j, e.pairs.Expand(c))
		}
		if !mat.EqualApprox(f.At(coordinates, n), phi, 1e-9) {
			t.Errorf("%s: the training rows have other features as new points", e.name)
		}
		w := make([]float64, r)
		rng := rand.New(rand.NewPCG(4, 4))
		for j := range w {
			w[j] = rng.NormFloat64()
		}
		near(t, e.name+": values", times(coordinates, f.Coefficients(w)), times(phi, w), 1e-9)
	}
}

// TestFeaturesOfNothing: K̃ = 0 has a single feature, which is 0.
func TestFeaturesOfNothing(t *testing.T) {
	d := &model.Decomposition{N: 4, Groups: []model.EigenGroup{{}}}
	f := NewFeatures(d)
	if !mat.Equal(f.Train(), mat.NewDense(4, 1, nil)) || !mat.Equal(f.At(nil, 3), mat.NewDense(3, 1, nil)) {
		t.Error("features of K̃ = 0 are not zeros")
	}
	l, err := Logistic(t.Context(), f.Train(), []float64{1, 1, 1, -1}, 1e-9)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "bias", []float64{l.Bias, l.W[0]}, []float64{math.Log(3), 0}, 1e-8)
	if c := f.Coefficients(l.W); len(c) != 0 {
		t.Errorf("coefficients %v of no eigenpairs", c)
	}
}
