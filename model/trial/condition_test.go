package trial

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gramscope/data"
)

func TestParseCondition(t *testing.T) {
	for text, want := range map[string]Condition{
		"error<=0.01": {"error", "<=", "0.01"}, " error_trace <= 1e-3 ": {"error_trace", "<=", "1e-3"},
		"error≤.5":                         {"error", "<=", ".5"},
		"rmse_test<= 1.02*rmse_test_exact": {"rmse_test", "<=", "1.02*rmse_test_exact"},
		"accuracy_test >= .9":              {"accuracy_test", ">=", ".9"}, "r2_test≥0.8": {"r2_test", ">=", "0.8"},
	} {
		got, err := ParseCondition(text)
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
		again, err := ParseCondition(got.String())
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
		{"error≤0.1)", 10, "is no bound"},
		{"error<=0.1<=2", 11, "is no bound"}, {"100", 1, "no condition"}, {"", 1, "no condition"},
	} {
		_, err := ParseCondition(bad.text)
		wrong := (*data.Error)(nil)
		if !errors.As(err, &wrong) || wrong.Column != bad.column || !strings.Contains(err.Error(), bad.say) ||
			len(wrong.Remedies) == 0 {
			t.Errorf("%q: %+v", bad.text, err)
		}
	}
}

// TestConditionsInAssignments: a number for m and a condition replace each other, and both come back from JSON.
func TestConditionsInAssignments(t *testing.T) {
	c := ErrorWithin(0.01)
	a := Assignment{}.Clone().With("m", 50).Conditional(c)
	if _, set := a.Values["m"]; set || a.Condition != c {
		t.Errorf("m and a condition: %+v", a)
	}
	if b := a.With("rank", 3); b.Condition != c {
		t.Errorf("another parameter drops the condition: %+v", b)
	}
	if b := a.With("m", 60); !b.Condition.IsZero() {
		t.Errorf("m is set, and the condition stays: %+v", b)
	}
	text, err := json.Marshal(a)
	if err != nil || !strings.Contains(string(text), `"m_condition":"error\u003c=0.01"`) {
		t.Fatalf("%s, %v", text, err)
	}
	var back Assignment
	if err := json.Unmarshal(text, &back); err != nil || back.Condition != c {
		t.Errorf("%s is read as %+v, %v", text, back, err)
	}
	if text, _ := json.Marshal(a.With("m", 60)); strings.Contains(string(text), "condition") {
		t.Errorf("no condition is written: %s", text)
	}
	if err := json.Unmarshal([]byte(`{"m_condition":"error<0"}`), &back); err == nil ||
		!strings.Contains(err.Error(), "column 6") {
		t.Errorf("a bad condition in JSON: %v", err)
	}
}
