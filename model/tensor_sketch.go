package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/linalg"
)

// Power is the kernel (γ·x·y + c)^p for γ > 0, c ≥ 0 and an integer p ≥ 1.
type Power interface {
	Kernel
	Power() (gamma, offset float64, degree int)
}

// TensorSketch is a random map ψ with E[ψ(x)·ψ(y)] = (γ·x·y + c)^p = (x̃·ỹ)^p for x̃ = [√γ·x, √c], or √γ·x if c = 0.
// Its m features are a product of p independent sketches of x̃, which has D coordinates:
//
//	ψ(x) = C₁x̃ ∗ … ∗ C_p x̃         SketchCount: circular convolution; a column of C, m×D, is ±1 in one row
//	ψ(x) = W₁x̃ ∘ … ∘ W_p x̃ / √m    SketchRademacher: products of entries; W is m×D with entries ±1
//	ψ(x) = √(2/m)·[Re z, Im z]     SketchComplex: z = W₁x̃ ∘ … ∘ W_p x̃; W is m/2×D with entries ±1, ±i
//
// The first is the TensorSketch of Pham and Pagh (2013), the last the complex-to-real sketch of Wacker, Ohana and
// Filippone (arXiv 2202.02031).
type TensorSketch struct {
	Kind  int // SketchCount, and so on
	Width int // m; even for SketchComplex

	// Draws are p×D for SketchCount: an entry is ±r for a ±1 in row r of C, counted from 1. Otherwise they are
	// p·m×D, W₁ to W_p below each other; in a SketchComplex each with the real parts above the imaginary ones.
	Draws *mat.Dense
}

// SketchedColumns returns D for points of d coordinates.
func SketchedColumns(k Power, d int) int {
	if _, offset, _ := k.Power(); offset > 0 {
		return d + 1
	}
	return d
}

// FeaturesTo writes ψ of the b rows of z into dst, b×m. It takes O(b·m·D·p) steps, or for SketchCount
// O(b·p·(D + m·log m)) if D is large.
func (s *TensorSketch) FeaturesTo(dst, z *mat.Dense, k Power) {
	gamma, offset, degree := k.Power()
	rows, d := z.Dims()
	x := mat.NewDense(rows, SketchedColumns(k, d), nil)
	x.Slice(0, rows, 0, d).(*mat.Dense).Scale(math.Sqrt(gamma), z)
	if offset > 0 {
		x.SetCol(d, slices.Repeat([]float64{math.Sqrt(offset)}, rows))
	}
	switch {
	case s.Kind != SketchCount:
		s.products(dst, x, degree)
	case s.directly(degree):
		s.convolutions(dst, x)
	default:
		s.transforms(dst, x)
	}
}

// products multiplies the entries of Wx̃.
func (s *TensorSketch) products(dst, x *mat.Dense, degree int) {
	rows, columns := x.Dims()
	scale, h := math.Sqrt(1/float64(s.Width)), 0
	if s.Kind == SketchComplex {
		scale, h = math.Sqrt(2/float64(s.Width)), s.Width/2
	}
	var factor *mat.Dense
	for q := range degree {
		w := s.Draws.Slice(q*s.Width, (q+1)*s.Width, 0, columns)
		if q == 0 {
			dst.Mul(x, w.T())
			continue
		}
		if factor == nil {
			factor = mat.NewDense(rows, s.Width, nil)
		}
		factor.Mul(x, w.T())
		linalg.Parallel(rows, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				multiply(dst.RawRowView(i), factor.RawRowView(i), h)
			}
		})
	}
	dst.Scale(scale, dst)
}

// multiply sets z to the products of entries of z and w: h complex ones, with the real parts first, and real ones for
// h = 0.
func multiply(z, w []float64, h int) {
	if h == 0 {
		floats.Mul(z, w)
		return
	}
	re, im, c, d := z[:h], z[h:2*h], w[:h], w[h:2*h]
	for j, a := range re {
		b := im[j]
		re[j], im[j] = a*c[j]-b*d[j], a*d[j]+b*c[j]
	}
}

// bin returns the row of a column of C from 0, and its sign.
func bin(draw float64) (row int, sign float64) {
	return int(math.Abs(draw)) - 1, math.Copysign(1, draw)
}

// directly reports whether convolutions with the few entries of a count sketch take fewer steps than Fourier
// transforms.
func (s *TensorSketch) directly(degree int) bool {
	_, columns := s.Draws.Dims()
	length := float64(s.transformLength(degree))
	return float64((degree-1)*columns*s.Width) <= stepsOfTransform*float64(degree+1)*length*math.Log2(length+1)
}

// stepsOfTransform is the time of a transform of length n over that of n·log₂(n) steps of a sum of vectors.
const stepsOfTransform = 8

// convolutions convolves count sketches directly: each of the D entries of a factor shifts the product of those before.
func (s *TensorSketch) convolutions(dst, x *mat.Dense) {
	rows, _ := x.Dims()
	degree, _ := s.Draws.Dims()
	linalg.Parallel(rows, func(lo, hi int) {
		product, next := make([]float64, s.Width), make([]float64, s.Width)
		for i := lo; i < hi; i++ {
			clear(product)
			s.countTo(product, x.RawRowView(i), 0)
			for q := 1; q < degree; q++ {
				clear(next)
				for j, v := range x.RawRowView(i) {
					if v != 0 {
						row, sign := bin(s.Draws.At(q, j))
						addShifted(next, product, row, sign*v)
					}
				}
				product, next = next, product
			}
			copy(dst.RawRowView(i), product)
		}
	})
}

// addShifted adds a·x to y, with x moved on by the given number of places in a circle.
func addShifted(y, x []float64, places int, a float64) {
	rest := len(x) - places
	blas64.Axpy(a, linalg.Vector(x[:rest]), linalg.Vector(y[places:]))
	blas64.Axpy(a, linalg.Vector(x[rest:]), linalg.Vector(y[:places]))
}

// countTo adds C_q·x to dst, with q counted from 0.
func (s *TensorSketch) countTo(dst, x []float64, q int) {
	for j, draw := range s.Draws.RawRowView(q) {
		row, sign := bin(draw)
		dst[row] += sign * x[j]
	}
}

// transforms convolves count sketches as products of their Fourier transforms.
func (s *TensorSketch) transforms(dst, x *mat.Dense) {
	rows, _ := x.Dims()
	degree, _ := s.Draws.Dims()
	length := s.transformLength(degree)
	linalg.Parallel(rows, func(lo, hi int) {
		t := fourier.NewFFT(length)
		sequence := make([]float64, length)
		product, factor := make([]complex128, length/2+1), make([]complex128, length/2+1)
		for i := lo; i < hi; i++ {
			for q := range degree {
				clear(sequence)
				s.countTo(sequence, x.RawRowView(i), q)
				if q == 0 {
					t.Coefficients(product, sequence)
					continue
				}
				for j, v := range t.Coefficients(factor, sequence) {
					product[j] *= v
				}
			}
			row := dst.RawRowView(i)
			clear(row)
			for j, v := range t.Sequence(sequence, product) {
				row[j%s.Width] += v / float64(length)
			}
		}
	})
}

// transformLength returns the length of the transforms: m, or if that has a large prime factor, for which a
// transform takes O(m²) steps, a number at which the product of p polynomials of m coefficients does not wrap.
func (s *TensorSketch) transformLength(degree int) int {
	n := s.Width
	if !isSmooth(n) {
		n = degree*(n-1) + 1
	}
	for !isSmooth(n) {
		n++
	}
	return n
}

// isSmooth reports whether n has no prime factor above 5.
func isSmooth(n int) bool {
	for _, p := range []int{2, 3, 5} {
		for n%p == 0 {
			n /= p
		}
	}
	return n == 1
}
