package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/ui/command"
	"gramscope/ui/terminaltest"
)

var update = flag.Bool("update", false, "rewrite the golden files and the README's table")

// execute runs a command line in-process.
func execute(t *testing.T, ctx context.Context, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	err := run(ctx, args, strings.NewReader(stdin), &out, &errs)
	return command.Report(err, &errs), out.String(), errs.String()
}

// golden compares with testdata/cli/NAME.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "cli", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; go test -update rewrites it (-want +got):\n%s", path, diff)
	}
}

// mask hides what depends on the machine: times, versions, and the last digits
// of figures, which the processor's instructions decide.
func mask(text string) string {
	text = regexp.MustCompile(`gramscope .*, go\S+`).ReplaceAllString(text, "gramscope VERSION")
	text = regexp.MustCompile(`"(seconds|cached)":[^,]*`).ReplaceAllString(text, `"$1":…`)
	figures := regexp.MustCompile(`\d+(\.\d+)?e-\d+|\d+\.\d{6,}`)
	lines := strings.Split(text, "\n")
	var head []string
	for i, line := range lines {
		switch cells, err := csv.NewReader(strings.NewReader(line)).Read(); {
		case err != nil:
		case cells[0] == "data" && len(cells) > 20:
			head = cells
		case len(cells) == len(head):
			cells[slices.Index(head, "seconds")], cells[slices.Index(head, "cached")] = "…", "…"
			line = fmt.Sprintf("%q", cells)
		}
		lines[i] = figures.ReplaceAllStringFunc(line, func(s string) string {
			v, _ := strconv.ParseFloat(s, 64)
			if v < 1e-12 {
				return "~0" // rounding
			}
			return fmt.Sprintf("%.5g", v)
		})
	}
	return strings.Join(lines, "\n")
}

func TestGolden(t *testing.T) {
	const plants = "testdata/cli/plants.csv"
	for name, line := range map[string]string{
		"help":            "--help",
		"help-sweep":      "sweep --help",
		"help-all":        "sweep --help all",
		"help-data":       "data -h",
		"help-fit":        "fit --help",
		"help-predict":    "predict --help",
		"help-tune":       "tune --help",
		"help-methods":    "help methods",
		"version":         "--version",
		"help-completion": "help completion",
		"help-man":        "man --help",
		"methods":         "methods",
		"method":          "methods nystrom",
		"methods-for":     "methods --for bimodal --n 300 --gamma 400 --m 40",
		"sets":            "data",
		"set":             "data bimodal",
		"data":            "data " + plants,
		"data-target":     "data --target=kind --columns -age " + plants,
		"sweep-csv":       "sweep --workers 1 --over m=4,12 --methods nystrom,bka --gamma 0.1 --format csv " + plants,
		"sweep-json": "sweep --workers 1 " + plants +
			" --m 6 --methods accumulation,fourier --seed 7 --format=json --gamma 0.2 --target none",
		"sweep-kernel": "sweep --workers 1 --n 40 --kernel polynomial --degree 3 --gamma 0.1 --methods nystrom --m 5 " +
			"--columns height_cm,leaf_cm " + plants,
		"sweep-classes": "sweep --workers 1 --n 60 --methods nystrom,meka --m 10 --gamma 0.1 --mu 0.1 --bounds --target " +
			"kind " + plants,
		"sweep-left-out": "sweep --workers 1 --n 30 --kernel linear --methods all --over rank=1 --m 3 " + plants,
	} {
		t.Run(name, func(t *testing.T) {
			status, out, errs := execute(t, context.Background(), "", strings.Fields(line)...)
			golden(t, name+".txt", fmt.Sprintf("$ gramscope %s\n%s--- standard error, status %d\n%s", line, mask(out), status,
				errs))
		})
	}
}

// TestReleaseConfiguration reads what goreleaser will: it builds for all systems, the files that it
// packs are there or written by .ci/release/run, and all have the time of the commit.
// .ci/release/run lets goreleaser itself check the rest.
func TestReleaseConfiguration(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	config, script := read(".ci/release/goreleaser.yaml"), read(".ci/release/run")
	for _, line := range []string{
		"goos: [linux, darwin, windows, freebsd]", "goarch: [amd64, arm64]", "formats: [deb, rpm]",
		"flags: [-trimpath, -buildvcs=true]",
		`mod_timestamp: "{{ .CommitTimestamp }}"`, "name_template: SHA256SUMS",
	} {
		if !strings.Contains(config, line) {
			t.Errorf("goreleaser.yaml lacks %q", line)
		}
	}
	sources := regexp.MustCompile(`src: "?([^",}\n]+)`).FindAllStringSubmatch(config, -1)
	if len(sources) < 13 {
		t.Errorf("%d files are packed", len(sources))
	}
	packed := ""
	for _, found := range sources {
		path := found[1]
		packed += path + "\n"
		if made, ok := strings.CutPrefix(path, "pages/"); ok {
			if made = strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(made, "*.1", ".1"), "*"),
				".gz"); !strings.Contains(script, `"$pages/`+made) {
				t.Errorf(".ci/release/run does not write %s", path)
			}
		} else if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{"README.md", "LICENSE", ".github/CHANGELOG.md", ".github/CITATION.cff",
		"pages/completions/*", "pages/gramscope.1"} {
		if !strings.Contains(packed, path+"\n") {
			t.Errorf("the archives lack %s", path)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if !strings.Contains(script, " completion "+shell+" >") {
			t.Errorf(".ci/release/run does not write the completions of %s", shell)
		}
	}
	for _, line := range strings.Split(config, "\n") {
		if strings.Contains(line, "src:") && !strings.Contains(line, "info: *commit") &&
			!strings.Contains(line, "file_info: ") && !strings.Contains(line, "src: README.md") {
			t.Errorf("without the time of the commit: %s", line)
		}
	}
}

// TestCitation: the fields that the Citation File Format 1.2.0 demands, and the license.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile(".github/CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"cff-version: 1.2.0", "message: .+", "title: gramscope", "authors:\n  - name: .+",
		"license: MIT", "type: software"} {
		if !regexp.MustCompile("(?m)^" + field + "$").Match(text) {
			t.Errorf("CITATION.cff lacks %q", field)
		}
	}
}

// methodsTable is the README's table, from the descriptors.
func methodsTable() string {
	var b strings.Builder
	b.WriteString("| method | what it is | kernel entries |\n|---|---|---|\n")
	var family model.Family
	for _, m := range approx.Methods() {
		if m.Family != family {
			family = m.Family
			fmt.Fprintf(&b, "| **%s** | | |\n", family)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", m.Name, m.Title(), strings.ReplaceAll(m.Cost, "|", `\|`))
	}
	return b.String()
}

func TestReadmeListsTheMethods(t *testing.T) {
	readmeTable(t, "methods", methodsTable())
	text, err := os.ReadFile("README.md")
	count := fmt.Sprintf("%d of them on your data", len(approx.Methods()))
	if err != nil || !strings.Contains(string(text), count) {
		t.Errorf("README.md's first paragraph lacks %q: %v", count, err)
	}
}

// readmeTable compares a table of the README, which stands between two marks, with what it
// should be.
func readmeTable(t *testing.T, name, want string) {
	t.Helper()
	begin, end := "<!-- "+name+":begin -->\n", "<!-- "+name+":end -->"
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("README.md lacks %q or %q", begin, end)
	}
	if table == want {
		return
	}
	if !*update {
		t.Fatalf("README.md's table of %s is another; go test . -update rewrites it (-readme +wanted):\n%s", name,
			cmp.Diff(table, want))
	}
	if err := os.WriteFile("README.md", []byte(before+begin+want+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestHelpOnMethods: the name of a method is a name for help, too.
func TestHelpOnMethods(t *testing.T) {
	for _, name := range []string{"nystrom", "meka"} {
		_, want, _ := execute(t, context.Background(), "", "methods", name)
		if status, text, errs := execute(t, context.Background(), "", "help", name); status != 0 || text != want ||
			len(text) < 200 {
			t.Errorf("help %s: status %d, %s, %q", name, status, errs, text)
		}
	}
}

// TestMain is the program itself where a test starts it anew to send it signals or
// to close its streams.
func TestMain(m *testing.M) {
	if os.Getenv("GRAMSCOPE_TEST_RUNS_IT") != "" {
		main()
	}
	os.Exit(terminaltest.WithOwnState(m))
}

// program is the program as a command of a shell, in which "$@" stands for it.
func program(t *testing.T, shell string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", append([]string{"-c", shell, "sh", self}, args...)...)
	cmd.Env = append(os.Environ(), "GRAMSCOPE_TEST_RUNS_IT=1")
	return cmd
}

// TestSignals stops commands while they factorise large matrices or wait for data
// that never come. A command that were not stopped would end with another status or never.
func TestSignals(t *testing.T) {
	const patience = time.Minute
	for line, signal := range map[string]syscall.Signal{
		"sweep --workers 1 --n 3000 --methods best --m 1500 --regression=false --gamma 1 bimodal": syscall.SIGINT,
		"fit --n 6000 --exact-limit 6000 --method exact --gamma 1 --out OUT friedman":             syscall.SIGTERM,
		"data -": syscall.SIGQUIT,
	} {
		out := filepath.Join(t.TempDir(), "model.json")
		cmd := program(t, `exec "$@"`, strings.Fields(strings.ReplaceAll(line, "OUT", out))...)
		quiet, err := cmd.StdinPipe() // which never ends
		if err != nil {
			t.Fatal(err)
		}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(line, " -") {
			const moreThanAPipeHolds = 1 << 17
			// which ends when the program reads
			if _, err := quiet.Write(bytes.Repeat([]byte("1,2\n"), moreThanAPipeHolds/4)); err != nil {
				t.Fatal(err)
			}
		} else {
			awaitWork(t, cmd.Process.Pid, line)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		killed := false
		watchdog := time.AfterFunc(patience, func() { killed = true; cmd.Process.Kill() })
		cmd.Wait()
		watchdog.Stop()
		quiet.Close()
		if killed || cmd.ProcessState.ExitCode() != 1 || !strings.Contains(errs.String(), "gramscope: stopping\n") {
			t.Errorf("%s after %v: killed %v, %v: %q", line, signal, killed, cmd.ProcessState, errs.String())
		}
		if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v: %v", line, left, err)
		}
	}
}

// awaitWork waits until the program has computed for a while.
func awaitWork(t *testing.T, pid int, line string) {
	t.Helper()
	const enough = 0.6 // seconds: more than a start takes under the race detector, and far from the end of the work
	for range 3000 {
		time.Sleep(20 * time.Millisecond)
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if errors.Is(err, fs.ErrNotExist) {
			time.Sleep(3 * time.Second) // no such files here
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		ticks, err := strconv.Atoi(fields[11]) // utime, in hundredths of a second
		if err != nil {
			t.Fatal(err)
		}
		if float64(ticks)/100 >= enough {
			return
		}
	}
	t.Fatalf("%s never begins to compute", line)
}

// TestStreams closes and fills the standard streams: rows that can't be written
// are an error, words that can't be are none, and a reader who leaves is none.
func TestStreams(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	for _, c := range []struct {
		shell, line string
		status      int
		message     string
	}{
		{`"$@" >&-`, "sweep --n 20 --m 5 --methods nystrom", 1, "standard output is closed"},
		{`"$@" >&-`, "methods", 1, "standard output is closed"},
		{`"$@" >&-`, "--version", 1, "standard output is closed"},
		{`"$@" >/dev/full`, "data", 1, "no space left"},
		{`"$@" >/dev/full`, "--help", 1, "no space left"},
		{`"$@" >/dev/null`, "methods", 0, ""},
		{`"$@" <>/dev/null >&0 2>&0`, "methods", 0, ""}, // a daemon
		{`"$@" 2>&-`, "sweep --n 20 --m 5 --workers 2", 0, ""},
		{`"$@" 2>/dev/full`, "sweep --n 20 --m 5 --workers 2", 0, ""},
		{`{ "$@"; echo $? >&2; } | head -1`, "sweep --n 20 --m 5 --methods nystrom --reps 300 --workers 1", 0, "0\n"},
	} {
		cmd := program(t, c.shell, strings.Fields(c.line)...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		err := cmd.Run()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if status := cmd.ProcessState.ExitCode(); status != c.status || !strings.Contains(errs.String(), c.message) {
			t.Errorf("%s of %s: status %d: %q", c.shell, c.line, status, errs.String())
		}
	}
}

// TestPipeGetsTheOutputAlone: looking at what standard output is writes nothing to it.
func TestPipeGetsTheOutputAlone(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "methods", "nystrom")
	cmd.Env = append(os.Environ(), "GRAMSCOPE_TEST_RUNS_IT=1")
	out, err := cmd.Output()
	if err != nil || !bytes.HasPrefix(out, []byte("nystrom: ")) {
		t.Errorf("%v, %.40q", err, out)
	}
}

// TestDumbTerminalGetsNoEscapes: a terminal that can't take a line back gets no
// progress.
func TestDumbTerminalGetsNoEscapes(t *testing.T) {
	for term, want := range map[string]bool{"dumb": false, "xterm": true} {
		x := terminaltest.New(t, 120, 40)
		cmd := program(t, `exec "$@"`, strings.Fields("sweep --n 20 --m 5 --methods nystrom --workers 1")...)
		cmd.Env = append(cmd.Env, "TERM="+term)
		cmd.Stderr = x.TTY
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		if shown := x.End(); strings.Contains(shown, "\x1b") != want {
			t.Errorf("TERM=%s: %q", term, shown)
		}
	}
}

// TestClosedTerminal closes the terminal under a program that SIGHUP does not end, as after
// nohup: it must not go on where nobody sees it.
func TestClosedTerminal(t *testing.T) {
	x := terminaltest.New(t, 120, 40)
	said := filepath.Join(t.TempDir(), "said")
	cmd := program(t, `trap '' HUP; exec "$@" 2>'`+said+"'", strings.Fields("--methods nystrom --n 400 --reps 50")...)
	cmd.Env = append(cmd.Environ(), "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	cmd.Stdin, cmd.Stdout = x.TTY, x.TTY
	x.Lead(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer watchdog.Stop()
	x.WaitFor("entries")
	x.TTY.Close()
	x.HangUp()
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v, want exit status 1", err)
	}
	if text, _ := os.ReadFile(said); string(text) != "gramscope: the terminal was closed\n" {
		t.Errorf("standard error is %q", text)
	}
}

// TestSuspend: after ctrl+z the terminal is as it was, and after fg keys and the mouse are taken again. In a session
// without a shell, whose leader the kernel does not stop, the program goes on.
func TestSuspend(t *testing.T) {
	cmd := program(t, `set -m; "$@"; read line; fg`, "--n", "100", "--reps", "1")
	fresh := terminaltest.New(t, 120, 40).Settings()
	terminaltest.Run(t, "ctrl+z", cmd, func(x *terminaltest.Terminal) {
		x.WaitFor("entries")
		x.Press("\x1a")
		x.WaitFor("\x1b[?1049l") // the normal screen is back
		x.WaitFor("\x1b[?1003l") // without the mouse
		for deadline := time.Now().Add(10 * time.Second); x.Settings() != fresh; {
			if time.Now().After(deadline) {
				t.Fatalf("suspended the terminal is %q, and was %q", x.Settings(), fresh)
			}
		}
		x.Resize(120, 40) // which keeps its size and has what comes from now on count: bubbletea's handler of a change of the
		// size reads, without a lock, a field that bubbletea writes again after fg
		x.Press("\r")
		x.WaitFor("entries")
		x.WaitFor("\x1b[?1003h")
		x.Press("2")
		x.WaitFor("2 Spectrum")
		x.Press(":\x1b[200~gamma 0.125") // a paste without its end
		x.WaitFor("gamma 0.125")
		x.Press("\r")
		x.WaitFor("γ=0.125")
		x.Press("q")
	})
	terminaltest.Run(t, "ctrl+z without a shell above", program(t, `exec "$@"`, "--n", "100", "--reps", "1"),
		func(x *terminaltest.Terminal) {
			x.WaitFor("entries")
			x.Press("\x1a")
			x.WaitFor("\x1b[?1049l")
			x.WaitFor("there is no shell to return to")
			x.Press("2")
			x.WaitFor("2 Spectrum")
			x.Press("q")
		})
}

func TestExplorerOnTerminal(t *testing.T) {
	for name, keys := range map[string]string{"q": "q", "ctrl+c": "\x03"} {
		terminaltest.Run(t, name, program(t, `exec "$@"`, strings.Fields("--methods nystrom --reps 50 --n 1000")...),
			func(x *terminaltest.Terminal) {
				x.WaitFor("γ=15.5")           // from the data
				x.Press("\x1b[C\x1b[C\x1b[C") // three steps up: ×1.25³
				x.WaitFor("γ=30.3")
				x.Press(keys) // while it computes
			})
	}
}

// script writes an own method in sh, which notes each start and can't do its work. It returns the command that starts
// it and the file of notes.
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
		{[]string{"methods", "--method-command", command, "mine", "--check"}, 1,
			"any m from 1 to n       does not hold: bimodal, m = 1: --method-command \"" + command +
				"\": failed (exit status 3): no idea\n", "mine breaks 1 of the promises that every method makes"},
		{[]string{"methods", "--check"}, 2, "", "--check takes one method"},
		{[]string{"methods", "--method-command=" + command, "mine"}, 0, "each fit runs " + command, ""},
		{[]string{"sweep", "--method-command"}, 2, "", "--method-command needs a value"},
		{[]string{"sweep", "--method-command", command, "--m", "5", "--n", "20", "moons"}, 1, "moons,20,2,gaussian,",
			"mine: --method-command"},
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
	text := "---\nscreen: 1\nwatch: error\nsweep: --method-command '" + command +
		"' --methods mine --over m=2,4 moons\nclaim: error of mine <= 1\n---\n# Theirs\n"
	if err := os.WriteFile(lesson, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"lesson", lesson}, {"lesson", lesson, "--check"},
		{"__complete", "sweep", "--method-command", command, "--methods", ""}, {"sweep", "--", "--method-command", command}} {
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
