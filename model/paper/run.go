package paper

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Run is an experiment of an entry on one data set: that of `gramscope sweep`; or, with Mus, the search for a sufficient m, see
// [Run.sufficient]; or what Measure computes from the plan of the sweep.
type Run struct {
	Data   string // a built-in set, or a file in the folder of real data sets
	Choice data.Choice
	Change func(*sweep.Spec) // changes the command's defaults
	Label  string            // distinguishes the entry's runs in a chart
	Alone  bool              // one row at a time, since times matter
	Every  bool              // all methods that can run, without the references

	Mus   []float64 // of the search for a sufficient m
	Loss  float64   // likewise: the relative loss of risk that is accepted
	Truth truth     // likewise

	// Measure computes figures that no command has; What names them in a few words.
	Measure func(context.Context, *sweep.Plan) ([]Row, error)
	What    string
}

// Row is a row of results.
type Row struct {
	Method string
	Rep    int
	Values map[string]float64 // by column, without columns that do not apply
	Asked  map[string]float64 // the values that are settings: rows that agree in them are repetitions
	Failed string             // why there are no results, "" if there are
}

// measure returns the run with rows that the entry computes.
func (r Run) measure(what string, by func(context.Context, *sweep.Plan) ([]Row, error)) Run {
	r.What, r.Measure = what, by
	return r
}

// measured returns a row of figures that an entry has computed at some settings.
func measured(method string, rep int, asked, figures map[string]float64) Row {
	row := Row{Method: method, Rep: rep, Values: maps.Clone(asked), Asked: asked}
	maps.Copy(row.Values, figures)
	return row
}

// spec returns the experiment with the command's defaults.
func (r Run) spec(b Bench, source data.Source) sweep.Spec {
	s := sweep.DefaultSpec(0)
	if s.Test = lab.UsualTest(source); r.Mus != nil {
		s.Test, s.Reps = 0, 20
	}
	s.N = sweep.UsualRows(source.Rows(), s.Test, sweep.DefaultRows)
	s.Standardize = !source.Raw()
	r.Change(&s)
	if r.Every {
		others := slices.DeleteFunc(slices.Clone(b.Methods), func(m model.Method) bool { return m.Family == model.References })
		s.Methods, _ = sweep.Applicable(others, s.Kernel, s.N, source)
	}
	return s
}

// explored returns the experiment for the explorer, which sweeps at most one parameter: the one of
// the column over, or else the first; others have their middle value. A search for the
// sufficient m becomes a sweep over the ridge, or over m if there is one ridge.
func (r Run) explored(b Bench, source data.Source, over string) sweep.Spec {
	s := r.spec(b, source)
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

// Line returns the command line that computes the same rows.
func (r Run) Line(ctx context.Context, b Bench) (string, error) {
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return "", err
	}
	s, what := r.spec(b, source), r.What
	if r.Mus != nil {
		s.Over = []sweep.Axis{{Name: model.RidgeName, Values: r.Mus}}
		what = fmt.Sprintf("the smallest m whose mean risk over %d draws is at most %g times that of exact regression", s.Reps, 1+r.Loss)
		if r.Truth != knownTruth {
			what += map[truth]string{gcvTruth: ", about the exact fit with the least GCV error", targetsTruth: ", about the targets"}[r.Truth]
		}
		s.Reps = 1
	}
	args := flagtext.Sweep(s, sweep.Parameters(b.Methods), flagtext.Rows{Source: source})
	if r.Alone {
		args = append(args, "--workers", "1")
	}
	line := legible.Shell(slices.Concat([]string{"gramscope"}, args)...)
	if what != "" {
		line += "   # and, from its kernel matrix, " + what
	}
	return line, nil
}

// rows runs the experiment.
func (r Run) rows(ctx context.Context, b Bench) ([]Row, error) {
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return nil, err
	}
	spec := r.spec(b, source)
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
		drawn, err := plan.Rows(plan.Cells[0])
		if err != nil {
			return nil, err
		}
		return r.sufficient(ctx, drawn.Gram(plan.Cells[0].Kernel), drawn.Train, plan.Methods()[0], r.spec(b, source))
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

// swept runs a sweep and returns its rows, to which an entry adds figures.
func swept(ctx context.Context, plan *sweep.Plan) []Row {
	var rows []Row
	columns := plan.Columns()
	for result := range plan.Run(ctx, 1) {
		rows = append(rows, rowOf(columns, &result))
	}
	return rows
}

// matrices returns K and K̃ of a cell.
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

// gridOf returns the points of a sweep's grid in the order of its rows, by column. Rows of a method
// without a swept parameter are at points of the grid too.
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

// rowOf converts a result of a sweep to a row.
func rowOf(columns []sweep.Column, r *sweep.Result) Row {
	row := Row{Method: r.Method, Rep: r.Rep, Values: map[string]float64{}, Asked: map[string]float64{}, Failed: r.Failure}
	for _, c := range columns {
		v, ok := c.Number(r)
		if !ok {
			continue
		}
		if row.Values[c.Name] = v; c.Input && c.Name != "rep" {
			row.Asked[c.Name] = v
		}
	}
	return row
}
