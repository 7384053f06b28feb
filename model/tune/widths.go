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
	fewRows      = 1000 // up to which two parts are held out in turn
	scalingPairs = 6    // of losses that are compared
	comparedRows = 1000 // most rows to which the regressions that are compared are fitted, and most that they predict
	comparedM    = 200
	mostRows     = 4000 // from which widths are learned
	leastM       = 400  // landmarks for these; more for fewer rows in the end
)

// widthParts are the parts of a problem from which widths are learned one after another. With fewer landmarks the first
// part may end at a maximum where a short width, which they do not resolve, is taken for noise.
var widthParts = []ard.Size{
	{Rows: 500, Landmarks: 125}, {Rows: 1000, Landmarks: 200}, {Rows: mostRows, Landmarks: leastM},
}

// ChooseScaling learns a width for each feature by the evidence, see package ard, in a share of the time of a search,
// from three quarters of the rows. It compares the regression with them to that with one width for all features on the
// fourth quarter, or for few rows on two quarters in turn: γ and μ of both are the best of a short list, and losses on
// the same parts of a quarter are compared in pairs. Widths that are better go on with all rows. Gammas, Mus and
// methods of the spec do not matter.
//
// report, which may be nil, is called before every evaluation of the evidence with the number of evaluations. The error
// is a *sweep.SpecError for a kernel without widths or a target that is not learned as a number, one of [Prepare], or
// the context's.
func ChooseScaling(ctx context.Context, spec Spec, methods []model.Method, source data.Source,
	report func(evaluations int)) (*Scaling, error) {
	begun := time.Now()
	if family, known := kernel.Lookup(spec.Kernel); !known || !family.TakesWidths() {
		return nil, wrong(remedy.Do("choose another kernel"), "the features have no widths for the kernel %s", spec.Kernel)
	}
	spec.Methods, spec.Mus, spec.Gammas, spec.Over, spec.Folds = []string{"nystrom"}, nil, nil, nil, 2
	search, chosen, err := prepare(spec, methods, source)
	if err != nil {
		return nil, err
	}
	if search.Learner != trial.LearnRidge {
		return nil, wrong(remedy.Change(remedy.Omit, "widths").Or(trial.AnotherTarget()),
			"widths are learned for regressions, and the learner %s separates the classes of %s", search.Learner, source.Name())
	}
	limit := time.Duration(scalingShare * float64(spec.Time))
	s, err := (&scaling{search, chosen[0], report, begun, limit}).compare(ctx)
	if err == nil {
		s.Took, err = time.Since(begun), ctx.Err()
	}
	return s, err
}

// Apply returns the spec of the search that follows, with the widths if they are better, and with the time that is
// left.
func (s *Scaling) Apply(spec Spec) Spec {
	if s.Better {
		if spec.Widths = s.Widths; spec.Mus == nil {
			spec.Mus = musFrom(s.Mu)
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
	text, better, other := "one width for all features is kept: %s %.4g against %.4g with learned widths", s.One, s.Learned
	if s.Better {
		text, better, other = "learned widths: %s %.4g against %.4g with one width for all features", s.Learned, s.One
	}
	return fmt.Sprintf(text, s.LossName, better.Mean, other.Mean) +
		fmt.Sprintf(", a difference of %.4g ± %.4g on %d rows held out", math.Abs(s.Above.Mean), s.Above.SE, s.Held)
}

// scaling compares learned widths with one width.
type scaling struct {
	*Search
	method model.Method
	report func(evaluations int)
	begun  time.Time
	limit  time.Duration // 0 is none
}

// compare learns widths from the rows outside of each part held out, and compares the losses on it.
func (c *scaling) compare(ctx context.Context) (*Scaling, error) {
	s, n := &Scaling{LossName: c.LossName()}, c.Spec.N
	folds := drawFolds(n, min(scalingParts, n), nil, trial.Stream(c.Spec.Seed, "scaling"))
	held := folds[:1]
	if n <= fewRows {
		held = folds[:2]
	}
	var learned, one []float64
	var last *ard.Found
	for i, part := range held {
		rng := trial.Stream(c.Spec.Seed, "scaling", i)
		out := slices.DeleteFunc(rng.Perm(n), func(row int) bool {
			_, in := slices.BinarySearch(part, row)
			return in
		})
		found, median, err := c.learn(ctx, float64(i+1)/float64(len(held)), out, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || found == nil {
			break // there was no time, or the evidence has no value
		}
		last, part, out = found, part[:min(len(part), comparedRows)], out[:min(len(out), comparedRows)]
		c.Mus = musFrom(found.Mu)
		a, err := c.squares(ctx, found.Widths, gammasAround(c.family, 1, 1), out, part)
		if err != nil {
			return nil, err
		}
		b, err := c.squares(ctx, "", gammasAround(c.family, median, 2), out, part)
		if err != nil {
			return nil, err
		}
		s.Held += len(part)
		pairs := max(1, min(scalingPairs/len(held), len(part)/2))
		for k := range pairs {
			learned, one = append(learned, rootMean(a, k, pairs)), append(one, rootMean(b, k, pairs))
		}
	}
	if last == nil {
		return s, nil
	}
	s.Learned, s.One, s.Above = Mean(learned), Mean(one), difference(learned, one)
	if s.Better = s.Above.Mean < 0; s.Better { // goes on with all rows
		found, _, err := c.learn(ctx, 1, trial.Stream(c.Spec.Seed, "scaling", n).Perm(n), last)
		if err == nil && found != nil {
			last = found
		}
	}
	s.Widths, s.Mu = last.Widths, last.Mu
	return s, nil
}

// learn learns widths from training rows in a random order until a share of the limit, or goes on from some with all
// of them. It also returns the median distance.
func (c *scaling) learn(ctx context.Context, share float64, order []int, from *ard.Found) (*ard.Found, float64, error) {
	if c.limit > 0 {
		left := time.Duration(share*float64(c.limit)) - time.Since(c.begun)
		limited, cancel := context.WithTimeout(ctx, max(0, left))
		defer cancel()
		ctx = limited
	}
	order = order[:min(len(order), mostRows)]
	rows, err := trial.RowsOf(trial.Pick(c.train, order), nil, trial.Scale{Standardize: c.Spec.Standardize})
	if err != nil {
		return nil, 0, err
	}
	var sizes []ard.Size
	for _, size := range widthParts {
		size.Rows = min(size.Rows, len(order))
		sizes = append(sizes, ard.Size{Rows: size.Rows, Landmarks: min(size.Landmarks, (size.Rows+1)/2)})
	}
	if n := len(order); from != nil {
		sizes = []ard.Size{{Rows: n, Landmarks: min(n, mostRows*leastM/n)}}
	}
	median := kernel.DistancesOf(rows.Train.X, c.family.Geometry, trial.Stream(c.Spec.Seed, "width")).Median
	problem := ard.Problem{X: rows.Train.X, Y: rows.Train.Y, Family: c.family, From: from, Report: c.report}
	found, err := ard.Learn(ctx, problem, slices.Compact(sizes), median)
	return found, median, err
}

// rootMean returns the root of the mean of every step-th value from the one at an index.
func rootMean(values []float64, from, step int) float64 {
	sum, count := 0.0, 0.0
	for i := from; i < len(values); i += step {
		sum, count = sum+values[i], count+1
	}
	return math.Sqrt(sum / count)
}

// squares returns the squared errors on rows held out, with widths at the γ and μ with the least loss.
func (c *scaling) squares(ctx context.Context, widths kernel.Widths, gammas []float64,
	in, out []int) ([]float64, error) {
	c.Spec.Widths, c.Gammas = widths, gammas
	m := float64(min(comparedM, (len(in)+1)/2))
	nystrom := Configuration{Method: c.method.Name, method: c.method, Values: model.Values{model.BudgetName: m}}
	rows, err := trial.RowsOf(trial.Pick(c.train, in), trial.Pick(c.train, out), c.Spec.Scale)
	if err != nil {
		return nil, err
	}
	least, best := math.Inf(1), []float64(nil)
	for gamma := range gammas {
		o, _ := c.Search.learn(ctx, nystrom, gamma, c.Mus, fitRows{rows, "scaling", 1, true}) // no losses if a fit failed
		for mu, loss := range o.losses {
			if loss < least {
				least, best = loss, o.predicted[mu]
			}
		}
	}
	for i := range best {
		best[i] = math.Pow(best[i]-rows.Test.Y[i], 2)
	}
	return best, ctx.Err()
}
