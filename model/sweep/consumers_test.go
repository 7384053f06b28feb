package sweep

import (
	"testing"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// TestConsumersOfAParameter: a parameter has consumers if a chosen part of a run has the parameter. The ridges
// also have consumers if figures depend on them. γₛ has none just because μ has.
func TestConsumersOfAParameter(t *testing.T) {
	gaussian, _ := kernel.Lookup("gaussian")
	linear, _ := kernel.Lookup("linear")
	scored := model.Method{Name: "scored", New: func() model.Fitter { return new(scores) }}
	unscored := toyMethods()[0]
	for _, c := range []struct {
		of   Consumers
		name model.Name
		want bool
	}{
		{Consumers{Family: linear}, "n", true},
		{Consumers{Family: gaussian}, "gamma", true},
		{Consumers{Family: gaussian}, "sigma", true},
		{Consumers{Family: linear}, "sigma", false},
		{Consumers{Family: linear, Methods: []model.Method{unscored}}, "m", true},
		{Consumers{Family: linear, Methods: []model.Method{scored}}, "m", false},
		{Consumers{Family: linear, Methods: []model.Method{unscored, scored}}, "score-ridge", true},
		{Consumers{Family: linear, Methods: []model.Method{unscored}}, "score-ridge", false},
		{Consumers{Family: linear, Methods: []model.Method{unscored}, Ridge: true}, "score-ridge", false},
		{Consumers{Family: linear, Methods: []model.Method{unscored}, ScoreRidge: true}, "score-ridge", true},
		{Consumers{Family: linear, Methods: []model.Method{unscored}, ScoreRidge: true}, "mu", false},
		{Consumers{Family: linear, Methods: []model.Method{unscored}, Ridge: true}, "mu", true},
		{Consumers{Family: linear}, "tolerance", false},
		{Consumers{Family: linear, Solver: trial.SolverPCG}, "tolerance", true},
	} {
		if got := c.of.Uses(c.name); got != c.want {
			t.Errorf("%s of %+v: %t, want %t", c.name, c.of, got, c.want)
		}
		given := model.Values{c.name: 3}
		if _, got := c.of.Used(given)[c.name]; got != c.want || len(given) != 1 {
			t.Errorf("the value of %s is used by %+v: %t, want %t", c.name, c.of, got, c.want)
		}
	}
}

// scores is a toy that has a ridge of leverage scores.
type scores struct {
	plain
	ridge float64
}

func (f *scores) Params() []model.Param { return []model.Param{model.ScoreRidge(&f.ridge)} }
