package form

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// OnRows is K̃ = F·Fᵀ with F = K[:, rows]·B, q columns, the rows being its landmarks.
func OnRows(ctx context.Context, columns *model.Gram, rows []int, b Chain, q int, warnings []string) (*Factor, error) {
	kept, b := b.needed(rows)
	part := OnLandmarks(columns.X(), kept, b, q)
	return NewMap(ctx, columns, part, rows, warnings, func(dst *mat.Dense, lo, hi int) {
		columns.Block(dst, Sequence(lo, hi), kept)
	})
}

// NewMap is K̃ = φ(X)·φ(X)ᵀ for the map φ of a part: zero for a width of 0. Where g
// has room for it F = φ(X) is made and kept; read then fills dst with what the part's
// Map takes for the rows lo to hi, by entries that are counted elsewhere.
func NewMap(ctx context.Context, g *model.Gram, part model.Part, landmarks []int, warnings []string, read func(dst *mat.Dense, lo, hi int)) (*Factor, error) {
	if part.Width == 0 {
		return ZeroSample(g, landmarks, warnings), nil
	}
	a := &Factor{n: g.N(), q: part.Width, x: g.X(), kernel: g.Kernel(), part: part, landmarks: landmarks, warnings: warnings}
	if !g.Holds(a.Bytes()) {
		_, err := Diagonal(g.View())
		return a, err
	}
	f := mat.NewDense(a.n, a.q, nil)
	for lo, hi := range linalg.Tiles(a.n, part.TileRows()) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows := f.Slice(lo, hi, 0, a.q).(*mat.Dense)
		if part.Frequencies != nil {
			_, d := a.x.Dims()
			model.FourierFeaturesTo(rows, a.x.Slice(lo, hi, 0, d).(*mat.Dense), part.Frequencies, a.kernel.Diagonal())
			continue
		}
		m, _ := part.Landmarks.Dims()
		k := rows
		if m != a.q {
			k = mat.NewDense(hi-lo, m, nil)
		}
		read(k, lo, hi)
		if err := CheckFinite(k); err != nil {
			return nil, err
		}
		if made := part.Map.From(k); made != rows {
			rows.Copy(made)
		}
	}
	a.f = f
	return a, nil
}

// OfMap is K̃ = F·Fᵀ for F = φ(X), n×q, which is kept, and the map φ of a part.
func OfMap(g *model.Gram, f *mat.Dense, part model.Part, landmarks []int, warnings []string) *Factor {
	a := NewFactor(f, landmarks, warnings)
	a.x, a.kernel, a.part = g.X(), g.Kernel(), part
	return a
}

// AsApproximation is for those who return any approximation, of which a nil factor is none.
func AsApproximation(a *Factor, err error) (model.Approximation, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Zero is K̃ = 0.
func Zero(g *model.Gram, landmarks []int, warnings []string) *Factor {
	return &Factor{n: g.N(), kernel: g.Kernel(), landmarks: landmarks, warnings: warnings}
}

// ZeroSample is K̃ = 0 for a sample of zeros, which is worth a warning.
func ZeroSample(g *model.Gram, landmarks []int, warnings []string) *Factor {
	return Zero(g, landmarks, append(warnings, "all that was sampled of the kernel is zero, and so is the approximation: raise m or take another seed"))
}
