package sweep

import (
	"context"
	"fmt"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/trial"
)

// diagnosticColumns are those of exact.Diagnostics, where the definitions and
// their sources stand. All are empty where there are no diagnostics.
func diagnosticColumns() []Column {
	diagnosed := func(name, doc string, holds content, v func(*exact.Diagnostics) any) Column {
		return partColumn(name, doc, holds, func(r *Result) *exact.Diagnostics { return r.Diagnostics }, v)
	}
	return []Column{
		diagnosed("epsilon_s", "ε(S) = ‖Ψ(I−SSᵀ)Ψ‖₂, Ψ² = K(K+γₛI)⁻¹ (SQUEAK)", nonNegative(),
			func(d *exact.Diagnostics) any { return d.EpsilonS }),
		diagnosed("gamma_ok", "0 ≤ K−K̃ ≤ γₛ/(1−ε)·I, ε of the method, else 0.5 (SQUEAK)", truths(),
			func(d *exact.Diagnostics) any { return d.GammaOK }),
		diagnosed("coherence", "(n/r)·maxᵢ‖Uᵣ(i,:)‖², r = rank_used (Candès, Recht)", nonNegative(),
			func(d *exact.Diagnostics) any { return d.Coherence }),
		diagnosed("incoherence", "M = n·maxᵢ Σⱼ Uᵢⱼ²λⱼ/(λⱼ+γₛ) over λⱼ > γₛ (Chen, Yang)", nonNegative(),
			func(d *exact.Diagnostics) any { return d.Incoherence }),
		diagnosed("k_satisfiable", "K-satisfiability of S at δ = γₛ/n, c = 3 (Yang and others)", truths(),
			func(d *exact.Diagnostics) any {
				if !d.Sketched {
					return nil
				}
				return d.KSatisfiable
			}),
		diagnosed("d_max", "n·maxᵢ[K(K+γₛI)⁻¹]ᵢᵢ: marginal degrees of freedom (Bach)", nonNegative(),
			func(d *exact.Diagnostics) any { return d.DMax }),
		diagnosed("subspace_dist", "sine of the principal angle to the span of K's leading rank_used eigenvectors", numbers(0, 1),
			func(d *exact.Diagnostics) any { return d.SubspaceDist }),
	}
}

// DiagnosticNames are the names of the columns of diagnostics.
func DiagnosticNames() []string { return namesOf(diagnosticColumns()) }

// NoDiagnostics says in words why there are no diagnostics at n rows, or "".
func NoDiagnostics(n int) string {
	if n <= exact.DiagnosticsLimit {
		return ""
	}
	return fmt.Sprintf("diagnostics are for n up to %d, not %d", exact.DiagnosticsLimit, n)
}

// diagnosed tells whether a cell has diagnostics.
func (p *Plan) diagnosed(s trial.Setting) bool {
	return p.wants(FigureDiagnostics) && NoDiagnostics(s.Draw.N) == ""
}

// noteDiagnostics tells where diagnostics are asked for and not there.
func (p *Plan) noteDiagnostics() {
	if why := NoDiagnostics(p.Spec.MostRows(0)); p.wants(FigureDiagnostics) && why != "" {
		p.Notes = append(p.Notes, remedy.Note{Text: why + ": their columns stay empty", Remedies: remedy.Change(remedy.Lower, "n")})
	}
}

// addDiagnostics fills in a row's diagnostics. The ε of gamma_ok is the method's own, or
// the same for all methods without one, that parameter's default.
func addDiagnostics(ctx context.Context, c run, r *Result) error {
	d, err := c.on.Reference.Diagnose(ctx, c.fit.Approx, r.ScoreRidge, r.parameter(model.Epsilon(nil)))
	r.Diagnostics = &d
	return err
}
