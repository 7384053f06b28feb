package exact

import (
	"context"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// eigenpairs are all of K's. The values are descending and clamped at 0,
// vectors holds theirs as columns.
type eigenpairs struct {
	mu      sync.Mutex
	values  []float64
	vectors *mat.Dense
}

// decompose computes the eigenpairs at the first call.
func (r *Reference) decompose(ctx context.Context) error {
	r.pairs.mu.Lock()
	defer r.pairs.mu.Unlock()
	if r.pairs.values != nil {
		return ctx.Err()
	}
	k, err := r.gram.Symmetric(ctx)
	if err != nil {
		return err
	}
	values, vectors, err := linalg.Eigen(ctx, k)
	if err != nil {
		return err
	}
	r.pairs.values, r.pairs.vectors = clamp(values), vectors
	return nil
}

// largestScore is n·maxᵢ Σ_{j<count} Uᵢⱼ²·λⱼ/(λⱼ+ridge): no term is negative, and
// nothing cancels.
func (p *eigenpairs) largestScore(count int, ridge float64) float64 {
	n := len(p.values)
	largest := 0.0
	for i := range n {
		sum := 0.0
		for j, u := range p.vectors.RawRowView(i)[:count] {
			sum += u * u * p.values[j] / (p.values[j] + ridge)
		}
		largest = max(largest, sum)
	}
	return float64(n) * largest
}

// above is d_δ, the number of eigenvalues above the ridge.
func (p *eigenpairs) above(ridge float64) int {
	count := 0
	for count < len(p.values) && p.values[count] > ridge {
		count++
	}
	return count
}

// separate tells whether the span of the first rank eigenvectors is a proper
// subspace that rounding leaves determined.
func (p *eigenpairs) separate(rank int) bool {
	n := len(p.values)
	return rank > 0 && rank < n && p.values[rank-1]-p.values[rank] > float64(n)*0x1p-52*p.values[0]
}

func (p *eigenpairs) coherence(rank int) float64 {
	n := len(p.values)
	largest := 0.0
	for i := range n {
		row := blas64.Vector{N: rank, Inc: 1, Data: p.vectors.RawRowView(i)}
		largest = max(largest, blas64.Dot(row, row))
	}
	return float64(n) / float64(rank) * largest
}

// subspaceDistance is ‖(I−QQᵀ)Uᵣ‖₂.
func (r *Reference) subspaceDistance(ctx context.Context, a model.Approximation, rank int) (float64, error) {
	n := r.N()
	rest := mat.DenseCopyOf(r.pairs.vectors.Slice(0, n, 0, rank))
	if q := r.columnSpace(a, rank); q != nil {
		linalg.Project(rest, q)
	}
	long := blas64.Vector{N: n, Inc: 1, Data: make([]float64, n)}
	mul := func(dst, x []float64) error {
		blas64.Gemv(blas.NoTrans, 1, rest.RawMatrix(), blas64.Vector{N: rank, Inc: 1, Data: x}, 0, long)
		blas64.Gemv(blas.Trans, 1, rest.RawMatrix(), long, 0, blas64.Vector{N: rank, Inc: 1, Data: dst})
		return ctx.Err()
	}
	square, err := norm2(ctx, rank, mul, r.rng(6), 1e-10, 300)
	return math.Min(1, math.Sqrt(square)), err
}

// columnSpace is an orthonormal basis of the column space of K̃, whose
// dimension is at most rank: Q of the QR factorisation of K̃Q₁, with Q₁ that of
// K̃Ω for a Gaussian Ω, n×rank (Halko, Martinsson and Tropp 2011, Algorithm
// 4.4), without what is rounding only. Q₁ alone is as inaccurate as a square
// Gaussian matrix is ill-conditioned. It is nil for K̃ = 0.
func (r *Reference) columnSpace(a model.Approximation, rank int) *mat.Dense {
	n := r.N()
	q, image := linalg.Gaussian(n, rank, r.rng(7)), mat.NewDense(n, rank, nil)
	a.MulTo(image, q)
	linalg.Orthonormalise(image)
	a.MulTo(q, image)
	triangle := linalg.Orthonormalise(q)
	largest := 0.0
	for j := range rank {
		largest = max(largest, math.Abs(triangle.At(j, j)))
	}
	count := 0 // random mixing leaves the small entries at the end
	for count < rank && math.Abs(triangle.At(count, count)) > float64(n)*0x1p-52*largest {
		count++
	}
	if count == 0 {
		return nil
	}
	return q.Slice(0, n, 0, count).(*mat.Dense)
}
