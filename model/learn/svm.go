package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	svmGap     = 1e-4      // the gap at which the passes end
	svmWarnGap = 1e-3      // one worth a warning
	svmPasses  = 1000      // how often a row may be looked at, on average over the rows,
	svmVisits  = 2_000_000 // or how often all of them, whichever is more

	// svmRounds is how many passes over the rows that move follow one over all: of 10, 20, 50,
	// 100 and 200 near the fastest for every μ from 1e-3 to 10, on 3000 rows of ijcnn1 with 150
	// and 300 features.
	svmRounds = 100
)

// SVM returns the linear support vector machine with the hinge loss on features,
//
//	min over w and b: Σ max(0, 1 − yᵢ·fᵢ) + μ/2·(‖w‖² + b²),  f = Φ·w + b,
//
// for Φ, n×q, and labels y = ±1: the objective, times μ, of scikit-learn's LinearSVC with
// loss="hinge" and C = 1/μ on Φ with a further column of ones. On [Features] of K̃ it is
// the kernel machine with K̃. The bias b is penalised, unlike that of [Logistic]: then the dual
// problem has no constraint Σ αᵢyᵢ = 0, and one αᵢ can move at a time. f gives no
// probabilities; if they matter, use Logistic.
//
// It is dual coordinate descent (Hsieh, Chang, Lin, Keerthi and Sundararajan, ICML 2008) in
// an order that rng draws, O(q) a row. Rows at a bound that pulls them outwards are left out
// of up to 100 passes. It ends when the duality gap, which bounds the error, is below 1e-4 of
// the objective; liblinear's criterion, the spread of the projected gradients, was met at
// 1e-3 for gaps from 1e-6 to 4e-5. Or it ends after 1000 passes' worth of rows, or two
// million, as happens for small μ: on 3000 rows of ijcnn1 with 150 Nyström features at a gap
// of 3e-3 for μ = 0.001, where 1000 plain passes had come to 0.6, and of 0.8 for 0.0001, with
// an accuracy on 7000 other rows within 0.03 points of the solution's, and within 0.4. A gap
// from 1e-3 on is a warning. Labels all the same are a *OneClassError, features that overflow
// a *model.DegenerateError.
func SVM(ctx context.Context, phi *mat.Dense, y []float64, mu float64, rng *rand.Rand) (*Linear, error) {
	if rng == nil {
		panic("learn: SVM needs a random generator, got nil")
	}
	if err := checkLabels("SVM", phi, y, mu); err != nil {
		return nil, err
	}
	d := newHingeDual(phi, y, 1/mu)
	visits, limit := 0, max(svmPasses*len(y), svmVisits)
	all := make([]int, len(y))
	for i := range all {
		all[i] = i
	}
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
		d.at.Warnings = append(d.at.Warnings, fmt.Sprintf("the SVM stopped up to %.2g %% above the minimum: raise mu", 100*d.at.Gap))
	}
	return d.at, nil
}

// hingeDual is the dual problem of the SVM over μ:
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
	return &hingeDual{phi: phi, y: y, upper: upper, alpha: make([]float64, n), at: &Linear{W: make([]float64, q)}, norms: norms}
}

// pass minimises over each αᵢ of the given rows in turn, in an order drawn anew, and
// returns the rows that no bound kept from moving.
func (d *hingeDual) pass(rows []int, rng *rand.Rand) (moving []int) {
	order := slices.Clone(rows)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	moving = order[:0] // what is written has been read
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

// measure fills in the objective and the gap to the dual value.
func (d *hingeDual) measure(mu float64) {
	hinge := 0.0 // Σ max(0, 1 − yᵢ·fᵢ)
	for i, f := range d.at.Values(d.phi) {
		hinge += max(0, 1-d.y[i]*f)
	}
	penalty := mu / 2 * penalised(d.at)
	primal := hinge + penalty
	dual := mu*floats.Sum(d.alpha) - penalty
	d.at.Objective, d.at.Gap = primal, max(0, primal-dual)/primal
}

// penalised returns ‖W‖² + Bias².
func penalised(l *Linear) float64 { return floats.Dot(l.W, l.W) + l.Bias*l.Bias }
