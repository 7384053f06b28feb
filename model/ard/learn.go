// Package ard learns a width for each feature: automatic relevance determination (MacKay 1994; Neal 1996), by the
// gradient of the evidence of Gaussian process regression and, for classes, of the log probability of held-out rows.
//
//	found, err := ard.Learn(ctx, ard.Problem{X: x, Y: y, Family: family, Landmarks: rows}, start, rng)
//	found.Widths // ℓ, one for each feature: features that do not matter have large ones
//
// The evidence is the lower bound of Titsias (2009) on m landmarks. It needs no test rows, and one value with its
// gradient takes O(n·m·(m + d)). The widths are those of one stationary kernel with σ = 1 on features divided by them.
//
// Classes have no noise model: their numbers' evidence only gives the widths from which the cross-validated loss of
// logistic regression takes over, which also finds the ridge that this needs. From other widths that loss ends at worse
// ones for rows that it has not seen.
//
// It is the wrong choice for kernels that are not functions of the features' differences; where few landmarks
// can't represent the kernel, as then the bound prefers wide kernels to right ones; and where the noise differs much
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

// Problem is a regression or a classification whose widths are to be found.
type Problem struct {
	X         *mat.Dense    // n×d, one point a row, not divided by widths; read only
	Y         *mat.Dense    // n×q targets, at least one column; read only
	Family    kernel.Family // a family that takes widths and is Differentiable
	Landmarks []int         // m different rows of X

	// Classes says that each column of Y is 1 for the rows of one class and 0 for others. Of two classes, only the
	// second has a column.
	Classes bool

	Report func(Progress) // called after every evaluation of the criterion; nil for none
}

// Start is where a search begins: one width for all features, and μ.
type Start struct{ Width, Mu float64 }

// Found is the result of Learn.
type Found struct {
	Widths      kernel.Widths // ℓ, one for each feature, in the units of X
	Mu          float64       // the ridge: variance of the noise over the amplitude of the kernel
	Bound       float64       // lower bound of the log evidence, in nats; summed over the targets. For classes, before the rows held out changed the widths
	OneWidth    float64       // the bound with the best single width for all features
	Loss        float64       // for classes: the mean of −log p over held-out rows, summed over the columns; else 0
	LossBefore  float64       // the same where the bound is largest
	Evaluations int           // values of the criteria, each with its gradient
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

	// With a smaller ridge held-out rows of the search favour ever wider kernels, and rows that it has not seen do not.
	muLeastOfClasses = 1e-2
)

// Learn maximises the bound over the widths and μ by L-BFGS. It first finds the best single width, then goes on
// from there and from two points near it, drawn from rng, and takes the best end. For classes it goes on from that
// by the log probability of held-out rows. The error is the context's.
func Learn(ctx context.Context, p Problem, start Start, rng *rand.Rand) (*Found, error) {
	_, d := p.X.Dims()
	s := &search{ctx: ctx, problem: p, criterion: newBound(p).at, start: start, muLeast: muLeast}
	joint := s.run(true, []float64{math.Log(start.Width), math.Log(start.Mu)})
	var best end
	for i := range starts {
		theta := append(slices.Repeat([]float64{joint.theta[0]}, d), joint.theta[1])
		for j := range d {
			theta[j] += spread * float64(min(i, 1)) * rng.NormFloat64()
		}
		if to := s.run(false, theta); to.value > best.value || i == 0 {
			best = to
		}
	}
	found := &Found{Bound: best.value, OneWidth: joint.value}
	if p.Classes && ctx.Err() == nil {
		s.criterion, s.muLeast = newLoss(p).at, muLeastOfClasses
		best = s.run(false, best.theta)
		rows := float64(len(p.Y.RawMatrix().Data) / p.Y.RawMatrix().Cols)
		found.Loss, found.LossBefore = -best.value/rows, -best.first/rows
	}
	widths := make([]float64, d)
	for j := range widths {
		widths[j] = math.Exp(best.theta[j])
	}
	found.Widths, found.Mu, found.Evaluations = kernel.WidthsOf(rounded(widths)), rounded([]float64{math.Exp(best.theta[d])})[0], s.evaluations
	return found, ctx.Err()
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
	ctx     context.Context
	problem Problem
	// criterion returns what is maximised, and writes its gradient by log ℓ and, last, log μ.
	criterion   func(ctx context.Context, widths []float64, mu float64, gradient []float64) (float64, error)
	start       Start
	muLeast     float64
	searches    int // begun
	evaluations int
}

// end is a point, log ℓ and log μ, with its value and that of the point from which it was reached.
type end struct {
	theta        []float64
	value, first float64
}

// run maximises the criterion from theta. With joint, all features share one width.
func (s *search) run(joint bool, theta []float64) end {
	s.searches++
	best := end{theta: slices.Clone(theta), value: math.Inf(-1), first: math.NaN()}
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
			if x[j] != inside[j] { // beyond the range the criterion is constant
				gradient[j] = 0
			}
		}
		if math.IsNaN(best.first) {
			best.first = value
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
		MajorIterations: mostIterations, GradientThreshold: 1e-3,
		Converger: &optimize.FunctionConverge{Absolute: 1e-3, Relative: 1e-6, Iterations: 5},
	}
	// A line search that fails ends at the best point so far, which is what counts.
	_, _ = optimize.Minimize(problem, theta, settings, &optimize.LBFGS{})
	return best
}

// most returns how many searches there are.
func (s *search) most() int {
	if s.problem.Classes {
		return 2 + starts
	}
	return 1 + starts
}

// clip returns the point of the range that is next to theta.
func (s *search) clip(theta []float64) []float64 {
	inside := slices.Clone(theta)
	last := len(theta) - 1
	middle, reach := math.Log(s.start.Width), math.Log(widthRange)
	for j := range last {
		inside[j] = min(max(theta[j], middle-reach), middle+reach)
	}
	inside[last] = min(max(theta[last], math.Log(s.muLeast)), math.Log(muMost))
	return inside
}

// evaluate returns the criterion at a point, and writes its gradient. A value that is not finite, which belongs to a
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
		s.problem.Report(Progress{s.searches, s.most(), s.evaluations})
	}
	all := make([]float64, d+1)
	value, err := s.criterion(s.ctx, widths, math.Exp(theta[last]), all)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || floats.HasNaN(all) {
		clear(gradient)
		return -1e300
	}
	copy(gradient, all)
	if joint {
		gradient[0], gradient[1] = floats.Sum(all[:d]), all[d]
	}
	return value
}
