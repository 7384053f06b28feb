package command_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/model/lesson"
	"gramscope/ui/session"
)

// answered returns a session with that as its answers.
func answered(t *testing.T, name, answers string) string {
	t.Helper()
	l, _ := lesson.Find("features", approx.Methods())
	spec := l.Spec.Clone()
	spec.Figures = nil
	s := session.Session{Data: session.Data{Set: l.Data}, Spec: spec, Shown: []session.Field{session.Given("screen", "1")}}
	if answers != "" {
		s.Shown = append(s.Shown, session.Field{Name: "lessons.answers", Value: json.RawMessage(answers)})
	}
	content, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAnswersAreSummedUp: the sessions of readers and of a room, whose hands count, some of which have no answers or are not sessions.
func TestAnswersAreSummedUp(t *testing.T) {
	const drawn = `{"x":[16,32,64,128,256],"y":[`
	file := filepath.Join(t.TempDir(), "hostile.json")
	if err := os.WriteFile(file, []byte("\x1b[2J{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"lesson", "features", "--answers",
		answered(t, "a.json", `[{"lesson":"gamma","steps":[{"choice":1}]},{"lesson":"features","steps":[`+drawn+`0.1,0.1,0.1,0.1,0.1]},{"choice":2}]}]`),
		answered(t, "b.json", `[{"lesson":"features","steps":[`+drawn+`0.2,0.1,0.05,0.02,0.01]},{"choice":1}]}]`),
		answered(t, "c.json", `[{"lesson":"features","steps":[{"x":[16,256],"y":[0.4,0.02]},{"hands":[1,4,15]}]}]`),
		answered(t, "d.json", `[{"lesson":"features","steps":[{},{}]}]`),
		answered(t, "e.json", `[{"lesson":"features","steps":[{"x":[17],"y":[1]},{"choice":9},{"choice":1}]}]`),
		answered(t, "f.json", `[{"lesson":"gamma","steps":[{"choice":1}]}]`),
		answered(t, "g.json", ""),
		file, "none.json",
	}
	status, stdout, stderr := execute(t, context.Background(), "", args...)
	if status != 1 || strings.Count(stderr, "gramscope: ") != 2 || !strings.Contains(stderr, "hostile.json:1: ") || !strings.Contains(stderr, "none.json: no such file") || strings.Contains(stderr, "\x1b") {
		t.Errorf("status %d, %q", status, stderr)
	}
	const want = `features: The rate of random features
5 sessions have answers, 2 without answers to this lesson, 2 unreadable

1. error of fourier over m
    m  drawn  lower quartile   median  upper quartile  the runs have
   16      3         1.5e-01  2.0e-01         3.0e-01            RUN
   32      2         1.0e-01  1.0e-01         1.0e-01            RUN
   64      2         6.2e-02  7.5e-02         8.8e-02            RUN
  128      2         4.0e-02  6.0e-02         8.0e-02            RUN
  256      3         1.5e-02  2.0e-02         6.0e-02            RUN
    1        skipped the step
    1        answered another version of the lesson

2. orthogonal-fourier draws directions of waves in groups of ten that are perpendicular to each other (the data have ten columns). What is its error with m = 256?
    2   8%   1. about that of fourier: a wave is as random as before
    5  21%   2. above that of fourier: there are fewer directions
   15  62% ✓ 3. at most 3/4 of that: errors cancel within a group
    1        skipped the step
    1        answered another version of the lesson
`
	before := 1.0
	stdout = regexp.MustCompile(`(?m) {4}(\d\.\de-\d\d)$`).ReplaceAllStringFunc(stdout, func(text string) string {
		now, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || now >= before/1.2 { // twice the features divide the error by 1.4
			t.Errorf("the runs have %v after %v, %v", now, before, err)
		}
		before = now
		return "        RUN"
	})
	if stdout != want {
		t.Errorf("summed up:\n%s\nwant\n%s", stdout, want)
	}
}

// TestAnswersAreAligned: all lines of a table end where its head ends, though values are longer than their heads.
func TestAnswersAreAligned(t *testing.T) {
	_, stdout, stderr := execute(t, context.Background(), "", "lesson", "residual", "--answers", answered(t, "a.json", `[{"lesson":"residual","steps":[{"x":[0.001,10],"y":[0.01,0.02]}]}]`))
	lines := strings.Split(stdout, "\n")
	head := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "lower quartile") })
	if head < 0 || stderr != "" {
		t.Fatalf("%s%s", stdout, stderr)
	}
	for _, line := range lines[head+1 : head+6] {
		if ansi.StringWidth(line) != ansi.StringWidth(lines[head]) {
			t.Errorf("below %q stands %q", lines[head], line)
		}
	}
}

func TestAnswersUsage(t *testing.T) {
	for line, want := range map[string]string{
		"lesson features --answers":         "there are no sessions to sum up",
		"lesson --answers":                  "there are no sessions to sum up",
		"lesson --answers a.json b.json":    "no lesson is named before the sessions",
		"lesson feature --answers a.json":   "did you mean features?",
		"lesson features a.json":            "at most one NAME",
		"lesson features --check --answers": "there are no sessions to sum up",
	} {
		if status, stdout, stderr := execute(t, context.Background(), "", strings.Fields(line)...); status != 2 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %q, %q", line, status, stdout, stderr)
		}
	}
}
