package command

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model/sweep"
)

// TestRowTableFits: a table is as wide as the terminal, and settings that are the same in all rows go first.
func TestRowTableFits(t *testing.T) {
	for _, most := range []int{40, 80, 120, 160} {
		shown, left := fit(tableColumns(sweep.AllColumns(), nil, sweep.AllFigures(), false), most, []string{"m"})
		var out strings.Builder
		if _, err := rowTable(&out, shown); err != nil {
			t.Fatal(err)
		}
		head := " " + out.String()
		if len(head)-2 > most || most >= 80 &&
			(len(head) < most-20 || !strings.Contains(head, " m ") || !strings.Contains(head, " error ")) ||
			!strings.Contains(head, " method") {
			t.Errorf("%d columns for %d: %s", len(head)-2, most, head)
		}
		if most < 160 && !slices.Contains(left, "mu") {
			t.Errorf("%d columns leave out %v", most, left)
		}
	}
}

// TestRowTableOfEstimates: figures with a standard error are followed by it, in columns that
// are wide enough for both.
func TestRowTableOfEstimates(t *testing.T) {
	var out strings.Builder
	write, err := rowTable(&out, tableColumns(sweep.AllColumns(), nil, sweep.AllFigures(), true))
	if err != nil {
		t.Fatal(err)
	}
	for _, se := range []float64{0.000234, math.NaN()} {
		row := sweep.Result{Method: "nystrom", Rep: 1}
		row.Set("error", 0.0123456)
		row.Set("error_se", se)
		row.Set("error_best", 0.01)
		row.Set("error_best_se", se/0.234)
		if err := write(&row); err != nil {
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

// TestRowTableHasWhatWasNamed: a named figure and a swept parameter are there, also in a narrow terminal, and usual
// figures that were not computed are not.
func TestRowTableHasWhatWasNamed(t *testing.T) {
	named := []string{"r2_test", "score_ridge"}
	of := sweep.Figures{sweep.FigureRegression}
	shown, left := fit(tableColumns(sweep.AllColumns(), named, of, false), 50, named)
	var names []string
	for _, c := range shown {
		names = append(names, c.Name)
	}
	if !slices.Contains(names, "r2_test") || !slices.Contains(names, "score_ridge") ||
		!slices.Contains(left, "rmse_test") {
		t.Errorf("shown are %v, left out %v", names, left)
	}
	if slices.Contains(append(names, left...), "stable_rank") {
		t.Errorf("stable_rank, which was not computed, is among %v and %v", names, left)
	}
}

// TestLinesAreFolded: at blanks, below the last column; a command line and what fits stay as they are.
func TestLinesAreFolded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a line that fits\n":              "a line that fits\n",
		"words of a line too long\n":      "words of a line too\nlong\n",
		"  name  what it is ≤ all\n":      "  name  what it is ≤\n        all\n",
		"gramscope fit --m 20 --n 3\n":    "gramscope fit --m 20 --n 3\n",
		"  gramscope fit a.csv  # to a\n": "  gramscope fit a.csv  # to a\n",
		"cat FILE | gramscope fit -\n":    "cat FILE | gramscope fit -\n",
		"  gramscope help  list all\n":    "  gramscope help  list\n                  all\n",
		"name  numbers: --m -1\n":         "name  numbers: --m\n      -1\n",
		"a name of twenty one  text\n":    "a name of twenty one  text\n",
	} {
		if got := folded(text, 20); got != want {
			t.Errorf("%q is folded to %q, want %q", text, got, want)
		}
	}
}
