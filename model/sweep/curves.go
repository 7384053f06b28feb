package sweep

import (
	"context"
	"math"

	"gramscope/model"
	"gramscope/model/exact"
)

// FloorAt is the error of the best approximation of that rank to the kernel
// matrix of a cell, and whether it is known. It computes the eigenvalues of
// the matrix, O(n³), if no earlier call has.
func (p *Plan) FloorAt(ctx context.Context, c Cell, rank int) (floor float64, known bool, err error) {
	problem, err := p.problemOf(ctx, c)
	if err != nil {
		return math.NaN(), false, err
	}
	estimate, known, err := problem.reference.Floor(ctx, rank)
	return estimate.Value, known, err
}

// EffectiveDimensions are the effective dimensions of a cell's kernel matrix at
// the given ridges of the scores.
func (p *Plan) EffectiveDimensions(ctx context.Context, c Cell, ridges []float64) ([]float64, error) {
	problem, err := p.problemOf(ctx, c)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(ridges))
	for i, ridge := range ridges {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := problem.reference.EffectiveDimension(ctx, ridge)
		if err != nil {
			return nil, err
		}
		out[i] = d.Value
	}
	return out, nil
}

func (p *Plan) problemOf(ctx context.Context, c Cell) (*problem, error) {
	_, _, k, err := p.kernelOf(c)
	if err != nil {
		return nil, err
	}
	matrices := int64(1)
	if p.diagnosed(c) {
		matrices = 2 // K and its eigenvectors
	}
	return p.store.problem(ctx, p.problemKey(c), k, matrices)
}

// StableRanks calls emit with the stable rank of K at each width σ, on the
// rows of repetition 1, one after the other. The matrices are not kept. A
// kernel without a scale has no such curve: nothing is emitted.
func (p *Plan) StableRanks(ctx context.Context, sigmas []float64, emit func(i int, stableRank float64)) error {
	if !p.family.HasParam("gamma") {
		return nil
	}
	key := p.drawKey(1, p.Spec.N)
	d, err := p.store.draw(key)
	if err != nil {
		return err
	}
	points := d.seenThrough(p.family.Geometry)
	for i, sigma := range sigmas {
		shape := p.shapeOf(Cell{Values: p.Spec.Values})
		shape.Gamma = p.family.GammaOf(sigma)
		k, err := p.family.Kernel(shape)
		if err != nil {
			return err
		}
		seed := [2]uint64{p.Spec.Seed, hash("reference", 1)}
		ref, err := exact.NewReference(model.NewGram(points, k), p.Spec.N <= p.Spec.ExactLimit, seed)
		if err != nil {
			return err
		}
		rank, err := ref.StableRank(ctx)
		if err != nil {
			return err
		}
		emit(i, rank.Value)
	}
	return nil
}
