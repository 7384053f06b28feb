package lesson

import (
	"fmt"
	"math"

	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/sweep"
)

// stableRank: it falls from n to 1 as the kernel widens and is small at the mean
// distance, and it is a floor for the error at every rank:
//
//	‖K−K̃‖_F² ≥ Σ_{i>r} λᵢ² ≥ ‖K‖_F² − r·λ₁² = ‖K‖_F²·(1 − r/s),  s = ‖K‖_F²/λ₁²,
//
// for every K̃ of rank r, by Eckart and Young's theorem and λᵢ ≤ λ₁. So the bound
// is certain, and only the figures at the two widths are of these data: n and
// 1.02 to 1.03 at seeds 1 to 40.
func stableRank() Lesson {
	const narrow, meanDistance = 0.05, 1.28 // the mean distance of friedman's points: E‖x−y‖ = 1.27 in the unit cube of 10 dimensions
	return withText(Lesson{
		Name: "stable-rank", Screen: "1", Data: "friedman", Value: "error", Free: []model.Name{model.BudgetName, model.TargetRankName, model.ScoreRidgeName},
		Spec: preset(200, 2, sweep.Axis{Name: model.SigmaName, Values: []float64{narrow, 0.1, 0.2, 0.3, 0.5, 0.8, meanDistance, 2.5, 5}},
			model.Values{model.BudgetName: 20, model.TargetRankName: 0}, "best", "nystrom"),
		claim: func(e *evidence) {
			e.AtLeast("the stable rank "+e.where(narrow), e.mean("nystrom", "stable_rank", narrow), float64(e.lesson.Spec.N)/2)
			e.AtMost("the stable rank "+e.where(meanDistance), e.mean("nystrom", "stable_rank", meanDistance), 1.5)
			e.goes("the stable rank", "nystrom", "stable_rank", false)
			e.floor()
		},
	})
}

// floor checks that no row's error is below √(1 − rank/stable rank), up to rounding.
func (e *evidence) floor() {
	for _, r := range e.rows {
		err, known := e.column(r, "error")
		rank, ranked := e.column(r, "rank_used")
		stable, computed := e.column(r, "stable_rank")
		if !known || !ranked || !computed {
			return
		}
		bound := math.Sqrt(max(0, 1-rank/stable))
		if err < bound-1e-7 {
			e.Says(false, fmt.Sprintf("%s's error %s is below √(1−r/s) = %s at r = %s, s = %s",
				r.Method, claim.Number(err), claim.Number(bound), claim.Number(rank), claim.Number(stable)))
			return
		}
	}
	e.Says(true, fmt.Sprintf("none of %d errors is below √(1−r/s)", len(e.rows)))
}
