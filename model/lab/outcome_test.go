package lab

import (
	"math"
	"strings"
	"testing"
	"time"

	"gramscope/model"
	"gramscope/model/sweep"
)

// TestReplace: a row with more figures replaces the old one. A failed row does not replace
// one with figures.
func TestReplace(t *testing.T) {
	o := newOutcome(Setting{}, time.Time{})
	row := func(rep int, rank int, failure string) sweep.Result {
		r := sweep.Result{Method: "nystrom", Rep: rep, Failure: failure}
		r.Set("rank_used", float64(rank))
		r.Set("seconds", float64(rank))
		return r
	}
	for _, r := range []sweep.Result{row(1, 10, ""), row(2, 20, ""), row(3, -1, "too large")} {
		o.add(Row{Result: r})
	}
	for _, r := range []sweep.Result{row(1, 11, ""), row(2, -1, "too large for a regression"),
		row(3, -1, "still too large")} {
		o.add(Row{Result: r})
	}
	got := o.now["nystrom"]
	if len(got) != 3 || got[0].Get("rank_used") != 11 || got[0].Get("seconds") != 11 {
		t.Errorf("replaced: %+v", got)
	}
	if got[1].Get("rank_used") != 20 || got[1].Failure != "" {
		t.Errorf("a failed row replaced figures: %+v", got[1])
	}
	if got[2].Failure != "still too large" {
		t.Errorf("a failure stays: %+v", got[2])
	}
}

// TestMeanOfEstimates: the standard error of a single row is that of its estimate, and NaN for an exact
// figure. For several rows it is computed from their spread.
func TestMeanOfEstimates(t *testing.T) {
	row := func(dEff, se float64) (r sweep.Result) {
		r.Set("d_eff", dEff)
		r.Set("d_eff_se", se)
		return r
	}
	for _, c := range []struct {
		rows     []sweep.Result
		mean, se float64
	}{
		{[]sweep.Result{row(20, 0.5)}, 20, 0.5},
		{[]sweep.Result{row(20, math.NaN())}, 20, math.NaN()},
		{[]sweep.Result{row(20, 0.5), row(22, 0.5)}, 21, 1},
		{nil, math.NaN(), math.NaN()},
	} {
		mean, se := Mean(c.rows, Column("d_eff"))
		if !same(mean, c.mean) || !same(se, c.se) {
			t.Errorf("%d rows: %v ± %v, want %v ± %v", len(c.rows), mean, se, c.mean, c.se)
		}
	}
}

// TestMeansAreOverAllRuns: of a method one of whose runs failed, or lacks a figure that the others of its file have,
// there is no mean that would be compared with those of others.
func TestMeansAreOverAllRuns(t *testing.T) {
	const file = "method,n,d,rep,m,error,rmse_test,failure\n" +
		"plain,40,2,1,10,0.5,3,\nplain,40,2,2,20,0.3,5,\n" +
		"eager,40,2,1,,,,too late\neager,40,2,2,8,0.1,1,\n" +
		"broad,40,2,1,30,0.2,,\nbroad,40,2,2,30,0.2,2,\n"
	var results sweep.Results
	if _, err := results.Read(strings.NewReader(file), "a.csv", 1<<20); err != nil {
		t.Fatal(err)
	}
	rows := map[string][]sweep.Result{}
	for _, r := range results.Rows {
		rows[r.Method] = append(rows[r.Method], r)
	}
	for _, c := range []struct {
		method, column string
		want           float64
		failure        string
	}{
		{"plain", "error", 0.4, ""}, {"plain", "rmse_test", 4, ""}, {"plain", "seconds", math.NaN(), ""},
		{"eager", "error", math.NaN(), "1 of 2 runs: too late"},
		{"broad", "error", 0.2, ""}, {"broad", "rmse_test", math.NaN(), ""},
	} {
		mean, _ := Mean(rows[c.method], Column(c.column))
		if !same(mean, c.want) {
			t.Errorf("the mean %s of %s is %v, want %v", c.column, c.method, mean, c.want)
		}
		if got := Failure(rows[c.method]); got != c.failure {
			t.Errorf("%s: %q", c.method, got)
		}
	}
	spec := sweep.Spec{Methods: []string{"plain", "eager", "broad"}}
	spec.Condition, _ = sweep.ParseCondition("error<=0.5")
	if said := Judge(spec, rows); len(said) != 1 || said[0].Brief != "plain: m = 15" {
		t.Errorf("%+v", said)
	}
}

// TestSeenOfFiles: a verdict on results from files knows their m, and with it the floor.
func TestSeenOfFiles(t *testing.T) {
	const file = "method,n,d,rep,m,error,error_best,rank_used\nplain,40,2,1,10,0.5,0.1,10\nplain,40,2,2,10,0.3,0.3,10\n"
	var results sweep.Results
	if _, err := results.Read(strings.NewReader(file), "a.csv", 1<<20); err != nil {
		t.Fatal(err)
	}
	seen := seenOf("plain", []string{"plain"}, map[string][]sweep.Result{"plain": results.Rows})
	if seen.M != 10 || seen.Floor != 0.2 {
		t.Errorf("m = %d, the floor is %v", seen.M, seen.Floor)
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// TestFloorsOfOneRank: there is no floor where methods have other ranks at the same value.
func TestFloorsOfOneRank(t *testing.T) {
	o := newOutcome(Setting{Axis: sweep.Axis{Name: model.TrainRowsName, Values: []float64{40, 80}}}, time.Time{})
	for method, ranks := range map[string][]float64{"nystrom": {10, 20}, "fourier": {10, 30}} {
		for i, m := range ranks {
			r := sweep.Result{Method: method, Rep: 1, N: 40 * (i + 1), Params: model.Values{model.BudgetName: m}}
			r.Set("rank_used", m)
			r.Set("error_best", 1/m)
			o.add(Row{OnGrid: true, Point: i, Result: r})
		}
	}
	if xs, floor := o.Floor(); len(xs) != 1 || xs[0] != 40 || floor[0] != 0.1 {
		t.Errorf("the floor is %v at %v", floor, xs)
	}
	params := model.Values{model.BudgetName: 50, model.TargetRankName: 10}
	r := sweep.Result{Method: "rank", Rep: 1, N: 40, Params: params}
	r.Set("rank_used", 10)
	r.Set("error_best", 0.3)
	o.add(Row{OnGrid: true, Result: r})
	if xs, floor := o.Floor(); len(xs) != 1 || math.Abs(floor[0]-0.5/3) > 1e-15 {
		t.Errorf("with a target rank the floor is %v at %v", floor, xs)
	}
}
