package ard

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
	"gramscope/model/linalg"
)

// folds is the number of parts of the rows, each of which is held out once.
const folds = 3

// loss evaluates the log probability of held-out classes and its gradient.
//
// With UᵀU = K_mm and Φ = K_nm·U⁻¹, each class c and fold have the logistic regression of [learn.Logistic] on the rows of
// the other folds, with labels y = ±1. The value is −Σ log(1 + exp(−y_ic·f_ic)) over all rows i, each by the
// regression that has not seen it, and all classes. Each class is separated from all others: for widths that is enough,
// although fits of more than two classes are [learn.Softmax].
type loss struct {
	landmarkKernel
	labels *mat.Dense // n×q, ±1
	folds  []fold
}

// fold is a part of the rows that is held out.
type fold struct {
	inside, outside []int                    // rows
	in, out         *mat.Dense               // their rows of Φ
	last            []*learn.LogisticDescent // of each class for the widths before, with Best in terms of the kernel: f = K_nm·W + b; nil for none
}

func newLoss(p Problem) *loss {
	n, q := p.Y.Dims()
	l := &loss{landmarkKernel: newLandmarkKernel(p), labels: mat.NewDense(n, q, nil), folds: make([]fold, folds)}
	for f := range l.folds {
		l.folds[f].last = make([]*learn.LogisticDescent, q)
	}
	seen := make([]int, q+1) // rows of each class, which is spread evenly over the folds; last those of no column, as of the first class of two
	for i := range n {
		class := q
		for c := range q {
			l.labels.Set(i, c, -1)
			if p.Y.At(i, c) > 0 {
				l.labels.Set(i, c, 1)
				class = c
			}
		}
		for f := range l.folds {
			if of := &l.folds[f]; f == seen[class]%folds {
				of.inside = append(of.inside, i)
			} else {
				of.outside = append(of.outside, i)
			}
		}
		seen[class]++
	}
	return l
}

// at returns the log probability, and its gradient by log ℓ and, last, by log μ. It is −Inf with no gradient where a
// matrix is singular.
func (l *loss) at(ctx context.Context, widths []float64, mu float64, gradient []float64) (float64, error) {
	m := len(l.Landmarks)
	n, q := l.labels.Dims()
	l.scale(widths)
	upper, ok, err := factor(ctx, l.kmm, jitter*l.constant)
	if !ok || err != nil {
		return math.Inf(-1), err
	}
	solve(blas.Trans, upper, l.kmn)
	phi := mat.DenseCopyOf(l.kmn.T())

	// dF = Σ_ki W_ki·d(K_mn)_ki + Σ_ik M_ik·d(K_mm)_ik with W = right·leftᵀ.
	total := 0.0
	left, right := mat.NewDense(n, 2*q*folds, nil), mat.NewDense(m, 2*q*folds, nil)
	middle := mat.NewDense(m, m, nil)
	byMu := 0.0
	for f := range l.folds {
		of := &l.folds[f]
		of.in, of.out = linalg.Rows(phi, of.inside), linalg.Rows(phi, of.outside)
		for c := range q {
			at := f*q + c
			one, err := l.heldOut(ctx, of, upper, c, mu)
			if err != nil {
				if singular := (*model.SingularError)(nil); errors.As(err, &singular) {
					return math.Inf(-1), nil
				}
				return math.Inf(-1), err
			}
			if one == nil {
				continue
			}
			total += one.value
			byMu -= mu * floats.Dot(one.adjoint, one.weights)
			left.SetCol(2*at, one.left)
			left.SetCol(2*at+1, one.leftAdjoint)
			toKernel(upper, one.weights)
			toKernel(upper, one.adjoint)
			right.SetCol(2*at, one.weights)
			right.SetCol(2*at+1, one.adjoint)
			middle.RankOne(middle, -mu, mat.NewVecDense(m, one.adjoint), mat.NewVecDense(m, one.weights))
		}
	}
	if gradient != nil {
		clear(gradient)
		weights := mat.NewDense(m, n, nil)
		weights.Mul(right, left.T())
		l.addDistances(gradient, l.z, weights, l.slope, l.x)
		l.addDistances(gradient, l.z, middle, l.among, l.z)
		gradient[len(gradient)-1] = byMu
	}
	return total, ctx.Err()
}

// regression is one that leaves a fold out, with what the gradient takes from it.
type regression struct {
	value             float64
	weights, adjoint  []float64 // w, and u of the adjoint equation, m each
	left, leftAdjoint []float64 // factors of dK_nm·w and dK_nm·u in dF, n each
}

// heldOut fits one class to the rows outside a fold, and compares it with those inside. It returns nil if the class
// can't be fitted: without rows, or without others.
//
// With g the derivatives of the value by f at the rows held out, r those of the loss at the others, D its second
// derivatives, and H the Hessian, (u, u_b) = H⁻¹[Φ 1]ᵀg. Since the gradient of the objective stays 0,
// dF = Σ_held g_i·dk_iβ − Σ_others (r_i·dk_iα + D_i(φ_iu + u_b)·dk_iβ) − μ·αᵀdK_mmβ for k_i, the rows of K_nm, with
// β = U⁻¹w and α = U⁻¹u.
func (l *loss) heldOut(ctx context.Context, of *fold, upper *mat.TriDense, c int, mu float64) (*regression, error) {
	n, _ := l.labels.Dims()
	m := len(l.Landmarks)
	y := make([]float64, len(of.outside))
	for k, i := range of.outside {
		y[k] = l.labels.At(i, c)
	}
	if len(of.inside) == 0 || slices.Min(y) == slices.Max(y) {
		return nil, nil
	}
	descent, err := descend(ctx, of.out, y, mu, upper, of.last[c])
	if err != nil {
		return nil, err
	}
	fit := descent.Best
	out := &regression{weights: slices.Clone(fit.W), left: make([]float64, n), leftAdjoint: make([]float64, n)}
	right := make([]float64, m+1)
	for k, f := range fit.Values(of.in) {
		i := of.inside[k]
		value, slope, _ := logistic(f, l.labels.At(i, c))
		out.value -= value
		out.left[i] = -slope
		floats.AddScaled(right[:m], -slope, of.in.RawRowView(k))
		right[m] -= slope
	}
	solution, err := descent.Solve(of.out, y, right)
	if err != nil {
		return nil, err
	}
	adjoint := &learn.Linear{W: solution[:m], Bias: solution[m]}
	out.adjoint = adjoint.W
	values := fit.Values(of.out)
	for k, a := range adjoint.Values(of.out) {
		_, slope, curvature := logistic(values[k], y[k])
		i := of.outside[k]
		out.left[i], out.leftAdjoint[i] = -curvature*a, -slope
	}
	toKernel(upper, fit.W)
	of.last[c] = descent
	return out, nil
}

// largestGap bounds how far the objective of a regression may be above the minimum, relative to it.
const largestGap = 1e-8

// descend minimises the objective of [learn.Logistic]. It begins at the weights and the Hessian of another kernel, unless these
// weights are worse than 0: from there Newton's steps may end nowhere.
func descend(ctx context.Context, phi *mat.Dense, y []float64, mu float64, upper *mat.TriDense, before *learn.LogisticDescent) (*learn.LogisticDescent, error) {
	_, m := phi.Dims()
	d := learn.NewLogisticDescent(m, mu)
	if before != nil { // w = Uβ
		from := &before.Best
		start := &learn.Linear{W: make([]float64, m), Bias: from.Bias}
		mat.NewVecDense(m, start.W).MulVec(upper, mat.NewVecDense(m, from.W))
		objective := mu / 2 * floats.Dot(start.W, start.W)
		for i, f := range start.Values(phi) {
			value, _, _ := logistic(f, y[i])
			objective += value
		}
		if objective < float64(len(y))*math.Ln2 {
			d.Best.W, d.Best.Bias = start.W, start.Bias
			d.Like(before)
		}
	}
	for !d.Done {
		if err := d.On(ctx, phi, y); err != nil {
			return nil, err
		}
		if d.Best.Gap <= largestGap {
			break
		}
	}
	return d, nil
}

// logistic returns log(1 + exp(−yf)) and its first two derivatives by f, for y = ±1.
func logistic(f, y float64) (value, slope, curvature float64) {
	margin := f * y
	value = math.Max(0, -margin) + math.Log1p(math.Exp(-math.Abs(margin)))
	s := math.Exp(-math.Max(0, margin)) / (1 + math.Exp(-math.Abs(margin))) // 1/(1 + exp(margin))
	return value, -y * s, s * (1 - s)
}

// toKernel replaces weights of Φ by U⁻¹w, those of K_nm.
func toKernel(upper *mat.TriDense, w []float64) {
	solve(blas.NoTrans, upper, mat.NewDense(len(w), 1, w))
}
