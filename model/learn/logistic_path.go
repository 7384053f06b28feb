package learn

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	pathAccuracy = 1e-5  // decrement of a step, relative to the objective, with which a descent of a path ends
	pathResidual = 0.3   // of a step by conjugate gradients, relative to the gradient, in the preconditioner's norm
	pathTiny     = 1e-12 // μ relative to Σ‖φᵢ‖² below which a new factor shows whether the Hessian is singular
	pathProducts = 40    // a Hessian and its factor take about the time of q/pathProducts iterations
)

// logisticPath is the descents of [Logistic] at one ridge after another, for a search, which needs no more than some
// digits of the losses. Each begins at the minimum of the last. Steps are solved by conjugate gradients, for which the
// factor of an earlier Hessian is the preconditioner; a new one is computed only where these converge slowly.
type logisticPath struct {
	phi       *mat.Dense
	y         []float64
	sums      *logisticSums
	curvature []float64         // of the rows at the present point
	factor    blas64.Triangular // of an earlier Hessian with its ridge; N = 0 without one
	slow      bool              // whether the last step took as many iterations as a new factor is worth
}

// logisticAlong returns the minima at ascending ridges. One that is singular has an error in failed.
func logisticAlong(ctx context.Context, phi *mat.Dense, y, mus []float64) (all []*Linear, failed []error, err error) {
	_, q := phi.Dims()
	p := &logisticPath{phi: phi, y: y, sums: newLogisticSums(q)}
	all, failed = make([]*Linear, len(mus)), make([]error, len(mus))
	square := math.Pow(mat.Norm(phi, 2), 2)
	var start *Linear
	for i, mu := range slices.Backward(mus) {
		if err := checkLabels("Logistic", phi, y, mu); err != nil {
			return nil, nil, err
		}
		d := NewLogisticDescent(q, mu)
		if start != nil {
			d.Best.W, d.Best.Bias = start.W, start.Bias
		}
		p.slow = p.slow || mu <= pathTiny*square
		for !d.Done {
			if err := p.step(ctx, d); err != nil {
				if singular := (*model.SingularError)(nil); !errors.As(err, &singular) {
					return nil, nil, err
				}
				failed[i] = err
				break
			}
		}
		if failed[i] == nil {
			all[i], start = &d.Best, &d.Best
		}
	}
	return all, failed, nil
}

// step evaluates the point of a descent and makes the next step, or ends the descent.
func (p *logisticPath) step(ctx context.Context, d *LogisticDescent) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.sums.clear()
	p.curvature = p.sums.add(p.phi, p.y, d.point())
	accepted, err := d.accept(p.sums)
	if err != nil || !accepted {
		return err
	}
	if d.last <= pathAccuracy*d.Best.Objective && !p.slow || d.Best.Iterations == newtonSteps {
		d.Done = true
		return nil
	}
	if p.factor.N == 0 || p.slow {
		if err := p.sums.addHessian(ctx, p.phi, p.curvature); err != nil {
			return err
		}
		p.slow = false
		err := d.advance(ctx, p.sums)
		p.factor = d.factor
		return err
	}
	gradient := d.gradient(p.sums, &d.Best)
	step := p.solve(d.Mu, gradient)
	decrement := -floats.Dot(step, gradient)
	if stuck := decrement >= d.last && decrement <= pathAccuracy*d.Best.Objective; stuck || !(decrement > 0) {
		d.Done = true
		return nil
	}
	d.step, d.fraction, d.decrement, d.last = step, 1, decrement, decrement
	return nil
}

// solve returns about Newton's step, minus the inverse Hessian times the gradient, and notes whether that was slow.
// Each iterate is a direction of descent.
func (p *logisticPath) solve(mu float64, gradient []float64) []float64 {
	q := len(gradient) - 1
	step, residual := make([]float64, q+1), slices.Clone(gradient)
	floats.Scale(-1, residual)
	better := solved(p.factor, residual)
	direction, product := slices.Clone(better), make([]float64, q+1)
	square := floats.Dot(residual, better)
	enough, most := pathResidual*pathResidual*square, max(2, q/pathProducts)
	p.slow = true
	for range most {
		p.multiply(product, direction, mu)
		along := square / floats.Dot(direction, product)
		if math.IsNaN(along) || math.IsInf(along, 0) {
			break
		}
		floats.AddScaled(step, along, direction)
		floats.AddScaled(residual, -along, product)
		better = solved(p.factor, residual)
		before := square
		if square = floats.Dot(residual, better); square <= enough {
			p.slow = false
			break
		}
		floats.AddScaledTo(direction, better, square/before, direction)
	}
	return step
}

// multiply sets dst to the product of the Hessian with its ridge and x.
func (p *logisticPath) multiply(dst, x []float64, mu float64) {
	rows, q := p.phi.Dims()
	values := slices.Repeat(x[q:], rows)
	blas64.Gemv(blas.NoTrans, 1, p.phi.RawMatrix(), linalg.Vector(x[:q]), 1, linalg.Vector(values))
	floats.Mul(values, p.curvature)
	floats.ScaleTo(dst[:q], mu, x[:q])
	dst[q] = 0
	addColumns(dst, p.phi, values)
}
