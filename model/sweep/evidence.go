package sweep

import (
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/trial"
)

// noteEvidence adds a note on the methods without evidence and calibration, if the spec asks for these.
func noteEvidence(p *Plan) {
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
