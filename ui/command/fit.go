package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/flagtext"
	"gramscope/model/kernel"
	"gramscope/model/number"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// fitSettings holds the flags of fit.
type fitSettings struct {
	*settings
	method string
	mu     float64 // may be 0
	spread string  // rule of the error bars; "" for none

	out, landmarksOut *atomicfile.Destination
}

// fit is the command that learns the target of DATA and writes the model to a file. It has flags of its own, and the
// flags of sweep that apply to a single fit.
func (p *program) fit() *flags {
	methods := append(slices.Clone(p.methods), trial.ExactMethod(math.MaxInt))
	f := newFlags("fit [flags] --out MODEL.json DATA", "fit a regression or a classifier to DATA, and save it", dataset)
	s := &fitSettings{settings: newSettings(f, methods), method: "nystrom", mu: model.Ridge(nil).Default}
	f.heading = "model"
	s.out = f.output("out", "write the model to a new FILE, as JSON, or to standard output (-)", "the model")
	f.add("force", "", "replace FILE if it exists", whether(&f.force))
	s.landmarksOut = f.output("landmarks-out",
		"write the landmarks to a new FILE, or -, as CSV in the units of DATA, which --landmarks reads", "the landmarks")
	f.add("std", "NAME", "keep two m×m factors for `gramscope predict --std`: dtc (default: only exact has error bars)",
		choice(&s.spread, fitted.RuleDTC))
	s.dataFlags("default: all rows of DATA that --test leaves, 1000 of built-in sets", "default 0")
	f.heading = "method"
	f.add("method", "NAME", "method of approximation, or exact (default nystrom); `gramscope methods` lists them",
		read(&s.method, func(text string) (string, error) {
			if strings.Contains(text, ",") || text == "all" {
				return "", usage(fmt.Sprintf("fit takes one method, not %q", text), "compare several with `gramscope sweep`")
			}
			return text, nil
		}).from(among(methodWords(methods))))
	f.ownMethods()
	s.parametersOf(model.GroupBudget, model.GroupMethod)
	s.parameter(model.ScoreRidge(nil), "")
	f.heading = "regression"
	ridge, tolerance := model.Ridge(nil), model.Tolerance(nil)
	ridge.Min, ridge.Scale = 0, model.Linear // or as small as the eps·‖K‖ that an error suggests for ill-conditioned K
	f.add(model.RidgeName, "X", ridge.Doc+"; may be 0 if K is well conditioned (default 0.01)",
		read(&s.mu, func(text string) (float64, error) {
			v, err := ridge.Parse(text)
			if err != nil {
				err = badValue(ridge, text, err)
			}
			return v, err
		}))
	s.learnerFlags()
	s.parameter(tolerance, "default "+tolerance.Format(tolerance.Default))
	f.heading = "run"
	s.runFlags("largest n for exact regression")
	f.one("DATA", func(ctx context.Context, name string) error { return p.runFit(ctx, s, name) })
	return f
}

// runFit learns the target and writes the model.
func (p *program) runFit(ctx context.Context, s *fitSettings, name string) error {
	start := time.Now()
	if s.loader.landmarks != "" && !s.flags.isGiven("method") {
		s.method = takers(s.methods)[0]
	}
	if err := s.check(name); err != nil {
		return err
	}
	source, coding, err := p.fitSource(ctx, s, name)
	if err != nil {
		return err
	}
	plan, err := p.fitPlan(ctx, s, source)
	if err != nil {
		return err
	}
	trained, err := data.Await(ctx, func() (*sweep.Trained, error) { return plan.Train(ctx, plan.Cells[0], s.mu) })
	if err != nil {
		return err
	}
	if s.landmarksOut.Path != "" && trained.Landmarks == nil {
		return fmt.Errorf("%s gave K̃ = 0 and has no landmarks; leave --landmarks-out out", s.method)
	}
	if trained.Found != nil {
		p.say(foundLine(plan.Spec.Condition, trained.Found))
	}
	p.notes(trained.Warnings...)
	m := s.model(plan, trained, coding)
	lines, err := data.Await(ctx, func() ([]string, error) { return s.summary(plan, m, trained) })
	if err != nil {
		return err
	}
	switch all := source.Rows(); {
	case trained.Test == nil && plan.Spec.Test > 0:
		lines = append(lines, fmt.Sprintf("no test rows: the model is fitted to all %d rows; a smaller --n leaves some", all))
	case trained.Test != nil && all > 0 && !s.flags.isGiven("n"):
		lines = append(lines, fmt.Sprintf("without --test the model is fitted to all %d rows", all))
	}
	content, err := data.Await(ctx, func() ([]byte, error) { return fitted.Encode(s.out.String(), m) })
	if err != nil {
		return err
	}
	err = s.out.Write(func(w io.Writer) error { _, err := w.Write(content); return err })
	if err != nil {
		return err
	}
	if s.landmarksOut.Path != "" {
		z := trained.Landmarks
		if rows := m.MatrixRows(); rows != nil { // in the order in which predict takes them
			z = mat.NewDense(len(rows), 1, nil)
			for i, row := range rows {
				z.Set(i, 0, float64(row))
			}
		}
		err := s.landmarksOut.Write(func(w io.Writer) error {
			return data.WriteLandmarks(w, m.Coding.Features(), m.Scaling, z)
		})
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%s: %s", s.landmarksOut, number.Plural(z.RawMatrix().Rows, "landmark")))
	}
	size, took := model.Bytes(int64(len(content))), sweep.FormatTime(time.Since(start))
	lines = append(lines, fmt.Sprintf("%s: %s, after %s", s.out, size, took))
	if !m.Unbindable() && s.out.Path != "-" {
		path := flagtext.Reading(s.out.Path, data.Choice{}, data.Dialect{})
		lines = append(lines, "new rows: "+line(slices.Concat([]string{"predict"}, path, []string{"FILE"})...))
	}
	p.say(lines...)
	return nil
}

// check returns an error for mistakes that are seen without the data.
func (s *fitSettings) check(name string) error {
	hasNone := func(m model.Method) bool { return m.Name == s.method && !m.Landmarks }
	switch landmarks := s.landmarksOut.Path; {
	case name == "":
		return usage("no data to fit", "name a file, - for standard input, or a built-in set: "+s.flags.UseLine())
	case s.out.Path == "":
		return usage("no file to write the model to", "name one with --out MODEL.json")
	case landmarks != "" && slices.ContainsFunc(s.methods, hasNone):
		problem := s.method + " has no landmarks: it uses none, or all rows"
		return usage(problem, "leave --landmarks-out out, or take --method nystrom")
	case s.method == trial.Exact && trial.Iterates(s.spec.Solver):
		problem := "the solver " + s.spec.Solver + " needs an approximation, and exact is not one"
		return usage(problem, "leave --solver out, or take --method rpcholesky")
	}
	return s.checkTwice()
}

// fitSource opens the data and prints notes on them.
func (p *program) fitSource(ctx context.Context, s *fitSettings, name string) (data.Source, data.Coding, error) {
	isRidge := cmp.Or(s.spec.Learner, trial.LearnRidge) == trial.LearnRidge
	if !isRidge {
		s.loader.classifier = s.spec.Learner
	}
	source, notes, err := s.loader.open(ctx, name, p.stdin)
	if err != nil {
		return nil, data.Coding{}, err
	}
	if !source.HasTarget() {
		return nil, data.Coding{}, usage("no target to learn", "name one with --target")
	}
	if !s.flags.isGiven("target") {
		p.notes(targetNotes(source, isRidge)...)
	}
	p.notes(notes...)
	coding, err := source.(interface{ Coding() (data.Coding, error) }).Coding()
	return source, coding, err
}

// fitPlan plans the single run, without figures.
func (p *program) fitPlan(ctx context.Context, s *fitSettings, source data.Source) (*sweep.Plan, error) {
	if s.learnWidths {
		of := tune.Spec{Spec: s.rows(source, 0, math.MaxInt), Folds: 2}
		of.Learner, of.Assignment = cmp.Or(of.Learner, trial.LearnRidge), sweep.DefaultSpec(0).Assignment
		scaling, err := s.scaling(ctx, of, source)
		if err != nil {
			return nil, err
		}
		p.note("%v", scaling)
		if scaling.Better {
			if s.spec.Widths = scaling.Widths; !s.flags.isGiven(model.RidgeName) {
				s.mu = scaling.Mu
			}
		}
	}
	spec := s.rows(source, 0, math.MaxInt)
	spec.Methods, spec.Figures = []string{s.method}, sweep.Figures{sweep.FigureRegression}
	if s.mu > 0 {
		spec.Values[model.RidgeName] = max(s.mu, model.Ridge(nil).Min) // for leverage scores
	}
	if n := spec.MostRows(source.Rows()); s.method == trial.Exact && n > spec.ExactLimit {
		return nil, usage(fmt.Sprintf("exact regression is for n up to %d, not %d", spec.ExactLimit, n),
			fmt.Sprintf("draw fewer rows with --n %d, take --method nystrom, or raise --exact-limit", spec.ExactLimit))
	}
	allowed := spec.MaxMemory
	spec.MaxMemory = math.MaxInt64 // no figures are computed: their memory does not count
	plan, err := s.prepare(ctx, spec, source)
	if err != nil {
		return nil, err
	}
	plan.Spec.MaxMemory = allowed
	p.notes(slices.Concat(plan.Notes, remedy.Notes(s.unused(plan)...))...)
	if s.spread != "" && plan.Spec.Kernel == kernel.Precomputed {
		const problem = "error bars need the kernel of each new point with itself, which predict does not read of a matrix"
		return nil, usage(problem, "leave --std out")
	}
	plan.Spread = s.spread != "" && s.method != trial.Exact
	return plan, plan.CheckTraining()
}

// unused returns notes on flags that have no effect on the method and the kernel.
func (s *fitSettings) unused(plan *sweep.Plan) (notes []string) {
	if s.loader.landmarks != "" && !plan.Methods[0].Needs.Landmarks {
		notes = append(notes, unusedLandmarks(s.methods))
	}
	family, _ := kernel.Lookup(plan.Spec.Kernel)
	by := sweep.Consumers{Family: family, Methods: plan.Methods, Solver: plan.Spec.Solver, Ridge: true}
	for _, q := range s.params {
		if s.flags.isGiven(string(q.Name)) && !by.Uses(q.Name) {
			const form = "--%s is not used: neither %s nor the kernel %s nor the solver has it"
			notes = append(notes, fmt.Sprintf(form, q.Name, s.method, plan.Spec.Kernel))
		}
	}
	if s.mu == 0 && plan.Cells[0].DependsOn(model.ScoreRidgeName) && !s.flags.isGiven(model.ScoreRidgeName) {
		usual := model.Ridge(nil).Default
		notes = append(notes, fmt.Sprintf("leverage scores need a ridge above 0 and use %g; --score-ridge sets it", usual))
	}
	return notes
}
