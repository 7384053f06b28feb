package samples

import (
	"slices"
	"strings"
	"testing"

	"gramscope/ui/chart"
	"gramscope/ui/look"
)

// TestPointsStandBelowEachOther: unless a number of the column has an exponent or a unit.
func TestPointsStandBelowEachOther(t *testing.T) {
	for _, c := range []struct{ of, want []string }{
		{[]string{"0.123", "66266", "", "-12.3"}, []string{"0.123", "66266    ", "    ", "-12.3  "}},
		{[]string{"10", "31"}, []string{"10", "31"}},
		{[]string{"0.5", "1e-05"}, []string{"0.5", "1e-05"}},
		{[]string{"25.5%", "100%"}, []string{"25.5%", "100%"}},
	} {
		if got := aligned(slices.Clone(c.of)); !slices.Equal(got, c.want) {
			t.Errorf("%q becomes %q, want %q", c.of, got, c.want)
		}
	}
}

// TestNumbersOfTheSettingBeforeAreItsOwn: the marked point of a method is of the present setting, and not of the curve
// before, which has the method's colour, too.
func TestNumbersOfTheSettingBeforeAreItsOwn(t *testing.T) {
	l := chart.Lines{X: chart.Axis{Title: "m", ID: "m"}, Series: []chart.Series{
		{Name: "plain", X: []float64{10, 20}, Y: []float64{1, 2}},
		{Name: "plain", X: []float64{10, 20}, Y: []float64{3, 4}, Dashed: true, NoMarkers: true, Repeats: true},
	}, Points: []chart.Point{{X: 15, Y: 7}}}
	if got := valuesOf(l, l.Series[0])[15]; got != 7 {
		t.Errorf("the method has %v at the present setting", got)
	}
	if got, there := valuesOf(l, l.Series[1])[15]; there {
		t.Errorf("the curve before has %v at the present setting", got)
	}
}

// TestNumbersOfAllCurvesHaveAsManyDigits: of the method pointed at, whose curve has a band, as of the others.
func TestNumbersOfAllCurvesHaveAsManyDigits(t *testing.T) {
	l := chart.Lines{X: chart.Axis{Title: "m", ID: "m"}, Series: []chart.Series{
		{Name: "a", X: []float64{10}, Y: []float64{1.8518519}, Lo: []float64{1.75}, Hi: []float64{1.95}},
		{Name: "b", X: []float64{10}, Y: []float64{1.8718719}},
	}}
	shown := look.New("braille", "none", func(string) string { return "" })
	got := (&Crosshair{}).Numbers(l, 60, 3, &shown)
	if !strings.Contains(got, "1.85185") || !strings.Contains(got, "1.87187") {
		t.Errorf("the numbers are\n%s", got)
	}
}

// TestNumbersNearAPlaceWithoutARow: where the crosshair is at a point of no curve, the nearest row is in the middle.
func TestNumbersNearAPlaceWithoutARow(t *testing.T) {
	l := chart.Lines{X: chart.Axis{Title: "m", ID: "m"}, Points: []chart.Point{{X: 24, Y: 5, Color: -1}},
		Series: []chart.Series{{Name: "a", X: []float64{10, 20, 30}, Y: []float64{1, 2, 3}}}}
	shown := look.New("braille", "none", func(string) string { return "" })
	cross := Crosshair{On: true, Axis: "m", X: 24}
	if got := cross.Numbers(l, 40, 2, &shown); !strings.Contains(got, "20") {
		t.Errorf("beside 24 stands\n%s", got)
	}
}
