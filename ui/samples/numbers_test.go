package samples

import (
	"slices"
	"testing"
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
