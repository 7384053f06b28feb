package sweep

import (
	"context"
	"fmt"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// evidenceDigits is the size of rounding errors of the log evidence, in nats, that gives a warning.
const evidenceDigits = 1e-4

// addEvidence fills in the bounds of the log evidence and the calibration. They stay NaN where
// [trial.NoProcess] has a reason.
func (r runner) addEvidence(ctx context.Context, c run, l trial.Learned, out *Regression, row *Result) error {
	if !r.wants(FigureEvidence) && !r.wants(FigureCalibration) {
		return nil
	}
	bounds, err := c.Evidence(ctx, l)
	if err != nil {
		return err
	}
	if r.wants(FigureEvidence) {
		out.Evidence, out.EvidenceUpper = bounds.Lower, bounds.Upper
		if bounds.Rounding > evidenceDigits {
			row.warn(fmt.Sprintf("rounding errors of K change the log evidence by %.1g or more, and its lower bound may be above evidence_exact: raise mu to %.2g", bounds.Rounding, 1.01*c.Mu*bounds.Rounding/evidenceDigits))
		}
	}
	if r.wants(FigureCalibration) {
		found := c.Calibration(l, bounds.Amplitude())
		out.CoverageTest, out.NLPDTest = found.Coverage, found.NLPD
	}
	return nil
}

// noteEvidence adds a note on the methods without evidence and calibration, if the spec asks for these.
func (p preparation) noteEvidence() {
	if !p.wants(FigureEvidence) && !p.wants(FigureCalibration) {
		return
	}
	what := "no evidence and no error bars: "
	if !p.store.Source().HasTarget() {
		p.Notes = append(p.Notes, remedy.Note{Text: what + p.store.Source().Name() + " has no target"})
		return
	}
	var exceeding []string
	for _, m := range p.methods {
		if m.Exceeds {
			exceeding = append(exceeding, m.Name)
		}
	}
	other := model.Method{Name: "K̃"}
	switch why := trial.NoProcess(other, p.learner(), p.Spec.Solver); {
	case why != "":
		p.Notes = append(p.Notes, remedy.Note{Text: what + why})
	case exceeding != nil:
		p.Notes = append(p.Notes, remedy.Note{Text: what + "K̃ of " + strings.Join(exceeding, ", ") + " may exceed K"})
	}
}
