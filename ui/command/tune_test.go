package command_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tuned is what tune prints as JSON.
type tuned struct {
	N        int
	TestRows int `json:"test_rows"`
	Learner  string
	Best     map[string]any
	Least    map[string]any
	Exact    map[string]any
	Methods  []map[string]any
	Grid     []map[string]any
	Scikit   string `json:"scikit_learn"`
	Sweep    string
	Fit      string
	Learnt   bool
}

func tune(t *testing.T, line string) tuned {
	t.Helper()
	status, out, errs := execute(t, context.Background(), "",
		append([]string{"tune", "--format", "json"}, strings.Fields(line)...)...)
	if status != 0 {
		t.Fatalf("tune %s: status %d: %s", line, status, errs)
	}
	var answer tuned
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("tune %s: %v in %q", line, err, out)
	}
	return answer
}

// garden writes rows of a smooth function and of its classes as a CSV file: a
// column of text, columns of very different scales, and two targets.
func garden(t *testing.T, name, separator string, header, decimalComma bool, rows int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	if header {
		fmt.Fprintln(&b, strings.Join([]string{"kind", "width", "note", "depth", "size", "yield", "grade"}, separator))
	}
	for range rows {
		kind, width, depth := rng.IntN(3), rng.NormFloat64(), 100*rng.NormFloat64()
		yield := 20 + 2*math.Sin(width) + float64(kind) + depth/100 + 0.3*rng.NormFloat64()
		grade := "low"
		if yield > 20.4 {
			grade = "middle"
		}
		if yield > 22 {
			grade = "high"
		}
		cells := []string{[]string{"rose", "oak", "fir"}[kind], fmt.Sprintf("%.4f", width), fmt.Sprint(rng.IntN(4)),
			fmt.Sprintf("%.3f", depth),
			fmt.Sprint(rng.IntN(9)), fmt.Sprintf("%.4f", yield), grade}
		if decimalComma {
			for i := range cells {
				cells[i] = strings.Replace(cells[i], ".", ",", 1)
			}
		}
		fmt.Fprintln(&b, strings.Join(cells, separator))
	}
	return written(t, name, b.String())
}

func written(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if strings.HasSuffix(name, ".gz") {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(f)
		fmt.Fprint(z, content)
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTunedRunsHere: the lines for sweep and fit run, and come to the test figures that
// tune has. They are as short as they may be: numbers of four digits, no defaults.
func TestTunedRunsHere(t *testing.T) {
	plain := garden(t, "garden of mine.csv", ",", true, false, 150)
	words := func(line string) []string { // a shell's, of quotes without any within
		var out []string
		for i, part := range strings.Split(line, "'") {
			if i%2 == 1 {
				out = append(out, part)
			} else {
				out = append(out, strings.Fields(part)...)
			}
		}
		return out[1:]
	}
	for name, c := range map[string]struct {
		args          []string
		loss, against string
	}{
		"nystrom": {[]string{"--target", "yield", "--columns", "-grade", "--methods", "nystrom", "--m", "100", "--n",
			"100", "--mus", "0.1,1", "--time", "0", plain}, "rmse_test", "rmse_test"},
		"parameters": {[]string{"--target", "yield", "--columns", "-grade", "--methods", "accumulation", "--m", "20",
			"--accum", "2", "--epsilon", "0.3", "--seed", "9", "--n", "100", plain}, "rmse_test", "rmse_test"},
		"exact": {[]string{"--target", "yield", "--columns", "-grade", "--methods", "exact", "--n", "100", "--test",
			"0.3", plain}, "rmse_test", "rmse_test_exact"},
		"logistic": {[]string{"--columns", "-yield", "--n", "80", "--m", "20", "--gammas", "0.1,1", "--mus", "0.1,1",
			plain}, "logloss_test", "logloss_test"},
		"generator": {[]string{"--n", "80", "--methods", "bka", "--gammas", "0.5,1", "friedman"}, "rmse_test", "rmse_test"},
	} {
		t.Run(name, func(t *testing.T) {
			status, out, errs := execute(t, context.Background(), "", append([]string{"tune", "--format", "json"}, c.args...)...)
			var a tuned
			if err := json.Unmarshal([]byte(out), &a); err != nil || status != 0 {
				t.Fatalf("status %d, %v: %s", status, err, errs)
			}
			lines := strings.Split(a.Sweep, "\n")
			status, rows, errs := execute(t, context.Background(), "", append(words(lines[len(lines)-1]), "--format", "csv")...)
			if status != 0 {
				t.Fatalf("%s: %s", a.Sweep, errs)
			}
			swept := parseRows(t, rows)
			got := number(t, swept[0], c.against)
			if want := a.Best[c.loss].(float64); len(swept) != 1 || math.Abs(got-want) > 1e-9*want {
				t.Errorf("a sweep has %s = %v, tune %v", c.against, got, want)
			}
			fit := words(a.Fit)
			for _, flags := range [][]string{words(lines[len(lines)-1]), fit} {
				for i, word := range flags {
					if word == "--gamma" || word == "--mu" {
						v, _ := strconv.ParseFloat(flags[i+1], 64)
						if short := fmt.Sprintf("%.4g", v); !(v > 0) || number(t, swept[0], word[2:]) != v || mustParse(t, short) != v {
							t.Errorf("%s %s, swept was %s", word, flags[i+1], swept[0][word[2:]])
						}
					}
				}
				for _, usual := range []string{"--kernel", "--learner", "--exact-limit", "--standardize=true", "--seed 1",
					"--m 100", "--header", "--max-memory"} {
					if strings.Contains(strings.Join(flags, " ")+" ", usual+" ") {
						t.Errorf("%s is usual, and stands in %q", usual, flags)
					}
				}
			}
			at := slices.Index(fit, "model.json")
			fit[at] = filepath.Join(t.TempDir(), "model.json")
			status, _, said := execute(t, context.Background(), "", fit...)
			m := regexp.MustCompile(`(?m)^\d+ test rows: .*(?:RMSE|log loss) ([\d.]+)`).FindStringSubmatch(said)
			if status != 0 || m == nil {
				t.Fatalf("%s: %s", a.Fit, said)
			}
			// some are written in four digits
			if got, want := mustParse(t, m[1]), a.Best[c.loss].(float64); math.Abs(got-want) > 5e-4*want {
				t.Errorf("fit has %s = %v, tune %v", c.loss, got, want)
			}
		})
	}
}

func mustParse(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestTuneSearchesWhatCanBeTyped: the values of a range have four digits at most between
// its ends, which are as given, and so have those of the default grid; those of a list
// are as given.
func TestTuneSearchesWhatCanBeTyped(t *testing.T) {
	for line, want := range map[string][]float64{
		"--gammas 0.0123456..10:4":       {0.0123456, 0.1151, 1.073, 10},
		"--gammas 0.123456,0.654321":     {0.123456, 0.654321},
		"--gammas 1..1.00001:3":          {1, math.Sqrt(1.00001), 1.00001},
		"--mus 0.001..0.1:4 --gammas 1":  {0.001, 0.004642, 0.02154, 0.1},
		"--mus 1,2.00004 --gammas 2,3,4": {1, 2.00004},
	} {
		name := "gamma"
		if strings.HasPrefix(line, "--mus") {
			name = "mu"
		} else {
			line += " --mus 1"
		}
		var got []float64
		for _, cell := range tune(t, line+" --n 30 --m 5 --methods nystrom friedman").Grid {
			if v := cell[name].(float64); !slices.Contains(got, v) {
				got = append(got, v)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: searched are %v, want %v", line, got, want)
		}
	}
	for _, cell := range tune(t, "--n 30 --m 5 --methods nystrom friedman").Grid {
		if v := cell["gamma"].(float64); mustParse(t, fmt.Sprintf("%.4g", v)) != v {
			t.Errorf("γ = %v is searched", v)
		}
	}
}

// TestTuneSaysWhyTheBestIs: the rule, the settings that were compared, and how far the next one is. The chosen
// setting is the cheapest of those within one standard error of the least.
func TestTuneSaysWhyTheBestIs(t *testing.T) {
	const next = `; the best that is cheaper, METHOD, has (\S+) ± (\S+) more, for [\d.]+ % of the operations\n`
	for line, want := range map[string]string{
		"--methods bka,nystrom --clusters 5 --m 30 --gammas 0.02,0.1 --mus 0.1,1 --n 60": "chosen for the least rmse of " +
			"8 settings" + next,
		"--methods accumulation,nystrom --over m=60,70,80 --gammas 0.005 --mus 1 --n 120": "chosen as the cheapest near " +
			"the least rmse of \\d+ settings, that of METHOD: it has (\\S+) ± (\\S+) more, for [\\d.]+ % of the operations\n",
		"--methods nystrom --gammas 0.02,0.1 --mus 0.1,1 --n 60 --m 10": "chosen for the least rmse of " +
			"4 settings\n",
		"--methods nystrom --gammas 0.02 --mus 0.1 --n 60 --m 10": "the only setting that was " +
			"searched on 48 rows\n",
	} {
		line += " --time 0 friedman"
		a := tune(t, line)
		_, out, _ := execute(t, context.Background(), "", append([]string{"tune"}, strings.Fields(line)...)...)
		of := func(row map[string]any, name string) float64 { return row[name].(float64) }
		other := a.Least
		for _, row := range a.Methods {
			cheaper := of(row, "operations") < of(a.Best, "operations")
			if cheaper && of(row, "above_least") <= max(min(of(row, "above_least_se"), 5e-3*of(a.Least, "rmse")),
				1e-3*of(a.Least, "rmse")) {
				t.Errorf("%s: %v is near the least and cheaper than %v", line, row, a.Best)
			}
			if cheaper && of(a.Best, "above_least") == 0 {
				other = row
			}
		}
		if of(a.Best, "above_least") > max(of(a.Best, "above_least_se"), 1e-3*of(a.Least, "rmse")) {
			t.Errorf("%s: %v is not near the least", line, a.Best)
		}
		name := fmt.Sprint(other["method"])
		if m, searched := other["m"]; searched {
			name += fmt.Sprint(" m=", m)
		}
		m := regexp.MustCompile(strings.Replace(want, "METHOD", name, 1)).FindStringSubmatch(out)
		if m == nil {
			t.Errorf("%s: no %s in\n%s", line, strings.Replace(want, "METHOD", name, 1), out)
			continue
		}
		if len(m) < 2 {
			continue
		}
		if other["above_least"] == 0.0 {
			other = a.Best
		}
		if got := mustParse(t, m[1]); got == 0 || m[1] != fmt.Sprintf("%.4g", of(other, "above_least")) ||
			m[2] != fmt.Sprintf("%.4g", of(other, "above_least_se")) {
			t.Errorf("%s: %s, and the row is %v", line, m[0], other)
		}
	}
}

// TestTuneLeavesOutWhatCantBeFitted: meka's K̃ of all rows is indefinite, and those of the folds are not. Another
// method is the answer; without another, meka is, and a note says what its fit would.
func TestTuneLeavesOutWhatCantBeFitted(t *testing.T) {
	for methods, left := range map[string]bool{"meka,nystrom": true, "meka": false} {
		line := "tune --m 40 --mus 0.03 --gammas 0.5 --n 120 --time 0 --methods " + methods + " friedman"
		status, out, notes := execute(t, context.Background(), "", strings.Fields(line)...)
		if strings.Contains(notes, "meka is left out of the answer: meka on all rows: K̃ is indefinite") != left ||
			!strings.Contains(notes, "meka on all rows: ") {
			t.Errorf("%s: status %d, notes\n%s", methods, status, notes)
		}
		if strings.Contains(out, "chosen: nystrom") != left || strings.Contains(out, "--method meka") == left {
			t.Errorf("%s:\n%s", methods, out)
		}
	}
}

// TestTuneWithGivenWidths searches γ and μ for features divided by widths, and the lines to take home have these.
func TestTuneWithGivenWidths(t *testing.T) {
	a := tune(t, "--methods nystrom --n 60 --widths 1,1,2,1,1,9,9,9,9,9 --time 0 friedman")
	if !strings.Contains(a.Fit, " --widths 1,1,2,1,1,9,9,9,9,9 ") || len(a.Grid) < 10 {
		t.Errorf("%d settings, and the line is %s", len(a.Grid), a.Fit)
	}
}

func TestTuneText(t *testing.T) {
	plain := garden(t, "garden.csv", ",", true, false, 150)
	args := []string{"tune", "--target", "yield", "--columns", "-grade", "--n", "100", "--gammas", "0.1,0.2", "--mus",
		"0.1,1,10", "--methods", "exact,nystrom,bka", "--m", "80", "--clusters", "5", "--folds", "3", "--time", "0", plain}
	status, out, errs := execute(t, context.Background(), "", args...)
	if status != 0 {
		t.Fatal(errs)
	}
	for _, want := range []string{
		`\nchosen: \w+, gamma 0\.[12] \(sigma [\d.]+\), mu [\d.]+ \(lambda [\d.e-]+\)\n`,
		`\nrmse [\d.]+ ± [\d.]+ in 3-fold cross-validation; chosen (as the cheapest near|for) the least rmse of 18 settings`,
		`\nrmse [\d.]+, r2 [\d.]+ on 25 test rows; the mean of these rows has rmse [\d.]+(, exact regression [\d.]+)?\n`,
		`(?s)\nmethod .*\nbka .*\nexact .* 80 kB .*\nnystrom .* 64 kB`,
		`^searched: settings of 3 methods, 18 on 66 rows\n`,
		`\ngramscope sweep --methods \w+ --gamma 0\.[12] --mu [\d.]+ --n 100 --target yield --columns -grade \S+\n`,
		`\ngramscope fit --method \w+ --gamma 0\.[12] --mu [\d.]+ --n 100 --test 0.2 --out model.json --target yield --columns -grade \S+\n$`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if !strings.Contains(errs, "note: target: yield") || !strings.Contains(errs, "of the grid") {
		t.Errorf("notes: %s", errs)
	}
	a := tune(t, strings.Join(args[1:], " "))
	if len(a.Grid) != 3*2*3 || len(a.Methods) != 3 || a.N != 100 || a.TestRows != 25 || a.Learner != "ridge" {
		t.Errorf("%+v", a)
	}
	if _, answer, _ := strings.Cut(out, "\nchosen: "); !strings.HasSuffix(answer, "\n"+a.Sweep+"\n"+a.Fit+"\n") ||
		strings.Count(answer, "\n") > 6 {
		t.Errorf("the answer is\n%s", answer)
	}
	if _, code, said := execute(t, context.Background(), "", append(args, "--code", "-")...); code != a.Scikit ||
		!strings.HasSuffix(said, a.Fit+"\n") {
		t.Errorf("the code is\n%s\nand in JSON\n%s", code, a.Scikit)
	}
	least := math.Inf(1)
	for _, cell := range a.Grid {
		if least = min(least, cell["rmse"].(float64)); cell["folds"] != 3.0 || cell["rmse_se"].(float64) <= 0 ||
			cell["lambda"].(float64) != cell["mu"].(float64)/100 {
			t.Errorf("%v", cell)
		}
	}
	if best := a.Best["rmse"].(float64); a.Least["rmse"] != least ||
		!strings.Contains(out, fmt.Sprintf("rmse %.4g ±", best)) {
		t.Errorf("the best is %v, the least of the grid %v", a.Best, least)
	}
	if !a.Learnt || strings.Contains(out, "learnt") {
		t.Errorf("nothing was learnt in\n%s", out)
	}
	again := append(args, "--format", "json", "--workers", "1")
	if _, one, _ := execute(t, context.Background(), "", again...); seconds.ReplaceAllString(one,
		"") != seconds.ReplaceAllString(jsonOf(t, append(args, "--format", "json", "--workers", "4")), "") {
		t.Error("the answer depends on the number of workers")
	}
}

// TestTunedProgramOfMatrix: KernelRidge takes a matrix, whose rows the user has to fill in, as a note says. Where
// nystrom is chosen, the program has exact regression and says how much worse it is; without it there is none.
func TestTunedProgramOfMatrix(t *testing.T) {
	line, _, _ := onWords(t)
	args := strings.Fields("tune --methods exact --mus 0.5 --code -" + strings.Replace(line, " --mu 0.1", "", 1))
	_, code, said := execute(t, context.Background(), "", args...)
	if !strings.Contains(code, "\nX, y = ...  # fill in your rows of the matrix, n×n, and targets\ny = y - y.mean()") ||
		!strings.Contains(code, `KernelRidge(alpha=0.5, kernel="precomputed")`) ||
		!strings.Contains(said, "fill in X and y") {
		t.Errorf("%s\n%s", code, said)
	}
	args[2] = "nystrom,exact"
	_, code, _ = execute(t, context.Background(), "", append(args, "--m", "8")...)
	if !strings.HasPrefix(code, "# scikit-learn has no nystrom on a kernel matrix. Of what it has, exact is the best "+
		"that was searched: rmse 1.945, where nystrom has 1.932.\n") ||
		!strings.Contains(code, "\n    KernelRidge(alpha=0.5") {
		t.Errorf("where nystrom is best:\n%s", code)
	}
	args[2] = "nystrom"
	_, code, said = execute(t, context.Background(), "", args...)
	const why = "scikit-learn's Nystroem has no kernel precomputed; of gramscope's kernels it has rbf"
	if !strings.HasPrefix(code, "# no program: "+why) || strings.Count(code, "\n") != 1 ||
		!strings.Contains(said, "standard output has a comment in place of a program: "+why) {
		t.Errorf("%s\n%s", code, said)
	}
}

// TestTunedSweepHasNoLimit: the figures of a sweep take more memory than a search may be allowed.
func TestTunedSweepHasNoLimit(t *testing.T) {
	a := tune(t, "--max-memory 100MB --methods nystrom --m 10 --gammas 0.05 --mus 0.1 --n 2000 friedman")
	remark, sweep, _ := strings.Cut(a.Sweep, "\n")
	if !strings.HasPrefix(remark, "# without --max-memory") || strings.Contains(sweep, "--max-memory") ||
		!strings.Contains(a.Fit, "--max-memory 100000000") {
		t.Errorf("%s\n%s", a.Sweep, a.Fit)
	}
}

// TestTunedProgramIsTheBestOfPython: where scikit-learn lacks the chosen method, the program has the setting with the
// least loss that it has, and says how much worse that is.
func TestTunedProgramIsTheBestOfPython(t *testing.T) {
	a := tune(t, "--n 150 --over m=20,40 --gammas 0.02,0.1 --mus 0.01,0.1 --time 0 --methods rpcholesky,nystrom friedman")
	least, m := math.Inf(1), 0.0
	for _, row := range a.Grid {
		if loss := row["rmse"].(float64); row["method"] == "nystrom" && loss < least {
			least, m = loss, row["m"].(float64)
		}
	}
	want := fmt.Sprintf("# scikit-learn has no rpcholesky. Of what it has, nystrom m=%v is the best that was searched: "+
		"rmse %.4g, where rpcholesky m=40 has %.4g.\n", m, least, a.Best["rmse"])
	if !strings.HasPrefix(a.Scikit, want) || !strings.Contains(a.Scikit, fmt.Sprintf("n_components=%v,", m)) ||
		strings.Contains(a.Scikit, "is the nearest") {
		t.Errorf("no %s in\n%s", want, a.Scikit)
	}
	if a := tune(t, "--n 60 --m 20 --gammas 0.05 --mus 0.1 --time 0 --methods accumulation friedman"); !strings.HasPrefix(a.Scikit, "# scikit-learn has no accumulation, and none of its methods has a score on 48 rows") {
		t.Errorf("%s", a.Scikit)
	}
}

// TestTuneComparesWithExact: what exact regression has on the test rows, or, where --exact-limit does not allow it, on
// parts of the rows.
func TestTuneComparesWithExact(t *testing.T) {
	line := "--methods nystrom,exact --m 100 --n 300 --gammas 0.02 --mus 10,100 --time 0 friedman"
	_, out, _ := execute(t, context.Background(), "", append([]string{"tune"}, strings.Fields(line)...)...)
	a := tune(t, line)
	for _, row := range a.Methods {
		if row["method"] == "exact" && a.Best["method"] != "exact" &&
			!strings.Contains(out, fmt.Sprintf(", exact regression %.4g\n", row["rmse_test"])) {
			t.Errorf("exact has %v in\n%s", row["rmse_test"], out)
		}
	}
	line = "--methods nystrom,exact --n 2600 --exact-limit 600 --time 0 "
	for more, than := range map[string]string{
		"--m 50 --gammas 0.05 --mus 1 friedman": "less", "--m 10 --gammas 5 --mus 0.0001 bimodal": "more",
	} {
		_, out, _ = execute(t, context.Background(), "", append([]string{"tune"}, strings.Fields(line+more)...)...)
		a = tune(t, line+more)
		want := fmt.Sprintf(", and exact regression %.4g ± %.4g %s on 520 rows of the folds\n",
			math.Abs(a.Exact["gain"].(float64)), a.Exact["gain_se"], than)
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if _, out, _ := execute(t, context.Background(), "", strings.Fields("tune --n 60 moons")...); strings.Contains(out,
		"exact") || !strings.Contains(out, "; the largest class has ") {
		t.Errorf("%s", out)
	}
}

var seconds = regexp.MustCompile(`"(estimated_)?seconds":[^,]*,`)

func jsonOf(t *testing.T, args []string) string {
	t.Helper()
	_, out, _ := execute(t, context.Background(), "", args...)
	return out
}

// TestTuneSaysThatNothingWasLearnt of targets that have nothing to do with the
// features.
func TestTuneSaysThatNothingWasLearnt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	noise := "a,y,side\n"
	for range 100 {
		noise += fmt.Sprintf("%.3f,%.3f,%s\n", rng.NormFloat64(), rng.NormFloat64(),
			[]string{"head", "tail", "tail"}[rng.IntN(3)])
	}
	path := written(t, "noise.csv", noise)
	for line, want := range map[string]string{
		"--target y --columns a ":    "\nnothing was learned: rmse is not a standard error of the difference, ",
		"--target side --columns a ": "\nnothing was learned: logloss is not a standard error of the difference, ",
	} {
		line += "--gammas 30 --mus 0.01 --methods nystrom " + path
		if status, out, errs := execute(t, context.Background(), "",
			append([]string{"tune"}, strings.Fields(line)...)...); status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d: %s\nno %q in\n%s", status, errs, want, out)
		}
		if tune(t, line).Learnt {
			t.Errorf("%s: something was learned", line)
		}
	}
}

func TestTuneOnAllRows(t *testing.T) {
	plain := garden(t, "garden.csv", ",", true, false, 60)
	status, out, errs := execute(t, context.Background(), "", "tune", "--target", "yield", "--columns", "width,depth",
		"--methods", "exact", "--n", "60", plain)
	const all = "\nno test rows: all 60 rows are searched; --n 48 leaves some to compare it on\n"
	if status != 0 || !strings.Contains(out, all) {
		t.Errorf("status %d\n%s\n%s", status, out, errs)
	}
	for _, line := range []string{"--test 0 --n 60 " + plain, "--test 0 --n 40 " + plain, "--test 0 --n 1500 friedman"} {
		line += " --methods nystrom --m 5 --gammas 0.1 --mus 0.1"
		_, out, errs = execute(t, context.Background(), "", append([]string{"tune"}, strings.Fields(line)...)...)
		if !strings.Contains(out, "\nno test rows to compare it on: --test is 0\n") {
			t.Errorf("%s:\n%s\n%s", line, out, errs)
		}
	}
	a := tune(t, "--target yield --columns width,depth --methods exact --test 0 "+plain)
	if a.N != 60 || a.TestRows != 0 || a.Best["rmse_test"] != nil {
		t.Errorf("%d rows, %d test rows, %v", a.N, a.TestRows, a.Best)
	}
}

func TestTuneBadInput(t *testing.T) {
	same := written(t, "same.csv", "a,b\n"+strings.Repeat("1,7\n2,7\n", 20))
	letters := "a,b\n"
	for i := range 40 {
		letters += fmt.Sprintf("%d,%c%c\n", i, 'a'+i/20, 'a'+i%20)
	}
	many := written(t, "many.csv", letters)
	for line, want := range map[string]struct {
		status int
		parts  string
	}{
		"tune --target none " + same:                     {2, "no target to learn;--target"},
		"tune " + same:                                   {1, "7 in all 32 training rows;--target"},
		"tune --n 30 " + many:                            {1, "40 classes;30 training rows;--n"},
		"tune --learner ridge " + many:                   {2, "text;--learner logistic"},
		"tune --test 1 friedman":                         {2, "--test;0.2"},
		"tune --test -1 friedman":                        {2, "--test;0.2"},
		"tune --folds 1 friedman":                        {2, "--folds;at least 2"},
		"tune --folds 50 --n 30 friedman":                {2, "50 folds of 30 rows;--folds 30"},
		"tune --gammas 5..1:3 friedman":                  {2, "--gammas;backwards;1..5:3"},
		"tune --mus 0,1 friedman":                        {2, "--mus;0"},
		"tune --gamma 3 friedman":                        {2, "--gamma;did you mean --gammas?"},
		"tune --gammas 1,2 --kernel linear friedman":     {2, "gamma;linear"},
		"tune --methods nystrm friedman":                 {2, "nystrm;did you mean nystrom?"},
		"tune --methods exact moons":                     {2, "exact;classes;leave it out"},
		"tune --methods exact --exact-limit 50 friedman": {2, "exact is for n up to 50, not 1000"},
		"tune --max-memory 32MB --n 500 friedman":        {1, "--max-memory"},
		"tune --max-memory 42MB --m 400 --methods nystrom --workers 2 friedman": {1,
			"n = 1000;42 MB;lower --n or --m, or raise --max-memory"},
		"tune --time soon friedman":                                     {2, "--time;soon;60s or 5m"},
		"tune --time -1s friedman":                                      {2, "--time;-1s;60s or 5m"},
		"tune --time 1ns friedman":                                      {2, "--time"},
		"tune --time 250ms --folds 50 --n 3000 --methods best friedman": {1, "best m=200;raise --time"},
		"tune --over gamma=0.1,1 friedman":                              {2, "gamma;--gammas"},
		"tune --over sigma=0.1,1 friedman":                              {2, "sigma;--gammas"},
		"tune --over mu=0.1,1 friedman":                                 {2, "mu;--mus"},
		"tune --over n=100,200 friedman":                                {2, "over n;--n"},
		"tune --over accum=1,4 --methods nystrom friedman":              {2, "over accum: no chosen method uses it"},
		"tune --over degree=2,3 --kernel polynomial friedman":           {2, "over degree;--degree"},
		"tune --over acum=2,3 friedman":                                 {2, "acum;did you mean accum?"},
		"tune --over m=10,20 --over m=30 friedman":                      {2, "m is swept twice"},
		"tune --over m=10,20 --m 30 friedman":                           {2, "--m is given;leave one of them out"},
		"tune --format csv friedman":                                    {2, "csv;text, json"},
		"tune --methods fourier --kernel polynomial moons":              {2, "fourier"},
		"tune /nonexistent.csv":                                         {1, "no such file"},
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
