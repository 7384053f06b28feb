package tune

import "math"

// Front marks the Pareto front of pairs to be kept small both, such as time and
// error: those to which no other is preferable, being no larger in one and
// smaller in the other. Of equal pairs all are marked. A NaN is never on it.
func Front(cost, loss []float64) []bool {
	if len(cost) != len(loss) {
		panic("tune: Front of lists of different lengths")
	}
	on := make([]bool, len(cost))
	for i := range cost {
		on[i] = !math.IsNaN(cost[i]) && !math.IsNaN(loss[i])
		for j := range cost {
			if cost[j] <= cost[i] && loss[j] <= loss[i] && (cost[j] < cost[i] || loss[j] < loss[i]) {
				on[i] = false
			}
		}
	}
	return on
}
