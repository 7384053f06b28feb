package learn

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// Variances of a Gaussian process at new points are those of the function, for the amplitude s² = 1. Times s², they are
// in squared units of y; plus s²μ, they are those of new targets. They do not include the uncertainty of the offset ȳ.

// Variances returns k(z, z) − φφᵀ + μ·φ(ΦᵀΦ+μI)⁻¹φᵀ, φ = φ(z), at b new points with the features phi, b×q, and the
// kernel's values own = k(z, z): the deterministic training conditional (Seeger and others 2003), which is also that of
// the variational bound. It is wrong for features whose φφᵀ exceeds k(z, z), as Fourier features' does.
func (f *NormalFit) Variances(phi *mat.Dense, own []float64) []float64 {
	b, _ := phi.Dims()
	checkLength("own kernel values", len(own), b)
	q, r := f.half.Dims()
	out := make([]float64, 0, b)
	height := min(b, linalg.TileRows(r))
	memory := mat.NewDense(height, r, nil)
	for lo, hi := range linalg.Tiles(b, height) {
		tile, inside := phi.Slice(lo, hi, 0, q).(*mat.Dense), memory.Slice(0, hi-lo, 0, r).(*mat.Dense)
		multiply(inside, tile, f.half)
		out = append(out, variances(own[lo:hi], tile, inside, f.Mu)...)
	}
	return out
}

// VariancesAt is Variances at the points z, b×d, whose features are made a tile at a time.
func (f *NormalFit) VariancesAt(z *mat.Dense, own []float64) []float64 {
	out := make([]float64, 0, len(own))
	for lo, phi := range f.of.e.Parts[0].Pieces(f.of.e.Kernel, z) {
		rows, _ := phi.Dims()
		out = append(out, f.Variances(phi, own[lo:lo+rows])...)
	}
	return out
}

// variances returns own − ‖φ‖² + μ‖ψ‖² of the rows φ and ψ, at least 0. Without psi the last term is 0.
func variances(own []float64, phi, psi *mat.Dense, mu float64) []float64 {
	out := make([]float64, len(own))
	for i, k := range own {
		p := phi.RawRowView(i)
		if out[i] = max(0, k-floats.Dot(p, p)); psi != nil {
			s := psi.RawRowView(i)
			out[i] += mu * floats.Dot(s, s)
		}
	}
	return out
}

// Variances returns the same as [NormalFit.Variances], k(z, z) − Σⱼe²ⱼ/(λⱼ+μ), from the rows e of
// E = Decomposition.Coordinates(Extension.Features(Z)), b×r; see [Fit.At]. E is nil for K̃ = 0.
func (f *Fit) Variances(e *mat.Dense, own []float64) []float64 {
	out := make([]float64, len(own))
	for i, k := range own {
		out[i] = k
		if e != nil {
			for j, v := range e.RawRowView(i) {
				out[i] -= v * v * f.inverse[j]
			}
		}
		out[i] = max(0, out[i])
	}
	return out
}

// Variances returns k(z, z) − k(z, X)(K+μI)⁻¹k(X, z) at b new points, for k = k(Z, X), b×n, and own = k(z, z).
// It costs n² for each point.
func (x *Exact) Variances(k *mat.Dense, own []float64) []float64 {
	b, n := k.Dims()
	checkLength("own kernel values", len(own), b)
	out := make([]float64, b)
	const tile = 64 // points at a time
	_ = linalg.InParts(context.Background(), b, tile, func(lo, hi int) {
		part := mat.DenseCopyOf(k.Slice(lo, hi, 0, n).T())
		blas64.Trsm(blas.Left, blas.Trans, 1, x.cholesky, part.RawMatrix()) // U⁻ᵀk: one pass over U for the tile
		copy(out[lo:hi], own[lo:hi])
		for i := range n {
			for p, v := range part.RawRowView(i) {
				out[lo+p] -= v * v
			}
		}
		for p := lo; p < hi; p++ {
			out[p] = max(0, out[p])
		}
	})
	return out
}

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
		return variances(own, &phi, nil, 0)
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
