package sweep

import (
	"fmt"
	"strings"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/trial"
)

// Regresses reports whether the spec asks for a regression and the data have a target.
func (p *Plan) Regresses() bool { return p.wants(FigureRegression) && p.store.Source().HasTarget() }

// learner returns the spec's learner, or the usual one for the target.
func (p *Plan) learner() string {
	switch {
	case p.Spec.Learner != "":
		return p.Spec.Learner
	case p.store.Source().Classes() != nil:
		return trial.LearnLogistic
	}
	return trial.LearnRidge
}

// exactRegression reports whether a cell is compared with the exact regression by a factorisation of K.
func (p *Plan) exactRegression(s trial.Setting) bool {
	return p.wants(FigureExact) && (p.ExactFigures(s) || p.wants(FigureTraces) && s.Draw.N < exact.LeastProducts)
}

// byProducts reports whether a cell's exact regression is computed from products with K.
func (p *Plan) byProducts(s trial.Setting) bool {
	isWanted := p.wants(FigureTraces) && p.wants(FigureExact) && p.Regresses() && p.learner() == trial.LearnRidge
	return isWanted && !p.ExactFigures(s) && s.Draw.N >= exact.LeastProducts
}

// checkLearner returns an error if the learner or the solver does not suit the target.
func checkLearner(p *Plan) error {
	s := p.Spec
	classes := p.store.Source().Classes()
	switch {
	case !p.Regresses():
		return nil
	case classes != nil && s.Learner == trial.LearnRidge:
		machine := remedy.By("as a support vector machine", "learner", trial.LearnSVM)
		return &SpecError{fmt.Sprintf("the target is text, %d classes, and ridge regression is for numbers", len(classes)),
			remedy.By("learn classes", "learner", trial.LearnLogistic).Or(machine).Or(trial.AnotherTarget())}
	case trial.Iterates(s.Solver) && p.learner() != trial.LearnRidge:
		return &SpecError{s.Solver + " solves ridge regressions, not " + p.learner(), remedy.Change(remedy.Omit, "solver")}
	}
	return nil
}

// noteClasses adds a note on how classes are learned.
func noteClasses(p *Plan) {
	if p.Regresses() && p.learner() != trial.LearnRidge {
		several := "together, by softmax"
		if p.learner() == trial.LearnSVM {
			several = "each against the rest"
		}
		p.note("classification by "+p.learner()+"; more than two classes "+several, nil)
	}
}

// noteEvidence adds a note on the methods without evidence and calibration, if the spec asks for these.
func noteEvidence(p *Plan) {
	if !p.wants(FigureEvidence) && !p.wants(FigureCalibration) {
		return
	}
	exceeding := model.NamesOf(p.Methods, func(m model.Method) bool { return m.Exceeds })
	why := trial.NoProcess(model.Method{Name: "K̃"}, p.learner(), p.Spec.Solver)
	switch source := p.store.Source(); {
	case !source.HasTarget():
		why = source.Name() + " has no target"
	case why == "" && exceeding != nil:
		why = "K̃ of " + strings.Join(exceeding, ", ") + " may exceed K"
	}
	if why != "" {
		p.note("no evidence and no error bars: "+why, nil)
	}
}
