package trial

import (
	"context"
	"math"
	"sort"
	"time"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/exact"
)

// Smallest is the smallest m that meets a condition.
type Smallest struct {
	M        int
	Estimate exact.Estimate // of the condition's figure at M
	Tried    int            // values of m at which the figure was computed
	Whole    int            // of these, by a fit to all rows

	// Fit is that of the trial with this M, or nil if the search has not made it.
	Fit *Fit
}

// Limits of the search.
const (
	firstBudget = 16   // where it begins
	fewestRows  = 256  // sampled for an estimate
	cheapRows   = 1024 // that may be sampled, however cheap a fit is
	mostRows    = 2048 // sampled for an estimate
	accurate    = 0.06 // relative standard error at which more rows are not sampled
	tolerated   = 0.1  // a figure above the bound by so much, relatively, still meets it
	closeEnough = 0.1  // a figure of at least 1/(1+closeEnough) of the bound is close enough to it
	closeFits   = 0.5  // the same if another m costs another fit
	closeFit    = 1    // the same where m was predicted and another would cost a second fit
	spared      = 1.4  // the same: another m would be smaller by no more than this factor
	closeGlance = 0.2  // the same where m is predicted by pilots, which are as far from a fit
	apartGlance = 0.3  // likewise: between an m that meets it and one that does not
	safety      = 0.9  // of the bound is sought where m is predicted
	fewestPart  = 512  // rows of the part
	partRows    = 16   // of which there is one in so many in the part, if these are more
)

// Smallest finds the smallest m, from 1 to n or the largest for which afford returns nil, at which the
// trial's K̃ meets the condition. For n above 512 the figure is an estimate from sampled rows, as few as are
// accurate to 6 %, but at most 1024 or a fourth of the fit's entries; once an error is not accurate to 10 %, they are joined by up to
// 256 rows that few others resemble, see [exact.Outlying]. The estimate plus its standard error has to meet the
// condition, and plus two of them to be at most a tenth above it. There is no pass over K. Where the draws for another m are
// others, the figure falls with m on average only, and M is the smallest but for a few per cent.
//
//   - A [model.Grower] goes on with one fit until the condition is met, and hardly further, as a column costs more than a
//     look at the figure. A trace is that of its columns, exactly. M is the smallest without exception.
//   - A [model.Nester] goes on from one m to the next at the sampled rows s alone, O(s·m²+s²·m) for all m together. Only
//     the fit itself remains to be done.
//   - For another method that draws without reading K ([model.Method.Oblivious]), K̃ at the trial's own draws is
//     computed on the sampled rows, O(s·m²+m³) for each m tried.
//   - Any other method is fitted to a sixteenth of the rows, or makes pilots, if it is [model.Piloted]. That predicts m. Then
//     it is fitted to all rows, again with another m if the condition is not met, or if the figure is below half of the bound
//     and another m would be smaller by more than 1.4: M may be larger than the smallest by so much.
//
// For a condition on evidence_gap see smallestGap. It needs a target, a ridge μ > 0 and a method with K̃ ⪯ K, or the
// error is a *TargetError.
//
// The result depends on the setting and the condition only. The error is an *UnreachableError if no m meets the
// condition, the method's, or the context's. The method must have the parameter m.
func (t *Trial) Smallest(ctx context.Context, c Condition, afford func(m int) error) (Smallest, error) {
	if c.Figure == gapFigure {
		return t.smallestGap(ctx, c, afford)
	}
	s := search{Trial: t, condition: c, bound: c.bound(), afford: afford}
	most, limited := t.largest(afford)
	if most < 1 {
		return Smallest{}, afford(1)
	}
	var err error
	if s.gauge, err = newGauge(t, t.Gram, s.bound, c.Most); err != nil {
		return Smallest{}, err
	}
	f := t.Fitter()
	grower, grows := f.(model.Grower)
	nester, nests := f.(model.Nester)
	many := t.Gram.N() > 2*cheapRows // else figures may be exact, from all rows
	d := descent{from: min(firstBudget, most), most: most, close: closeEnough}
	switch {
	case grows:
		if s.growth, err = grower.Grow(t.Gram, t.stream()); err != nil {
			return Smallest{}, err
		}
		d.figure, d.cautious, d.close = s.grown, true, 0 // K̃ at another m costs little, and less than columns too many
		switch {
		case s.bound.diagonal:
			d.figure, d.leap = s.traced, 1.1
		case many:
			d.figure, d.leap = s.nested(s.growth), 1.2
		default:
			d.leap = 1.5
		}
	case many && nests && nester.Nests():
		d.figure, d.leap = s.nested(nester.Nest(t.Gram.View(), t.stream())), 2
	case t.Method.Oblivious && !t.Method.Quadratic(f):
		d.figure = s.streamed
	default:
		d.figure = s.fitted
		if n := t.Gram.N(); partOf(n) < n {
			if err := s.predict(ctx, &d); err != nil {
				return Smallest{}, err
			}
		}
	}
	m, e, err := d.run(ctx, c.Most)
	if err != nil {
		return Smallest{}, err
	}
	if m > most {
		return Smallest{}, s.unreachable(ctx, most, limited, e)
	}
	if grows {
		if s.met, err = s.grow(ctx, m); err != nil {
			return Smallest{}, err
		}
	}
	return Smallest{M: m, Estimate: e, Tried: s.tried, Whole: s.whole, Fit: s.met}, nil
}

// largest returns the largest m that makes sense and that afford allows, and whether afford limits it. It is 0
// if none is allowed.
func (t *Trial) largest(afford func(m int) error) (most int, limited bool) {
	most = int(model.Budget(nil).Max)
	if !t.Method.Features {
		most = min(most, t.Gram.N())
	}
	if z := t.Gram.Given(); t.Method.Needs.Landmarks && z != nil {
		rows, _ := z.Dims()
		most = min(most, rows)
	}
	if afford == nil || afford(most) == nil {
		return most, false
	}
	return sort.Search(most, func(i int) bool { return afford(i+1) != nil }), true
}

// search is the search of Smallest.
type search struct {
	*Trial
	condition Condition
	bound     bound
	gauge     *gauge
	afford    func(m int) error
	growth    model.Growth

	last     int     // rank of the last K̃
	tried    int     // values of m
	whole    int     // of these, fits to all rows
	seconds  float64 // of a growing fit
	diagonal float64 // tr K; 0 if it is not known
	met      *Fit    // to all rows, of the smallest m so far that meets the condition; nil if it is not kept
}

// at returns the trial with another m, on a view of a kernel matrix.
func (s *search) at(m int, g *model.Gram) *Trial {
	setting := s.With(model.BudgetName, float64(m))
	return &Trial{Setting: setting, Rows: s.Rows, Gram: g.View(), Key: []any{s.Draw.Rep, setting.MethodKey()}}
}

// grown measures a growing fit.
func (s *search) grown(ctx context.Context, m int) (exact.Estimate, error) {
	f, err := s.grow(ctx, m)
	if err != nil {
		return exact.Estimate{}, err
	}
	return s.measured(ctx, m, f)
}

// traced returns the trace of K−K̃ of a growing fit, relative to that of K.
func (s *search) traced(ctx context.Context, m int) (e exact.Estimate, err error) {
	if s.diagonal == 0 {
		own := make([]float64, s.Gram.N())
		s.Gram.View().Diag(own)
		s.diagonal = floats.Sum(own)
	}
	start := time.Now()
	trace, rank, err := s.growth.Trace(ctx, m)
	s.seconds += time.Since(start).Seconds()
	s.tried, s.last = s.tried+1, rank
	return exact.Estimate{Value: max(0, (s.diagonal-trace)/s.diagonal), SE: math.NaN(), Exact: true}, err
}

func (s *search) grow(ctx context.Context, m int) (*Fit, error) {
	start := time.Now()
	a, entries, err := s.growth.To(ctx, m)
	if err != nil {
		return nil, err
	}
	s.seconds += time.Since(start).Seconds()
	f := fitOf(a, s.seconds)
	f.Entries, f.Cached = entries, s.Gram.Shared()
	return f, nil
}

// nested returns a function that measures K̃ by its features at the sampled rows.
func (s *search) nested(nest model.Nest) func(context.Context, int) (exact.Estimate, error) {
	g := &nestedGauge{gauge: s.gauge, nest: nest, samples: map[int]*nestedSample{}}
	return func(ctx context.Context, m int) (exact.Estimate, error) {
		s.tried++
		e, err := g.figure(ctx, m)
		s.last = g.rank
		return e, err
	}
}

// streamed measures K̃ of a method whose fit takes time for each row, without the rows that are not sampled.
func (s *search) streamed(ctx context.Context, m int) (exact.Estimate, error) {
	t := s.at(m, s.Gram)
	t.Gram.SetFactorLimit(0)
	f, err := t.Fit(ctx)
	if err != nil {
		return exact.Estimate{}, err
	}
	return s.measured(ctx, m, f)
}

// fitted measures a fit to all rows, and keeps it if it meets the condition.
func (s *search) fitted(ctx context.Context, m int) (exact.Estimate, error) {
	f, err := s.at(m, s.Gram).Fit(ctx)
	if err != nil {
		return exact.Estimate{}, err
	}
	s.whole++
	e, err := s.measured(ctx, m, f)
	if err == nil {
		s.keep(m, e, f)
	}
	return e, err
}

// keep keeps the fit with m if its figure meets the condition and another fit has room beside it.
func (s *search) keep(m int, e exact.Estimate, f *Fit) {
	if upper(e) > s.condition.Most {
		return
	}
	s.met = nil
	if s.afford == nil || s.afford(2*m) == nil {
		s.met = f
	}
}

func (s *search) measured(ctx context.Context, m int, f *Fit) (exact.Estimate, error) {
	s.tried++
	s.last = f.Rank
	return s.gauge.figure(ctx, f.Approx, m)
}

// unreachable returns the error of a condition that is not met at the largest m.
func (s *search) unreachable(ctx context.Context, most int, limited bool, e exact.Estimate) error {
	out := &UnreachableError{Condition: s.condition, Method: s.Method.Name, M: most, Limited: limited, Reached: e, Rank: s.last, Floor: math.NaN()}
	floor, known, err := s.floor(ctx, s.bound)
	if err != nil {
		return err
	}
	if known {
		out.Floor = floor
	}
	return out
}

// floor returns the least value of a figure that K̃ of the rank of the last one can have, and whether it is known.
func (s *search) floor(ctx context.Context, of bound) (least float64, known bool, err error) {
	const cubic = 1500 // rows of which all eigenvalues take about as long as the search
	r, err := exact.NewReference(s.Gram, s.Gram.N() <= cubic, [2]uint64{s.Draw.Seed, Hash("smallest m", s.Draw.Rep)})
	if err != nil {
		return 0, false, err
	}
	e, known, err := of.floor(r, ctx, s.last)
	return e.Value, known, err
}
