package sweep

import (
	"context"
	"fmt"

	"gramscope/model/exact"
)

// NoScores says in words why there are no leverage scores, and nothing else that
// comes of all eigenpairs, at n rows, or "".
func (p *Plan) NoScores(c Cell) string { return NoScores(p.rowsOf(c), p.Spec.ExactLimit) }

// NoScores is the same for n rows and an exact limit.
func NoScores(n, exactLimit int) string {
	if most := min(exact.DiagnosticsLimit, exactLimit); n > most {
		return fmt.Sprintf("leverage scores are for n up to %d, not %d: lower n", most, n)
	}
	return ""
}

// Eigenvalues are the largest eigenvalues of K of a cell, descending and clamped
// at 0: all n up to n = 1500, O(n³), and count above, where they come of products
// with K. Above the exact limit that reads K several times.
func (p *Plan) Eigenvalues(ctx context.Context, c Cell, count int) ([]float64, error) {
	on, err := p.problemOf(ctx, c)
	if err != nil {
		return nil, err
	}
	return on.reference.LeadingEigenvalues(ctx, min(count, p.rowsOf(c)))
}

// LeverageScores are the leverage scores at a ridge of the rows of a cell, in the
// order of [Plan.Cloud]; see [exact.Reference.LeverageScores]. It panics where
// NoScores has something to say.
func (p *Plan) LeverageScores(ctx context.Context, c Cell, ridge float64) ([]float64, error) {
	on, err := p.scored(ctx, c, 1)
	if err != nil {
		return nil, err
	}
	return on.reference.LeverageScores(ctx, ridge)
}

// Degrees are the degrees of freedom of K of a cell at each of the ridges, see
// [exact.Reference.Degrees]. It panics where NoScores has something to say.
func (p *Plan) Degrees(ctx context.Context, c Cell, ridges []float64) (effective, maximal []float64, err error) {
	on, err := p.scored(ctx, c, 2)
	if err != nil {
		return nil, nil, err
	}
	return on.reference.Degrees(ctx, ridges)
}

// Coherences are the coherences of K of a cell over the rank, see
// [exact.Reference.Coherences]. It panics where NoScores has something to say.
func (p *Plan) Coherences(ctx context.Context, c Cell) ([]float64, error) {
	on, err := p.scored(ctx, c, 2)
	if err != nil {
		return nil, err
	}
	return on.reference.Coherences(ctx)
}

// scored is the problem of a cell of which so many matrices of the size of K will
// be kept: K, and its eigenvectors.
func (p *Plan) scored(ctx context.Context, c Cell, matrices int64) (*problem, error) {
	if why := p.NoScores(c); why != "" {
		panic("sweep: " + why)
	}
	_, _, k, err := p.kernelOf(c)
	if err != nil {
		return nil, err
	}
	return p.store.problem(ctx, p.problemKey(c), k, matrices)
}
