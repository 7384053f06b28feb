package command_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/lesson"
	"gramscope/ui/command"
	"gramscope/ui/terminaltest"
)

func TestLessonsAreListed(t *testing.T) {
	status, stdout, stderr := execute(t, context.Background(), "", "lesson")
	lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	if status != 0 || stderr != "" || len(lines) != len(lesson.All(approx.Methods())) {
		t.Fatalf("status %d, %q, %d lines", status, stderr, len(lines))
	}
	for i, l := range lesson.All(approx.Methods()) {
		if !strings.HasPrefix(lines[i], l.Name+" ") || !strings.HasSuffix(lines[i], " "+l.Title) {
			t.Errorf("%q stands for %s", lines[i], l.Name)
		}
	}
}

// Without a terminal the text is written as it is: Markdown.
func TestLessonTextGoesThroughPipes(t *testing.T) {
	l, _ := lesson.Find("scores", approx.Methods())
	if status, stdout, stderr := execute(t, context.Background(), "", "lesson", "scores"); status != 0 || stderr != "" ||
		stdout != l.Text {
		t.Errorf("status %d, %q, the text begins %.40q", status, stderr, stdout)
	}
}

func TestLessonUsage(t *testing.T) {
	for line, want := range map[string]string{
		"lesson score":             `unknown lesson "score"; did you mean scores?`,
		"lesson acumulate --check": "did you mean accumulate?",
		"lesson xyzzy": "choose one of gamma, stable-rank, columns, evidence, relevance, scores, " +
			"squeak, accumulate, meka, features, preconditioning, residual, estimates",
		"lesson gamma --class":           "a class takes a lesson on a terminal; start it in one",
		"lesson gamma scores":            "at most one NAME",
		"lesson gamma --chek":            "did you mean --check?",
		"lesson gamma --check=perhaps":   "neither true nor false",
		"lesson --check gamma --seed 11": "unknown flag --seed",
		"lesson gamma.md --new --html a": "--class and --html take one lesson, without --check and --new",
		"lesson --new --check":           "--new and --check are both given; leave one of them out",
	} {
		if status, stdout, stderr := execute(t, context.Background(), "", strings.Fields(line)...); status != 2 ||
			stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q, %q", line, status, stdout, stderr)
		}
	}
}

// small is a lesson that is checked in a moment.
const small = `---
screen: 1
watch: error
knobs: m
sweep: --methods best,nystrom --over m=5,20 --m 20 --gamma 15 --mu 0.01 --rank 0 --n 60 --reps 1 bimodal
claim: error of best at m=20 <= error of nystrom at m=20
---
# A small lesson

*best* is below *nystrom*.
`

func TestLessonCheck(t *testing.T) {
	path := written(t, "small.md", small)
	status, stdout, stderr := execute(t, context.Background(), "", "lesson", "--check", path)
	if status != 0 || stderr != "" || strings.Count(stdout, "\n") != 1 || !strings.HasPrefix(stdout, path+" ✓ ") ||
		!strings.HasSuffix(stdout, " (at seed 1; it holds at seeds 1 to 20)\n") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if status, stdout, stderr := execute(t, ctx, "", "lesson", "--check"); status != 1 || stdout != "" ||
		!strings.Contains(stderr, "interrupted") {
		t.Errorf("cancelled: status %d, %q, %q", status, stdout, stderr)
	}
}

// failing has the parameters of a method and never fits.
type failing struct{ model.Fitter }

func (failing) Fit(context.Context, *model.Gram, *rand.Rand) (model.Approximation, error) {
	return nil, errors.New("out of luck")
}

// A claim that does not hold, or has nothing to be checked on, is a failure.
func TestLessonCheckFails(t *testing.T) {
	for _, c := range []struct {
		spoilt func(model.Method, model.Method) func() model.Fitter
		says   string
	}{
		{func(nystrom, _ model.Method) func() model.Fitter { return nystrom.New }, "accumulate   ✗ "},
		{func(_, sketch model.Method) func() model.Fitter {
			return func() model.Fitter { return failing{sketch.New()} }
		}, "accumulate   ✗ needs a run of gaussian-sketch that failed: out of luck"},
	} {
		methods := approx.Methods()
		at := func(name string) int {
			return slices.IndexFunc(methods, func(m model.Method) bool { return m.Name == name })
		}
		sketch := at("gaussian-sketch")
		methods[sketch].New, methods[sketch].Memory = c.spoilt(methods[at("nystrom")], methods[sketch]), nil
		var out, errs bytes.Buffer
		status := command.Report(command.Run(context.Background(), methods, []string{"lesson", "accumulate", "--check"},
			strings.NewReader(""), &out, &errs), &errs)
		if status != 1 || !strings.HasPrefix(out.String(), c.says) ||
			!strings.Contains(errs.String(), "1 of 1 claims do not hold or lack figures; ") {
			t.Errorf("status %d, %q, %q", status, out.String(), errs.String())
		}
	}
}

// TestHandsOfAClassAreSaid: a class begins with a note that no file keeps its hands, and after q the terminal has them.
func TestHandsOfAClassAreSaid(t *testing.T) {
	x := terminaltest.New(t, 120, 40)
	var said bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		ended <- command.Run(t.Context(), approx.Methods(), []string{"lesson", "gamma", "--class"}, x.TTY, x.TTY, &said)
	}()
	x.WaitFor("start with --html FILE")
	x.WaitFor("every point is similar")
	x.Press("12")
	x.Press("\x1b[B")
	x.Press("3\r")
	x.WaitFor("✓")
	x.Press("q")
	if err := <-ended; err != nil || !strings.Contains(said.String(), "hands in step 1, by answer: [12 3 0]\n") {
		t.Errorf("%v, %q", err, said.String())
	}
}
