package linalg

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Space is a block Krylov space span(B, A·B, A²·B, …) of a symmetric matrix A for a Gaussian block B, with
// an orthonormal basis Q and the Rayleigh quotient T = QᵀAQ. It only grows: results for its first k
// dimensions have the same bits however many dimensions it has. It is not safe for concurrent use.
type Space struct {
	block int
	size  int          // number of dimensions
	basis *mat.Dense   // n×size, with memory for more columns
	t     *mat.Dense   // size×size, upper triangle, with memory for more
	next  *mat.Dense   // n×block: the next columns of the basis
	rests []*mat.Dense // for each block, R of A·Qⱼ = Q·T + next·R
	first *mat.Dense   // R of B = Q·R, for a given B
}

// NewSpace returns a space of no dimensions for a matrix of order n. It panics unless 1 ≤ block ≤ n.
func NewSpace(n, block int, rng *rand.Rand) *Space {
	if block < 1 || block > n {
		panic("linalg: a Krylov space by blocks that are wider than the matrix")
	}
	next := Gaussian(n, block, rng)
	Orthonormalise(next)
	return &Space{block: block, next: next, basis: new(mat.Dense), t: new(mat.Dense)}
}

// NewSpaceOf returns a space that starts from the span of B = Q·R, n×p, whose columns may depend on each other.
// The space keeps the matrix.
func NewSpaceOf(b *mat.Dense) *Space {
	_, block := b.Dims()
	r := Orthonormalise(b)
	return &Space{block: block, next: b, first: r, basis: new(mat.Dense), t: new(mat.Dense)}
}

// Grow extends the space to at least dims dimensions. For each block it takes one product with A, by mul,
// and O(n·size·block) for the basis. The error is mul's or the context's; the space then has the blocks
// that are complete. Grow panics if dims plus a block is more than n.
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

// add adds s.next to the basis, where w is A·s.next, and computes the next block.
func (s *Space) add(w *mat.Dense) {
	n, p := w.Dims()
	if rows, columns := s.basis.Dims(); columns < s.size+p {
		more := min(n, max(s.size+p, columns+columns/2)) - columns
		s.basis = s.basis.Grow(n-rows, more).(*mat.Dense)
		s.t = s.t.Grow(more, more).(*mat.Dense)
	}
	s.basis.Slice(0, n, s.size, s.size+p).(*mat.Dense).Copy(s.next)
	s.size += p
	q := s.basis.Slice(0, n, 0, s.size).(*mat.Dense)
	h := projectOnce(w, q)
	s.t.Slice(0, s.size, s.size-p, s.size).(*mat.Dense).Copy(h)
	rest := Orthonormalise(w)
	// QR of a nearly rank-deficient block brings back parts in the span of q: this is repeated
	// until the block changes little.
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

// Ritz has the Ritz pairs θ, Qs of a matrix A in a space.
type Ritz struct {
	Values    []float64  // all θ of the space, descending; they are within the spectrum of A
	Residuals []float64  // ‖A·Qs−θ·Qs‖ of the requested pairs: an eigenvalue of A is at most that far from θ
	s         *mat.Dense // the vectors s as columns
}

// Ritz returns the Ritz pairs of the first dims dimensions, with vectors for the count largest, in O(dims³). The error
// is the context's. It panics unless dims is a multiple of the block and 1 ≤ count ≤ dims ≤ dimensions of the space.
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

// Function returns X = Q·f(T)·QᵀB ≈ f(A)·B, n×p, in a space of [NewSpaceOf], from all Ritz pairs of its first
// dimensions. BᵀX converges to Bᵀf(A)B about twice as fast as X, as Gauss quadrature does (Golub and Meurant 2010,
// 4.2). away are the norms of the columns of A·X outside of those dimensions: for f(θ) = 1/(θ+γ) the residuals
// ‖b − (A+γI)x‖. Function panics if the pairs are not all, or the space does not start from a given block.
func (s *Space) Function(p Ritz, f func(theta float64) float64) (x *mat.Dense, away []float64) {
	n, _ := s.next.Dims()
	dims, count := p.s.Dims()
	if s.first == nil || count != dims {
		panic("linalg: a function of a matrix without a given block, or without all Ritz pairs")
	}
	var c, coefficients, last mat.Dense // dims×p
	c.Mul(p.s.Slice(0, s.block, 0, dims).T(), s.first)
	for j, theta := range p.Values {
		floats.Scale(f(theta), c.RawRowView(j))
	}
	coefficients.Mul(p.s, &c)
	x = mat.NewDense(n, s.block, nil)
	x.Mul(s.basis.Slice(0, n, 0, dims), &coefficients)
	last.Mul(s.rests[dims/s.block-1], coefficients.Slice(dims-s.block, dims, 0, s.block))
	for j := range s.block {
		away = append(away, mat.Norm(last.ColView(j), 2))
	}
	return x, away
}

// Vectors returns the vectors Qs of the pairs, n×count, which are orthonormal.
func (s *Space) Vectors(p Ritz) *mat.Dense {
	n, _ := s.next.Dims()
	dims, count := p.s.Dims()
	out := mat.NewDense(n, count, nil)
	out.Mul(s.basis.Slice(0, n, 0, dims), p.s)
	return out
}

// Norm returns ‖A‖₂ from a space that grows to at most the given number of blocks. It is never too large, and accurate
// to a relative tol if it ends before. It computes the Ritz values ever more rarely, as that costs O(dims³), and not
// for a first block that is random: the second eigenvalue, which is needed to judge the first, would be too small.
func (s *Space) Norm(ctx context.Context, mul func(dst, x *mat.Dense) error, tol float64, blocks int) (float64, error) {
	n, _ := s.next.Dims()
	blocks = min(blocks, n/s.block-1)
	for k := min(2, blocks); ; k = min(blocks, k+1+k/4) {
		dims := k * s.block
		if err := s.Grow(ctx, dims, mul); err != nil {
			return 0, err
		}
		pairs, err := s.Ritz(ctx, dims, dims)
		if err != nil {
			return 0, err
		}
		end, inner := 0, 1 // the end that is larger in absolute value, and its neighbour
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

// Krylov computes leading eigenpairs of a symmetric matrix from products with it.
type Krylov struct {
	N     int                           // order
	Mul   func(dst, x *mat.Dense) error // dst = A·x, n×b
	Block int                           // vectors at a time, and the largest multiplicity of eigenvalues that is found
	Limit int                           // maximum dimensions of the space
	Last  bool                          // return the pairs of the last space even if they have not settled
}

// ErrSlow is the error of a Krylov space that has grown to its limit.
var ErrSlow = errors.New("linalg: no convergence within the dimensions allowed")

// Leading returns the r eigenvalues that are largest in absolute value, descending in that, and their eigenvectors,
// n×r, by block Lanczos iteration with full re-orthogonalisation and Rayleigh–Ritz projection (Golub and Van Loan,
// 10.3.6) from a Gaussian start. It stops when the residuals are so small that the error of the rank-r approximation
// exceeds the optimum by a relative 1e-9 at most, or by rounding errors. The error is [ErrSlow], that of Mul, or the
// context's. It panics unless 1 ≤ r, r + Block ≤ Limit and Limit + Block ≤ N.
func (k Krylov) Leading(ctx context.Context, r int, rng *rand.Rand) ([]float64, *mat.Dense, error) {
	n, p := k.N, k.Block
	if r < 1 || p < 1 || r+p > k.Limit || k.Limit+p > n {
		panic("linalg: a Krylov space that does not hold what is asked for")
	}
	space := NewSpace(n, p, rng)
	next := min(r+r/2+3*p, k.Limit/p*p) // dimensions at which the Ritz values are computed next
	for size := p; size <= k.Limit; size += p {
		if err := space.Grow(ctx, size, k.Mul); err != nil {
			return nil, nil, err
		}
		if size < next {
			continue
		}
		pairs, err := space.Dominant(ctx, size, r)
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

// settled compares the residuals with the error of the optimum, which is at least θ(r+1).
func (p Ritz) settled(r int) bool {
	sum := 0.0
	for _, v := range p.Residuals {
		sum += v * v
	}
	rounding := 1e-13 * math.Abs(p.Values[0]) * math.Sqrt(float64(r))
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
