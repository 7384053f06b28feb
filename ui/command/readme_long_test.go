//go:build long

package command_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAllReadmeCommands runs the commands in the README and in the topics of `gramscope help` as written, one after the
// other in one folder. `go test ./...` is this test's own command: .ci/run takes it from the README.
func TestAllReadmeCommands(t *testing.T) {
	lines := slices.DeleteFunc(append(readmeLines(t), topicLines(t)...),
		func(line string) bool { return line == "go test ./..." })
	built(t, t.TempDir()) // which `go run .` waits for
	runLines(t, t.TempDir(), lines)
}

// TestReadmeQuotesTune: what the README tells of an answer of tune is in it, and the sweep
// over m that it shows is at the setting that was found.
func TestReadmeQuotesTune(t *testing.T) {
	text, err := os.ReadFile(root + "/README.md")
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
	quoted := regexp.MustCompile("`chosen: [^`]*`|the least rmse of \\d+ settings|the best that is cheaper, \\w+ "+
		"m=\\d+, has \\S+ ± \\S+ more").
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
