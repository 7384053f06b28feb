package early_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/ui/early"
)

// child runs a test of this program again, with more in its environment.
func child(t *testing.T, test string, env ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), append(env, "EARLY_CHILD=1")...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// TestInitialisedFirst looks at the order in which Go initialises packages.
func TestInitialisedFirst(t *testing.T) {
	if os.Getenv("EARLY_CHILD") != "" {
		_ = tea.Quit // links bubbletea in
		return
	}
	out := child(t, "TestInitialisedFirst", "GODEBUG=inittrace=1")
	ours := strings.Index(out, "/ui/early ")
	theirs := strings.Index(out, "init github.com/charmbracelet/bubbletea ")
	if ours < 0 || theirs < 0 || ours > theirs {
		t.Errorf("early at %d, bubbletea at %d in\n%s", ours, theirs, out)
	}
}

func TestRestore(t *testing.T) {
	if os.Getenv("EARLY_CHILD") != "" {
		before := os.Getenv("TERM")
		early.Restore()
		t.Logf("TERM was %s, is %s", before, os.Getenv("TERM"))
		return
	}
	if out := child(t, "TestRestore", "TERM=teletype"); !strings.Contains(out, "TERM was dumb, is teletype") {
		t.Errorf("the child says\n%s", out)
	}
}
