package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

const (
	svmGap     = 1e-4      // relative duality gap at which the passes end
	svmWarnGap = 1e-3      // relative duality gap that gives a warning
	svmPasses  = 1000      // limit of the visits to rows, as passes over all rows
	svmVisits  = 2_000_000 // visits that are allowed in any case, to all problems that share the rows together

	// svmRounds is the number of passes after which all rows are looked at again; the first is over all rows. It was
	// chosen by experiment: values from 10 to 200 differ little for μ from 1e-3 to 10.
	svmRounds = 100
)

// SVM returns the linear support vector machine with the hinge loss on features,
//
//	min over w and b: Σ max(0, 1 − yᵢ·fᵢ) + μ/2·(‖w‖² + b²),  f = Φ·w + b,
//
// for Φ, n×q, and labels y = ±1. With C = 1/μ, the objective is μ times that of scikit-learn's LinearSVC
// with loss="hinge", on Φ with a further column of ones. On [Features] of K̃ this is the kernel machine
// with K̃. Unlike those of [Softmax], the bias b is penalised: then the dual problem has no constraint
// Σ αᵢyᵢ = 0, and one αᵢ can be changed at a time. f gives no probabilities.
//
// It is dual coordinate descent (Hsieh, Chang, Lin, Keerthi and Sundararajan, ICML 2008) in an order that
// rng draws, O(q) for each row. Rows whose α stays at a bound are left out of up to 100 passes. The
// descent ends when the duality gap, which bounds the error, is below 1e-4 of the objective, or after
// 1000 visits to each row, or two million visits if that is more, which the given number of problems share: with
// many classes and few rows each would take that many. The limit is reached for small μ; the
// classes predicted are then usually those of the solution, except for few rows. A gap of 1e-3 or more
// gives a warning. The error is a *model.DegenerateError if the features overflow, or the context's.
func SVM(ctx context.Context, phi *mat.Dense, y []float64, mu float64, rng *rand.Rand, problems int) (*Linear, error) {
	checkLength("labels", len(y), phi.RawMatrix().Rows)
	if err := checkRows("SVM", phi, mu); err != nil {
		return nil, err
	}
	d := newHingeDual(phi, y, 1/mu)
	visits, limit := 0, max(svmPasses*len(y), svmVisits/problems)
	all := linalg.Sequence(0, len(y))
	for d.at.Gap = math.Inf(1); d.at.Gap > svmGap && visits < limit; d.measure(mu) {
		moving := all
		for range svmRounds {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			visits += len(moving)
			moving = d.pass(moving, rng)
		}
	}
	d.at.Iterations = (visits + len(y) - 1) / len(y)
	if d.at.Gap > svmWarnGap {
		const text = "the SVM stopped after %d visits to each row up to %.2g %% above the minimum: raise mu"
		d.at.Warnings = append(d.at.Warnings, fmt.Sprintf(text, d.at.Iterations, 100*d.at.Gap))
	}
	return d.at, nil
}

// hingeDual is the dual problem of the SVM, with its objective divided by μ:
//
//	max Σαᵢ − ½‖w‖², w = Σ αᵢ·yᵢ·(φᵢ, 1), 0 ≤ αᵢ ≤ upper = 1/μ.
type hingeDual struct {
	phi   *mat.Dense
	y     []float64
	upper float64
	alpha []float64
	at    *Linear   // w
	norms []float64 // ‖φᵢ‖² + 1
}

func newHingeDual(phi *mat.Dense, y []float64, upper float64) *hingeDual {
	n, q := phi.Dims()
	norms := make([]float64, n)
	for i := range norms {
		row := phi.RawRowView(i)
		norms[i] = floats.Dot(row, row) + 1
	}
	at := &Linear{W: make([]float64, q)}
	return &hingeDual{phi: phi, y: y, upper: upper, alpha: make([]float64, n), at: at, norms: norms}
}

// pass minimises over each αᵢ of the given rows in turn, in a newly drawn order. It returns the rows
// whose α does not stay at a bound.
func (d *hingeDual) pass(rows []int, rng *rand.Rand) (moving []int) {
	order := slices.Clone(rows)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	moving = order[:0] // reuses memory that has been read already
	for _, i := range order {
		row := d.phi.RawRowView(i)
		gradient := d.y[i]*d.at.value(row) - 1
		if (d.alpha[i] == 0 && gradient >= 0) || (d.alpha[i] == d.upper && gradient <= 0) {
			continue
		}
		moving = append(moving, i)
		next := min(max(d.alpha[i]-gradient/d.norms[i], 0), d.upper)
		change := (next - d.alpha[i]) * d.y[i]
		d.alpha[i] = next
		floats.AddScaled(d.at.W, change, row)
		d.at.Bias += change
	}
	return moving
}

// measure computes the objective and the duality gap.
func (d *hingeDual) measure(mu float64) {
	hinge := 0.0 // Σ max(0, 1 − yᵢ·fᵢ)
	for i, f := range d.at.Values(d.phi) {
		hinge += max(0, 1-d.y[i]*f)
	}
	penalty := mu / 2 * (floats.Dot(d.at.W, d.at.W) + d.at.Bias*d.at.Bias)
	primal := hinge + penalty
	dual := mu*floats.Sum(d.alpha) - penalty
	d.at.Objective, d.at.Gap = primal, max(0, primal-dual)/primal
}

// Linear is f(z) = φ(z)·W + Bias, fitted by [Softmax] or [SVM]. For two classes, f > 0 means the second.
type Linear struct {
	W    []float64
	Bias float64

	Objective  float64  // value of the minimised function, see Softmax and SVM
	Gap        float64  // (Objective − minimum)/Objective, about; an SVM's is an upper bound from the dual problem
	Iterations int      // steps, or passes over the rows
	Warnings   []string // nil if the minimum was reached
}

// Values returns f at the rows of phi, b×q.
func (l *Linear) Values(phi *mat.Dense) []float64 {
	rows, q := phi.Dims()
	if q != len(l.W) {
		panic(fmt.Sprintf("learn: Values of %d features, want %d", q, len(l.W)))
	}
	out := make([]float64, rows)
	for i := range out {
		out[i] = l.value(phi.RawRowView(i))
	}
	return out
}

func (l *Linear) value(row []float64) float64 { return floats.Dot(row, l.W) + l.Bias }
