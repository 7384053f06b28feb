package approx

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// toCorners gives the r ≤ d rows of w, r×d, the directions of corners of a regular simplex of d corners that is
// turned at random (Reid and others 2023): any two have the inner product −1/(d−1). Each of them is uniform,
// so that E[K̃] = K.
//
// These angles minimise the variance of positive features exp(w·x), whose covariance grows with ‖w₁+w₂‖.
// That of cosines and sines depends on w₁+w₂ and w₁−w₂ alike, and orthogonal directions are as good or better.
func toCorners(w *mat.Dense, rng *rand.Rand) {
	_, d := w.Dims()
	if d == 1 {
		return // the direction ±1: its sign does not change K̃
	}
	axes := linalg.Gaussian(d, d-1, rng)
	linalg.Orthonormalise(axes)
	for j := range d - 1 {
		if rng.Uint64()>>63 != 0 { // Orthonormalise does not draw signs
			column := linalg.Column(axes, j)
			for i := range d {
				column.Data[i*column.Inc] *= -1
			}
		}
	}
	corners(w, axes)
}

// corners gives the r rows of w, r×d, the directions of the first r corners of the simplex in the space of axes,
// d×(d−1), whose columns are orthonormal. For the unit vectors eᵢ of these coordinates the corners are
//
//	√(d/(d−1))·eᵢ − (√d+1)/(d−1)^(3/2)·Σⱼeⱼ, i = 1 … d−1, and Σⱼeⱼ/√(d−1).
func corners(w, axes *mat.Dense) {
	r, d := w.Dims()
	dims := float64(d)
	alpha, beta := math.Sqrt(dims/(dims-1)), (math.Sqrt(dims)+1)/math.Pow(dims-1, 1.5)
	sum, axis := make([]float64, d), make([]float64, d)
	for i := range sum {
		sum[i] = floats.Sum(axes.RawRowView(i))
	}
	for i := range r {
		row := w.RawRowView(i)
		length := floats.Norm(row, 2)
		if i == d-1 {
			floats.ScaleTo(row, length/math.Sqrt(dims-1), sum)
			continue
		}
		mat.Col(axis, i, axes)
		floats.ScaleTo(row, length*alpha, axis)
		floats.AddScaled(row, -length*beta, sum)
	}
}
