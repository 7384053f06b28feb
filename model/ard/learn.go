// Package ard learns a width for each feature: automatic relevance determination (MacKay 1994; Neal 1996), by the
// gradient of the evidence of Gaussian process regression.
//
// The evidence is the lower bound of Titsias (2009) on m landmarks. It needs no test rows, and one value with its
// gradient takes O(n·m·(m + d)). The widths are those of one stationary kernel with σ = 1 on features divided by them.
//
// It is the wrong choice where few landmarks can't represent the kernel, as then the bound prefers wide kernels to
// right ones, for classes, and where the noise differs much between rows. With many features and few rows, the widths
// fit the noise.
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
	X      *mat.Dense            // n×d, one point a row, not divided by widths; read only
	Y      []float64             // n targets; read only
	Family kernel.Family         // a family that takes widths and is Differentiable
	From   *Found                // where the search begins, in place of one width for all features; may be nil
	Report func(evaluations int) // called before every evaluation of the bound; nil for none
}

// Size is a part of a problem: its first rows, of which the first are landmarks.
type Size struct{ Rows, Landmarks int }

// Found is the result of Learn.
type Found struct {
	Widths kernel.Widths // ℓ, one for each feature, in the units of X
	Mu     float64       // the ridge: variance of the noise over the amplitude of the kernel
	Bound  float64       // lower bound of the log evidence on the last part, in nats, with commonSpread
	Rows   int           // of that part
}

const (
	startMu         = 0.1
	muLeast, muMost = 1e-8, 1e4
	widthRange      = 1e4  // as a factor of the start
	narrowStart     = 0.3  // likewise: from a wide kernel a search often takes features with short widths for noise
	partIterations  = 30   // widths that are still on their way to the maximum predict about as well
	partDigits      = 0.3  // nats by which the bound rises in five iterations, or a search ends
	commonSpread    = 0.42 // standard deviation of log ℓ around their mean; beyond it the evidence is that of noise
)

// Learn maximises the bound over the widths and μ by L-BFGS, on the smallest of the parts first, from one width for all
// features and from a narrower one, and goes on from there on each larger one. The evidence has a normal distribution
// of the logarithms of the widths around their mean as a factor, so that widths differ no more than the rows call for.
// When ctx ends, Learn returns the best widths so far, of the part before if this one has none yet; its error if there
// are none at all.
func Learn(ctx context.Context, p Problem, parts []Size, width float64) (*Found, error) {
	s, found := &search{ctx: ctx, middle: math.Log(width), report: p.Report}, (*Found)(nil)
	d := p.X.RawMatrix().Cols
	theta := append(slices.Repeat([]float64{s.middle}, d), math.Log(startMu)) // log ℓ and, last, log μ
	if p.From != nil {
		for j, v := range append(p.From.Widths.Numbers(), p.From.Mu) {
			theta[j] = math.Log(v)
		}
	}
	for at, size := range parts {
		s.bound, s.best = newBound(p, size), singular
		s.run(theta)
		if at == 0 && p.From == nil {
			narrow := slices.Clone(theta)
			floats.AddConst(math.Log(narrowStart), narrow[:d])
			s.run(narrow)
		}
		if !(s.best > singular) {
			break // ctx has ended, or the bound has no value
		}
		theta = s.theta
		numbers := rounded(theta)
		found = &Found{Widths: kernel.WidthsOf(numbers[:d]), Mu: numbers[d], Bound: s.best, Rows: size.Rows}
	}
	if found == nil {
		return nil, ctx.Err()
	}
	return found, nil
}

// rounded returns the exponentials, to four digits. The maximum is not known better.
func rounded(logarithms []float64) []float64 {
	numbers := make([]float64, len(logarithms))
	for j, v := range logarithms {
		numbers[j], _ = strconv.ParseFloat(strconv.FormatFloat(math.Exp(v), 'g', 4, 64), 64)
	}
	return numbers
}

// search runs L-BFGS on a part.
type search struct {
	ctx         context.Context
	report      func(int)
	bound       *bound
	middle      float64 // of the range of log ℓ
	evaluations int

	theta []float64 // the best point so far on the part
	best  float64   // its value
}

// run maximises the bound from a point.
func (s *search) run(from []float64) {
	var last []float64
	var value float64
	gradient := make([]float64, len(from))
	evaluate := func(x []float64) {
		if slices.Equal(last, x) {
			return
		}
		last = slices.Clone(x)
		if value = s.evaluate(x, gradient); value > s.best {
			s.theta, s.best = last, value
		}
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { evaluate(x); return -value },
		Grad: func(g, x []float64) { evaluate(x); floats.ScaleTo(g, -1, gradient) },
	}
	settings := &optimize.Settings{
		MajorIterations: partIterations, GradientThreshold: 1e-3,
		Converger: &optimize.FunctionConverge{Absolute: partDigits, Relative: 1e-6, Iterations: 5},
	}
	// A line search that fails ends at the best point so far, which is what counts.
	_, _ = optimize.Minimize(problem, from, settings, &optimize.LBFGS{})
}

// singular stands for a value that is not finite.
const singular = -1e300

// evaluate returns the bound at a point, and writes its gradient. A value that is not finite, of a singular matrix
// or of equal targets, and one outside of the range becomes a large negative number without a gradient.
func (s *search) evaluate(theta, gradient []float64) float64 {
	d := len(theta) - 1
	widths := make([]float64, d)
	inside := theta[d] > math.Log(muLeast) && theta[d] < math.Log(muMost)
	for j := range widths {
		widths[j] = math.Exp(theta[j])
		inside = inside && math.Abs(theta[j]-s.middle) < math.Log(widthRange)
	}
	value, err := 0.0, s.ctx.Err() // of a search that ends, no step has a gradient
	if err == nil {
		if s.evaluations++; s.report != nil {
			s.report(s.evaluations)
		}
		value, err = s.bound.at(s.ctx, widths, math.Exp(theta[d]), gradient)
	}
	if err != nil || !inside || math.IsInf(value, 0) || math.IsNaN(value) || floats.HasNaN(gradient) {
		clear(gradient)
		return singular
	}
	mean := floats.Sum(theta[:d]) / float64(d)
	for j, v := range theta[:d] {
		value -= (v - mean) * (v - mean) / (2 * commonSpread * commonSpread)
		gradient[j] -= (v - mean) / (commonSpread * commonSpread)
	}
	return value
}
