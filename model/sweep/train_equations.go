package sweep

import (
	"context"

	"gramscope/data/remedy"
	"gramscope/model/kernel"
	"gramscope/model/learn"
	"gramscope/model/trial"
)

// checkEquations returns a *SpecError if the plan keeps normal equations, and a regression of the setting has none
// that rows can be added to.
func (p *Plan) checkEquations(s trial.Setting, learner string) error {
	if !p.KeepEquations {
		return nil
	}
	omit := remedy.Change(remedy.Omit, "keep-equations")
	switch {
	case learner != trial.LearnRidge:
		return &SpecError{learner + " learns classes, and has no normal equations to keep", omit.Or(trial.AnotherTarget())}
	case s.Method.Name == trial.Exact:
		return &SpecError{"exact regression has every row for a landmark, and no normal equations to keep", omit.Or(remedy.By("take nystrom", "method", "nystrom"))}
	case trial.Iterates(s.Solver):
		return &SpecError{s.Solver + " iterates, and has no normal equations to keep", omit.Or(remedy.By("solve directly", "solver", trial.SolverDirect))}
	case p.Spec.Kernel == kernel.Precomputed:
		return &SpecError{"normal equations are not kept of a kernel matrix: its rows have no coordinates with which others could be added", omit}
	case p.Spread == trial.SpreadFITC:
		return &SpecError{"fitc weighs every row by how well the landmarks explain it, and its equations are not those of the regression", omit.Or(remedy.By("take the other rule", "std", trial.SpreadDTC))}
	}
	return nil
}

// equationsOf returns the normal equations of the training rows: those of the regression or, where it was solved by
// eigenpairs, from a pass over the rows.
func equationsOf(ctx context.Context, method string, fit *trial.Fit, t *trial.Trial) (*learn.Growing, error) {
	e, err := fit.Approx.Extension(ctx)
	if err != nil {
		return nil, err
	}
	if !e.Product || e.Parts[0].Landmarks == nil || e.Parts[0].Width == 0 {
		return nil, &SpecError{method + " gave no features of landmarks, whose normal equations could be kept", remedy.Change(remedy.Omit, "keep-equations").Or(remedy.By("take nystrom", "method", "nystrom"))}
	}
	normal := fit.Normal()
	if normal == nil {
		if normal, err = learn.NewNormal(ctx, e, nil, t.Gram.X(), t.Rows.Train.Y, nil); err != nil {
			return nil, err
		}
	}
	return normal.Growing(), nil
}
