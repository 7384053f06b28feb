package claim_test

import (
	"slices"
	"testing"

	"gramscope/model/claim"
)

// TestVerdicts: what is missing goes before all figures, and figures against a claim before those that differ as
// explained, which stand before those for it.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	for want, figures := range map[string]func(*claim.Evidence){
		"✓ ": func(*claim.Evidence) {},
		"✓ a is 1; b is 2": func(e *claim.Evidence) {
			e.Says(true, "a is 1")
			e.Says(true, "b is 2")
		},
		"✗ b is 2; c is 3": func(e *claim.Evidence) {
			e.Says(true, "a is 1")
			e.Says(false, "b is 2")
			e.Differs(false, "c is 3")
			e.Differs(true, "d is 4")
		},
		"≠ d is 4; a is 1": func(e *claim.Evidence) {
			e.Says(true, "a is 1")
			e.Differs(true, "d is 4")
		},
		"not yet: needs a run of rls that failed: no memory": func(e *claim.Evidence) {
			e.Says(false, "b is 2")
			if e.Has("rls", "no memory", "error", false) {
				t.Error("a run that failed has a column")
			}
			e.Has("rls", "", "error", false)
		},
		"not yet: needs the column error of rls": func(e *claim.Evidence) { e.Has("rls", "", "error", false) },
		"✓ a is 1; ": func(e *claim.Evidence) {
			e.Says(e.Has("rls", "", "error", true), "a is 1")
			e.Says(true, "")
		},
	} {
		var e claim.Evidence
		figures(&e)
		if got := e.Verdict().String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	v := claim.Verdict{State: claim.Fails, Figures: "b is 2; c is 3"}
	if parts := v.Parts(); !slices.Equal(parts, []string{"b is 2", "c is 3"}) {
		t.Errorf("the parts are %q", parts)
	}
}

// TestNumbers: numbers have three digits, or all before the point.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		0.00012345: "0.000123", 12.345: "12.3", 99.96: "100", 100.4: "100", 1234.4: "1234", 999999: "999999", 1e6: "1e+06",
		-1234.4: "-1234", -12.345: "-12.3",
	} {
		if got := claim.Number(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
