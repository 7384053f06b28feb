package linalg

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Space is a block Krylov space span(B, A·B, A²·B, …) of a symmetric matrix A, from a
// Gaussian block B, with an orthonormal basis Q and the Rayleigh quotient T = QᵀAQ. It
// only grows: what it tells of its first k dimensions has the same bits however many
// it has. Not for concurrent use.
type Space struct {
	block int
	size  int          // dimensions so far
	basis *mat.Dense   // n×size, and room for more
	t     *mat.Dense   // size×size, upper triangle, and room for more
	next  *mat.Dense   // n×block: the part of the basis that comes next
	rests []*mat.Dense // by blocks, R of A·Qⱼ = Q·T + next·R
	near  bool         // whether the first block is near to what is looked for
}

// NewSpace is a space of no dimensions for a matrix of order n. 1 ≤ block ≤ n; else it
// panics.
func NewSpace(n, block int, rng *rand.Rand) *Space {
	if block < 1 || block > n {
		panic("linalg: a Krylov space by blocks that are wider than the matrix")
	}
	next := Gaussian(n, block, rng)
	Orthonormalise(next)
	return &Space{block: block, next: next, basis: new(mat.Dense), t: new(mat.Dense)}
}

// NewSpaceFrom is one that starts from the leading vectors of a matrix that is like A:
// orthonormal columns, which it keeps.
func NewSpaceFrom(vectors *mat.Dense) *Space {
	_, block := vectors.Dims()
	return &Space{block: block, next: vectors, basis: new(mat.Dense), t: new(mat.Dense), near: true}
}

// Grow makes sure of at least so many dimensions: for each block one product with A,
// mul, and O(n·size·block) to keep the basis orthonormal. An error is the product's or the
// context's, and leaves the space as it was before the block. It panics for more than
// n dimensions, next block included.
func (s *Space) Grow(ctx context.Context, dims int, mul func(dst, x *mat.Dense) error) error {
	n, p := s.next.Dims()
	if dims+p > n {
		panic("linalg: a Krylov space that outgrows the matrix")
	}
	for s.size < dims {
		if err := ctx.Err(); err != nil {
			return err
		}
		w := mat.NewDense(n, p, nil)
		if err := mul(w, s.next); err != nil {
			return err
		}
		s.add(w)
	}
	return nil
}

// add makes s.next part of the basis, w being A·s.next, and finds what comes next.
func (s *Space) add(w *mat.Dense) {
	n, p := w.Dims()
	s.reserve(n, s.size+p)
	s.basis.Slice(0, n, s.size, s.size+p).(*mat.Dense).Copy(s.next)
	s.size += p
	q := s.basis.Slice(0, n, 0, s.size).(*mat.Dense)
	h := projectOnce(w, q)
	s.t.Slice(0, s.size, s.size-p, s.size).(*mat.Dense).Copy(h)
	rest := Orthonormalise(w)
	// The QR of a nearly rank-deficient block brings parts in the span of q back:
	// again until one changes little.
	for range 3 {
		projectOnce(w, q)
		r := Orthonormalise(w)
		rest.Mul(r, rest)
		least := math.Inf(1)
		for j := range p {
			least = min(least, math.Abs(r.At(j, j)))
		}
		if least > 0.5 {
			break
		}
	}
	s.rests = append(s.rests, rest)
	s.next = w
}

// reserve makes room for so many dimensions.
func (s *Space) reserve(n, dims int) {
	if _, room := s.t.Dims(); room < dims {
		room = min(n, max(dims, room+room/2))
		basis, t := mat.NewDense(n, room, nil), mat.NewDense(room, room, nil)
		if s.size > 0 {
			basis.Slice(0, n, 0, s.size).(*mat.Dense).Copy(s.basis.Slice(0, n, 0, s.size))
			t.Slice(0, s.size, 0, s.size).(*mat.Dense).Copy(s.t.Slice(0, s.size, 0, s.size))
		}
		s.basis, s.t = basis, t
	}
}

// projectOnce subtracts from w its part in the span of the orthonormal columns of q and
// returns qᵀw.
func projectOnce(w, q *mat.Dense) *mat.Dense {
	h := new(mat.Dense)
	h.Mul(q.T(), w)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, q.RawMatrix(), h.RawMatrix(), 1, w.RawMatrix())
	return h
}

// Ritz are Ritz pairs θ, Qs of a matrix A in a space.
type Ritz struct {
	Values    []float64  // all θ of the space, descending: between the ends of A's spectrum
	Residuals []float64  // ‖A·Qs−θ·Qs‖ of the pairs asked for: A has an eigenvalue as near to θ as that
	s         *mat.Dense // the vectors s as columns
}

// Ritz returns the pairs of the first dims dimensions, of which count largest have
// vectors: O(dims³). An error is the context's. 0 ≤ count ≤ dims ≤ dimensions so far,
// dims being a multiple of the block; else it panics.
func (s *Space) Ritz(ctx context.Context, dims, count int) (Ritz, error) {
	p := s.block
	if dims > s.size || dims%p != 0 || count > dims || count < 0 || dims == 0 {
		panic("linalg: Ritz pairs of a space that is not there")
	}
	quotient := mat.NewSymDense(dims, nil)
	for i := range dims {
		copy(quotient.RawSymmetric().Data[i*dims+i:(i+1)*dims], s.t.RawRowView(i)[i:dims])
	}
	values, order, rows, err := decompose(ctx, quotient, count)
	if err != nil {
		return Ritz{}, err
	}
	out := Ritz{Values: values, Residuals: make([]float64, count)}
	if count == 0 {
		return out, nil
	}
	vectors := newGeneral(dims, count)
	if err := toColumns(ctx, vectors, rows, order[:count]); err != nil {
		return Ritz{}, err
	}
	out.s = dense(vectors)
	var last mat.Dense
	last.Mul(s.rests[dims/p-1], out.s.Slice(dims-p, dims, 0, count))
	for j := range count {
		out.Residuals[j] = mat.Norm(last.ColView(j), 2)
	}
	return out, nil
}

// Vectors are the vectors Qs of the pairs, n×count, orthonormal.
func (s *Space) Vectors(p Ritz) *mat.Dense {
	n, _ := s.next.Dims()
	dims, count := p.s.Dims()
	out := mat.NewDense(n, count, nil)
	out.Mul(s.basis.Slice(0, n, 0, dims), p.s)
	return out
}

// Leading are the vectors of a block's number of largest eigenvalues, as far as the space
// has them, n×block: where [NewSpaceFrom] starts. The error is the context's.
func (s *Space) Leading(ctx context.Context) (*mat.Dense, error) {
	pairs, err := s.Ritz(ctx, s.size, s.block)
	if err != nil {
		return nil, err
	}
	return s.Vectors(pairs), nil
}

// Norm is ‖A‖₂ from a space that grows to at most so many blocks, or the matrix: never too large, and
// good to tol of itself where it ends before. It looks ever more rarely, as that
// costs O(dims³), and not at a first block that is random: what that sees of the
// second eigenvalue, by which the first is judged, is too small.
func (s *Space) Norm(ctx context.Context, mul func(dst, x *mat.Dense) error, tol float64, blocks int) (float64, error) {
	n, _ := s.next.Dims()
	blocks = min(blocks, n/s.block-1)
	first := 2
	if s.near {
		first = 1
	}
	for k := min(first, blocks); ; k = min(blocks, k+1+k/4) {
		dims := k * s.block
		if err := s.Grow(ctx, dims, mul); err != nil {
			return 0, err
		}
		pairs, err := s.Ritz(ctx, dims, dims)
		if err != nil {
			return 0, err
		}
		end, inner := 0, 1 // the end that is larger in size
		if math.Abs(pairs.Values[dims-1]) > math.Abs(pairs.Values[0]) {
			end, inner = dims-1, dims-2
		}
		norm, bound := math.Abs(pairs.Values[end]), pairs.Residuals[end]
		if gap := math.Abs(pairs.Values[end] - pairs.Values[inner]); gap > 0 {
			bound = min(bound, bound*(bound/gap)) // in this order nothing tiny underflows
		}
		if bound <= tol*norm || k == blocks {
			return norm, nil
		}
	}
}
