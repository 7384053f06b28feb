package sweep

import (
	"context"
	"fmt"
	"math"

	"gramscope/data/remedy"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/trial"
)

// fixWidth sets γ: as given, or from the distances of the first repetition.
func (p *Plan) fixWidth(ctx context.Context) error {
	p.Gamma, p.Sigma = math.NaN(), math.NaN()
	if !p.family.HasParam("gamma") {
		return nil
	}
	given := p.question(p.Spec.Values, p.methods[0]).Kernel()
	if p.Gamma, p.Sigma = given.Gamma(), given.Sigma(); !math.IsNaN(p.Gamma) {
		return nil
	}
	median, mean, err := p.Widths(ctx)
	if err != nil {
		return err
	}
	switch p.Spec.Width {
	case "median":
		p.Sigma = median
	case "mean":
		p.Sigma = mean
	default:
		return &SpecError{fmt.Sprintf("sigma %q is neither a number nor a rule", p.Spec.Width), remedy.Do("give a number, median or mean")}
	}
	if _, err := model.Sigma(nil).Check(p.Sigma); err != nil {
		return &WidthError{Rule: p.Spec.Width, Sigma: p.Sigma}
	}
	p.Gamma = p.family.GammaOf(p.Sigma)
	return nil
}

// WidthError says that the data are on a scale that no kernel width suits.
type WidthError struct {
	Rule  string // median or mean
	Sigma float64
}

func (e *WidthError) Error() string { return remedy.Text(e, remedy.Plain()) }

// Parts are the distance, and what can be done.
func (e *WidthError) Parts() (string, remedy.List) {
	p := model.Sigma(nil)
	return fmt.Sprintf("the %s distance of the rows is %.3g, and a width must lie in [%g, %g]", e.Rule, e.Sigma, p.Min, p.Max),
		remedy.By("standardise the data", "standardize", "").Or(remedy.Do("rescale them"))
}

// Widths are the median and the mean distance of the first repetition's rows.
func (p *Plan) Widths(context.Context) (median, mean float64, err error) {
	s := &p.Spec
	rows, err := p.store.Rows(trial.Draw{Seed: s.Seed, Rep: 1, N: s.N, Test: s.Test, Standardize: s.Standardize})
	if err != nil {
		return 0, 0, err
	}
	median, mean = kernel.PairwiseDistance(rows.Train.X, p.family.Geometry, trial.Stream(s.Seed, "width"))
	return median, mean, nil
}
