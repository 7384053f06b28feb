package approx

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/cluster"
	"gramscope/model/linalg"
)

// MEKA is K̃ = W·L·Wᵀ. K-means makes c = Clusters groups. Each diagonal block of K gets a Nyström approximation of rank
// k_s, from min(2·k_s, n_s) uniform landmarks, whose columns are a basis W_s. Every block between groups is
// W_s·L_st·W_tᵀ, with L_st from least squares on min((1+Rho)·k_s, n_s) × min((1+Rho)·k_t, n_t) sampled entries. K̃ has
// rank c·k and takes Σn_s·k_s + (Σk_s)² numbers.
//
// Adaptive ranks count, for each cluster, its eigenvalues among the c·k largest of all diagonal blocks, estimated by
// those of K_s on 2k rows times n_s/2k; each rank is at least 1 and at most 2k. Always k_s ≤ n_s. Drop = η omits the
// ⌊η·c(c−1)/2⌋ blocks with the smallest |k(centre, centre)|. The authors take 0.1; this saves entries and no memory,
// and makes the error very large for wide kernels.
//
// K̃ is that of Nyström for c = 1, K for k_s = n_s and η = 0, and that of BKA for k_s = n_s and η = 1. It may be
// indefinite; PSD = Yes sets its negative eigenvalues to 0, which never raises ‖K−K̃‖_F. Two things differ from the
// authors' code. W_s is made orthonormal, which does not change K̃, so that L is well conditioned and has the
// eigenvalues of K̃. And the rows for the least squares are drawn once for each cluster and include its landmarks: for
// a narrow kernel W_s is concentrated at these, separately drawn rows miss them, and the error becomes very large.
//
// It also reads the adaptive samples, and the c² of the centres if some but not all blocks are omitted. It costs
// O(n·(20·c·d + m_s·k) + (1+ρ)²·c²·k³), and (c·k)³ more with PSD = Yes.
type MEKA struct {
	M        int     // budget, ≥ 1: the rank of K̃, c·k, unless Rank is given; clamped to n
	Clusters int     // c ≥ 1; clamped to n
	Rank     int     // k, the rank a cluster; 0 = ⌈M/c⌉; clamped to n
	Ranks    int     // RanksEqual, RanksProportional or RanksAdaptive
	Rho      float64 // ρ ≥ 1: all landmarks are among the rows of the least squares
	Drop     float64 // η in [0, 1]
	PSD      int     // Yes or No
}

// The choices of MEKA's Ranks.
const (
	RanksEqual        = iota // k each
	RanksProportional        // by the clusters' sizes
	RanksAdaptive            // by the largest eigenvalues of sampled blocks
)

func meka() model.Method {
	return method(model.Method{
		Name: "meka",
		Doc: "MEKA: low rank within and between clusters\n\n" +
			"K̃ = W·L·Wᵀ: a Nyström basis W_s of rank k for each of c clusters of k-means, coupled by a small matrix L; k = " +
			"rank, or m/c. At rank m it takes n·m/c + m² numbers, not n·m.\n\n" +
			"Use it where memory is short and for kernels between wide and narrow, where clusters matter and so do the blocks " +
			"between them. For wide kernels nystrom of the same rank is more accurate, for narrow ones bka. K̃ may be " +
			"indefinite, and then a small ridge fails: psd = yes repairs that. drop > 0 suits narrow kernels only.",
		Family:    model.Blocks,
		When:      "for narrow kernels, if bka takes too much memory",
		Ref:       "Si, Hsieh and Dhillon, ICML 2014; JMLR 18(20), 2017, section 4",
		Cost:      "Σn_s·2k_s + Σ(1+ρ)²k_s·k_t",
		Exceeds:   true,
		Clusters:  true,
		Landmarks: true,
	}, func(f *MEKA, n, d int) model.Memory { // for a largest cluster of 1.5 times the mean size
		c := min(f.Clusters, n)
		k := min(n, cmp.Or(f.Rank, (min(f.M, n)+c-1)/c))
		out := mekaMemory(n, form.Bytes(n, k), min(n, c*k), min(n, 3*n/(2*c)), k, f.Rho)
		out.Fit = max(out.Fit, cluster.Memory(n, d, c))
		return out
	})
}

func (f *MEKA) Params() []model.Param {
	return []model.Param{
		model.Budget(&f.M), model.Clusters(&f.Clusters), model.TargetRank(&f.Rank),
		choice("ranks", &f.Ranks, "ranks of the clusters: equal, by their sizes, or by their largest eigenvalues",
			"equal", "proportional", "adaptive"),
		model.Oversampling(&f.Rho),
		{Name: "drop", Symbol: "drop", Group: model.GroupMethod, Max: 1, Scale: model.Linear, Real: &f.Drop,
			Doc: "fraction of the blocks between clusters that are omitted, the farthest first"},
		choice(model.PSDName, &f.PSD, "set negative eigenvalues of the approximation to zero", "no", "yes"),
	}
}

func (f *MEKA) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	check(meka(), f, g, rng)
	var warnings []string
	d, err := f.draw(ctx, g, rng, &warnings)
	if err != nil {
		return nil, err
	}
	a, err := mekaOn(ctx, g, d, warnings)
	if err != nil {
		return nil, err
	}
	if k, ok := a.(*form.Coupled); ok && f.PSD == Yes {
		return k, k.Clip(ctx)
	}
	return a, nil
}

// mekaMemory estimates the memory of a W of w bytes with q columns in total. It counts W, the columns from which the
// part of the largest cluster (of rank at most k) is made, and L with the entries to which it is fitted.
func mekaMemory(n int, w int64, q, largest, k int, rho float64) model.Memory {
	fitted, l := min(largest, int((1+rho)*float64(k))), form.Bytes(q, q)
	columns := form.Bytes(largest, 3*min(k, largest))
	return model.Memory{
		Fit:    w + max(columns, l+3*form.Bytes(fitted, fitted), 3*l) + form.Bytes(q, fitted),
		Stored: w + l + 3*form.Bytes(q, k), Pairs: form.Bytes(n, q), Decompose: w + 5*l + form.Bytes(n, q),
		Point: form.Bytes(1, 3*q), Coordinates: form.Bytes(1, q),
	}
}

// mekaOn returns the approximation for given draws.
func mekaOn(ctx context.Context, g *model.Gram, d mekaDraws, warnings []string) (model.Approximation, error) {
	c := len(d.members)
	w, own, inverse := make([]*mat.Dense, c), make([]*mat.SymDense, c), make([]*mat.Dense, c)
	bases := make([]form.Chain, c)
	for s := range c {
		var err error
		if w[s], own[s], bases[s], err = diagonalBlock(ctx, g, d.members[s], d.landmarks[s], d.ranks[s]); err != nil {
			return nil, err
		}
		if w[s] != nil {
			inverse[s] = pseudoInverse(linalg.Rows(w[s], placesOf(d.fitted[s], d.members[s])), len(d.members[s]))
		}
	}
	a := form.NewCoupled(g, d.members, w, d.landmarks, bases, warnings)
	a.Within(d.space.X, d.space.From)
	if a.Columns() == 0 {
		return form.ZeroSample(g, a.Landmarks(), warnings), nil
	}
	for s, block := range own {
		if block != nil {
			a.Between(s, s).Copy(block)
		}
	}
	for _, p := range d.pairs {
		s, t := p[0], p[1]
		if w[s] == nil || w[t] == nil {
			continue
		}
		block, err := form.Entries(ctx, g, d.fitted[s], d.fitted[t])
		if err != nil {
			return nil, err
		}
		var left mat.Dense // A⁺·G·(B⁺)ᵀ minimises ‖A·L·Bᵀ − G‖_F
		left.Mul(inverse[s], block)
		a.Between(s, t).Mul(&left, inverse[t].T())
		a.Between(t, s).Copy(a.Between(s, t).T())
	}
	return a, a.Complete(ctx)
}

// diagonalBlock returns the Nyström approximation of a cluster's diagonal block, of rank at most k, as W·L·Wᵀ with
// orthonormal columns of W; nil if it is zero. The basis makes W from the landmarks' columns.
func diagonalBlock(ctx context.Context, g *model.Gram, rows, landmarks []int,
	k int) (w *mat.Dense, l *mat.SymDense, basis form.Chain, err error) {
	c, err := form.Entries(ctx, g, rows, landmarks)
	if err != nil {
		return nil, nil, nil, err
	}
	core := linalg.Symmetric(linalg.Rows(c, placesOf(landmarks, rows)))
	b, q, err := form.Projection(ctx, core, k)
	if q == 0 || err != nil {
		return nil, nil, nil, err
	}
	w, l = b.Times(c, q), new(mat.SymDense)
	r := linalg.Orthonormalise(w)
	l.SymOuterK(1, r)
	return w, l, b.Then(form.Inverse(r)), nil
}

// placesOf returns, for each of some rows, its index in all, which is ascending and has it.
func placesOf(some, all []int) []int {
	out := make([]int, len(some))
	for p, i := range some {
		out[p], _ = slices.BinarySearch(all, i)
	}
	return out
}

// unseen is the singular value, relative to √(v/n), below which the sampled rows count as having missed
// a direction of a basis. √(v/n) is the norm of v of n rows of a direction that is spread evenly.
const unseen = 0.03

// pseudoInverse returns A⁺, k×v, for v ≥ k rows A of a basis with n rows. It leaves out the directions
// that these rows missed.
func pseudoInverse(a *mat.Dense, n int) *mat.Dense {
	v, k := a.Dims()
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		panic("approx: the singular values of a finite matrix did not converge")
	}
	least := unseen * math.Sqrt(float64(v)/float64(n))
	values := svd.Values(nil)
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	for j, value := range values {
		scale := 0.0
		if value > least {
			scale = 1 / value
		}
		blas64.Scal(scale, linalg.Column(&right, j))
	}
	out := mat.NewDense(k, v, nil)
	out.Mul(&right, left.T())
	return out
}
