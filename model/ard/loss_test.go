package ard

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/model/kernel"
)

func TestGoldenLoss(t *testing.T) {
	var golden struct {
		X         [][]float64
		Y         map[string][][]float64
		Landmarks []int
		Widths    []float64
		Mu        float64
		Cases     []struct {
			Kernel, Classes string
			Value           float64
			Gradient        []float64
		}
	}
	readGolden(t, "loss.json", &golden)
	for _, want := range golden.Cases {
		p := Problem{X: matrix(golden.X), Y: matrix(golden.Y[want.Classes]), Landmarks: golden.Landmarks, Classes: true}
		p.Family, _ = kernel.Lookup(want.Kernel)
		l := newLoss(p)
		gradient := make([]float64, len(want.Gradient))
		for _, start := range []string{"0", "the last weights", "those of other widths"} {
			if start == "those of other widths" {
				other := slices.Clone(golden.Widths)
				floats.Scale(1.5, other)
				if _, err := l.at(t.Context(), other, 3*golden.Mu, gradient); err != nil {
					t.Fatal(err)
				}
			}
			got, err := l.at(t.Context(), golden.Widths, golden.Mu, gradient)
			if err != nil || math.Abs(got-want.Value) > 1e-8*math.Abs(want.Value) {
				t.Errorf("%s, %s classes, from %s: %v, want %v (%v)", want.Kernel, want.Classes, start, got, want.Value, err)
			}
			for j, w := range want.Gradient {
				if math.Abs(gradient[j]-w) > 1e-5*(1+math.Abs(w)) {
					t.Errorf("%s, %s classes, from %s: derivative %d is %v, want %v", want.Kernel, want.Classes, start, j, gradient[j], w)
				}
			}
		}
	}
}
