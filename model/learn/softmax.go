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
	softmaxSteps    = 2000  // limit of the steps of a descent
	softmaxMemory   = 50    // steps whose changes of the gradient are known to the next one
	softmaxStuck    = 20    // steps without a smaller decrement, after which a small one is due to rounding errors
	newtonTolerance = 1e-9  // relative length of a step at which the descent ends
	sufficientFall  = 1e-4  // fraction of the decrease predicted by the slope that a step must achieve (Armijo)
	leastFraction   = 1e-10 // smallest fraction of a step that is tried
)

// SoftmaxDescent is the minimisation of [Softmax], for rows that may be on several machines. Until Done, compute the
// [SoftmaxSums] at Point and pass them to Accept. If that returns true, pass a Hessian to Advance, or call Step.
//
// It is the method of L-BFGS (Liu and Nocedal 1989) with backtracking, whose first matrix is that of the last Advance.
// After a true Hessian the step is Newton's.
type SoftmaxDescent struct {
	Q, K     int // features, classes
	Mu       float64
	Accuracy float64 // decrement, relative to the objective, at which the descent ends; 0 for that of Softmax

	Best      []float64 // the lowest point so far
	Objective float64   // at Best; infinite before the first sums
	Gradient  []float64 // at Best

	Direction  []float64 // from Best; nil if Best is to be evaluated first
	Fraction   float64   // of Direction that is tried next
	Decrement  float64   // initial decrease of the objective per unit of Fraction, about twice the distance to the minimum
	Least      float64   // the smallest Decrement so far
	Stuck      int       // steps since Least fell
	Pairs      []SoftmaxPair
	Iterations int
	Done       bool
	Warnings   []string

	factor blas64.Triangular // U with UᵀU = Hessian + μI of the last Advance
}

// SoftmaxPair is a step of a [SoftmaxDescent], and the change of the gradient over it.
type SoftmaxPair struct{ Step, Change []float64 }

// NewSoftmaxDescent starts at weights 0 of q ≥ 1 features, for k ≥ 2 classes and the ridge mu > 0.
func NewSoftmaxDescent(q, k int, mu float64) *SoftmaxDescent {
	checkSize("a ridge mu", mu)
	best := make([]float64, (k-1)*(q+1))
	return &SoftmaxDescent{Q: q, K: k, Mu: mu, Best: best, Objective: math.Inf(1), Least: math.Inf(1)}
}

// ridge returns the factor of half the squared norm of all functions. The one function of two classes has twice the
// squared norm of both.
func (d *SoftmaxDescent) ridge() float64 {
	if d.K == 2 {
		return 2 * d.Mu
	}
	return d.Mu
}

// Point returns the point at which sums are needed next.
func (d *SoftmaxDescent) Point() []float64 {
	at := slices.Clone(d.Best)
	if d.Direction != nil {
		floats.AddScaled(at, d.Fraction, d.Direction)
	}
	return at
}

// Accept takes the sums at Point, without the Hessian, and reports whether Point becomes Best, from which
// the descent continues. Otherwise a smaller fraction is to be tried, or the descent is Done. The error is a
// *model.DegenerateError if the features overflow.
func (d *SoftmaxDescent) Accept(s *SoftmaxSums) (accepted bool, err error) {
	at, gradient := d.Point(), slices.Clone(s.Slope)
	objective := s.Loss
	for lo := 0; lo < len(at); lo += d.Q + 1 {
		w := at[lo : lo+d.Q] // the bias is not penalised
		objective += d.ridge() / 2 * floats.Dot(w, w)
		floats.AddScaled(gradient[lo:lo+d.Q], d.ridge(), w)
	}
	if d.Direction != nil {
		if !(objective <= d.Objective*(1+1e-13)-sufficientFall*d.Fraction*d.Decrement) {
			if d.Fraction /= 2; d.Fraction <= leastFraction {
				d.stop()
			}
			return false, nil
		}
		d.Iterations++
		d.remember(at, gradient)
	}
	d.Best, d.Objective, d.Gradient, d.Direction = at, objective, gradient, nil
	if length := floats.Norm(gradient, 2); math.IsNaN(length) || math.IsInf(length, 0) {
		return false, &model.DegenerateError{What: "the gradient of the logistic loss", Value: length}
	}
	return true, nil
}

// remember adds the step to a point to the pairs, if rounding errors are small beside the change of the gradient.
func (d *SoftmaxDescent) remember(at, gradient []float64) {
	pair := SoftmaxPair{make([]float64, len(at)), make([]float64, len(at))}
	floats.SubTo(pair.Step, at, d.Best)
	floats.SubTo(pair.Change, gradient, d.Gradient)
	if floats.Dot(pair.Step, pair.Change) > 1e-14*floats.Norm(pair.Step, 2)*floats.Norm(pair.Change, 2) {
		d.Pairs = append(d.Pairs[max(0, len(d.Pairs)+1-softmaxMemory):], pair)
	}
}

// Advance computes the next step from Best with the Hessian there: all of it, or the matrix that the coordinates share.
// The error is a *model.SingularError if μ is below the rounding errors of the Hessian, or the context's.
func (d *SoftmaxDescent) Advance(ctx context.Context, hessian *mat.SymDense) error {
	size := hessian.SymmetricDim()
	shifted := mat.NewSymDense(size, nil)
	shifted.CopySym(hessian)
	largest := 0.0
	for lo := 0; lo < size; lo += d.Q + 1 {
		linalg.AddRidge(shifted.SliceSym(lo, lo+d.Q).(*mat.SymDense), d.ridge())
	}
	for j := range size {
		largest = max(largest, hessian.At(j, j))
	}
	u, ok, err := linalg.CholeskyInPlace(ctx, shifted)
	if err != nil {
		return err
	}
	if ok {
		if d.factor = u.RawTriangular(); size == len(d.Best) {
			d.Pairs = nil
		}
		ok = d.Step()
	}
	if !ok {
		return &model.SingularError{Mu: d.Mu, Condition: largest / d.Mu}
	}
	return nil
}

// Step computes the next step with the last Hessian, or ends the descent. It reports false if the step is not finite.
func (d *SoftmaxDescent) Step() bool {
	step := slices.Clone(d.Gradient)
	shares := make([]float64, len(d.Pairs))
	for i, p := range slices.Backward(d.Pairs) {
		shares[i] = floats.Dot(p.Step, step) / floats.Dot(p.Step, p.Change)
		floats.AddScaled(step, -shares[i], p.Change)
	}
	for part := range slices.Chunk(step, d.factor.N) {
		copy(part, solved(d.factor, part))
	}
	for i, p := range d.Pairs {
		floats.AddScaled(step, shares[i]-floats.Dot(p.Change, step)/floats.Dot(p.Step, p.Change), p.Step)
	}
	floats.Scale(-1, step)
	length := floats.Norm(step, 2)
	if math.IsNaN(length) || math.IsInf(length, 0) {
		return false
	}
	d.Decrement = -floats.Dot(step, d.Gradient)
	if d.Stuck++; d.Decrement < d.Least {
		d.Least, d.Stuck = d.Decrement, 0
	}
	switch {
	case length <= newtonTolerance*floats.Norm(d.Best, 2) || d.Decrement <= d.Accuracy*d.Objective:
		d.Done = true
	case d.Stuck >= softmaxStuck && d.Least <= 1e-12*d.Objective || d.Iterations == softmaxSteps:
		d.stop()
	default:
		d.Direction, d.Fraction = step, 1
	}
	return true
}

// Excess returns about how far the objective is above the minimum, relative to it.
func (d *SoftmaxDescent) Excess() float64 { return d.Decrement / 2 / d.Objective }

// stop ends the descent before its tolerance is reached.
func (d *SoftmaxDescent) stop() {
	d.Done, d.Direction = true, nil
	if excess := d.Excess(); excess > 1e-6 {
		const text = "logistic regression stopped after %d steps about %.1e above the minimum: raise mu"
		d.Warnings = append(d.Warnings, fmt.Sprintf(text, d.Iterations, excess))
	}
}

// Models returns the functions of the classes at Best, whose values sum to 0; for two classes, the second minus
// the first. The first function has the warnings.
func (d *SoftmaxDescent) Models() []*Linear {
	row := newSoftmaxRow(d.K)
	models := make([]*Linear, d.K)
	for c := range models {
		models[c] = &Linear{W: make([]float64, d.Q), Objective: d.Objective, Gap: d.Excess(), Iterations: d.Iterations}
	}
	for j := range d.Q + 1 {
		for a := range row.u {
			row.u[a] = d.Best[a*(d.Q+1)+j]
		}
		row.expand()
		for c, v := range row.p {
			if j < d.Q {
				models[c].W[j] = v
			} else {
				models[c].Bias = v
			}
		}
	}
	if d.K == 2 {
		floats.Sub(models[1].W, models[0].W)
		models[1].Bias -= models[0].Bias
		models = models[1:]
	}
	models[0].Warnings = d.Warnings
	return models
}
