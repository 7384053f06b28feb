//go:build long

package paper

import (
	"testing"

	"gramscope/model/claim"
)

// TestFirstThreeOnOneSet: on one set the claim holds, no ratio is below 1, and worse ratios, or as good ones of nystrom
// alone, turn the verdict.
func TestFirstThreeOnOneSet(t *testing.T) {
	e, _ := Find("first-three")
	e.Runs = e.Runs[6:7]
	found, err := e.Compute(t.Context(), bench(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	if v := found.Verdict(); v.State != claim.Holds {
		t.Error(v)
	}
	if len(found.Rows[0]) != 2*8 {
		t.Errorf("%d rows", len(found.Rows[0]))
	}
	for _, r := range found.Rows[0] {
		if r.Values["ratio"] < 1 {
			t.Errorf("%+v", r)
		}
	}
	holdsUnless(t, found, []spoil{{0, "first-three", nil, "ratio", 3}, {0, "nystrom", nil, "ratio", 1e-9}})
}
