package sweep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"gramscope/model"
)

// Run computes the cells on that many workers and sends one row each, in cell
// order, as soon as it and those before it are done. The channel has room for
// all rows, so that a reader who leaves strands nobody, and is closed at the
// end. Once ctx is cancelled no further cell starts, the rows that were finished
// out of order follow, and the channel is closed without waiting for cells that
// still compute: their rows are lost. [Plan.Wait] waits for them.
func (p *Plan) Run(ctx context.Context, workers int) <-chan Result {
	return p.RunCells(ctx, p.Cells, workers)
}

// RunCells is Run for some of the plan's cells.
func (p *Plan) RunCells(ctx context.Context, cells []Cell, workers int) <-chan Result {
	out := make(chan Result, len(cells))
	rows := &inOrder{out: out, done: make([]*Result, len(cells))}
	var next atomic.Int64
	var wg sync.WaitGroup
	workers = max(1, min(workers, len(cells)))
	for range workers {
		wg.Add(1)
		p.working.Add(1)
		go func() {
			defer p.working.Done()
			defer wg.Done()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(cells) || ctx.Err() != nil {
					return
				}
				if r, ok := p.cell(ctx, cells[i], workers); ok {
					rows.put(i, &r)
				}
			}
		}()
	}
	all := make(chan struct{})
	go func() {
		wg.Wait()
		close(all)
	}()
	go func() {
		select {
		case <-all:
		case <-ctx.Done():
		}
		rows.end()
	}()
	return out
}

// Wait waits until nothing computes for the plan any more: after a run that was
// cancelled, until its last cells have noticed. No run may begin meanwhile.
func (p *Plan) Wait() { p.working.Wait() }

// inOrder passes rows on in the order of their cells.
type inOrder struct {
	mu    sync.Mutex
	out   chan<- Result
	done  []*Result
	sent  int
	ended bool // what is put now comes too late
}

func (o *inOrder) put(i int, r *Result) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return
	}
	o.done[i] = r
	for o.sent < len(o.done) && o.done[o.sent] != nil {
		o.out <- *o.done[o.sent]
		o.sent++
	}
}

// end sends what was finished behind a gap, and closes the channel.
func (o *inOrder) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer close(o.out)
	o.ended = true
	for ; o.sent < len(o.done); o.sent++ {
		if r := o.done[o.sent]; r != nil {
			o.out <- *r
		}
	}
}

// cell computes one row, one of so many at a time; not ok means that ctx was cancelled before it was
// done. Whatever goes wrong, a panic included, is the row's failure.
func (p *Plan) cell(ctx context.Context, c Cell, workers int) (r Result, ok bool) {
	var asked Result
	defer func() {
		if panicked := recover(); panicked != nil {
			r, ok = asked.failed(fmt.Sprintf("panic: %v", panicked)), true
		}
	}()
	asked = p.Asked(c)
	if p.Spec.Partial {
		if err := p.fits(c); err != nil {
			return asked.failed(err.Error()), true
		}
	}
	r, err := p.store.result(p.key(c, asked), func() (Result, error) { return p.compute(ctx, c, asked, workers) })
	if ctx.Err() != nil && (err != nil || r.Failure != "") {
		return r, false
	}
	if err != nil {
		return asked.failed(err.Error()), true
	}
	r.Mu, r.ScoreRidge = asked.Mu, asked.ScoreRidge // the row may have been computed at others
	return r, true
}

// Asked is the row of a cell before it has run: its question.
func (p *Plan) Asked(c Cell) Result {
	r := Result{
		Data: p.store.source.Name(), N: p.rowsOf(c), D: p.store.source.Dims(), Kernel: p.family.Name,
		Method: c.Method, Params: map[string]float64{}, Mu: model.Ridge(nil).Default, Rep: c.Rep, Seed: p.Spec.Seed,
	}
	r.Gamma, r.Sigma, _, _ = p.kernelOf(c)
	if mu, ok := c.Values["mu"]; ok {
		r.Mu = mu
	}
	r.ScoreRidge = r.Mu
	if g, ok := c.Values["score-ridge"]; ok {
		r.ScoreRidge = g
	}
	if p.Regresses() {
		r.Learner = p.learner()
		if p.Spec.Solver == SolverFalkon {
			r.Learner += " by " + SolverFalkon
		}
	}
	for _, q := range p.fitter(c, r).Params() {
		r.Params[q.Name] = q.Value()
	}
	s := p.shapeOf(c)
	for name, v := range map[string]float64{"degree": float64(s.Degree), "offset": s.Offset, "beta": float64(s.Beta)} {
		if p.family.HasParam(name) {
			r.Params[name] = v
		}
	}
	return r
}

// fitter is the cell's method with its parameters filled in.
func (p *Plan) fitter(c Cell, r Result) model.Fitter {
	f := c.method.New()
	for _, q := range f.Params() {
		v, ok := c.Values[q.Name]
		switch {
		case q.Name == "mu":
			v, ok = r.Mu, true
		case q.Name == "score-ridge":
			v, ok = r.ScoreRidge, true
		}
		if ok {
			if err := q.Set(v); err != nil {
				panic("sweep: an unchecked value: " + err.Error())
			}
		}
	}
	return f
}

// methodKey names a method with its parameters: cells with the same key use
// the same random numbers, whatever the kernel, so that a curve over γ does
// not jump from draw to draw.
func methodKey(c Cell, asked Result) string {
	var b strings.Builder
	b.WriteString(c.Method)
	for _, name := range slices.Sorted(maps.Keys(asked.Params)) {
		if c.method.Uses(name) {
			fmt.Fprintf(&b, " %s=%g", name, asked.Params[name])
		}
	}
	return b.String()
}

// key names everything that a row's figures depend on. Of the ridges these are
// d_eff, the diagnostics and bounds, the regression, and methods that have them
// among their parameters.
func (p *Plan) key(c Cell, asked Result) string {
	var ridge, mu float64
	if p.Spec.Floor || p.Spec.Diagnostics || p.Spec.Bounds {
		ridge = asked.ScoreRidge
	}
	if p.Regresses() || p.Spec.Bounds {
		mu = asked.Mu
	}
	s := &p.Spec
	return fmt.Sprint(p.fitKey(c, asked), ridge, mu, s.Floor, s.Diagnostics, s.Bounds, p.Regresses(), s.ExactFit, p.learner(), s.Solver)
}

func (p *Plan) problemKey(c Cell) problemKey {
	n := p.rowsOf(c)
	return problemKey{p.drawKey(c.Rep, n), p.family.Name, p.shapeOf(c), n <= p.Spec.ExactLimit}
}

// compute fits, or takes the fit of another ridge, and adds what depends on the
// ridges.
func (p *Plan) compute(ctx context.Context, c Cell, r Result, workers int) (Result, error) {
	on, err := p.problemOf(ctx, c)
	if err != nil {
		return r, err
	}
	f, err := p.store.fit(p.fitKey(c, r), func() (*fit, error) { return p.fit(ctx, c, r, on, workers) })
	if err != nil {
		return r, err
	}
	mu, ridge := r.Mu, r.ScoreRidge
	r = f.result
	r.Mu, r.ScoreRidge, r.Warnings = mu, ridge, slices.Clone(f.result.Warnings)
	rank, err := on.reference.StableRank(ctx)
	if err != nil {
		return r, err
	}
	r.StableRank = rank.Value
	r.Floor, r.DEff = math.NaN(), math.NaN()
	for _, step := range []func(context.Context, Cell, *problem, *fit, *Result) error{p.diagnose, p.addFloor, p.regress, p.addBounds} {
		if err := step(ctx, c, on, f, &r); err != nil {
			return r, err
		}
	}
	return r, nil
}

// addFloor fills in what eigenvalues of K tell.
func (p *Plan) addFloor(ctx context.Context, _ Cell, on *problem, _ *fit, r *Result) error {
	if !p.Spec.Floor {
		return nil
	}
	floor, known, err := on.reference.Floor(ctx, r.RankUsed)
	if err != nil {
		return err
	}
	if known {
		r.Floor = floor.Value
	}
	d, err := on.reference.EffectiveDimension(ctx, r.ScoreRidge)
	r.DEff = d.Value
	var singular *model.SingularError
	if errors.As(err, &singular) {
		r.DEff = math.NaN()
		r.Warnings = append(r.Warnings, fmt.Sprintf("d_eff: %v", singular))
		err = nil
	}
	return err
}
