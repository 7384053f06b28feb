package exact

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

const (
	outlyingBasis = 8     // rows on which K is projected
	outlyingLeast = 2     // what is left of a row's diagonal entry at least, relative to the root mean square of all rows
	outlyingNoise = 1e-10 // added to the diagonal of the projection's core, relative to its largest entry
	outlyingFloor = 1e-6  // below it what is left may be rounding errors, relative to the largest diagonal entry
)

// Outlying returns rows that few others resemble, at most so many: those of whose diagonal entry a projection of K on eight other
// rows, drawn uniformly, leaves more than twice the root mean square of all rows. Where there are such rows, most of the error of an
// approximation is often theirs, and a uniform sample has too few of them to tell. There are none if all rows are about
// equally far from each other. The result begins with the rows of which most is left. It takes 8·n entries of K, and O(64·n) beside
// these. The error is the context's.
func Outlying(ctx context.Context, g *model.Gram, most int, rng *rand.Rand) ([]int, error) {
	n := g.N()
	left := make([]float64, n)
	g.Diag(left)
	largest := floats.Max(left)
	basis := model.SampleRows(n, outlyingBasis, rng)
	core := mat.NewDense(len(basis), len(basis), nil)
	g.Block(core, basis, basis)
	u, ok, err := linalg.CholeskyInPlace(ctx, linalg.AddRidge(mat.NewSymDense(len(basis), core.RawMatrix().Data), outlyingNoise*largest))
	if err != nil || !ok {
		return nil, err
	}
	rows := linalg.Sequence(0, n)
	for lo, hi := range linalg.Tiles(n, linalg.TileRows(len(basis))) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tile := mat.NewDense(hi-lo, len(basis), nil)
		g.Block(tile, rows[lo:hi], basis)
		blas64.Trsm(blas.Right, blas.NoTrans, 1, u.RawTriangular(), tile.RawMatrix())
		for i := range hi - lo {
			f := tile.RawRowView(i)
			left[lo+i] = max(0, left[lo+i]-floats.Dot(f, f))
		}
	}
	// Of a row of the basis all is in the projection, and 1/(C⁻¹)ᵢᵢ is not in that on the others, for the core C = UᵀU.
	inverse := mat.NewDense(len(basis), len(basis), nil)
	for k := range basis {
		inverse.Set(k, k, 1)
	}
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u.RawTriangular(), inverse.RawMatrix())
	for k, i := range basis {
		f := inverse.RawRowView(k)
		left[i] = 1 / floats.Dot(f, f)
	}
	floor := max(outlyingLeast*math.Sqrt(floats.Dot(left, left)/float64(n)), outlyingFloor*largest)
	far := slices.DeleteFunc(rows, func(i int) bool { return !(left[i] > floor) })
	slices.SortStableFunc(far, func(i, j int) int { return cmp.Compare(left[j], left[i]) })
	return far[:min(most, len(far))], nil
}
