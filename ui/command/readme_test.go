package command_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gramscope/ui/terminaltest"
)

// root is the folder of the README.
const root = "../.."

// built builds the program in a folder, and returns its path.
func built(t *testing.T, folder string) string {
	t.Helper()
	path := filepath.Join(folder, "gramscope")
	if out, err := exec.Command("go", "build", "-o", path, "gramscope").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// readmeLines are the lines of the README's sh blocks.
func readmeLines(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(root + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		lines = append(lines, strings.Split(strings.TrimSpace(block[1]), "\n")...)
	}
	return lines
}

// topicLines are the command lines in the topics of `gramscope help`.
func topicLines(t *testing.T) []string {
	t.Helper()
	if _, _, text := execute(t, context.Background(), "", "help", "xyzzy"); strings.Count(text, " data,") != 1 {
		t.Errorf("help of an unknown word: %s", text)
	}
	_, overview, _ := execute(t, context.Background(), "", "help")
	names := regexp.MustCompile(`(?m)^  gramscope help (\w+)`).FindAllStringSubmatch(overview, -1)
	if len(names) < 6 {
		t.Errorf("gramscope help lists %d topics:\n%s", len(names), overview)
	}
	var lines []string
	for _, name := range names {
		status, text, errs := execute(t, context.Background(), "", "help", name[1])
		if status != 0 {
			t.Errorf("help %s: status %d: %s", name[1], status, errs)
		}
		for line := range strings.Lines(text) {
			command, indented := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
			switch {
			case indented && strings.Contains(command, "gramscope "):
				lines = append(lines, command)
			case utf8.RuneCountInString(line) > 100 && name[1] != "columns":
				t.Errorf("help %s has a line of %d characters: %s", name[1], utf8.RuneCountInString(line), line)
			}
		}
	}
	return lines
}

// quick matches the command lines of the README and of the topics that run in a moment.
var quick = regexp.MustCompile(`^gzip|^gramscope (testdata|--version|data|predict|methods|plot|lesson$|reproduce$|fit --(keep|continue|gamma|method|kernel)|sweep --methods nystrom,fourier --over m=10,50,200 --reps 3)`)

// TestReadmeCommands runs the quick commands in the README and in the topics of `gramscope help` as written, one after
// the other in one folder. A long test runs them all.
func TestReadmeCommands(t *testing.T) {
	folder := t.TempDir()
	built(t, folder)
	all := append(readmeLines(t), topicLines(t)...)
	for _, line := range []string{"go run .", "go test ./...", "go install ."} {
		if !slices.Contains(all, line) {
			t.Errorf("the README does not show the command %q", line)
		}
	}
	lines := slices.DeleteFunc(all, func(line string) bool { return !quick.MatchString(line) })
	if len(lines) < 15 {
		t.Errorf("%d lines only are run: %q", len(lines), lines)
	}
	for i, line := range lines { // the long test computes all rows of the sweep
		lines[i] = strings.Replace(line, "gramscope sweep ", "gramscope sweep --n 100 ", 1)
	}
	runLines(t, folder, lines)
}

// runLines runs command lines one after the other in a folder with the program; those that open the explorer run on a
// terminal, where q ends them.
func runLines(t *testing.T, folder string, lines []string) {
	t.Helper()
	for _, some := range []string{"testdata/cli", "testdata/own"} {
		if err := os.CopyFS(filepath.Join(folder, some), os.DirFS(filepath.Join(root, some))); err != nil {
			t.Fatal(err)
		}
	}
	const python = "/usr/bin/python3"
	hasNumPy := exec.Command(python, "-c", "import numpy").Run() == nil
	if err := os.Symlink(python, filepath.Join(folder, "python3")); err != nil {
		t.Fatal(err)
	}
	environ := append(os.Environ(), "GOBIN="+folder, "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	sub := regexp.MustCompile(`gramscope (--version|sweep|tune|fit|predict|plot|methods|data|lesson|reproduce)`)
	for _, line := range lines {
		if strings.Contains(line, "python3 ") && !hasNumPy {
			t.Logf("left out, as there is no NumPy: %s", line)
			continue
		}
		cmd := exec.Command("bash", "-o", "pipefail", "-c", line)
		cmd.Env, cmd.Dir = environ, folder
		if strings.HasPrefix(line, "go ") {
			cmd.Dir = root
		}
		if strings.Contains(line, "gramscope") && !sub.MatchString(line) || line == "go run ." {
			terminaltest.Run(t, line, cmd, func(x *terminaltest.Terminal) {
				x.WaitFor("entries") // a head of the table
				x.Press("q")
			})
			continue
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
}
