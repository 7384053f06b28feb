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
	labels *mat.Dense      // n×q, ±1
	fold   []int           // of each row; every class is spread evenly over the folds
	last   []*learn.Linear // where the search for each regression begins, in terms of the kernel: f = K_nm·W + b; nil for none
}

func newLoss(p Problem) *loss {
	n, q := p.Y.Dims()
	l := &loss{landmarkKernel: newLandmarkKernel(p), labels: mat.NewDense(n, q, nil), fold: make([]int, n), last: make([]*learn.Linear, q*folds)}
	seen := make([]int, q+1) // rows of each class; last those of no column, as of the first class of two
	for i := range n {
		class := q
		for c := range q {
			l.labels.Set(i, c, -1)
			if p.Y.At(i, c) > 0 {
				l.labels.Set(i, c, 1)
				class = c
			}
		}
		l.fold[i] = seen[class] % folds
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
	for held := range folds {
		for c := range q {
			at := held*q + c
			one, err := l.heldOut(ctx, phi, upper, held, c, mu)
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
func (l *loss) heldOut(ctx context.Context, phi *mat.Dense, upper *mat.TriDense, held, c int, mu float64) (*regression, error) {
	n, m := phi.Dims()
	var inside, outside []int
	for i, f := range l.fold {
		if f == held {
			inside = append(inside, i)
		} else {
			outside = append(outside, i)
		}
	}
	labels := func(rows []int) []float64 {
		y := make([]float64, len(rows))
		for k, i := range rows {
			y[k] = l.labels.At(i, c)
		}
		return y
	}
	rows, y := linalg.Rows(phi, outside), labels(outside)
	if len(inside) == 0 || slices.Min(y) == slices.Max(y) {
		return nil, nil
	}
	place := &l.last[held*l.labels.RawMatrix().Cols+c]
	descent, err := descend(ctx, rows, y, mu, upper, *place)
	if err != nil {
		return nil, err
	}
	fit := &descent.Best
	kept := &learn.Linear{W: slices.Clone(fit.W), Bias: fit.Bias}
	toKernel(upper, kept.W)
	*place = kept

	out := &regression{weights: fit.W, left: make([]float64, n), leftAdjoint: make([]float64, n)}
	right := make([]float64, m+1)
	tested := linalg.Rows(phi, inside)
	for k, f := range fit.Values(tested) {
		i := inside[k]
		value, slope, _ := logistic(f, l.labels.At(i, c))
		out.value -= value
		out.left[i] = -slope
		floats.AddScaled(right[:m], -slope, tested.RawRowView(k))
		right[m] -= slope
	}
	solution, err := descent.Solve(ctx, rows, y, right)
	if err != nil {
		return nil, err
	}
	adjoint := &learn.Linear{W: solution[:m], Bias: solution[m]}
	out.adjoint = adjoint.W
	values := fit.Values(rows)
	for k, a := range adjoint.Values(rows) {
		_, slope, curvature := logistic(values[k], y[k])
		out.left[outside[k]], out.leftAdjoint[outside[k]] = -curvature*a, -slope
	}
	return out, nil
}

// descend minimises the objective of [learn.Logistic]. It begins at the weights of another kernel, unless these are worse
// than 0: from there Newton's steps may end nowhere.
func descend(ctx context.Context, phi *mat.Dense, y []float64, mu float64, upper *mat.TriDense, from *learn.Linear) (*learn.LogisticDescent, error) {
	_, m := phi.Dims()
	d := learn.NewLogisticDescent(m, mu)
	if from != nil { // w = Uβ
		start := &learn.Linear{W: make([]float64, m), Bias: from.Bias}
		mat.NewVecDense(m, start.W).MulVec(upper, mat.NewVecDense(m, from.W))
		objective := mu / 2 * floats.Dot(start.W, start.W)
		for i, f := range start.Values(phi) {
			value, _, _ := logistic(f, y[i])
			objective += value
		}
		if objective < float64(len(y))*math.Ln2 {
			d.Best.W, d.Best.Bias = start.W, start.Bias
		}
	}
	for !d.Done {
		if err := d.On(ctx, phi, y); err != nil {
			return nil, err
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
