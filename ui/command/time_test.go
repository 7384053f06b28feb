package command

import (
	"context"
	"math/rand/v2"
	"slices"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
)

// patient fits as another fitter does, but with more than 60 landmarks it waits until it is told to stop.
type patient struct{ model.Fitter }

func (p patient) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	if m, _ := sweep.Parameter(p.Params(), model.BudgetName); m.Value() > 60 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return p.Fitter.Fit(ctx, g, rng)
}

// slowly returns nystrom with such a fitter.
func slowly() []model.Method {
	all := approx.Methods()
	nystrom := all[slices.IndexFunc(all, func(m model.Method) bool { return m.Name == "nystrom" })]
	slow := nystrom
	slow.Memory = func(f model.Fitter, n, d int) model.Memory { return nystrom.Memory(f.(patient).Fitter, n, d) }
	slow.New = func() model.Fitter { return patient{nystrom.New()} }
	return []model.Method{slow}
}
