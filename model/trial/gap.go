package trial

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
)

// gapFigure is the column of EvidenceUpper − Evidence, in nats of all rows together.
const gapFigure = "evidence_gap"

// gapSafety is the part of the bound that is sought on a sample, on which the gap is a little too small.
const gapSafety = 0.85

// smallestGap is Smallest for a bound on the evidence gap at ridge μ,
//
//	gap = t/2μ + (n/2)·log(yᵀ(K̃+μI)⁻¹y / yᵀ(K̃+(t+μ)I)⁻¹y),  t = tr(K−K̃).
//
// A sample of the rows predicts m, see gapSample. For a method of which no features at few rows are known before a fit,
// or few rows, the search begins where t is so small that the condition is met in any case, found as for a condition on
// error_trace: gap ≤ t/2μ + (n/2)·log(1+t/μ). There, and at other m until the figure is at least two thirds of the bound, it
// fits K̃ and the regression to all rows, so that the figure is exact.
func (t *Trial) smallestGap(ctx context.Context, c Condition, afford func(m int) error) (Smallest, error) {
	if err := t.hasGap(); err != nil {
		return Smallest{}, err
	}
	most, limited := t.largest(afford)
	if most < 1 {
		return Smallest{}, afford(1)
	}
	s := search{Trial: t, condition: c, bound: c.bound(), afford: afford}
	d := descent{most: most, close: closeFits, figure: s.gap}
	own := make([]float64, t.Gram.N())
	t.Gram.View().Diag(own)
	whole := floats.Sum(own)
	sample, err := s.gapSample(ctx)
	if err != nil {
		return Smallest{}, err
	}
	first := Smallest{}
	if sample != nil {
		glance := descent{from: min(firstBudget, most), most: most, close: closeEnough, leap: 2, cautious: true, figure: sample.figure}
		m, _, err := glance.run(ctx, gapSafety*c.Most)
		if err != nil {
			return Smallest{}, err
		}
		d.predicted(min(m, most), glance.slope)
	} else {
		first, err = t.Smallest(ctx, Condition{"error_trace", min(0.99, traceFor(c.Most, t.Mu, float64(len(own)))/whole)}, afford)
		if far := (*UnreachableError)(nil); errors.As(err, &far) {
			first = Smallest{M: far.M, Estimate: far.Reached}
		} else if err != nil {
			return Smallest{}, err
		}
		d.from = first.M
	}
	m, e, err := d.run(ctx, c.Most)
	if err != nil {
		return Smallest{}, err
	}
	if m > most {
		out := &UnreachableError{Condition: c, Method: t.Method.Name, M: most, Limited: limited, Reached: e, Rank: s.last, Floor: math.NaN()}
		least, known, err := s.floor(ctx, Condition{Figure: "error_trace"}.bound())
		if err != nil {
			return Smallest{}, err
		}
		if known {
			out.Floor = least * whole / (2 * t.Mu)
		}
		return Smallest{}, out
	}
	return Smallest{M: m, Estimate: e, Tried: first.Tried + s.tried, Whole: first.Whole + s.whole, Fit: s.met}, nil
}

// hasGap returns a *TargetError if there is no evidence gap.
func (t *Trial) hasGap() error {
	learner := t.Learner
	if learner == "" {
		learner = LearnRidge
	}
	switch y := t.Rows.Train.Y; {
	case y == nil:
		return noGap("there is no target", remedy.By("name one", "target", ""))
	case t.Rows.Train.Classes != nil:
		return noGap("it is of a regression, and the target "+t.Rows.Train.Target+" has classes", AnotherTarget())
	case learner != LearnRidge:
		return noGap(NoProcess(t.Method, learner, t.Solver), AsNumber())
	case floats.Min(y) == floats.Max(y):
		return noGap("all targets are equal", AnotherTarget())
	case !(t.Mu > 0):
		return noGap("it needs a ridge, and mu is 0", remedy.By("give one above 0", string(model.RidgeName), ""))
	case Iterates(t.Solver):
		return noGap(t.Solver+" has no factor of the regression", remedy.By("solve directly", "solver", SolverDirect))
	case t.Method.Exceeds:
		return noGap(NoProcess(t.Method, learner, t.Solver), remedy.By("take nystrom", "method", "nystrom"))
	}
	return CheckTarget(t.Rows.Train)
}

func noGap(why string, remedies remedy.List) error {
	other := remedy.By("bound another figure", string(model.BudgetName), Condition{"error", 0.01}.String())
	return &TargetError{"no " + gapFigure + ": " + why, remedies.Or(other)}
}

// traceFor returns t at which t/2μ + (n/2)·log(1+t/μ) = gap. Newton's iteration for this concave function rises to
// its solution from below.
func traceFor(gap, mu, n float64) float64 {
	x := 2 * gap / (1 + n) // t/μ
	for range 60 {
		x += (gap - x/2 - n/2*math.Log1p(x)) / (0.5 + n/2/(1+x))
	}
	return x * mu
}

// gap measures the evidence gap of a fit to all rows, and keeps the fit if it meets the condition.
func (s *search) gap(ctx context.Context, m int) (e exact.Estimate, err error) {
	t := s.at(m, s.Gram)
	t.Learner, t.OnlyNew = LearnRidge, true
	fit := t.Fit
	if s.growth != nil {
		fit = func(ctx context.Context) (*Fit, error) { return s.grow(ctx, m) }
	}
	f, err := fit(ctx)
	if err != nil {
		return e, err
	}
	s.tried, s.whole, s.last = s.tried+1, s.whole+1, f.Rank
	learned, err := t.Learn(ctx, f, []float64{s.Mu})
	if err == nil {
		err = learned[0].Err
	}
	if err != nil {
		return e, err
	}
	bounds, err := t.Evidence(ctx, learned[0])
	if err != nil {
		return e, err
	}
	if math.IsNaN(bounds.Gap()) {
		return e, noGap("the regression on K̃ of "+s.Method.Name+" is not one of features", remedy.By("take nystrom", "method", "nystrom"))
	}
	e = exact.Estimate{Value: max(0, bounds.Gap()), SE: math.NaN(), Exact: true}
	if !s.OnlyNew {
		f.decomposition = nil // made for new rows only
	}
	s.keep(m, e, f)
	return e, nil
}
