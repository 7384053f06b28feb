package lab

import (
	"fmt"
	"math"
	"slices"

	"gramscope/model"
	"gramscope/model/sweep"
)

// Swept returns the swept parameter and its values: the setting's axis, or the one that the present screen has chosen.
func (s *State) Swept() sweep.Axis {
	switch over := s.Need.Over; over {
	case "":
		return s.Setting.Axis
	case s.screenAxis.Name:
		return s.screenAxis
	default:
		return sweep.Axis{Name: over}
	}
}

// AxisParam describes the swept parameter.
func (s *State) AxisParam() model.Param {
	name := s.Swept().Name
	p, ok := sweep.Parameter(sweep.Parameters(s.Methods), name)
	if !ok {
		return model.Param{Name: name, Symbol: string(name)}
	}
	return p
}

func (b *Bench) setSwept(axis sweep.Axis) {
	if b.Need.Over == "" {
		b.Setting.Axis = axis
	} else {
		b.screenAxis = axis
	}
}

// sweepOver chooses the setting's swept parameter, and removes its formula if it has one.
func (b *Bench) sweepOver(name model.Name) {
	if p, ok := sweep.Parameter(sweep.Parameters(b.Methods), name); ok {
		b.Setting.free(name)
		b.Setting.Axis = b.Setting.GridFor(p, sweep.Axis{})
	}
}

// fitAxis chooses the values of the swept parameter around the knob's value, unless a lesson fixes them.
func (b *Bench) fitAxis() {
	axis := b.Swept()
	p, ok := sweep.Parameter(sweep.Parameters(b.Methods), axis.Name)
	switch {
	case !ok:
	case b.constrains(p):
		axis = b.Constraint.Axis
		axis.Values = slices.Clone(axis.Values)
		b.setSwept(axis)
	default:
		b.setSwept(b.Setting.GridFor(p, axis))
	}
}

// constrains reports whether a lesson fixes the values of a swept parameter and the data allow these values.
func (b *Bench) constrains(p model.Param) bool {
	c := b.Constraint
	return c != nil && c.Axis.Name == p.Name && len(c.Axis.Values) > 0 && BuiltInSet(b.Setting.Store.Source(), c.Data) &&
		slices.Max(c.Axis.Values) <= b.Setting.most(p)
}

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
	order := []string{model.GroupBudget, model.GroupKernel, model.GroupRidge, model.GroupMethod, model.GroupData}
	return slices.Index(order, a.Group) - slices.Index(order, b.Group)
}

// GridFor chooses the values of a swept parameter around its present value. It returns kept,
// the present grid, if that value is within its range; the chart then does not move.
func (s Setting) GridFor(p model.Param, kept sweep.Axis) sweep.Axis {
	value := s.Value(p)
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

// About is the mark of figures of K, ≈ where they are estimates.
func (s Setting) About() string {
	if s.sampled() {
		return "≈"
	}
	return ""
}

// sampling returns the note about estimated figures for n above the exact limit. Exact ones take some matrices of n×n.
func (s Setting) sampling() string {
	text := fmt.Sprintf("n = %d is above the exact limit %d: figures of K are estimates from sampled rows (≈)", s.Spec.N,
		s.Spec.ExactLimit)
	if n := float64(s.Spec.N); 3*8*n*n < float64(s.Spec.MaxMemory) {
		text += "; a larger --exact-limit at the start gives exact figures"
	}
	return text
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
		return within(min(10, n/2, value), min(n, max(500, value)), 8)
	case p.Name == model.TrainRowsName: // begins above n = m, where many errors are rounding errors
		m := s.Value(model.Budget(nil))
		return within(max(1, n/10, min(2*m, n/2)), n, 6)
	case p.Name == model.TargetRankName:
		return within(1, min(n, max(s.Value(model.Budget(nil)), value)), 8)
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

// mostValues is the largest number of values that Refine gives to an axis.
const mostValues = 200

// Refine adds values of the swept parameter between the ends of [lo, hi] and the values within: one step of the
// history. It returns the number of values added, and the reason where there are none. The sweep must have values.
func (b *Bench) Refine(lo, hi float64) (added int, why string) {
	axis, p := b.Swept(), b.AxisParam()
	switch {
	case b.Need.Over != "":
		return 0, "this screen's sweep has fixed values; that of screen 1 can have more"
	case b.constrains(p):
		return 0, "the lesson fixes the values of " + string(axis.Name)
	}
	values := between(p, axis.Values, lo, hi)
	if added = len(values) - len(axis.Values); added == 0 {
		return 0, fmt.Sprintf("there are no more values of %s in this range", axis.Name)
	}
	if len(values) > mostValues {
		return 0, fmt.Sprintf("more than %d values of %s would take long", mostValues, axis.Name)
	}
	b.Change(func(s *Setting) { s.Axis.Values = values })
	return added, ""
}

// between returns values in ascending order with one more, in the middle by the scale of the parameter, between any two
// neighbours among the ends of [lo, hi] and the values between them.
func between(p model.Param, values []float64, lo, hi float64) []float64 {
	lo, hi = max(lo, p.Min), min(hi, p.Max)
	if p.Choices != nil || !(lo < hi) {
		return values
	}
	all := slices.Sorted(slices.Values(values))
	marks := []float64{lo, hi}
	for _, v := range all {
		if v > lo && v < hi {
			marks = append(marks, v)
		}
	}
	slices.Sort(marks)
	for i := 1; i < len(marks); i++ {
		if three := p.Spaced(marks[i-1], marks[i], 3); len(three) == 3 {
			all = append(all, three[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
