package learn

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// Spread has what the variances of a regression on landmarks need at new points, without its training rows:
//
//	k(z, z) − ‖φ‖² + μ‖φ·Half‖², φ = k(z, Landmarks)·Features
//
// or, without Half, k(z, z) − ‖φ‖². They are those of [NormalFit.Variances] or [Fit.Variances].
type Spread struct {
	Features *mat.Dense // m×q
	Half     *mat.Dense // q×r, or nil
	Ridge    float64    // μ
}

// Variances returns the variances at b points, for their kernel values k with the landmarks, b×m, and own =
// k(z, z). It costs m·q + q·r for each point.
func (s *Spread) Variances(k *mat.Dense, own []float64) []float64 {
	var phi, psi mat.Dense
	phi.Mul(k, s.Features)
	if s.Half == nil {
		out := make([]float64, len(own))
		for i, v := range own {
			row := phi.RawRowView(i)
			out[i] = max(0, v-floats.Dot(row, row))
		}
		return out
	}
	psi.Mul(&phi, s.Half)
	return variances(own, &phi, &psi, s.Ridge)
}

// Spread returns the variances' factors. It panics for Fourier features.
func (f *NormalFit) Spread() *Spread {
	q, _ := f.half.Dims()
	return &Spread{Features: onto(f.of.e.Parts[0], identity(q)), Half: f.half, Ridge: f.Mu}
}

// Spread returns the variances' factor, for the eigenpairs that the regression was made of and the extension of K̃;
// nil for K̃ = 0.
func (f *Fit) Spread(d *model.Decomposition, e *model.Extension) *Spread {
	if d.Rank() == 0 {
		return nil
	}
	back := mat.DenseCopyOf(d.Groups[0].Back)
	rows, _ := back.Dims()
	for i := range rows {
		row := back.RawRowView(i)
		for j, v := range f.inverse {
			row[j] *= math.Sqrt(v)
		}
	}
	return &Spread{Features: onto(e.Parts[0], back), Ridge: f.Mu}
}

// onto returns B·w for the map B of a part.
func onto(p model.Part, w *mat.Dense) *mat.Dense {
	switch {
	case p.Landmarks == nil:
		panic("learn: Spread of features without landmarks")
	case p.Map == nil:
		return w
	}
	return p.Map.Onto(w)
}

// identity returns I, q×q.
func identity(q int) *mat.Dense {
	one := mat.NewDense(q, q, nil)
	for i := range q {
		one.Set(i, i, 1)
	}
	return one
}
