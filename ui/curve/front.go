package curve

import (
	"gramscope/ui/chart"
)

// FrontName is the name of the Pareto front in legends.
const FrontName = "Pareto front"

// Front returns the Pareto front of the samples of all series: the samples that no other one
// beats, see [chart.Front]. Of equal samples it contains one.
func Front(series []chart.Series, higher bool) chart.Series {
	var xs, ys []float64
	for _, s := range series {
		n := min(len(s.X), len(s.Y))
		xs, ys = append(xs, s.X[:n]...), append(ys, s.Y[:n]...)
	}
	front := chart.Series{Name: FrontName, Color: chart.NoColor, Dashed: true, NoMarkers: true, Repeats: true}
	for _, i := range chart.Front(xs, ys, higher) {
		front.X, front.Y = append(front.X, xs[i]), append(front.Y, ys[i])
	}
	return front
}
