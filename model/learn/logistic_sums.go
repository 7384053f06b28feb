package learn

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// logisticSums are the sums over rows that [Logistic] needs at given weights, without the ridge. The
// last of the q+1 weights is the bias. For margins mᵢ = yᵢ·fᵢ let sᵢ = 1/(1 + exp(mᵢ)). Of two
// sums, the first is over rows with label −1 and the second over those with label 1.
type logisticSums struct {
	Loss      [2]float64    // Σ log(1 + exp(−mᵢ))
	Slope     [2][]float64  // Σ sᵢ[φᵢ 1], q+1 each; the gradient of the loss is the first minus the second
	Curvature []float64     // Σ sᵢ(1−sᵢ)[φᵢ 1] over all rows, q+1, which is the Hessian's last column
	Hessian   *mat.SymDense // Σ sᵢ(1−sᵢ)[φᵢ 1]ᵀ[φᵢ 1] over all rows, (q+1)×(q+1); nil until it is wanted
}

// newLogisticSums returns the sums over no rows, for q ≥ 1 features.
func newLogisticSums(q int) *logisticSums {
	vector := func() []float64 { return make([]float64, q+1) }
	return &logisticSums{Slope: [2][]float64{vector(), vector()}, Curvature: vector()}
}

// clear makes the sums those over no rows.
func (s *logisticSums) clear() {
	s.Loss = [2]float64{}
	clear(s.Slope[0])
	clear(s.Slope[1])
	clear(s.Curvature)
	if s.Hessian != nil {
		s.Hessian.Zero()
	}
}

// add adds rows phi, b×q, with labels y = ±1, at the given weights, to all sums except the Hessian, and returns sᵢ(1−sᵢ) of
// the rows. O(b·q).
func (s *logisticSums) add(phi *mat.Dense, y []float64, at *Linear) (curvature []float64) {
	n, q := phi.Dims()
	checkLength("labels", len(y), n)
	curvature = make([]float64, n)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(q+1)) {
		s.addTile(phi.Slice(lo, hi, 0, q).(*mat.Dense), y[lo:hi], at, curvature[lo:hi])
	}
	return curvature
}

// addTile adds a tile of rows, and sets curvature to their sᵢ(1−sᵢ).
func (s *logisticSums) addTile(phi *mat.Dense, y []float64, at *Linear, curvature []float64) {
	of := margins(phi, y, at)
	slope := [2][]float64{make([]float64, len(y)), make([]float64, len(y))}
	for i, m := range of {
		label := 0
		if y[i] > 0 {
			label = 1
		}
		s.Loss[label] += logistic(m)
		slope[label][i], curvature[i] = slopeAndCurvature(m)
	}
	addColumns(s.Slope[0], phi, slope[0])
	addColumns(s.Slope[1], phi, slope[1])
	addColumns(s.Curvature, phi, curvature)
}

// addColumns adds [Φ 1]ᵀx to dst.
func addColumns(dst []float64, phi *mat.Dense, x []float64) {
	q := len(dst) - 1
	blas64.Gemv(blas.Trans, 1, phi.RawMatrix(), linalg.Vector(x), 1, linalg.Vector(dst[:q]))
	dst[q] += floats.Sum(x)
}

// addHessian adds the Hessian for rows with the given sᵢ(1−sᵢ). O(b·q²). The error is the context's.
func (s *logisticSums) addHessian(ctx context.Context, phi *mat.Dense, curvature []float64) error {
	if s.Hessian == nil {
		s.Hessian = mat.NewSymDense(len(s.Curvature), nil)
	}
	return addWeighted(ctx, s.Hessian, phi, curvature)
}

// addWeighted adds Σ wᵢ[φᵢ 1]ᵀ[φᵢ 1], for weights that are not negative, to a (q+1)×(q+1) matrix.
func addWeighted(ctx context.Context, to *mat.SymDense, phi *mat.Dense, weights []float64) error {
	n, q := phi.Dims()
	last := make([]float64, q+1)
	addColumns(last, phi, weights)
	for j, v := range last {
		to.SetSym(j, q, to.At(j, q)+v)
	}
	corner := to.SliceSym(0, q).(*mat.SymDense).RawSymmetric()
	size := linalg.TileRows(q + 1)
	own := mat.NewDense(min(n, size), q, nil) // √D·Φ
	for lo, hi := range linalg.Tiles(n, size) {
		scaled := own.Slice(0, hi-lo, 0, q).(*mat.Dense)
		linalg.Parallel(hi-lo, func(from, to int) {
			for i := from; i < to; i++ {
				floats.ScaleTo(scaled.RawRowView(i), math.Sqrt(weights[lo+i]), phi.RawRowView(lo+i))
			}
		})
		if err := linalg.Syrk(ctx, blas.Trans, 1, scaled.RawMatrix(), 1, corner); err != nil {
			return err
		}
	}
	return nil
}

// margins returns yᵢ·fᵢ.
func margins(phi *mat.Dense, y []float64, at *Linear) []float64 {
	rows, _ := phi.Dims()
	checkLength("labels", len(y), rows)
	out := slices.Repeat([]float64{at.Bias}, rows)
	blas64.Gemv(blas.NoTrans, 1, phi.RawMatrix(), linalg.Vector(at.W), 1, linalg.Vector(out))
	floats.Mul(out, y)
	return out
}

// slopeAndCurvature returns s = 1/(1 + exp(m)) and s(1−s), without overflow.
func slopeAndCurvature(m float64) (slope, curvature float64) {
	e := math.Exp(-math.Abs(m))
	larger, smaller := 1/(1+e), e/(1+e)
	if m < 0 {
		return larger, larger * smaller
	}
	return smaller, larger * smaller
}

// logistic returns log(1 + exp(−m)), without overflow, and accurately for large m.
func logistic(m float64) float64 { return math.Max(0, -m) + math.Log1p(math.Exp(-math.Abs(m))) }

// sigmoid returns 1/(1 + exp(−v)).
func sigmoid(v float64) float64 {
	if v >= 0 {
		return 1 / (1 + math.Exp(-v))
	}
	e := math.Exp(v)
	return e / (1 + e)
}
