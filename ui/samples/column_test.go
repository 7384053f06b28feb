package samples

import (
	"math"
	"slices"
	"testing"

	"gramscope/ui/chart"
)

// TestColumnsHaveOneFormat: the numbers of a column have exponents where their axis does, else decimals with the points below each
// other, and as many digits as their standard errors carry.
func TestColumnsHaveOneFormat(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		of       column
		notation chart.Notation
		want     []string
	}{
		{column{[]float64{0.123456, 0.0123456, nan, 5}, []float64{0.001, 0.04, 0, 0}, 6, false}, chart.Exponent, []string{"1.235e-01", "1.2e-02", "", "5.000e+00"}},
		{column{[]float64{0.123456, 66266, 12.34}, []float64{0.01, 3000, 0.2}, 6, false}, chart.Prefixed, []string{"0.123", "66266    ", "12.34 "}},
		{column{[]float64{10, 31, 500}, nil, 4, false}, chart.Automatic, []string{"10", "31", "500"}},
		{column{[]float64{0.25, 1}, nil, 4, true}, chart.Percent, []string{"25%", "100%"}},
		{column{[]float64{0.5, 12.25, 0}, nil, 4, false}, chart.Automatic, []string{"0.50", "12.25", "0.00"}},
		{column{[]float64{1e-6, 10000}, nil, 4, false}, chart.Automatic, []string{"1e-06", "1e+04"}},
	} {
		if got := c.of.texts(formatOf([]column{c.of}, c.notation)); !slices.Equal(got, c.want) {
			t.Errorf("%v ± %v: %q, want %q", c.of.values, c.of.se, got, c.want)
		}
	}
}
