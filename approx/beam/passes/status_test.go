package passes

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandLine: arguments that belong to no flag, as when a shell expands a pattern, are wrong usage, and
// so are errors of check; errors in the data are failures.
func TestCommandLine(t *testing.T) {
	input := written(t, friedman(20, 3), friedman(20, 4))
	parts, err := filepath.Glob(input)
	if err != nil || len(parts) != 2 {
		t.Fatal(parts, err)
	}
	for _, c := range []struct {
		status int
		says   string
		input  string
		flags  []string
	}{
		{2, fmt.Sprintf("%q is neither a flag nor the value of one; put a pattern in quotes", parts[1]), parts[0],
			[]string{parts[1], "--m", "5"}},
		{2, "put a pattern in quotes", input, []string{"--", "--m"}},
		{2, "--kernel cubic", input, []string{"--kernel", "cubic"}},
		{1, "no file is called", filepath.Join(t.TempDir(), "none-*.csv"), nil},
	} {
		_, _, err := onPrism(t, c.input, c.flags...)
		var told strings.Builder
		if status := Report(err, &told); status != c.status || !strings.HasPrefix(told.String(), "beam: ") ||
			!strings.Contains(told.String(), c.says) {
			t.Errorf("%s %v: status %d, %s want %d, %q", c.input, c.flags, status, told.String(), c.status, c.says)
		}
	}
	if status := Report(nil, nil); status != 0 {
		t.Errorf("status %d without an error", status)
	}
}

// TestReportIsOneLegibleLine: an error is reported with file, line and reason, without the passes that the
// runner lists before it, and without characters from names of parts or columns that control a terminal.
// The list of bad rows has one line for each, too.
func TestReportIsOneLegibleLine(t *testing.T) {
	folder := t.TempDir()
	part := filepath.Join(folder, "p\x1b[31m\n\u202e.csv")
	if err := os.WriteFile(part, []byte("a\x1b[1m,y\n1,2\nx,3\n2,3\n3,5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(folder, "bad.txt")
	_, _, err := onPrism(t, filepath.Join(folder, "*.csv"), "--bad", list)
	var told strings.Builder
	status := Report(err, &told)
	const reason = `p\x1b[31m\n\u202e.csv:3:1: text ("x") in column "a\x1b[1m", expected a number as in training; correct it` + "\n"
	if status != 1 || !strings.HasPrefix(told.String(), "beam: 1 bad rows, of which --max-bad allows 0; the first: ") ||
		!strings.HasSuffix(told.String(), reason) {
		t.Errorf("status %d: %q", status, told.String())
	}
	content, err := os.ReadFile(list)
	if err != nil || !strings.HasSuffix(string(content), reason) || strings.Count(string(content), "\n") != 1 {
		t.Errorf("%v: the list is %q", err, content)
	}
}

// TestCause: the error of a pass is found in what Prism makes of it, and no other text is cut.
func TestCause(t *testing.T) {
	for text, want := range map[string]string{
		"job j failed:\n1: DataSource[S] Out:8\n\tcaused by:\nsource failed\n\tcaused by:\nDoFn[UID:8, PID:e29, Name: " +
			"p.scoreFn] failed:\nfew\nrows": "few\nrows",
		"job j failed:\nno worker": "job j failed:\nno worker",
	} {
		if got := cause(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if status := Report(errors.New("a\x1b"), &strings.Builder{}); status != 1 {
		t.Errorf("status %d", status)
	}
}
