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
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gramscope/approx"
	"gramscope/ui/command"
)

const (
	plants = "../../testdata/cli/plants.csv"
	fresh  = "../../testdata/fit/new.csv" // rows to predict, the columns in another order
)

// fitTo runs fit, which must succeed, and gives the name of the model file and
// what was said.
func fitTo(t *testing.T, line string) (model, said string) {
	t.Helper()
	model = filepath.Join(t.TempDir(), "model.json")
	status, out, said := execute(t, context.Background(), "", append([]string{"fit", "--out", model}, strings.Fields(line)...)...)
	if status != 0 || out != "" {
		t.Fatalf("fit %s: status %d, %q, %s", line, status, out, said)
	}
	return model, said
}

// predictBy runs predict, which must succeed.
func predictBy(t *testing.T, stdin string, args ...string) (lines []string, said string) {
	t.Helper()
	status, out, said := execute(t, context.Background(), stdin, append([]string{"predict"}, args...)...)
	if status != 0 || !strings.HasSuffix(out, "\n") {
		t.Fatalf("predict %v: status %d, %q, %s", args, status, out, said)
	}
	return strings.Split(strings.TrimSuffix(out, "\n"), "\n"), said
}

func numbers(t *testing.T, cells []string) []float64 {
	t.Helper()
	out := make([]float64, len(cells))
	for i, cell := range cells {
		var err error
		if out[i], err = strconv.ParseFloat(cell, 64); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// column reads a column of plants.csv.
func column(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	for _, row := range parseRows(t, string(text)) {
		cells = append(cells, row[name])
	}
	return cells
}

// TestPredictionsOfScikit: exact regression and classification predict what
// scikit-learn does, see testdata/fit/make.py.
func TestPredictionsOfScikit(t *testing.T) {
	var golden struct {
		Gamma, Mu float64
		Ridge     []float64
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
	for method, tolerance := range map[string]float64{"exact": 1e-8, "best --m 90": 1e-8, "nystrom --m 90 --solver falkon": 1e-4} {
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
			if method == "exact" || method == "bka" || method == "meka" { // clusters overlap: some rows are nearer to another's centre
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
		fmt.Fprintf(&other, "%s;x;%s;%s;%s\n", strings.ReplaceAll(row[3], ".", ","), row[0], row[2], strings.ReplaceAll(row[1], ".", ","))
	}
	_, bare, _ := strings.Cut(features.String(), "\n")
	for what, c := range map[string]struct {
		text string
		args []string
	}{
		"standard input":               {string(text), nil},
		"without the target":           {features.String(), nil},
		"without a header":             {body, []string{"--header", "no"}},
		"without header and target":    {bare, []string{"--header=no"}},
		"decimal commas, other orders": {strings.Replace(strings.Replace(other.String(), "leaf_cm", "leaf_cm", 1), ".", ",", -1), nil},
		"a row":                        {header + "\n" + body[:strings.Index(body, "\n")+1], nil},
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
	if len(got) != 9000 || strings.Join(got, " ") != strings.Repeat(strings.Join(want, " ")+" ", 99)+strings.Join(want, " ") {
		t.Errorf("%d predictions, not those of 90 rows a hundred times", len(got))
	}
	_, few := predictBy(t, "", "--score", model, plants)
	if !strings.Contains(said, strings.Replace(few, "90 rows", "9000 rows", 1)) {
		t.Errorf("score %q, of 90 rows %q", said, few)
	}
	status, out, errs := execute(t, context.Background(), many+"fern,1e200,2,3,4\n", "predict", model, "-")
	if status != 1 || !strings.Contains(errs, "-: row 9001: column height_cm holds 1e+200") || strings.Count(out, "\n") != 8192 {
		t.Errorf("status %d, %q", status, errs)
	}
}

// TestSmallestRidge: where mu = 0 can't be solved the ridge that is offered can.
func TestSmallestRidge(t *testing.T) {
	for _, method := range []string{"exact", "nystrom", "best", "bka"} {
		line := " --gamma 0.02 --m 90 --method " + method + " " + plants
		status, _, errs := execute(t, context.Background(), "", append([]string{"fit", "--mu", "0", "--out", filepath.Join(t.TempDir(), "m.json")}, strings.Fields(line)...)...)
		offered := regexp.MustCompile(`raise mu to (\S+) or more`).FindStringSubmatch(errs)
		if status != 1 || offered == nil {
			t.Errorf("%s: status %d, %s", method, status, errs)
			continue
		}
		fitTo(t, "--mu "+offered[1]+line)
	}
}

// TestFitClasses: text targets are classes by themselves, numbers by request, and
// names come out.
func TestFitClasses(t *testing.T) {
	kinds := column(t, "kind")
	for _, learner := range []string{"", "--learner svm "} {
		model, said := fitTo(t, learner+"--target kind --m 30 --test 0.3 "+plants)
		lines, score := predictBy(t, "", "--score", model, plants)
		right := 0
		for i, kind := range lines {
			if kind == kinds[i] {
				right++
			}
		}
		if right < 85 || !strings.Contains(score, fmt.Sprintf("90 rows: accuracy %.4f", float64(right)/90)) || !strings.Contains(said, "27 test rows: accuracy") {
			t.Errorf("%d right; fit says %s, predict %s", right, said, score)
		}
		if strings.Contains(score, "log loss") != (learner == "") {
			t.Errorf("%s: %s", learner, score)
		}
	}
	table := "x,y\n1,0\n2,0\n3,1\n4,1\n1.5,0\n3.5,1\n"
	path := filepath.Join(t.TempDir(), "two.csv")
	if err := os.WriteFile(path, []byte(table), 0o644); err != nil {
		t.Fatal(err)
	}
	model, said := fitTo(t, "--learner logistic --method best "+path)
	if lines, _ := predictBy(t, table, model, "-"); strings.Join(lines, "") != "001101" || !strings.Contains(said, "2 classes") {
		t.Errorf("predicted %q; %s", lines, said)
	}
	if _, said := fitTo(t, "--method best "+path); !strings.Contains(said, "ridge regression by best") || !strings.Contains(said, "the target has two values; --learner logistic") {
		t.Errorf("a target with two numbers: %s", said)
	}
}

// TestFitOnBuiltInSets: their models are for files with columns of those names.
func TestFitOnBuiltInSets(t *testing.T) {
	model, said := fitTo(t, "--n 50 --m 10 --test 0.5 spline --kernel periodic")
	if !strings.Contains(said, "50 training rows") || !strings.Contains(said, "50 test rows") {
		t.Error(said)
	}
	if lines, _ := predictBy(t, "0.1\n0.5\n", model, "-"); len(lines) != 2 {
		t.Errorf("%q", lines)
	}
}

func TestFitSays(t *testing.T) {
	for line, parts := range map[string]string{
		"--m 10 --accum 3 --degree 2 " + plants:                        "--accum is not used: neither nystrom nor the kernel gaussian has it;--degree is not used",
		"--m 10 --mu 0.09 " + plants:                                   "μ = 0.09 (λ = μ/n = 0.001);target weight_g, centred by its mean 56.7;degrees of freedom;model.json: ;target: weight_g, the last column",
		"--n 40 --test 0.2 --method exact " + plants:                   "ridge regression by exact on 40 rows of plants.csv;40 training rows: RMSE;10 test rows: RMSE",
		"--method rls --kernel laplacian --mu 0 --n 20 bimodal --m 20": "leverage scores need a ridge above 0 and take 0.01",
		"--method best --m 2 --test 0.5 " + plants:                     "on 45 rows;45 test rows",
		"--n 500 --method best --m 3 " + plants:                        "clamped to the 90 rows",
	} {
		_, said := fitTo(t, line)
		for part := range strings.SplitSeq(parts, ";") {
			if !strings.Contains(said, part) {
				t.Errorf("fit %s says\n%swithout %q", line, said, part)
			}
		}
	}
}

// TestBadFits: status, and parts of the message; nothing is written.
func TestBadFits(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, same := write("one.csv", "a,y\n1,2\n2,2\n3,2\n"), write("same.csv", "a,y\n1,u\n2,u\n")
	many, repeated := write("many.csv", "a,y\n1,u\n2,v\n3,w\n"), write("repeated.csv", "a,y\n1,2\n1,3\n2,5\n4,1\n")
	single, twice := write("single.csv", "a\n1\n2\n"), write("twice.csv", "a,a,y\n1,2,3\n2,4,5\n")
	long := write("long.csv", "a,y\n"+strings.Repeat("1,2\n", 10)+"3,4\n"+lines(60))
	for line, want := range map[string]struct {
		status int
		parts  string
	}{
		"--target none " + plants: {2, "no target;--target"},
		single:                    {2, "no target;--target"},
		one:                       {1, "target y is 2 in all 3 training rows;--target"},
		same:                      {1, "target y is u in all 2 training rows;--target"},
		"--target kind --learner ridge " + plants: {2, "text, 3 classes;--learner logistic or svm"},
		"--n 2 " + many:                                {1, "3 classes;2 training rows;--n"},
		"--learner svm " + long:                        {2, "different numbers;--learner ridge"},
		"--mu 0 --method exact --gamma 1 " + repeated:  {1, "singular;μ = 0;raise mu to"},
		"--mu 0 --gamma 1 " + repeated:                 {1, "singular;μ = 0;raise mu to"},
		"--mu 0 --solver falkon --gamma 1 " + repeated: {1, "singular;μ = 0;raise mu"},
		"--mu 0 --target kind " + plants:               {2, "mu = 0;above 0"},
		"--mu -1 " + plants:                            {2, "--mu;-1;range"},
		"--mu - " + plants:                             {2, "--mu;not a number"},
		"--test 1 " + plants:                           {2, "--test;0.2"},
		"--test -0.1 " + plants:                        {2, "--test"},
		"--test x " + plants:                           {2, "--test"},
		"--methods nystrom,bka " + plants:              {2, "one method;gramscope sweep"},
		"--method all " + plants:                       {2, "one method"},
		"--method nystrm " + plants:                    {2, "nystrm;did you mean nystrom?"},
		"--method exakt " + plants:                     {2, "exakt;did you mean exact?"},
		"--method exact --exact-limit 50 " + plants:    {2, "n up to 50, not 90;--n 50"},
		"--method exact --solver falkon " + plants:     {2, "falkon;exact"},
		"--method exact --target kind " + plants:       {2, "exact is for ridge regression;--method best"},
		"--method bka --solver falkon " + plants:       {2, "falkon;--solver direct"},
		"--solver falkon --target kind " + plants:      {2, "falkon;--solver"},
		"--method fourier --kernel linear " + plants:   {2, "fourier;linear"},
		"--method best --methods best " + plants:       {2, "--method;--methods"},
		"--gamma 1 --sigma 1 " + plants:                {2, "same knob"},
		"--max-memory 50kB --m 50 " + plants:           {1, "--max-memory"},
		"--target y bimodal":                           {2, "--target is for files"},
		"--learner svm friedman":                       {2, "number;--learner ridge"},
		"--target kind --columns -kind " + plants:      {1, "target"},
		twice:                 {1, `both called "a";--columns -2`},
		"":                    {2, "no data;gramscope fit"},
		"nowhere.csv":         {1, "nowhere.csv;no such file"},
		plants + " " + plants: {2, "one DATA"},
	} {
		t.Run(line, func(t *testing.T) {
			empty := t.TempDir()
			out := filepath.Join(empty, "m.json")
			status, stdout, errs := execute(t, context.Background(), "", append([]string{"fit", "--out", out}, strings.Fields(line)...)...)
			if status != want.status || stdout != "" {
				t.Errorf("status %d, want %d; %q", status, want.status, stdout)
			}
			checkMessage(t, errs[max(0, strings.LastIndex("\n"+errs, "\ngramscope: ")):], strings.Split(want.parts, ";"))
			if entries, err := os.ReadDir(empty); err != nil || len(entries) > 0 {
				t.Errorf("left behind: %v, %v", entries, err)
			}
		})
	}
}

// lines are rows of different targets.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,%d\n", i, i*i)
	}
	return b.String()
}

// TestFitOverwritesNothing, unless it is told to; and refuses before the work
// where it could not write.
func TestFitOverwritesNothing(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "m.json")
	if err := os.WriteFile(out, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{out, "already;--force"}, {folder, "directory"}, {filepath.Join(folder, "no", "m.json"), "no folder;--out"}, {"", "--out"}, {"-", "--out"}} {
		status, _, errs := execute(t, context.Background(), "", "fit", "--out", c[0], "nowhere.csv") // which comes later
		if status == 0 {
			t.Errorf("fit --out %s succeeded", c[0])
		}
		checkMessage(t, errs, strings.Split(c[1], ";"))
	}
	if content, err := os.ReadFile(out); err != nil || string(content) != "precious" {
		t.Errorf("the file holds %q: %v", content, err)
	}
	if status, _, errs := execute(t, context.Background(), "", "fit", "--force", "--out", out, plants); status != 0 {
		t.Error(errs)
	}
	predictBy(t, "", out, plants)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if status, _, _ := execute(t, ctx, "", "fit", "--out", filepath.Join(folder, "n.json"), plants); status != 1 {
		t.Errorf("status %d after an interrupt", status)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v: %v", entries, err)
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
	newer := broken("newer.json", bytes.Replace(content, []byte(`"version": 1`), []byte(`"version": 2`), 1))
	const header = "kind,height_cm,leaf_cm,age\n"
	for what, c := range map[string]struct {
		args   string
		stdin  string
		status int
		parts  string
	}{
		"no arguments":       {"", "", 2, "a model and data;gramscope predict [flags] MODEL.json DATA"},
		"no data":            {model, "", 2, "a model and data"},
		"no model":           {"nowhere.json " + plants, "", 1, "nowhere.json;no such file;gramscope fit"},
		"wrong order":        {plants + " " + model, "", 1, "plants.csv;no model file;gramscope predict MODEL.json DATA"},
		"cut short":          {short + " " + plants, "", 1, "short.json;cut short"},
		"edited":             {edited + " " + plants, "", 1, "edited.json;edited or damaged;fit it again"},
		"another version":    {newer + " " + plants, "", 1, "newer.json;version 2;version 1, the only one"},
		"no such data":       {model + " nowhere.csv", "", 1, "nowhere.csv;no such file"},
		"built-in set":       {model + " bimodal", "", 2, "bimodal is a built-in set"},
		"empty data":         {model + " -", "", 1, "empty"},
		"other columns":      {model + " -", "kind,size\nfern,3\n", 1, "height_cm, leaf_cm, age are missing;the file has kind, size;expected kind, height_cm, leaf_cm, age"},
		"too many columns":   {model + " -", "1,2,3,4,5,6\n1,2,3,4,5,6\n", 1, "6 columns;4 features"},
		"unknown value":      {model + " -", header + "fern,1,2,3\nivy,1,2,3\n", 1, `-:3:1: unknown value ("ivy");one of fern, moss, reed`},
		"missing value":      {model + " -", header + "fern,1,2,3\nfern,1,,3\n", 1, `-:3:8: missing value;fill it in`},
		"text":               {model + " -", header + "fern,1,2,old\nfern,1,2,3\n", 1, `-:2:10: text ("old");expected a number`},
		"far away":           {model + " -", header + "fern,1,2,3\nfern,1,2,1e200\n", 1, "row 2: column age holds 1e+200"},
		"score of no target": {"--score " + model + " -", header + "fern,1,2,3\n", 1, `target "weight_g";--score`},
		"unknown class":      {"--score " + svm + " -", "kind,height_cm,leaf_cm,age,weight_g\nivy,1,2,3,4\n", 1, `unknown value ("ivy")`},
		"of a ridge":         {"--probabilities " + model + " " + plants, "", 2, "--probabilities;ridge regression"},
		"of an svm":          {"--probabilities " + svm + " " + plants, "", 2, "--probabilities;support vector machine"},
		"unknown flag":       {"--scores " + model + " " + plants, "", 2, "--scores;did you mean --score?"},
	} {
		t.Run(what, func(t *testing.T) {
			status, _, errs := execute(t, context.Background(), c.stdin, append([]string{"predict"}, strings.Fields(c.args)...)...)
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

func TestFitHelp(t *testing.T) {
	for _, name := range []string{"fit", "predict"} {
		status, out, errs := execute(t, context.Background(), "", name, "--help")
		if status != 0 || errs != "" || !strings.HasPrefix(out, "gramscope "+name+" [flags]") {
			t.Errorf("status %d: %q, %q", status, out, errs)
		}
	}
	_, out, _ := execute(t, context.Background(), "", "fit", "--help")
	for _, flag := range []string{"out", "force", "target", "columns", "n", "test", "standardize", "kernel", "gamma", "sigma", "method", "methods", "m", "rank", "accum", "clusters",
		"score-ridge", "mu", "learner", "solver", "seed", "exact-limit", "max-memory"} {
		if strings.Count(out, "\n  --"+flag+" ") != 1 {
			t.Errorf("help does not list --%s once", flag)
		}
	}
}
