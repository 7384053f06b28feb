package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/ui/command"
)

// TestSufficientOnBachsSpline has the figures of another program: d = 9.88 and p =
// 11 at n = 128, λ = 0.083.
func TestSufficientOnBachsSpline(t *testing.T) {
	const line = "sufficient --kernel periodic --n 128 --mus 10.65,1065 spline"
	rows := rowsOf(t, line)
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2", len(rows))
	}
	best := rows[0]
	if d := number(t, best, "d_eff"); math.Abs(d-9.88) > 0.05 || math.Abs(number(t, best, "d_max")-d) > 1e-9 {
		t.Errorf("d = %v, d_max = %s, want 9.88", d, best["d_max"])
	}
	if m := number(t, best, "m"); m < 9 || m > 13 || math.Abs(number(t, best, "ratio")*number(t, best, "d_eff")-m) > 1e-9 {
		t.Errorf("m = %v at the best ridge, ratio %s, want some 11", m, best["ratio"])
	}
	if risk, exact := number(t, best, "risk"), number(t, best, "risk_exact"); risk > 1.01*exact || risk < 0.9*exact {
		t.Errorf("the risk is %v, exactly %v", risk, exact)
	}
	if best["method"] != "nystrom" || best["n"] != "128" || best["reps"] != "20" || best["failure"]+best["warning"] != "" {
		t.Errorf("%v", best)
	}
	for _, more := range []string{" --workers 1", " --workers 5"} {
		if again := rowsOf(t, line+more); fmt.Sprint(again) != fmt.Sprint(rows) {
			t.Errorf("%s: %v, want %v", more, again, rows)
		}
	}
	if other := rowsOf(t, line+" --loss 0.5"); number(t, other[0], "m") >= number(t, best, "m") {
		t.Errorf("a loss of a half needs m = %s", other[0]["m"])
	}
}

// TestSweepHasTheRiskOfSufficient: an expectation, of which no repetition knows more than
// another, and at n = 128, β = 8 and μ = 1 0.015534.
func TestSweepHasTheRiskOfSufficient(t *testing.T) {
	const flags = " --kernel periodic --beta 8 --n 128 --methods nystrom --reps 4 spline"
	want := number(t, rowsOf(t, "sufficient --mus 1"+flags)[0], "risk_exact")
	if math.Abs(want-0.015534) > 1e-6 {
		t.Errorf("risk of exact regression %v, want 0.015534", want)
	}
	for _, r := range rowsOf(t, "sweep --m 128 --mu 1 --test 0"+flags) {
		if got, of := number(t, r, "risk_exact"), number(t, r, "risk"); math.Abs(got-want) > 1e-9*want || math.Abs(of-want) > 1e-9*want {
			t.Errorf("repetition %s: risk %v, of exact regression %v, want %v", r["rep"], of, got, want)
		}
	}
}

// TestSufficientSeesTheSweepsRows: same seed, same rows, same degrees of freedom.
func TestSufficientSeesTheSweepsRows(t *testing.T) {
	const flags = " --n 70 --seed 4 --target age --columns height_cm,leaf_cm,weight_g ../../testdata/cli/plants.csv"
	rows := rowsOf(t, "sufficient --mus 0.5 --reps 2"+flags)
	swept := rowsOf(t, "sweep --methods nystrom --mu 0.5 --m 5"+flags)
	if a, b := number(t, rows[0], "d_eff"), number(t, swept[0], "d_eff"); math.Abs(a-b) > 1e-9*b {
		t.Errorf("d_eff is %v here and %v in a sweep", a, b)
	}
	if rows[0]["gamma"] != swept[0]["gamma"] {
		t.Errorf("γ is %s here and %s in a sweep", rows[0]["gamma"], swept[0]["gamma"])
	}
}

func TestSufficientFormats(t *testing.T) {
	const line = "sufficient --n 60 --reps 3 --methods nystrom,fourier --loss 1e-6 --mus 1e-1..10:3 --format "
	run := func(more string) (out, errs string) {
		status, out, errs := execute(t, context.Background(), "", strings.Fields(line+more)...)
		if status != 0 {
			t.Fatalf("%s: status %d: %s", more, status, errs)
		}
		return out, errs
	}
	out, errs := run("json")
	if !strings.Contains(errs, "truth: the function of bimodal, with noise of standard deviation 0.5") {
		t.Errorf("notes: %s", errs)
	}
	var last map[string]any
	for _, text := range strings.Split(strings.TrimSpace(out), "\n") {
		last = nil
		if err := json.Unmarshal([]byte(text), &last); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
	if last["method"] != "fourier" || last["m"] != nil || last["ratio"] != nil || !strings.Contains(fmt.Sprint(last["warning"]), "not reached") || last["mu"] != 10.0 {
		t.Errorf("the last row is %v", last)
	}
	out, _ = run("table --glyphs ascii")
	lines := strings.Split(out, "\n")
	if len(lines) < 28 || !strings.HasPrefix(lines[0], "method") || !strings.HasPrefix(lines[1], "nystrom") {
		t.Errorf("the table is\n%s", out)
	}
	if legend := lines[len(lines)-2]; legend != "o nystrom   x fourier   .. degrees of freedom d_eff   no mark: not reached" {
		t.Errorf("the legend is %q", legend)
	}
	if !strings.Contains(out, "sufficient m") {
		t.Errorf("there is no chart:\n%s", out)
	}
}

// TestSufficientOnAFile: without a known truth the exact fit is it.
func TestSufficientOnAFile(t *testing.T) {
	const line = "sufficient --n 60 --reps 3 --methods all --columns height_cm,leaf_cm --target weight_g ../../testdata/cli/plants.csv --format csv --mus 1"
	status, out, errs := execute(t, context.Background(), "", strings.Fields(line)...)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errs)
	}
	for _, part := range []string{"truth: the exact fit at mu = ", "least GCV error", "target: weight_g", "left out: bka has no parameter m"} {
		if !strings.Contains(errs, part) {
			t.Errorf("%q does not say %q", errs, part)
		}
	}
	withM := 0
	for _, m := range approx.Methods() {
		if m.Uses("m") && !m.Needs.Landmarks && (m.Needs.Kernels == nil || slices.Contains(m.Needs.Kernels, "gaussian")) {
			withM++
		}
	}
	if rows := parseRows(t, out); len(rows) != withM {
		t.Errorf("%d rows, and %d methods have an m", len(rows), withM)
	}
}

// TestSufficientTruth: far below the best ridge few columns do about a truth, and all are
// needed to follow the targets, of which the residual says how closely.
func TestSufficientTruth(t *testing.T) {
	const line = "sufficient --n 60 --reps 3 --mus 0.001 --gamma 30 --format csv bimodal --truth "
	m := map[string]float64{}
	for truth, told := range map[string]string{"known": "truth: the function of bimodal", "gcv": "least GCV error", "targets": "truth: the targets themselves, without noise"} {
		status, out, errs := execute(t, context.Background(), "", strings.Fields(line+truth)...)
		if status != 0 || !strings.Contains(errs, told) {
			t.Errorf("--truth %s: status %d, notes %s", truth, status, errs)
			continue
		}
		row := parseRows(t, out)[0]
		if row["truth"] != truth {
			t.Errorf("--truth %s: the row says %q", truth, row["truth"])
		}
		m[truth] = number(t, row, "m")
	}
	if m["known"] > 5 || m["gcv"] > 5 || m["targets"] < 50 {
		t.Errorf("sufficient at μ = 0.001: %v", m)
	}
	fit := rowsOf(t, "sweep --n 60 --methods nystrom --m 60 --mu 0.001 --gamma 30 --test 0 --figures rmse_train bimodal")[0]
	of := rowsOf(t, line+"targets")[0]
	if residual := number(t, fit, "rmse_train"); math.Abs(residual*residual/number(t, of, "risk_exact")-1) > 1e-6 {
		t.Errorf("the risk about the targets is %s, and the residual %v", of["risk_exact"], residual*residual)
	}
}

func TestSufficientBadUsage(t *testing.T) {
	constant := filepath.Join(t.TempDir(), "constant.csv")
	if err := os.WriteFile(constant, []byte("a,b\n1,7\n2,7\n3,7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const plants = "../../testdata/cli/plants.csv"
	for line, want := range map[string]struct {
		status int
		parts  string
	}{
		"sufficient --target none --columns height_cm,leaf_cm " + plants: {2, "plants.csv has no target;--target NAME"},
		"sufficient --target kind --columns height_cm,leaf_cm " + plants: {2, "text;classes;a number to regress on;--target NAME"},
		"sufficient moons":                                              {2, "text;2 classes;take a set whose target is a number, such as friedman"},
		"sufficient " + constant:                                        {1, "the target is 7 in all 3 rows;--target"},
		"sufficient --loss 0":                                           {2, "--loss;0;above 0"},
		"sufficient --loss -0.1":                                        {2, "--loss;-0.1;above 0"},
		"sufficient --loss NaN":                                         {2, "--loss;NaN"},
		"sufficient --loss Inf":                                         {2, "--loss;Inf"},
		"sufficient --truth targts":                                     {2, "truth;targts;did you mean targets?"},
		"sufficient --truth known --target weight_g " + plants:          {2, "--truth known;plants.csv;gcv or targets"},
		"sufficient --mus 0":                                            {2, "--mus;0"},
		"sufficient --mus 1,x":                                          {2, "--mus;1,x"},
		"sufficient --reps 0":                                           {2, "--reps;0"},
		"sufficient --methods bka":                                      {2, "bka has no parameter m;--methods"},
		"sufficient --methods nystrm":                                   {2, "nystrm;did you mean nystrom?"},
		"sufficient --m 5":                                              {2, "unknown flag --m"},
		"sufficient --over m=5,10":                                      {2, "unknown flag --over"},
		"sufficient --n 5000":                                           {2, "n = 5000;--exact-limit 4096;--n"},
		"sufficient --n 200 --workers 10 --max-memory 9MB":              {1, "n = 200;MB;9 MB;lower --n, --m or --workers, or raise --max-memory"},
		"sufficient --gamma 1 --sigma 2":                                {2, "--gamma;--sigma"},
		"sufficient --methods fourier --kernel linear --n 50":           {2, "fourier;linear;another kernel"},
		"sufficient --kernel polynomial --degree 20 --gamma 100 --n 40": {1, "least GCV;1e+09;--gamma;--mus"},
		"sufficient a.csv b.csv":                                        {2, "at most one DATA"},
	} {
		t.Run(line, func(t *testing.T) {
			status, out, errs := execute(t, context.Background(), "", strings.Fields(line)...)
			if status != want.status || out != "" {
				t.Errorf("status %d, want %d; output %q", status, want.status, out)
			}
			checkMessage(t, errs[max(0, strings.LastIndex("\n"+errs, "\ngramscope: ")):], strings.Split(want.parts, ";"))
		})
	}
}

// TestSufficientHelp: flags of a sweep that have no meaning here are not in it.
func TestSufficientHelp(t *testing.T) {
	status, out, _ := execute(t, context.Background(), "", "sufficient", "--help")
	if status != 0 || !strings.Contains(out, "--loss X") || !strings.Contains(out, "--mus LIST") || !strings.Contains(out, "default 20") {
		t.Errorf("status %d:\n%s", status, out)
	}
	for _, absent := range []string{"--over", "--test", "--m N", "--mu X", "--solver", "--learner", "--budget", "regression\n"} {
		if strings.Contains(out, absent) {
			t.Errorf("the help speaks of %s", absent)
		}
	}
}

// TestSufficientStops: rows that are done stay, and the command says that it stopped.
func TestSufficientStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	out := &lineCounter{at: 2, then: cancel} // the header and a row
	var errs bytes.Buffer
	err := command.Run(ctx, approx.Methods(), strings.Fields("sufficient --n 80 --workers 1 --format csv"), strings.NewReader(""), out, &errs)
	if status := command.Report(err, &errs); status != 1 || !strings.Contains(errs.String(), "stopped: ") || !strings.Contains(errs.String(), " of 6 rows") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	if out.lines < 2 || out.lines > 6 {
		t.Errorf("%d lines were written", out.lines)
	}
}

// lineCounter calls then after so many lines.
type lineCounter struct {
	lines, at int
	then      func()
}

func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte("\n"))
	if c.lines >= c.at {
		c.then()
	}
	return len(p), nil
}
