package linalg

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

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

// NewSpace returns a space of no dimensions for order n. 1 ≤ block ≤ n; else it panics.
func NewSpace(n, block int, rng *rand.Rand) *Space {
	if block < 1 || block > n {
		panic("linalg: a Krylov space by blocks that are wider than the matrix")
	}
	next := Gaussian(n, block, rng)
	Orthonormalise(next)
	return &Space{block: block, next: next, basis: new(mat.Dense), t: new(mat.Dense)}
}

// NewSpaceFrom returns one that starts from the leading vectors of a matrix that is like A:
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
	if rows, room := s.basis.Dims(); room < s.size+p {
		more := min(n, max(s.size+p, room+room/2)) - room
		s.basis = s.basis.Grow(n-rows, more).(*mat.Dense)
		s.t = s.t.Grow(more, more).(*mat.Dense)
	}
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

// Ritz are Ritz pairs θ, Qs of a matrix A in a space.
type Ritz struct {
	Values    []float64  // all θ of the space, descending: between the ends of A's spectrum
	Residuals []float64  // ‖A·Qs−θ·Qs‖ of the pairs asked for: A has an eigenvalue as near to θ as that
	s         *mat.Dense // the vectors s as columns
}

// Ritz returns the pairs of the first dims dimensions, of which count largest have
// vectors: O(dims³). An error is the context's. 1 ≤ count ≤ dims ≤ dimensions so far,
// dims being a multiple of the block; else it panics.
func (s *Space) Ritz(ctx context.Context, dims, count int) (Ritz, error) {
	p := s.block
	if dims > s.size || dims%p != 0 || count > dims || count < 1 {
		panic("linalg: Ritz pairs of a space that is not there")
	}
	quotient := mat.DenseCopyOf(s.t.Slice(0, dims, 0, dims)).RawMatrix().Data
	values, vectors, err := decompose(ctx, mat.NewSymDense(dims, quotient), count)
	if err != nil {
		return Ritz{}, err
	}
	out := Ritz{Values: values, Residuals: make([]float64, count), s: vectors}
	var last mat.Dense
	last.Mul(s.rests[dims/p-1], vectors.Slice(dims-p, dims, 0, count))
	for j := range count {
		out.Residuals[j] = mat.Norm(last.ColView(j), 2)
	}
	return out, nil
}

// Vectors returns the vectors Qs of the pairs, n×count, orthonormal.
func (s *Space) Vectors(p Ritz) *mat.Dense {
	n, _ := s.next.Dims()
	dims, count := p.s.Dims()
	out := mat.NewDense(n, count, nil)
	out.Mul(s.basis.Slice(0, n, 0, dims), p.s)
	return out
}

// Leading returns the vectors of a block's number of largest eigenvalues, as far as the space
// has them, n×block: where [NewSpaceFrom] starts. The error is the context's.
func (s *Space) Leading(ctx context.Context) (*mat.Dense, error) {
	pairs, err := s.Ritz(ctx, s.size, s.block)
	if err != nil {
		return nil, err
	}
	return s.Vectors(pairs), nil
}

// Norm returns ‖A‖₂ from a space that grows to at most so many blocks, or the matrix: never too large, and
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

// Krylov finds leading eigenpairs of a symmetric matrix from products with it.
type Krylov struct {
	N     int                           // order
	Mul   func(dst, x *mat.Dense) error // dst = A·x, n×b
	Block int                           // how many vectors at a time: an eigenvalue's copies are found up to as many
	Limit int                           // dimensions that the space may grow to
	Last  bool                          // take the pairs of the last space where they have not settled
}

// ErrSlow says that the Krylov space has grown to its limit.
var ErrSlow = errors.New("linalg: no convergence within the dimensions allowed")

// Leading returns the r largest eigenvalues, descending, and their eigenvectors, n×r,
// by block Lanczos iteration with full re-orthogonalisation and Rayleigh–Ritz
// projection (Golub and Van Loan, 10.3.6) from a Gaussian start. It stops when the
// residuals are so small that the error of the rank-r approximation exceeds the
// optimum by less than 1e-9 of the optimum, or by rounding errors. An error is
// [ErrSlow], that of Mul or the context's. 1 ≤ r, r + Block ≤ Limit and
// Limit + Block ≤ N; else it panics.
func (k Krylov) Leading(ctx context.Context, r int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	n, p := k.N, k.Block
	if r < 1 || p < 1 || r+p > k.Limit || k.Limit+p > n {
		panic("linalg: a Krylov space that does not hold what is asked for")
	}
	space := NewSpace(n, p, rng)
	next := min(r+r/2+3*p, k.Limit/p*p) // when to look at the Ritz values
	for size := p; size <= k.Limit; size += p {
		if err := space.Grow(ctx, size, k.Mul); err != nil {
			return nil, nil, err
		}
		if size < next {
			continue
		}
		pairs, err := space.Ritz(ctx, size, r)
		if err != nil {
			return nil, nil, err
		}
		if pairs.settled(r) || k.Last && size+p > k.Limit {
			return pairs.Values[:r:r], space.Vectors(pairs), nil
		}
		next = min(size+max(p, size/5), k.Limit/p*p)
	}
	return nil, nil, ErrSlow
}

// settled compares the residuals with the optimum's error, which is at least θ(r+1).
func (p Ritz) settled(r int) bool {
	sum := 0.0
	for _, v := range p.Residuals {
		sum += v * v
	}
	rounding := 1e-13 * p.Values[0] * math.Sqrt(float64(r))
	return sum <= 1e-9*p.Values[r]*p.Values[r] || sum <= rounding*rounding
}

// Gaussian returns an n×p matrix of independent standard normal entries, drawn row by row.
func Gaussian(n, p int, rng *rand.Rand) *mat.Dense {
	g := mat.NewDense(n, p, nil)
	for i := range g.RawMatrix().Data {
		g.RawMatrix().Data[i] = rng.NormFloat64()
	}
	return g
}
