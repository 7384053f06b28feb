package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/remedy"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/sweep"
	"gramscope/model/trial"
)

// TestWarningsOfAllKinds: those of a method that differ only in numbers are one.
func TestWarningsOfAllKinds(t *testing.T) {
	r := rows{plan: &sweep.Plan{Methods: approx.Methods()[:1]}}
	for _, text := range []string{"rank 3", "rank 4", "no time"} {
		r.computed = append(r.computed, &sweep.Result{Method: "nystrom", Warnings: remedy.Notes(text)})
	}
	if got := r.warnings(); !slices.Equal(got, []string{"rank 3", "no time"}) {
		t.Errorf("the warnings are %q", got)
	}
}

// TestRowsKeepTheOrderOfCells feeds what a sweep that was interrupted may send:
// the row of a later cell after a gap, between rows of an earlier run.
func TestRowsKeepTheOrderOfCells(t *testing.T) {
	spec := sweep.DefaultSpec(20)
	spec.Methods = []string{"nystrom"}
	spec.Over = []sweep.Axis{{Name: "m", Values: []float64{1, 2, 3, 4, 5, 6}}}
	plan, err := sweep.Prepare(spec, approx.Methods(), sweep.NewStore(synthetic.Generators()[0]))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := sweep.NewWriter(&out, "csv", plan.Columns())
	if err != nil {
		t.Fatal(err)
	}
	r := &rows{plan: plan, known: make([]*sweep.Result, 6), asked: []int{0, 1, 2, 3, 4, 5}, out: w, bar: &bar{total: 6}}
	r.known[2] = &sweep.Result{Params: model.Values{"m": 100}}
	r.known[5] = &sweep.Result{Params: model.Values{"m": 200}}
	results, number := make(chan sweep.Result, 6), 0
	for result := range plan.Run(context.Background(), 1) {
		if number == 0 || number == 4 { // 1 and 3 were not done
			results <- result
		}
		number++
	}
	close(results)
	if err := r.merge(results); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := slices.Index(lines[0], "m")
	var got []string
	for _, line := range lines[1:] {
		got = append(got, line[column])
	}
	if want := []string{"1", "100", "5", "200"}; !slices.Equal(got, want) {
		t.Errorf("m of the rows: %v, want %v", got, want)
	}
	if err := r.verdict(); err == nil || !strings.Contains(err.Error(), "4 of 6 rows done") {
		t.Errorf("verdict: %v", err)
	}
}

// TestStopNamesResumeIfItHelps: not before the first row, and not where m follows from a condition.
func TestStopNamesResumeIfItHelps(t *testing.T) {
	for condition, helps := range map[trial.Condition]bool{{}: true, {Figure: "error", Sign: "<=", Bound: "0.1"}: false} {
		spec := sweep.DefaultSpec(20)
		spec.Methods, spec.Reps, spec.Condition = []string{"nystrom"}, 2, condition
		plan, err := sweep.Prepare(spec, approx.Methods(), sweep.NewStore(synthetic.Generators()[0]))
		if err != nil {
			t.Fatal(err)
		}
		r := &rows{plan: plan, known: make([]*sweep.Result, 2)}
		if err := r.verdict(); err.Error() != "stopped: 0 of 2 rows done" {
			t.Errorf("%v before the first row: %v", condition, err)
		}
		r.known[0] = &sweep.Result{}
		if err := r.verdict(); strings.Contains(err.Error(), "--resume") != helps {
			t.Errorf("%v: %v", condition, err)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"500MB": 500e6, "2GB": 2e9, "2gb": 2e9, "1.5 GiB": 3 << 29, "64k": 64e3, "123": 123, "7B": 7, "1TB": 1e12,
		"2MiB": 2 << 20,
	} {
		if got, err := flagtext.Size(text); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "MB", "-1GB", "0", "1e30", "NaN", "2XB", "1 2MB", "1,5GB"} {
		if got, err := flagtext.Size(text); err == nil {
			t.Errorf("%q is taken as %d bytes", text, got)
		}
	}
}

func TestBar(t *testing.T) {
	var out bytes.Buffer
	b := &bar{w: &out, total: 10, known: 4, since: time.Now()}
	b.done++
	b.draw()
	b.clear()
	if text := out.String(); !strings.Contains(text, "5/10 runs, about 0.0s left") ||
		!strings.HasSuffix(text, "\r\x1b[K") {
		t.Errorf("the bar wrote %q", text)
	}
}
