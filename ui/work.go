package ui

import (
	"context"
	"errors"
	"maps"
	"time"

	"gramscope/model"
	"gramscope/model/inspect"
	"gramscope/model/sweep"
)

// What the work of the sweep lane posts.
type (
	// foundWidths comes first, if the distances were not known.
	foundWidths struct {
		key    widthsKey
		widths widths
	}
	// prepared comes before the first row.
	prepared struct {
		now, grid *sweep.Plan // grid is nil if refused
		refused   error       // why there is no grid
		runs      []planned   // in the order in which they begin
	}
	// entered tells that a run, by its place among those planned, is at a stage now.
	entered struct {
		run   int
		stage sweep.Stage
		at    time.Duration // since the work was asked for
	}
	// beat comes now and then, so that the time left falls while a run goes on.
	beat struct{}
	// row is a finished run, of the grid or of the present setting.
	row struct {
		onGrid bool
		point  int // index on the axis
		result sweep.Result
	}
	// floor is the error of the best rank-r approximation at a point of the grid.
	floor struct {
		point int
		value float64
	}
	// best is the same for a method's own rank at the present setting.
	best struct {
		method string
		value  float64
	}
	// compared is a row once more, with what the exact regression adds.
	compared row
	// refusal says why nothing runs.
	refusal struct{ err error }
)

// task is the work that one position of the knobs asks for.
type task struct {
	setting setting
	widths  widths
	methods []model.Method
	workers int
	wants   sweep.Figures // of the rows, beside their errors
	theory  bool          // the bounds at the present setting as well

	elapsed func() time.Duration // since it was asked for
}

// run computes the present setting and the grid, repetition by repetition, and
// after that what needs all eigenvalues.
func (t *task) run(r *runner) work {
	return func(ctx context.Context, post func(any)) {
		plans, err := t.inTurn(ctx, r, post)
		if err != nil {
			if ctx.Err() == nil {
				post(refusal{err})
			}
			return
		}
		if !take(ctx, r.slow) {
			return
		}
		defer func() { <-r.slow }()
		if err := plans.floors(ctx, post); err != nil && ctx.Err() == nil {
			post(refusal{err})
		}
	}
}

// inTurn computes the rows when it is this work's turn: with diagnostics they
// are a job of O(n³).
func (t *task) inTurn(ctx context.Context, r *runner, post func(any)) (*plans, error) {
	room := r.turns
	if t.wants.Has(sweep.FigureDiagnostics) {
		room = r.slow
	}
	if !take(ctx, room) {
		return nil, ctx.Err()
	}
	defer func() { <-room }()
	return t.rows(ctx, post)
}

func (t *task) rows(ctx context.Context, post func(any)) (*plans, error) {
	p := &plans{axis: t.setting.axis, elapsed: t.elapsed}
	spec, err := t.fixWidth(ctx, post)
	if err != nil {
		return nil, err
	}
	if param, ok := sweep.Parameter(sweep.Parameters(t.methods), p.axis.Name); ok && len(p.axis.Values) == 0 {
		p.axis = t.setting.gridFor(param, t.widths, sweep.Axis{})
	}
	soon := t.wants.With(sweep.FigureError).Without(sweep.FigureExact, sweep.FigureBounds) // the exact regression can wait
	if sweep.DefaultFigures(spec.N).Has(sweep.FigureApproxRank) {
		soon = soon.With(sweep.FigureApproxRank)
	}
	spec.Figures = soon.With(sweep.FigureApproxRank, sweep.FigureRegression)
	if p.now, err = sweep.Prepare(ctx, spec, t.methods, t.setting.store); err != nil {
		return nil, err
	}
	grid := spec.Clone()
	grid.Figures = soon
	grid.Over = []sweep.Axis{p.axis}
	if p.axis.Name == "gamma" || p.axis.Name == "sigma" {
		delete(grid.Values, "gamma")
		grid.Values[p.axis.Name] = p.axis.Values[0]
	}
	var refused error
	if p.grid, refused = sweep.Prepare(ctx, grid, t.methods, t.setting.store); refused != nil {
		p.grid = nil
	} else {
		p.axis = p.grid.Spec.Over[0]
	}
	post(prepared{p.now, p.grid, refused, p.planned()})
	if err := p.compareLater(ctx, t); err != nil {
		return nil, err
	}
	defer beats(ctx, post)()
	for rep := 1; rep <= spec.Reps; rep++ {
		p.run(ctx, rep, t.workers, post)
	}
	return p, ctx.Err()
}

// fixWidth writes γ into the spec where it comes from the data, so that the
// distances are looked at once.
func (t *task) fixWidth(ctx context.Context, post func(any)) (sweep.Spec, error) {
	spec := t.setting.spec.Clone()
	spec.Partial = true // a method that needs too much tells so in its row
	if !t.setting.family().HasParam("gamma") {
		return spec, nil
	}
	if !t.widths.known {
		probe := spec.Clone()
		delete(probe.Values, "sigma")
		probe.Values["gamma"] = 1
		plan, err := sweep.Prepare(ctx, probe, t.methods, t.setting.store)
		if err != nil {
			return spec, err
		}
		t.widths.known = true
		if t.widths.median, t.widths.mean, err = plan.Widths(ctx); err != nil {
			return spec, err
		}
		post(foundWidths{t.setting.widthsKey(), t.widths})
	}
	gamma := t.setting.gamma(t.widths)
	delete(spec.Values, "sigma")
	spec.Values["gamma"] = gamma
	return spec, nil
}

// run runs one repetition.
func (p *plans) run(ctx context.Context, rep, workers int, post func(any)) {
	for _, plan := range p.inOrder() {
		if ctx.Err() != nil {
			return
		}
		workers := workers
		for workers > 1 && plan.CheckMemory(workers) != nil {
			workers--
		}
		first, some := p.begun, ofRepetition(plan, rep)
		p.begun += len(some)
		plan.Watch = func(run int, s sweep.Stage) { post(entered{first + run, s, p.elapsed()}) }
		i := 0
		for result := range plan.RunCells(ctx, some, workers) {
			if ctx.Err() != nil {
				continue // rows may have gaps from now on
			}
			r := row{onGrid: plan == p.grid, result: result}
			if r.onGrid {
				r.point = i / len(plan.Spec.Methods)
			} else {
				p.rows = append(p.rows, r)
			}
			i++
			post(r)
		}
		plan.Wait() // the turn is over when nothing computes any more
	}
}

// floors computes what needs all of K: the best errors there are at the present
// setting and, once, along the grid, so that the chart is whole; and the exact
// regression. One repetition comes after the other, as large matrices are not kept
// with their eigenvalues.
func (p *plans) floors(ctx context.Context, post func(any)) error {
	for rep := 1; rep <= p.now.Spec.Reps; rep++ {
		if err := p.bests(ctx, rep, post); err != nil {
			return err
		}
		if rep == 1 {
			if err := p.gridFloors(ctx, post); err != nil {
				return err
			}
		}
		p.compare(ctx, rep, post)
	}
	return ctx.Err()
}

// gridFloors are the best errors along the grid.
func (p *plans) gridFloors(ctx context.Context, post func(any)) error {
	if p.grid == nil {
		return nil
	}
	values := maps.Clone(p.grid.Spec.Values)
	for i, v := range p.axis.Values {
		values[p.axis.Name] = v
		cell := p.grid.Cells[i*len(p.grid.Spec.Methods)]
		value, known, err := inspect.Floor(ctx, p.grid, cell, rankAsked(values, cell.Draw.N))
		if err != nil && !degenerate(err) {
			return err
		}
		if err == nil && known {
			post(floor{i, value})
		}
	}
	return nil
}

// degenerate tells whether it is the matrix that is at fault; its rows say so.
func degenerate(err error) bool {
	var d *model.DegenerateError
	return errors.As(err, &d)
}

// rankAsked is the rank that the budget stands for.
func rankAsked(values map[string]float64, n int) int {
	rank := model.Budget(nil).Default
	if m, ok := values["m"]; ok {
		rank = m
	}
	if k := values["rank"]; k > 0 {
		rank = min(rank, k)
	}
	return min(int(rank), n)
}

// bests are the best errors at the present setting in one repetition.
func (p *plans) bests(ctx context.Context, rep int, post func(any)) error {
	for i, r := range p.rows {
		if r.result.Failure != "" || r.result.Rep != rep {
			continue
		}
		value, known, err := inspect.Floor(ctx, p.now, p.now.Cells[i], r.result.RankUsed)
		if err != nil {
			return err
		}
		if known {
			post(best{r.result.Method, value})
		}
	}
	return nil
}

// curvePoint is a point of the stable-rank or effective-dimension curve.
type curvePoint struct{ x, y float64 }

// stableRanks is the work of the curve over σ.
func stableRanks(plan *sweep.Plan, sigmas []float64) work {
	return func(ctx context.Context, post func(any)) {
		err := inspect.StableRanks(ctx, plan, plan.Cells[0], sigmas, func(i int, v float64) { post(curvePoint{sigmas[i], v}) })
		if err != nil && ctx.Err() == nil {
			post(refusal{err})
		}
	}
}

// effectiveDimensions is the work of the curve over γₛ: a Cholesky factor each.
func effectiveDimensions(r *runner, plan *sweep.Plan, ridges []float64) work {
	return func(ctx context.Context, post func(any)) {
		if !take(ctx, r.slow) {
			return
		}
		defer func() { <-r.slow }()
		for _, ridge := range ridges {
			v, err := inspect.EffectiveDimension(ctx, plan, plan.Cells[0], ridge)
			var singular *model.SingularError
			switch {
			case errors.As(err, &singular):
			case err != nil:
				if ctx.Err() == nil {
					post(refusal{err})
				}
				return
			default:
				post(curvePoint{ridge, v})
			}
		}
	}
}
