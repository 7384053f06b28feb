package sweep

import (
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// Users are the parts of a run on which a parameter may have an effect.
type Users struct {
	Family     kernel.Family
	Methods    []model.Method // the chosen ones
	Solver     string         // one of trial.Solvers; "" = direct
	Ridge      bool           // results depend on μ, even if no method does
	ScoreRidge bool           // results depend on γₛ, even if no method does
}

// Use reports whether the named parameter has an effect on any of u. n always has.
func (u Users) Use(name model.Name) bool {
	switch name {
	case model.TrainRowsName:
		return true
	case model.ToleranceName:
		return trial.Iterates(u.Solver)
	case model.SigmaName:
		name = model.GammaName
	}
	return name == model.RidgeName && u.Ridge || name == model.ScoreRidgeName && u.ScoreRidge || u.Family.HasParam(name) ||
		slices.ContainsFunc(u.Methods, func(m model.Method) bool { return m.Uses(name) })
}

// Used returns the values of those parameters that have an effect on any of u.
func (u Users) Used(values model.Values) model.Values {
	used := model.Values{}
	for name, v := range values {
		if u.Use(name) {
			used[name] = v
		}
	}
	return used
}

// users returns the plan's users. All rows have columns for both ridges, and both therefore count.
func (p *Plan) users() Users {
	return Users{Family: p.family, Methods: p.methods, Solver: p.Spec.Solver, Ridge: true, ScoreRidge: true}
}
