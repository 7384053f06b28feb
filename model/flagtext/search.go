package flagtext

import (
	"math"
	"slices"
	"strings"

	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/tune"
)

// Search returns the arguments of the `gramscope tune` that runs a search, without the program's name. It omits the
// γ, which the command takes from the data by the same rule, and the μ.
func Search(s tune.Spec, params []model.Param, rows Rows) []string {
	var a arguments
	if s.Methods != nil {
		a.add("methods", strings.Join(s.Methods, ","))
	}
	for _, axis := range s.Over {
		if p, ok := sweep.Parameter(params, axis.Name); ok {
			a.add("over", string(axis.Name)+"="+List(p, axis.Values))
		}
	}
	if s.Time != tune.UsualTime {
		a.add("time", s.Time.String())
	}
	like := sweep.DefaultSpec(s.N)
	like.Kernel, like.Assignment, like.Learner = s.Kernel, s.Assignment, s.Learner
	like.Scale, like.Seed, like.ExactLimit, like.MaxMemory = s.Scale, s.Seed, s.ExactLimit, s.MaxMemory
	a.parameters(like, params)
	a.count(model.TrainRowsName, s.N, sweep.UsualRows(rows.Source.Rows(), s.Test, math.MaxInt))
	a.test(s.Test, 0.2)
	a.common(like, rows.Source)
	return slices.Concat([]string{"tune"}, a.list, rows.arguments())
}
