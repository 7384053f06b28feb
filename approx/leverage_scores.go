package approx

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
	"gramscope/model/linalg"
)

// scorer estimates leverage scores at a ridge γₛ from a dictionary:
//
//	τ̂ᵢ = (Kᵢᵢ − Kᵢᴅ(Kᴅᴅ+γₛA)⁻¹Kᴅᵢ)/γₛ,  A = diag(1/w²).
//
// If S is (ε, γₛ)-accurate, τᵢ/(1+ε) ≤ τ̂ᵢ ≤ τᵢ/(1−ε). Values that rounding makes negative are clamped
// to 0; values may exceed 1. An empty dictionary gives Kᵢᵢ/γₛ.
type scorer struct {
	index []int         // D
	u     *mat.TriDense // UᵀU = Kᴅᴅ+γₛA; nil for an empty dictionary
	ridge float64
}

// scorer returns a scorer for a dictionary with Kᴅᴅ = core, nil if it is empty.
func (d dictionary) scorer(core *mat.SymDense, ridge float64) scorer {
	s := scorer{index: d.index, ridge: ridge}
	if len(d.index) > 0 {
		s.u, _, _ = linalg.Jittered(context.Background(), d.shifted(core, ridge)) // the error would be the context's
	}
	return s
}

// estimates returns the estimates for points with the given Kᵢᵢ and columns K[D, i], which it overwrites.
func (s scorer) estimates(cross *mat.Dense, diag []float64) []float64 {
	tau := slices.Clone(diag)
	if s.u != nil {
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

// estimatesOf returns the estimates for rows of g with the given Kᵢᵢ. It reads |D|·len(rows) entries, a tile at a time.
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

// scoresOf returns the ridge leverage scores τᵢ = [K(K+γₛI)⁻¹]ᵢᵢ in O(n³), as 1 − γₛ‖L⁻¹eᵢ‖² with LLᵀ =
// K+γₛI, at a resolvable γₛ. Cancellation makes small scores inaccurate, so they are clamped to Kᵢᵢ/(tr K+γₛ)
// ≤ τᵢ ≤ Kᵢᵢ/(Kᵢᵢ+γₛ), bounds that get closer as γₛ grows. k is overwritten.
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

// resolvable returns the ridge, but at least 1000·eps·tr K. The error of the scores is about eps·λ₁/γₛ,
// which this limits to 1e-3.
func resolvable(ridge, trace float64) float64 { return max(ridge, 1000*linalg.Eps*trace) }
