package ard

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Size is a part of a problem: its first rows, and its first landmarks, which are among these rows.
type Size struct{ Rows, Landmarks int }

// Grow is a Learn that has an answer early: it learns on the smallest of the parts first, and goes on from there on each
// larger one. On the first part it searches from the best single width and from a narrower one. The evidence has a normal
// distribution of the logarithms of the widths around their mean as a factor, so that widths differ no more than the rows
// call for.
//
// When ctx ends, Grow returns the best widths so far without an error: those of the part that it is at, or those of the part
// before if this one has none yet. The error is the context's if there are none at all. What is found has the figures of the
// part at which it ended, with that factor, and the single width of the first part.
func Grow(ctx context.Context, p Problem, parts []Size, start Start) (*Found, error) {
	theta, single := []float64{math.Log(start.Width), math.Log(start.Mu)}, math.Log(start.Width)
	begun := start.Widths != ""
	if begun {
		theta = append(start.Widths.Numbers(), start.Mu)
		for j, v := range theta {
			theta[j] = math.Log(v)
		}
	}
	var found *Found
	evaluations := 0
	for _, size := range parts {
		s := newSearch(ctx, p.part(size), start)
		s.iterations, s.digits, s.spread = partIterations, partDigits, commonSpread
		now, at := new(Found), end{theta: theta, value: singular}
		if !begun {
			s.iterations = singleIterations
			one := s.run(true, theta)
			s.iterations = partIterations
			at, now.OneWidth, single = s.each(one), one.value, one.theta[0]
		}
		best := s.run(false, at.theta)
		if !begun {
			if other := s.run(false, narrowed(at.theta)); other.value > best.value {
				best = other
			}
		}
		if best.known() {
			at = best
		}
		now.Bound = at.value
		evaluations += s.evaluations
		if now, _ = s.finish(now, at, single); now == nil {
			break
		}
		found, theta, begun = now, at.theta, true
		found.Evaluations = evaluations
	}
	if found == nil {
		return nil, ctx.Err()
	}
	return found, nil
}

const (
	// A search on a part ends early: widths that are still on their way to the maximum predict about as well, and the single
	// width is where those of the features begin.
	singleIterations = 10
	partIterations   = 30
	partDigits       = 0.3 // nats

	// commonSpread is the standard deviation of log ℓ around their mean, of the normal distribution by which the widths are
	// drawn to each other. A feature whose width is ten times the others' hardly counts: the evidence of going further
	// is that of the few landmarks, or of noise.
	commonSpread = 0.42
)

// narrowStart is the factor of the best single width at which the second search on the first part begins. The evidence has a
// maximum where a feature that matters at a short width is taken for noise, and from one wide kernel a search often ends there.
const narrowStart = 0.3

// narrowed returns a point with all widths multiplied by narrowStart.
func narrowed(theta []float64) []float64 {
	theta = slices.Clone(theta)
	for j := range len(theta) - 1 {
		theta[j] += math.Log(narrowStart)
	}
	return theta
}

// part returns the problem of some of its first rows and landmarks.
func (p Problem) part(size Size) Problem {
	_, d := p.X.Dims()
	_, q := p.Y.Dims()
	p.X = p.X.Slice(0, size.Rows, 0, d).(*mat.Dense)
	p.Y = p.Y.Slice(0, size.Rows, 0, q).(*mat.Dense)
	p.Landmarks = p.Landmarks[:size.Landmarks]
	return p
}
