package command

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/chart"
)

// sufficient holds the flags that only the command sufficient has.
type sufficient struct {
	loss   float64
	truth  string    // a tune.TruthFrom
	mus    []float64 // nil: ridges around the one with the least GCV error
	glyphs string
	time   time.Duration // 0: no limit
}

// sufficientGlyphs has the characters for the chart by name.
var sufficientGlyphs = map[string]chart.Glyphs{"braille": chart.Braille, "line": chart.Line, "block": chart.Block, "ascii": chart.ASCII}

// sufficient finds, at each ridge, the smallest m whose risk is near the exact one.
func (p *program) sufficient(ctx context.Context, c command, args []string) error {
	start := time.Now()
	s, o := sufficientSettings(c, p.methods)
	name, helped, err := s.flags.read(args, "DATA", p.stdout,
		"If m is large enough, kernel ridge regression on an approximation is as good as exact regression. For each method and each ridge this command\n"+
			"finds the smallest such m: the mean of the risk over --reps draws exceeds the exact risk by at most the relative --loss. The risk is the\n"+
			"expected squared error against the truth on the training rows: bias + variance, for a known offset. bach_p is the m of Bach's theorem (2013),\n"+
			"which holds for any truth and is far larger than needed.",
		"--truth says what the truth is. known: the function and the noise of a built-in set. gcv: the exact fit at the ridge with the least generalised\n"+
			"cross-validation error (GCV), and noise with the variance of its residuals. With these two, look at ridges near the best one, where\n"+
			"risk_exact is least, and at larger ones. At smaller ridges exact regression follows the noise, a few columns do better than all, and m falls\n"+
			"to 1, which says nothing about K. targets: the target's values themselves, without noise. The risk is then the mean squared residual, and m\n"+
			"grows to n as the ridge falls: this m is needed to follow the data, with their noise, as closely as K does, and not to learn from them.")
	if helped || err != nil {
		return err
	}
	s.chooseFormat(p.stdout)
	limitMemory(s.spec.MaxMemory)
	plan, err := p.sufficientPlan(ctx, s, name)
	if err != nil {
		return err
	}
	e, err := p.sufficientExperiment(ctx, s, o, plan)
	if err != nil {
		return err
	}
	columns, values := sufficientColumns(plan, e)
	w, err := newRowWriter(p.stdout, s.format, columns, false)
	if err != nil {
		return err
	}
	var rows []tune.SufficientRow
	failed := ""
	total := len(e.Methods) * len(e.Mus)
	bar := p.progress(total)
	bar.start(0)
	bar.draw()
	limited, cancel := context.WithCancel(ctx)
	if o.time > 0 {
		cancel()
		limited, cancel = context.WithDeadline(ctx, start.Add(o.time))
	}
	defer cancel() // a closed pipe ends the work
	for row := range e.Run(limited, s.workers) {
		bar.clear()
		if ctx.Err() != nil {
			p.stopping()
		}
		if err := w.Write(values(row)); err != nil {
			return err
		}
		if row.Failure != nil && failed == "" {
			failed = fmt.Sprintf("%s at mu = %.3g: %s", row.Method, row.Mu, remedy.Message(row.Failure, flagged()))
		}
		rows = append(rows, row)
		bar.step()
	}
	bar.clear()
	if s.format == "table" && len(rows) > 0 {
		if _, err := fmt.Fprint(p.stdout, sufficientChart(rows, sufficientGlyphs[o.glyphs])); err != nil {
			return err
		}
	}
	if len(rows) < total && ctx.Err() == nil {
		return p.noTime(e, len(rows), o.time, failed)
	}
	switch {
	case len(rows) < total:
		return fmt.Errorf("stopped: %d of %d rows done", len(rows), total)
	case failed != "":
		return fmt.Errorf("no result for %s", failed)
	}
	return nil
}

// noTime says which rows there was no time for. It is an error if there are no others, or if one of these failed.
func (p *program) noTime(e *tune.Sufficient, done int, limit time.Duration, failed string) error {
	if done == 0 {
		return &usageError{fmt.Sprintf("the time of %v ended before the first row", limit), "raise --time, or lower --n or --reps"}
	}
	missed := map[string][]string{}
	for i := done; i < len(e.Methods)*len(e.Mus); i++ {
		name := e.Methods[i/len(e.Mus)].Name
		missed[name] = append(missed[name], fmt.Sprintf("%.3g", e.Mus[i%len(e.Mus)]))
	}
	for _, m := range e.Methods {
		if mus := missed[m.Name]; mus != nil {
			p.note("no time in %v for %s at mu = %s; raise --time", limit, m.Name, strings.Join(mus, ", "))
		}
	}
	if failed != "" {
		return fmt.Errorf("no result for %s", failed)
	}
	return nil
}

// sufficientSettings defines the flags: those of the experiment that apply here, and its own.
func sufficientSettings(c command, methods []model.Method) (*settings, *sufficient) {
	s, o := experiment(c, methods), &sufficient{loss: 0.01, glyphs: "braille", time: time.Minute}
	s.flags.drop("test", model.BudgetName, model.SizeRuleName, model.RidgeName, "learner", "solver", "preconditioner", "over", "with", model.ToleranceName)
	s.chosen, s.spec.Reps = "nystrom", 20
	s.flags.redo("methods", "methods with a parameter m (default nystrom); `gramscope methods` lists them")
	s.flags.redo(model.TrainRowsName, "training rows, the size of K (default: the rows of DATA, at most 1000)")
	s.flags.redo("reps", "draws of each method; the risk is their mean (default 20)")
	s.flags.redo("exact-limit", fmt.Sprintf("largest n; all eigenpairs of K are computed, O(n³) (default %d)", s.spec.ExactLimit))
	s.flags.redo("workers", "rows at a time (default: all cores)")
	s.flags.add("loss", "X", "acceptable relative loss of risk (default 0.01)", func(text string) error {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 1) {
			return &usageError{fmt.Sprintf("%q is not a number above 0", text), "give a number such as 0.01"}
		}
		o.loss = v
		return nil
	})
	s.list(model.Ridge(nil), "mus", "ridges: a list, 0.1,1,10, or a range, 1e-3..1e2:6 (default: 0.001 to 100 times the ridge of least GCV of exact regression)", false, &o.mus)
	s.flags.duration("time", "how long it may take, such as 60s or 5m; ridges that there is no time for are named, 0 is no limit", &o.time)
	s.flags.choice("truth", "what the risk is measured against: known, gcv or targets (default: known for a built-in set, gcv for a file)",
		[]string{string(tune.TruthKnown), string(tune.TruthGCV), string(tune.TruthTargets)}, &o.truth)
	s.flags.choice("glyphs", "characters of the chart that follows a table: braille, line, block or ascii (default braille)", []string{"braille", "line", "block", "ascii"}, &o.glyphs)
	return s, o
}

// sufficientPlan opens the data, checks that the target is a number, and plans the
// experiment.
func (p *program) sufficientPlan(ctx context.Context, s *settings, name string) (*sweep.Plan, error) {
	source, notes, err := s.loader.open(ctx, name, p.stdin)
	if err != nil {
		return nil, err
	}
	instead := "take a set whose target is a number, such as friedman"
	if _, ok := source.(*data.File); ok {
		instead = "name a column of numbers with --target NAME"
	}
	switch classes := source.Classes(); {
	case !source.HasTarget():
		return nil, &usageError{source.Name() + " has no target, and sufficient compares predictions of one", instead}
	case classes != nil:
		return nil, &usageError{fmt.Sprintf("the target of %s is text, %d classes, and sufficient needs a number to regress on", source.Name(), len(classes)), instead}
	}
	spec, more, err := s.specFor(source)
	if err != nil {
		return nil, err
	}
	if spec.N > spec.ExactLimit {
		return nil, &usageError{fmt.Sprintf("n = %d is above --exact-limit %d, and sufficient computes exact regression", spec.N, spec.ExactLimit),
			"lower --n, or raise --exact-limit"}
	}
	left, err := s.keepBudgeted(&spec)
	if err != nil {
		return nil, err
	}
	more = append(more, left...)
	spec.Reps, spec.Test, spec.Figures = 1, 0, sweep.Figures{}
	plan, err := withoutFigures(ctx, spec, p.methods, source)
	if err != nil {
		return nil, err
	}
	if file, ok := source.(*data.File); ok {
		p.note("%s", targetLine(file, s.flags.isGiven("target")))
	}
	p.notes(slices.Concat(notes, remedy.Notes(more...), plan.Notes))
	return plan, nil
}

// keepBudgeted removes methods without a parameter m if all methods were asked for, and
// returns an error if one was named.
func (s *settings) keepBudgeted(spec *sweep.Spec) (notes []string, err error) {
	var kept []string
	for _, name := range spec.Methods {
		at := slices.IndexFunc(s.methods, func(m model.Method) bool { return m.Name == name })
		switch {
		case at < 0 || s.methods[at].Uses(model.BudgetName):
			kept = append(kept, name)
		case s.chosen == "all":
			notes = append(notes, "left out: "+name+" has no parameter m")
		default:
			return nil, &usageError{name + " has no parameter m, and this command looks for its smallest value", "choose other methods with --methods"}
		}
	}
	spec.Methods = kept
	return notes, nil
}

// sufficientExperiment draws the rows and determines the truth.
func (p *program) sufficientExperiment(ctx context.Context, s *settings, o *sufficient, plan *sweep.Plan) (*tune.Sufficient, error) {
	workers := s.workers
	if o.mus != nil {
		workers = min(workers, len(o.mus)*len(plan.Spec.Methods))
	}
	if err := tune.CheckSufficient(plan, workers); err != nil {
		return nil, err
	}
	rows, err := plan.Rows(plan.Cells[0])
	if err != nil {
		return nil, err
	}
	set, g, from := rows.Train, rows.Gram(plan.Cells[0].Kernel), tune.TruthFrom(o.truth)
	if from == tune.TruthKnown && set.Truth == nil {
		return nil, &usageError{"--truth known: the true function is not known for " + plan.EmptyRow(plan.Cells[0]).Data, "take gcv or targets, or a built-in set"}
	}
	truth, err := await(ctx, func() (*tune.Truth, error) { return tune.FindTruth(ctx, g, set, from) })
	if err != nil {
		return nil, err
	}
	p.notes(slices.Concat(rows.Warnings, remedy.Notes(truth.Notes...)))
	switch truth.From {
	case tune.TruthKnown:
		p.note("truth: the function of %s, with noise of standard deviation %.4g", plan.EmptyRow(plan.Cells[0]).Data, truth.Noise)
	case tune.TruthGCV:
		p.note("truth: the exact fit at mu = %.3g, which has the least GCV error; noise of standard deviation %.4g, from its residuals", truth.BestMu, truth.Noise)
	case tune.TruthTargets:
		p.note("truth: the targets themselves, without noise; the risk is the mean squared residual")
	}
	g.Allow(tune.AffordSufficient(plan, workers))
	e := &tune.Sufficient{Gram: g, Truth: truth, Mus: o.mus, Values: plan.Spec.Values, Loss: o.loss, Reps: s.spec.Reps, Seed: plan.Spec.Seed, Methods: plan.Methods()}
	if e.Mus == nil {
		e.Mus = truth.Mus()
	}
	if len(e.Mus) == 0 {
		ridge := model.Ridge(nil)
		return nil, fmt.Errorf("the ridge with the least GCV error is %.3g, and no ridge around it lies in [%g, %g]: the kernel's values are very large or very small; change --gamma, or give --mus",
			truth.BestMu, ridge.Min, ridge.Max)
	}
	return e, nil
}
