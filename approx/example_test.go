package approx_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/kernel"
	"gramscope/model/linalg"
)

// Nyström's method on 500 points in the plane, and how far it is from K.
func Example() {
	ctx, rng := context.Background(), rand.New(rand.NewPCG(1, 1))
	x := linalg.Gaussian(500, 2, rng) // one point a row
	k := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernel.Gaussian{Gamma: 0.5})

	read := k.View() // counts the entries that the method reads
	approximation, err := (&approx.Nystrom{M: 40}).Fit(ctx, read, rng)
	if err != nil {
		log.Fatal(err)
	}
	reference, err := exact.NewReference(k, true, [2]uint64{1, 2})
	if err != nil {
		log.Fatal(err)
	}
	measured, err := reference.Compare(approximation).Error(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("rank %d, %d of %d entries read, ‖K−K̃‖/‖K‖ = %.1g\n", approximation.Rank(), read.Entries(), 500*500,
		measured.Value)
	// Output: rank 40, 20000 of 250000 entries read, ‖K−K̃‖/‖K‖ = 0.01
}

// Every method by its name, as a program has it that lets a person choose.
func ExampleMethods() {
	ctx := context.Background()
	x := linalg.Gaussian(300, 3, rand.New(rand.NewPCG(1, 1)))
	k := model.NewGram(model.NewPoints(x, model.SquaredEuclidean), kernel.Gaussian{Gamma: 0.1})
	reference, err := exact.NewReference(k, true, [2]uint64{1, 2})
	if err != nil {
		log.Fatal(err)
	}
	for _, method := range approx.Methods() {
		if !slices.Contains([]string{"best", "nystrom", "kmeans-nystrom", "accumulation", "fourier"}, method.Name) {
			continue
		}
		fitter := method.New() // with its defaults
		for _, p := range fitter.Params() {
			if p.Name != "m" {
				continue
			}
			if err := p.Set(30); err != nil {
				log.Fatal(err) // out of its range
			}
		}
		rng := rand.New(rand.NewPCG(1, 2))
		approximation, err := fitter.Fit(ctx, k.View(), rng)
		if err != nil {
			log.Fatal(err)
		}
		measured, err := reference.Compare(approximation).Error(ctx)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-15s %s: error %.1g\n", method.Name, method.Title(), measured.Value)
	}
	// Output:
	// best            best approximation of rank r: the truncated SVD of K: error 0.0005
	// nystrom         Nyström: uniform landmarks: error 0.004
	// kmeans-nystrom  Nyström with k-means centres for landmarks: error 0.002
	// accumulation    accumulation of sub-sampling sketches: error 0.004
	// fourier         random Fourier features (RFF): error 0.2
}
