package command

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/fitted"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// fitSettings holds the flags of fit.
type fitSettings struct {
	*settings
	method  string
	mu      float64 // may be 0
	out     string
	replace bool

	landmarksOut string // file for the landmarks of the model; "" for none
	learnWidths  bool
	spread       string // rule of the error bars; "" for none
}

// fitFlags defines the flags of fit: its own, and those of sweep that apply to a single fit.
func fitFlags(methods []model.Method) *fitSettings {
	f := newFlags("fit [flags] --out MODEL.json DATA", "fit a regression or a classifier to DATA, and save the model to a file")
	f.arguments(dataset())
	s := &fitSettings{settings: newSettings(f, methods), method: "nystrom", mu: model.Ridge(nil).Default}
	f.group("model")
	f.text("out", "FILE", "file to write the model to, as JSON, or - for standard output; a file must not exist yet", &s.out)
	f.addBool("force", "replace FILE if it exists", &s.replace)
	f.text("landmarks-out", "FILE", "file to write the model's landmarks to, as CSV in the units of DATA, which --landmarks reads, or -; it must not exist yet, either", &s.landmarksOut)
	f.choice("std", "keep what `gramscope predict --std` needs, two m×m factors, by the rule dtc (default: only exact has error bars)", []string{fitted.RuleDTC}, &s.spread)
	s.dataFlags("default: all rows of DATA that --test leaves, 1000 of built-in sets", "default 0")
	s.widthsLearnable(&s.learnWidths, "so that features that do not matter get large ones, and the model has them if they predict rows held out better than one width for all features")
	f.group("method")
	f.add("method", "NAME", "method of approximation, or exact (default nystrom); `gramscope methods` lists them", s.chooseMethod)
	f.add("methods", "NAME", "the same as --method, for symmetry with other commands", s.chooseMethod)
	for _, name := range []string{"method", "methods"} {
		f.offer(name, among(methodWords(methods)))
	}
	s.parametersOf(model.GroupBudget, model.GroupMethod)
	s.parameter(model.ScoreRidge(nil), "")
	f.group("regression")
	f.add(model.RidgeName, "X", model.Ridge(nil).Doc+"; may be 0 if K is well conditioned (default 0.01)", s.ridge)
	s.learnerFlags()
	tolerance := model.Tolerance(nil)
	s.parameter(tolerance, "default "+tolerance.Format(tolerance.Default))
	f.group("run")
	s.runFlags("largest n for exact regression")
	return s
}

func (s *fitSettings) chooseMethod(text string) error {
	if strings.Contains(text, ",") || text == "all" {
		return &usageError{fmt.Sprintf("fit takes one method, and %q is not one", text), "compare several with `gramscope sweep`"}
	}
	s.method = text
	return nil
}

// ridge reads --mu, which may be 0 here, or as small as the eps·‖K‖ that an error message
// suggests where K is ill conditioned.
func (s *fitSettings) ridge(text string) error {
	p := model.Ridge(nil)
	p.Min, p.Scale = 0, model.Linear
	v, err := p.Parse(text)
	if err != nil {
		return badValue(p, text, err)
	}
	s.mu = v
	return nil
}

// fit is the command that learns the target of DATA and writes the model to a file.
func (p *program) fit() *flags {
	s := fitFlags(append(p.methods[:len(p.methods):len(p.methods)], trial.ExactMethod(math.MaxInt)))
	s.flags.Long = "`gramscope predict MODEL.json DATA` uses the model. fit prints a summary and the model's score to standard error."
	s.flags.show("gramscope fit --out model.json housing.csv\n"+
		"gramscope fit --target price --method rpcholesky --m 200 --mu 0.1 --out model.json housing.csv\n"+
		"gramscope predict model.json new.csv > prices.txt",
		"out", "target", "columns", "method", "m", "gamma", "mu", "test", "learner", "force")
	s.flags.one("DATA", func(ctx context.Context, name string) error { return p.runFit(ctx, s, name) })
	return s.flags
}

// runFit learns the target and writes the model.
func (p *program) runFit(ctx context.Context, s *fitSettings, name string) error {
	start := time.Now()
	if s.loader.landmarks != "" && !s.flags.isGiven("method") && !s.flags.isGiven("methods") {
		s.method = takers(s.methods)[0]
	}
	if err := s.check(name); err != nil {
		return err
	}
	place, landmarksPlace := fitted.Place(s.out, s.replace), p.destination(s.landmarksOut, "landmarks-out", "the landmarks", s.replace)
	place.Stdout = p.stdout
	if err := place.Check(); err != nil {
		return err
	}
	if s.landmarksOut != "" {
		if err := landmarksPlace.Check(); err != nil {
			return err
		}
	}
	limitMemory(s.spec.MaxMemory)
	source, coding, err := p.fitSource(ctx, s, name)
	if err != nil {
		return err
	}
	plan, err := p.fitPlan(ctx, s, source)
	if err != nil {
		return err
	}
	cell := plan.Cells[0]
	trained, err := await(ctx, func() (*sweep.Trained, error) { return plan.Train(ctx, cell, s.mu) })
	if err != nil {
		return err
	}
	if s.landmarksOut != "" && trained.Landmarks == nil {
		return fmt.Errorf("%s gave K̃ = 0 and has no landmarks; leave --landmarks-out out", s.method)
	}
	cell = trained.Cell
	if found := trained.Found; found != nil {
		p.say(foundLine(plan.Spec.Condition, found))
	}
	p.notes(trained.Warnings)
	m := s.model(plan, cell, trained, coding)
	lines, err := await(ctx, func() ([]string, error) { return s.summary(plan, m, trained) })
	if err != nil {
		return err
	}
	content, err := await(ctx, func() ([]byte, error) { return fitted.Encode(place.String(), m) })
	if err != nil {
		return err
	}
	if err := place.Write(func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}); err != nil {
		return err
	}
	if s.landmarksOut != "" {
		line, err := writeLandmarks(landmarksPlace, m, trained)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	lines = append(lines, fmt.Sprintf("%s: %s, after %s", place, model.Bytes(int64(len(content))), sweep.FormatTime(time.Since(start))))
	for _, line := range lines {
		p.say(line)
	}
	return nil
}

// check returns the errors that the command line alone shows.
func (s *fitSettings) check(name string) error {
	given := s.flags.isGiven
	switch {
	case name == "":
		return &usageError{"no data to fit", "name a file, - for standard input, or a built-in set: " + s.flags.UseLine()}
	case s.out == "":
		return &usageError{"no file to write the model to", "name one with --out MODEL.json"}
	case s.landmarksOut != "" && filepath.Clean(s.landmarksOut) == filepath.Clean(s.out):
		return &usageError{"--out and --landmarks-out name one file", "name two"}
	case s.landmarksOut != "" && s.hasNoLandmarks():
		return &usageError{s.method + " has no landmarks: it uses none, or all rows", "leave --landmarks-out out, or take --method nystrom"}
	case given("method") && given("methods"):
		return &usageError{"--method and --methods are both given, and are the same", "give one of them"}
	case given(model.GammaName) && given(model.SigmaName):
		return &usageError{"--gamma and --sigma are both given, but both set the kernel's width", "give one of them"}
	case s.method == trial.Exact && trial.OnLandmarks(s.spec.Solver):
		return &usageError{s.spec.Solver + " solves regressions on landmarks, and exact has none", "leave --solver out, or take --method nystrom"}
	case s.method == trial.Exact && trial.WithK(s.spec.Solver):
		return &usageError{s.spec.Solver + " is exact regression preconditioned by an approximation, and exact is none", "leave --solver out, or take --method rpcholesky"}
	}
	return nil
}

// fitPlan plans the single run.
func (p *program) fitPlan(ctx context.Context, s *fitSettings, source data.Source) (*sweep.Plan, error) {
	if s.learnWidths {
		like := s.rows(source, 0, math.MaxInt)
		of := tune.DefaultSpec(like.N)
		of.Kernel, of.Learner, of.Test, of.Scale, of.Seed, of.MaxMemory = like.Kernel, trial.LearnRidge, like.Test, like.Scale, like.Seed, like.MaxMemory
		scaling, err := await(ctx, func() (*tune.Scaling, error) { return tune.ChooseScaling(ctx, of, s.methods, source, nil) })
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
		return nil, &usageError{fmt.Sprintf("exact regression is for n up to %d, not %d", spec.ExactLimit, n),
			fmt.Sprintf("draw fewer rows with --n %d, take --method nystrom, or raise --exact-limit", spec.ExactLimit)}
	}
	plan, err := withoutFigures(ctx, spec, s.methods, source)
	if err != nil {
		return nil, err
	}
	p.notes(slices.Concat(plan.Notes, remedy.Notes(s.unused(plan)...)))
	if s.spread != "" && plan.Spec.Kernel == kernel.Precomputed {
		return nil, &usageError{"error bars need the kernel of each new point with itself, which predict does not read of a kernel matrix", "leave --std out"}
	}
	plan.Spread = s.spread != "" && s.method != trial.Exact
	return plan, plan.CheckTraining()
}

// withoutFigures prepares a plan whose figures are not computed: Prepare does not check their memory.
func withoutFigures(ctx context.Context, spec sweep.Spec, methods []model.Method, source data.Source) (*sweep.Plan, error) {
	allowed := spec.MaxMemory
	spec.MaxMemory = math.MaxInt64
	plan, err := await(ctx, func() (*sweep.Plan, error) { return sweep.Prepare(spec, methods, sweep.NewStore(source)) })
	if err == nil {
		plan.Spec.MaxMemory = allowed
	}
	return plan, err
}

// unused returns notes on flags that have no effect on the method and the kernel.
func (s *fitSettings) unused(plan *sweep.Plan) (notes []string) {
	if s.loader.landmarks != "" && !plan.Methods()[0].Needs.Landmarks {
		notes = append(notes, unusedLandmarks(s.methods))
	}
	const tolerance = model.ToleranceName
	if s.flags.isGiven(tolerance) && !trial.Iterates(plan.Spec.Solver) {
		notes = append(notes, fmt.Sprintf("--%s is not used: the direct solver does not iterate", tolerance))
	}
	family, _ := kernel.Lookup(plan.Spec.Kernel)
	by := sweep.Users{Family: family, Methods: plan.Methods(), Ridge: true}
	for _, q := range sweep.Parameters(s.methods) {
		if q.Name == tolerance || !s.flags.isGiven(string(q.Name)) || by.Use(q.Name) {
			continue
		}
		notes = append(notes, fmt.Sprintf("--%s is not used: neither %s nor the kernel %s has it", q.Name, s.method, plan.Spec.Kernel))
	}
	if s.mu == 0 && plan.Cells[0].DependsOn(model.ScoreRidgeName) && !s.flags.isGiven(model.ScoreRidgeName) {
		notes = append(notes, fmt.Sprintf("leverage scores need a ridge above 0 and use %g; --score-ridge sets it", model.Ridge(nil).Default))
	}
	return notes
}

// hasNoLandmarks reports whether the method is known and has no landmarks.
func (s *fitSettings) hasNoLandmarks() bool {
	return slices.ContainsFunc(s.methods, func(m model.Method) bool { return m.Name == s.method && !m.Landmarks })
}
