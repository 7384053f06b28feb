package command

import (
	"math"
	"strings"
	"testing"

	"gramscope/model/sweep"
)

// TestRowTableOfEstimates: figures with a standard error are followed by it, in columns that
// are wide enough for both.
func TestRowTableOfEstimates(t *testing.T) {
	var out strings.Builder
	w, err := newRowWriter(&out, "table", sweep.AllColumns(), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, se := range []float64{0.000234, math.NaN()} {
		row := sweep.Result{Method: "nystrom", Rep: 1}
		row.Set("error", 0.0123456)
		row.Set("error_se", se)
		row.Set("error_best", 0.01)
		row.Set("error_best_se", se/0.234)
		if err := w.Write(&row); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(out.String(), "\n")
	end := func(line, text string) int {
		before, _, found := strings.Cut(line, text)
		if !found {
			t.Fatalf("no %q in %q", text, line)
		}
		return len([]rune(before + text))
	}
	if at := end(lines[0], " error"); end(lines[1], "0.01235 ±2e-04") != at || end(lines[2], "0.01235") != at {
		t.Errorf("the errors do not end where their head does:\n%s", out.String())
	}
	if at := end(lines[0], "error_best"); end(lines[1], "0.01 ±1e-03") != at {
		t.Errorf("the floor does not end where its head does:\n%s", out.String())
	}
}
