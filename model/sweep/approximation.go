package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gramscope/model"
)

// approximation is K̃ of a cell: drawn from the generator of its row, so that
// landmarks and eigenvalues are those of the row's figures. It is kept while
// there is room. A panic of the method is an error.
func (p *Plan) approximation(ctx context.Context, c Cell) (model.Approximation, error) {
	r := p.Asked(c)
	f, err := p.store.fit("K̃ "+p.fitKey(c, r), func() (f *fit, err error) {
		defer func() {
			if panicked := recover(); panicked != nil {
				err = fmt.Errorf("panic: %v", panicked)
			}
		}()
		g, err := p.gram(ctx, c)
		if err != nil {
			return nil, err
		}
		g.Allow(p.afford(c, 1))
		a, err := p.fitter(c, r).Fit(ctx, g, p.generator(c, r))
		if err != nil {
			return nil, err
		}
		return &fit{approx: a}, nil
	})
	if err != nil {
		return nil, err
	}
	return f.approx, nil
}

// gram is the kernel matrix of a cell. Where its exact figures are worth the
// whole matrix it is the one that the rows share; above the exact limit these
// take long, and are not needed to fit.
func (p *Plan) gram(ctx context.Context, c Cell) (*model.Gram, error) {
	if p.rowsOf(c) <= p.Spec.ExactLimit {
		on, err := p.problemOf(ctx, c)
		if err != nil {
			return nil, err
		}
		return on.gram.View(), nil
	}
	_, _, k, err := p.kernelOf(c)
	if err != nil {
		return nil, err
	}
	d, err := p.store.draw(p.drawKey(c.Rep, p.rowsOf(c)))
	if err != nil {
		return nil, err
	}
	return model.NewGram(d.seenThrough(k.Geometry()), k), nil
}

// Landmarks are the rows that K̃ of a cell rests on, ascending, and whether it
// rests on rows at all: random features and cluster centres don't. They are those
// of the cell's row, in the order of [Plan.Cloud].
func (p *Plan) Landmarks(ctx context.Context, c Cell) (rows []int, has bool, err error) {
	a, err := p.approximation(ctx, c)
	if err != nil {
		return nil, false, err
	}
	l, ok := a.(model.Landmarker)
	if !ok || len(l.Landmarks()) == 0 {
		return nil, false, nil
	}
	rows = slices.Clone(l.Landmarks())
	slices.Sort(rows)
	return rows, true, nil
}

// ErrNoEigenvalues says that a method's K̃ has no eigenpairs to show.
var ErrNoEigenvalues = errors.New("this method's approximation tells no eigenvalues: choose another")

// ApproximateEigenvalues are the eigenvalues of K̃ of a cell, descending, without
// those that are zero to working precision; of an indefinite K̃ the last are
// negative. ErrNoEigenvalues where it is no [model.Extender].
func (p *Plan) ApproximateEigenvalues(ctx context.Context, c Cell) ([]float64, error) {
	a, err := p.approximation(ctx, c)
	if err != nil {
		return nil, err
	}
	e, ok := a.(model.Extender)
	if !ok {
		return nil, ErrNoEigenvalues
	}
	pairs, err := e.Decompose(ctx)
	if err != nil {
		return nil, err
	}
	values := pairs.Values()
	slices.Sort(values)
	slices.Reverse(values)
	return values, nil
}
