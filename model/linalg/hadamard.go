package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Hadamard is a matrix W, h×d, that multiplies a vector in O((h+s)·log s) steps instead of h·d, where s =
// HadamardSize(d). It has blocks of up to s rows, and a block is made of the first rows and the first d columns of
//
//	diag(ℓ)·s^(−3/2)·H·D₁·H·D₂·H·D₃
//
// for the Walsh–Hadamard matrix H of order s, and diagonals D of random signs (Yu and others 2016). Within a
// block of s = d columns the rows are orthogonal and have the lengths ℓ. All blocks have the same D₃, so that
// the last product is computed once.
//
// Directions of rows are not quite uniform: the fourth moment of a coordinate exceeds that of a uniform
// direction by at most 8/s² relative to s^(−2). That is why s is not below 64. For few columns or rows a
// dense matrix is faster.
type Hadamard struct {
	columns int
	lengths []float64   // of the rows, times s^(−3/2)
	last    []bool      // where D₃ is −1
	signs   [][2][]bool // where D₂ and D₁ are −1, for each block
}

// HadamardSize returns the order s of the Walsh–Hadamard matrices for d columns: the least power of two that
// is at least d and 64.
func HadamardSize(d int) int {
	s := 64
	for s < d {
		s *= 2
	}
	return s
}

// NewHadamard draws the signs of a matrix with a row for each length and the given number of columns. The
// lengths are those of the rows in s = HadamardSize(columns) dimensions.
func NewHadamard(lengths []float64, columns int, rng *rand.Rand) *Hadamard {
	s := HadamardSize(columns)
	p := &Hadamard{columns: columns, lengths: make([]float64, len(lengths)), last: flips(s, rng)}
	scale := math.Pow(float64(s), -1.5)
	for i, l := range lengths {
		p.lengths[i] = l * scale
	}
	for range blocks(len(lengths), s) {
		p.signs = append(p.signs, [2][]bool{flips(s, rng), flips(s, rng)})
	}
	return p
}

// flips draws which of s signs are negative.
func flips(s int, rng *rand.Rand) []bool {
	out := make([]bool, s)
	for i := range out {
		out[i] = rng.Uint64()>>63 != 0
	}
	return out
}

// Dims returns h and d.
func (p *Hadamard) Dims() (rows, columns int) { return len(p.lengths), p.columns }

// Dense returns W, h×d.
func (p *Hadamard) Dense() *mat.Dense {
	h, d := p.Dims()
	unit := mat.NewDense(d, d, nil)
	for j := range d {
		unit.Set(j, j, 1)
	}
	t := mat.NewDense(d, h, nil)
	p.ProductTo(t, unit)
	return mat.DenseCopyOf(t.T())
}

// hadamardRows is how many rows are transformed at a time: each level of a transform then is made of long
// vectors.
const hadamardRows = 32

// ProductTo writes Z·Wᵀ to dst, b×h, for z, b×d. It panics for other shapes.
func (p *Hadamard) ProductTo(dst, z *mat.Dense) {
	if rows, columns := dst.Dims(); rows != z.RawMatrix().Rows || columns != len(p.lengths) {
		panic(fmt.Sprintf("linalg: a product with Hadamard of %d rows in %d×%d", len(p.lengths), rows, columns))
	}
	p.Products(z, func(i int, row []float64) { copy(dst.RawRowView(i), row) })
}

// Products calls use with each row i of Z·Wᵀ for z, b×d, from several goroutines at once. use must not keep the
// row. It panics if z has not d columns.
func (p *Hadamard) Products(z *mat.Dense, use func(i int, row []float64)) {
	in := z.RawMatrix()
	if in.Cols != p.columns {
		panic(fmt.Sprintf("linalg: Hadamard of %d columns times vectors of %d", p.columns, in.Cols))
	}
	s, h := len(p.last), len(p.lengths)
	Parallel(blocks(in.Rows, hadamardRows), func(lo, hi int) {
		scratch := borrow((2*s + h) * hadamardRows)
		defer scratches.Put(scratch)
		v, out := scratch.buf[:2*s*hadamardRows], scratch.buf[2*s*hadamardRows:]
		for at := lo * hadamardRows; at < min(in.Rows, hi*hadamardRows); at += hadamardRows {
			rows := min(hadamardRows, in.Rows-at)
			p.transform(out, in.Data[at*in.Stride:], in.Stride, rows, v)
			for r := range rows {
				use(at+r, out[r*h:(r+1)*h])
			}
		}
	})
}

// transform writes z·Wᵀ for up to hadamardRows rows of z. It needs two matrices of s×hadamardRows numbers.
func (p *Hadamard) transform(dst, z []float64, stride, rows int, scratch []float64) {
	s, h := len(p.last), len(p.lengths)
	first, v := scratch[:s*hadamardRows], scratch[s*hadamardRows:]
	if rows < hadamardRows {
		clear(first)
	}
	clear(first[p.columns*hadamardRows:])
	transposeTo(first, hadamardRows, z, stride, rows, p.columns)
	flip(first, p.last)
	walshHadamard(first)
	for b, signs := range p.signs {
		if b == len(p.signs)-1 {
			v = first // which no other block needs
		} else {
			copy(v, first)
		}
		for _, negative := range signs {
			flip(v, negative)
			walshHadamard(v)
		}
		from, to := b*s, min(h, (b+1)*s)
		for i, l := range p.lengths[from:to] {
			blas64.Scal(l, Vector(v[i*hadamardRows:(i+1)*hadamardRows]))
		}
		transposeTo(dst[from:], h, v, hadamardRows, to-from, rows)
	}
}

// flip changes the sign of those rows of v, of hadamardRows entries each, whose sign is negative.
func flip(v []float64, negative []bool) {
	for i, yes := range negative {
		if yes {
			blas64.Scal(-1, Vector(v[i*hadamardRows:(i+1)*hadamardRows]))
		}
	}
}

// walshHadamard replaces v, s rows of hadamardRows entries each, by H·v, where s is a power of two and H[i,j]
// is −1 to the number of the bits that i has and j has not. These are the rows of Sylvester's matrix, those of
// an odd number of bits with the other sign. The small levels of a part of v come together, while it is in
// the cache.
func walshHadamard(v []float64) {
	const part = 64 // divides every s
	for lo := 0; lo < len(v); lo += part * hadamardRows {
		levels(v[lo:lo+part*hadamardRows], 1)
	}
	levels(v, part)
}

// levels carries out the levels of a transform from the given step on: pairs of rows so far apart become
// their sum and difference.
func levels(v []float64, step int) {
	for half := step * hadamardRows; 2*half <= len(v); half *= 2 {
		for lo := 0; lo < len(v); lo += 2 * half {
			Host.on.rotate(half, &v[lo], &v[lo+half], 1, 1)
		}
	}
}

// transposeTo writes the transpose of a, rows×columns, to dst. Strides are those of rows.
func transposeTo(dst []float64, width int, a []float64, stride, rows, columns int) {
	for i := 0; i < rows; i += 4 {
		whole := 0
		if i+4 <= rows && columns >= 4 {
			whole = columns &^ 3
			Host.on.transpose(whole, &dst[i], width, &a[i*stride], stride)
		}
		for r := i; r < min(rows, i+4); r++ {
			for j := whole; j < columns; j++ {
				dst[j*width+r] = a[r*stride+j]
			}
		}
	}
}

// HadamardMemory returns the bytes that W of h rows takes, with the scratch memory of its products:
// matrices of s×64 and h×32 numbers on each processor.
func HadamardMemory(h, d int) int64 {
	s := int64(HadamardSize(d))
	return 8*int64(h) + s*(1+2*int64(blocks(h, int(s)))) + int64(runtime.GOMAXPROCS(0))*8*hadamardRows*(2*s+int64(h))
}
