package learn

import (
	"context"
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

// FITC is the regression of the fully independent training conditional (Snelson and Ghahramani 2006), whose
// covariance s²(K̃ + diag(K−K̃) + μI) has the variances of K on its diagonal:
//
//	(ΦᵀDΦ+μI)·w = ΦᵀD(y−ȳ), Dᵢᵢ = μ/(μ + (K−K̃)ᵢᵢ).
//
// Rows that K̃ does not explain count less. Against the regression of [Normal] its intervals are the better ones
// where noise differs from place to place; its evidence is no bound of that of K, and grows where the noise is
// underestimated (Bauer, van der Wilk and Rasmussen 2016).
type FITC struct {
	*NormalFit
	Evidence Evidence // of its own covariance
}

// NewFITC fits n finite targets y on the points x at ridge μ > 0, in one pass; see [NewNormal] for e and kept.
// own has k(x, x) of the points.
func NewFITC(ctx context.Context, e *model.Extension, kept, x *mat.Dense, own, y []float64, mu float64) (*FITC, error) {
	n, _ := x.Dims()
	checkLength("targets", len(y), n)
	checkLength("own kernel values", len(own), n)
	q := e.Parts[0].Width
	r := (&Normal{n: n, e: e, kept: kept, image: make([]float64, q), sums: NewNormalEquations(q)}).On(x, y, nil)
	logs := 0.0
	err := r.pieces(ctx, e.Parts[0], n, func(lo, hi int, phi *mat.Dense) error {
		scaled := mat.DenseCopyOf(phi)
		for p := range hi - lo {
			row := scaled.RawRowView(p)
			weight := mu / (mu + max(0, own[lo+p]-floats.Dot(row, row)))
			floats.Scale(math.Sqrt(weight), row)
			r.y[lo+p] *= math.Sqrt(weight)
			logs += math.Log(weight)
		}
		return r.sums.Add(ctx, scaled, r.y[lo:hi])
	})
	if err != nil {
		return nil, err
	}
	fit, err := r.At(ctx, mu)
	if err != nil {
		return nil, err
	}
	squares, _ := fit.Squares()
	square := (squares + mu*sumOfSquares(fit.W)) / mu
	return &FITC{fit, Evidence{Rows: n, LogDet: fit.logDet - logs, Square: square}}, nil
}

// identity returns I, q×q.
func identity(q int) *mat.Dense {
	one := mat.NewDense(q, q, nil)
	for i := range q {
		one.Set(i, i, 1)
	}
	return one
}
