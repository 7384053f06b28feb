package command_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// number reads a figure of a row.
func number(t *testing.T, row map[string]string, column string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(row[column], 64)
	if err != nil {
		t.Fatalf("column %s: %v in %v", column, err, row)
	}
	return v
}

func TestNumberOfWorkersDoesNotMatter(t *testing.T) {
	const line = "sweep --methods all --over m=5,20 --n 80 --reps 2 --workers "
	if diff := cmp.Diff(timeless(rowsOf(t, line+"1")), timeless(rowsOf(t, line+"2"))); diff != "" {
		t.Error(diff)
	}
}

func TestErrorFallsWithBudget(t *testing.T) {
	sum := map[string][]float64{}
	for i, row := range rowsOf(t,
		"sweep --methods nystrom,fourier --n 300 --over m=10,30,100 --figures error --reps 3 --seed 1 --format csv bimodal") {
		if sum[row["method"]] == nil {
			sum[row["method"]] = make([]float64, 3)
		}
		sum[row["method"]][i/2%3] += number(t, row, "error")
	}
	for method, errs := range sum {
		if !(errs[0] > errs[1] && errs[1] > errs[2] && errs[2] > 0) {
			t.Errorf("%s: errors at m = 10, 30, 100: %v", method, errs)
		}
	}
}

func TestErrorIsAboveTheBest(t *testing.T) {
	rows := rowsOf(t, "sweep --n 200 --methods best,nystrom --m 50 --over gamma=0.01..10:6 friedman")
	if len(rows) != 12 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		got, best := number(t, row, "error"), number(t, row, "error_best")
		if !(got >= best*(1-1e-6)-1e-9) || math.IsNaN(best) {
			t.Errorf("%s at gamma %s: error %v below %v", row["method"], row["gamma"], got, best)
		}
	}
}
