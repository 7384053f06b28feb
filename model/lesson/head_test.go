package lesson_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/claim"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
)

// TestOurLessonsParse: what is read when a lesson is opened is all that Parse checks.
func TestOurLessonsParse(t *testing.T) {
	for _, name := range append(lesson.Names(), "example") {
		if _, err := lesson.Parse(name, lesson.File(name), approx.Methods()); err != nil {
			t.Errorf("%s.md:%v", name, err)
		}
	}
}

// TestExample: its claim holds, and one that is spoilt does not.
func TestExample(t *testing.T) {
	verdict := func(file string) claim.Verdict {
		l, err := lesson.Parse("example", file, approx.Methods())
		if err != nil {
			t.Fatal(err)
		}
		return l.Check(preset(t, l)) // a claim changes no row
	}
	if v := verdict(lesson.Example()); v.State != claim.Holds || strings.Count(v.Figures, ";") != 3 {
		t.Errorf("%v", v)
	}
	for claimed, spoilt := range map[string]string{
		"claim: error of rls at m=40 <=": "claim: error of rls at m=40 >=",
		"claim: gain >= 2":               "claim: 1e6 <= gain <= 1e7",
		"over m) <= 1":                   "over m) >= 1",
		"<= 0.2":                         "≤ 0.1",
	} {
		if v := verdict(replaced(t, claimed, spoilt)); v.State != claim.Fails {
			t.Errorf("%s: %v", spoilt, v)
		}
	}
}

// falling is the last claim of the example.
const falling = `claim: "the error falls: steps of {}" growth(error of rls over m) <= 1`

// TestFunctionsOverTheAxis: growth says whether a figure falls, value finds the m of a figure, and an axis is the swept
// parameter.
func TestFunctionsOverTheAxis(t *testing.T) {
	for line, want := range map[string]claim.State{
		"claim: growth(error of rls over m) <= 1": claim.Holds,
		"claim: growth(error of rls over m) >= 1": claim.Fails,
		// rls reads all of K at any m
		"claim: 40 <= value(entries of rls / 300 where entries of rls = 15000 over m)": claim.Waiting,
		"claim: argmin(error of rls over m) >= 80":                                     claim.Holds,
		"claim: argmin(error of rls over m to 40) >= 80":                               claim.Fails,
		"claim: error of rls at m=40 <= max(error of nystrom over m)":                  claim.Holds,
	} {
		l, err := lesson.Parse("example", replaced(t, falling, line), approx.Methods())
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if v := l.Check(preset(t, l)); v.State != want {
			t.Errorf("%s: %v", line, v)
		}
	}
	copied := replaced(t, "sweep: --methods", "sweep: sweep --methods") // as the explorer copies it
	if l, err := lesson.Parse("example", copied, approx.Methods()); err != nil || l.Spec.Test != 0.2 {
		t.Errorf("a line with its command: %v, test %v", err, l.Spec.Test)
	}
	for line, says := range map[string]string{
		"claim: max(3 over m) <= 1":                     `31:12: "3" has no figure`,
		"claim: max(error of rls over gamma) <= 1":      `"gamma" is not the swept parameter`,
		`claim: error of rls in "casp" at m=40 <= 1`:    "a lesson has one experiment",
		"claim: max(error of als over m) <= 1":          `"als" in the setting`,
		"claim: max(errrr of rls over m) <= 1":          `unknown column "errrr"`,
		"share: x, max(error of rls over m) <= 1":       "a share is of single rows",
		"claim: max(error of rls at m=2*k over m) <= 1": `"k" is not defined`,
	} {
		if _, err := lesson.Parse("example", replaced(t, falling, line), approx.Methods()); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", line, err, says)
		}
	}
}

// replaced is the example with another text somewhere.
func replaced(t *testing.T, old, with string) string {
	t.Helper()
	file := lesson.Example()
	if strings.Count(file, old) != 1 {
		t.Fatalf("the example has %q %d times", old, strings.Count(file, old))
	}
	return strings.Replace(file, old, with, 1)
}

// TestOpenReadsNoDevice: the path may be one of a session from somebody else.
func TestOpenReadsNoDevice(t *testing.T) {
	path := t.TempDir() + "/zero"
	if err := os.WriteFile(path, []byte(lesson.Example()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := lesson.Open(path, approx.Methods()); err == nil || !strings.Contains(err.Error(), ".md") {
		t.Errorf("%v", err)
	}
	linked := t.TempDir() + "/null.md"
	if err := os.Symlink(os.DevNull, linked); err != nil {
		t.Skip(err)
	}
	_, err := lesson.Open(linked, approx.Methods())
	if err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("%v", err)
	}
}

// TestWrongLessons: each fault is named with its place.
func TestWrongLessons(t *testing.T) {
	for _, c := range []struct{ old, with, says string }{
		{"screen: 1", "screen: 9", `8:9: "9" is not the digit of a screen`},
		{"screen: 1", "scren: 1", `8:1: unknown key "scren"; did you mean screen?`},
		{"screen: 1", "screen: 1\nscreen: 2", `9:1: a second line "screen"`},
		{"screen: 1", "screen: 1\nwidths: lern", `9:9: "lern" is not learn`},
		{"watch: error", "watch: xqzzwk", "9:8: unknown column \"xqzzwk\"; `gramscope help columns` lists them"},
		{"--reps 3 bimodal", "--reps 3 bimodal:z=1", "bimodal has no settings"},
		{"screen: 1\n", "", `36:1: the head has no line "screen"`},
		{"watch: error", "watch: eror", `9:8: unknown column "eror"; did you mean error?`},
		{"watch: error", "watch", "9:1: the line is not KEY: VALUE"},
		{"--gamma 15", "--gama 15", `13:58: --gama: unknown flag "gama"; did you mean gamma?`},
		{"--gamma 15", "--gamma fifteen", "13:58: --gamma: "},
		{"--methods nystrom,rls", "--methods nystrom,rsl", `13:18: unknown method "rsl"`},
		{"--over m=10,20,40,80 ", "", "13:8: the setting has no --over"},
		{"--reps 3 bimodal", "--reps 3", "there is no name of data"},
		{"--reps 3 bimodal", "--reps 3 ../../etc/passwd", `"../../etc/passwd" is not a built-in set`},
		{"--reps 3 bimodal", "--out x bimodal", `unknown flag "out"`},
		{"--reps 3 bimodal", "bimodal --reps", "--reps has no value"},
		{"free: mu", "free: mu, nu", `16:7: unknown parameter "nu"; choose one of n, gamma, sigma`},
		{"knobs: gamma, m", "knobs: gamma, mm", `18:8: unknown parameter "mm"`},
		{"claim: error of rls at m=40 <=", "claim: error of rls at k=40 <=",
			`23:8: "k" is not the swept parameter; write at m=…`},
		{"claim: error of rls at m=40 <=", "claim: error of bka at m=40 <=", `23:8: unknown method "bka" in the setting`},
		{"claim: error of rls at m=40 <=", "claim: error of rls at m=few <=", `23:8: "few" is not defined`},
		{"claim: error of rls at m=40 <=", "claim: error of rls at m=41 <=",
			`23:8: m = 41 is not on the grid; add it to --over`},
		{"claim: error of rls at m=40 <=", "claim: error of rls at m=40 +", `is not an inequality`},
		{"claim: error of rls at m=40 <=", "claim: error of rls at m=40 =", `23:29: "=" does not belong in a formula`},
		{"300^2 <= 0.2", "300**2 <= 0.2", `25:59: the operator "**"`},
		{"300^2 <= 0.2", "system(300) <= 0.2", "not one of the functions"},
		{"let: gain =", "let: sqrt =", "sqrt is a function"},
		{`"it reads {} of K"`, `"it reads {} of {k}"`, `25:8: "k" is not defined`},
		{"claim: gain >= 2", "claim: gian >= 2", `30:8: "gian" is not defined`},
		{falling, "falls: error of rls", `31:1: unknown key "falls"`},
		{falling, "claim: eror of rls <= 1", `31:8: unknown column "eror"`},
		{falling, "last: few, few <= k", `31:19: "k" is not defined`},
		{falling, "first: few error of rls <= 1", "is not NAME, INEQUALITY"},
		{"# The title of my lesson", "The title", "38:1: the text does not begin with a title"},
	} {
		_, err := lesson.Parse("x", replaced(t, c.old, c.with), approx.Methods())
		var bad *lesson.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q in place of %q: %v, want %q", c.with, c.old, err, c.says)
		}
	}
	for file, says := range map[string]string{
		"":                 "1:1: the file does not begin with a head",
		"---\nscreen: 1\n": "1:1: the head has no end",
		"\xff\xfe":         "1:1: the file is not in UTF-8",
		"---\nscreen: 1\nwatch: error\nsweep: --methods best --over m=1,2 bimodal\n---\n# T\n": "5:1: " +
			"the head has no claim; write",
		"---\n---\n# Title":        `2:1: the head has no line "screen"`,
		strings.Repeat("x", 2<<20): "1:1: the file has 2097152 bytes",
	} {
		if _, err := lesson.Parse("x", file, approx.Methods()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.20q: %v, want %q", file, err, says)
		}
	}
}

// TestStatements: each statement on made-up rows.
func TestStatements(t *testing.T) {
	const head = "---\nscreen: 1\nwatch: error\nsweep: --methods nystrom,rls --over m=10,20,40,80 --n 300 --reps 2 " +
		"bimodal\n"
	rows := func(l lesson.Lesson) (rows []sweep.Result) {
		for i, m := range []float64{10, 20, 40, 80} {
			for rep := 1; rep <= 2; rep++ {
				for k, method := range []string{"nystrom", "rls"} {
					// errors: nystrom 0.1, 0.2, 0.4, 0.8 and 2 % more in the second repetition; rls half of that
					r := sweep.Result{Data: l.Data, Kernel: "gaussian", N: 300, Method: method, Rep: rep, Seed: 1}
					r.Params = map[model.Name]float64{"m": m}
					r.Set("error", m/100/float64(k+1)*(1+0.02*float64(rep-1)))
					r.Set("entries", float64(100*(i+1)))
					r.Set("rank_used", m)
					rows = append(rows, r)
				}
			}
		}
		return rows
	}
	for statements, says := range map[string]string{
		"claim: error of rls at m=40 <= error of nystrom at m=40 / 2": "✓ error of rls at m = 40 is " +
			"0.202 (≤ 0.202: error of nystrom at m = 40 / 2)",
		"claim: error of nystrom at m=10 >= 0.102": "✗ error of nystrom at m = 10 is " +
			"0.101 (claimed ≥ 0.102)",
		"claim: greatest error of nystrom at m=10 >= 0.102": "✓ greatest error of nystrom at " +
			"m = 10 is 0.102 (≥ 0.102)",
		"claim: least error of nystrom <= 0.1": "✓ least error of nystrom is 0.1 " +
			"(≤ 0.1)",
		"claim: entries of rls = 250": "",
		"claim: 249 <= entries of rls <= 250": "✓ entries of rls is 250 (249 to " +
			"250)",
		"claim: 250 >= entries of rls >= 251": "✗ entries of rls is 250 " +
			"(claimed 250 to 251)",
		`claim: "the cost" entries of rls at m=80 <= 300`:                    "✗ the cost is 400 (claimed ≤ 300)",
		`claim: "{} read" entries of rls at m=80 <= 300`:                     "✗ 400 read (claimed ≤ 300)",
		"let: x = 30\n" + `claim: "{} at {x}" entries of rls at m=80 <= 400`: "✓ 400 at 30 (≤ 400)",
		"let: x = 30\nlast: few, few <= x\nclaim: few <= 20":                 "✓ few is 20 (≤ 20)",
		"let: x = 30\nfirst: many, many >= x\nclaim: many >= 41":             "✗ many is 40 (claimed ≥ 41)",
		"last: few, few <= 3\nclaim: few <= 20": "not yet: needs another setting: " +
			"no m of the grid is few, with few ≤ 3",
		"let: x = entries of rls\nfirst: many, many >= 2*x\nclaim: many >= 41": "not yet: needs another setting: " +
			"no m of the grid is many, with many ≥ 2*x",
		"first: m, error of rls at m=2*m - error of rls at m=m >= 0.09\nclaim: m <= 20": "✓ m is 20 (≤ 20)",
		"first: m, error of rls at m=2*m >= 9\nclaim: m <= 20": "not yet: needs another setting: " +
			"no m of the grid is m, with error of rls at m=2*m ≥ 9",
		"let: x = 41\nclaim: error of rls at m=x <= 1": "not yet: needs another setting: " +
			"m = 41 is not on the grid",
		"claim: 1/(entries of rls - 250) <= 1": "not yet: needs finite numbers: " +
			"1/(entries of rls - 250): ",
	} {
		l, err := lesson.Parse("x", head+statements+"\n---\n# Title\n", approx.Methods())
		if says == "" {
			if err == nil {
				t.Errorf("%s: no error", statements)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", statements, err)
			continue
		}
		if got := l.Check(rows(l)).String(); !strings.HasPrefix(got, says) {
			t.Errorf("%s: %s, want %s", statements, got, says)
		}
	}
}

// FuzzParse: no text ends the program, and what is read can be checked.
func FuzzParse(f *testing.F) {
	for _, name := range append(lesson.Names(), "example") {
		f.Add(lesson.File(name))
	}
	f.Fuzz(func(t *testing.T, file string) {
		if l, err := lesson.Parse("x", file, approx.Methods()); err == nil {
			l.Check(nil)
			l.CheckText(nil)
			for _, step := range l.Steps {
				if !step.Draws() && len(step.Answers) < 2 || step.Draws() && !(step.Curve.Lo < step.Curve.Hi) {
					t.Errorf("a step %+v", step)
				}
			}
		}
	})
}
