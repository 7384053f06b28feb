package paper

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// Run is one experiment of an entry: that of `gramscope sweep`, or of `gramscope
// sufficient` where Mus are given, on one data set; or what Measure computes on the
// first of the sweep's cells.
type Run struct {
	Data   string // a built-in set, or a file of the folder of real sets
	Choice data.Choice
	Change func(*sweep.Spec) // of the command's defaults
	Label  string            // tells it from the entry's other runs, where curves of two are drawn
	Alone  bool              // one row at a time: seconds are looked at

	Mus   []float64      // sufficient: the ridges
	Loss  float64        // sufficient: the relative loss of risk that is accepted
	Truth tune.TruthFrom // sufficient: "" for the usual one

	// Measure is for what no command measures; What says in a few words what that is.
	Measure func(context.Context, *sweep.Plan) ([]Row, error)
	What    string
}

// Row is what one run of an experiment came to.
type Row struct {
	Method string
	Rep    int
	Values map[string]float64 // by column; those that don't apply are not there
	Asked  map[string]float64 // those of them that were asked for: rows that agree in them are repetitions
	Failed string             // why there are none, "" where there are
}

// spec is the experiment with the command's defaults filled in.
func (r Run) spec(source data.Source) sweep.Spec {
	s := sweep.DefaultSpec(0)
	if s.Test = lab.UsualTest(source); r.Mus != nil {
		s.Test, s.Reps = 0, 20
	}
	s.N = sweep.UsualRows(source.Rows(), s.Test, sweep.DefaultRows)
	s.Standardize = !source.Raw()
	r.Change(&s)
	return s
}

// explored is the experiment as the explorer takes it: with one swept parameter at most,
// the one of the column over, or else the first; others are at their middle value. What
// finds the sufficient m is over the ridge, or over m where there is one ridge.
func (r Run) explored(source data.Source, over string) sweep.Spec {
	s := r.spec(source)
	switch {
	case len(r.Mus) == 1:
		s.Over, s.Reps, s.Values[model.RidgeName] = []sweep.Axis{{Name: model.BudgetName}}, 3, r.Mus[0]
	case r.Mus != nil:
		s.Over, s.Reps = []sweep.Axis{{Name: model.RidgeName, Values: r.Mus}}, 3
	}
	swept := max(0, slices.IndexFunc(s.Over, func(a sweep.Axis) bool { return a.Name.Column() == over }))
	for i, axis := range s.Over {
		if i != swept {
			s.Assignment = s.Assignment.With(axis.Name, axis.Values[len(axis.Values)/2])
		}
	}
	if s.Figures = nil; len(s.Over) > 0 {
		s.Over = s.Over[swept : swept+1]
	}
	return s
}

// Line is the command line that computes the same rows.
func (r Run) Line(ctx context.Context, b Bench) (string, error) {
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return "", err
	}
	s, rows := r.spec(source), flagtext.Rows{Source: source}
	args := flagtext.Sweep(s, sweep.Parameters(b.Methods), rows)
	if r.Mus != nil {
		args = flagtext.Sufficient(s, sweep.Parameters(b.Methods), r.Mus, r.Loss, string(r.Truth), rows)
	}
	if r.Alone {
		args = append(args, "--workers", "1")
	}
	line := legible.Shell(slices.Concat([]string{"gramscope"}, args)...)
	if r.Measure != nil {
		line += "   # and on its matrix: " + r.What
	}
	return line, nil
}

// rows computes the experiment.
func (r Run) rows(ctx context.Context, b Bench) ([]Row, error) {
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return nil, err
	}
	spec := r.spec(source)
	store := sweep.NewStore(source)
	if r.Mus != nil {
		spec.Reps, spec.Figures = 1, sweep.Figures{}
	}
	plan, err := sweep.Prepare(spec, b.Methods, store)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Measure != nil:
		return r.Measure(ctx, plan)
	case r.Mus != nil:
		return r.sufficient(ctx, b, plan, r.spec(source))
	}
	workers := b.Workers
	if r.Alone {
		workers = 1
	}
	var rows []Row
	columns, grid := plan.Columns(), gridOf(spec)
	for result := range plan.Run(ctx, workers) {
		row := rowOf(columns, &result)
		for name, v := range grid[len(rows)/len(plan.Methods())%len(grid)] {
			if _, has := row.Values[name]; !has {
				row.Values[name], row.Asked[name] = v, v
			}
		}
		rows = append(rows, row)
	}
	return rows, ctx.Err()
}

// swept are the rows of a sweep that an entry adds to.
func swept(ctx context.Context, plan *sweep.Plan) []Row {
	var rows []Row
	columns := plan.Columns()
	for result := range plan.Run(ctx, 1) {
		rows = append(rows, rowOf(columns, &result))
	}
	return rows
}

// matrices are K and K̃ of a cell, all entries.
func matrices(ctx context.Context, plan *sweep.Plan, cell trial.Setting) (k *mat.SymDense, approximate *mat.Dense, err error) {
	drawn, err := plan.Rows(cell)
	if err != nil {
		return nil, nil, err
	}
	g := drawn.Gram(cell.Kernel)
	if k, err = g.Symmetric(ctx); err != nil {
		return nil, nil, err
	}
	a, err := cell.Fitter().Fit(ctx, g, cell.Generator())
	if err != nil {
		return nil, nil, err
	}
	approximate = mat.NewDense(g.N(), g.N(), nil)
	a.Block(approximate, nil, nil)
	return k, approximate, nil
}

// gridOf are the points of a sweep's grid in the order of its rows, by column: a method
// that has no use for a swept parameter is at a place of the grid all the same.
func gridOf(s sweep.Spec) []map[string]float64 {
	grid := []map[string]float64{{}}
	for _, axis := range s.Over {
		var next []map[string]float64
		for _, point := range grid {
			for _, v := range axis.Values {
				more := maps.Clone(point)
				more[axis.Name.Column()] = v
				next = append(next, more)
			}
		}
		grid = next
	}
	return grid
}

// rowOf is a row of a sweep.
func rowOf(columns []sweep.Column, r *sweep.Result) Row {
	row := Row{Method: r.Method, Rep: r.Rep, Values: map[string]float64{}, Asked: map[string]float64{}, Failed: r.Failure}
	for _, c := range columns {
		v, ok := c.Number(r)
		if !ok {
			continue
		}
		if row.Values[c.Name] = v; c.Asked && c.Name != "rep" {
			row.Asked[c.Name] = v
		}
	}
	return row
}

// sufficient finds the smallest sufficient m at each ridge.
func (r Run) sufficient(ctx context.Context, b Bench, plan *sweep.Plan, spec sweep.Spec) ([]Row, error) {
	cell := plan.Cells[0]
	drawn, err := plan.Rows(cell)
	if err != nil {
		return nil, err
	}
	gram := drawn.Gram(cell.Kernel)
	truth, err := tune.FindTruth(ctx, gram, drawn.Train, r.Truth)
	if err != nil {
		return nil, err
	}
	gram.Allow(tune.AffordSufficient(plan, b.Workers))
	of := &tune.Sufficient{Gram: gram, Truth: truth, Mus: r.Mus, Values: spec.Values, Loss: r.Loss, Reps: spec.Reps, Seed: spec.Seed, Methods: plan.Methods()}
	var rows []Row
	for found := range of.Run(ctx, b.Workers) {
		row := Row{Method: found.Method, Rep: 1, Values: map[string]float64{}, Asked: map[string]float64{"mu": found.Mu}}
		for name, v := range map[string]float64{"n": float64(cell.Draw.N), "mu": found.Mu, "lambda": found.Lambda, "d_eff": found.DEff, "d_max": found.DMax,
			"m": float64(found.M), "ratio": found.Ratio, "risk": found.Risk, "risk_exact": found.RiskExact, "bach_p": found.BachColumns} {
			if !math.IsNaN(v) {
				row.Values[name] = v
			}
		}
		switch {
		case found.Failure != nil:
			row.Failed = found.Failure.Error()
		case !found.Reached:
			row.Failed = fmt.Sprintf("not even m = %d suffices", found.M)
		}
		rows = append(rows, row)
	}
	return rows, ctx.Err()
}
