package sweep

import (
	"context"
	"math"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// addEvidence fills in the bounds of the log evidence and the calibration. They stay NaN where
// [trial.NoProcess] has a reason.
func (r runner) addEvidence(ctx context.Context, c run, l trial.Learned, out *Regression) error {
	if !r.wants(FigureEvidence) && !r.wants(FigureCalibration) {
		return nil
	}
	largest := math.NaN()
	if r.wants(FigureEvidence) {
		var err error
		if largest, err = r.largestResidual(ctx, c); err != nil {
			return err
		}
	}
	bounds, err := c.Evidence(ctx, l, largest)
	if err != nil {
		return err
	}
	if r.wants(FigureEvidence) {
		out.Evidence, out.EvidenceUpper = bounds.Lower, bounds.Upper
	}
	if r.wants(FigureCalibration) {
		found := c.Calibration(l, bounds.Amplitude())
		out.CoverageTest, out.NLPDTest = found.Coverage, found.NLPD
	}
	return nil
}

// largestResidual returns a number that is just above λ₁(K−K̃) if the spectral error is computed and exact, else NaN.
func (r runner) largestResidual(ctx context.Context, c run) (float64, error) {
	const above = 1 + 1e-6 // the spectral error is by up to 1e-7 too small
	if !r.wants(FigureSpectral) || !c.fit.Metrics.Exact {
		return math.NaN(), nil
	}
	largest, err := c.on.Reference.Largest(ctx)
	return above * c.fit.Metrics.Spectral * largest.Value, err
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
