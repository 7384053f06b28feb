package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// script writes an own method in sh, which notes each start and can't do its work. It returns the command that starts it and
// the file of notes.
func script(t *testing.T) (command, started string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.sh")
	text := `echo "$1" >> "$0.started"
if [ "$1" = --describe ]; then echo '{"name": "mine", "title": "Mine", "reference": "none"}'; exit; fi
echo "no idea" >&2; exit 3
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return "sh " + path, path + ".started"
}

// TestCheckOfMethods: --check fails where a promise of every method is broken, and says where.
func TestCheckOfMethods(t *testing.T) {
	command, _ := script(t)
	for _, c := range []struct {
		args   []string
		status int
		out    string
		errs   string
	}{
		{[]string{"methods", "nystrom", "--check"}, 0, "exact at m = n          holds\n", ""},
		{[]string{"methods", "meka", "--check"}, 0, "positive semi-definite  does not hold: bimodal, m = ", ""},
		{[]string{"methods", "--method-command", command, "mine", "--check"}, 1, "any m from 1 to n       does not hold: bimodal, m = 1: --method-command \"" + command + "\": failed (exit status 3): no idea\n", "mine breaks 1 of the promises that every method makes"},
		{[]string{"methods", "--check"}, 2, "", "--check takes one method"},
		{[]string{"methods", "-method-command=" + command, "mine"}, 0, "each fit runs " + command, ""},
		{[]string{"sweep", "--method-command"}, 2, "", "--method-command needs a value"},
	} {
		status, out, errs := execute(t, t.Context(), "", c.args...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%v: status %d, %s%s", c.args, status, out, errs)
		}
	}
}

// TestOnlyTheFlagStartsACommand: files of others and a shell that completes start none.
func TestOnlyTheFlagStartsACommand(t *testing.T) {
	command, started := script(t)
	lesson := filepath.Join(t.TempDir(), "theirs.md")
	text := "---\nscreen: 1\nwatch: error\nsweep: --method-command '" + command + "' --methods mine --over m=2,4 moons\nclaim: error of mine <= 1\n---\n# Theirs\n"
	if err := os.WriteFile(lesson, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"lesson", lesson}, {"lesson", lesson, "--check"}, {"__complete", "sweep", "--method-command", command, "--methods", ""}, {"sweep", "--", "--method-command", command}} {
		execute(t, context.Background(), "", args...)
		if text, err := os.ReadFile(started); err == nil {
			t.Errorf("%v starts it: %s", args, text)
		}
	}
	if status, _, errs := execute(t, t.Context(), "", "--method-command", command, "methods", "mine"); status != 0 {
		t.Errorf("status %d: %s", status, errs)
	}
	if text, _ := os.ReadFile(started); string(text) != "--describe\n--describe\n" {
		t.Errorf("the flag starts it with %q", text)
	}
}
