package approx

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kdtree"
	"gramscope/model/linalg"
)

// SparseCholesky is K̃ = (L·Lᵀ)⁻¹. The rows have a maximin order: the first is drawn, and each next one is as far as
// possible from those before. The pattern of a row i is the set N of its m = M nearest neighbours before it, at most
// all of them, in the Euclidean distance. With
//
//	b_i = K_NN⁻¹·K_Ni and v_i = K_ii − K_iN·b_i,
//
// column i of L is (1, −b_i)/√v_i at (i, N): x_i = b_i·x_N + √v_i·ε_i. K̃ is positive definite, equals K for m = n−1,
// and tr(K̃⁻¹K) = n for every m. The divergence, (Σ log v_i − log det K)/2, does not rise with m, if neighbours are
// only added.
//
// K stands for K+δI here, where δ is 1e-12 of the largest diagonal entry. Where many neighbours lie within a width,
// K_NN is singular but for rounding errors, and coefficients without δ have any size. With δ, b_iᵀ(K_NN+δI)b_i ≤ K_ii
// and v_i ≥ δ, and K̃ is still the factor of one positive definite matrix. Where the neighbours are too few for a
// smooth kernel, rows that follow from each other in a chain may still multiply the errors of those before them, since
// the divergence bounds K̃ on a scale of logarithms only. Draws from N(0, K̃) show it, and the fit is repeated with δ a
// hundred times larger, up to 1e-4.
//
// The order is exact, by a k-d tree, in O(n·log n) steps in few dimensions, as are the neighbours. Rows are then
// arranged along space (see [form.Neighbours.Arranged]), which changes no K̃. It costs O(n·m³); K̃ has n·(m+1) numbers.
// A product with K̃ costs O(n·m), an entry O(m) for each ancestor: neighbours, their neighbours, and so on.
//
// With noise, a sparse factor of (K+μI)⁻¹ is poor, since neighbours no longer screen off the others. The noise is
// therefore added to K̃: a regression solves with K̃+μI, by eigenpairs up to [model.EigenpairsLimit] rows, and above by
// conjugate gradients (see [form.SparseInverse.SmoothTo]).
type SparseCholesky struct {
	M int // neighbours of a row, ≥ 1; clamped to n−1
}

func sparseCholesky() model.Method {
	return method(model.Method{
		Name: "sparse-cholesky",
		Doc: "sparse Cholesky factor of the inverse (Vecchia)\n\n" +
			"K̃ = (L·Lᵀ)⁻¹ with m entries below the diagonal in each column of L: each row, in an order from coarse to fine, " +
			"is predicted by its m nearest rows before it, a new point by its m nearest rows. This L minimises the " +
			"Kullback–Leibler divergence of N(0, K̃) from N(0, K): Vecchia's approximation of a Gaussian process. A " +
			"regression adds its noise μ to K̃.\n\n" +
			"Use it for narrow or rough kernels in 1 to 3 dimensions, such as Matérn, where K has high rank and every " +
			"low-rank method fails: 10 to 30 neighbours often do, and a million rows take minutes. It is the wrong choice for " +
			"wide smooth kernels, whose nearly dependent rows a low rank serves better: if m neighbours are so few that " +
			"errors grow from row to row, the diagonal of K is raised by up to 1e-4·k(x, x), with a note. It takes at most 8 " +
			"dimensions: in many, no row is near. Small errors of the inverse may be larger ones of K: the error in the " +
			"Frobenius norm need not be small. K̃ may exceed K, and has no error bars. Above 2000 rows there are no degrees " +
			"of freedom, no leave-one-out error and no risk. Kernel entries grow with m², to more than n² for m above √(2n).",
		Family:  model.Factorisations,
		When:    "for a narrow kernel on up to 3 features, where low rank fails",
		Ref:     "Schaefer, Katzfuss and Owhadi, SIAM J. Sci. Comput. 43, 2021; Huan et al., arXiv 2307.11648",
		Cost:    "n·((m+1)·(m+2)/2+1)",
		Needs:   model.Needs{Coordinates: true, MaxDims: 8}, // in which a k-d tree finds neighbours
		Exceeds: true,
		RowEntries: func(fitter model.Fitter, n int) int {
			m := min(fitter.(*SparseCholesky).M, n-1)
			return (m+1)*(m+2)/2 + 1
		},
	}, sparseCholeskyMemory)
}

// sparseCholeskyMemory counts the tree, the state of the ordering, for each processor the entries among
// neighbours, and draws. Above model.EigenpairsLimit rows a regression keeps K̃, an incomplete factor and some vectors.
func sparseCholeskyMemory(f *SparseCholesky, n, d int) model.Memory {
	m := min(f.M, n-1)
	stored := form.SparseInverseMemory(n, m)
	tree := kdtree.Memory(n, d)
	local := int64(runtime.GOMAXPROCS(0)) * form.Bytes(2*m+d+3, m+1)
	fit := stored + tree + max(form.Bytes(n, 6)+local, form.Bytes(n, 19))
	out := model.Memory{
		Fit: fit, Stored: stored, Pairs: form.Bytes(n, n), Decompose: stored + 3*form.Bytes(n, n),
		Extend: tree, Point: form.Bytes(1, 3*n), Coordinates: form.Bytes(1, n),
	}
	if n > model.EigenpairsLimit {
		out.Streamed, out.Nearby = max(fit, stored+tree+form.Bytes(n, m+15)), form.Bytes(1, 2*d+m)
	}
	return out
}

func (f *SparseCholesky) Params() []model.Param { return []model.Param{model.Budget(&f.M)} }

func (f *SparseCholesky) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(sparseCholesky(), f, g, rng)
	var warnings []string
	m := min(atMost("m", f.M, g.N(), "n", &warnings), g.N()-1)
	own, err := form.Diagonal(g)
	if err != nil {
		return nil, err
	}
	largest := slices.Max(own)
	if largest == 0 {
		return form.ZeroSample(g, nil, warnings), nil
	}
	tree := kdtree.New(g.X())
	order, err := tree.Maximin(ctx, rng.IntN(g.N()))
	if err != nil {
		return nil, err
	}
	near, err := neighbours(ctx, g.X(), order, tree, m)
	if err != nil {
		return nil, err
	}
	for ridge := leastDelta; ridge <= mostDelta; ridge *= deltaStep {
		a, err := neighbourFactor(ctx, g, near, m, ridge*largest)
		if err != nil {
			return nil, err
		}
		if keepsVariances(a, own, ridge*largest, rng) {
			if ridge > leastDelta {
				warn(&warnings, "%d neighbours are few for this kernel: so that errors do not grow from row to row, the diagonal "+
					"of K is raised by %.0e·k(x, x): raise m, narrow the kernel, or take a method of low rank", m, ridge)
			}
			a.Warn(warnings...)
			return a, nil
		}
	}
	return nil, &UnstableError{M: m}
}

// The ridges that are tried, as parts of the largest diagonal entry.
const (
	leastDelta = 1e-12
	mostDelta  = 2e-4 // the last is 1e-4, with room for rounding
	deltaStep  = 100
)

// UnstableError says that M neighbours are too few for a kernel: even with the largest ridge K̃ exceeds K by far.
type UnstableError struct{ M int }

func (e *UnstableError) Error() string { return remedy.Text(e, remedy.Plain()) }

func (e *UnstableError) Parts() (string, remedy.List) {
	return fmt.Sprintf("%d neighbours are too few for this kernel: errors grow from row to row, K̃ exceeds K by far", e.M),
		remedy.Change(remedy.Raise, "m", "gamma").Or(remedy.Do("take a method of low rank"))
}

// rowsAtATime is the number of rows for which a processor finds neighbours and coefficients at a time.
const rowsAtATime = 256

// neighbours returns the m rows nearest to each among those before it in an order, in an order that is arranged. The
// error is the context's.
func neighbours(ctx context.Context, x *mat.Dense, order []int, tree *kdtree.Tree, m int) (*form.Neighbours, error) {
	place := form.Places(order)
	out, along, tree := form.NewNeighbours(order, m), tree.Rows(), tree.Ranked(place)
	err := linalg.InParts(ctx, len(order), rowsAtATime, func(lo, hi int) {
		search := tree.Search()
		for _, i := range along[lo:hi] {
			near := out.Of(int(place[i]))
			for q, j := range search.Below(x.RawRowView(int(i)), m, place[i]) {
				near[q] = place[j]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return out.Arranged(along), nil
}

// neighbourFactor returns the factor of K+δI, for δ > 0 and given neighbours, of which new points have m.
func neighbourFactor(ctx context.Context, g *model.Gram, near *form.Neighbours, m int,
	delta float64) (*form.SparseInverse, error) {
	out, failed := form.NewSparseInverse(g, near, m, delta), make([]error, g.N())
	err := linalg.InParts(ctx, g.N(), rowsAtATime, func(lo, hi int) {
		rows, b := make([]int, 0, m+1), make([]float64, m)
		k := make([]float64, (m+1)*(m+1))
		for p := lo; p < hi; p++ {
			rows = rows[:0]
			for _, q := range near.Of(p) {
				rows = append(rows, near.Order[q])
			}
			rows = append(rows, near.Order[p])
			s := len(rows) - 1
			among := mat.NewDense(s+1, s+1, k[:(s+1)*(s+1)])
			g.LowerTriangle(among, rows)
			if failed[p] = form.CheckFinite(among); failed[p] != nil {
				return
			}
			out.Set(p, b[:s], linalg.Regress(b[:s], among.RawMatrix(), delta))
		}
	})
	return out, cmp.Or(err, cmp.Or(failed...))
}

// keepsVariances reports whether draws from N(0, K̃) have the variances of K+δI, own+δ. The mean of 64 squares exceeds
// them threefold with a probability below 1e-12.
func keepsVariances(a *form.SparseInverse, own []float64, delta float64, rng *rand.Rand) bool {
	const draws, atATime, most = 64, 8, 3
	squares := make([]float64, len(own))
	for range draws / atATime {
		x := a.Draw(atATime, rng)
		for i := range squares {
			squares[i] += floats.Dot(x.RawRowView(i), x.RawRowView(i))
		}
	}
	for i, v := range own {
		if !(squares[i] <= most*draws*(v+delta)) {
			return false
		}
	}
	return true
}
