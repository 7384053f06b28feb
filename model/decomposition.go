package model

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Decomposition is K̃ = Q·diag(λ)·Qᵀ with orthonormal columns in Q, n×r. Q is
// block diagonal by groups of rows: one group where K̃ couples all rows, one for
// each block of a block-diagonal K̃. Directions in which K̃ is zero to working
// precision are left out; of an indefinite K̃ some λ are negative.
//
// Vectors "of r" are ordered by group, and in a group as its Values are.
type Decomposition struct {
	N      int
	Groups []EigenGroup
}

// EigenGroup is a group of rows and the eigenpairs that live on them.
type EigenGroup struct {
	Rows   []int      // ascending; nil for all
	Values []float64  // λ ≠ 0
	Q      *mat.Dense // len(Rows)×len(Values), orthonormal columns; nil for no values

	// Back is q×len(Values): with φ the group's features of a new point, see
	// [Extension], k̃(z, X)·α = φ(z)·Back·Qᵀα for every α.
	Back *mat.Dense
}

// Rank is r.
func (d *Decomposition) Rank() int {
	r := 0
	for _, g := range d.Groups {
		r += len(g.Values)
	}
	return r
}

// Values are all λ, a vector of r.
func (d *Decomposition) Values() []float64 {
	var all []float64
	for _, g := range d.Groups {
		all = append(all, g.Values...)
	}
	return all
}

// Least is the least eigenvalue of K̃; 0 where all λ are positive and fewer than n.
func (d *Decomposition) Least() float64 {
	least, known := 0.0, d.Rank() < d.N
	for _, v := range d.Values() {
		if !known || v < least {
			least, known = v, true
		}
	}
	return least
}

// Largest is the largest |λ|, 0 for K̃ = 0.
func (d *Decomposition) Largest() float64 {
	largest := 0.0
	for _, v := range d.Values() {
		largest = max(largest, v, -v)
	}
	return largest
}

// Project is Qᵀy, a vector of r, for y of length n.
func (d *Decomposition) Project(y []float64) []float64 {
	d.check("Project", len(y), d.N)
	out := make([]float64, 0, d.Rank())
	for _, g := range d.Groups {
		c := make([]float64, len(g.Values))
		if g.Q != nil {
			blas64.Gemv(blas.Trans, 1, g.Q.RawMatrix(), asVector(g.pick(y)), 0, asVector(c))
		}
		out = append(out, c...)
	}
	return out
}

// Expand is Q·c, of length n, for a vector c of r.
func (d *Decomposition) Expand(c []float64) []float64 {
	d.check("Expand", len(c), d.Rank())
	out := make([]float64, d.N)
	for _, g := range d.Groups {
		if g.Q == nil {
			continue
		}
		r := len(g.Values)
		rows, _ := g.Q.Dims()
		part := make([]float64, rows)
		blas64.Gemv(blas.NoTrans, 1, g.Q.RawMatrix(), asVector(c[:r]), 0, asVector(part))
		for p, v := range part {
			out[index(g.Rows, p)] = v
		}
		c = c[r:]
	}
	return out
}

// Diagonal is the diagonal of Q·diag(s)·Qᵀ, of length n, for a vector s of r.
func (d *Decomposition) Diagonal(s []float64) []float64 {
	d.check("Diagonal", len(s), d.Rank())
	out := make([]float64, d.N)
	for _, g := range d.Groups {
		if g.Q == nil {
			continue
		}
		rows, r := g.Q.Dims()
		for p := range rows {
			sum := 0.0
			for j, q := range g.Q.RawRowView(p) {
				sum += q * q * s[j]
			}
			out[index(g.Rows, p)] = sum
		}
		s = s[r:]
	}
	return out
}

// Weights are Back·c, the weights of the features, part after part, for a
// vector c = Qᵀα of r.
func (d *Decomposition) Weights(c []float64) []float64 {
	d.check("Weights", len(c), d.Rank())
	var out []float64
	for _, g := range d.Groups {
		if g.Back == nil {
			continue
		}
		q, r := g.Back.Dims()
		part := make([]float64, q)
		if r > 0 {
			blas64.Gemv(blas.NoTrans, 1, g.Back.RawMatrix(), asVector(c[:r]), 0, asVector(part))
		}
		out = append(out, part...)
		c = c[r:]
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
		if r > 0 {
			out.Slice(0, rows, column, column+r).(*mat.Dense).Mul(features.Slice(0, rows, from, from+q), g.Back)
		}
		from, column = from+q, column+r
	}
	d.check("Coordinates", width, from)
	return out
}

func (d *Decomposition) check(what string, got, want int) {
	if got != want {
		panic(fmt.Sprintf("model: %s of %d numbers, want %d", what, got, want))
	}
}

// pick is the part of a vector that belongs to the group's rows.
func (g EigenGroup) pick(y []float64) []float64 {
	if g.Rows == nil {
		return y
	}
	out := make([]float64, len(g.Rows))
	for p, i := range g.Rows {
		out[p] = y[i]
	}
	return out
}

func asVector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
