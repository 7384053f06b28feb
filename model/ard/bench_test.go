package ard

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/kernel"
)

// BenchmarkBound compares the bound, which costs as much as a fit on the same landmarks, with the bound and its
// gradient by ten widths.
func BenchmarkBound(b *testing.B) {
	p, widths := problemOf(5000, 200, 1)
	bound := newBound(p)
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

// BenchmarkLoss compares the loss of three classes with its gradient to the bound with its own, at widths that change by a few
// per cent, as in a search.
func BenchmarkLoss(b *testing.B) {
	p, widths := problemOf(500, 125, 3)
	gradient := make([]float64, len(widths)+1)
	for name, at := range map[string]criterion{"bound": newBound(p).at, "loss": newLoss(p).at} {
		b.Run(name, func(b *testing.B) {
			for step := 0.0; b.Loop(); step++ {
				for j := range widths {
					widths[j] = 3 + 0.1*math.Sin(step*float64(j+1))
				}
				if _, err := at(b.Context(), widths, 0.1, gradient); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// problemOf returns a regression, or a classification of so many columns, on ten features, with a width for each.
func problemOf(n, m, columns int) (p Problem, widths []float64) {
	const d = 10
	rng := rand.New(rand.NewPCG(1, 2))
	x, y, widths := mat.NewDense(n, d, nil), mat.NewDense(n, columns, nil), make([]float64, d)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
			widths[j] = 3
		}
		if columns == 1 {
			y.Set(i, 0, x.At(i, 0)+rng.NormFloat64())
		} else {
			y.Set(i, int(math.Abs(x.At(i, 0)+0.3*rng.NormFloat64())*2)%columns, 1)
		}
	}
	family, _ := kernel.Lookup("gaussian")
	return Problem{X: x, Y: y, Family: family, Landmarks: rng.Perm(n)[:m], Classes: columns > 1}, widths
}
