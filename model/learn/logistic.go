package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
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
)

// Logistic is regularised logistic regression on features,
//
//	min over w and b: Σ log(1 + exp(−yᵢ·fᵢ)) + μ/2·(‖w‖² + b²),  f = Φ·w + b,
//
// for Φ, n×q, and labels y = ±1, by Newton's method with backtracking (Bach 2013):
// the objective of liblinear and of scikit-learn's LogisticRegression with
// C = 1/μ on Φ with a further column of ones. On features with ΦΦᵀ = K̃, such as
// Q·diag(√λ) of its eigenpairs, it is kernel logistic regression with K̃; K̃ = 0 has a
// column of zeros. The bias b is the weight of a constant feature and shrinks with
// the others, which matters for large μ only; scikit-learn's own fit_intercept does
// not penalise it.
//
// The probability of label 1 is 1/(1 + exp(−f)). It ends where the gradient proves w
// and b good to 1e-9 of their length, or rounding errors hold it, which takes 5 to
// 20 steps of O(n·q² + q³), and holds a copy of Φ. For many thousands of features
// it is the wrong choice.
//
// Labels all the same are a *OneClassError. A μ below the rounding errors of ΦᵀΦ is
// a *model.SingularError, and features that overflow are a *model.DegenerateError.
func Logistic(ctx context.Context, phi *mat.Dense, y []float64, mu float64) (*Linear, error) {
	if err := checkLabels("Logistic", phi, y, mu); err != nil {
		return nil, err
	}
	n, q := phi.Dims()
	p := &logisticProblem{phi: phi, y: y, mu: mu, scaled: mat.NewDense(n, q+1, nil)}
	at := &Linear{W: make([]float64, q)}
	margins := make([]float64, n)
	at.Objective = p.objective(at, margins)
	last := math.Inf(1) // squared Newton decrement of the step before
	for ; ; at.Iterations++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		gradient := p.gradient(at, margins)
		length := floats.Norm(gradient, 2)
		at.Gap = p.gap(at.Objective, length)
		if math.IsNaN(length) || math.IsInf(length, 0) {
			return nil, &model.DegenerateError{What: "the gradient of the logistic loss", Value: length}
		}
		// By strong convexity the minimum is ‖gradient‖/μ away at most.
		if length <= newtonTolerance*mu*math.Sqrt(at.squaredNorm()) {
			return at, nil
		}
		step, err := p.newtonStep(ctx, gradient, margins)
		if err != nil {
			return nil, err
		}
		decrement := -floats.Dot(step, gradient)
		// Near the minimum the decrement falls by its own square, until rounding
		// holds it.
		stuck := decrement >= last && decrement <= 1e-10*at.Objective
		if stuck || at.Iterations == newtonSteps {
			break
		}
		last = decrement
		if !p.backtrack(at, margins, step, decrement) {
			break
		}
	}
	if at.Gap > 1e-6 {
		at.Warnings = append(at.Warnings, fmt.Sprintf("logistic regression stopped after %d steps up to %.1e above the minimum: raise mu", at.Iterations, at.Gap))
	}
	return at, nil
}

type logisticProblem struct {
	phi    *mat.Dense
	y      []float64
	mu     float64
	scaled *mat.Dense // √D·[Φ 1], n×q+1
}

// objective is the objective at l; it writes the margins yᵢ·fᵢ.
func (p *logisticProblem) objective(l *Linear, margins []float64) float64 {
	linalg.Parallel(len(margins), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			margins[i] = p.y[i] * l.value(p.phi.RawRowView(i))
		}
	})
	sum := 0.0
	for _, m := range margins {
		sum += logistic(m)
	}
	return sum + p.mu/2*l.squaredNorm()
}

// logistic is the loss log(1 + exp(−m)) of a margin m, which neither overflows nor
// loses the small losses of large margins.
func logistic(m float64) float64 { return math.Max(0, -m) + math.Log1p(math.Exp(-math.Abs(m))) }

// sigmoid is 1/(1 + exp(−v)).
func sigmoid(v float64) float64 {
	if v >= 0 {
		return 1 / (1 + math.Exp(-v))
	}
	e := math.Exp(v)
	return e / (1 + e)
}

// gradient is μ·w − Σ sᵢ·yᵢ·φᵢ with sᵢ = 1/(1 + exp(margin)), the bias last.
func (p *logisticProblem) gradient(l *Linear, margins []float64) []float64 {
	q := len(l.W)
	pull := make([]float64, len(margins))
	for i, m := range margins {
		pull[i] = -p.y[i] * sigmoid(-m)
	}
	g := make([]float64, q+1)
	floats.AddScaled(g[:q], p.mu, l.W)
	g[q] = p.mu*l.Bias + floats.Sum(pull)
	addTransposed(g[:q], p.phi, pull)
	return g
}

// gap is how far the minimum is below an objective at most, relative to it, for the
// length of the gradient there: by strong convexity ‖gradient‖²/2μ, and exactly
// where the value of the dual problem at s is.
func (p *logisticProblem) gap(objective, length float64) float64 {
	return length / objective * length / (2 * p.mu)
}

// newtonStep is −H⁻¹·g for the Hessian H = Φᵀ·D·Φ + μI, Dᵢ = sᵢ(1−sᵢ), the bias last.
func (p *logisticProblem) newtonStep(ctx context.Context, gradient, margins []float64) ([]float64, error) {
	n, q := p.phi.Dims()
	linalg.Parallel(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			root := math.Sqrt(sigmoid(margins[i]) * sigmoid(-margins[i]))
			row := p.scaled.RawRowView(i)
			floats.ScaleTo(row[:q], root, p.phi.RawRowView(i))
			row[q] = root
		}
	})
	hessian := mat.NewSymDense(q+1, nil)
	if err := linalg.Syrk(ctx, blas.Trans, 1, p.scaled.RawMatrix(), 0, hessian.RawSymmetric()); err != nil {
		return nil, err
	}
	largest := 0.0
	for j := range q + 1 {
		largest = max(largest, hessian.At(j, j))
		hessian.SetSym(j, j, hessian.At(j, j)+p.mu)
	}
	u, ok, err := linalg.CholeskyInPlace(ctx, hessian)
	if err != nil {
		return nil, err
	}
	step := make([]float64, q+1)
	floats.ScaleTo(step, -1, gradient)
	if ok {
		lapack64.Potrs(u.RawTriangular(), blas64.General{Rows: q + 1, Cols: 1, Stride: 1, Data: step})
	}
	if length := floats.Norm(step, 2); !ok || math.IsNaN(length) || math.IsInf(length, 0) {
		return nil, &model.SingularError{Mu: p.mu, Condition: largest / p.mu}
	}
	return step, nil
}

// backtrack moves along the step, or a half, a quarter … of it, to where the
// objective has fallen as its slope promises, up to rounding. It reports
// whether there is such a point.
func (p *logisticProblem) backtrack(at *Linear, margins, step []float64, decrement float64) bool {
	q := len(at.W)
	from := Linear{W: append([]float64(nil), at.W...), Bias: at.Bias, Objective: at.Objective}
	for t := 1.0; t > 1e-10; t /= 2 {
		floats.AddScaledTo(at.W, from.W, t, step[:q])
		at.Bias = from.Bias + t*step[q]
		at.Objective = p.objective(at, margins)
		if at.Objective <= from.Objective*(1+1e-13)-sufficientFall*t*decrement {
			return true
		}
	}
	at.W, at.Bias = from.W, from.Bias
	at.Objective = p.objective(at, margins)
	return false
}
