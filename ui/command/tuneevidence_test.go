package command_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// TestTuneByEvidence: the answer names the cheapest configuration within 1 of the greatest bound, and its commands give
// the same evidence.
func TestTuneByEvidence(t *testing.T) {
	line := []string{"tune", "--by", "evidence", "--n", "150", "--methods", "nystrom,exact", "--over", "m=10,60,150", "--mus", "0.03,0.3,3", "--gammas", "0.02,0.2", "--time", "0", "friedman"}
	status, out, said := execute(t, context.Background(), "", append(line, "--format", "json")...)
	if status != 0 {
		t.Fatalf("status %d, %s", status, said)
	}
	var answer struct {
		Best    map[string]any
		Methods []map[string]any
		Sweep   string
		RMSE    float64 `json:"rmse_test"`
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer.Methods) != 4 || !(answer.RMSE > 0) {
		t.Fatalf("%d configurations, rmse %v", len(answer.Methods), answer.RMSE)
	}
	greatest, exact := math.Inf(-1), 0.0
	for _, m := range answer.Methods {
		lower, upper := m["evidence"].(float64), m["evidence_upper"].(float64)
		greatest = max(greatest, lower)
		if m["method"] == "exact" {
			exact = lower
		}
		if lower > upper {
			t.Errorf("%v: %v is above %v", m["m"], lower, upper)
		}
	}
	if exact < greatest-1e-6 {
		t.Errorf("a bound of %v above the evidence %v", greatest, exact)
	}
	if best := answer.Best["evidence"].(float64); best < greatest-1 {
		t.Errorf("chosen with %v, and %v is more", best, greatest)
	}
	_, text, _ := execute(t, context.Background(), "", line...)
	for _, want := range []string{"log evidence between", "which the search has not used", "# scikit-learn", "cross_val_score(model, X, y, cv=KFold(5", "nystrom m=10", "gramscope fit"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for args, want := range map[string]string{"friedman --methods fourier": "--by validation", "moons": "--by validation", "friedman --over mu=1,2": "list of γ and of μ"} {
		if status, _, said := execute(t, context.Background(), "", append([]string{"tune", "--by", "evidence"}, strings.Fields(args)...)...); status != 2 && status != 1 || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %s", args, status, said)
		}
	}
}
