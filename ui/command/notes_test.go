package command_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/ui/command"
)

// TestSweepNotes: what a sweep notes is told once, whatever repetitions and the looking
// through a file add to it, and each note says what helps.
func TestSweepNotes(t *testing.T) {
	constant := filepath.Join(t.TempDir(), "constant.csv")
	if err := os.WriteFile(constant, []byte("a,b,c,y\n1,2,5,3\n2,3,5,4\n5,1,5,2\n7,7,5,1\n8,2,5,3\n9,1,5,2\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	ratings := filepath.Join(t.TempDir(), "ratings.libsvm")
	if err := os.WriteFile(ratings, []byte(strings.Repeat("1 1:2\n2 1:3\n3 2:1\n3 1:1\n2 2:5\n", 4)), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"--methods squeak --m 20 --reps 3 --n 300 moons": "score-ridge was raised",
		"--methods nystrom --m 3 " + constant:            "constant columns",
		"--methods nystrom --m 3 --n 200 --test 0.2 " +
			plants: "n = 200 clamped to the 90 rows of plants.csv, and no rows are left for the test fraction 0.2; leave " +
			"some with --n 72",
		"--methods nystrom --m 3 --over n=95,97 --test 0.2 " +
			plants: "n = 97 clamped to the 90 rows of plants.csv, and no rows are left for the test fraction 0.2; leave some " +
			"with --n 72",
		"--methods nystrom --m 3 --n 200 --test 0 " + plants:            "n = 200 clamped to the 90 rows of plants.csv\n",
		"--methods nystrom --m 3 --n 200 --figures error " + plants:     "n = 200 clamped to the 90 rows of plants.csv\n",
		"--methods nystrom --m 3 --n 200 --figures rmse_test " + plants: "; leave some with --n 72",
		"--methods nystrom --m 3 " +
			ratings: "the target has 3 different whole numbers; treat them as classes with --categorical label",
		"--methods nystrom --m 2 --n 12 " + ratings: "target: label, the first of each line (",
		"--methods fourier,nystrom --m error<=0.05 --n 200 friedman": "note: nystrom is the first to meet error<=0.05, " +
			"at m = 17\n",
		"--shard 2/3 --methods nystrom --m 3 --n 20 bimodal": "part 2 of 3 has no rows: there are more " +
			"parts than runs",
		"--methods nystrom --m 3 --figures evidence --target none " +
			constant: "constant.csv has no target",
		"--methods nystrom --m 100 --n 200 --gamma 0.01 friedman": "m may do (--m 'rmse_test<=1.02*rmse_test_exact')",
	} {
		var out, errs bytes.Buffer
		if err := command.Run(t.Context(), approx.Methods(), strings.Fields("sweep --format table --workers 1 "+line), nil,
			&out, &errs); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if said := errs.String(); strings.Count(said, want) != 1 {
			t.Errorf("%s: not once %q:\n%s", line, want, said)
		}
	}
}

// TestNotesOfRowsNameTheirMethods: those of some methods of several, once each; what all tell
// is about the data.
func TestNotesOfRowsNameTheirMethods(t *testing.T) {
	constant := filepath.Join(t.TempDir(), "constant.csv")
	if err := os.WriteFile(constant, []byte("a,b,c,y\n1,2,5,3\n2,3,5,4\n5,1,5,2\n7,7,5,1\n8,2,5,3\n9,1,5,2\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"--methods squeak,nystrom --m 20 --reps 3 --n 300 moons":       "note: squeak: score-ridge was raised",
		"--methods squeak --m 20 --n 300 moons":                        "note: score-ridge was raised",
		"--methods nystrom,fourier,bka --m 3 --reps 2 " + constant:     "note: constant columns",
		"--methods fourier,nystrom,orthogonal-fourier --m 5 " + plants: "note: fourier, orthogonal-fourier: ",
	} {
		var out, errs bytes.Buffer
		if err := command.Run(t.Context(), approx.Methods(), strings.Fields("sweep --format table --workers 1 "+line), nil,
			&out, &errs); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if said := errs.String(); strings.Count(said, want) != 1 {
			t.Errorf("%s: not once %q:\n%s", line, want, said)
		}
	}
}

// TestDataIsTheList: `gramscope data FILE` does not refer to itself for a list of the
// columns, which it is.
func TestDataIsTheList(t *testing.T) {
	constant := filepath.Join(t.TempDir(), "constant.csv")
	if err := os.WriteFile(constant, []byte("a,c,y\n1,5,3\n2,5,4\n5,5,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if err := command.Run(t.Context(), approx.Methods(), []string{"data", constant}, nil, &out, &errs); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); !strings.Contains(said, "c; drop whole columns with --columns -NAME\n") {
		t.Error(said)
	}
}

// TestLearnerTakesNumbersForClasses: where classes are learned nothing is said of a way
// to have them.
func TestLearnerTakesNumbersForClasses(t *testing.T) {
	rows := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(rows, []byte("a,y\n"+strings.Repeat("1,0\n2,1\n4,1\n5,0\n7,1\n", 4)), 0o644); err != nil {
		t.Fatal(err)
	}
	for learner, want := range map[string]bool{"logistic": false, "svm": false, "ridge": true} {
		var out, errs bytes.Buffer
		if err := command.Run(t.Context(), approx.Methods(),
			strings.Fields("sweep --methods nystrom --m 3 --learner "+learner+" "+rows), nil, &out, &errs); err != nil {
			t.Fatal(err)
		}
		if said := strings.Contains(errs.String(), "--categorical"); said != want {
			t.Errorf("%s: %s", learner, errs.String())
		}
	}
}

// TestWordsFitTheCommand: what a message advises is of use to the command that says it.
func TestWordsFitTheCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	_, text, _ := execute(t, t.Context(), "", "sweep", "--n", "30", "--m", "5", "--methods", "nystrom", "--format", "csv")
	_, few, _ := execute(t, t.Context(), "", "sweep", "--n", "30", "--m", "5", "--methods", "nystrom", "--format", "csv",
		"--figures", "error")
	for name, content := range map[string]string{
		"k.csv": "1,0.5,0\n0.5,1,0.5\n0,0.5,1\n", "rows.csv": text, "head.csv": "a,y\n", "one.csv": "a,y\n3,1\n",
		"few.csv": few,
		"bom.csv": "\ufeff" + text, "-dash.csv": "a,y\n1,2\n2,4\n3,5\n", "huge.csv": "a,y\n1e9,1\n2e12,2\n3e12,4\n5e11,3\n",
		"y.csv": "a,y\n" + strings.Repeat("1,0\n2,1\n4,2\n5,0\n7,1\n", 12),
		"c.csv": "a,y\n" + strings.Repeat("1,0\n2,1\n4,1\n5,0\n7,1\n", 12),
	} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ line, has, lacks string }{
		{"fit --m 5 --out m.json y.csv", "", ""},
		{"fit --m 5 --out svm.json --learner svm c.csv", "", ""},
		{"predict --std svm.json c.csv", "leave --std and --interval out", "--probabilities"},
		{"predict --score m.json y.csv", "60 rows", "categorical"},
		{"predict m.json head.csv", "at least 1; if the first line is data, say so with --header no", ""},
		{"predict --std targ m.json y.csv", "--std takes function or target", ""},
		{"data --columns foo y.csv", "-NAME to drop one, with --columns", "gramscope data"},
		{"fit --m rmse_test<=10 --out n.json y.csv",
			"m can't follow from rmse_test<=10: there are no test rows; draw some with --test 0.2", ""},
		{"fit --m rmse_test<=10 --test 0.2 --out n.json y.csv", "", ""},
		{"sweep --n 31 --m 5 --methods nystrom --format csv --resume rows.csv", "no row of rows.csv is of a run of this grid",
			""},
		{"sweep --n 30 --m 5 --methods nystrom --format csv --resume rows.csv", "", "no row of rows.csv"},
		{"sweep --n 30 --methods nystrom --m error<=0.1 --over m=5,6",
			"m follows from error<=0.1, and is swept or computed; leave one of them out", ""},
		{"sweep --n 30 --methods nystrom --m error<=0.1 --with m=n/2 --over gamma=1,2",
			"m follows from error<=0.1, and is", ""},
		{"sweep --n 30 --m 5 --methods nystrom --format csv --resume bom.csv", "", "no row of bom.csv"},
		{"sweep --n 30 --m 5 --methods nystrom --format csv --resume few.csv",
			"few.csv: the rows have no rmse_train; ask for the figures of the earlier run with --figures", "no row of"},
		{"sweep --n 30 --m 5 --methods nystrom --format csv --figures error --resume few.csv", "", "figures"},
		{"sweep --n 30 --m 5 --methods nystrom --format csv --figures fit --resume rows.csv",
			`rows.csv: the rows are of another experiment or have other figures: error of nystrom is "0.`, ""},
		{"sweep --n 30 --m 5 --methods nystrom --with mu=1/m --m error<=0.1",
			"mu=1/m: m follows from error<=0.1; give a number with --m", ""},
		{"fit --learner logistic --widths learn --out w.json c.csv", "widths are learned for regressions", "learn classes"},
		{"fit --standardize=false --kernel linear --out h.json huge.csv",
			"no mu up to 1e+09 is enough: standardise the data or scale them down", "raise mu"},
		{"data -dash.csv", "unknown flag -dash.csv; a file of this name is ./-dash.csv", ""},
		{"help --help", "gramscope help [NAME [all]]", ""},
		{"methods --for k.csv --kernel precomputed --m 2", "n = 3, m = 2, kernel precomputed", "d ="},
		{"methods --for y.csv", "n = 60, d = 1, m = 30, ", "sample"},
		{"methods --for bimodal --n 3000 --gamma 1", "kernel gaussian, on a sample of 1000 rows: ", ""},
		{"sweep --learner logistic --m 5 --methods nystrom c.csv", "target: y", "centred"},
		{"sweep --n 30 --m 5 --methods nystrom --target none y.csv", "no target: all columns are used as features", ""},
		{"sweep --kernel precomputed --m 2 --methods nystrom k.csv", "no target; --target FILE names one", "all columns"},
		{"fit --learner ridge --m 5 --out r.json y.csv", "RMSE", ""},
		{"fit --method exact --std dtc --out e.json y.csv", "error bars by exact", ""},
		{"data bimodal --target y", "--target is for files, and bimodal is a built-in set", "features:"},
		{"data --target none y.csv", "gramscope tune --target NAME y.csv  # there is no target yet: NAME is a column", ""},
		{"data --kernel precomputed k.csv", "next:\n  gramscope --kernel precomputed k.csv\n", "tune"},
		{"data --help=false y.csv", "60 rows", ""},
		{"data --skip-lines x y.csv", `"x" is not a whole number of at least 0`, ""},
		{"fit --learner logistic --target none --out z.json c.csv", "no target to learn", "column"},
		{"predict --score m.json one.csv", "1 row: RMSE", "R²"},
		{"plot --width 41in rows.csv", `"41in" is not a length from 1.5 to 40 inches`, ""},
		{"help", "gramscope help limits", ""},
		{"help limits", "Exact figures", ""},
		{"help plot more", "help explains one name", ""},
		{"help plot all more", "help explains one name", ""},
		{"lesson --new", "# A lesson is a text", ""},
		{"-version", "gramscope ", "unknown"},
	} {
		status, out, errs := execute(t, t.Context(), "", strings.Fields(c.line)...)
		if c.has == "" && status != 0 || !strings.Contains(out+errs, c.has) || c.lacks != "" &&
			strings.Contains(out+errs, c.lacks) {
			t.Errorf("%s: status %d, %s", c.line, status, out+errs)
		}
	}
}

// TestTwoNumbersAreClassesOfTune: it does not say that they could be.
func TestTwoNumbersAreClassesOfTune(t *testing.T) {
	text := "a,y\n"
	for i := range 40 {
		text += fmt.Sprintf("%g,%d\n", math.Sin(float64(i)), i%2)
	}
	path := filepath.Join(t.TempDir(), "two.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for learner, want := range map[string]string{
		"ridge": "treat them as classes", "logistic": "", "": "learned as classes"} {
		var out, errs bytes.Buffer
		args := []string{"tune", "--folds", "2", "--methods", "nystrom", "--m", "5", "--gammas", "1", "--mus", "1", path}
		if learner != "" {
			args = append(args, "--learner", learner)
		}
		if err := command.Run(t.Context(), approx.Methods(), args, nil, &out, &errs); err != nil {
			t.Fatal(learner, err)
		}
		const both = "as classes"
		if said := errs.String(); !strings.Contains(said, want) || strings.Count(said, both) != strings.Count(want, both) {
			t.Errorf("%q: want %q:\n%s", learner, want, said)
		}
	}
}
