package fitted

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/learn"
)

// Continuation adds rows to a model that has Equations. The landmarks, the scaling of the features, the kernel and
// μ stay, so that the result is the regression on all rows with these: weights differ from its own by rounding
// errors, of the size of eps·λ₁/μ, where λ₁ is the largest eigenvalue of K̃.
type Continuation struct {
	Far Far

	of   *Model
	sums *learn.Growing
}

// Far counts new rows x of which the landmarks explain less than half: k(x, x) − k̃(x, x) > k(x, x)/2. With such
// rows the regression is not what landmarks among them would give, and its values there tend to the mean.
type Far struct {
	Rows      int     // how many there are
	Worst     int     // the new row, from 0, of which they explain least
	Explained float64 // k̃(x, x)/k(x, x) there
}

// Continue returns a continuation of the model, which stays as it is. The model must have Equations.
func (m *Model) Continue() (*Continuation, error) {
	sums, err := m.Equations.growing(m.Offsets[0])
	return &Continuation{Far: Far{Explained: math.Inf(1)}, of: m, sums: sums}, err
}

// Added returns the number of rows that have been added.
func (c *Continuation) Added() int { return c.sums.Rows - c.of.Equations.Rows }

// Add adds raw rows x, b×d, with finite targets y, in O(b·q·(m+q)). The rows must be ones for which
// [Model.Values] has no error. The error is a *RowError or the context's.
func (c *Continuation) Add(ctx context.Context, x *mat.Dense, y []float64) error {
	k, landmarks := c.of.Predictor.Kernel, c.of.Predictor.Parts[0].Landmarks
	z := c.of.scaled(x)
	rows, d := z.Dims()
	for lo := 0; lo < rows; lo += spreadRows {
		hi := min(rows, lo+spreadRows)
		tile := z.Slice(lo, hi, 0, d).(*mat.Dense)
		own, phi := model.Own(k, tile), new(mat.Dense)
		phi.Mul(model.Cross(k, tile, landmarks), c.sums.Map)
		first := c.Added()
		for i, v := range own {
			row := phi.RawRowView(i)
			inside := floats.Dot(row, row)
			if math.IsNaN(inside) || math.IsInf(inside, 0) {
				return &RowError{Row: lo + i, Value: inside}
			}
			c.Far.add(first+i, inside, v)
		}
		if err := c.sums.Add(ctx, phi, y[lo:hi]); err != nil {
			return err
		}
	}
	return nil
}

// add counts a row with k̃(x, x) = inside and k(x, x) = own.
func (f *Far) add(row int, inside, own float64) {
	if !(own-inside > own/2) {
		return
	}
	f.Rows++
	if share := inside / own; share < f.Explained {
		f.Worst, f.Explained = row, share
	}
}

// Continued is a model on all rows.
type Continued struct {
	*Model
	DF      float64 // tr H
	Squares float64 // Σ(y−ŷ)² over all rows; NaN where rounding errors may change the seventh digit
}

// Model returns the model on all rows, which are those of data, with error bars if the model had them. The error is a
// *model.SingularError or the context's.
func (c *Continuation) Model(ctx context.Context, data string) (*Continued, error) {
	f, err := c.sums.At(ctx, c.of.Mu)
	if err != nil {
		return nil, err
	}
	m := *c.of
	m.Rows, m.Data, m.Offsets = m.Rows+c.Added(), data, []float64{c.sums.Mean}
	m.Equations = NewEquations(c.sums)
	part := model.PredictorPart{Landmarks: m.Predictor.Parts[0].Landmarks, Weights: new(mat.Dense)}
	part.Weights.Mul(c.sums.Map, mat.NewDense(len(f.W), 1, f.W))
	m.Predictor = &model.Predictor{Kernel: m.Predictor.Kernel, Parts: []model.PredictorPart{part}, Outputs: 1}
	squares, bound := c.sums.Residual(f)
	if m.Spread != nil {
		m.Spread = NewSpread(m.Spread.Rule, c.sums.Amplitude(f, squares), c.sums.Spread(f))
	}
	if !(bound <= 1e-7*squares) {
		squares = math.NaN()
	}
	return &Continued{&m, f.DF, squares}, nil
}

// ContinuationMemory returns the bytes that a continuation takes: the map and five matrices of the equations, as numbers, and
// two of them as text.
func (m *Model) ContinuationMemory() int64 {
	const number, text = 8, 24
	rows, q := int64(len(m.Equations.Map)), int64(len(m.Equations.Right))
	return (number+text)*rows*q + (5*number+2*text)*q*q
}
