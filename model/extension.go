package model

import (
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Extension extends the features of an approximation to new points. It has one part for methods that couple all rows,
// and one for each cluster for bka and meka. A point has the features of the part whose centre is nearest.
type Extension struct {
	Kernel  Kernel
	Centres *mat.Dense     // parts×d; nil for a single part
	Space   *PredictorPart // maps a point to the space of the centres, which are then parts×q; nil if centres are points
	Parts   []Part

	// Product says that K̃ = φ(X)·φ(X)ᵀ with a single part, so that a regression on K̃ is one on the features.
	Product bool
}

// Part gives features φ(z), q of them:
//
//	φ(z) = k(z, Landmarks)·B                             for landmarks, m×d, and a matrix B, m×q
//	φ(z) = √(k₀/h)·[cos wⱼ·z …, sin wⱼ·z …], q = 2h      for h Frequencies w, h×d, k₀ = k(z, z)
//	φ(z) = ψ(z)                                          for a Sketch ψ of the polynomial kernel
//	φ(z) = c(z)·B                                        for landmarks and their Nearest, by the coefficients c
//
// The first form is that of Nyström and of every sketch. Frequencies may be a matrix with a fast product instead.
type Part struct {
	Landmarks   *mat.Dense
	Nearest     *Nearest // among the landmarks; nil for the kernel at all of them
	Frequencies *mat.Dense
	Fast        *linalg.Hadamard // in place of Frequencies
	Sketch      *TensorSketch
	Map         Map // B, nil for I; for landmarks only

	Width int // q
}

// Map is the matrix B of a Part, which is often kept as factors or as the inverse of a triangle.
type Map interface {
	From(k *mat.Dense) *mat.Dense // k·B for k, b×m; k may be overwritten
	Onto(w *mat.Dense) *mat.Dense // B·w for w, q×b; w is not changed
}

// Features returns φ of the rows of z, b×Σq: a point's features in the columns of its part, and zeros elsewhere. It is
// nil for no features.
func (e *Extension) Features(z *mat.Dense) *mat.Dense {
	width := 0
	for _, p := range e.Parts {
		width += p.Width
	}
	if width == 0 {
		return nil
	}
	rows, _ := z.Dims()
	out := mat.NewDense(rows, width, nil)
	nearest, from := byCentre(e.Kernel, e.Centres, e.Space, z), 0
	for s, p := range e.Parts {
		if mine := nearest[s]; p.Width > 0 && len(mine) > 0 {
			part := p.Features(e.Kernel, linalg.Selected(z, mine))
			for r, i := range mine {
				copy(out.RawRowView(i)[from:], part.RawRowView(r))
			}
		}
		from += p.Width
	}
	return out
}

// Predictor returns f(z) = φ(z)·w for the weights w, Σq×b, part after part; column j
// is output j. nil weights of no features give zero.
func (e *Extension) Predictor(w *mat.Dense) *Predictor {
	_, b := w.Dims()
	p := &Predictor{Kernel: e.Kernel, Centres: e.Centres, Space: e.Space, Outputs: b}
	from := 0
	for _, part := range e.Parts {
		piece := PredictorPart{Landmarks: part.Landmarks, Nearest: part.Nearest, Sketch: part.Sketch}
		piece.Frequencies = part.AllFrequencies()
		if part.Width > 0 {
			piece.Weights = mat.DenseCopyOf(w.Slice(from, from+part.Width, 0, b))
			if part.Map != nil {
				piece.Weights = part.Map.Onto(piece.Weights)
			}
		}
		p.Parts = append(p.Parts, piece)
		from += part.Width
	}
	return p
}

// AllFrequencies returns the frequencies, h×d, also frequencies with a fast product; nil for landmarks.
func (p Part) AllFrequencies() *mat.Dense {
	if p.Fast != nil {
		return p.Fast.Dense()
	}
	return p.Frequencies
}

// Features returns φ of the rows of z, b×q.
func (p Part) Features(k Kernel, z *mat.Dense) *mat.Dense {
	rows, _ := z.Dims()
	return p.features(k, rows)(z)
}

// Pieces returns φ of the rows of x, a tile at a time, each with the index of its first row.
// The caller may change a piece; the next one reuses its memory.
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

// TileRows returns how many rows of features are made at a time, by the memory that takes.
func (p Part) TileRows() int { return linalg.TileRows(max(p.Width, p.inner())) }

// inner returns how many numbers φ is made of: kernel values, or the random features themselves.
func (p Part) inner() int {
	if p.Landmarks == nil {
		return p.Width
	}
	return p.Landmarks.RawMatrix().Rows
}

// features returns a function that computes φ of up to the given number of points, always in the same memory.
func (p Part) features(k Kernel, rows int) func(z *mat.Dense) *mat.Dense {
	width := p.inner()
	var landmarks *Points
	if p.Landmarks != nil && p.Nearest == nil {
		landmarks = NewPoints(p.Landmarks, k.Geometry())
	}
	memory := mat.NewDense(rows, width, nil)
	return func(z *mat.Dense) *mat.Dense {
		b, _ := z.Dims()
		dst := memory.Slice(0, b, 0, width).(*mat.Dense)
		switch {
		case p.Nearest != nil:
			p.Nearest.features(dst, k, z)
		case landmarks == nil:
			p.RandomTo(dst, z, k)
			return dst
		default:
			landmarks.pairwise(dst, landmarks.outside(z), landmarks.cloud, k)
		}
		if p.Map == nil {
			return dst
		}
		return p.Map.From(dst)
	}
}

// Through rewrites φ(z)·w, w q×b, as ψ(z)·v where ψ is cheaper: the kernel's values at the landmarks, if these are not
// many more than the features. Its rounding errors are of the size of B·w, as those of a [Predictor] are.
func (p Part) Through(w *mat.Dense) (psi Part, v *mat.Dense) {
	m := p.inner()
	if p.Landmarks == nil || p.Map == nil || m > 2*p.Width {
		return p, w
	}
	return Part{Landmarks: p.Landmarks, Nearest: p.Nearest, Width: m}, p.Map.Onto(w)
}

// RandomTo writes φ of the b rows of z into dst, b×q, for a part without landmarks (Rahimi and Recht 2007 for
// frequencies).
func (p Part) RandomTo(dst, z *mat.Dense, k Kernel) {
	switch {
	case p.Sketch != nil:
		p.Sketch.FeaturesTo(dst, z, k.(Power))
	case p.Fast != nil:
		h, _ := p.Fast.Dims()
		scale := math.Sqrt(k.Diagonal() / float64(h))
		p.Fast.Products(z, func(i int, angles []float64) { fourierOf(dst.RawRowView(i), angles, scale) })
	default:
		b, _ := z.Dims()
		h, _ := p.Frequencies.Dims()
		dst.Slice(0, b, 0, h).(*mat.Dense).Mul(z, p.Frequencies.T())
		scale := math.Sqrt(k.Diagonal() / float64(h))
		linalg.Parallel(b, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				row := dst.RawRowView(i)
				fourierOf(row, row[:h], scale)
			}
		})
	}
}

// fourierOf writes the features of h angles, times scale, to a row of 2h, whose first half may be the angles.
func fourierOf(row, angles []float64, scale float64) {
	h := len(angles)
	linalg.SinCos(row[h:2*h], row[:h], angles)
	floats.Scale(scale, row[:2*h])
}

// Cross returns k(aᵢ, bⱼ) of the rows of a with those of b, without counting them: it is for points outside of a Gram.
func Cross(k Kernel, a, b *mat.Dense) *mat.Dense {
	return Part{Landmarks: b}.Features(k, a)
}

// Own returns k(z, z) of the rows of z, without counting them.
func Own(k Kernel, z *mat.Dense) []float64 {
	rows, _ := z.Dims()
	if !k.Geometry().DiagonalVaries() {
		return slices.Repeat([]float64{k.Diagonal()}, rows)
	}
	out := make([]float64, rows)
	NewGram(NewPoints(z, k.Geometry()), k).Diag(out)
	return out
}
