package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	newtonSteps     = 100
	newtonTolerance = 1e-9  // the relative length of a step that is not worth taking
	sufficientFall  = 1e-4  // the share of the decrease predicted by the slope that a step must achieve (Armijo)
	leastPart       = 1e-10 // the smallest part of a step that is tried
)

// Logistic returns regularised logistic regression on features,
//
//	min over w and b: Σ log(1 + exp(−yᵢ·fᵢ)) + μ/2·‖w‖²,  f = Φ·w + b,
//
// for Φ, n×q, and labels y = ±1, by Newton's method with backtracking (Bach 2013): the
// objective, times μ, of scikit-learn's LogisticRegression with C = 1/μ. On [Features] of K̃
// it is kernel logistic regression with K̃. The bias b is not penalised: at the minimum the
// probabilities of the training rows sum to the number of rows with label 1.
//
// The probability of label 1 is 1/(1 + exp(−f)). The descent ends where the next step would
// change neither w by more than 1e-9 of its length nor b by more than 1e-9·(1 + |b|), or where
// rounding errors keep the objective from falling, after 5 to 20 steps of O(n·q² + q³). For many
// thousands of features it is the wrong choice; for rows that are not in memory take a
// [LogisticDescent]. Labels all the same are a *OneClassError, a μ below the rounding errors of
// ΦᵀΦ a *model.SingularError, overflow a *model.DegenerateError.
func Logistic(ctx context.Context, phi *mat.Dense, y []float64, mu float64) (*Linear, error) {
	if err := checkLabels("Logistic", phi, y, mu); err != nil {
		return nil, err
	}
	_, q := phi.Dims()
	d := NewLogisticDescent(q, mu)
	for !d.Done {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at, sums := d.Point(), NewLogisticSums(q)
		sums.Add(phi, y, at)
		turns, err := d.Look(sums)
		if err != nil {
			return nil, err
		}
		if !turns {
			continue
		}
		if err := sums.AddHessian(ctx, phi, y, at); err != nil {
			return nil, err
		}
		if err := d.Turn(ctx, sums); err != nil {
			return nil, err
		}
	}
	return &d.Best, nil
}

// LogisticDescent is the minimisation of [Logistic] for rows that are not in memory, such as
// rows on several machines; for rows in memory call Logistic. It needs sums over all rows at
// one point after another: until Done, pass the [LogisticSums] at Point to Look and, if that
// returns true, to Turn.
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
	checkSize("a ridge mu", mu)
	return &LogisticDescent{Mu: mu, Best: Linear{W: make([]float64, q), Objective: math.Inf(1)}, Last: math.Inf(1)}
}

// Point returns the weights at which the sums are needed next.
func (d *LogisticDescent) Point() *Linear {
	q := len(d.Best.W)
	at := &Linear{W: slices.Clone(d.Best.W), Bias: d.Best.Bias}
	if d.Step != nil {
		floats.AddScaled(at.W, d.Part, d.Step[:q])
		at.Bias += d.Part * d.Step[q]
	}
	return at
}

// Look takes the sums at Point but for the Hessian. It reports whether the descent goes on from
// there, for which Turn needs the Hessian; else it tries a smaller part of the step, or is done.
// A *model.DegenerateError says that the features overflow.
func (d *LogisticDescent) Look(s *LogisticSums) (turns bool, err error) {
	at := d.Point()
	at.Objective, at.Iterations = s.Loss[0]+s.Loss[1]+d.Mu/2*floats.Dot(at.W, at.W), d.Best.Iterations
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
	at.Gap = d.gap(s, at, gradient)
	d.Best, d.Step = *at, nil
	if length := floats.Norm(gradient, 2); math.IsNaN(length) || math.IsInf(length, 0) {
		return false, &model.DegenerateError{What: "the gradient of the logistic loss", Value: length}
	}
	inW, inBias := d.stepBound(s, gradient)
	d.Done = inW <= newtonTolerance*floats.Norm(at.W, 2) && inBias <= newtonTolerance*(1+math.Abs(at.Bias))
	return !d.Done, nil
}

// gradient returns the gradient of the objective; its last entry is the derivative by the bias.
func (d *LogisticDescent) gradient(s *LogisticSums, at *Linear) []float64 {
	g := make([]float64, len(at.W)+1)
	floats.SubTo(g, s.Pull[0], s.Pull[1])
	floats.AddScaled(g[:len(at.W)], d.Mu, at.W)
	return g
}

// gap bounds how far the objective is above its minimum, relative, by the value of the dual problem
//
//	max Σ H(sᵢ) − ‖Σ sᵢyᵢφᵢ‖²/2μ over 0 ≤ sᵢ ≤ 1 with Σ sᵢyᵢ = 0
//
// for the entropy H(s) = −s·log(s) − (1−s)·log(1−s). The s of the sums become feasible where those
// of the label with the larger Σ s are scaled by c ≤ 1, and H(c·s) ≥ c·H(s). With H(s) = log(1 + exp(−m)) + s·m
// at the margin m, primal less dual value is at most (1−c)·Loss of that label + ‖μw − Σ sᵢyᵢφᵢ‖²/2μ,
// in which nothing cancels.
func (d *LogisticDescent) gap(s *LogisticSums, at *Linear, gradient []float64) float64 {
	q := len(at.W)
	larger, sign := 0, -1.0
	if s.Pull[1][q] > s.Pull[0][q] {
		larger, sign = 1, 1
	}
	excess := 0.0 // 1−c
	if sum := s.Pull[larger][q]; sum > 0 {
		excess = math.Abs(gradient[q]) / sum
	}
	residual := slices.Clone(gradient[:q])
	floats.AddScaled(residual, sign*excess, s.Pull[larger][:q])
	length := floats.Norm(residual, 2)
	return excess*s.Loss[larger]/at.Objective + length/at.Objective*length/(2*d.Mu)
}

// stepBound bounds the length of Newton's step from there, in w and in b. With the bias eliminated the
// Hessian is μI and more, so that the step in w is no longer than ‖g − φ̄·∂b‖/μ for the gradient (g, ∂b)
// and the mean φ̄ of the rows by the weights sᵢ(1−sᵢ); the step in b is −∂b/Σsᵢ(1−sᵢ) less φ̄ times that in w.
func (d *LogisticDescent) stepBound(s *LogisticSums, gradient []float64) (inW, inBias float64) {
	q := len(gradient) - 1
	total := s.Curvature[q]
	mean := slices.Clone(s.Curvature[:q])
	floats.Scale(1/total, mean)
	reduced := slices.Clone(gradient[:q])
	floats.AddScaled(reduced, -gradient[q], mean)
	inW = floats.Norm(reduced, 2) / d.Mu
	return inW, math.Abs(gradient[q])/total + floats.Norm(mean, 2)*inW
}

// Turn takes Newton's step from the point that Look has gone to, by its sums. A
// *model.SingularError says that μ is below the rounding errors of the Hessian. O(q³).
func (d *LogisticDescent) Turn(ctx context.Context, s *LogisticSums) error {
	gradient := d.gradient(s, &d.Best)
	step, err := d.newtonStep(ctx, s.Hessian, gradient)
	if err != nil {
		return err
	}
	d.Decrement = -floats.Dot(step, gradient)
	// Near the minimum the decrement is squared in each step, until rounding errors dominate.
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
	linalg.AddRidge(shifted.SliceSym(0, len(d.Best.W)).(*mat.SymDense), d.Mu) // and not to the bias
	u, ok, err := linalg.CholeskyInPlace(ctx, shifted)
	if err != nil {
		return nil, err
	}
	if ok {
		step := solved(u.RawTriangular(), gradient)
		floats.Scale(-1, step)
		if length := floats.Norm(step, 2); !math.IsNaN(length) && !math.IsInf(length, 0) {
			return step, nil
		}
	}
	largest := 0.0
	for j := range gradient {
		largest = max(largest, hessian.At(j, j))
	}
	return nil, &model.SingularError{Mu: d.Mu, Condition: largest / d.Mu}
}

// stop ends the descent short of its tolerance.
func (d *LogisticDescent) stop() {
	d.Done, d.Step = true, nil
	if d.Best.Gap > 1e-6 {
		d.Best.Warnings = append(d.Best.Warnings, fmt.Sprintf("logistic regression stopped after %d steps up to %.1e above the minimum: raise mu", d.Best.Iterations, d.Best.Gap))
	}
}
