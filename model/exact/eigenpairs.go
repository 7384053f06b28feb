package exact

import (
	"context"
	"math"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// DiagnosticsLimit is the largest n for which figures that need all eigenpairs of K are
// computed: diagnostics, degrees and coherences.
const DiagnosticsLimit = 2000

// eigenpairs are all eigenpairs of K.
type eigenpairs struct {
	values  []float64  // descending, clamped at 0
	vectors *mat.Dense // as columns
}

// decompose computes the eigenpairs in the first call. It panics if n is above DiagnosticsLimit.
func (r *Reference) decompose(ctx context.Context) (*eigenpairs, error) {
	if r.N() > DiagnosticsLimit {
		panic("exact: all eigenpairs above DiagnosticsLimit")
	}
	return r.pairs.get(ctx, func() (*eigenpairs, error) {
		k, err := r.gram.Symmetric(ctx)
		if err != nil {
			return nil, err
		}
		values, vectors, err := linalg.Eigen(ctx, k)
		return &eigenpairs{values: clamp(values), vectors: vectors}, err
	})
}

// largestScore returns n·maxᵢ Σ_{j<count} Uᵢⱼ²·λⱼ/(λⱼ+ridge). No term is negative, so nothing cancels.
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

// above returns d_δ, the number of eigenvalues above the ridge.
func (p *eigenpairs) above(ridge float64) int {
	return sort.Search(len(p.values), func(i int) bool { return p.values[i] <= ridge })
}

// separate reports whether the first rank eigenvectors span a proper subspace that is determined despite rounding.
func (p *eigenpairs) separate(rank int) bool {
	n := len(p.values)
	return rank > 0 && rank < n && p.values[rank-1]-p.values[rank] > float64(n)*linalg.Eps*p.values[0]
}

// Coherences returns the Coherence of [Diagnostics] for the ranks r from 1 to n, at index r−1. For r = n
// it is NaN, because it would be 1 for every K. It needs all eigenpairs, as Degrees does, and panics if n is above
// DiagnosticsLimit.
func (r *Reference) Coherences(ctx context.Context) ([]float64, error) {
	pairs, err := r.decompose(ctx)
	if err != nil {
		return nil, err
	}
	n := r.N()
	largest := make([]float64, n)
	for i := range n {
		sum := 0.0
		for j, u := range pairs.vectors.RawRowView(i) {
			sum += u * u
			largest[j] = math.Max(largest[j], sum)
		}
	}
	for j := range largest {
		largest[j] *= float64(n) / float64(j+1)
		if !pairs.separate(j + 1) {
			largest[j] = math.NaN()
		}
	}
	return largest, nil
}

// subspaceDist returns ‖(I−QQᵀ)Uᵣ‖₂.
func (r *Reference) subspaceDist(ctx context.Context, p *eigenpairs, a model.Approximation, rank int) (float64, error) {
	n := r.N()
	rest := mat.DenseCopyOf(p.vectors.Slice(0, n, 0, rank))
	if q := r.columnSpace(a, rank); q != nil {
		linalg.Project(rest, q)
	}
	long := linalg.Vector(make([]float64, n))
	mul := func(dst, x []float64) error {
		blas64.Gemv(blas.NoTrans, 1, rest.RawMatrix(), linalg.Vector(x), 0, long)
		blas64.Gemv(blas.Trans, 1, rest.RawMatrix(), long, 0, linalg.Vector(dst))
		return ctx.Err()
	}
	square, err := norm2(ctx, rank, mul, r.rng(6), 1e-10)
	return math.Min(1, math.Sqrt(square)), err
}

// columnSpace returns an orthonormal basis of the column space of K̃, with at most rank columns, or nil
// for K̃ = 0. The basis is Q of the QR factorisation of K̃Q₁, where Q₁ is Q of that of K̃Ω for a Gaussian
// Ω, n×rank (Halko, Martinsson and Tropp 2011, Algorithm 4.4). Directions that are only rounding errors
// are left out. Q₁ alone is inaccurate, as a square Gaussian matrix is ill-conditioned.
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
	for count < rank && math.Abs(triangle.At(count, count)) > float64(n)*linalg.Eps*largest {
		count++
	}
	if count == 0 {
		return nil
	}
	return q.Slice(0, n, 0, count).(*mat.Dense)
}
