package paper

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
)

// TestNormalStableRank compares the limits with NumPy's quadrature (testdata/normal.py),
// and the expected stable rank with 1, that of one point, and with the limit.
func TestNormalStableRank(t *testing.T) {
	content, err := os.ReadFile("testdata/normal.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Sigma, Squares, Largest float64 } // in one dimension
	if err := json.Unmarshal(content, &rows); err != nil {
		t.Fatal(err)
	}
	off := func(got, want float64) float64 { return math.Abs(got/want - 1) }
	for _, r := range rows {
		for _, p := range []int{1, 10} {
			s, l := math.Pow(r.Squares, float64(p)), math.Pow(r.Largest, float64(p))
			for _, n := range []int{2, 600} {
				size := float64(n)
				want := (size + size*(size-1)*s) / math.Pow(1+(size-1)*l, 2)
				if got, _ := normalStableRank(n, p, r.Sigma); off(got, want) > 1e-9 {
					t.Errorf("p = %d, σ = %v: %v of %d points, want %v", p, r.Sigma, got, n, want)
				}
			}
			one, limit := normalStableRank(1, p, r.Sigma)
			many, _ := normalStableRank(1e12, p, r.Sigma)
			if one != 1 || off(limit, s/(l*l)) > 1e-9 || off(many, limit) > 1e-4 {
				t.Errorf("p = %d, σ = %v: %v of one point, %v of 10¹², limit %v, want 1 and twice %v", p, r.Sigma, one, many, limit,
					s/(l*l))
			}
		}
	}
}

// TestNormalPointsSayWhatIsExpected: at p = 10, σ = 0.5 the limit is 104 and what is
// expected of 600 points 545; the table has both, and the text the formula of each.
func TestNormalPointsSayWhatIsExpected(t *testing.T) {
	e, _ := Find("low-rank-normal-points")
	expected, limit := normalStableRank(600, 10, 0.5)
	if math.Abs(expected-545.2) > 0.05 || math.Abs(limit-104.2) > 0.05 {
		t.Errorf("expected %.4g, limit %.4g", expected, limit)
	}
	for column, formula := range map[string]string{"limit": "S/L²", "expected": "(n + n(n−1)S)/(1 + (n−1)L)²"} {
		if !strings.Contains(strings.Join(e.Columns, " "), column) || !strings.Contains(e.Differs, "column "+column+" is") ||
			!strings.Contains(e.Differs, formula) {
			t.Errorf("the column %s is not told of with %s:\n%v\n%s", column, formula, e.Columns, e.Differs)
		}
	}
}
