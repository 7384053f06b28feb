package command_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gramscope/approx"
	"gramscope/ui/command"
)

// predictBy runs predict, which must succeed.
func predictBy(t *testing.T, stdin string, args ...string) (lines []string, said string) {
	t.Helper()
	status, out, said := execute(t, context.Background(), stdin, append([]string{"predict"}, args...)...)
	if status != 0 || !strings.HasSuffix(out, "\n") {
		t.Fatalf("predict %v: status %d, %q, %s", args, status, out, said)
	}
	return strings.Split(strings.TrimSuffix(out, "\n"), "\n"), said
}

// TestPredictionsOfScikit: exact regression and classification predict what
// scikit-learn does, see testdata/fit/make.py.
func TestPredictionsOfScikit(t *testing.T) {
	var golden struct {
		Gamma, Mu float64
		Ridge     []float64
		Amplitude float64
		Std       []float64
		Classes   []string
		Chances   [][]float64
	}
	content, err := os.ReadFile("../../testdata/fit/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &golden); err != nil {
		t.Fatal(err)
	}
	setting := fmt.Sprintf(" --gamma %v --mu %v %s", golden.Gamma, golden.Mu, plants)
	for method, tolerance := range map[string]float64{"exact": 1e-8, "best --m 90": 1e-8,
		"nystrom --m 90 --solver falkon": 1e-4} {
		model, _ := fitTo(t, "--method "+method+setting)
		lines, said := predictBy(t, "", model, fresh)
		for i, v := range numbers(t, lines) {
			if want := golden.Ridge[i]; math.Abs(v-want) > tolerance*(1+math.Abs(want)) {
				t.Errorf("%s, row %d: %.12g, want %.12g", method, i, v, want)
			}
		}
		if len(lines) != len(golden.Ridge) || !strings.Contains(said, "columns that are not needed: label") {
			t.Errorf("%s: %d lines, %s", method, len(lines), said)
		}
	}
	// Error bars, of scikit-learn's GaussianProcessRegressor: of the function, and of targets.
	noise := golden.Amplitude * golden.Mu
	for method, tolerance := range map[string]float64{"exact": 1e-8, "best --m 90 --std dtc": 1e-8,
		"nystrom --m 90 --std dtc": 1e-6, "rpcholesky --m 90 --std dtc": 1e-6} {
		model, said := fitTo(t, "--method "+method+setting)
		if !strings.Contains(said, fmt.Sprintf("kernel of amplitude s² = %.4g", golden.Amplitude)) {
			t.Errorf("%s: %s", method, said)
		}
		of, _ := predictBy(t, "", "--std", model, fresh)
		if word, _ := predictBy(t, "", "--std", "function", model, fresh); !slices.Equal(word, of) {
			t.Errorf("--std function: %q, want %q", word, of)
		}
		with, _ := predictBy(t, "", "--std", "target", "--interval", "0.95", model, fresh)
		only, _ := predictBy(t, "", "--interval=0.95", model, fresh)
		for i, want := range golden.Std {
			f, a, b := numbers(t, strings.Split(of[i], ",")), numbers(t, strings.Split(with[i], ",")),
				numbers(t, strings.Split(only[i], ","))
			if len(f) != 2 || math.Abs(f[0]-golden.Ridge[i]) > tolerance*100 || math.Abs(f[1]-want) > tolerance*want {
				t.Errorf("%s, row %d: %v, want %.12g, %.12g", method, i, f, golden.Ridge[i], want)
			}
			std := math.Sqrt(want*want + noise)
			if len(a) != 4 || math.Abs(a[1]-std) > tolerance*std || math.Abs(a[2]-(a[0]-1.959963984540054*a[1])) > 1e-9 ||
				math.Abs(a[3]-(a[0]+1.959963984540054*a[1])) > 1e-9 {
				t.Errorf("%s, row %d: %v, want the standard deviation %.12g", method, i, a, std)
			}
			if len(b) != 3 || b[0] != a[0] || b[1] != a[2] || b[2] != a[3] {
				t.Errorf("%s, row %d: %v without --std, and %v with it", method, i, b, a)
			}
		}
	}
	model, _ := fitTo(t, "--target kind --columns height_cm,leaf_cm,age --kernel laplacian --method best --m 90"+setting)
	lines, _ := predictBy(t, "", "--probabilities", model, fresh)
	classes, _ := predictBy(t, "", model, fresh)
	if lines[0] != strings.Join(golden.Classes, ",") || len(lines) != 1+len(golden.Chances) {
		t.Fatalf("%d lines, the first is %q", len(lines), lines[0])
	}
	for i, want := range golden.Chances {
		got, best := numbers(t, strings.Split(lines[1+i], ",")), 0
		for j := range want {
			if math.Abs(got[j]-want[j]) > 1e-8 {
				t.Errorf("row %d: probabilities %v, want %v", i, got, want)
			}
			if want[j] > want[best] {
				best = j
			}
		}
		if classes[i] != golden.Classes[best] {
			t.Errorf("row %d: class %s, want %s", i, classes[i], golden.Classes[best])
		}
	}
}

// TestPredictionsAreTheFit: for the training rows a model predicts what its
// regression has fitted, as a sweep with the same flags says, and the score that
// fit tells is that of predict.
func TestPredictionsAreTheFit(t *testing.T) {
	y := numbers(t, column(t, "weight_g"))
	methods := []string{"exact"}
	for _, m := range approx.Methods() {
		methods = append(methods, m.Name)
	}
	for _, method := range methods {
		t.Run(method, func(t *testing.T) {
			line := " --m 20 --seed 5 --test 0 --mu 0.2 " + plants
			switch method {
			case "given":
				line = " --landmarks " + listed(t, 40) + line
			case "tensor-sketch":
				line = " --kernel polynomial" + line
			}
			model, said := fitTo(t, "--method "+method+line)
			lines, score := predictBy(t, "", "--score", model, plants)
			fitted := regexp.MustCompile(`90 training rows: (RMSE \S+, R² [^\s,]+)`).FindStringSubmatch(said)
			if fitted == nil || !strings.Contains(score, "90 rows: "+fitted[1]+"\n") {
				t.Errorf("fit says %q, predict %q", said, score)
			}
			sum := 0.0
			for i, v := range numbers(t, lines) {
				sum += (v - y[i]) * (v - y[i])
			}
			if len(lines) != len(y) {
				t.Fatalf("%d lines", len(lines))
			}
			// clusters overlap: some rows are nearer to another's centre
			if method == "exact" || method == "bka" || method == "meka" {
				return
			}
			row := rowsOf(t, "sweep --methods "+method+line)[0]
			if got, want := math.Sqrt(sum/float64(len(y))), number(t, row, "rmse_train"); math.Abs(got-want) > 1e-7*want {
				t.Errorf("training error %.12g, the sweep has %.12g", got, want)
			}
		})
	}
}

// TestPredictInputs: the same rows in any dress get the same predictions.
func TestPredictInputs(t *testing.T) {
	model, _ := fitTo(t, "--m 20 "+plants)
	text, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := predictBy(t, "", model, plants)
	header, body, _ := strings.Cut(string(text), "\n")
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var features, other strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&features, "%s\n", strings.Join(row[:4], ","))
		fmt.Fprintf(&other, "%s;x;%s;%s;%s\n", strings.ReplaceAll(row[3], ".", ","), row[0], row[2],
			strings.ReplaceAll(row[1], ".", ","))
	}
	_, bare, _ := strings.Cut(features.String(), "\n")
	for what, c := range map[string]struct {
		text string
		args []string
	}{
		"standard input":            {string(text), nil},
		"without the target":        {features.String(), nil},
		"without a header":          {body, []string{"--header", "no"}},
		"without header and target": {bare, []string{"--header=no"}},
		"decimal commas, other orders": {strings.Replace(strings.Replace(other.String(), "leaf_cm", "leaf_cm", 1), ".", ",",
			-1), nil},
		"a row": {header + "\n" + body[:strings.Index(body, "\n")+1], nil},
	} {
		lines, _ := predictBy(t, c.text, append([]string{model, "-"}, c.args...)...)
		for i, line := range lines {
			if line != want[i] {
				t.Errorf("%s, row %d: %s, want %s", what, i+1, line, want[i])
			}
		}
		if count := strings.Count(strings.TrimSpace(c.text), "\n"); len(lines) != count && len(lines) != count+1 {
			t.Errorf("%s: %d lines for %d", what, len(lines), count)
		}
	}
	part, _ := predictBy(t, "", model, "--score", plants)
	if strings.Join(part, " ") != strings.Join(want, " ") {
		t.Error("--score changes the predictions")
	}
}

// TestPredictManyRows: rows are predicted a part at a time.
func TestPredictManyRows(t *testing.T) {
	model, _ := fitTo(t, "--m 10 "+plants)
	want, _ := predictBy(t, "", model, plants)
	text, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	header, body, _ := strings.Cut(string(text), "\n")
	many := header + "\n" + strings.Repeat(body, 100)
	got, said := predictBy(t, many, "--score", model, "-")
	if len(got) != 9000 || strings.Join(got, " ") != strings.Repeat(strings.Join(want, " ")+" ", 99)+strings.Join(want,
		" ") {
		t.Errorf("%d predictions, not those of 90 rows a hundred times", len(got))
	}
	_, few := predictBy(t, "", "--score", model, plants)
	if !strings.Contains(said, strings.Replace(few, "90 rows", "9000 rows", 1)) {
		t.Errorf("score %q, of 90 rows %q", said, few)
	}
	status, out, errs := execute(t, context.Background(), many+"fern,1e200,2,3,4\n", "predict", model, "-")
	if status != 1 || !strings.Contains(errs, "-: row 9001: column height_cm holds 1e+200") ||
		strings.Count(out, "\n") != 8192 {
		t.Errorf("status %d, %q", status, errs)
	}
}

func TestBadPredictions(t *testing.T) {
	model, _ := fitTo(t, "--m 10 "+plants)
	svm, _ := fitTo(t, "--m 10 --target kind --learner svm "+plants)
	content, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	broken := func(name string, text []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	short := broken("short.json", content[:len(content)/2])
	edited := broken("edited.json", bytes.Replace(content, []byte(`"mu":0.01`), []byte(`"mu":0.02`), 1))
	older := broken("older.json", bytes.Replace(content, []byte(`"version":3`), []byte(`"version":2`), 1))
	const header = "kind,height_cm,leaf_cm,age\n"
	for what, c := range map[string]struct {
		args   string
		stdin  string
		status int
		parts  string
	}{
		"no arguments":    {"", "", 2, "a model and data;gramscope predict [flags] MODEL.json DATA"},
		"no data":         {model, "", 2, "a model and data"},
		"no model":        {"nowhere.json " + plants, "", 1, "nowhere.json;no such file;gramscope fit"},
		"wrong order":     {plants + " " + model, "", 1, "plants.csv;no model file;gramscope predict MODEL.json DATA"},
		"cut short":       {short + " " + plants, "", 1, "short.json;cut short"},
		"edited":          {edited + " " + plants, "", 1, "edited.json;edited or damaged;fit it again"},
		"another version": {older + " " + plants, "", 1, "older.json;version 2;expected version 3;fit it again"},
		"no such data":    {model + " nowhere.csv", "", 1, "nowhere.csv: no such file; name another"},
		"built-in set":    {model + " bimodal", "", 1, "predict takes no built-in set"},
		"empty data":      {model + " -", "", 1, "empty"},
		"other columns": {model + " -", "kind,size\nfern,3\n", 1,
			"columns that are missing: height_cm, leaf_cm, age;the file has kind, size;expected kind, height_cm, leaf_cm, age"},
		"too many columns": {model + " -", "7,2,3,4,5,6\n1,2,3,4,5,6\n", 1, "6 columns;4 features"},
		"unknown value": {model + " -", header + "fern,1,2,3\nivy,1,2,3\n", 1,
			`-:3:1: unknown value ("ivy");one of fern, moss, reed`},
		"missing value": {model + " -", header + "fern,1,2,3\nfern,1,,3\n", 1, `-:3:8: missing value;fill it in`},
		"text": {model + " -", header + "fern,1,2,old\nfern,1,2,3\n", 1,
			`-:2:10: text ("old");expected a number`},
		"far away":           {model + " -", header + "fern,1,2,3\nfern,1,2,1e200\n", 1, "row 2: column age holds 1e+200"},
		"score of no target": {"--score " + model + " -", header + "fern,1,2,3\n", 1, `target "weight_g";--score`},
		"unknown class": {"--score " + svm + " -", "kind,height_cm,leaf_cm,age,weight_g\nivy,1,2,3,4\n", 1,
			`unknown value ("ivy")`},
		"of a ridge":   {"--probabilities " + model + " " + plants, "", 2, "--probabilities;ridge regression"},
		"of an svm":    {"--probabilities " + svm + " " + plants, "", 2, "--probabilities;support vector machine"},
		"unknown flag": {"--scores " + model + " " + plants, "", 2, "--scores;did you mean --score?"},
	} {
		t.Run(what, func(t *testing.T) {
			status, _, errs := execute(t, context.Background(), c.stdin,
				append([]string{"predict"}, strings.Fields(c.args)...)...)
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			checkMessage(t, errs[max(0, strings.LastIndex("\n"+errs, "\ngramscope: ")):], strings.Split(c.parts, ";"))
		})
	}
}

func TestPredictIntoAClosedPipe(t *testing.T) {
	model, _ := fitTo(t, "--m 10 "+plants)
	var errs bytes.Buffer
	out := &limited{end: func() error { return syscall.EPIPE }}
	err := command.Run(context.Background(), approx.Methods(), []string{"predict", model, plants}, nil, out, &errs)
	if status := command.Report(err, &errs); status != 0 || errs.Len() > 0 {
		t.Errorf("status %d: %q", status, errs.String())
	}
	full := &limited{end: func() error { return &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC} }}
	err = command.Run(context.Background(), approx.Methods(), []string{"predict", model, plants}, nil, full, &errs)
	if status := command.Report(err, &errs); status != 1 || !strings.Contains(errs.String(), "no space left") {
		t.Errorf("status %d: %q", status, errs.String())
	}
}

// TestPredictNamesConstantColumns: a column that was constant in training does not count, and a note
// says so where a row differs there: a number, and a value of a text that no training row had.
// Without standardising it counts, and there is nothing to say.
func TestPredictNamesConstantColumns(t *testing.T) {
	var b strings.Builder
	fmt.Fprintln(&b, "a,year,kind,y")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,2019,%s,%d\n", i%7, []string{"u", "v"}[i%2], i%5)
	}
	rows := written(t, "rows.csv", b.String())
	const note = "note: columns that were constant in training and differ now are ignored: year (2019 in training); " +
		"fit on rows that differ in these columns to use them\n"
	same, other := written(t, "same.csv", "kind,a,year\nu,1,2019\n"),
		written(t, "other.csv", "kind,a,year\nu,1,2019\nu,1,2020\n")
	model, _ := fitTo(t, "--method exact "+rows)
	if _, said := predictBy(t, "", model, same); strings.Contains(said, "constant") {
		t.Errorf("rows as in training: %s", said)
	}
	if got, said := predictBy(t, "", model, other); got[0] != got[1] || !strings.HasSuffix(said, note) {
		t.Errorf("predicted %v and said %s", got, said)
	}
	raw, _ := fitTo(t, "--method exact --standardize=false "+rows)
	if got, said := predictBy(t, "", raw, other); got[0] == got[1] || strings.Contains(said, "constant") {
		t.Errorf("without standardising: predicted %v and said %s", got, said)
	}

	few, _ := fitTo(t, "--method exact --n 2 --seed 1 "+rows) // rows of one kind
	_, said := predictBy(t, "", few, written(t, "kinds.csv", "kind,a,year\nu,1,2019\nv,1,2019\n"))
	if !strings.Contains(said, "kind=u (") || !strings.Contains(said, "kind=v (") {
		t.Errorf("of a kind that no training row had: %s", said)
	}
}

// TestNoErrorBars: what has no error bars says why, and what has.
func TestNoErrorBars(t *testing.T) {
	for line, want := range map[string]string{
		"--method fourier --std dtc": "K̃ of fourier may exceed K; take nystrom with " +
			"--method nystrom",
		"--method nystrom --m 10 --solver falkon --std dtc": "solve directly with --solver direct",
		"--method nystrom --m 10 --solver pcg --std dtc": "pcg iterates and has no factor of the regression; solve " +
			"directly with --solver direct",
		"--method nystrom --m 10 --target kind --std dtc --columns age": "learns classes",
		"--method nystrom --std sor":                                    "dtc",
	} {
		out := filepath.Join(t.TempDir(), "model.json")
		status, _, said := execute(t, context.Background(), "",
			append([]string{"fit", "--out", out, plants}, strings.Fields(line)...)...)
		if _, err := os.Stat(out); status == 0 || err == nil || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %s", line, status, said)
		}
	}
	for line, want := range map[string]string{"--method nystrom": "fit it again with --std dtc",
		"--method nystrom --target kind --columns age": "and this is logistic regression"} {
		model, _ := fitTo(t, line+" "+plants)
		if status, out, said := execute(t, context.Background(), "", "predict", "--std", model, fresh); status != 2 ||
			out != "" || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %s", line, status, said)
		}
	}
	model, _ := fitTo(t, "--method exact "+plants)
	// The word target belongs to --std right behind it, and is the name of a file elsewhere.
	if status, out, said := execute(t, context.Background(), "", "predict", "--std", model, "target",
		fresh); status != 2 || out != "" || !strings.Contains(said, "two names, not 3") {
		t.Errorf("a third name: status %d, %q, %q", status, out, said)
	}
	for args, want := range map[string]string{"--interval 1": "between 0 and 1", "--std=mean": "function, target"} {
		if status, _, said := execute(t, context.Background(), "",
			append([]string{"predict", model, fresh}, strings.Fields(args)...)...); status != 2 ||
			!strings.Contains(said, want) {
			t.Errorf("%s: status %d, %s", args, status, said)
		}
	}
	if _, said := predictBy(t, "", "--score", "--std", model, plants); !strings.Contains(said,
		" % of targets in their 95 % intervals, negative log density") {
		t.Errorf("the score: %s", said)
	}
}

// TestScoreCountsTheIntervals: --score has the share of targets in the intervals that --interval asks for.
func TestScoreCountsTheIntervals(t *testing.T) {
	model, _ := fitTo(t, "--method exact "+plants)
	file, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Fields(string(file))[1:]
	for _, percent := range []int{50, 80, 95} {
		interval := fmt.Sprintf("--interval=0.%d", percent)
		lines, said := predictBy(t, "", "--score", "--std=target", interval, model, plants)
		inside := 0
		for i, line := range lines {
			var mean, std, lo, hi, y float64
			fmt.Sscanf(line, "%g,%g,%g,%g", &mean, &std, &lo, &hi)
			fmt.Sscanf(rows[i][strings.LastIndex(rows[i], ",")+1:], "%g", &y)
			if lo <= y && y <= hi {
				inside++
			}
		}
		want := fmt.Sprintf(", %.3g %% of targets in their %d %% intervals,", 100*float64(inside)/float64(len(rows)), percent)
		if !strings.Contains(said, want) {
			t.Errorf("want %q: %s", want, said)
		}
	}
}
