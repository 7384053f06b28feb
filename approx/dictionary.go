package approx

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gramscope/approx/form"
	"gramscope/model"
)

// dictionary is a sampling matrix S, n×q, whose column j is weight[j]·e_index[j]. The indices are distinct: several
// copies of a point of weight w are one column of weight √copies·w, as only S·Sᵀ matters.
type dictionary struct {
	index  []int
	weight []float64 // > 0
}

// shifted returns Kᴅᴅ + γA, A = diag(1/w²). This is SᵀKS + γI with the weights divided out, so that
// small weights make no small products.
func (d dictionary) shifted(core *mat.SymDense, ridge float64) *mat.SymDense {
	out := mat.NewSymDense(len(d.index), nil)
	out.CopySym(core)
	for j, w := range d.weight {
		out.SetSym(j, j, out.At(j, j)+ridge/(w*w))
	}
	return out
}

// regularizedOn returns K̃ = KS(SᵀKS+γI)⁻¹SᵀK = C(Kᴅᴅ+γA)⁻¹Cᵀ (SQUEAK's eq. 3), 0 for an empty
// dictionary: 0 ⪯ K−K̃ ⪯ γ/(1−ε)·I if S is (ε, γ)-accurate. It reads n·|D| entries.
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

// sketching is form.AsApproximation for an approximation whose Sketch is S.
func (d dictionary) sketching(a *form.Factor, err error) (model.Approximation, error) {
	if err != nil {
		return nil, err
	}
	return a.WithColumns(d.index, d.weight), nil
}

// trace returns tr SᵀKS.
func (d dictionary) trace(core *mat.SymDense) float64 {
	sum := 0.0
	for j, w := range d.weight {
		sum += w * w * core.At(j, j)
	}
	return sum
}

// regularized returns B with F = C·B and F·Fᵀ = C(Kᴅᴅ+γA)⁻¹Cᵀ for C = K[:, D], and its number of columns.
func (d dictionary) regularized(core *mat.SymDense, ridge float64) (b form.Chain, q int) {
	return form.Regularized(core, d.shifted(core, ridge))
}
