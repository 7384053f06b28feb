package command_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
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
	status, out, said := execute(t, context.Background(), "",
		append([]string{"fit", "--out", model}, strings.Fields(line)...)...)
	if status != 0 || out != "" {
		t.Fatalf("fit %s: status %d, %q, %s", line, status, out, said)
	}
	return model, said
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

// TestSmallestRidge: where mu = 0 can't be solved the ridge that is offered can.
func TestSmallestRidge(t *testing.T) {
	for _, method := range []string{"exact", "nystrom", "best", "bka"} {
		line := " --gamma 0.02 --m 90 --method " + method + " " + plants
		status, _, errs := execute(t, context.Background(), "",
			append([]string{"fit", "--mu", "0", "--out", filepath.Join(t.TempDir(), "m.json")}, strings.Fields(line)...)...)
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
		if right < 85 || !strings.Contains(score, fmt.Sprintf("90 rows: accuracy %.4f", float64(right)/90)) ||
			!strings.Contains(said, "27 test rows: accuracy") {
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
	if lines, _ := predictBy(t, table, model, "-"); strings.Join(lines, "") != "001101" ||
		!strings.Contains(said, "2 classes") {
		t.Errorf("predicted %q; %s", lines, said)
	}
	if _, said := fitTo(t, "--method best "+path); !strings.Contains(said, "ridge regression by best") ||
		!strings.Contains(said, "the target has two values; --learner logistic") {
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
		"--m 10 --accum 3 --degree 2 " +
			plants: "--accum is not used: neither nystrom nor the kernel gaussian nor the solver has it;--degree is not used",
		"--m 10 --mu 0.09 " + plants: "μ = 0.09 (λ = μ/n = 0.001);target weight_g, " +
			"centred by its mean 56.7;degrees of freedom;model.json: ;target: weight_g, the last column",
		"--n 40 --test 0.2 --method exact " +
			plants: "ridge regression by exact on 40 rows of plants.csv;40 training rows: RMSE;10 test rows: RMSE",
		"--method rls --kernel laplacian --mu 0 --n 20 bimodal --m 20": "leverage scores need a ridge above 0 and use 0.01",
		"--method best --m 2 --test 0.5 " + plants:                     "on 45 rows;45 test rows",
		"--m 9 --test 0.2 --n 90 " +
			plants: "\nno test rows: the model is fitted to all 90 rows; a smaller --n leaves some",
		"--n 500 --method best --m 3 " + plants: "clamped to the 90 rows",
	} {
		_, said := fitTo(t, line)
		for part := range strings.SplitSeq(parts, ";") {
			if !strings.Contains(said, part) {
				t.Errorf("fit %s says\n%swithout %q", line, said, part)
			}
		}
	}
}

// TestFitSaysHowToTakeAllRows: if rows are left out for a test, and no n asks for fewer.
func TestFitSaysHowToTakeAllRows(t *testing.T) {
	for line, says := range map[string]bool{
		"--test 0.2 " + plants: true, plants: false, "--test 0.2 --n 40 " + plants: false, "--test 0.2 --n 40 spline": false,
		"--test 0.2 spline": false,
	} {
		_, said := fitTo(t, "--m 10 "+line)
		if strings.Contains(said, "\nwithout --test the model is fitted to all 90 rows\n") != says {
			t.Errorf("fit %s says\n%s", line, said)
		}
	}
}

// TestFitNamesTheCommandForNewRows: unless the model is in no file.
func TestFitNamesTheCommandForNewRows(t *testing.T) {
	model, said := fitTo(t, "--m 10 "+plants)
	if want := "\nnew rows: gramscope predict " + model + " FILE\n"; !strings.HasSuffix(said, want) {
		t.Errorf("no %q in\n%s", want, said)
	}
	t.Chdir(t.TempDir())
	_, _, said = execute(t, context.Background(), "", "fit", "--m", "3", "--out=-a b.json", "blobs")
	if want := "\nnew rows: gramscope predict './-a b.json' FILE\n"; !strings.HasSuffix(said, want) {
		t.Errorf("no %q in\n%s", want, said)
	}
	_, _, said = execute(t, context.Background(), "", "fit", "--out", "-", "blobs")
	if strings.Contains(said, "new rows") {
		t.Errorf("a model in no file has\n%s", said)
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
	zero, apart := write("zero.csv", "a,y\n0,1\n0,2\n0,4\n"), write("apart.csv", "a,y\n0,1\n1e-200,2\n3e-200,4\n")
	outlier := write("outlier.csv", "a,y\n1e12,0\n"+lines(60))
	long := write("long.csv", "a,y\n"+strings.Repeat("1,2\n", 10)+"3,4\n"+lines(60))
	for line, want := range map[string]struct {
		status int
		parts  string
	}{
		"--target none " + plants: {2, "no target;--target"},
		single:                    {2, "no target;--target"},
		one:                       {1, "target y is 2 in all 3 training rows;--target"},
		same:                      {1, "target y is u in all 2 training rows;--target"},
		"--target kind --learner ridge " + plants: {2, "text, 3 classes;--learner logistic;--learner svm"},
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
		"--method nystrom,bka " + plants:               {2, "one method;gramscope sweep"},
		"--method all " + plants:                       {2, "one method"},
		"--method nystrm " + plants:                    {2, "nystrm;did you mean nystrom?"},
		"--method exakt " + plants:                     {2, "exakt;did you mean exact?"},
		"--method exact --exact-limit 50 " + plants:    {2, "n up to 50, not 90;--n 50"},
		"--method exact --solver falkon " + plants:     {2, "falkon;exact"},
		"--method exact --solver pcg " + plants:        {2, "pcg;exact;--method rpcholesky"},
		"--mu 0 --solver pcg --gamma 1 " + repeated:    {1, "singular;μ = 0;raise mu"},
		"--solver pcg --target kind " + plants:         {2, "pcg;--solver"},
		"--method exact --target kind " + plants:       {2, "exact is for ridge regression;--method best"},
		"--method bka --solver falkon " + plants:       {2, "falkon;--solver direct"},
		"--tolerance 2 --solver falkon " + plants:      {2, "--tolerance;0.5"},
		"--solver falkon --target kind " + plants:      {2, "falkon;--solver"},
		"--method fourier --kernel linear " + plants:   {2, "fourier;linear"},
		"--gamma 1 --sigma 1 " + plants:                {2, "both set the kernel's width"},
		"--max-memory 32MB --m 400 --n 400 friedman":   {1, "--max-memory"},
		"--target y bimodal":                           {2, "--target is for files"},
		"--learner svm friedman":                       {2, "number;--learner ridge"},
		"--target kind --columns -kind " + plants:      {1, "target"},
		"--kernel linear --std dtc " + zero:            {2, "no error bars: K̃ = 0;raise --m"},
		"--kernel linear --method rpcholesky --landmarks-out l.csv " + zero: {1,
			"rpcholesky gave K̃ = 0 and has no landmarks;leave --landmarks-out out"},
		"--kernel laplacian --standardize=false " + apart: {1,
			"the median distance of the rows is 2e-200;[1e-06, 1e+06];--standardize"},
		"--kernel laplacian " + outlier: {1, "the median distance of the rows is;choose a width"},
		twice:                           {1, `both called "a";--columns -2`},
		"":                              {2, "no data;gramscope fit"},
		"nowhere.csv":                   {1, "nowhere.csv;no such file"},
		plants + " " + plants:           {2, "one DATA"},
	} {
		t.Run(line, func(t *testing.T) {
			empty := t.TempDir()
			out := filepath.Join(empty, "m.json")
			status, stdout, errs := execute(t, context.Background(), "",
				append([]string{"fit", "--out", out}, strings.Fields(line)...)...)
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

// TestFitToStandardOutput: the model, or its landmarks, are what a file would hold, and no
// file "-" is made.
func TestFitToStandardOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	fit := func(args ...string) string {
		t.Helper()
		status, stdout, stderr := execute(t, context.Background(), "",
			append([]string{"fit", "--m", "5", "--n", "60", "friedman"}, args...)...)
		if status != 0 || slices.Contains(args, "-") != strings.Contains(stderr, "\nstandard output: ") {
			t.Errorf("fit %v: status %d, %s", args, status, stderr)
		}
		return stdout
	}
	fit("--out", "model.json", "--landmarks-out", "landmarks.csv")
	for file, stdout := range map[string]string{"model.json": fit("--out", "-"),
		"landmarks.csv": fit("--out", "other.json", "--landmarks-out", "-")} {
		if content, err := os.ReadFile(file); err != nil || string(content) != stdout {
			t.Errorf("standard output is %q, and %s holds %q: %v", stdout, file, content, err)
		}
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("there is a file called -")
	}
	if status, _, stderr := execute(t, context.Background(), "", "fit", "--out", "-", "--landmarks-out", "-",
		"friedman"); status != 2 || !strings.Contains(stderr, "to standard output, which the command line names twice") {
		t.Errorf("both to standard output: status %d, %s", status, stderr)
	}
}

// TestFitHasATolerance: a looser one stops the iteration earlier, a tighter one comes to the direct
// solution, and a note says where it is of no use.
func TestFitHasATolerance(t *testing.T) {
	const line = " --m 40 --gamma 0.1 --mu 0.01 --method nystrom " + plants
	predicted := func(flags string) []float64 {
		model, _ := fitTo(t, flags+line)
		rows, _ := predictBy(t, "", model, plants)
		return numbers(t, rows)
	}
	direct := predicted("")
	off := func(tolerance string) float64 {
		return floats.Distance(predicted("--solver falkon"+tolerance), direct, 2) / floats.Norm(direct, 2)
	}
	loose, usual, tight := off(" --tolerance 0.3"), off(""), off(" --tolerance 1e-12")
	if !(loose > 1e-4 && usual < 1e-6 && tight < 1e-8) {
		t.Errorf("off by %.2g at 0.3, %.2g by default, %.2g at 1e-12", loose, usual, tight)
	}
	if _, said := fitTo(t, "--solver falkon --tolerance 1e-6"+line); strings.Contains(said, "not used") {
		t.Error(said)
	}
	if _, said := fitTo(t, "--tolerance 1e-6"+line); !strings.Contains(said,
		"--tolerance is not used: neither ") {
		t.Errorf("without an iteration: %s", said)
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
	for _, c := range [][2]string{{out, "already;--force"}, {folder, "directory"},
		{filepath.Join(folder, "no", "m.json"), "no folder;--out"}, {"", "--out"}} {
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

func TestFitHelp(t *testing.T) {
	for _, name := range []string{"fit", "predict"} {
		status, out, errs := execute(t, context.Background(), "", name, "--help")
		if status != 0 || errs != "" || !strings.HasPrefix(out, "gramscope "+name+" [flags]") {
			t.Errorf("status %d: %q, %q", status, out, errs)
		}
	}
	_, out, _ := execute(t, context.Background(), "", "fit", "--help", "all")
	for _, flag := range []string{"out", "force", "target", "columns", "n", "test", "standardize", "kernel", "gamma",
		"sigma", "method", "m", "rank", "accum", "clusters",
		"score-ridge", "mu", "learner", "solver", "seed", "exact-limit", "max-memory"} {
		if strings.Count(out, "\n  --"+flag+" ") != 1 {
			t.Errorf("help does not list --%s once", flag)
		}
	}
}
