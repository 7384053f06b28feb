package form

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// OnRows returns K̃ = F·Fᵀ with F = K[:, rows]·B, n×q, whose landmarks are rows. It reads through
// columns, which the caller has charged for the entries.
func OnRows(ctx context.Context, columns *model.Gram, rows []int, b Chain, q int, warnings []string) (*Factor, error) {
	kept, b := b.needed(rows)
	part := OnLandmarks(columns.X(), kept, b, q)
	return NewMap(ctx, columns, part, rows, warnings, func(dst *mat.Dense, lo, hi int) {
		columns.Block(dst, linalg.Sequence(lo, hi), kept)
	})
}

// ProjectedOn returns K̃ = C·W⁺·Cᵀ on some distinct rows, with the best rank-k part of W if k > 0. It reads their
// columns of g.
func ProjectedOn(ctx context.Context, g *model.Gram, rows []int, k int, warnings []string) (*Factor, error) {
	columns, w, err := Core(ctx, g, rows)
	if err != nil {
		return nil, err
	}
	b, q, err := Projection(ctx, w, k)
	if err != nil {
		return nil, err
	}
	return OnRows(ctx, columns, rows, b, q, warnings)
}

// NewMap returns K̃ = φ(X)·φ(X)ᵀ for the map φ of part, or K̃ = 0 for a width of 0. F = φ(X) is stored
// if g has the memory for it. To make it, read fills dst with the kernel values of the rows lo to hi at
// the part's landmarks; read is nil for random features. The caller counts these entries. The error is the
// context's or a *model.DegenerateError of entries that are not finite.
func NewMap(ctx context.Context, g *model.Gram, part model.Part, landmarks []int, warnings []string,
	read func(dst *mat.Dense, lo, hi int)) (*Factor, error) {
	if part.Width == 0 {
		return ZeroSample(g, landmarks, warnings), nil
	}
	a := &Factor{base: newBase(g, landmarks, warnings), n: g.N(), q: part.Width, part: part}
	if !g.FactorFits(a.Bytes()) {
		_, err := Diagonal(g.View()) // the other entries of a K ⪰ 0 are no larger
		return a, err
	}
	f := mat.NewDense(a.n, a.q, nil)
	for lo, hi := range linalg.Tiles(a.n, part.TileRows()) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows := f.Slice(lo, hi, 0, a.q).(*mat.Dense)
		if part.Landmarks == nil {
			_, d := a.x.Dims()
			part.RandomTo(rows, a.x.Slice(lo, hi, 0, d).(*mat.Dense), a.kernel)
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

// OfMap returns K̃ = F·Fᵀ for a stored F = φ(X), n×q, with φ the map of part.
func OfMap(g *model.Gram, f *mat.Dense, part model.Part, landmarks []int, warnings []string) *Factor {
	a := NewFactor(g, f, landmarks, warnings)
	a.part = part
	return a
}

// AsApproximation converts the results of a function that returns a *Factor: on an error the
// approximation is a nil interface, not an interface that contains a nil pointer.
func AsApproximation(a *Factor, err error) (model.Approximation, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Zero returns K̃ = 0.
func Zero(g *model.Gram, landmarks []int, warnings []string) *Factor {
	return &Factor{base: newBase(g, landmarks, warnings), n: g.N()}
}

// ZeroSample returns K̃ = 0 with a warning that all sampled kernel entries are zero.
func ZeroSample(g *model.Gram, landmarks []int, warnings []string) *Factor {
	return Zero(g, landmarks, append(warnings,
		"all sampled kernel entries are zero, and so is the approximation: raise m or take another seed"))
}
