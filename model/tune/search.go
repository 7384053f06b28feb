// Package tune finds good settings: the best method, its parameters, γ and μ.
//
//	search, err := tune.Prepare(spec, methods, source) // checked, rows drawn, folds fixed
//	for event := range search.Run(ctx, workers) { … }  // one more fold of a configuration at a γ and some μ
//	standing, ok := search.Standing(events)            // the best and the choice so far
//	final, err := search.Refit(ctx, standing.Ranked[standing.Choice].Cell) // fitted to all rows, scored on the test rows
//
// It is a successive halving of [Configuration]s, a method with values of its parameters. On the first [Rung] they are
// fitted to a part of the rows, on each next one a third of them to four times as many rows, and on the last this is
// k-fold cross-validation. All have the same folds; rows are standardised and centred by the training rows of a fold,
// and losses are compared by their differences fold by fold, whose standard error is far smaller than that of the
// losses. Costs are compared by numbers of operations and bytes, so that the events depend only on the spec, apart from
// what its limit of time cuts off. Measured times serve to forecast what still fits into the time. Rows and random
// choices are those of package sweep for the same seed: a sweep with the best settings repeats the figures of Refit.
//
// [ChooseScaling] learns a width for each feature, and tests on held-out rows whether they predict better than one
// width. With learned widths the losses of a search, though not those on test rows, are a little too low.
package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Search is a search that was checked against the methods and the data. Its rows are drawn; folds, γ, μ and
// configurations are fixed.
type Search struct {
	Spec           Spec            // as given, with n clamped, and defaults that depend on the data filled in
	Gammas         []float64       // ascending; one NaN if the kernel has no γ
	Mus            []float64       // ascending
	Configurations []Configuration // the cheapest first; of a grid in the order of the methods
	Rungs          []Rung          // the smallest first
	Learner        string          // ridge, logistic or svm
	Notes          []remedy.Note   // for the user, before the search runs
	Tests          int             // number of test rows
	Classes        int             // of the target; 0 for numbers
	Missed         []Missed        // what Run did not get to because its time ended; set when it has closed its channel

	family      kernel.Family
	train, test *data.Set // as drawn, not standardised; test may be nil
	folds       [][]int
	order       []int       // of the training rows: the parts of smaller rungs come first
	fitted      [][]int     // by rung and configuration, see standIns
	landmarks   int         // number of given landmarks
	labels      []int       // classes of train's rows for a classification, else nil
	checked     *sweep.Plan // a sweep over the same γ and μ, see check
	fineGamma   int         // number of γ for one of the coarse list with which the search begins
	fineMu      int         // likewise of μ
	coarseMu    int         // index of the first μ of the coarse list

	working sync.WaitGroup // goroutines that fit
	broken  any            // what the goroutine of Run panicked with, nil if it did not
}

// Prepare checks a search and draws its rows. Methods that do not suit the kernel or n, and configurations that need
// more memory than allowed, are left out with a note, unless none is left. The error is a *sweep.SpecError if the spec
// is wrong, a *data.Error if the target can't be learned, and a *model.MemoryError if every configuration needs too
// much. Other errors in the data are those of the source.
func Prepare(spec Spec, methods []model.Method, source data.Source) (*Search, error) {
	over := sweep.DefaultSpec(max(1, spec.N))
	over.Methods, over.Over = nil, spec.Over
	if err := over.Check(methods); err != nil {
		return nil, err
	}
	s, chosen, err := prepare(spec, methods, source)
	if err != nil {
		return nil, err
	}
	if spec.Gammas == nil && len(s.Gammas) > 1 && !spec.Grid {
		s.fineGamma, s.Gammas = fineSteps, Short(between(s.Gammas))
	}
	if spec.Mus == nil && !spec.Grid {
		s.fineMu = fineSteps
		if s.Learner == trial.LearnRidge { // goes below the default list where its end is best
			s.coarseMu, s.Mus = 2*fineSteps, slices.Insert(s.Mus, 0, s.Mus[0]/100, s.Mus[0]/10)
		}
		s.Mus = Short(between(s.Mus))
	}
	if err := s.configure(chosen); err != nil {
		return nil, err
	}
	s.Rungs = s.rungs()
	for rung := range s.Rungs {
		s.fitted = append(s.fitted, s.standIns(rung))
	}
	s.order = s.partOrder()
	return s, nil
}

// wrong is the error of a spec, and what a user can do.
func wrong(do remedy.List, format string, args ...any) *sweep.SpecError {
	return &sweep.SpecError{Problem: fmt.Sprintf(format, args...), Remedies: do}
}

// prepare is Prepare without configurations and rungs. It returns the methods that are searched.
func prepare(spec Spec, methods []model.Method, source data.Source) (*Search, []model.Method, error) {
	s := &Search{Spec: spec, landmarks: source.Landmarks().Count(), fineGamma: 1, fineMu: 1}
	of := &s.Spec
	of.Assignment = of.Assignment.Clone()
	switch {
	case !source.HasTarget():
		return nil, nil, wrong(remedy.By("name one", "target", ""), "%s has no target to learn", source.Name())
	case of.Folds < 2:
		return nil, nil, wrong(remedy.Do("give at least 2"), "%d folds", of.Folds)
	}
	chosen, err := s.check(methods, source)
	switch {
	case err != nil:
		return nil, nil, err
	case of.N < 2:
		more := remedy.By("take 2 rows or more", model.TrainRowsName, "2").Or(remedy.Do("take data with more rows"))
		return nil, nil, wrong(more, "%d training row can't be divided into folds", of.N)
	case of.Folds > of.N:
		fewer := remedy.By(fmt.Sprintf("make %d at most", of.N), "folds", strconv.Itoa(of.N))
		return nil, nil, wrong(fewer.Or(trial.MoreRows()), "%d folds of %d rows", of.Folds, of.N)
	}
	if s.train, s.test, err = source.Draw(of.N, of.Test, trial.Stream(of.Seed, "draw", 1)); err != nil {
		return nil, nil, err
	}
	if s.test != nil {
		s.Tests = len(s.test.Y)
	}
	if err := s.chooseLearner(); err != nil {
		return nil, nil, err
	}
	if s.Learner != trial.LearnRidge {
		problem := "exact is a ridge regression, but classes are learned by " + s.Learner
		chosen = slices.DeleteFunc(chosen, func(m model.Method) bool { return m.Name == Exact })
		switch {
		case len(chosen) == 0:
			return nil, nil, wrong(remedy.Do("leave it out of the methods"), "%s", problem)
		case slices.Contains(spec.Methods, Exact):
			s.Notes = append(s.Notes, remedy.Note{Text: "left out: " + problem})
		}
	}
	if of.Standardize {
		_, warnings := data.NewScaling(s.train)
		s.Notes = append(s.Notes, warnings...)
	}
	s.folds = drawFolds(of.N, of.Folds, s.labels, trial.Stream(of.Seed, "folds", of.Folds))
	return s, chosen, nil
}

// check checks the spec by preparing a sweep over the same γ and μ, which has the same rules. It fixes γ and μ, and
// returns the methods.
func (s *Search) check(methods []model.Method, source data.Source) ([]model.Method, error) {
	of := &s.Spec
	s.family, _ = kernel.Lookup(of.Kernel) // the sweep below refuses an unknown one
	like := of.Clone()
	like.MaxMemory = math.MaxInt64 // a sweep's figures are not computed here, so their memory does not count
	like.Figures, like.ExactLimit = sweep.Figures{sweep.FigureRegression}, 1
	if _, given := of.Values[model.RidgeName]; given || !of.Width.IsByRule() {
		return nil, wrong(remedy.Do("give a list, with one value to fix it"), "γ or μ is given, but the search varies it")
	}
	var left []string
	if like.Methods, left = SearchedMethods(*of, methods, source); s.family.Name == "" {
		like.Methods = []string{Exact} // without methods the error would be about these, and not about the kernel
	}
	limit := math.MaxInt // beside other methods exact regression has parts of the rows
	if len(like.Methods) == 1 || of.Grid {
		limit = of.ExactLimit
	}
	if of.Mus == nil {
		of.Mus = DefaultMus()
	}
	like.Over = []sweep.Axis{{Name: model.RidgeName, Values: of.Mus}}
	if of.Gammas != nil {
		like.Over = append(like.Over, sweep.Axis{Name: model.GammaName, Values: of.Gammas})
		like.Width = like.Width.WithGamma(1) // looks at no distances
	}
	all := slices.Concat(methods, []model.Method{trial.ExactMethod(limit)})
	checked, err := sweep.Prepare(like, all, sweep.NewStore(source))
	if err != nil {
		return nil, err
	}
	if _, err := checked.Distances(); err != nil { // draws the rows, and returns an error if distances overflow
		return nil, err
	}
	checked.Spec.MaxMemory = of.MaxMemory
	s.checked, s.Notes = checked, slices.Concat(remedy.Notes(left...), checked.Notes)
	of.N, of.Scale, of.Methods = checked.Spec.N, checked.Spec.Scale, checked.Spec.Methods
	s.Mus = ascending(of.Mus)
	switch {
	case of.Gammas != nil:
		s.Gammas = ascending(of.Gammas)
	case of.Widths != "": // σ = 1 is the middle
		s.Gammas = DefaultGammas(s.family, 1)
	case s.family.HasGamma():
		s.Gammas = DefaultGammas(s.family, checked.Sigma)
	default:
		s.Gammas = []float64{math.NaN()}
	}
	return slices.Clone(checked.Methods), nil
}

// Sigma returns the width σ of a γ of the search, NaN if the kernel has none.
func (s *Search) Sigma(gamma int) float64 { return s.family.SigmaOf(s.Gammas[gamma]) }

// Wait waits until no goroutine computes for the search, after a cancelled one until its last fits have returned. No
// search may begin while Wait waits. A panic that has ended the events of Run is raised again.
func (s *Search) Wait() {
	if s.working.Wait(); s.broken != nil {
		panic(s.broken)
	}
}

// Rung is a step of a search: in each fold, configurations are fitted to Rows of the rows outside of it, and scored
// on Points of the rows in it. On the last rung, with all of them, this is k-fold cross-validation.
type Rung struct{ Rows, Points int }

const (
	rungRatio = 4   // of the rows of two rungs
	leastRows = 300 // of a rung, except the only one
)

// rungs returns the rungs: all rows, a quarter of these, and so on down to leastRows. A grid has one.
func (s *Search) rungs() []Rung {
	smallest, largest := s.Spec.N/s.Spec.Folds, (s.Spec.N+s.Spec.Folds-1)/s.Spec.Folds
	list := []Rung{{s.Spec.N - largest, smallest}}
	for rows := list[0].Rows / rungRatio; rows >= leastRows && !s.Spec.Grid; rows /= rungRatio {
		list = append(list, Rung{rows, min(rows, smallest)})
	}
	slices.Reverse(list)
	return list
}

// partOrder returns the training rows in the order in which rungs take them: random, each class with its share of every
// part.
func (s *Search) partOrder() []int {
	order := trial.Stream(s.Spec.Seed, "parts").Perm(s.Spec.N)
	if s.labels != nil {
		place, count := make([]float64, len(order)), make([]float64, s.Classes)
		for _, row := range order {
			count[s.labels[row]]++
			place[row] = count[s.labels[row]] - 0.5
		}
		share := func(row int) float64 { return place[row] / count[s.labels[row]] }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(share(a), share(b)) })
	}
	return order
}

// OnAllRows reports whether a rung has all rows that the folds leave.
func (s *Search) OnAllRows(rung int) bool { return rung == len(s.Rungs)-1 }
