package approx

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/linalg"
)

// dictionary is a sampling matrix S, n×q: column j is weight[j]·e_index[j].
// The indices are distinct: copies of a point with weight w are one column
// with weight √copies·w, since all that is made of S depends on S·Sᵀ only.
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

// estimates are the leverage scores at the ridge as the dictionary sees them,
// for the given points:
//
//	τ̂ᵢ = (Kᵢᵢ − Kᵢᴅ(Kᴅᴅ+γA)⁻¹Kᴅᵢ)/γ,  A = diag(1/w²).
//
// Where S is (ε, γ)-accurate, τᵢ/(1+ε) ≤ τ̂ᵢ ≤ τᵢ/(1−ε).
// Rounding can make them negative by a little: they are clamped at 0, not at
// 1, which they may exceed. core is Kᴅᴅ, cross is K[D, points] and is
// overwritten, diag holds the points' Kᵢᵢ. An empty dictionary gives Kᵢᵢ/γ.
func (d dictionary) estimates(core *mat.SymDense, cross *mat.Dense, diag []float64, ridge float64) []float64 {
	tau := slices.Clone(diag)
	if len(d.index) > 0 {
		solveLower(d.shifted(core, ridge), cross)
		rows, _ := cross.Dims()
		for r := range rows {
			for i, v := range cross.RawRowView(r) {
				tau[i] -= v * v
			}
		}
	}
	for i := range tau {
		tau[i] = math.Max(0, tau[i]) / ridge
	}
	return tau
}

// estimatesAt reads what estimates needs: |D|² + |D|·|of| + n entries.
func (d dictionary) estimatesAt(ctx context.Context, g *model.Gram, of []int, ridge float64) ([]float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all, err := diagonal(g)
	if err != nil {
		return nil, err
	}
	diag := make([]float64, len(of))
	for i, p := range of {
		diag[i] = all[p]
	}
	if len(d.index) == 0 || len(of) == 0 {
		return dictionary{}.estimates(nil, nil, diag, ridge), nil
	}
	core, cross := mat.NewDense(len(d.index), len(d.index), nil), mat.NewDense(len(d.index), len(of), nil)
	g.Block(core, d.index, d.index)
	g.Block(cross, d.index, of)
	return d.estimates(linalg.Symmetric(core), cross, diag, ridge), nil
}

// solveLower replaces b by L⁻¹b with LLᵀ = a, a symmetric positive definite up
// to rounding: a jitter of eps·tr a, ten times as large at every failure, makes
// it so.
func solveLower(a *mat.SymDense, b *mat.Dense) {
	u := jittered(a)
	blas64.Trsm(blas.Left, blas.Trans, 1, u.RawTriangular(), b.RawMatrix())
}

// jittered is the Cholesky factor of a core, with a jitter if need be.
func jittered(a *mat.SymDense) *mat.TriDense {
	u, _, err := linalg.Jittered(context.Background(), a)
	if err != nil {
		panic("approx: a background context that ends: " + err.Error())
	}
	return u
}

// regularizedOn is K̃ = KS(SᵀKS+γI)⁻¹SᵀK = C(Kᴅᴅ+γA)⁻¹Cᵀ (SQUEAK's eq. 3), which
// has 0 ⪯ K−K̃ ⪯ γ/(1−ε)·I where S is (ε, γ)-accurate. It reads n·|D| entries.
// An empty dictionary gives K̃ = 0.
func regularizedOn(ctx context.Context, g *model.Gram, d dictionary, ridge float64, warnings []string) (*factor, error) {
	if len(d.index) == 0 {
		return nothing(g, warnings), nil
	}
	columns, core, err := coreOf(ctx, g, d.index)
	if err != nil {
		return nil, err
	}
	if trace := d.trace(core); trace > 0 && ridge >= trace {
		warnings = append(warnings, fmt.Sprintf("score-ridge = %.3g is above the trace of SᵀKS = %.3g, and so less than half of K is left in every direction: lower score-ridge", ridge, trace))
	}
	b, q := d.regularized(core, ridge)
	a, err := onRows(ctx, columns, d.index, b, q, warnings)
	if err != nil {
		return nil, err
	}
	return dictionarySketch(a, d), nil
}

// dictionarySketch is an approximation that tells a dictionary for its S.
func dictionarySketch(a *factor, d dictionary) *factor {
	return sketched(a, func() *mat.Dense { return d.dense(a.n) })
}

// trace is that of SᵀKS.
func (d dictionary) trace(core *mat.SymDense) float64 {
	sum := 0.0
	for j, w := range d.weight {
		sum += w * w * core.At(j, j)
	}
	return sum
}

// regularized is B with F = C·B and F·Fᵀ = C(Kᴅᴅ+γA)⁻¹Cᵀ for C = K[:, D], as thin
// as the rank of the core Kᴅᴅ allows, q columns: with R from its pivoted Cholesky
// factorisation, PᵀKᴅᴅP = RᵀR, V = L⁻¹·Kᴅᴅ·P·R⁻¹ for LLᵀ = Kᴅᴅ+γA and V = QT it is
// P·R⁻¹·Tᵀ.
func (d dictionary) regularized(core *mat.SymDense, ridge float64) (b chain, q int) {
	b, q = pivoted(core)
	if q == 0 {
		return nil, 0
	}
	v := b.From(mat.DenseCopyOf(core))
	solveLower(d.shifted(core, ridge), v)
	tau, work := make([]float64, q), make([]float64, 64*q)
	lapack64.Geqrf(v.RawMatrix(), tau, work, len(work))
	transposed := mat.NewDense(q, q, nil)
	for i := range q {
		for j := i; j < q; j++ {
			transposed.Set(j, i, v.At(i, j))
		}
	}
	return b.then(link{dense: transposed}), q
}
