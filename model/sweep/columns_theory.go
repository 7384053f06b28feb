package sweep

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"gramscope/model"
	"gramscope/model/exact"
)

// diagnosticColumns returns the columns of how well a theory's assumptions hold, which take all eigenpairs of K.
func diagnosticColumns() []Column {
	diagnosed := func(value func(exact.Diagnostics) float64) figure { return valueOf((*visit).diagnose, value) }
	return each(func(c *Column) { c.Figure, c.Group, c.Value = FigureDiagnostics, GroupDiagnostics, 20 }, []Column{
		{Name: "epsilon_s", Label: "accuracy ε(S)", Doc: "ε(S) = ‖Ψ(I−SSᵀ)Ψ‖₂, Ψ² = K(K+γₛI)⁻¹ (SQUEAK)",
			content: nonNegative(), of: diagnosed(func(d exact.Diagnostics) float64 { return d.EpsilonS })},
		{Name: "gamma_ok", Label: "share within γₛ/(1−ε)",
			Doc:     "0 ≤ K−K̃ ≤ γₛ/(1−ε)·I, ε of the method, else 0.5 (SQUEAK)",
			content: booleans(), of: diagnosed(func(d exact.Diagnostics) float64 { return boolean(d.GammaOK) })},
		{Name: "coherence", Doc: "(n/r)·maxᵢ‖Uᵣ(i,:)‖², r = rank_used (Candès, Recht)", Scale: ScaleLog,
			content: nonNegative(), of: diagnosed(func(d exact.Diagnostics) float64 { return d.Coherence })},
		{Name: "incoherence", Doc: "M = n·maxᵢ Σⱼ Uᵢⱼ²λⱼ/(λⱼ+γₛ) over λⱼ > γₛ (Chen, Yang)", Scale: ScaleLog,
			content: nonNegative(), of: diagnosed(func(d exact.Diagnostics) float64 { return d.Incoherence })},
		{Name: "k_satisfiable", Label: "share K-satisfiable",
			Doc:     "K-satisfiability of S at δ = γₛ/n, c = 3 (Yang and others)",
			content: booleans(), of: diagnosed(func(d exact.Diagnostics) float64 {
				if !d.Sketched {
					return math.NaN()
				}
				return boolean(d.KSatisfiable)
			})},
		{Name: "d_max", Label: "Bach's d_max", Scale: ScaleLog,
			Doc:     "n·maxᵢ[K(K+γₛI)⁻¹]ᵢᵢ: marginal degrees of freedom (Bach)",
			content: nonNegative(), of: diagnosed(func(d exact.Diagnostics) float64 { return d.DMax })},
		{Name: "subspace_dist", Label: "subspace distance",
			Doc:     "sine of the principal angle to the span of K's leading rank_used eigenvectors",
			content: numbers(0, 1), of: diagnosed(func(d exact.Diagnostics) float64 { return d.SubspaceDist })},
	})
}

// boundColumns returns the columns of the theory's predictions, NaN where they do not apply. Package exact documents
// the assumptions of each.
func boundColumns() []Column {
	return each(func(c *Column) { c.Figure, c.content = FigureBounds, nonNegative() }, []Column{
		{Name: "bach_d", Doc: "theory: n·maxᵢ[K(K+μI)⁻¹]ᵢᵢ (Bach 2013)",
			of: valueOf((*visit).mostDegrees, func(d float64) float64 { return d })},
		{Name: "bach_p", Doc: "theory: uniform columns that suffice for a risk ratio of 1.4 (Bach 2013, δ = 0.1)",
			of: func(v *visit) (exact.Estimate, error) {
				d, err := v.mostDegrees()
				if math.IsNaN(d) {
					return none(), err
				}
				diagonal := make([]float64, v.Gram.N())
				v.on.Gram.View().Diag(diagonal)
				return exact.Exactly(exact.BachColumns(v.Gram.N(), v.Mu, d, floats.Max(diagonal), 0.1)), err
			}},
		{Name: "squeak_size", Doc: "theory: copies in SQUEAK's dictionary, 3·q̄·d_eff",
			of: func(v *visit) (exact.Estimate, error) {
				if d, err := v.mostDegrees(); err != nil || math.IsNaN(d) { // above the exact limit d_eff is an estimate
					return none(), err
				}
				d, err := v.dimension()
				return exact.Exactly(exact.SqueakColumns(v.row.parameter(model.QBar(nil)), d.Value)), err
			}},
		{Name: "squeak_risk", Doc: "theory: risk ratio of a γₛ-approximation, (1 + (γₛ/μ)/(1−ε))²",
			of: func(v *visit) (exact.Estimate, error) {
				return exact.Exactly(exact.SqueakRiskFactor(v.ScoreRidge, v.Mu, v.row.parameter(model.Epsilon(nil)))), nil
			}},
		{Name: "rff_error",
			Doc: "theory: bound on the error of every entry of K̃ with independent Fourier features, with probability 0.95",
			of:  (*visit).fourierBound},
		{Name: "root_rate", Doc: "theory: 1/√m",
			of: func(v *visit) (exact.Estimate, error) {
				if m, ok := v.row.Params[model.BudgetName]; ok {
					return exact.Exactly(1 / math.Sqrt(m)), nil
				}
				return none(), nil
			}},
	})
}

// mostDegrees returns Bach's d_max at μ, NaN above the exact limit and where K + μI is singular. It takes O(n³)
// operations.
func (v *visit) mostDegrees() (float64, error) {
	return v.degrees.get(func() (float64, error) {
		d, known, err := v.on.Reference.MaximalDegrees(v.ctx, v.Mu)
		if singular := (*model.SingularError)(nil); errors.As(err, &singular) {
			known, err = false, nil
		}
		if !known {
			d = math.NaN()
		}
		return d, err
	})
}

// fourierBound returns the uniform error bound of m Fourier features on the smallest ball around the mean that contains
// all points. It fails with probability 0.05. There is none for kernels without a spectral density, and for methods
// whose frequencies are dependent, because the bound uses Hoeffding's inequality.
func (v *visit) fourierBound() (exact.Estimate, error) {
	m, ok := v.row.Params[model.BudgetName]
	spectral, known := v.Gram.Kernel().(model.Spectral)
	if !ok || !known || v.Method.Independent == nil || !v.Method.Independent(v.Fitter()) {
		return none(), nil
	}
	x := v.Rows.Train.X
	n, d := x.Dims()
	mean, radius := make([]float64, d), 0.0
	for i := range n {
		floats.AddScaled(mean, 1/float64(n), x.RawRowView(i))
	}
	for i := range n {
		radius = math.Max(radius, floats.Distance(x.RawRowView(i), mean, 2))
	}
	bound := exact.UniformError((int(m)+1)/2, d, spectral.FrequencySpread(d), 2*radius, 0.05)
	if math.IsInf(bound, 1) {
		return none(), nil
	}
	return exact.Exactly(bound), nil
}
