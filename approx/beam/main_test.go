package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is the command itself where a test has started it.
func TestMain(m *testing.M) {
	if os.Getenv("GRAMSCOPE_BEAM") != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestUnclosedQuoteIsOneLine: what the runner logs about a bad row stays out of standard error, unless it is asked for.
func TestUnclosedQuoteIsOneLine(t *testing.T) {
	folder := t.TempDir()
	part := filepath.Join(folder, "part.csv")
	if err := os.WriteFile(part, []byte("a,y\n1,2\n\"2,3\n3,5\n4,4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, log := range []string{"--log=false", "--log"} {
		cmd := exec.Command(os.Args[0], "--input", part, "--target", "y", "--m", "2", "--gamma", "1", "--mu", "1", "--output",
			filepath.Join(folder, "model.json"), log)
		cmd.Env = append(os.Environ(), "GRAMSCOPE_BEAM=1")
		var told bytes.Buffer
		cmd.Stderr = &told
		err := cmd.Run()
		lines := strings.Count(told.String(), "\n")
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(told.String(), "beam: ") ||
			!strings.Contains(told.String(), "part.csv:3:") || (lines == 1) != (log != "--log") {
			t.Errorf("%s: %v, %d lines\n%s", log, err, lines, told.String())
		}
	}
}
