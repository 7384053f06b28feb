package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	newtonSteps     = 100
	newtonTolerance = 1e-9  // how far w may be off at the end, relative to its length
	sufficientFall  = 1e-4  // of the fall that a step's slope promises, what it must bring (Armijo)
	leastPart       = 1e-10 // the smallest part of a step that is tried
)

// Logistic is regularised logistic regression on features,
//
//	min over w and b: Σ log(1 + exp(−yᵢ·fᵢ)) + μ/2·(‖w‖² + b²),  f = Φ·w + b,
//
// for Φ, n×q, and labels y = ±1, by Newton's method with backtracking (Bach 2013):
// the objective of liblinear and of scikit-learn's LogisticRegression with C = 1/μ on Φ
// with a further column of ones. On [Features] of K̃ it is kernel logistic regression
// with K̃. The bias b is the weight of a constant feature and shrinks with the others,
// which matters for large μ only; scikit-learn's own fit_intercept does not penalise it.
//
// The probability of label 1 is 1/(1 + exp(−f)). It ends where the gradient proves w and b
// good to 1e-9 of their length, or rounding errors hold it, which takes 5 to 20 steps of
// O(n·q² + q³). For many thousands of features it is the wrong choice, and rows that lie
// elsewhere are for a [LogisticDescent]. Labels all the same are a *OneClassError, a μ below
// the rounding errors of ΦᵀΦ a *model.SingularError, overflow a *model.DegenerateError.
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

// LogisticDescent is the minimisation of [Logistic] for rows that lie elsewhere, on several
// machines say; for rows in memory call Logistic. It asks for sums over all rows at one point
// after the other: until Done, take [LogisticSums] at Point to Look and, if that says so, to Turn.
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

// Point is where the sums are wanted.
func (d *LogisticDescent) Point() *Linear {
	q := len(d.Best.W)
	at := &Linear{W: slices.Clone(d.Best.W), Bias: d.Best.Bias}
	if d.Step != nil {
		floats.AddScaled(at.W, d.Part, d.Step[:q])
		at.Bias += d.Part * d.Step[q]
	}
	return at
}

// Look takes loss and gradient at Point. It tells whether the descent goes on from there, for
// which Turn needs the Hessian; else it tries a smaller part of the step, or is done. A
// *model.DegenerateError says that the features overflow.
func (d *LogisticDescent) Look(s *LogisticSums) (turns bool, err error) {
	at := d.Point()
	at.Objective, at.Iterations = s.Loss+d.Mu/2*at.squaredNorm(), d.Best.Iterations
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
	length := floats.Norm(gradient, 2)
	// By strong convexity, and exactly where the value of the dual problem at s is.
	at.Gap = length / at.Objective * length / (2 * d.Mu)
	d.Best, d.Step = *at, nil
	if math.IsNaN(length) || math.IsInf(length, 0) {
		return false, &model.DegenerateError{What: "the gradient of the logistic loss", Value: length}
	}
	// By strong convexity the minimum is ‖gradient‖/μ away at most.
	d.Done = length <= newtonTolerance*d.Mu*math.Sqrt(at.squaredNorm())
	return !d.Done, nil
}

// gradient is that of the objective.
func (d *LogisticDescent) gradient(s *LogisticSums, at *Linear) []float64 {
	q := len(at.W)
	g := slices.Clone(s.Gradient)
	floats.AddScaled(g[:q], d.Mu, at.W)
	g[q] += d.Mu * at.Bias
	return g
}

// Turn takes the step −(H+μI)⁻¹g from the point that Look has gone to, by its sums. A
// *model.SingularError says that μ is below the rounding errors of H. O(q³).
func (d *LogisticDescent) Turn(ctx context.Context, s *LogisticSums) error {
	gradient := d.gradient(s, &d.Best)
	step, err := d.newtonStep(ctx, s.Hessian, gradient)
	if err != nil {
		return err
	}
	d.Decrement = -floats.Dot(step, gradient)
	// Near the minimum the decrement falls by its own square, until rounding holds it.
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
	linalg.AddRidge(shifted, d.Mu)
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

// LogisticSums are what [Logistic] takes of the rows at some weights, the bias being the last
// of q+1: sums over rows, as [NormalEquations] are, without the ridge.
type LogisticSums struct {
	Loss     float64       // Σ log(1 + exp(−mᵢ)) for margins mᵢ = yᵢ·fᵢ
	Gradient []float64     // −Σ sᵢyᵢ[φᵢ 1], sᵢ = 1/(1 + exp(mᵢ)), q+1
	Hessian  *mat.SymDense // Σ sᵢ(1−sᵢ)[φᵢ 1]ᵀ[φᵢ 1], (q+1)×(q+1)
}

// NewLogisticSums are those of no rows, of q ≥ 1 features.
func NewLogisticSums(q int) *LogisticSums {
	return &LogisticSums{Gradient: make([]float64, q+1), Hessian: mat.NewSymDense(q+1, nil)}
}

// Add takes in loss and gradient of rows phi, b×q, with labels y = ±1, at the given weights. O(b·q).
func (s *LogisticSums) Add(phi *mat.Dense, y []float64, at *Linear) {
	q := len(at.W)
	pull := margins(phi, y, at)
	for i, m := range pull {
		s.Loss += logistic(m)
		pull[i] = -y[i] * sigmoid(-m)
	}
	addTransposed(s.Gradient[:q], phi, pull)
	s.Gradient[q] += floats.Sum(pull)
}

// AddHessian takes in the Hessian of Add's rows. O(b·q²). The error is the context's.
func (s *LogisticSums) AddHessian(ctx context.Context, phi *mat.Dense, y []float64, at *Linear) error {
	n, q := phi.Dims()
	size := linalg.TileRows(q + 1)
	own := mat.NewDense(min(n, size), q+1, nil) // √D·[Φ 1]
	for lo, hi := range linalg.Tiles(n, size) {
		tile := phi.Slice(lo, hi, 0, q).(*mat.Dense)
		of := margins(tile, y[lo:hi], at)
		scaled := own.Slice(0, hi-lo, 0, q+1).(*mat.Dense)
		linalg.Parallel(hi-lo, func(from, to int) {
			for i := from; i < to; i++ {
				root := math.Sqrt(sigmoid(of[i]) * sigmoid(-of[i]))
				row := scaled.RawRowView(i)
				floats.ScaleTo(row[:q], root, tile.RawRowView(i))
				row[q] = root
			}
		})
		if err := linalg.Syrk(ctx, blas.Trans, 1, scaled.RawMatrix(), 1, s.Hessian.RawSymmetric()); err != nil {
			return err
		}
	}
	return nil
}

// Merge adds what other rows have given, at the same weights.
func (s *LogisticSums) Merge(other *LogisticSums) {
	checkLength("weights", len(other.Gradient), len(s.Gradient))
	s.Loss += other.Loss
	floats.Add(s.Gradient, other.Gradient)
	s.Hessian.AddSym(s.Hessian, other.Hessian)
}

// margins are yᵢ·fᵢ.
func margins(phi *mat.Dense, y []float64, at *Linear) []float64 {
	rows, _ := phi.Dims()
	checkLength("labels", len(y), rows)
	out := at.Values(phi)
	floats.Mul(out, y)
	return out
}

// logistic is log(1 + exp(−m)), without overflow and with the small losses of large margins.
func logistic(m float64) float64 { return math.Max(0, -m) + math.Log1p(math.Exp(-math.Abs(m))) }

// sigmoid is 1/(1 + exp(−v)).
func sigmoid(v float64) float64 {
	if v >= 0 {
		return 1 / (1 + math.Exp(-v))
	}
	e := math.Exp(v)
	return e / (1 + e)
}
