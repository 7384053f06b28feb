package curve

import (
	"testing"

	"gramscope/ui/chart"
)

// TestAxesHold: an axis only widens until the figures are finished, a logarithmic one by whole decades unless it is
// shorter than one.
func TestAxesHold(t *testing.T) {
	for _, c := range []struct {
		scale          chart.Scale
		was, now, want [2]float64
		finished       bool
	}{
		{chart.Log, [2]float64{6, 8.5}, [2]float64{5.5, 9}, [2]float64{5.5, 9}, false},
		{chart.Log, [2]float64{6, 8.5}, [2]float64{7, 8}, [2]float64{6, 8.5}, false},
		{chart.Log, [2]float64{6, 8.5}, [2]float64{7, 70}, [2]float64{6, 100}, false},
		{chart.Log, [2]float64{1, 100}, [2]float64{0.5, 20}, [2]float64{0.1, 100}, false},
		{chart.Linear, [2]float64{1, 100}, [2]float64{0.5, 200}, [2]float64{0.5, 200}, false},
		{chart.Log, [2]float64{1, 100}, [2]float64{0.5, 20}, [2]float64{0.5, 20}, true},
	} {
		a, axis := Axes{}, chart.Axis{Scale: c.scale}
		a.SetRange(&axis, c.was[0], c.was[1], true)
		a.SetRange(&axis, c.now[0], c.now[1], c.finished)
		if got := [2]float64{axis.Lo, axis.Hi}; got != c.want {
			t.Errorf("%v after %v, finished %v: %v, want %v", c.now, c.was, c.finished, got, c.want)
		}
	}
}
