package model

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Decomposition is K̃ = Q·diag(λ)·Qᵀ with orthonormal columns in Q, n×r. Q is block diagonal by groups of rows: one
// group where K̃ couples all rows, one for each block of a block-diagonal K̃. Directions in which K̃ is zero to working
// precision are left out; of an indefinite K̃ some λ are negative.
//
// A vector "of r" has one entry for each λ: group after group, in the order of their Values.
type Decomposition struct {
	N      int
	Groups []EigenGroup
}

// EigenGroup is a group of rows with the eigenpairs whose vectors are zero on all other rows.
type EigenGroup struct {
	Rows   []int      // ascending; nil for all
	Values []float64  // λ ≠ 0
	Q      *mat.Dense // len(Rows)×len(Values), orthonormal columns; nil for no values

	// Back is q×len(Values): with φ the group's features of a new point, see
	// [Extension], k̃(z, X)·α = φ(z)·Back·Qᵀα for every α.
	Back *mat.Dense
}

// Rank returns r.
func (d *Decomposition) Rank() int { return len(d.Values()) }

// Values returns all λ, a vector of r.
func (d *Decomposition) Values() []float64 {
	var all []float64
	for _, g := range d.Groups {
		all = append(all, g.Values...)
	}
	return all
}

// Least returns the least eigenvalue of K̃; 0 where all λ are positive and fewer than n.
func (d *Decomposition) Least() float64 {
	values := d.Values()
	if len(values) < d.N {
		values = append(values, 0)
	}
	return slices.Min(values)
}

// Largest returns the largest |λ|, 0 for K̃ = 0.
func (d *Decomposition) Largest() float64 { return floats.Norm(d.Values(), math.Inf(1)) }

// Project returns Qᵀy, a vector of r, for y of length n.
func (d *Decomposition) Project(y []float64) []float64 {
	d.check("Project", len(y), d.N)
	out := make([]float64, d.Rank())
	for g, part := range d.split("Project", out) {
		own := mat.NewVecDense(g.Q.RawMatrix().Rows, nil)
		for p := range own.Len() {
			own.SetVec(p, y[index(g.Rows, p)])
		}
		mat.NewVecDense(len(part), part).MulVec(g.Q.T(), own)
	}
	return out
}

// Expand returns Q·c, of length n, for a vector c of r.
func (d *Decomposition) Expand(c []float64) []float64 {
	out := make([]float64, d.N)
	for g, part := range d.split("Expand", c) {
		for p, v := range times(g.Q, part) {
			out[index(g.Rows, p)] = v
		}
	}
	return out
}

// Diagonal returns the diagonal of Q·diag(s)·Qᵀ, of length n, for a vector s of r.
func (d *Decomposition) Diagonal(s []float64) []float64 {
	out := make([]float64, d.N)
	for g, part := range d.split("Diagonal", s) {
		for p := range g.Q.RawMatrix().Rows {
			sum := 0.0
			for j, q := range g.Q.RawRowView(p) {
				sum += q * q * part[j]
			}
			out[index(g.Rows, p)] = sum
		}
	}
	return out
}

// Weights returns Back·c, the weights of the features of all parts in turn, for a vector c = Qᵀα of r.
func (d *Decomposition) Weights(c []float64) []float64 {
	var out []float64
	for g, part := range d.split("Weights", c) {
		out = append(out, times(g.Back, part)...)
	}
	return out
}

// Coordinates turn the features of new points, one a row, into k̃(Z, X)·Q: the
// value of a regression with Qᵀα = c there is Coordinates·c. nil for rank 0.
func (d *Decomposition) Coordinates(features *mat.Dense) *mat.Dense {
	if d.Rank() == 0 {
		return nil
	}
	rows, width := features.Dims()
	out := mat.NewDense(rows, d.Rank(), nil)
	from, column := 0, 0
	for _, g := range d.Groups {
		if g.Back == nil {
			continue
		}
		q, r := g.Back.Dims()
		out.Slice(0, rows, column, column+r).(*mat.Dense).Mul(features.Slice(0, rows, from, from+q), g.Back)
		from, column = from+q, column+r
	}
	d.check("Coordinates", width, from)
	return out
}

// split yields the groups that have eigenpairs with their parts of a vector of r.
func (d *Decomposition) split(what string, c []float64) iter.Seq2[EigenGroup, []float64] {
	d.check(what, len(c), d.Rank())
	return func(yield func(EigenGroup, []float64) bool) {
		for _, g := range d.Groups {
			r := len(g.Values)
			if r > 0 && !yield(g, c[:r]) {
				return
			}
			c = c[r:]
		}
	}
}

func (d *Decomposition) check(what string, got, want int) {
	if got != want {
		panic(fmt.Sprintf("model: %s of %d numbers, want %d", what, got, want))
	}
}

// times returns a·x.
func times(a *mat.Dense, x []float64) []float64 {
	var image mat.VecDense
	image.MulVec(a, mat.NewVecDense(len(x), x))
	return image.RawVector().Data
}
