package model_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

// BenchmarkBlock is a Gram block of 1000×1000, nothing kept, per kernel.
func BenchmarkBlock(b *testing.B) {
	x := randomPoints(1000, 10, 1)
	for _, f := range kernel.Families() {
		if f.IsPrecomputed() {
			continue
		}
		k, err := f.Kernel(kernel.Values{"gamma": 0.1, "degree": 2, "offset": 1, "beta": 4, "rate": 1})
		if err != nil {
			b.Fatal(err)
		}
		g := model.NewGram(model.NewPoints(x, k.Geometry()), k)
		dst := mat.NewDense(1000, 1000, nil)
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				g.Block(dst, nil, nil)
			}
		})
	}
}

// BenchmarkLeading is the 100 leading eigenpairs.
func BenchmarkLeading(b *testing.B) {
	g := model.NewGram(model.NewPoints(randomPoints(1000, 10, 1), model.SquaredEuclidean), kernel.Gaussian{Gamma: 0.05})
	if err := g.Store(context.Background()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, _, err := g.Leading(context.Background(), 100, rand.New(rand.NewPCG(1, 1))); err != nil {
			b.Fatal(err)
		}
	}
}
