package lesson

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// relevance: the evidence gives features without effect a large width (MacKay 1994; Neal 1996). The target of
// friedman depends on the first five of ten features, on two of them linearly, so that these have large widths, too.
//
// At seeds 1 to 10 the least width of the other five is at least 163 times the harmonic mean of these five, and the test
// error 0.97 to 1.1. It is more than 10 times the largest of these five at all ten seeds with n = 2000, but at only six
// with n = 400 or 1000.
func relevance() Lesson {
	const effective, m = 5, 100
	l := Lesson{
		Name: "relevance", Screen: "1", Data: "friedman", Value: "rmse_test", Free: []model.Name{model.RidgeName, model.ScoreRidgeName},
		Spec: preset(600, 3, sweep.Axis{Name: model.BudgetName, Values: []float64{25, 50, m, 200}},
			model.Values{model.BudgetName: m, model.RidgeName: 0.01, model.TargetRankName: 0}, "nystrom"),
		learnsWidths: true,
		claim: func(e *evidence) {
			if len(e.rows) == 0 {
				return
			}
			widths := e.rows[0].Widths.Numbers()
			if len(widths) <= effective {
				e.Needs("a width for each feature: type :widths learn")
				return
			}
			typical, least := stat.HarmonicMean(widths[:effective], nil), slices.Min(widths[effective:])
			e.AtLeast(fmt.Sprintf("the least width of x6 to x10, %s, over the harmonic mean of the others, %s,", claim.Number(least), claim.Number(typical)), least/typical, 10)
			e.AtMost(fmt.Sprintf("m = %d: the test error, of which the noise is 1,", m), e.mean("nystrom", "rmse_test", m), 1.3)
		},
	}
	l.Spec.Figures = l.Spec.Figures.With(sweep.FigureRegression)
	return withText(l)
}
