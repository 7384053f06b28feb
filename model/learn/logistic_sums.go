package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// LogisticSums are what Newton's method for [Logistic] takes of the rows at some weights: the
// loss, its gradient and its Hessian, without the ridge. They are sums over rows, as
// [NormalEquations] are. The last of the q+1 weights is the bias.
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

// AddHessian takes in the Hessian of the rows that Add is given. O(b·q²). The error is the
// context's.
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
