package learn

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// With many rows in memory, most of the time of [Logistic] is Hessians of all rows. Few are needed: the
// descent begins at the minimum on a sample of the rows, and a Hessian serves for further steps as long as
// these fall fast enough.
const (
	startRows    = 4096 // smallest number of rows for a start from a sample
	startShare   = 8    // one of so many rows is in the sample
	startPerUnit = 6    // smallest number of rows in the sample for each feature
	startOff     = 1.25 // largest objective of the start, relative to that on the sample; beyond, the sample is fitted too closely, and steps from there are short
	startNear    = 1e-3 // decrement of a step on the sample, relative to the objective, after which the sample's own error is larger

	reuseFall = 1e-2 // largest ratio of two decrements at which a Hessian is used again: the steps become 10 times shorter
)

// logisticFrom is the descent of [Logistic] on rows in memory.
func logisticFrom(ctx context.Context, phi *mat.Dense, y []float64, mu float64) (*Linear, error) {
	n, q := phi.Dims()
	d := NewLogisticDescent(q, mu)
	many := n >= startRows
	if many {
		start, err := sampleMinimum(ctx, phi, y, mu)
		if err != nil {
			return nil, err
		}
		if start != nil {
			d.Best.W, d.Best.Bias = start.W, start.Bias
		}
	}
	for !d.Done {
		if err := d.onRows(ctx, phi, y, many); err != nil {
			return nil, err
		}
	}
	return &d.Best, nil
}

// LogisticMemory returns the bytes that [Logistic] needs, and [Softmax] for few classes, beside n rows of q features: a tile of weighted
// features, the sample, and three q×q matrices: the Hessian, that of the next point, and a factor.
func LogisticMemory(n, q int) int64 {
	rows := min(n, linalg.TileRows(q)) + 3*q
	if n >= startRows {
		rows += n / startShare
	}
	return 8 * int64(rows) * int64(q)
}

// onRows evaluates the point of the descent, and makes the next step. If reuse is set, that may be one with
// the last Hessian.
func (d *LogisticDescent) onRows(ctx context.Context, phi *mat.Dense, y []float64, reuse bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	sums := newLogisticSums(len(d.Best.W))
	curvature := sums.add(phi, y, d.point())
	accepted, err := d.accept(sums)
	if err != nil || !accepted || reuse && d.again(sums) {
		return err
	}
	if err := sums.addHessian(ctx, phi, curvature); err != nil {
		return err
	}
	return d.advance(ctx, sums)
}

// again makes a step from Best with the Hessian of an earlier point, if its decrement is small enough
// beside that of the step before. It reports whether it has done so.
func (d *LogisticDescent) again(s *logisticSums) bool {
	if d.factor.N == 0 || d.Best.Iterations == newtonSteps {
		return false
	}
	gradient := d.gradient(s, &d.Best)
	step := solved(d.factor, gradient)
	decrement := floats.Dot(step, gradient)
	if !(decrement <= reuseFall*d.last) {
		return false
	}
	floats.Scale(-1, step)
	d.step, d.fraction, d.decrement, d.last = step, 1, decrement, decrement
	return true
}

// sampleMinimum returns about the minimum on every eighth row, or nil if these are too few or do not
// represent the others. The error is the context's.
func sampleMinimum(ctx context.Context, phi *mat.Dense, y []float64, mu float64) (*Linear, error) {
	n, q := phi.Dims()
	count := n / startShare
	if count < startPerUnit*q {
		return nil, nil
	}
	rows, labels := make([]int, count), make([]float64, count)
	for i := range rows {
		rows[i] = i * startShare
		labels[i] = y[rows[i]]
	}
	if slices.Min(labels) == slices.Max(labels) {
		return nil, nil
	}
	sample := linalg.Rows(phi, rows)
	d := NewLogisticDescent(q, mu*float64(count)/float64(n))
	for !d.Done && !(d.Best.Iterations > 0 && d.last <= startNear*d.Best.Objective) {
		if err := d.onRows(ctx, sample, labels, true); err != nil {
			return nil, ctx.Err() // with other errors the sample is of no use
		}
	}
	objective := mu / 2 * floats.Dot(d.Best.W, d.Best.W)
	for _, m := range margins(phi, y, &d.Best) {
		objective += logistic(m)
	}
	if most := startOff * d.Best.Objective * float64(n) / float64(count); !(objective <= most && objective < float64(n)*math.Ln2) {
		return nil, nil
	}
	return &d.Best, nil
}
