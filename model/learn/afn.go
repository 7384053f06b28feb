package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// AFN is the factorised Nyström preconditioner (Zhao, Xu, Huang, Chow and Xi, arXiv 2304.05460). For m landmarks, the
// first rows in the partition below, and the other rows,
//
//	K+μI ≈ P = ( L    0  )·( L  0  )ᵀ,  LLᵀ = K₁₁+μI,  V = L⁻¹K₁₂,  GᵀG ≈ S⁻¹,  S = K₂₂ + μI − VᵀV.
//	           ( Vᵀ  G⁻¹ ) ( Vᵀ G⁻¹)
//
// G is a factorised sparse approximate inverse of the Schur complement S: row i of it has nonzero entries at i and at
// its nearest neighbours among the rows before i, and is that row of the inverse Cholesky factor of S on these rows.
// The landmarks are farthest points: each has the largest distance from those before it, the first row of equal ones,
// and the first landmark the largest k(x, x). Distances are those of the kernel, d² = k(x, x) + k(z, z) − 2k(x, z),
// which need no points but only K, and have the order of the Euclidean ones for a kernel that falls with them.
//
// A preconditioner of low rank needs m of about d_eff(μ). P does not, as S is close to a banded matrix where d_eff is
// large, and close to μI where it is small. The authors estimate the rank to choose between the two; here m is given.
// Neighbours help in few dimensions; in many, no row is near to another, and G comes close to a diagonal matrix.
//
// It reads n·m entries for the landmarks, n²/2 to find the neighbours, and n·k²/2 for k neighbours in G at each μ. G
// takes O(n·(k³ + k²m)). Where a low rank suffices it is the more expensive preconditioner.
type AFN struct {
	g         *model.Gram
	landmarks []int
	others    []int      // the other rows, ascending
	columns   *mat.Dense // K₂₁
	near      [][]int    // of each of the others: positions of neighbours in others, ascending, and the row itself
	excess    []float64  // k(x, x) less its largest: d² up to a constant, which would round away small k(x, z)
}

// AFNNeighbours is the usual number of neighbours.
const AFNNeighbours = 30

// NewAFN chooses m landmarks, at most n, and finds up to the given number of neighbours of every other row. The error
// is a *model.DegenerateError if the kernel overflows, or the context's.
func NewAFN(ctx context.Context, g *model.Gram, m, neighbours int) (*AFN, error) {
	if m < 1 || neighbours < 0 {
		panic(fmt.Sprintf("learn: AFN with %d landmarks and %d neighbours", m, neighbours))
	}
	n := g.N()
	excess, err := diagonalOf(g)
	if err != nil {
		return nil, err
	}
	p := &AFN{g: g, excess: excess}
	floats.AddConst(-floats.Max(p.excess), p.excess)
	columns, err := p.choose(ctx, min(m, n))
	if err != nil {
		return nil, err
	}
	chosen := make([]bool, n)
	for _, i := range p.landmarks {
		chosen[i] = true
	}
	for i, is := range chosen {
		if !is {
			p.others = append(p.others, i)
		}
	}
	p.columns = linalg.Rows(columns, append(slices.Clone(p.others), p.landmarks...))
	return p, p.findNeighbours(ctx, neighbours)
}

// AFNMemory returns the bytes of an [AFN] with the usual neighbours, of its P at the given number of ridges, and of a
// tile of K.
func AFNMemory(n, m, ridges int) int64 {
	rows, count, k := int64(n), int64(min(m, n)), int64(min(n, AFNNeighbours+1))
	return 8 * (3*rows*count + rows*(k+4) + int64(ridges)*(rows*(count+k)+2*count*count) + int64(min(n, linalg.TileRows(n)))*rows)
}

// Bytes returns the memory of the landmarks' columns and the neighbours.
func (p *AFN) Bytes() int64 {
	total := 8 * int64(len(p.excess)) * int64(len(p.landmarks)+1)
	for _, near := range p.near {
		total += 24 + 8*int64(len(near))
	}
	return total
}

// choose sets the landmarks, and returns K's columns there, n×m.
func (p *AFN) choose(ctx context.Context, m int) (*mat.Dense, error) {
	n := len(p.excess)
	columns, column := mat.NewDense(n, m, nil), mat.NewDense(n, 1, nil)
	distance := slices.Repeat([]float64{math.Inf(1)}, n)
	next := floats.MaxIdx(p.excess)
	for j := range m {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.landmarks = append(p.landmarks, next)
		p.g.Block(column, nil, []int{next})
		for i := range n {
			v := column.At(i, 0)
			columns.Set(i, j, v)
			distance[i] = min(distance[i], p.excess[i]+p.excess[next]-2*v)
		}
		distance[next] = math.Inf(-1)
		next = floats.MaxIdx(distance)
	}
	return columns, nil
}

// findNeighbours sets near. Of rows at the same distance, the first are nearest.
func (p *AFN) findNeighbours(ctx context.Context, count int) error {
	size := len(p.others)
	p.near = make([][]int, size)
	if size == 0 {
		return nil
	}
	for lo, hi := range linalg.Tiles(size, linalg.TileRows(size)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := mat.NewDense(hi-lo, hi, nil)
		p.g.Block(k, p.others[lo:hi], p.others[:hi])
		linalg.Parallel(hi-lo, func(from, to int) {
			for r := from; r < to; r++ {
				p.near[lo+r] = p.nearest(lo+r, k.RawRowView(r), count)
			}
		})
	}
	return nil
}

// nearest returns the positions of the nearest rows before i, ascending, and i, for row = K[i, others].
func (p *AFN) nearest(i int, row []float64, count int) []int {
	order, distance := make([]int, 0, count+1), make([]float64, 0, count+1) // ascending by distance
	for j := range i {
		d := p.excess[p.others[j]] - 2*row[j] // but for k(x, x) of row i
		if len(order) == count && (count == 0 || !(d < distance[count-1])) {
			continue
		}
		at, _ := slices.BinarySearchFunc(distance, d, func(a, b float64) int {
			if a <= b {
				return -1
			}
			return 1
		})
		order, distance = slices.Insert(order, at, j), slices.Insert(distance, at, d)
		if len(order) > count {
			order, distance = order[:count], distance[:count]
		}
	}
	order = append(order, i)
	slices.Sort(order)
	return order
}

// factorised is P of an AFN at one ridge.
type factorised struct {
	of   *AFN
	l    blas64.Triangular // Lᵀ, upper
	v    *mat.Dense        // Vᵀ
	rows [][]float64       // of G, at the positions of near
}

// at returns P at a ridge. jitter replaces a smaller ridge in P.
func (p *AFN) at(ctx context.Context, mu, jitter float64) (f *factorised, err error) {
	m, size := len(p.landmarks), len(p.others)
	core := mat.NewDense(m, m, nil)
	core.Copy(p.columns.Slice(size, size+m, 0, m))
	mu = max(mu, jitter)
	u, _, err := linalg.Jittered(ctx, linalg.AddRidge(linalg.Symmetric(core), mu))
	if err != nil {
		return nil, err
	}
	f = &factorised{of: p, l: u.RawTriangular()}
	if size == 0 {
		return f, nil
	}
	f.rows, f.v = make([][]float64, size), mat.DenseCopyOf(p.columns.Slice(0, size, 0, m))
	if err := linalg.Trsm(ctx, blas.Right, blas.NoTrans, 1, f.l, f.v.RawMatrix()); err != nil {
		return nil, err
	}
	for lo, hi := range linalg.Tiles(size, 1024) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		linalg.Parallel(hi-lo, func(from, to int) {
			for i := lo + from; i < lo+to; i++ {
				f.rows[i] = f.row(i, mu)
			}
		})
	}
	return f, nil
}

// row returns the entries of row i of G.
func (f *factorised) row(i int, mu float64) []float64 {
	near := f.of.near[i]
	k := len(near)
	rows := make([]int, k)
	for a, j := range near {
		rows[a] = f.of.others[j]
	}
	s, v := mat.NewDense(k, k, nil), linalg.Rows(f.v, near)
	f.of.g.Block(s, rows, rows)
	blas64.Gemm(blas.NoTrans, blas.Trans, -1, v.RawMatrix(), v.RawMatrix(), 1, s.RawMatrix())
	own := max(mu, s.At(k-1, k-1)+mu)
	schur := linalg.AddRidge(linalg.Symmetric(s), mu)
	row := make([]float64, k)
	row[k-1] = 1
	var factor mat.Cholesky
	if !factor.Factorize(schur) { // by rounding errors: a row of the diagonal matrix
		row[k-1] = 1 / math.Sqrt(own)
		return row
	}
	var upper mat.TriDense // schur = UᵀU, and the last row of the inverse of Uᵀ is that of G
	factor.UTo(&upper)
	blas64.Trsv(blas.NoTrans, upper.RawTriangular(), linalg.Vector(row))
	return row
}

// solve sets column j of dst to P⁻¹ times that of x.
func (f *factorised) solve(dst, x *mat.Dense, j int) {
	p := f.of
	m, size := len(p.landmarks), len(p.others)
	first, rest := make([]float64, m), make([]float64, size)
	for a, i := range p.landmarks {
		first[a] = x.At(i, j)
	}
	for a, i := range p.others {
		rest[a] = x.At(i, j)
	}
	blas64.Trsv(blas.Trans, f.l, linalg.Vector(first))
	if size > 0 {
		blas64.Gemv(blas.NoTrans, -1, f.v.RawMatrix(), linalg.Vector(first), 1, linalg.Vector(rest))
		image, out := make([]float64, size), make([]float64, size)
		for i, row := range f.rows {
			for a, v := range row {
				image[i] += v * rest[p.near[i][a]]
			}
		}
		for i, row := range f.rows {
			for a, v := range row {
				out[p.near[i][a]] += v * image[i]
			}
		}
		blas64.Gemv(blas.Trans, -1, f.v.RawMatrix(), linalg.Vector(out), 1, linalg.Vector(first))
		for a, i := range p.others {
			dst.Set(i, j, out[a])
		}
	}
	blas64.Trsv(blas.NoTrans, f.l, linalg.Vector(first))
	for a, i := range p.landmarks {
		dst.Set(i, j, first[a])
	}
}
