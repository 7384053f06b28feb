package ard

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/kernel"
)

// BenchmarkBound compares the bound, which costs as much as a fit on the same landmarks, with the bound and its
// gradient by ten widths.
func BenchmarkBound(b *testing.B) {
	p, widths := problemOf(5000)
	bound := newBound(p, Size{5000, 200})
	for name, gradient := range map[string][]float64{"value": nil, "gradient": make([]float64, len(widths)+1)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := bound.at(b.Context(), widths, 0.1, gradient); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// problemOf returns a regression on ten features, with a width for each.
func problemOf(n int) (p Problem, widths []float64) {
	const d = 10
	rng := rand.New(rand.NewPCG(1, 2))
	x, y, widths := mat.NewDense(n, d, nil), make([]float64, n), make([]float64, d)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
			widths[j] = 3
		}
		y[i] = x.At(i, 0) + rng.NormFloat64()
	}
	family, _ := kernel.Lookup("gaussian")
	return Problem{X: x, Y: y, Family: family}, widths
}
