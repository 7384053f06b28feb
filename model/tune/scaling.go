package tune

import (
	"context"
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

// Scaling says whether a search had better give each feature a width of its own.
type Scaling struct {
	Widths       kernel.Widths // learned, one for each feature; empty if there was no time for any
	Mu           float64       // of the evidence with these
	Learned, One Estimate      // losses on rows held out, with widths learned from the others and with one width
	Above        Estimate      // Learned − One, by pairs
	LossName     string
	Held         int  // number of rows held out
	Better       bool // whether the search is to have the learned widths
	Took         time.Duration
}

const (
	scalingShare  = 0.2  // of the time of a search, for learning widths
	comparedShare = 0.75 // of that, for the widths that are compared, if others are then learned from all rows
	scalingParts  = 4    // of the rows, of which one or more are held out
	scalingPairs  = 6    // of losses that are compared
	comparedRows  = 1000 // most rows to which the regressions that are compared are fitted, and most that they predict
	comparedM     = 200
)

// widthParts are the parts of a problem from which widths are learned one after another. With fewer landmarks the first part
// may end at a maximum where a short width, which they do not resolve, is taken for noise.
var widthParts = []ard.Size{{Rows: 500, Landmarks: 125}, {Rows: 1000, Landmarks: 200}, {Rows: 4000, Landmarks: 400}}

// ChooseScaling learns a width for each feature in a share of the time of a search, and compares the regression with
// them to that with one width for all features on rows that the widths have not seen: they are learned from three quarters of
// the rows, γ and μ of both are the best of a short list, and the losses on the same parts of the fourth quarter are
// compared in pairs. Of few rows, two quarters are held out in turn. The scaling with the lower loss is
// better. If rows are few, they are then improved with all of them.
//
// Widths are learned by [ard.Grow] as far as the time goes. Without a limit of time they depend only on the spec. The errors are
// those of [LearnWidths] and [Prepare].
func ChooseScaling(ctx context.Context, spec SearchSpec, methods []model.Method, source data.Source) (*Scaling, error) {
	return chooseScaling(ctx, spec, methods, source, wallClock())
}

func chooseScaling(ctx context.Context, spec SearchSpec, methods []model.Method, source data.Source, clock clock) (*Scaling, error) {
	begun := clock.now()
	if err := checkWidths(spec.Spec, source); err != nil {
		return nil, err
	}
	like := spec.Spec
	like.Methods, like.Mus, like.Gammas, like.Folds = []string{"nystrom"}, nil, nil, 2
	plan, err := prepare(like, methods, source)
	if err != nil {
		return nil, err
	}
	if plan.Learner != trial.LearnRidge {
		return nil, &sweep.SpecError{Problem: "widths are learned for regressions, and the learner " + plan.Learner + " separates classes", Remedies: remedy.Change(remedy.Omit, "widths").Or(trial.AsNumber())}
	}
	c := &scaling{plan: plan, clock: clock, begun: begun, limit: time.Duration(scalingShare * float64(spec.Time))}
	s, err := c.compare(ctx)
	if err != nil {
		return nil, err
	}
	if s.Better {
		c.improve(ctx, s)
	}
	s.Took = clock.now().Sub(begun)
	return s, ctx.Err()
}

// Apply returns the spec of the search that follows, with the widths if they are better, and with the time that is left.
func (s *Scaling) Apply(spec SearchSpec) SearchSpec {
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

// scaling compares learned widths with one width.
type scaling struct {
	plan  *Plan
	clock clock
	begun time.Time
	limit time.Duration // 0 is none
	last  *ard.Found    // from the rows outside of the part that was held out last
}

// within returns a context that ends after a share of the limit.
func (c *scaling) within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if c.limit == 0 {
		return context.WithCancel(ctx)
	}
	return c.clock.within(ctx, max(0, time.Duration(share*float64(c.limit))-c.clock.now().Sub(c.begun)))
}

// heldParts returns how many of the parts of n rows are held out: two if a quarter is few rows.
func heldParts(n int) int {
	if n <= 1000 {
		return 2
	}
	return 1
}

// compare learns widths from the rows outside of each part held out, and compares the losses on it.
func (c *scaling) compare(ctx context.Context) (*Scaling, error) {
	n := c.plan.Spec.N
	parts := min(scalingParts, n)
	held := drawFolds(n, parts, c.plan.labels, trial.Stream(c.plan.Spec.Seed, "scaling"))[:min(heldParts(n), parts)]
	s := &Scaling{LossName: c.plan.LossName()}
	var learned, one []float64
	for i, part := range held {
		rng := trial.Stream(c.plan.Spec.Seed, "scaling", i)
		var out []int
		for _, row := range rng.Perm(n) {
			if _, in := slices.BinarySearch(part, row); !in {
				out = append(out, row)
			}
		}
		share := 1.0
		if len(held) > 1 {
			share = comparedShare * float64(i+1) / float64(len(held))
		}
		limited, cancel := c.within(ctx, share)
		found, err := c.learn(limited, out, widthParts, nil)
		cancel()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || found.Widths == kernel.WidthsOf(slices.Repeat([]float64{found.Single}, c.plan.train.X.RawMatrix().Cols)) {
			break // there was no time for more than a single width
		}
		c.last = found
		part = part[:min(len(part), comparedRows)]
		a, b, err := c.losses(ctx, out[:min(len(out), comparedRows)], chunks(part, (scalingPairs+len(held)-1)/len(held)), found)
		if err != nil {
			return nil, err
		}
		learned, one, s.Held = append(learned, a...), append(one, b...), s.Held+len(part)
	}
	if c.last == nil {
		return s, nil
	}
	s.Widths, s.Mu = c.last.Widths, c.last.Mu
	s.Learned, s.One, s.Above = Mean(learned), Mean(one), difference(learned, one)
	s.Better = s.Above.Mean < 0
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

// improve goes on from the widths that were compared with all rows. Where a single quarter was held out, the others have enough
// rows for the widths, and the time is better spent on the search.
func (c *scaling) improve(ctx context.Context, s *Scaling) {
	if heldParts(c.plan.Spec.N) == 1 {
		return
	}
	limited, cancel := c.within(ctx, 1)
	defer cancel()
	order := trial.Stream(c.plan.Spec.Seed, "widths").Perm(c.plan.Spec.N)
	if found, err := c.learn(limited, order, widthParts[len(widthParts)-1:], c.last); err == nil {
		s.Widths, s.Mu = found.Widths, found.Mu
	}
}

// learn learns widths from some training rows, in a random order, from scratch or from what was found on others.
func (c *scaling) learn(ctx context.Context, order []int, parts []ard.Size, from *ard.Found) (*ard.Found, error) {
	largest := parts[len(parts)-1]
	order = order[:min(len(order), largest.Rows)]
	problem, start, err := widthProblem(c.plan.Spec, c.plan.train, order, largest.Landmarks)
	if err != nil {
		return nil, err
	}
	if from != nil {
		start.Widths, start.Mu = from.Widths, from.Mu
	}
	var sizes []ard.Size
	for _, size := range parts {
		size.Rows = min(size.Rows, len(order))
		size.Landmarks = min(size.Landmarks, (size.Rows+1)/2)
		if len(sizes) == 0 || size != sizes[len(sizes)-1] {
			sizes = append(sizes, size)
		}
	}
	return ard.Grow(ctx, problem, sizes, start)
}

// losses returns the losses on parts of the rows held out, with learned widths and with one width, each at the γ and μ of a
// list that are best on all of them.
func (c *scaling) losses(ctx context.Context, in []int, held [][]int, found *ard.Found) (learned, one []float64, err error) {
	each, same := *c.plan, *c.plan
	each.Spec.Widths = found.Widths
	each.Gammas, same.Gammas = gammasAround(each.family, 1, 1), gammasAround(each.family, found.Single, 2)
	for _, p := range []*Plan{&each, &same} {
		p.Mus = MusFrom(found.Mu)
		p.Spec.Values = p.Spec.WithAll(model.Values{model.BudgetName: float64(min(comparedM, (len(in)+1)/2))}).Values
	}
	if learned, err = bestOn(ctx, &each, in, held); err != nil {
		return nil, nil, err
	}
	one, err = bestOn(ctx, &same, in, held)
	return learned, one, err
}

// gammasAround returns the γ of a width σ and of some doubled and halved ones, ascending.
func gammasAround(family kernel.Family, sigma float64, steps int) (gammas []float64) {
	for step := steps; step >= -steps; step-- {
		if g, err := model.Gamma(nil).Check(family.GammaOf(math.Ldexp(sigma, step))); err == nil {
			gammas = append(gammas, g)
		}
	}
	return gammas
}

// bestOn returns the losses on parts of the rows held out, at the plan's γ and μ with the least loss on all of them.
func bestOn(ctx context.Context, p *Plan, in []int, held [][]int) ([]float64, error) {
	lossesAt := func(gamma int, mus []float64, out []int) ([]float64, error) {
		rows, err := trial.RowsOf(trial.Pick(p.train, in), trial.Pick(p.train, out), p.Spec.Scale)
		if err != nil {
			return nil, err
		}
		o, err := p.learn(ctx, p.methods[0], gamma, mus, part{rows, "scaling", 1, true})
		if err != nil {
			return nil, err
		}
		losses := make([]float64, len(mus))
		for i, f := range o.figures {
			losses[i] = f.loss
		}
		return losses, nil
	}
	least, bestGamma, bestMu := math.Inf(1), 0, 0
	for gamma := range p.Gammas {
		losses, err := lossesAt(gamma, p.Mus, slices.Concat(held...))
		if ctx.Err() != nil {
			return nil, err
		}
		for mu, loss := range losses { // none of a fit that failed
			if loss < least {
				least, bestGamma, bestMu = loss, gamma, mu
			}
		}
	}
	var best []float64
	for _, out := range held {
		losses, err := lossesAt(bestGamma, p.Mus[bestMu:bestMu+1], out)
		if err != nil {
			return nil, err
		}
		best = append(best, losses[0])
	}
	return best, nil
}
