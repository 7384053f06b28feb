package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConditionIsRepeated: rows of a sweep with a condition are those with the m found, except for times, on any number
// of workers.
func TestConditionIsRepeated(t *testing.T) {
	sweep := func(line string) []map[string]string {
		t.Helper()
		status, out, said := execute(t, context.Background(), "",
			append([]string{"sweep", "--n", "300", "--format", "csv"}, append(strings.Fields(line), "friedman")...)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", line, status, said)
		}
		rows := parseRows(t, out)
		for _, row := range rows {
			delete(row, "seconds")
			delete(row, "cached")
		}
		return rows
	}
	const methods, reps = "nystrom,rpcholesky,pivoted-cholesky,kmeans-nystrom,bka", " --reps 2"
	found := sweep("--m error<=0.1 --workers 1 --methods " + methods + reps)
	many := sweep("--m error<=0.1 --workers 2 --methods " + methods + reps)
	if len(found) != 10 || len(many) != 10 {
		t.Fatalf("%d and %d rows", len(found), len(many))
	}
	for i, row := range found {
		if text, other := rowText(row), rowText(many[i]); text != other {
			t.Errorf("on two workers:\n%s\n%s", other, text)
		}
		if row["method"] == "bka" {
			if row["m"] != "" {
				t.Errorf("bka has m = %s", row["m"])
			}
			continue
		}
		if e := numbers(t, []string{row["error"]})[0]; e > 0.1 {
			t.Errorf("%s at m = %s has the error %v", row["method"], row["m"], e)
		}
		plain := sweep("--m " + row["m"] + " --methods " + row["method"] + reps)
		if row["rep"] == "1" && rowText(plain[0]) != rowText(row) || row["rep"] == "2" && rowText(plain[1]) != rowText(row) {
			t.Errorf("with --m %s:\n%s\n%s", row["m"], rowText(plain[0]), rowText(row))
		}
	}
}

func rowText(row map[string]string) string {
	var cells []string
	for _, name := range []string{"method", "m", "rep", "rank_used", "error", "error_trace", "entries", "bytes",
		"rmse_test", "failure", "warnings"} {
		cells = append(cells, name+"="+row[name])
	}
	return strings.Join(cells, " ")
}

// TestConditionInFit: the model of a condition is that of the m found, which fit reports.
func TestConditionInFit(t *testing.T) {
	for _, method := range []string{"nystrom", "pivoted-cholesky", "kmeans-nystrom"} {
		model, said := fitTo(t, "--m error<=0.1 --n 900 --method "+method+" friedman")
		_, rest, ok := strings.Cut(said, "m = ")
		m, _, _ := strings.Cut(rest, " ")
		if !ok || !strings.Contains(said, " meets error<=0.1: error is 0.") {
			t.Fatalf("%s: %s", method, said)
		}
		plain, _ := fitTo(t, "--m "+m+" --n 900 --method "+method+" friedman")
		a, _ := os.ReadFile(model)
		b, err := os.ReadFile(plain)
		if err != nil || string(a) != string(b) {
			t.Errorf("%s: the model with --m %s differs, %v", method, m, err)
		}
	}
}

// TestBadConditions: messages with the column and a remedy, and status 2; status 1 where no m meets the condition.
func TestBadConditions(t *testing.T) {
	for _, bad := range []struct {
		line   string
		status int
		say    string
	}{
		{"sweep --m error<0 friedman", 2,
			`--m: "error<0", column 6: a figure is bounded by <= or >=; write it as in error<=0.01`},
		{"fit --out x --m figure<=1 friedman", 2,
			`--m: "figure<=1", column 1: m can't follow from "figure"; give a figure such as error`},
		{"sweep --m error<=NaN friedman", 2, `column 8: m can't follow from "NaN"`},
		{"tune --m error<=0.1 friedman", 2, "tune takes a number for m; find m by `gramscope fit` or `gramscope sweep`"},
		{"sweep --accum error<=0.1 friedman", 2, "is not a number"},
		{"sweep --n 100 --methods fourier --m error<=1e-9 --format csv friedman", 1,
			", none meets error<=1e-9 with fourier: m = "},
		{"sweep --n 100 --methods fourier --m error<=1e-9 --format csv friedman", 1, "loosen the bound with --m 'error<=0.0"},
		{"fit --out OUT --n 100 --method fourier --m error<=1e-9 friedman", 1,
			", none meets error<=1e-9 with fourier: m = "},
	} {
		line := strings.ReplaceAll(bad.line, "OUT", filepath.Join(t.TempDir(), "m.json"))
		status, _, said := execute(t, context.Background(), "", strings.Fields(line)...)
		if status != bad.status || !strings.Contains(said, bad.say) {
			t.Errorf("%s: status %d, %s", bad.line, status, said)
		}
	}
	rows := filepath.Join(t.TempDir(), "rows.csv")
	status, out, said := execute(t, context.Background(), "",
		strings.Fields("sweep --n 100 --methods nystrom --m error<=0.3 --format csv friedman")...)
	if status != 0 || os.WriteFile(rows, []byte(out), 0o600) != nil {
		t.Fatal(said)
	}
	status, _, said = execute(t, context.Background(), "",
		strings.Fields("sweep --n 100 --methods nystrom --m error<=0.3 --format csv --resume "+rows+" friedman")...)
	if status == 0 || !strings.Contains(said, "from which condition") {
		t.Errorf("--resume: status %d, %s", status, said)
	}
}
