package tune

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/ard"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// Scaling says whether a regression had better give each feature a width of its own.
type Scaling struct {
	Widths       kernel.Widths // learned, one for each feature; empty if there was no time for any
	Mu           float64       // of the evidence with these
	Learned, One Estimate      // losses on rows held out, with widths learned from the others and with one width
	Above        Estimate      // Learned − One, by pairs
	LossName     string
	Held         int  // number of rows held out
	Better       bool // whether the learned widths predict better
	Took         time.Duration
}

const (
	scalingShare = 0.2  // of the time of a search, for learning widths
	scalingParts = 4    // of the rows, of which one or more are held out
	fewRows      = 1000 // up to which two parts are held out in turn, and the widths are then improved with all rows
	scalingPairs = 6    // of losses that are compared
	comparedRows = 1000 // most rows to which the regressions that are compared are fitted, and most that they predict
	comparedM    = 200
)

// widthParts are the parts of a problem from which widths are learned one after another. With fewer landmarks the first part
// may end at a maximum where a short width, which they do not resolve, is taken for noise.
var widthParts = []ard.Size{{Rows: 500, Landmarks: 125}, {Rows: 1000, Landmarks: 200}, {Rows: 4000, Landmarks: 400}}

// ChooseScaling learns a width for each feature by the evidence, see package ard, in a share of the time of a search, and
// compares the regression with them to that with one width for all features on rows that the widths have not seen: they are
// learned from three quarters of the rows, γ and μ of both are the best of a short list, and the losses on the same parts of
// the fourth quarter are compared in pairs. Of few rows, two quarters are held out in turn, and if the widths are better
// they are then improved with all rows. Gammas, Mus and methods of the spec do not matter.
//
// Without a limit of time the widths depend only on the spec. report, which may be nil, is called after every evaluation of
// the evidence with their number. The error is a *sweep.SpecError for a kernel without widths or for a target that is not
// learned as a number, one of [Prepare], or the context's.
func ChooseScaling(ctx context.Context, spec Spec, methods []model.Method, source data.Source, report func(evaluations int)) (*Scaling, error) {
	return chooseScaling(ctx, spec, methods, source, report, wallClock())
}

func chooseScaling(ctx context.Context, spec Spec, methods []model.Method, source data.Source, report func(int), clock clock) (*Scaling, error) {
	begun := clock.now()
	if err := checkWidths(spec, source); err != nil {
		return nil, err
	}
	spec.Methods, spec.Mus, spec.Gammas, spec.Over, spec.Folds = []string{"nystrom"}, nil, nil, nil, 2
	search, chosen, err := prepare(spec, methods, source)
	if err != nil {
		return nil, err
	}
	if search.Learner != trial.LearnRidge {
		return nil, &sweep.SpecError{Problem: "widths are learned for regressions, and the learner " + search.Learner + " separates classes", Remedies: remedy.Change(remedy.Omit, "widths").Or(trial.AsNumber())}
	}
	c := &scaling{Search: search, method: chosen[0], report: report, clock: clock, begun: begun, limit: time.Duration(scalingShare * float64(spec.Time))}
	s, err := c.compare(ctx)
	if err != nil {
		return nil, err
	}
	s.Took = clock.now().Sub(begun)
	return s, ctx.Err()
}

// Apply returns the spec of the search that follows, with the widths if they are better, and with the time that is left.
func (s *Scaling) Apply(spec Spec) Spec {
	if s.Better {
		if spec.Widths = s.Widths; spec.Mus == nil {
			spec.Mus = MusFrom(s.Mu)
		}
	}
	if spec.Time > 0 {
		spec.Time = max(1, spec.Time-s.Took)
	}
	return spec
}

// String says which scaling was chosen, and how far the other is.
func (s *Scaling) String() string {
	if s.Held == 0 {
		return "one width for all features is kept: there was no time to learn one for each; more time gives some"
	}
	measured := fmt.Sprintf("a difference of %.4g ± %.4g on %d rows held out", s.Above.Mean, s.Above.SE, s.Held)
	if s.Better {
		return fmt.Sprintf("learned widths: %s %.4g against %.4g with one width for all features, %s", s.LossName, s.Learned.Mean, s.One.Mean, measured)
	}
	return fmt.Sprintf("one width for all features is kept: %s %.4g against %.4g with learned widths, %s", s.LossName, s.One.Mean, s.Learned.Mean, measured)
}

// checkWidths returns a *sweep.SpecError if there are no widths to learn.
func checkWidths(spec Spec, source data.Source) error {
	family, known := kernel.Lookup(spec.Kernel)
	switch {
	case !known || !family.TakesWidths():
		return &sweep.SpecError{Problem: "the features have no widths for the kernel " + spec.Kernel, Remedies: remedy.Do("choose another kernel")}
	case !source.HasTarget():
		return &sweep.SpecError{Problem: source.Name() + " has no target to learn widths from", Remedies: remedy.By("name one", "target", "")}
	case source.Classes() != nil:
		return &sweep.SpecError{Problem: fmt.Sprintf("widths are learned for targets of numbers, and %s has classes", source.Name()), Remedies: remedy.Change(remedy.Omit, "widths").Or(trial.AnotherTarget())}
	}
	return nil
}

// scaling compares learned widths with one width.
type scaling struct {
	*Search
	method model.Method
	report func(evaluations int)
	clock  clock
	begun  time.Time
	limit  time.Duration // 0 is none
}

// within returns a context that ends after a share of the limit.
func (c *scaling) within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if c.limit == 0 {
		return context.WithCancel(ctx)
	}
	return c.clock.within(ctx, max(0, time.Duration(share*float64(c.limit))-c.clock.now().Sub(c.begun)))
}

// compare learns widths from the rows outside of each part held out, and compares the losses on it.
func (c *scaling) compare(ctx context.Context) (*Scaling, error) {
	s, n := &Scaling{LossName: c.LossName()}, c.Spec.N
	folds := drawFolds(n, min(scalingParts, n), nil, trial.Stream(c.Spec.Seed, "scaling"))
	held, steps := folds[:1], 1.0
	if n <= fewRows {
		held, steps = folds[:2], 3
	}
	var learned, one []float64
	var last *ard.Found
	for i, part := range held {
		rng := trial.Stream(c.Spec.Seed, "scaling", i)
		out := slices.DeleteFunc(rng.Perm(n), func(row int) bool { _, in := slices.BinarySearch(part, row); return in })
		found, err := c.learn(ctx, float64(i+1)/steps, out, widthParts, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || found.Widths == kernel.WidthsOf(slices.Repeat([]float64{found.Single}, c.train.X.RawMatrix().Cols)) {
			break // there was no time for more than a single width
		}
		last = found
		some := part[:min(len(part), comparedRows)]
		a, b, err := c.losses(ctx, out[:min(len(out), comparedRows)], chunks(some, scalingPairs/len(held)), found)
		if err != nil {
			return nil, err
		}
		learned, one, s.Held = append(learned, a...), append(one, b...), s.Held+len(some)
	}
	if last == nil {
		return s, nil
	}
	s.Learned, s.One, s.Above = Mean(learned), Mean(one), difference(learned, one)
	if s.Better = s.Above.Mean < 0; s.Better && steps > 1 {
		order := trial.Stream(c.Spec.Seed, "widths").Perm(n)
		if all, err := c.learn(ctx, 1, order, widthParts[len(widthParts)-1:], last); err == nil {
			last = all
		}
	}
	s.Widths, s.Mu = last.Widths, last.Mu
	return s, nil
}

// chunks divides rows into parts of at least two rows.
func chunks(rows []int, count int) [][]int {
	list := make([][]int, max(1, min(count, len(rows)/2)))
	for i, row := range rows {
		list[i%len(list)] = append(list[i%len(list)], row)
	}
	return list
}

// learn learns widths from training rows in a random order, of which the first are landmarks, until a share of the limit:
// from scratch or from what was found on others.
func (c *scaling) learn(ctx context.Context, share float64, order []int, parts []ard.Size, from *ard.Found) (*ard.Found, error) {
	ctx, cancel := c.within(ctx, share)
	defer cancel()
	order = order[:min(len(order), parts[len(parts)-1].Rows)]
	rows, err := trial.RowsOf(trial.Pick(c.train, order), nil, trial.Scale{Standardize: c.Spec.Standardize})
	if err != nil {
		return nil, err
	}
	problem := ard.Problem{X: rows.Train.X, Y: rows.Train.Y, Family: c.family, Report: c.report}
	start := ard.Start{Mu: 0.1, Width: kernel.DistancesOf(rows.Train.X, c.family.Geometry, trial.Stream(c.Spec.Seed, "width")).Median}
	if from != nil {
		start.Widths, start.Mu = from.Widths, from.Mu
	}
	var sizes []ard.Size
	for _, size := range parts {
		size.Rows = min(size.Rows, len(order))
		size.Landmarks = min(size.Landmarks, (size.Rows+1)/2)
		sizes = append(sizes, size)
	}
	return ard.Learn(ctx, problem, slices.Compact(sizes), start)
}

// losses returns the losses on parts of the rows held out, with learned widths and with one width, each at the γ and μ of a
// list that are best on all of them.
func (c *scaling) losses(ctx context.Context, in []int, held [][]int, found *ard.Found) (learned, one []float64, err error) {
	c.Mus, c.Spec.Widths, c.Gammas = MusFrom(found.Mu), found.Widths, gammasAround(c.family, 1, 1)
	if learned, err = c.bestOn(ctx, in, held); err != nil {
		return nil, nil, err
	}
	c.Spec.Widths, c.Gammas = "", gammasAround(c.family, found.Single, 2)
	one, err = c.bestOn(ctx, in, held)
	return learned, one, err
}

// bestOn returns the losses on parts of the rows held out, at the γ and μ with the least loss on all of them.
func (c *scaling) bestOn(ctx context.Context, in []int, held [][]int) (best []float64, err error) {
	m := model.Values{model.BudgetName: float64(min(comparedM, (len(in)+1)/2))}
	lossesAt := func(gamma int, mus []float64, out []int) ([]float64, error) {
		rows, err := trial.RowsOf(trial.Pick(c.train, in), trial.Pick(c.train, out), c.Spec.Scale)
		if err != nil {
			return nil, err
		}
		o, err := c.Search.learn(ctx, Configuration{Method: c.method.Name, Values: m, method: c.method}, gamma, mus, part{rows, "scaling", 1, true})
		return o.losses, err
	}
	least, bestGamma, bestMu := math.Inf(1), 0, 0
	for gamma := range c.Gammas {
		losses, err := lossesAt(gamma, c.Mus, slices.Concat(held...))
		if ctx.Err() != nil {
			return nil, err
		}
		for mu, loss := range losses { // none of a fit that failed
			if loss < least {
				least, bestGamma, bestMu = loss, gamma, mu
			}
		}
	}
	for _, out := range held {
		losses, err := lossesAt(bestGamma, c.Mus[bestMu:bestMu+1], out)
		if err != nil {
			return nil, err
		}
		best = append(best, losses[0])
	}
	return best, nil
}
