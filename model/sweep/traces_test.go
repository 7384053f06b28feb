package sweep_test

import (
	"math"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
)

// TestTracesAboveTheExactLimit: above the exact limit exact_traces fills the columns of exact regression. Those of the
// solutions are as below the limit, the others within four standard errors, which only estimates have.
func TestTracesAboveTheExactLimit(t *testing.T) {
	mu := model.Ridge(nil).Default
	values := func(limit, m int) (sweep.Result, map[string]float64) {
		s := sweep.DefaultSpec(600)
		s.Test, s.Methods, s.Figures, s.ExactLimit = 0.2, []string{"nystrom"},
			sweep.Column{Figure: sweep.FigureTraces}.Needs(), limit
		s.Values[model.BudgetName], s.Values[model.RidgeName] = float64(m), mu
		plan, err := sweep.Prepare(s, approx.Methods(), sweep.NewStore(generator(t, "friedman")))
		if err != nil {
			t.Fatal(err)
		}
		var row sweep.Result
		for row = range plan.Run(t.Context(), 1) {
			if row.Failure != "" {
				t.Fatal(row.Failure)
			}
		}
		found := map[string]float64{}
		for _, c := range plan.Columns() {
			if v, ok := c.Number(&row); ok {
				found[c.Name] = v
			}
		}
		return row, found
	}
	_, want := values(600, 100)
	row, got := values(100, 100)
	if _, whole := values(600, 600); !(math.Abs(whole["gcv"]/whole["gcv_exact"]-1) < 1e-6) ||
		!(math.Abs(whole["df"]/whole["df_exact"]-1) < 1e-6) {
		t.Errorf("K̃ = K has the scores %v and %v, the degrees of freedom %v and %v", whole["gcv"], whole["gcv_exact"],
			whole["df"], whole["df_exact"])
	}
	for _, name := range []string{"rmse_test_exact", "krr_error"} {
		if math.Abs(got[name]-want[name]) > 1e-5*want[name] || want[name] == 0 {
			t.Errorf("%s = %v, want %v; %v", name, got[name], want[name], row.Warnings)
		}
	}
	for _, name := range []string{"df_exact", "gcv_exact", "log_det_exact", "risk_exact", "evidence_exact"} {
		se, estimated := got[sweep.StandardErrorOf(name)]
		if _, exact := want[sweep.StandardErrorOf(name)]; exact || !estimated {
			t.Errorf("%s: a standard error below the limit is %v, above it %v", name, exact, estimated)
		}
		if !(math.Abs(got[name]-want[name]) <= 4*se) || se > 0.02*math.Abs(want[name]) || want[name] == 0 {
			t.Errorf("%s = %v ± %v, want %v", name, got[name], se, want[name])
		}
	}
	// (1 − df/n)⁻² changes by 2/(n·(1 − df/n)) of itself where df changes by 1.
	se := 2 * got["gcv_exact"] * got["df_exact_se"] / (600 - got["df_exact"])
	if !(math.Abs(got["gcv_exact_se"]/se-1) < 1e-9) {
		t.Errorf("gcv_exact ± %v, want %v", got["gcv_exact_se"], se)
	}
	mu = 1e-9 // at which products do not find the exact regression
	if row, got = values(100, 100); got["krr_error"] != 0 || len(row.Warnings) == 0 {
		t.Errorf("exact regression is found at mu = %v: %v", mu, got["krr_error"])
	}
	if _, want := values(600, 100); !(math.Abs(got["risk"]/want["risk"]-1) < 1e-9) {
		t.Errorf("the risk is %v without exact regression, %v with it; the data tell the truth", got["risk"], want["risk"])
	}
}
