package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"gonum.org/v1/gonum/floats"
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
// Directions of rows are not quite uniform: the fourth moment of a coordinate exceeds that of a uniform direction by at
// most 8/s² relative to s^(−2). That is why s is not below 64. For fewer columns or rows a dense matrix is as fast.
type Hadamard struct {
	columns int
	lengths []float64      // of the rows, times s^(−3/2)
	last    []float64      // D₃
	signs   [][2][]float64 // D₂ and D₁ of each block
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
	p := &Hadamard{columns: columns, lengths: make([]float64, len(lengths)), last: randomSigns(s, rng)}
	scale := math.Pow(float64(s), -1.5)
	for i, l := range lengths {
		p.lengths[i] = l * scale
	}
	for range blocks(len(lengths), s) {
		p.signs = append(p.signs, [2][]float64{randomSigns(s, rng), randomSigns(s, rng)})
	}
	return p
}

// randomSigns draws s signs, 1 or −1.
func randomSigns(s int, rng *rand.Rand) []float64 {
	out := make([]float64, s)
	for i := range out {
		out[i] = 1 - 2*float64(rng.Uint64()>>63)
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
	Parallel(in.Rows, func(lo, hi int) {
		scratch := borrow(2*s + h)
		defer scratches.Put(scratch)
		last, v, out := scratch.buf[:s], scratch.buf[s:2*s], scratch.buf[2*s:]
		for i := lo; i < hi; i++ {
			clear(last[copy(last, in.Data[i*in.Stride:i*in.Stride+p.columns]):])
			walshHadamard(last, last, p.last)
			for b, signs := range p.signs {
				walshHadamard(v, last, signs[0])
				walshHadamard(v, v, signs[1])
				block := p.lengths[b*s : min(h, (b+1)*s)]
				floats.MulTo(out[b*s:b*s+len(block)], v[:len(block)], block)
			}
			use(i, out)
		}
	})
}

// walshHadamard sets dst = H·(by∘x) for s entries, where s is a power of two, at least 64, and H[i,j] is −1 to the
// number of the bits that i has and j has not. These are the rows of Sylvester's matrix, those of an odd number of
// bits with the other sign. Sums and differences of entries near each other come before those of far ones, so that
// all instruction sets give the same bits.
func walshHadamard(dst, x, by []float64) {
	on, s := Host.on, len(dst)
	on.walsh(s, &dst[0], &x[0], &by[0])
	half := 8 * on.lanes
	for ; 8*half <= s; half *= 8 {
		for lo := 0; lo < s; lo += 8 * half {
			on.walsh8(half, &dst[lo], half)
		}
	}
	for ; 2*half <= s; half *= 2 {
		for lo := 0; lo < s; lo += 2 * half {
			on.rotate(half, &dst[lo], &dst[lo+half], 1, 1)
		}
	}
}

// HadamardMemory returns the bytes that W of h rows takes, with the scratch memory of its products on each processor.
func HadamardMemory(h, d int) int64 {
	s := int64(HadamardSize(d))
	return 8 * (int64(h) + s*(1+2*int64(blocks(h, int(s)))) + int64(runtime.GOMAXPROCS(0))*(2*s+int64(h)))
}
