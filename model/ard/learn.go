// Package ard learns a width for each feature: automatic relevance determination (MacKay 1994; Neal 1996), by the
// gradient of the evidence of Gaussian process regression.
//
//	found, err := ard.Learn(ctx, ard.Problem{X: x, Y: y, Family: family, Landmarks: rows}, start, rng)
//	found.Widths // ℓ, one for each feature: features that do not matter have large ones
//
// The evidence is the lower bound of Titsias (2009) on m landmarks. It needs no test rows, and one value with its
// gradient takes O(n·m·(m + d)). The widths are those of one stationary kernel with σ = 1 on features divided by them.
//
// [Grow] is for a limited time: it has widths early, from few rows and landmarks, and improves them with more.
//
// It is the wrong choice for kernels that are not functions of the features' differences; where few landmarks
// can't represent the kernel, as then the bound prefers wide kernels to right ones; for classes; and where the noise differs much
// between rows. With many features and few rows, the widths fit the noise.
package ard

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"gramscope/model/kernel"
)

// Problem is a regression whose widths are to be found.
type Problem struct {
	X         *mat.Dense    // n×d, one point a row, not divided by widths; read only
	Y         *mat.Dense    // n×q targets, at least one column; read only
	Family    kernel.Family // a family that takes widths and is Differentiable
	Landmarks []int         // m different rows of X

	Report func(Progress) // called after every evaluation of the bound; nil for none
}

// Start is where a search begins.
type Start struct {
	Width, Mu float64       // one width for all features, and μ
	Widths    kernel.Widths // from which [Grow] goes on, in place of the best single width; may be empty
}

// Found is the result of Learn.
type Found struct {
	Widths      kernel.Widths // ℓ, one for each feature, in the units of X
	Mu          float64       // the ridge: variance of the noise over the amplitude of the kernel
	Single      float64       // the best single width for all features, by the evidence
	Bound       float64       // lower bound of the log evidence, in nats; summed over the targets
	OneWidth    float64       // the bound with the best single width for all features
	Rows        int           // from which it was found
	Evaluations int           // values of the bound, each with its gradient
}

// Progress is how far Learn is.
type Progress struct {
	Search, Searches int // the search under way, from 1, and how many there are at most
	Evaluations      int // so far, of all searches
}

// Ranges of the search, as factors of the start.
const (
	widthRange = 1e4
	muLeast    = 1e-8
	muMost     = 1e4
)

// Learn maximises the bound over the widths and μ by L-BFGS. It first finds the best single width, then goes on
// from there and from two points near it, drawn from rng, and takes the best end.
//
// When ctx ends, Learn returns the best widths so far with the context's error; nil if there are none.
func Learn(ctx context.Context, p Problem, start Start, rng *rand.Rand) (*Found, error) {
	s := newSearch(ctx, p, start)
	one := s.run(true, []float64{math.Log(start.Width), math.Log(start.Mu)})
	best := s.each(one)
	for i := range starts {
		theta := s.each(one).theta
		for j := range len(theta) - 1 {
			theta[j] += spread * float64(min(i, 1)) * rng.NormFloat64()
		}
		if to := s.run(false, theta); to.value > best.value {
			best = to
		}
	}
	found := &Found{Bound: best.value, OneWidth: one.value}
	return s.finish(found, best, one.theta[0])
}

// finish enters a point and the logarithm of the best single width as what was found. Without a value there is nothing.
func (s *search) finish(found *Found, at end, single float64) (*Found, error) {
	if !at.known() {
		return nil, s.ctx.Err()
	}
	last := len(at.theta) - 1
	widths := make([]float64, last)
	for j := range widths {
		widths[j] = math.Exp(at.theta[j])
	}
	found.Rows, _ = s.problem.X.Dims()
	found.Widths, found.Mu, found.Evaluations = kernel.WidthsOf(rounded(widths)), rounded([]float64{math.Exp(at.theta[last])})[0], s.evaluations
	found.Single = rounded([]float64{math.Exp(single)})[0]
	return found, s.ctx.Err()
}

const (
	starts         = 3
	spread         = 0.7 // standard deviation of log ℓ among the starts
	mostIterations = 60  // of one search
)

// rounded rounds to four digits. The maximum is not known better.
func rounded(numbers []float64) []float64 {
	for j, v := range numbers {
		numbers[j], _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	}
	return numbers
}

// search runs L-BFGS from several starts.
type search struct {
	ctx         context.Context
	problem     Problem
	bound       *bound
	start       Start
	iterations  int     // of one search, at most
	digits      float64 // a search ends when the bound rises by less than this in five iterations
	searches    int     // begun
	spread      float64 // of log ℓ around their mean, see commonSpread; 0 is any
	evaluations int
}

func newSearch(ctx context.Context, p Problem, start Start) *search {
	return &search{ctx: ctx, problem: p, bound: newBound(p), start: start, iterations: mostIterations, digits: 1e-3}
}

// end is a point, log ℓ and log μ, with its value.
type end struct {
	theta []float64
	value float64
}

// known reports whether the point has a value: the bound could be evaluated.
func (e end) known() bool { return e.value > singular }

// each returns a point with one width for all features as one with a width for each.
func (s *search) each(one end) end {
	_, d := s.problem.X.Dims()
	one.theta = append(slices.Repeat([]float64{one.theta[0]}, d), one.theta[1])
	return one
}

// run maximises the bound from theta. With joint, all features share one width.
func (s *search) run(joint bool, theta []float64) end {
	s.searches++
	best := end{theta: slices.Clone(theta), value: math.Inf(-1)}
	var last []float64
	var value float64
	gradient := make([]float64, len(theta))
	evaluate := func(x []float64) {
		if slices.Equal(last, x) {
			return
		}
		last = slices.Clone(x)
		inside := s.clip(x)
		value = s.evaluate(joint, inside, gradient)
		for j := range x {
			if x[j] != inside[j] { // beyond the range the bound is taken for constant
				gradient[j] = 0
			}
		}
		if value > best.value {
			best.theta, best.value = inside, value
		}
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { evaluate(x); return -value },
		Grad: func(g, x []float64) {
			evaluate(x)
			floats.ScaleTo(g, -1, gradient)
		},
		Status: func() (optimize.Status, error) {
			if s.ctx.Err() != nil {
				return optimize.RuntimeLimit, nil
			}
			return optimize.NotTerminated, nil
		},
	}
	settings := &optimize.Settings{
		MajorIterations: s.iterations, GradientThreshold: 1e-3,
		Converger: &optimize.FunctionConverge{Absolute: s.digits, Relative: 1e-6, Iterations: 5},
	}
	// A line search that fails ends at the best point so far, which is what counts.
	_, _ = optimize.Minimize(problem, theta, settings, &optimize.LBFGS{})
	return best
}

// clip returns the point of the range that is next to theta.
func (s *search) clip(theta []float64) []float64 {
	inside := slices.Clone(theta)
	last := len(theta) - 1
	middle, reach := math.Log(s.start.Width), math.Log(widthRange)
	for j := range last {
		inside[j] = min(max(theta[j], middle-reach), middle+reach)
	}
	inside[last] = min(max(theta[last], math.Log(muLeast)), math.Log(muMost))
	return inside
}

// singular stands for a value that is not finite.
const singular = -1e300

// evaluate returns the bound at a point, and writes its gradient. A value that is not finite, which belongs to a
// singular matrix, becomes a large negative number without a gradient.
func (s *search) evaluate(joint bool, theta, gradient []float64) float64 {
	_, d := s.problem.X.Dims()
	last := len(theta) - 1
	widths := make([]float64, d)
	for j := range widths {
		widths[j] = math.Exp(theta[min(j, last-1)])
	}
	s.evaluations++
	if s.problem.Report != nil {
		s.problem.Report(Progress{s.searches, 1 + starts, s.evaluations})
	}
	all := make([]float64, d+1)
	value, err := s.bound.at(s.ctx, widths, math.Exp(theta[last]), all)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || floats.HasNaN(all) {
		clear(gradient)
		return singular
	}
	copy(gradient, all)
	if joint {
		gradient[0], gradient[1] = floats.Sum(all[:d]), all[d]
	} else if s.spread > 0 {
		mean, variance := floats.Sum(theta[:d])/float64(d), s.spread*s.spread
		for j, v := range theta[:d] {
			value -= (v - mean) * (v - mean) / (2 * variance)
			gradient[j] -= (v - mean) / variance
		}
	}
	return value
}
