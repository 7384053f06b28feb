package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	newtonSteps = 100

	// newtonTolerance is how far w may be off at the end, relative to its length.
	newtonTolerance = 1e-9

	// sufficientFall is the part of the fall that a step's slope promises which
	// it must bring (Armijo).
	sufficientFall = 1e-4

	// leastPart is the smallest part of a step that is tried.
	leastPart = 1e-10
)

// LogisticDescent is the minimisation of [Logistic] for rows that lie elsewhere, on several
// machines say: a state that asks for sums over all rows at one point after the other. Until
// it is Done, take the [LogisticSums] at Point to Look and, if that asks for it, to Turn.
//
// Each point costs a pass over the rows. For rows in memory Logistic is the one to call.
type LogisticDescent struct {
	Mu   float64
	Best Linear // the lowest point so far; W = 0 with an infinite Objective before the first

	Step      []float64 // from there, the bias last; nil before the first
	Part      float64   // of the step, that is tried: 1, 1/2, 1/4 …
	Decrement float64   // squared Newton decrement, the fall in the objective per unit of Part at first
	Last      float64   // that of the step before

	Done bool
}

// NewLogisticDescent starts at weights 0 of q ≥ 1 features, for the ridge mu > 0.
func NewLogisticDescent(q int, mu float64) *LogisticDescent {
	checkMu(mu)
	return &LogisticDescent{Mu: mu, Best: Linear{W: make([]float64, q), Objective: math.Inf(1)}, Last: math.Inf(1)}
}

// Point is where the sums are wanted.
func (d *LogisticDescent) Point() *Linear {
	q := len(d.Best.W)
	at := &Linear{W: slices.Clone(d.Best.W), Bias: d.Best.Bias}
	if d.Step != nil {
		floats.AddScaled(at.W, d.Part, d.Step[:q])
		at.Bias += d.Part * d.Step[q]
	}
	return at
}

// Look takes loss and gradient at Point. It tells whether the descent goes on from there, for
// which Turn needs the Hessian; else it tries a smaller part of the step, or is done. A
// *model.DegenerateError says that the features overflow.
func (d *LogisticDescent) Look(s *LogisticSums) (turns bool, err error) {
	at := d.Point()
	at.Objective, at.Iterations = s.Loss+d.Mu/2*at.squaredNorm(), d.Best.Iterations
	if d.Step != nil {
		if !(at.Objective <= d.Best.Objective*(1+1e-13)-sufficientFall*d.Part*d.Decrement) {
			if d.Part /= 2; d.Part <= leastPart {
				d.stop()
			}
			return false, nil
		}
		at.Iterations++
	}
	gradient := d.gradient(s, at)
	length := floats.Norm(gradient, 2)
	at.Gap = d.gap(at.Objective, length)
	d.Best, d.Step = *at, nil
	if math.IsNaN(length) || math.IsInf(length, 0) {
		return false, &model.DegenerateError{What: "the gradient of the logistic loss", Value: length}
	}
	// By strong convexity the minimum is ‖gradient‖/μ away at most.
	d.Done = length <= newtonTolerance*d.Mu*math.Sqrt(at.squaredNorm())
	return !d.Done, nil
}

// gradient is that of the objective.
func (d *LogisticDescent) gradient(s *LogisticSums, at *Linear) []float64 {
	q := len(at.W)
	g := slices.Clone(s.Gradient)
	floats.AddScaled(g[:q], d.Mu, at.W)
	g[q] += d.Mu * at.Bias
	return g
}

// gap is how far the minimum is below an objective at most, relative to it, for the
// length of the gradient there: by strong convexity ‖gradient‖²/2μ, and exactly
// where the value of the dual problem at s is.
func (d *LogisticDescent) gap(objective, length float64) float64 {
	return length / objective * length / (2 * d.Mu)
}

// Turn takes the step −(H+μI)⁻¹g from the point that Look has gone to, by its sums. A
// *model.SingularError says that μ is below the rounding errors of H. O(q³).
func (d *LogisticDescent) Turn(ctx context.Context, s *LogisticSums) error {
	gradient := d.gradient(s, &d.Best)
	step, err := d.newtonStep(ctx, s.Hessian, gradient)
	if err != nil {
		return err
	}
	d.Decrement = -floats.Dot(step, gradient)
	// Near the minimum the decrement falls by its own square, until rounding
	// holds it.
	if stuck := d.Decrement >= d.Last && d.Decrement <= 1e-10*d.Best.Objective; stuck || d.Best.Iterations == newtonSteps {
		d.stop()
		return nil
	}
	d.Step, d.Part, d.Last = step, 1, d.Decrement
	return nil
}

func (d *LogisticDescent) newtonStep(ctx context.Context, hessian *mat.SymDense, gradient []float64) ([]float64, error) {
	shifted := mat.NewSymDense(len(gradient), nil)
	shifted.CopySym(hessian)
	largest := 0.0
	for j := range gradient {
		largest = max(largest, shifted.At(j, j))
		shifted.SetSym(j, j, shifted.At(j, j)+d.Mu)
	}
	u, ok, err := linalg.CholeskyInPlace(ctx, shifted)
	if err != nil {
		return nil, err
	}
	step := make([]float64, len(gradient))
	floats.ScaleTo(step, -1, gradient)
	if ok {
		lapack64.Potrs(u.RawTriangular(), blas64.General{Rows: len(step), Cols: 1, Stride: 1, Data: step})
	}
	if length := floats.Norm(step, 2); !ok || math.IsNaN(length) || math.IsInf(length, 0) {
		return nil, &model.SingularError{Mu: d.Mu, Condition: largest / d.Mu}
	}
	return step, nil
}

// stop ends the descent short of its tolerance.
func (d *LogisticDescent) stop() {
	d.Done, d.Step = true, nil
	if d.Best.Gap > 1e-6 {
		d.Best.Warnings = append(d.Best.Warnings, fmt.Sprintf("logistic regression stopped after %d steps up to %.1e above the minimum: raise mu", d.Best.Iterations, d.Best.Gap))
	}
}
