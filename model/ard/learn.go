// Package ard learns a width for each feature: automatic relevance determination (MacKay 1994; Neal 1996), by the
// gradient of the evidence of Gaussian process regression.
//
//	found, err := ard.Learn(ctx, ard.Problem{X: x, Y: y, Family: family}, sizes, start)
//	found.Widths // ℓ, one for each feature: features that do not matter have large ones
//
// The evidence is the lower bound of Titsias (2009) on m landmarks. It needs no test rows, and one value with its
// gradient takes O(n·m·(m + d)). The widths are those of one stationary kernel with σ = 1 on features divided by them.
//
// It is the wrong choice for kernels that are not functions of the features' differences; where few landmarks
// can't represent the kernel, as then the bound prefers wide kernels to right ones; for classes; and where the noise differs much
// between rows. With many features and few rows, the widths fit the noise.
package ard

import (
	"context"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"gramscope/model/kernel"
)

// Problem is a regression whose widths are to be found. Its rows are in a random order.
type Problem struct {
	X      *mat.Dense    // n×d, one point a row, not divided by widths; read only
	Y      []float64     // n targets; read only
	Family kernel.Family // a family that takes widths and is Differentiable

	Report func(evaluations int) // called after every evaluation of the bound; nil for none
}

// Size is a part of a problem: its first rows, of which the first are landmarks.
type Size struct{ Rows, Landmarks int }

// Start is where a search begins.
type Start struct {
	Width, Mu float64       // one width for all features, and μ
	Widths    kernel.Widths // from which Learn goes on, in place of the best single width; may be empty
}

// Found is the result of Learn.
type Found struct {
	Widths kernel.Widths // ℓ, one for each feature, in the units of X
	Mu     float64       // the ridge: variance of the noise over the amplitude of the kernel
	Single float64       // the best single width for all features, by the evidence of the first part
	Bound  float64       // lower bound of the log evidence on the last part, in nats, with commonSpread
	Rows   int           // of that part
}

const (
	// Ranges of the search, as factors of the start.
	widthRange = 1e4
	muLeast    = 1e-8
	muMost     = 1e4

	// A search on a part ends early: widths that are still on their way to the maximum predict about as well, and the single
	// width is where those of the features begin.
	singleIterations = 10
	partIterations   = 30
	partDigits       = 0.3 // nats by which the bound rises in five iterations

	// commonSpread is the standard deviation of log ℓ around their mean, of the normal distribution by which the widths are
	// drawn to each other. A feature whose width is ten times the others' hardly counts: the evidence of going further
	// is that of the few landmarks, or of noise.
	commonSpread = 0.42

	// narrowStart is the factor of the best single width at which the second search on the first part begins. The evidence
	// has a maximum where a feature that matters at a short width is taken for noise, and from one wide kernel a search often
	// ends there.
	narrowStart = 0.3
)

// Learn maximises the bound over the widths and μ by L-BFGS, on the smallest of the parts first, and goes on from there on
// each larger one. On the first part it searches from the best single width and from a narrower one. The evidence has a normal
// distribution of the logarithms of the widths around their mean as a factor, so that widths differ no more than the rows
// call for.
//
// When ctx ends, Learn returns the best widths so far without an error: those of the part that it is at, or those of the part
// before if this one has none yet. The error is the context's if there are none at all.
func Learn(ctx context.Context, p Problem, parts []Size, start Start) (*Found, error) {
	theta := []float64{math.Log(start.Width), math.Log(start.Mu)} // log ℓ and, last, log μ
	if start.Widths != "" {
		theta = append(start.Widths.Numbers(), start.Mu)
		for j, v := range theta {
			theta[j] = math.Log(v)
		}
	}
	single, evaluations := theta[0], 0
	var found *Found
	for at, size := range parts {
		s := &search{ctx: ctx, start: start, report: p.Report, bound: newBound(p, size), evaluations: evaluations}
		best := end{theta: theta, value: singular}
		if at == 0 && start.Widths == "" {
			s.joint = true
			best = s.run(theta, singleIterations)
			s.joint = false
			single = best.theta[0]
			best.theta = append(slices.Repeat(best.theta[:1], p.X.RawMatrix().Cols), best.theta[1])
			narrow := slices.Clone(best.theta)
			floats.AddConst(math.Log(narrowStart), narrow[:len(narrow)-1])
			best = best.or(s.run(best.theta, partIterations)).or(s.run(narrow, partIterations))
		} else {
			best = best.or(s.run(theta, partIterations))
		}
		if !(best.value > singular) {
			break // ctx has ended, or the bound has no value
		}
		theta, evaluations = best.theta, s.evaluations
		numbers := rounded(append(slices.Clone(theta), single))
		d := len(numbers) - 2
		found = &Found{Widths: kernel.WidthsOf(numbers[:d]), Mu: numbers[d], Single: numbers[d+1], Bound: best.value, Rows: size.Rows}
	}
	if found == nil {
		return nil, ctx.Err()
	}
	return found, nil
}

// rounded returns the exponentials, to four digits. The maximum is not known better.
func rounded(logarithms []float64) []float64 {
	for j, v := range logarithms {
		logarithms[j], _ = strconv.ParseFloat(strconv.FormatFloat(math.Exp(v), 'g', 4, 64), 64)
	}
	return logarithms
}

// end is a point, log ℓ and log μ, with its value.
type end struct {
	theta []float64
	value float64
}

// or returns the end with the larger value, of equal ones the first.
func (e end) or(other end) end {
	if other.value > e.value {
		return other
	}
	return e
}

// search runs L-BFGS on a part.
type search struct {
	ctx         context.Context
	start       Start
	report      func(int)
	bound       *bound
	joint       bool // whether all features share one width
	evaluations int
}

// run maximises the bound from theta.
func (s *search) run(theta []float64, iterations int) end {
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
		value = s.evaluate(inside, gradient)
		for j := range x {
			if x[j] != inside[j] { // beyond the range the bound is taken for constant
				gradient[j] = 0
			}
		}
		best = best.or(end{inside, value})
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
		MajorIterations: iterations, GradientThreshold: 1e-3,
		Converger: &optimize.FunctionConverge{Absolute: partDigits, Relative: 1e-6, Iterations: 5},
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
func (s *search) evaluate(theta, gradient []float64) float64 {
	d, last := s.bound.x.RawMatrix().Cols, len(theta)-1
	widths := make([]float64, d)
	for j := range widths {
		widths[j] = math.Exp(theta[min(j, last-1)])
	}
	if s.evaluations++; s.report != nil {
		s.report(s.evaluations)
	}
	all := make([]float64, d+1)
	value, err := s.bound.at(s.ctx, widths, math.Exp(theta[last]), all)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || floats.HasNaN(all) {
		clear(gradient)
		return singular
	}
	if s.joint {
		gradient[0], gradient[1] = floats.Sum(all[:d]), all[d]
		return value
	}
	copy(gradient, all)
	mean := floats.Sum(theta[:d]) / float64(d)
	for j, v := range theta[:d] {
		value -= (v - mean) * (v - mean) / (2 * commonSpread * commonSpread)
		gradient[j] -= (v - mean) / (commonSpread * commonSpread)
	}
	return value
}
