package lab

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

// Sweepable lists the parameters that `o` offers: n, μ, and those that the kernel or a
// running method uses. Most approximations do not depend on μ, and their curves over it are flat.
func (s Setting) Sweepable(methods []model.Method) []model.Param {
	var list []model.Param
	for _, p := range sweep.Parameters(methods) {
		if p.Name == model.RidgeName || s.Uses(methods, p.Name) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, compareAxes)
	return list
}

// compareAxes orders x axes by their groups: the budget first, because it matters most to an
// approximation, and the data last.
func compareAxes(a, b model.Param) int {
	rank := func(group string) int {
		switch group {
		case model.GroupBudget:
			return -1
		case model.GroupData:
			return len(model.Groups())
		}
		return slices.Index(model.Groups(), group)
	}
	return rank(a.Group) - rank(b.Group)
}

// GridFor chooses the values of a swept parameter around its present value. It returns kept,
// the present grid, if that value is within its range; the chart then does not move.
func (s Setting) GridFor(p model.Param, w kernel.Distances, kept sweep.Axis) sweep.Axis {
	value := s.Value(p, w)
	if math.IsNaN(value) { // γ or σ, which are not known yet; the task will choose the values
		return sweep.Axis{Name: p.Name}
	}
	if kept.Name == p.Name && len(kept.Values) > 1 {
		first, last := slices.Min(kept.Values), slices.Max(kept.Values)
		if value >= first && value <= last && last <= s.most(p) {
			return kept
		}
	}
	lo, hi, count := s.gridEnds(p, value)
	return sweep.Axis{Name: p.Name, Values: p.Spaced(lo, hi, count)}
}

// sampled reports whether errors are estimates because n is large.
func (s Setting) sampled() bool { return s.Spec.N > s.Spec.ExactLimit }

// sampling returns the note about estimated figures for n above the exact limit.
func (s Setting) sampling() string {
	return fmt.Sprintf("n = %d is above the exact limit %d: figures of K are estimates from sampled rows (≈); a larger --exact-limit at the start gives exact figures",
		s.Spec.N, s.Spec.ExactLimit)
}

// gridEnds returns the ends of the default grid and its number of values.
func (s Setting) gridEnds(p model.Param, value float64) (lo, hi float64, count int) {
	n := float64(s.Spec.N)
	within := func(lo, hi float64, count int) (float64, float64, int) {
		hi = min(hi, p.Max)
		return max(min(lo, hi), p.Min), hi, count
	}
	switch {
	case p.Choices != nil:
		return 0, float64(len(p.Choices) - 1), len(p.Choices)
	case p.Name == model.BudgetName:
		return within(min(10, value), min(n, max(500, value)), 8)
	case p.Name == model.TrainRowsName: // begins above n = m, where many errors are rounding errors
		m := s.Value(model.Budget(nil), kernel.Distances{})
		return within(max(1, n/10, min(2*m, n/2)), n, 6)
	case p.Name == model.TargetRankName:
		return within(1, min(n, max(s.Value(model.Budget(nil), kernel.Distances{}), value)), 8)
	case p.Name == model.ClustersName:
		return within(2, min(n, max(20, value)), 7)
	case p.Name == model.AccumulationsName:
		return within(1, max(32, value), 8)
	case p.Name == model.ToleranceName:
		return within(min(1e-12, value), max(0.1, value), 12)
	case p.Group == model.GroupRidge:
		return within(value/100, value*100, 9)
	case p.Scale == model.Log:
		return within(value/10, value*10, 9)
	case p.Integer:
		return within(p.Min, max(p.Min+8, 2*value), 9)
	}
	return within(p.Min, p.Max, 9)
}
