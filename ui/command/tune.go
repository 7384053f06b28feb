package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gramscope/data"
	"gramscope/data/atomicfile"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/scikit"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/model/tune"
)

// tuneSettings holds the flags of tune.
type tuneSettings struct {
	*settings
	search tune.Spec               // without the settings that commands share
	code   *atomicfile.Destination // for the program in Python
}

// tuneFlags defines the flags of tune: the flags of the experiment that apply to a search, and flags of its own.
func tuneFlags(methods []model.Method) *tuneSettings {
	f := newFlags("tune [flags] [DATA]",
		"find the method, m, γ and μ that predict best for their cost, also as Python", dataset)
	f.omitted = []string{
		model.GammaName, model.SigmaName, model.RidgeName, model.ToleranceName, "over", "with", "reps", "solver", "format",
	}
	s := &tuneSettings{settings: experiment(f, methods), search: tune.DefaultSpec(0)}
	s.search.Time = tune.UsualTime
	f.omitted = nil
	f.redo(model.TrainRowsName,
		"training rows, divided into folds (default: all that --test leaves; 1000 of built-in sets)")
	f.redo("methods", "methods to search; exact: regression with K, on parts of the rows if n exceeds --exact-limit "+
		"(default: nystrom, rpcholesky, kmeans-nystrom, accumulation, fourier and, for numbers, exact)")
	f.value("methods").takes = listOf(methodWords(append(slices.Clone(methods), trial.ExactMethod(math.MaxInt))))
	f.redo("test", "fraction of the rows for tests, scored once at the end (default 0.2; fewer if rows run out)")
	f.redo("exact-limit", fmt.Sprintf("largest n for exact regression (default %d)", s.spec.ExactLimit))
	f.redo("workers", "fits at a time (default: all cores)")
	f.redo("learner", "how the target is learned: "+strings.Join(trial.Learners(), ", ")+
		" (default: ridge for numbers, logistic for texts or 2 values)")
	f.heading = "search"
	f.add("time", "DURATION",
		fmt.Sprintf("time of the search and last fits, such as 5m; 0: no limit, the same answer always (default %v)",
			tune.UsualTime), asTime(&s.search.Time))
	s.setting("over", "NAME=LIST", "search a parameter over a list, accum=1,4,16, or a range, m=25..800:6 (6 values, "+
		"spaced on its own scale); repeat the flag for more (default: m from 50, doubled up to 800 or half a fold's rows)")
	f.add("folds", "K", "number of folds; each is scored by a regression on the others (default 5)",
		atLeast(2, &s.search.Folds))
	f.add("gammas", "LIST", "γ: 0.01,0.1 or 1e-3..10:7 (default: seven around the median distance's, more near the best)",
		grid(&s.search.Gammas, model.Gamma(nil)))
	f.add("mus", "LIST", "μ: 0.1,1 or 1e-4..100:7 (default: 1e-4 to 100, one a decade, more near the best or below)",
		grid(&s.search.Mus, model.Ridge(nil)))
	s.code = f.output("code",
		"write the chosen setting as Python for scikit-learn to FILE, or -: the answer then goes to standard error",
		"the program")
	f.add("force", "", "replace FILE if it exists", whether(&f.force))
	f.add("format", "NAME", "format of the answer: text or json (default text)", choice(&s.format, "text", "json"))
	return s
}

// grid is a list or a range of a parameter's values. Values inside a range are rounded.
func grid(dst *[]float64, q model.Param) kind {
	return read(dst, func(text string) ([]float64, error) {
		list, err := sweep.ParseList(q, text)
		if strings.Contains(text, "..") && len(list) > 2 {
			copy(list[1:], tune.Short(list)[1:len(list)-1])
		}
		if spec := (*sweep.SpecError)(nil); errors.As(err, &spec) {
			spec.Problem = strings.TrimPrefix(spec.Problem, "over "+string(q.Name)+"=")
		}
		return list, err
	})
}

// tuneTest is the fraction of the rows that test the answer if --test is not given.
const tuneTest = 0.2

// tune is the command that searches for the method, its parameters, γ and μ that predict best.
func (p *program) tune() *flags {
	s := tuneFlags(p.methods)
	f := s.flags
	f.one("DATA", func(ctx context.Context, name string) error { return p.runTune(ctx, s, name) })
	return f
}

// runTune searches, and writes the answer.
func (p *program) runTune(ctx context.Context, s *tuneSettings, name string) error {
	start := time.Now()
	a, err := p.tuneSearch(ctx, s, name, start)
	if err != nil {
		return err
	}
	bar := p.progress(0, 0)
	for event := range a.Run(ctx, s.workers) {
		a.Events, bar.total = append(a.Events, event), bar.done+event.Total-event.Done+1
		bar.done++
		bar.draw()
	}
	bar.clear()
	if ctx.Err() == nil {
		a.Wait()
	}
	var ok bool
	if a.standing, ok = a.Standing(); !ok {
		if ctx.Err() != nil {
			return context.Canceled
		}
		return cmp.Or(a.verdict(ctx), a.NoScore(a.Events))
	}
	p.refit(ctx, a, start)
	a.reference, a.compared = a.Reference(a.Events, a.standing)
	reason := func(err error) string { return remedy.Message(err, flagged()) }
	p.notes(a.Notes(a.standing, reason)...)
	answer := p.stdout
	if s.code.Path == "-" {
		answer = p.stderr
	}
	if err := a.write(answer, s.format); err != nil {
		return err
	}
	if s.code.Path != "" {
		program := a.program()
		if why, lacks := strings.CutPrefix(program, scikit.NoProgram); lacks {
			p.note("%v has a comment in place of a program: %s", s.code, strings.TrimSpace(why))
		}
		if strings.Contains(program, scikit.FillIn) {
			p.note("the Python code can't read %s: fill in X and y where it says so", a.source.Name())
		}
		if err := p.writeText(s.code, program); err != nil {
			return err
		}
	}
	return a.verdict(ctx)
}

// refit fits the configurations of the answer to all training rows, the chosen one first, until the time ends. A
// configuration that can't be fitted to them is left out of the answer.
func (p *program) refit(ctx context.Context, a *answer, start time.Time) {
	limited := ctx
	if limit := a.settings.search.Time; limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithDeadline(ctx, start.Add(limit))
		defer cancel()
	}
	for at, err := range a.Refits(limited, a.rows, func(at tune.Cell) (*tune.Final, error) {
		return data.Await(limited, func() (*tune.Final, error) { return a.Refit(limited, at) })
	}) {
		switch {
		case err == nil:
		case slices.Contains(a.Left, at):
			p.note("%s is left out of the answer: %v", a.Describe(at), err)
		default:
			p.note("%v", err)
		}
	}
	a.standing, _ = a.Standing()
}

// verdict returns an error if the search was stopped or a method has no score.
func (a *answer) verdict(ctx context.Context) error {
	if done := len(a.Events); ctx.Err() != nil && done > 0 {
		last := a.Events[done-1]
		return fmt.Errorf("stopped: %d of %d fits done; the choice above is from these", done, done+last.Total-last.Done)
	}
	scored := map[string]bool{}
	for _, s := range a.Scored() {
		method := a.Configurations[s.Configuration].Method
		scored[method] = scored[method] || s.Failure == nil
	}
	for _, s := range a.Scored() {
		if method := a.Configurations[s.Configuration].Method; !scored[method] {
			return fmt.Errorf("%s has no score: %s", method, remedy.Message(s.Failure, flagged()))
		}
	}
	return nil
}

// tuneSearch opens the data, learns widths if asked to, plans the search and prints notes. There are no events yet.
func (p *program) tuneSearch(ctx context.Context, s *tuneSettings, name string, start time.Time) (*answer, error) {
	source, found, err := s.loader.open(ctx, name, p.stdin)
	if err != nil {
		return nil, err
	}
	a := &answer{settings: s, source: source}
	spec := s.search
	spec.Spec = s.rows(source, tuneTest, math.MaxInt)
	spec.Methods, spec.Width = nil, kernel.Width{} // the search has a list of γ, with given widths, too
	switch {
	case !s.flags.isGiven("methods"):
	case s.chosen == "all":
		spec.Methods = append(model.Names(s.methods), tune.Exact)
	default:
		spec.Methods = strings.Split(s.chosen, ",")
	}
	for _, axis := range spec.Over {
		if s.flags.isGiven(string(axis.Name)) {
			problem := fmt.Sprintf("--%s is given, but --over %s searches it", axis.Name, axis.Name)
			return nil, usage(problem, "leave one of them out")
		}
	}
	if limit := spec.Time; limit > 0 {
		if spec.Time -= time.Since(start); spec.Time <= 0 {
			return nil, usage(fmt.Sprintf("reading %s took all of --time %v", source.Name(), limit), "raise --time")
		}
	}
	if s.learnWidths {
		scaling, err := s.scaling(ctx, spec, source)
		if err != nil {
			return nil, err
		}
		a.scaling, spec = scaling, scaling.Apply(spec)
	}
	search, err := data.Await(ctx, func() (*tune.Search, error) { return tune.Prepare(spec, s.methods, source) })
	if err != nil {
		return nil, err
	}
	p.notes(targetNotes(source, search.Learner == trial.LearnRidge)...)
	if search.Learner != trial.LearnRidge { // the learner takes numbers as classes
		found = slices.DeleteFunc(found, func(n remedy.Note) bool { return n.Remedies.For("categorical") })
	}
	p.notes(found...)
	p.notes(search.Notes...)
	s.workers = p.workersFor(s.workers, search.CheckMemory)
	a.Search = search
	return a, nil
}
