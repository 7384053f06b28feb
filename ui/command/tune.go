package command

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/scikit"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// tuneSettings holds the flags of tune.
type tuneSettings struct {
	*settings
	folds       int
	gammas, mus []float64 // nil: the default grid
}

// tuneFlags defines the flags of tune: those of the experiment that apply to a search, and
// its own.
func tuneFlags(c command, methods []model.Method) *tuneSettings {
	s := &tuneSettings{settings: experiment(c, methods), folds: 5}
	f := s.flags
	f.drop(model.GammaName, model.SigmaName, model.RidgeName, "over", "with", model.ToleranceName, "reps", "solver", "format")
	f.redo(model.TrainRowsName, fmt.Sprintf("training rows, divided into folds (default: the rows of DATA that --test leaves, at most --exact-limit, %d; 1000 of built-in sets)", s.spec.ExactLimit))
	f.redo("methods", "methods to search; exact is regression with K itself (default: nystrom, and exact if the target is a number and n at most --exact-limit)")
	f.offer("methods", values{words: methodWords(append(slices.Clone(methods), trial.ExactMethod(math.MaxInt))), isList: true})
	f.redo("test", "test rows, as a fraction of all rows drawn, scored once at the end (default 0.2; fewer if rows run out)")
	f.redo("exact-limit", fmt.Sprintf("largest n for exact regression (default %d)", s.spec.ExactLimit))
	f.redo("workers", "fits at a time (default: all cores)")
	f.redo("learner", "how the target is learned: "+strings.Join(trial.Learners(), ", ")+" (default: ridge for numbers, logistic for text and for two values)")
	f.group("search")
	f.count("folds", "K", "number of folds; each is scored by a regression on the others (default 5)", 2, &s.folds)
	s.list(model.Gamma(nil), "gammas", "γ to search: a list, 0.01,0.1, or a range, 1e-3..10:7 (default: seven around that of the median distance)", true, &s.gammas)
	s.list(model.Ridge(nil), "mus", "μ to search: a list, 0.1,1, or a range, 1e-4..100:7 (default: 1e-4 to 100, one per decade)", true, &s.mus)
	f.choice("format", "format of the answer: text or json (default text)", []string{"text", "json"}, &s.format)
	return s
}

// tune searches for the γ and μ that predict best.
func (p *program) tune(ctx context.Context, c command, args []string) error {
	s := tuneFlags(c, p.methods)
	name, helped, err := s.flags.read(args, "DATA", p.stdout,
		"tune searches a grid of γ and μ by k-fold cross-validation, cheap methods first and exact regression last. Features are standardised and\n"+
			"targets centred by the training rows of each fold alone. The output has three parts: the chosen setting, and why it was chosen; a table with\n"+
			"each method's best setting, its error on the test rows and its cost, with marks for the Pareto fronts of error against time and against\n"+
			"memory; and the chosen setting as code for scikit-learn and as commands.",
		"The chosen setting has the least loss, regardless of cost; methods within one standard error of it are named.\n"+
			"The best γ and μ of an approximation partly compensate for its error at the given m; those of exact regression suit every method and m.")
	if helped || err != nil {
		return err
	}
	limitMemory(s.spec.MaxMemory)
	plan, source, err := p.tunePlan(ctx, s, name)
	if err != nil {
		return err
	}
	a := &answer{plan: plan, settings: s, source: source, reading: scikit.Readable(source, name, s.loader.choice.DropMissing, isGzip(name))}
	total := 0
	bar := p.progress(len(plan.Columns()) * s.folds)
	bar.start(0)
	bar.draw()
	for event := range plan.Run(ctx, s.workers) {
		a.events, total = append(a.events, event), event.Total
		bar.step()
	}
	bar.clear()
	if ctx.Err() != nil {
		p.stopping()
	}
	for _, method := range plan.Methods {
		best, ok := tune.Best(a.events, method)
		if !ok {
			continue
		}
		row := searched{cell: best}
		if ctx.Err() == nil {
			if row.final, err = await(ctx, func() (*tune.Final, error) { return plan.Refit(ctx, best) }); err != nil && ctx.Err() == nil {
				p.note("%v", err)
			}
		}
		a.rows = append(a.rows, row)
	}
	if len(a.rows) > 0 {
		for _, line := range a.notes() {
			p.note("%s", line)
		}
		if err := a.write(p.stdout, s.format); err != nil {
			return err
		}
	}
	return a.verdict(ctx, total)
}

// verdict returns an error if the search was stopped or a method has no score.
func (a *answer) verdict(ctx context.Context, total int) error {
	if ctx.Err() != nil {
		if len(a.rows) == 0 {
			return context.Canceled
		}
		return fmt.Errorf("stopped: %d of %d fits done; the choice above is from these", len(a.events), total)
	}
	for _, method := range a.plan.Methods {
		if slices.ContainsFunc(a.rows, func(r searched) bool { return r.cell.Method == method }) {
			continue
		}
		for _, e := range a.events {
			if e.Method != method {
				continue
			}
			if i := slices.IndexFunc(e.Scores, func(s tune.Score) bool { return s.Failure != nil }); i >= 0 {
				return fmt.Errorf("%s has no score: %s", method, remedy.Message(e.Scores[i].Failure, flagged()))
			}
		}
	}
	return nil
}

// tunePlan opens the data, plans the search and prints notes on both.
func (p *program) tunePlan(ctx context.Context, s *tuneSettings, name string) (*tune.Plan, data.Source, error) {
	source, found, err := s.loader.open(ctx, name, p.stdin)
	if err != nil {
		return nil, nil, err
	}
	rows := s.rows(source, 0.2, s.spec.ExactLimit)
	spec := tune.DefaultSpec(rows.N)
	spec.Kernel, spec.Assignment, spec.Learner = rows.Kernel, rows.Assignment, rows.Learner
	spec.Gammas, spec.Mus, spec.Folds = s.gammas, s.mus, s.folds
	spec.Seed, spec.ExactLimit, spec.MaxMemory = rows.Seed, rows.ExactLimit, rows.MaxMemory
	spec.Test, spec.Standardize = rows.Test, rows.Standardize
	var notes []string
	switch {
	case !s.flags.isGiven("methods"):
	case s.chosen == "all":
		spec.Methods, notes = applicable(s.methods, rows, source)
	default:
		spec.Methods = strings.Split(s.chosen, ",")
	}
	plan, err := await(ctx, func() (*tune.Plan, error) { return tune.Prepare(spec, s.methods, source) })
	if err != nil {
		return nil, nil, err
	}
	if s.gammas == nil {
		plan.Gammas = short(plan.Gammas)
	}
	if err := plan.CheckMemory(s.workers); err != nil {
		return nil, nil, err
	}
	if file, ok := source.(*data.File); ok {
		line := targetLine(file, s.flags.isGiven("target"))
		if plan.Learner != trial.LearnRidge { // only a target of numbers is centred
			line, _, _ = strings.Cut(line, ";")
		}
		p.note("%s", line)
	}
	if plan.Tests == 0 {
		why := "--test is 0"
		if spec.Test > 0 {
			why = fmt.Sprintf("the search uses all %d rows; a lower --n leaves some", plan.Spec.N)
		}
		notes = append(notes, "no test rows: "+why)
	}
	p.notes(slices.Concat(found, remedy.Notes(s.notes...), remedy.Notes(notes...), plan.Notes))
	return plan, source, nil
}

// searched is the best cell of a method, and its fit to all rows.
type searched struct {
	cell  tune.Cell
	final *tune.Final // nil if the search was stopped or the fit failed
}

// answer holds the results of a search, which tune prints.
type answer struct {
	plan     *tune.Plan
	settings *tuneSettings
	source   data.Source
	reading  *scikit.Reading // nil if Python can't read the data

	events []tune.Event
	rows   []searched // one per method
}

// best returns the row with the least loss.
func (a *answer) best() searched {
	cell, _ := tune.Best(a.events, "")
	return a.rows[slices.IndexFunc(a.rows, func(r searched) bool { return r.cell.Method == cell.Method })]
}

// near names the other methods whose best loss is within one standard error of the least.
func (a *answer) near() []string {
	best := a.best().cell
	list := []string{}
	for _, r := range a.rows {
		if r.cell.Method != best.Method && r.cell.Near(best) {
			list = append(list, r.cell.Method)
		}
	}
	return list
}

// notes returns notes on the answer.
func (a *answer) notes() []string {
	var list []string
	best := a.best()
	edge := func(what, flag string, at, count int) {
		if count < 2 || at > 0 && at < count-1 {
			return
		}
		end := "smallest"
		if at > 0 {
			end = "largest"
		}
		list = append(list, fmt.Sprintf("the chosen %s is the %s of the grid: losses may be lower beyond it; widen the grid with --%s", what, end, flag))
	}
	edge(model.GammaName, "gammas", best.cell.Gamma, len(a.plan.Gammas))
	edge(model.RidgeName, "mus", best.cell.Mu, len(a.plan.Mus))
	failed, first := 0, ""
	for _, s := range tune.Latest(a.events) {
		for mu, score := range s.Scores {
			if score.Failure != nil {
				if failed++; first == "" {
					first = fmt.Sprintf("%s at %smu = %.3g: %s", s.Method, gammaText(a.plan.Gammas[s.Gamma]), a.plan.Mus[mu], remedy.Message(score.Failure, flagged()))
				}
			}
		}
	}
	if failed > 0 {
		list = append(list, fmt.Sprintf("%d of %d settings have no score, the first: %s", failed, len(a.plan.Columns())*len(a.plan.Mus), first))
	}
	if best.final != nil {
		list = append(list, best.final.Warnings...)
	}
	return list
}

func gammaText(gamma float64) string {
	if math.IsNaN(gamma) {
		return ""
	}
	return fmt.Sprintf("gamma = %.3g, ", gamma)
}
