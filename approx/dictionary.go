package approx

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// eps is the spacing of float64 at 1.
const eps = 0x1p-52

// dictionary is a sampling matrix S, n×q: column j is weight[j]·e_index[j]. The indices are
// distinct: copies of a point of weight w are one column of weight √copies·w, as only S·Sᵀ counts.
type dictionary struct {
	index  []int
	weight []float64 // > 0
}

// dense is S written out.
func (d dictionary) dense(n int) *mat.Dense {
	s := mat.NewDense(n, len(d.index), nil)
	for j, i := range d.index {
		s.Set(i, j, d.weight[j])
	}
	return s
}

// shifted is Kᴅᴅ + γA, A = diag(1/w²): G = SᵀKS + γI with the weights divided
// out, so that small ones make no small products.
func (d dictionary) shifted(core *mat.SymDense, ridge float64) *mat.SymDense {
	out := mat.NewSymDense(len(d.index), nil)
	out.CopySym(core)
	for j, w := range d.weight {
		out.SetSym(j, j, out.At(j, j)+ridge/(w*w))
	}
	return out
}

// scorer estimates leverage scores at a ridge γ as a dictionary sees them:
//
//	τ̂ᵢ = (Kᵢᵢ − Kᵢᴅ(Kᴅᴅ+γA)⁻¹Kᴅᵢ)/γ,  A = diag(1/w²).
//
// Where S is (ε, γ)-accurate, τᵢ/(1+ε) ≤ τ̂ᵢ ≤ τᵢ/(1−ε). What rounding makes negative is clamped
// at 0; they may exceed 1. An empty dictionary gives Kᵢᵢ/γ.
type scorer struct {
	index []int         // D
	u     *mat.TriDense // UᵀU = Kᴅᴅ+γA; nil for an empty dictionary
	ridge float64
}

// scorer factorises for a dictionary whose Kᴅᴅ is core, nil for an empty one.
func (d dictionary) scorer(core *mat.SymDense, ridge float64) scorer {
	s := scorer{index: d.index, ridge: ridge}
	if len(d.index) > 0 {
		s.u = jittered(d.shifted(core, ridge))
	}
	return s
}

// estimates are those of the points of the given Kᵢᵢ and columns K[D, i]; cross is overwritten.
func (s scorer) estimates(cross *mat.Dense, diag []float64) []float64 {
	tau := slices.Clone(diag)
	if s.u != nil && len(diag) > 0 {
		blas64.Trsm(blas.Left, blas.Trans, 1, s.u.RawTriangular(), cross.RawMatrix())
		for r := range s.index {
			for i, v := range cross.RawRowView(r) {
				tau[i] -= v * v
			}
		}
	}
	for i := range tau {
		tau[i] = math.Max(0, tau[i]) / s.ridge
	}
	return tau
}

// estimatesOf are those of rows of the given Kᵢᵢ: |D|·len(rows) entries, of which it holds a tile.
func (s scorer) estimatesOf(ctx context.Context, g *model.Gram, rows []int, diag []float64) ([]float64, error) {
	if s.u == nil {
		return s.estimates(nil, diag), nil
	}
	tau := make([]float64, 0, len(rows))
	for lo, hi := range linalg.Tiles(len(rows), linalg.TileRows(len(s.index))) {
		cross, err := form.Entries(ctx, g, s.index, rows[lo:hi])
		if err != nil {
			return nil, err
		}
		tau = append(tau, s.estimates(cross, diag[lo:hi])...)
	}
	return tau, nil
}

// scoresOf are the ridge leverage scores τᵢ = [K(K+γI)⁻¹]ᵢᵢ in O(n³): 1 − γ‖L⁻¹eᵢ‖² with
// LLᵀ = K+γI, of a resolvable γ. What cancellation takes away from small scores is made up for by
// the bounds Kᵢᵢ/(tr K+γ) ≤ τᵢ ≤ Kᵢᵢ/(Kᵢᵢ+γ), which close in on them as γ grows. k is overwritten.
func scoresOf(ctx context.Context, k *mat.Dense, ridge float64) ([]float64, error) {
	n, _ := k.Dims()
	trace := mat.Trace(k)
	ridge = resolvable(ridge, trace)
	tau := make([]float64, n)
	for i := range n {
		tau[i] = k.At(i, i)
		k.Set(i, i, tau[i]+ridge)
	}
	u, _, err := linalg.Jittered(ctx, linalg.AsSymmetric(k))
	if err != nil {
		return nil, err
	}
	inverse, err := linalg.InverseDiagonal(ctx, u)
	if err != nil {
		return nil, err
	}
	for i, kii := range tau {
		tau[i] = min(kii/(kii+ridge), max(kii/(trace+ridge), 1-ridge*inverse[i]))
	}
	return tau, nil
}

// resolvable is the ridge, or where that is smaller 1000·eps·tr K, the least that float64 can tell
// from 0 next to K: scores carry an error of about eps·λ₁/γ, which that holds to 1e-3.
func resolvable(ridge, trace float64) float64 { return max(ridge, 1000*eps*trace) }

// jittered is the Cholesky factor of a, a symmetric positive definite up to rounding: a jitter
// of eps·tr a, ten times as large at every failure, makes it so.
func jittered(a *mat.SymDense) *mat.TriDense {
	u, _, _ := linalg.Jittered(context.Background(), a) // the error would be the context's
	return u
}

// regularizedOn is K̃ = KS(SᵀKS+γI)⁻¹SᵀK = C(Kᴅᴅ+γA)⁻¹Cᵀ (SQUEAK's eq. 3), 0 for an empty dictionary:
// 0 ⪯ K−K̃ ⪯ γ/(1−ε)·I where S is (ε, γ)-accurate. It reads n·|D| entries.
func regularizedOn(ctx context.Context, g *model.Gram, d dictionary, ridge float64, warnings []string) (model.Approximation, error) {
	if len(d.index) == 0 {
		return form.ZeroSample(g, nil, warnings), nil
	}
	columns, core, err := form.Core(ctx, g, d.index)
	if err != nil {
		return nil, err
	}
	if trace := d.trace(core); trace > 0 && ridge >= trace {
		warnings = append(warnings, fmt.Sprintf("score-ridge = %.3g is above the trace of SᵀKS = %.3g, and so less than half of K is left in every direction: lower score-ridge", ridge, trace))
	}
	b, q := d.regularized(core, ridge)
	return d.sketching(form.OnRows(ctx, columns, d.index, b, q, warnings))
}

// sketching is asMap for an approximation that tells the dictionary for its S.
func (d dictionary) sketching(a *form.Factor, err error) (model.Approximation, error) {
	if err != nil {
		return nil, err
	}
	return a.WithSketch(func() *mat.Dense { return d.dense(a.N()) }), nil
}

// trace is that of SᵀKS.
func (d dictionary) trace(core *mat.SymDense) float64 {
	sum := 0.0
	for j, w := range d.weight {
		sum += w * w * core.At(j, j)
	}
	return sum
}

// regularized is B with F = C·B and F·Fᵀ = C(Kᴅᴅ+γA)⁻¹Cᵀ for C = K[:, D], q columns.
func (d dictionary) regularized(core *mat.SymDense, ridge float64) (b form.Chain, q int) {
	return form.Regularized(core, d.shifted(core, ridge))
}
