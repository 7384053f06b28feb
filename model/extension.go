package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Extension is how the features of an approximation go on to new points. A
// point has the features of one part, that of the nearest of the Centres: one
// part for methods that couple all rows, one a cluster for bka and meka.
type Extension struct {
	Kernel  Kernel
	Centres *mat.Dense // parts×d; nil for a single part
	Parts   []Part

	// Product says that K̃ is no more than its features, φ(X)·φ(X)ᵀ of a single part:
	// what is learned on them row by row is learned on K̃.
	Product bool
}

// Part gives features φ(z), q of them:
//
//	φ(z) = k(z, Landmarks)·B                             for landmarks, m×d, and a matrix B, m×q
//	φ(z) = √(k₀/h)·[cos wⱼ·z …, sin wⱼ·z …], q = 2h      for h Frequencies w, h×d, k₀ = k(z, z)
//
// The first takes Nyström's and every sketch's landmarks on to new points.
type Part struct {
	Landmarks   *mat.Dense
	Frequencies *mat.Dense
	Map         Map // B; of no meaning with Frequencies

	Width int // q
}

// Map is the matrix B of a Part, which is often kept as factors or as the
// inverse of a triangle.
type Map interface {
	From(k *mat.Dense) *mat.Dense // k·B for k, b×m; k may be overwritten
	Onto(w *mat.Dense) *mat.Dense // B·w for w, q×b; w is not changed
}

// Features are φ of the rows of z, b×Σq: a point's features in the columns of its
// part, and zeros in those of the others.
func (e *Extension) Features(z *mat.Dense) *mat.Dense {
	rows, _ := z.Dims()
	width := 0
	for _, p := range e.Parts {
		width += p.Width
	}
	if width == 0 {
		return nil
	}
	out := mat.NewDense(rows, width, nil)
	owner := nearestCentres(e.Centres, z)
	from := 0
	for s, p := range e.Parts {
		mine := owned(owner, s, rows)
		if p.Width > 0 && len(mine) > 0 {
			part := p.Features(e.Kernel, pickRows(z, mine))
			for r, i := range mine {
				copy(out.RawRowView(i)[from:], part.RawRowView(r))
			}
		}
		from += p.Width
	}
	return out
}

// Predictor is f(z) = φ(z)·w for the weights w, Σq×b, part after part; column j
// is output j. nil weights of no features give zero.
func (e *Extension) Predictor(w *mat.Dense) *Predictor {
	_, b := w.Dims()
	p := &Predictor{Kernel: e.Kernel, Centres: e.Centres, Outputs: b}
	from := 0
	for _, part := range e.Parts {
		piece := PredictorPart{Landmarks: part.Landmarks, Frequencies: part.Frequencies}
		if part.Width > 0 {
			own := w.Slice(from, from+part.Width, 0, b).(*mat.Dense)
			if part.Frequencies != nil {
				piece.Weights = mat.DenseCopyOf(own)
			} else {
				piece.Weights = part.Map.Onto(own)
			}
		}
		p.Parts = append(p.Parts, piece)
		from += part.Width
	}
	return p
}

// Features are φ of the rows of z, b×q.
func (p Part) Features(k Kernel, z *mat.Dense) *mat.Dense {
	rows, _ := z.Dims()
	return p.features(k, rows)(z)
}

// Predictor is a function of points in ℝᵈ with b = Outputs values, all that is
// left of a regression once it is fitted. f(z) is given by the part of the
// nearest centre.
type Predictor struct {
	Kernel  Kernel
	Centres *mat.Dense // parts×d; nil for a single part
	Parts   []PredictorPart
	Outputs int
}

// PredictorPart is f(z) = k(z, Landmarks)·Weights, or Fourier features of z times
// Weights; 0 for nil Weights.
type PredictorPart struct {
	Landmarks   *mat.Dense // m×d
	Frequencies *mat.Dense // h×d
	Weights     *mat.Dense // m×b, or 2h×b
}

// Predict is f of the rows of z, rows×b.
func (p *Predictor) Predict(z *mat.Dense) *mat.Dense {
	rows, d := z.Dims()
	out := mat.NewDense(rows, p.Outputs, nil)
	for lo, hi := range linalg.Tiles(rows, linalg.TileRows(p.width())) {
		tile := z.Slice(lo, hi, 0, d).(*mat.Dense)
		owner := nearestCentres(p.Centres, tile)
		for s, part := range p.Parts {
			mine := owned(owner, s, hi-lo)
			if len(mine) == 0 || part.Weights == nil {
				continue
			}
			var values mat.Dense
			values.Mul(part.kernel(p.Kernel, pickRows(tile, mine)), part.Weights)
			for r, i := range mine {
				copy(out.RawRowView(lo+i), values.RawRowView(r))
			}
		}
	}
	return out
}

// width is how many numbers a point has in the widest part: kernel values or features.
func (p *Predictor) width() int {
	widest := 0
	for _, part := range p.Parts {
		if part.Weights != nil {
			m, _ := part.Weights.Dims()
			widest = max(widest, m)
		}
	}
	return widest
}

func (p PredictorPart) kernel(k Kernel, z *mat.Dense) *mat.Dense {
	if p.Frequencies != nil {
		return FourierFeatures(z, p.Frequencies, k.Diagonal())
	}
	return Cross(k, z, p.Landmarks)
}

// FourierFeatures are those of FourierFeaturesTo in a new matrix.
func FourierFeatures(z, w *mat.Dense, k0 float64) *mat.Dense {
	b, _ := z.Dims()
	h, _ := w.Dims()
	f := mat.NewDense(b, 2*h, nil)
	FourierFeaturesTo(f, z, w, k0)
	return f
}

// FourierFeaturesTo writes √(k₀/h)·[cos z·wⱼ …, sin z·wⱼ …] into dst, b×2h, for the
// b rows of z and h frequencies w, h×d (Rahimi and Recht 2007).
func FourierFeaturesTo(dst, z, w *mat.Dense, k0 float64) {
	b, _ := z.Dims()
	h, _ := w.Dims()
	scale := math.Sqrt(k0 / float64(h))
	dst.Slice(0, b, 0, h).(*mat.Dense).Mul(z, w.T())
	linalg.Parallel(b, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := dst.RawRowView(i)
			linalg.SinCos(row[h:2*h], row[:h], row[:h])
			floats.Scale(scale, row[:2*h])
		}
	})
}

// Cross is k(aᵢ, bⱼ) of the rows of a with those of b, which is not counted:
// it is for points outside of a Gram.
func Cross(k Kernel, a, b *mat.Dense) *mat.Dense {
	rows, _ := a.Dims()
	cols, _ := b.Dims()
	out := mat.NewDense(rows, cols, nil)
	NewPoints(b, k.Geometry()).cross(out, k, a)
	return out
}

// cross is dst = k(aᵢ, xⱼ) for the rows of a and the points.
func (p *Points) cross(dst *mat.Dense, k Kernel, a *mat.Dense) {
	p.pairwise(dst, newCloud(p.centre(a), p.geometry), p.cloud, k.Apply)
}

// nearestCentres is the nearest centre of each row of z, in the Euclidean
// distance and the first of equals; nil without centres.
func nearestCentres(centres, z *mat.Dense) []int {
	if centres == nil {
		return nil
	}
	rows, _ := z.Dims()
	c, _ := centres.Dims()
	owner := make([]int, rows)
	linalg.Parallel(rows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			best := math.Inf(1)
			for s := range c {
				if d2 := linalg.SquaredDistance(z.RawRowView(i), centres.RawRowView(s)); d2 < best {
					best, owner[i] = d2, s
				}
			}
		}
	})
	return owner
}

// owned lists the rows of a part; all where there is no owner.
func owned(owner []int, part, rows int) []int {
	if owner == nil {
		return sequence(0, rows)
	}
	var mine []int
	for i, s := range owner {
		if s == part {
			mine = append(mine, i)
		}
	}
	return mine
}

func pickRows(z *mat.Dense, rows []int) *mat.Dense {
	_, d := z.Dims()
	out := mat.NewDense(len(rows), d, nil)
	for r, i := range rows {
		out.SetRow(r, z.RawRowView(i))
	}
	return out
}

func sequence(lo, count int) []int {
	s := make([]int, count)
	for i := range s {
		s[i] = lo + i
	}
	return s
}
