//go:build long

package main

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gramscope/ui/terminaltest"
)

// TestAllReadmeCommands runs the commands in the README and in the topics of `gramscope help` as written, one after the
// other in one folder. `go test ./...` is this test's own command: .ci/run takes it from the README.
func TestAllReadmeCommands(t *testing.T) {
	lines := slices.DeleteFunc(append(readmeLines(t), topicLines(t)...), func(line string) bool { return line == "go test ./..." })
	if out, err := exec.Command("go", "build", "-o", os.DevNull, ".").CombinedOutput(); err != nil { // which `go run .` waits for
		t.Fatalf("%v\n%s", err, out)
	}
	runLines(t, t.TempDir(), lines)
}

// TestReadmeQuotesTune: what the README tells of an answer of tune is in it, and the sweep
// over m that it shows is at the setting that was found.
func TestReadmeQuotesTune(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, recipe, _ := strings.Cut(string(text), "\n### Tune a regression\n")
	recipe, _, _ = strings.Cut(recipe, "\n## ")
	var answer, swept string
	for line := range strings.Lines(recipe) {
		if args := strings.Fields(line); strings.HasPrefix(line, "gramscope tune ") {
			_, answer, _ = execute(t, context.Background(), "", args[1:]...)
		} else if strings.HasPrefix(line, "gramscope sweep ") {
			swept = line
		}
	}
	quoted := regexp.MustCompile("`chosen: [^`]*`|the least rmse of \\d+ settings|the best that is cheaper, \\w+ m=\\d+, has \\S+ ± \\S+ more").
		FindAllString(strings.Join(strings.Fields(recipe), " "), -1)
	if len(quoted) != 3 {
		t.Errorf("the README quotes %q", quoted)
	}
	for _, part := range append(quoted, regexp.MustCompile(`--gamma \S+ --mu \S+`).FindString(swept)) {
		if part = strings.Trim(part, "`"); part == "" || !strings.Contains(answer, part) {
			t.Errorf("no %q in\n%s", part, answer)
		}
	}
}

// TestScreensOnTerminal goes through all screens while they compute and the window
// changes its size, down to one that holds nothing.
func TestScreensOnTerminal(t *testing.T) {
	terminaltest.Run(t, "all screens", program(t, `exec "$@"`, strings.Fields("--methods nystrom,bka --reps 20 --n 300")...), func(x *terminaltest.Terminal) {
		x.WaitFor("runs")
		for _, name := range []string{"1 Explore", "2 Spectrum", "3 Points", "4 Matrix", "5 Stream", "6 Regression", "7 Lessons"} {
			x.Press(name[:1] + "+") // which turns γ: the work starts anew
			x.Resize(80, 24)
			x.WaitFor(name)
			x.Resize(10, 3)
			x.WaitFor("30×8")
			x.Press("++")
			x.Resize(40, 12)
			x.WaitFor(name[:1] + " ") // there is room for one pane
			x.Resize(160, 50)
			x.WaitFor("gramscope " + name)
		}
		x.Press("\r") // a lesson, beside its screen
		x.Resize(100, 30)
		x.WaitFor("Block or low rank")
		x.Resize(60, 16)
		x.WaitFor("Block or")
		x.Press("q")
	})
}
