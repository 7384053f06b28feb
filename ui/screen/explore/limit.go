package explore

import (
	"math"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/ui/chart"
)

// limitName names the curve of the limit.
const limitName = "√(1−r/s)"

// limited reports whether the theory of the chart is the limit that the stable rank sets: it is so over the width, on
// which the stable rank depends.
func (s *Screen) limited() bool { return model.IsWidth(s.bench.Setting().Axis.Name) }

// limitCurve returns the smallest error that a K̃ of rank r can have at the points of the axis, √(1 − r/s), where s is
// the stable rank of K: K̃ reproduces at most r eigenvalues, none of which is above λ₁ (Eckart and Young). r is the
// smaller of the budget and the target rank. Points whose stable rank is unknown are left out, and those where r ≥ s,
// which allows an error of 0.
func (s *Screen) limitCurve(o *lab.Outcome) chart.Series {
	limit := chart.Series{Name: limitName, Color: chart.NoColor, Faint: true, Dashed: true, Dotted: true, NoMarkers: true}
	value := func(p model.Param) float64 { return s.bench.Setting().Value(p, kernel.Distances{}) }
	r := value(model.Budget(nil))
	if k := value(model.TargetRank(nil)); k > 0 {
		r = min(r, k)
	}
	for k, x := range o.Axis().Values {
		if rank := s.stableRank(o, k); r < rank {
			limit.X, limit.Y = append(limit.X, x), append(limit.Y, math.Sqrt(1-r/rank))
		}
	}
	return limit
}

// stableRank returns the mean stable rank of K over the repetitions at a point of the axis, NaN if it is unknown.
func (s *Screen) stableRank(o *lab.Outcome, point int) float64 {
	for _, method := range s.bench.Methods() {
		grid := o.Grid(method.Name)
		if point >= len(grid) {
			continue
		}
		if rank, _ := lab.Mean(grid[point], lab.Column("stable_rank")); rank > 0 {
			return rank
		}
	}
	return math.NaN()
}
