package sweep

import (
	"fmt"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/trial"
)

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
func noteDiagnostics(p *Plan) {
	if why := NoDiagnostics(p.Spec.MostRows(0)); p.wants(FigureDiagnostics) && why != "" {
		p.Notes = append(p.Notes, remedy.Note{Text: why + ": their columns stay empty", Remedies: remedy.Change(remedy.Lower, model.TrainRowsName)})
	}
}
