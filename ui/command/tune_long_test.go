//go:build long

package command_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTunedRunsInPython: what is printed for scikit-learn runs as it stands and
// comes to about the same score.
func TestTunedRunsInPython(t *testing.T) {
	const grid = "--gammas 0.01,0.1 --mus 0.1,1 "
	checkTunedInPython(t, map[string]tunedCase{
		"semicolons": {"--target yield --columns -grade --methods exact " +
			grid + garden(t, "garten.csv", ";", true, true, 100), `sep=";", decimal=","`},
		"classes": {"--columns -yield --m 60 --methods nystrom " + grid + garden(t, "garden.csv", ",", true, false, 120),
			"    LogisticRegression("},
	})
}

// python runs programs one after the other in the Python that has scikit-learn,
// whose start they share, and gives what each prints. A warning is an error.
func python(t *testing.T, programs []string) []string {
	t.Helper()
	const interpreter = "/usr/bin/python3"
	args := []string{"-W", "error::UserWarning", "-c",
		"import sys\nfor name in sys.argv[1:]:\n    exec(compile(open(name).read(), name, 'exec'), {})\n    print('----')"}
	for _, program := range programs {
		args = append(args, written(t, "tuned.py", program))
	}
	out, err := exec.Command(interpreter, args...).CombinedOutput()
	parts := strings.Split(string(out), "----\n")
	if errors.Is(err, fs.ErrNotExist) || bytes.Contains(out, []byte("No module named ")) {
		t.Skipf("no scikit-learn or pandas: %v: %s", err, out)
	}
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, programs[min(len(parts), len(programs))-1])
	}
	return parts
}

// tunedCase is a command line of tune, and a part of what is printed for scikit-learn.
type tunedCase struct{ line, holds string }

func checkTunedInPython(t *testing.T, cases map[string]tunedCase) {
	t.Helper()
	var names, programs []string
	var answers []tuned
	for name, c := range cases {
		a := tune(t, c.line)
		if !strings.Contains(a.Scikit, c.holds) {
			t.Errorf("%s: no %s in\n%s", name, c.holds, a.Scikit)
		}
		names, answers = append(names, name), append(answers, a)
		const quiet = "import warnings\nwarnings.simplefilter('ignore')  # of a class with fewer rows than folds\n"
		programs = append(programs, quiet+a.Scikit+"assert len(model.predict(X)) == len(y)\n")
	}
	for i, out := range python(t, programs)[:len(names)] {
		a := answers[i]
		loss := map[string]string{"ridge": "rmse", "logistic": "logloss", "svm": "error_rate"}[a.Learner]
		m := regexp.MustCompile(`^` + loss + ` (\S+) ± (\S+)\n$`).FindStringSubmatch(out)
		if m == nil {
			t.Errorf("%s: Python prints %q", names[i], out)
			continue
		}
		got, _ := strconv.ParseFloat(m[1], 64)
		gotSE, _ := strconv.ParseFloat(m[2], 64)
		want, se := a.Best[loss].(float64), a.Best[loss+"_se"].(float64)
		if !(math.Abs(got-want) <= 3*math.Hypot(se, gotSE)) || !(got > 0) {
			t.Errorf("%s: scikit-learn has %s %v ± %v, tune %v ± %v\n%s", names[i], loss, got, gotSE, want, se, a.Scikit)
		}
	}
}
