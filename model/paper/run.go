package paper

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/legible"
	"gramscope/model"
	"gramscope/model/advice"
	"gramscope/model/flagtext"
	"gramscope/model/inspect"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Run is an experiment of an entry on one data set: that of `gramscope sweep`, or what a computation makes of its plan.
type Run struct {
	Data      string // a built-in set, or a file in the folder of real data sets
	Choice    data.Choice
	Label     string   // distinguishes the entry's runs
	Alone     bool     // one row at a time, since times matter
	Compute   string   // the computation, "" for none
	Arguments []string // of the computation
	What      string   // what it computes, in a few words

	words []string // the command's flags, and the data
}

// Row is a row of results.
type Row struct {
	Method string
	Rep    int
	Values map[string]float64 // by column, without columns that do not apply
	Asked  map[string]float64 // the values that are settings: rows that agree in them are repetitions
	Failed string             // why there are no results, "" if there are
}

// A computation computes rows that no command has, from the plan of a sweep.
type computation func(ctx context.Context, p *sweep.Plan, arguments []string) ([]Row, error)

// computations are the computations that documents name.
var computations = map[string]computation{
	sufficing: sufficient, "optima": optima, "stream": streamed, "traces": traces, "iterates": iterates,
	"entries": entries, "normal": onNormalPoints, "sketches": onPositivePoints, "advice": comparedWithAll,
}

// measured returns a row of figures that a computation has computed at the settings of a cell, and at others.
func measured(p *sweep.Plan, cell trial.Setting, name string, others, figures map[string]float64) Row {
	empty := p.EmptyRow(cell)
	row := Row{Method: name, Rep: cell.Draw.Rep, Asked: rowOf(p.Columns(), &empty).Asked}
	maps.Copy(row.Asked, others)
	row.Values = maps.Clone(row.Asked)
	maps.Copy(row.Values, figures)
	return row
}

// spec returns the experiment with the command's defaults.
func (r Run) spec(b Bench, source data.Source) (sweep.Spec, error) {
	s := sweep.DefaultSpec(0)
	s.Test = lab.UsualTest(source)
	s.N = sweep.UsualRows(source.Rows(), s.Test, sweep.DefaultRows)
	s.Standardize = !source.Raw()
	s, _, err := flagtext.Read(r.words, s, sweep.Parameters(b.Methods))
	if err == nil && s.Methods[0] == "every" {
		isReference := func(m model.Method) bool { return m.Family == model.References }
		others := slices.DeleteFunc(slices.Clone(b.Methods), isReference)
		s.Methods, _ = sweep.Applicable(others, s.Kernel, s.N, source)
	}
	return s, err
}

// sufficing is the computation of the smallest m that suffices.
const sufficing = "sufficient"

// explored returns the experiment for the explorer, which sweeps one parameter, the one of the column over or else the
// first, around its value if it has a single one. The others have their middle values. A search for the sufficient m
// at one ridge becomes a sweep over m.
func (r Run) explored(b Bench, source data.Source, over string) (sweep.Spec, error) {
	s, err := r.spec(b, source)
	if err != nil {
		return s, err
	}
	for _, axis := range s.Over {
		if middle := axis.Values[len(axis.Values)/2]; axis.Name == model.TrainRowsName {
			s.N = int(middle)
		} else {
			s.Assignment = s.Assignment.With(axis.Name, middle)
		}
	}
	if r.Compute == sufficing {
		if s.Reps = 3; len(s.Over[0].Values) == 1 {
			s.Over = []sweep.Axis{{Name: model.BudgetName}}
		}
	}
	swept := max(0, slices.IndexFunc(s.Over, func(a sweep.Axis) bool { return a.Name.Column() == over }))
	s.Figures, s.Over = nil, s.Over[swept:swept+1]
	if len(s.Over[0].Values) == 1 {
		s.Over[0].Values = nil
	}
	return s, nil
}

// Line returns the command line that computes the same rows.
func (r Run) Line(ctx context.Context, b Bench) (string, error) {
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return "", err
	}
	s, err := r.spec(b, source)
	if err != nil {
		return "", err
	}
	args := flagtext.Sweep(s, b.Methods, flagtext.Rows{Source: source})
	if r.Alone {
		args = append(args, "--workers", "1")
	}
	line := legible.Shell(slices.Concat([]string{"gramscope"}, args)...)
	if r.What != "" {
		line += "   # and, from its kernel matrix, " + r.What
	}
	return line, nil
}

// rows runs the experiment.
func (r Run) rows(ctx context.Context, b Bench) ([]Row, error) {
	source, err := b.source(ctx, r.Data, r.Choice)
	if err != nil {
		return nil, err
	}
	spec, err := r.spec(b, source)
	if err != nil {
		return nil, err
	}
	plan, err := sweep.Prepare(spec, b.Methods, sweep.NewStore(source))
	if err != nil {
		return nil, err
	}
	if r.Compute != "" {
		rows, err := computations[r.Compute](ctx, plan, r.Arguments)
		return rows, cmp.Or(err, ctx.Err())
	}
	workers := b.Workers
	if r.Alone {
		workers = 1
	}
	return swept(ctx, plan, workers), ctx.Err()
}

// swept runs a sweep. Rows of a method without a swept parameter are at points of the grid, too, whose last axis varies
// fastest.
func swept(ctx context.Context, plan *sweep.Plan, workers int) (rows []Row) {
	columns := plan.Columns()
	for result := range plan.Run(ctx, workers) {
		row, point := rowOf(columns, &result), len(rows)/len(plan.Methods)
		for _, axis := range slices.Backward(plan.Spec.Over) {
			name, v := axis.Name.Column(), axis.Values[point%len(axis.Values)]
			if _, has := row.Values[name]; !has {
				row.Values[name], row.Asked[name] = v, v
			}
			point /= len(axis.Values)
		}
		rows = append(rows, row)
	}
	return rows
}

// fitted returns the approximation of a kernel matrix by a method, and all of its K̃.
func fitted(ctx context.Context, cell trial.Setting, g *model.Gram) (model.Approximation, *mat.Dense, error) {
	a, err := cell.Fitter().Fit(ctx, g, cell.Generator())
	if err != nil {
		return nil, nil, err
	}
	approximate := mat.NewDense(g.N(), g.N(), nil)
	a.Block(approximate, nil, nil)
	return a, approximate, nil
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

// streamed returns the steps of a plan's runs that have exact figures, as screen 5 shows them: a row a step. Steps at
// the same tenth of the points, and of the same level of a merge tree, count as repetitions.
func streamed(ctx context.Context, p *sweep.Plan, _ []string) ([]Row, error) {
	var rows []Row
	for _, cell := range p.Cells {
		err := inspect.Stream(ctx, p, cell, func(step inspect.Frame) {
			if step.Exact == nil {
				return
			}
			ok := 0.0
			if step.Exact.GammaOK {
				ok = 1
			}
			tenths := math.Ceil(10 * float64(step.Step.Seen) / float64(cell.Draw.N))
			asked := map[string]float64{"level": float64(step.Step.Level), "tenths": tenths}
			rows = append(rows, measured(p, cell, cell.Method.Name, asked, map[string]float64{
				"seen": float64(step.Step.Seen), "points": float64(len(step.Step.Index)),
				"copies": float64(step.Step.TotalCopies()), "squeak_size": step.Bound,
				"d_eff": step.Exact.DEff, "epsilon_s": step.Exact.EpsilonS, "gamma_ok": ok,
			}))
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		x, y := a.Values, b.Values
		return cmp.Or(cmp.Compare(x["level"], y["level"]), cmp.Compare(x["tenths"], y["tenths"]))
	})
	return rows, nil
}

// comparedWithAll returns two rows for each point of the grid: the least error of the three methods that package advice
// names, and that of nystrom, both beside the least of all.
func comparedWithAll(ctx context.Context, plan *sweep.Plan, _ []string) ([]Row, error) {
	const named, single = "first-three", "nystrom"
	methods := plan.Methods
	var rows []Row
	var point []sweep.Result
	for result := range plan.Run(ctx, 1) {
		if point = append(point, result); len(point) < len(methods) {
			continue
		}
		at := slices.IndexFunc(point, func(r sweep.Result) bool { return r.Method == single })
		cell := plan.Cells[len(rows)/2*len(methods)+at]
		drawn, err := plan.Rows(cell)
		if err != nil {
			return nil, err
		}
		m := cell.Params[model.BudgetName]
		rng := trial.Stream(cell.Draw.Seed, "advice")
		problem, err := advice.Look(ctx, drawn.Gram(cell.Kernel), cell.Draw.N, int(m), 0, rng)
		if err != nil {
			return nil, err
		}
		list := advice.First(problem, methods)
		best := leastError(point, func(string) bool { return true })
		three := leastError(point, func(name string) bool {
			return slices.ContainsFunc(list, func(a advice.Advice) bool { return a.Method == name })
		})
		alone := leastError(point, func(name string) bool { return name == single })
		add := func(name string, v float64) {
			rows = append(rows, measured(plan, cell, name, nil, map[string]float64{
				"error": v, "error_least": best, "ratio": v / best, "floor": problem.Floor, "outside": problem.Outside}))
		}
		add(named, three)
		add(single, alone)
		point = point[:0]
	}
	return rows, nil
}

// leastError returns the least error of some methods, or the rounding error if that is more.
func leastError(rows []sweep.Result, among func(method string) bool) float64 {
	least := math.Inf(1)
	for _, r := range rows {
		if r.Failure == "" && among(r.Method) {
			least = min(least, r.Get("error"))
		}
	}
	return max(least, number.Rounding)
}
