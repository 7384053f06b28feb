package model

import (
	"iter"

	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Pieces are φ of the rows of x, a tile at a time, each with the place of its first row.
// A piece may be changed; the next takes its place.
func (p Part) Pieces(k Kernel, x *mat.Dense) iter.Seq2[int, *mat.Dense] {
	return func(yield func(int, *mat.Dense) bool) {
		n, d := x.Dims()
		height := min(n, p.TileRows())
		features := p.features(k, height)
		for lo, hi := range linalg.Tiles(n, height) {
			if !yield(lo, features(x.Slice(lo, hi, 0, d).(*mat.Dense))) {
				return
			}
		}
	}
}

// TileRows is how many rows of features are made at a time, of what it takes to make
// them.
func (p Part) TileRows() int {
	widest := p.Width
	if p.Landmarks != nil {
		m, _ := p.Landmarks.Dims()
		widest = max(widest, m)
	}
	return linalg.TileRows(widest)
}

// features makes φ of so many points at most, time after time in the same memory.
func (p Part) features(k Kernel, rows int) func(z *mat.Dense) *mat.Dense {
	width := p.Width
	if p.Landmarks != nil {
		width, _ = p.Landmarks.Dims()
	}
	memory := mat.NewDense(rows, width, nil)
	top := func(z *mat.Dense) *mat.Dense {
		b, _ := z.Dims()
		return memory.Slice(0, b, 0, width).(*mat.Dense)
	}
	if p.Frequencies != nil {
		return func(z *mat.Dense) *mat.Dense {
			dst := top(z)
			FourierFeaturesTo(dst, z, p.Frequencies, k.Diagonal())
			return dst
		}
	}
	landmarks := NewPoints(p.Landmarks, k.Geometry())
	return func(z *mat.Dense) *mat.Dense {
		dst := top(z)
		landmarks.cross(dst, k, z)
		return p.Map.From(dst)
	}
}

// Through splits φ(z)·w, w q×b, into ψ(z)·v where ψ is cheaper: the kernel's values at
// landmarks of which there are not many more than features. That errs by the size of
// B·w, as the values of a [Predictor] do.
func (p Part) Through(w *mat.Dense) (psi Part, v *mat.Dense) {
	if p.Landmarks == nil {
		return p, w
	}
	m, _ := p.Landmarks.Dims()
	if m > 2*p.Width {
		return p, w
	}
	return Part{Landmarks: p.Landmarks, Map: unmapped{}, Width: m}, p.Map.Onto(w)
}

// unmapped is B = I.
type unmapped struct{}

func (unmapped) From(k *mat.Dense) *mat.Dense { return k }
func (unmapped) Onto(w *mat.Dense) *mat.Dense { return w }
