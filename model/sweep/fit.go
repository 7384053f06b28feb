package sweep

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// fit is what one fit gives for all ridges.
type fit struct {
	result Result               // without what depends on the ridges
	approx model.Approximation  // nil where nothing needs it any more
	pairs  *model.Decomposition // without the way back to weights; nil where no regression is wanted, or none can be
	test   *mat.Dense           // k̃(Z, X)·Q for the test rows Z; nil without them, and for K̃ = 0
	ridge  *learn.Ridge         // nil for classes
}

// bytes is the memory it takes, and at least 64 kB, which bounds how many there
// are to look through.
func (f *fit) bytes() int64 {
	numbers := 8192
	if f.pairs != nil {
		for _, g := range f.pairs.Groups {
			numbers += size(g.Q)
		}
		numbers += size(f.test)
	}
	total := 8 * int64(numbers)
	if f.approx != nil {
		total += f.approx.Bytes()
	}
	return total
}

func size(a *mat.Dense) int {
	if a == nil {
		return 0
	}
	r, c := a.Dims()
	return r * c
}

// fitKey names everything that a fit depends on: not the ridge, except for
// methods that have one among their parameters.
func (p *Plan) fitKey(c Cell, asked Result) string {
	return fmt.Sprint(methodKey(c, asked), p.problemKey(c), p.Regresses(), p.learner(), p.keepsApproximation(c))
}

// keepsApproximation tells whether K̃ itself is wanted after the fit.
func (p *Plan) keepsApproximation(c Cell) bool {
	return p.diagnosed(c) || p.Spec.Solver == SolverFalkon
}

// drawsOf is the second half of the seed of a cell's draws, which do not depend on
// the kernel.
func (p *Plan) drawsOf(c Cell, asked Result) uint64 { return hash(c.Rep, methodKey(c, asked)) }

// generator is what a cell draws from.
func (p *Plan) generator(c Cell, asked Result) *rand.Rand {
	return rand.New(rand.NewPCG(p.Spec.Seed, p.drawsOf(c, asked)))
}

func (p *Plan) fit(ctx context.Context, c Cell, r Result, on *problem, workers int) (*fit, error) {
	if p.Regresses() && p.learner() == LearnRidge {
		if err := CheckTarget(on.draw.train, on.draw.test); err != nil {
			return nil, err
		}
	}
	rng := p.generator(c, r)
	g := on.gram.View()
	g.Allow(p.afford(c, workers))
	start := time.Now()
	approx, err := p.fitter(c, r).Fit(ctx, g, rng)
	r.Seconds = time.Since(start).Seconds()
	if err != nil {
		return nil, err
	}
	r.Warnings = slices.Clone(on.draw.warnings)
	if y := on.draw.train.Y; p.Regresses() && slices.Min(y) == slices.Max(y) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the target is %v in all %d training rows, and its regression says nothing: choose another with --target", y[0], len(y)))
	}
	if w, ok := approx.(model.Warner); ok {
		r.Warnings = append(r.Warnings, w.Warnings()...)
	}
	r.RankUsed, r.Bytes, r.Entries, r.Cached = approx.Rank(), approx.Bytes(), g.Entries(), g.Shared()
	r.Metrics, err = on.reference.Measure(ctx, approx)
	if err != nil {
		return nil, err
	}
	if math.IsNaN(r.Error) || math.IsInf(r.Error, 0) {
		return nil, fmt.Errorf("the approximation is not finite: its error is %v", r.Error)
	}
	f := &fit{result: r}
	if p.keepsApproximation(c) {
		f.approx = approx
	}
	if e, ok := approx.(model.Extender); ok && p.Regresses() {
		if err := p.decompose(ctx, f, e, on.draw); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// decompose makes what all ridges share.
func (p *Plan) decompose(ctx context.Context, f *fit, a model.Extender, d *draw) (err error) {
	if f.pairs, err = a.Decompose(ctx); err != nil {
		return err
	}
	if d.test != nil {
		f.test = f.pairs.Coordinates(a.Extension().Features(d.test.X))
	}
	for i := range f.pairs.Groups {
		f.pairs.Groups[i].Back = nil
	}
	if p.learner() == LearnRidge {
		f.ridge = learn.NewRidge(f.pairs, d.train.Y)
	}
	return nil
}
