package sweep_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// conditional returns a plan in which m of a method follows from a condition.
func conditional(t *testing.T, source data.Source, condition, method string, change func(*sweep.Spec)) *sweep.Plan {
	t.Helper()
	c, err := sweep.ParseCondition(condition)
	if err != nil {
		t.Fatal(err)
	}
	return planOf(t, source, func(s *sweep.Spec) {
		s.Methods, s.Assignment = []string{method}, s.Conditional(c)
		change(s)
	})
}

// inOrder is a set whose rows are drawn in their order.
type inOrder struct {
	data.Source
	set *data.Set
}

func (s inOrder) Dims() int { return len(s.set.Columns) }

func (s inOrder) Draw(int, float64, *rand.Rand) (train, test *data.Set, err error) {
	return s.set, nil, nil
}

// TestConditionGolden: the m found meets the condition on the curves of testdata/model/golden_condition.py, and one
// that is at most a sixteenth smaller does not.
func TestConditionGolden(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/model/golden_condition.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Gamma, Mu float64
		X         [][]float64
		Y         []float64
		Curves    map[string][]float64 `json:"curves"`
	}
	if err := json.Unmarshal(raw, &golden); err != nil {
		t.Fatal(err)
	}
	n := len(golden.Y)
	source := inOrder{generator(t, "friedman"),
		&data.Set{X: mat.NewDense(n, 3, slices.Concat(golden.X...)), Y: golden.Y, Target: "y",
			Columns: []string{"a", "b", "c"}}}
	for figure, bounds := range map[string][]float64{
		"error": {0.3, 0.1, 0.03, 0.01, 0.001}, "error_trace": {0.3, 0.1, 0.03, 0.01, 0.001},
		"evidence_gap": {200, 60, 20, 5},
	} {
		for _, bound := range bounds {
			condition := fmt.Sprintf("%s<=%v", figure, bound)
			plan := conditional(t, source, condition, "pivoted-cholesky", func(s *sweep.Spec) {
				s.N, s.Test, s.Scale = n, 0, trial.Scale{}
				s.Assignment = s.Assignment.WithAll(model.Values{model.GammaName: golden.Gamma, model.RidgeName: golden.Mu})
			})
			trained, err := plan.Train(t.Context(), plan.Cells[0], golden.Mu)
			if err != nil {
				t.Fatalf("%s: %v", condition, err)
			}
			f, curve := trained.Found, golden.Curves[figure]
			if curve[f.M-1] > bound || f.Below > 0 && curve[f.Below-1] <= bound || f.M-f.Below > max(1, f.Below/16) {
				t.Errorf("%s: m = %d with %v, not %d", condition, f.M, curve[f.M-1], f.Below)
			}
			if math.Abs(f.Value-curve[f.M-1]) > 1e-6*curve[f.M-1] {
				t.Errorf("%s: the figure at m = %d is %v, want %v", condition, f.M, f.Value, curve[f.M-1])
			}
		}
	}
}

// TestConditionOnRegression: a bound may be a formula of another figure of the same run, and the row of the m found
// meets it.
func TestConditionOnRegression(t *testing.T) {
	plan := conditional(t, generator(t, "friedman"), "rmse_test<=1.1*rmse_test_exact", "rpcholesky",
		func(s *sweep.Spec) { s.N = 200 })
	for row := range plan.Run(t.Context(), 1) {
		if row.Failure != "" || !(row.Get("rmse_test") <= 1.1*row.Get("rmse_test_exact")) {
			t.Errorf("%+v, %s", row, row.Failure)
		}
		if m := row.Params[model.BudgetName]; m < 2 || m > 199 {
			t.Errorf("m = %v", m)
		}
	}
}

// TestConditionFromBelow: a figure that is to be large reaches its bound at the m found, and not at the m below.
func TestConditionFromBelow(t *testing.T) {
	plan := conditional(t, generator(t, "friedman"), "r2_test>=0.75", "rpcholesky", func(s *sweep.Spec) { s.N = 200 })
	trained, err := plan.Train(t.Context(), plan.Cells[0], 0.01)
	if err != nil || trained.Found.Below < 1 {
		t.Fatalf("%+v, %v", trained, err)
	}
	for m, reached := range map[int]bool{trained.Found.M: true, trained.Found.Below: false} {
		fixed := planOf(t, generator(t, "friedman"), func(s *sweep.Spec) {
			s.Methods, s.N, s.Assignment = []string{"rpcholesky"}, 200, s.Assignment.With(model.BudgetName, float64(m))
		})
		for row := range fixed.Run(t.Context(), 1) {
			if (row.Get("r2_test") >= 0.75) != reached {
				t.Errorf("R² at m = %d is %v", m, row.Get("r2_test"))
			}
		}
	}
}

// TestEstimatesChooseOnOtherRows: above the exact limit the row's error is estimated from other rows than those that
// choose m, and over repetitions it is as often too large as too small, instead of at most the bound.
func TestEstimatesChooseOnOtherRows(t *testing.T) {
	plan := conditional(t, generator(t, "friedman"), "error<=0.1", "nystrom",
		func(s *sweep.Spec) { s.N, s.ExactLimit, s.Reps = 300, 100, 12 })
	above := 0
	for row := range plan.Run(t.Context(), 2) {
		if row.Failure != "" || !(row.Get("error") > 0.07 && row.Get("error") < 0.14) {
			t.Errorf("error %v, %s", row.Get("error"), row.Failure)
		}
		if row.Get("error")+row.Get("error_se") > 0.1 {
			above++
		}
	}
	if above == 0 {
		t.Error("all estimates meet the condition as those that chose m do")
	}
}

// TestUnmetConditions: the errors say what there is, and name a remedy.
func TestUnmetConditions(t *testing.T) {
	plan := conditional(t, generator(t, "friedman"), "error<=1e-9", "fourier", func(s *sweep.Spec) { s.N = 60 })
	_, err := plan.Resolved(t.Context(), plan.Cells[0])
	unmet := (*data.Error)(nil)
	if !errors.As(err, &unmet) || !strings.Contains(err.Error(), ", none meets error<=1e-9 with fourier: m = ") ||
		!strings.Contains(err.Error(), "loosen the bound") {
		t.Errorf("%v", err)
	}
	plan = conditional(t, generator(t, "bimodal"), "rmse_test<=1e-4", "nystrom", func(s *sweep.Spec) {
		s.N, s.Assignment = 60, s.Assignment.With(model.RidgeName, 1e-9) // overfits where m is large
	})
	if _, err = plan.Resolved(t.Context(), plan.Cells[0]); err == nil ||
		!strings.Contains(err.Error(), "up to 60, the largest that there is, none meets") ||
		!strings.Contains(err.Error(), ": m = 16 comes nearest") {
		t.Errorf("%v", err)
	}
	plan = conditional(t, generator(t, "friedman"), "evidence_gap<=10", "fourier", func(s *sweep.Spec) { s.N = 60 })
	if _, err = plan.Resolved(t.Context(), plan.Cells[0]); err == nil ||
		!strings.Contains(err.Error(), "runs of fourier have no evidence_gap") {
		t.Errorf("%v", err)
	}
	plan = conditional(t, generator(t, "friedman"), "error<=2", "fourier", func(s *sweep.Spec) { s.N = 60 })
	plan.Spec.MaxMemory = 1e6 // less than m = 1 takes
	if _, err = plan.Resolved(t.Context(), plan.Cells[0]); !errors.As(err, new(*model.MemoryError)) {
		t.Errorf("%v", err)
	}
	for text, say := range map[string]string{
		"eror<=1": "column 1: m can't follow from \"eror\"; did you mean error?", "error<=2*erorr": "column 8",
		"seconds<=1": "can't follow",
		"method<=1":  "can't follow", "accuracy_test<=0.9": "column 14: a small m is enough",
		"error>=1": "a small m is enough",
		"error<=":  "is no bound", "error<=0.1<=2": "is no bound",
	} {
		if _, err := sweep.ParseCondition(text); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestParseCondition(t *testing.T) {
	for text, want := range map[string]trial.Condition{
		"error<=0.01":                      {Figure: "error", Sign: "<=", Bound: "0.01"},
		" error_trace <= 1e-3 ":            {Figure: "error_trace", Sign: "<=", Bound: "1e-3"},
		"error≤.5":                         {Figure: "error", Sign: "<=", Bound: ".5"},
		"rmse_test<= 1.02*rmse_test_exact": {Figure: "rmse_test", Sign: "<=", Bound: "1.02*rmse_test_exact"},
		"accuracy_test >= .9":              {Figure: "accuracy_test", Sign: ">=", Bound: ".9"},
		"r2_test≥0.8":                      {Figure: "r2_test", Sign: ">=", Bound: "0.8"},
	} {
		got, err := sweep.ParseCondition(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		again, err := sweep.ParseCondition(got.String())
		if err != nil || again != got {
			t.Errorf("%q is written as %q, which is %+v, %v", text, got, again, err)
		}
	}
	for _, bad := range []struct {
		text   string
		column int
		say    string
	}{
		{"error<0.1", 6, "by <="}, {"error>0.1", 6, "by <= or >="}, {"error=0.1", 6, "by <="}, {"error<=", 8, "is no bound"},
		{"error≤0.1)", 10, "is no bound"}, {"error=<=0.1", 6, "by <="},
		{"error<=0.1<=2", 11, "is no bound"}, {"100", 1, "by <="}, {"", 1, "by <="}, {"<=1", 1, "can't follow"},
		{"error≤\t0.1$", 11, "is no bound"}, {"error<=\t0.1$", 12, "is no bound"}, {"error<=0.1≤x", 11, "is no bound"},
		{"error<=é+", 9, "is no bound"}, {"error<=n+", 9, "is no bound"}, {"error<=2*foo+foo_bar", 8, "can't follow"},
		{"error<=max(1,2*rank_use+rank_used)", 8, "can't follow"},
	} {
		_, err := sweep.ParseCondition(bad.text)
		wrong := (*sweep.SpecError)(nil)
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), fmt.Sprintf(", column %d: ", bad.column)) ||
			!strings.Contains(err.Error(), bad.say) || len(wrong.Remedies) == 0 {
			t.Errorf("%q: %+v", bad.text, err)
		}
	}
}

// TestConditionsInSpecs: a number for m and a condition replace each other, and both come back from JSON.
func TestConditionsInSpecs(t *testing.T) {
	c := trial.Condition{Figure: "error", Sign: "<=", Bound: "0.01"}
	s := sweep.DefaultSpec(10)
	a := s.Assignment.With("m", 50).Conditional(c)
	if _, set := a.Values["m"]; set || a.Condition != c {
		t.Errorf("m and a condition: %+v", a)
	}
	if b := a.With("rank", 3); b.Condition != c {
		t.Errorf("another parameter drops the condition: %+v", b)
	}
	if b := a.With("m", 60); !b.Condition.IsZero() {
		t.Errorf("m is set, and the condition stays: %+v", b)
	}
	s.Assignment = a
	text, err := json.Marshal(s)
	if err != nil || !strings.Contains(string(text), `"m_condition":"error\u003c=0.01"`) {
		t.Fatalf("%s, %v", text, err)
	}
	var back sweep.Spec
	if err := json.Unmarshal(text, &back); err != nil || back.Condition != c {
		t.Errorf("%s is read as %+v, %v", text, back, err)
	}
	s.Assignment = a.With("m", 60)
	if text, _ := json.Marshal(s); strings.Contains(string(text), "condition") {
		t.Errorf("no condition is written: %s", text)
	}
	if err := json.Unmarshal([]byte(`{"m_condition":"error<0"}`), &back); err == nil ||
		!strings.Contains(err.Error(), "column 6") {
		t.Errorf("a bad condition in JSON: %v", err)
	}
}
