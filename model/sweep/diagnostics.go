package sweep

import (
	"context"
	"fmt"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/trial"
)

// DiagnosticNames returns the names of the columns of diagnostics.
func DiagnosticNames() []string { return namesFor(FigureDiagnostics) }

// NoDiagnostics returns the reason why there are no diagnostics at n rows, or "".
func NoDiagnostics(n int) string {
	if n <= exact.DiagnosticsLimit {
		return ""
	}
	return fmt.Sprintf("diagnostics are for n up to %d, not %d", exact.DiagnosticsLimit, n)
}

// diagnosed reports whether a cell has diagnostics.
func (p *Plan) diagnosed(s trial.Setting) bool {
	return p.wants(FigureDiagnostics) && NoDiagnostics(s.Draw.N) == ""
}

// noteDiagnostics adds a note if the spec asks for diagnostics and n is too large for them.
func (p preparation) noteDiagnostics() {
	if why := NoDiagnostics(p.Spec.MostRows(0)); p.wants(FigureDiagnostics) && why != "" {
		p.Notes = append(p.Notes, remedy.Note{Text: why + ": their columns stay empty", Remedies: remedy.Change(remedy.Lower, model.TrainRowsName)})
	}
}

// addDiagnostics fills in a row's diagnostics. The ε of gamma_ok is the method's parameter, or
// its default for methods without that parameter.
func addDiagnostics(ctx context.Context, c run, r *Result) error {
	d, err := c.on.Reference.Diagnose(ctx, c.fit.Approx, r.ScoreRidge, r.parameter(model.Epsilon(nil)))
	r.Diagnostics = &d
	return err
}
