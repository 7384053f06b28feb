package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	newtonSteps     = 100
	newtonTolerance = 1e-9  // relative length of a Newton step at which the descent ends
	sufficientFall  = 1e-4  // fraction of the decrease predicted by the slope that a step must achieve (Armijo)
	leastFraction   = 1e-10 // smallest fraction of a step that is tried
)

// Logistic returns regularised logistic regression on features,
//
//	min over w and b: Σ log(1 + exp(−yᵢ·fᵢ)) + μ/2·‖w‖²,  f = Φ·w + b,
//
// for Φ, n×q, and labels y = ±1, by Newton's method with backtracking (Bach 2013). With C = 1/μ, the
// objective is μ times that of scikit-learn's LogisticRegression. On [Features] of K̃ this is kernel
// logistic regression with K̃. The bias b is not penalised: at the minimum, the probabilities of the
// training rows sum to the number of rows with label 1.
//
// The probability of label 1 is 1/(1 + exp(−f)). The descent ends if the next step would change w by at
// most 1e-9 of its length and b by at most 1e-9·(1 + |b|), or if rounding errors prevent a further
// decrease. This takes 5 to 20 steps of O(n·q² + q³), too many for many thousands of features. For rows
// that are not in memory use a [SoftmaxDescent] of two classes. The error is a *OneClassError if all labels are the
// same, a *model.SingularError if μ is below the rounding errors of ΦᵀΦ, a *model.DegenerateError on
// overflow, or the context's.
func Logistic(ctx context.Context, phi *mat.Dense, y []float64, mu float64) (*Linear, error) {
	if err := checkLabels("Logistic", phi, y, mu); err != nil {
		return nil, err
	}
	return logisticFrom(ctx, phi, y, mu)
}

// LogisticDescent is the minimisation of [Logistic].
type LogisticDescent struct {
	Mu   float64
	Best Linear // the lowest point so far; before the first, W = 0 and Objective is infinite
	Done bool

	step      []float64         // Newton's step from Best, the bias last; nil if Best is to be evaluated first
	fraction  float64           // fraction of the step that is tried next: 1, 1/2, 1/4 …
	decrement float64           // squared Newton decrement: the initial decrease of the objective per unit of fraction
	last      float64           // the decrement of the previous step
	factor    blas64.Triangular // U with UᵀU = Hessian + μI of the last advance
}

// NewLogisticDescent starts at weights 0 of q ≥ 1 features, for the ridge mu > 0.
func NewLogisticDescent(q int, mu float64) *LogisticDescent {
	checkSize("a ridge mu", mu)
	return &LogisticDescent{Mu: mu, Best: Linear{W: make([]float64, q), Objective: math.Inf(1)}, last: math.Inf(1)}
}

// point returns the weights at which sums are needed next.
func (d *LogisticDescent) point() *Linear {
	q := len(d.Best.W)
	at := &Linear{W: slices.Clone(d.Best.W), Bias: d.Best.Bias}
	if d.step != nil {
		floats.AddScaled(at.W, d.fraction, d.step[:q])
		at.Bias += d.fraction * d.step[q]
	}
	return at
}

// accept takes the sums at the point, without the Hessian, and reports whether that becomes Best and the
// descent continues from it: then advance needs the Hessian. Otherwise a smaller fraction of the step is
// to be tried, or the descent is Done. The error is a *model.DegenerateError if the features overflow.
func (d *LogisticDescent) accept(s *logisticSums) (accepted bool, err error) {
	at := d.point()
	at.Objective, at.Iterations = s.Loss[0]+s.Loss[1]+d.Mu/2*floats.Dot(at.W, at.W), d.Best.Iterations
	if d.step != nil {
		if !(at.Objective <= d.Best.Objective*(1+1e-13)-sufficientFall*d.fraction*d.decrement) {
			if d.fraction /= 2; d.fraction <= leastFraction {
				d.stop()
			}
			return false, nil
		}
		at.Iterations++
	}
	gradient := d.gradient(s, at)
	at.Gap = d.gap(s, at, gradient)
	d.Best, d.step = *at, nil
	if length := floats.Norm(gradient, 2); math.IsNaN(length) || math.IsInf(length, 0) {
		return false, &model.DegenerateError{What: "the gradient of the logistic loss", Value: length}
	}
	inW, inBias := d.stepBound(s, gradient)
	d.Done = inW <= newtonTolerance*floats.Norm(at.W, 2) && inBias <= newtonTolerance*(1+math.Abs(at.Bias))
	return !d.Done, nil
}

// gradient returns the gradient of the objective; its last entry is the derivative by the bias.
func (d *LogisticDescent) gradient(s *logisticSums, at *Linear) []float64 {
	g := make([]float64, len(at.W)+1)
	floats.SubTo(g, s.Slope[0], s.Slope[1])
	floats.AddScaled(g[:len(at.W)], d.Mu, at.W)
	return g
}

// gap returns an upper bound of (objective − minimum)/objective, by a value of the dual problem
//
//	max Σ H(sᵢ) − ‖Σ sᵢyᵢφᵢ‖²/2μ over 0 ≤ sᵢ ≤ 1 with Σ sᵢyᵢ = 0
//
// with the entropy H(s) = −s·log(s) − (1−s)·log(1−s). The sᵢ of the sums become feasible if those of the
// label with the larger Σs are scaled by a c ≤ 1, and H(c·s) ≥ c·H(s). Since H(s) = log(1 + exp(−m)) + s·m
// at the margin m, the primal value minus the dual value is at most (1−c)·Loss of that label +
// ‖μw − Σ sᵢyᵢφᵢ‖²/2μ. Nothing cancels in this form.
func (d *LogisticDescent) gap(s *logisticSums, at *Linear, gradient []float64) float64 {
	q := len(at.W)
	larger, sign := 0, -1.0
	if s.Slope[1][q] > s.Slope[0][q] {
		larger, sign = 1, 1
	}
	excess := 0.0 // 1−c
	if sum := s.Slope[larger][q]; sum > 0 {
		excess = math.Abs(gradient[q]) / sum
	}
	residual := slices.Clone(gradient[:q])
	floats.AddScaled(residual, sign*excess, s.Slope[larger][:q])
	length := floats.Norm(residual, 2)
	return excess*s.Loss[larger]/at.Objective + length/at.Objective*length/(2*d.Mu)
}

// stepBound returns upper bounds of the length of Newton's step, in w and in b. After elimination of the
// bias the Hessian is at least μI, so the step in w is at most ‖g − φ̄·∂b‖/μ, where (g, ∂b) is the
// gradient and φ̄ the mean of the rows weighted by sᵢ(1−sᵢ). The step in b is −∂b/Σsᵢ(1−sᵢ) minus the
// product of φ̄ and the step in w.
func (d *LogisticDescent) stepBound(s *logisticSums, gradient []float64) (inW, inBias float64) {
	q := len(gradient) - 1
	total := s.Curvature[q]
	mean := slices.Clone(s.Curvature[:q])
	floats.Scale(1/total, mean)
	reduced := slices.Clone(gradient[:q])
	floats.AddScaled(reduced, -gradient[q], mean)
	inW = floats.Norm(reduced, 2) / d.Mu
	return inW, math.Abs(gradient[q])/total + floats.Norm(mean, 2)*inW
}

// advance computes Newton's step from Best, given the sums at Best with their Hessian, in O(q³). The
// error is a *model.SingularError if μ is below the rounding errors of the Hessian, or the context's.
func (d *LogisticDescent) advance(ctx context.Context, s *logisticSums) error {
	gradient := d.gradient(s, &d.Best)
	step, err := d.newtonStep(ctx, s.Hessian, gradient)
	if err != nil {
		return err
	}
	d.decrement = -floats.Dot(step, gradient)
	// Near the minimum the decrement is squared in each step, until rounding errors dominate.
	if stuck := d.decrement >= d.last && d.decrement <= 1e-10*d.Best.Objective; stuck || d.Best.Iterations == newtonSteps {
		d.stop()
		return nil
	}
	d.step, d.fraction, d.last = step, 1, d.decrement
	return nil
}

func (d *LogisticDescent) newtonStep(ctx context.Context, hessian *mat.SymDense, gradient []float64) ([]float64, error) {
	shifted := mat.NewSymDense(len(gradient), nil)
	shifted.CopySym(hessian)
	linalg.AddRidge(shifted.SliceSym(0, len(d.Best.W)).(*mat.SymDense), d.Mu) // the bias is not penalised
	u, ok, err := linalg.CholeskyInPlace(ctx, shifted)
	if err != nil {
		return nil, err
	}
	if ok {
		d.factor = u.RawTriangular()
		step := solved(d.factor, gradient)
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

// stop ends the descent before its tolerance is reached.
func (d *LogisticDescent) stop() {
	d.Done, d.step = true, nil
	if d.Best.Gap > 1e-6 {
		d.Best.Warnings = append(d.Best.Warnings, fmt.Sprintf("logistic regression stopped after %d steps up to %.1e above the minimum: raise mu", d.Best.Iterations, d.Best.Gap))
	}
}
