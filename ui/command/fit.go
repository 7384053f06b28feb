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
)

// fitSettings is what the flags of fit say.
type fitSettings struct {
	*settings
	method  string
	mu      float64 // may be 0
	out     string
	replace bool

	landmarksOut string // file for the landmarks of the model; "" for none
}

// fitFlags defines the flags of fit: those of sweep that one fit has a use for.
func fitFlags(c command, methods []model.Method) *fitSettings {
	s := &fitSettings{settings: &settings{flags: newFlags(c), methods: methods, spec: sweep.DefaultSpec(0)}, method: "nystrom", mu: model.Ridge(nil).Default}
	f := s.flags
	f.group("model")
	f.text("out", "FILE", "file to write the model to, as JSON, or - for standard output; a file must not exist yet", &s.out)
	f.addBool("force", "replace FILE if it exists", &s.replace)
	f.text("landmarks-out", "FILE", "file to write the model's landmarks to, as CSV in the units of DATA, which --landmarks reads, or -; it must not exist yet, either", &s.landmarksOut)
	f.group("data")
	s.loader.define(f)
	s.loader.defineLandmarks(f)
	s.parameter(model.TrainRows(nil), "default: all rows of DATA that --test leaves, 1000 of built-in sets")
	s.fraction("test", "test rows, as a fraction of all rows drawn (default 0)", &s.spec.Test)
	f.addBool("standardize", "scale every feature to mean 0 and standard deviation 1 (default: on for files, off for built-in sets)", &s.spec.Standardize)
	f.group("kernel")
	f.choice("kernel", "kernel function: "+strings.Join(kernel.Names(), ", ")+" (default gaussian)", kernel.Names(), &s.spec.Kernel)
	s.parametersOf(model.GroupKernel)
	f.group("method")
	for _, name := range []string{"method", "methods"} {
		doc := "method of approximation, or exact (default nystrom); `gramscope methods` lists them"
		if name == "methods" {
			doc = "the same as --method, for symmetry with other commands"
		}
		f.add(name, "NAME", doc, s.chooseMethod)
	}
	for _, group := range []string{model.GroupBudget, model.GroupMethod} {
		s.parametersOf(group)
	}
	s.parameter(model.ScoreRidge(nil), "")
	f.group("regression")
	f.add(model.RidgeName, "X", model.Ridge(nil).Doc+"; may be 0 if K is well conditioned (default 0.01)", s.ridge)
	f.choice("learner", "how the target is learned: "+strings.Join(trial.Learners(), ", ")+" (default: ridge for numbers, logistic for text)", trial.Learners(), &s.spec.Learner)
	f.choice("solver", solverDoc(), trial.Solvers(), &s.spec.Solver)
	tolerance := model.Tolerance(nil)
	s.parameter(tolerance, "default "+tolerance.Format(tolerance.Default))
	f.group("run")
	f.add("seed", "S", "seed of all random choices (default 1)", s.seed)
	f.count("exact-limit", "N", fmt.Sprintf("largest n for exact regression (default %d)", s.spec.ExactLimit), 1, &s.spec.ExactLimit)
	f.add("max-memory", "SIZE", "refuse what needs more memory than this, such as 500MB (default 2GB)", s.memory)
	return s
}

func (s *fitSettings) chooseMethod(text string) error {
	if strings.Contains(text, ",") || text == "all" {
		return &usageError{fmt.Sprintf("fit takes one method, and %q is not one", text), "compare several with `gramscope sweep`"}
	}
	s.method = text
	return nil
}

// ridge reads --mu, which here may be 0, or what is offered in its place where K
// does not allow it: some eps·‖K‖.
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

// fit learns the target of DATA and writes what it has learned to a file.
func (p *program) fit(ctx context.Context, c command, args []string) error {
	start := time.Now()
	s := fitFlags(c, append(p.methods[:len(p.methods):len(p.methods)], trial.ExactMethod(math.MaxInt)))
	name, helped, err := s.flags.read(args, "DATA", p.stdout, "`gramscope predict MODEL.json DATA` uses the model. Standard error tells what was fitted, and how well.")
	if helped || err != nil {
		return err
	}
	if s.loader.landmarks != "" && !s.flags.isGiven("method") && !s.flags.isGiven("methods") {
		s.method = takers(s.methods)[0]
	}
	if err := s.check(name); err != nil {
		return err
	}
	place, landmarksPlace := fitted.Place(s.out, s.replace), s.landmarksPlace(p.stdout)
	place.Stdout = p.stdout
	if err := place.Check(); err != nil {
		return err
	}
	if s.landmarksOut != "" {
		if err := landmarksPlace.Check(); err != nil {
			return err
		}
	}
	holdTo(s.spec.MaxMemory)
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
		return fmt.Errorf("%s comes to K̃ = 0 and has no landmarks; leave --landmarks-out out", s.method)
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

// check refuses what can be told from the command line alone.
func (s *fitSettings) check(name string) error {
	given := s.flags.isGiven
	switch {
	case name == "":
		return &usageError{"no data to fit", "name a file, - for standard input, or a built-in set: " + s.flags.command.usage()}
	case s.out == "":
		return &usageError{"no file to write the model to", "name one with --out MODEL.json"}
	case s.landmarksOut != "" && filepath.Clean(s.landmarksOut) == filepath.Clean(s.out):
		return &usageError{"--out and --landmarks-out name one file", "name two"}
	case s.landmarksOut != "" && s.hasNoLandmarks():
		return &usageError{s.method + " has no landmarks: it rests on none, or on all rows", "leave --landmarks-out out, or take --method nystrom"}
	case given("method") && given("methods"):
		return &usageError{"--method and --methods are both given, and are the same", "give one of them"}
	case given(model.GammaName) && given(model.SigmaName):
		return &usageError{"--gamma and --sigma are both given, and are the same knob", "give one of them"}
	case s.method == trial.Exact && trial.OnLandmarks(s.spec.Solver):
		return &usageError{s.spec.Solver + " solves regressions on landmarks, and exact has none", "leave --solver out, or take --method nystrom"}
	case s.method == trial.Exact && s.spec.Solver == trial.SolverPCG:
		return &usageError{"pcg is exact regression preconditioned by an approximation, and exact is none", "leave --solver out, or take --method rpcholesky"}
	}
	return nil
}

// hasNoLandmarks is about the method, of those there are.
func (s *fitSettings) hasNoLandmarks() bool {
	return slices.ContainsFunc(s.methods, func(m model.Method) bool { return m.Name == s.method && !m.Landmarks })
}

// fitSource opens the data, and says what the user should know about them. A
// target of numbers becomes classes where the learner is for classes.
func (p *program) fitSource(ctx context.Context, s *fitSettings, name string) (data.Source, data.Coding, error) {
	if g, ok, err := s.loader.generator(name); ok {
		if err != nil {
			return nil, data.Coding{}, err
		}
		coding, err := g.Coding()
		if err != nil {
			return nil, coding, err
		}
		source, notes, err := s.loader.withLandmarks(ctx, g)
		p.notes(notes)
		return source, coding, err
	}
	table, err := s.loader.table(ctx, name, p.stdin)
	if err != nil {
		return nil, data.Coding{}, err
	}
	file, err := chosen(ctx, table, s.loader.choice)
	if err != nil {
		return nil, data.Coding{}, err
	}
	if !s.flags.isGiven("target") && file.HasTarget() {
		p.note("target: %s, %s; --target NAME takes another", file.Target(), file.TargetPlace())
	}
	coding, err := file.Coding()
	if err != nil {
		return nil, data.Coding{}, err
	}
	if !file.HasTarget() {
		return nil, coding, &usageError{"no target to learn", "name one with --target"}
	}
	if learner := s.spec.Learner; file.Classes() == nil && learner != "" && learner != trial.LearnRidge {
		target := file.Target()
		if file, err = await(ctx, func() (*data.File, error) { return classed(table, s.loader.choice, target, learner) }); err != nil {
			return nil, coding, err
		}
		if coding, err = file.Coding(); err != nil {
			return nil, coding, err
		}
	}
	notes, err := notesOn(ctx, file)
	if err != nil {
		return nil, coding, err
	}
	source, more, err := s.loader.withLandmarks(ctx, file)
	p.notes(append(notes, more...))
	return source, coding, err
}

// mostNumbers is how many different numbers may be taken as classes.
const mostNumbers = 50

// classed takes the target's numbers as classes.
func classed(table *data.Table, choice data.Choice, target, learner string) (*data.File, error) {
	choice.Categorical = append(slices.Clone(choice.Categorical), target)
	file, err := table.File(choice)
	if err == nil && len(file.Classes()) > mostNumbers {
		return nil, &usageError{fmt.Sprintf("the target %s has %d different numbers, and %s tells classes apart", target, len(file.Classes()), learner),
			fmt.Sprintf("take --learner ridge, or a target with at most %d", mostNumbers)}
	}
	return file, err
}

// fitPlan lays out the one cell.
func (p *program) fitPlan(ctx context.Context, s *fitSettings, source data.Source) (*sweep.Plan, error) {
	spec := s.spec.Clone()
	spec.Methods, spec.Figures = []string{s.method}, sweep.Figures{sweep.FigureRegression}
	if s.mu > 0 {
		spec.Values[model.RidgeName] = max(s.mu, model.Ridge(nil).Min) // for leverage scores
	}
	if !s.flags.isGiven(model.TrainRowsName) {
		spec.N = sweep.UsualRows(source.Rows(), spec.Test, math.MaxInt)
	}
	if !s.flags.isGiven("standardize") {
		spec.Standardize = !source.Raw()
	}
	allowed := spec.MaxMemory
	spec.MaxMemory = math.MaxInt64 // figures, which a plan reckons with, are not wanted
	if rows := source.Rows(); s.method == trial.Exact {
		n := spec.N
		if rows > 0 {
			n = min(n, rows)
		}
		if n > spec.ExactLimit {
			return nil, &usageError{fmt.Sprintf("exact regression is for n up to %d, not %d", spec.ExactLimit, n),
				fmt.Sprintf("draw fewer rows with --n %d, take --method nystrom, or raise --exact-limit", spec.ExactLimit)}
		}
	}
	plan, err := await(ctx, func() (*sweep.Plan, error) { return sweep.Prepare(spec, s.methods, sweep.NewStore(source)) })
	if err != nil {
		return nil, err
	}
	p.notes(slices.Concat(plan.Notes, remedy.Notes(s.unused(plan)...)))
	plan.Spec.MaxMemory = allowed
	return plan, plan.CheckTraining()
}

// unused names flags that the method and the kernel have no use for.
func (s *fitSettings) unused(plan *sweep.Plan) (notes []string) {
	if s.loader.landmarks != "" && !s.chosen().Needs.Landmarks {
		notes = append(notes, unusedLandmarks(s.methods))
	}
	const tolerance = model.ToleranceName
	if s.flags.isGiven(tolerance) && !trial.Iterates(plan.Spec.Solver) {
		notes = append(notes, fmt.Sprintf("--%s is not used: the direct solver does not iterate", tolerance))
	}
	family, _ := kernel.Lookup(plan.Spec.Kernel)
	by := sweep.Users{Family: family, Methods: []model.Method{s.chosen()}, Ridge: true}
	for _, q := range sweep.Parameters(s.methods) {
		if q.Name == tolerance || !s.flags.isGiven(string(q.Name)) || by.Use(q.Name) {
			continue
		}
		notes = append(notes, fmt.Sprintf("--%s is not used: neither %s nor the kernel %s has it", q.Name, s.method, plan.Spec.Kernel))
	}
	if s.mu == 0 && plan.Cells[0].DependsOn(model.ScoreRidgeName) && !s.flags.isGiven(model.ScoreRidgeName) {
		notes = append(notes, fmt.Sprintf("leverage scores need a ridge above 0 and take %g; --score-ridge sets it", model.Ridge(nil).Default))
	}
	return notes
}

// chosen is the method, which the plan has found to exist.
func (s *fitSettings) chosen() model.Method {
	return s.methods[slices.IndexFunc(s.methods, func(m model.Method) bool { return m.Name == s.method })]
}
