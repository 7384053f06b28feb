package model

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// BenchmarkBlock is a Gram block of 1000×1000, nothing kept, per kernel.
func BenchmarkBlock(b *testing.B) {
	x := randomPoints(1000, 10, 1)
	for _, f := range Families() {
		k, err := f.Kernel(Shape{Gamma: 0.1, Degree: 2, Offset: 1, Beta: 4})
		if err != nil {
			b.Fatal(err)
		}
		g := NewGram(NewPoints(x, k.Geometry()), k)
		dst := mat.NewDense(1000, 1000, nil)
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				g.Block(dst, nil, nil)
			}
		})
	}
}

func benchmarkReference(b *testing.B, n int) (*Reference, Approximation) {
	b.Helper()
	g := NewGram(NewPoints(randomPoints(n, 10, 1), SquaredEuclidean), gaussian{0.05})
	r, err := NewReference(context.Background(), g, true, [2]uint64{1, 1})
	if err != nil {
		b.Fatal(err)
	}
	return r, stored{mat.NewDense(n, n, nil)}
}

// BenchmarkMeasure is all metrics of one approximation; its own products are
// not part of it, K̃ being zero.
func BenchmarkMeasure(b *testing.B) {
	r, a := benchmarkReference(b, 1000)
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		if _, err := r.Measure(context.Background(), a, rng); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReference is what one turn of γ costs before the first fit: the
// matrix from kept distances, its norms and λ₁.
func BenchmarkReference(b *testing.B) {
	p := NewPoints(randomPoints(1000, 10, 1), SquaredEuclidean)
	if _, err := p.Store(context.Background()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := NewReference(context.Background(), NewGram(p, gaussian{0.05}), true, [2]uint64{1, 1}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSpectrum is all eigenvalues of K, which the floor needs.
func BenchmarkSpectrum(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		r, _ := benchmarkReference(b, 1000)
		b.StartTimer()
		if _, err := r.Eigenvalues(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLeading is the 100 leading eigenpairs.
func BenchmarkLeading(b *testing.B) {
	r, _ := benchmarkReference(b, 1000)
	for b.Loop() {
		if _, _, err := r.gram.Leading(context.Background(), 100, rand.New(rand.NewPCG(1, 1))); err != nil {
			b.Fatal(err)
		}
	}
}
