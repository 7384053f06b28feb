package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/sweep"
	"gramscope/ui/command"
	"gramscope/ui/terminaltest"
)

// logLine returns the line of a state at a time on some data.
func logLine(t *testing.T, at float64, data string, gamma float64) string {
	t.Helper()
	spec := sweep.DefaultSpec(40)
	spec.Methods, spec.Reps, spec.Values["m"], spec.Test = []string{"nystrom"}, 1, 10, 0
	spec.Over = []sweep.Axis{{Name: "m", Values: []float64{10, 20}}}
	spec.Assignment = spec.Assignment.With("gamma", gamma)
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"gramscope_session":1,"at":%v,"data":%s,"spec":%s,"screen":"1","focus":"knobs","charted":"first chart","knob":"m","method":"nystrom","value":"error",`+
		`"x":null,"y":null,"effective_dimension":false,"rank_x":null,"rank_y":null,"regression":{"value":"test error","x":null,"y":null}}`+"\n", at, data, text)
}

func logFile(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReplayRefuses: wrong usage, data that are not there, and what is not a log are a message each, before anything is written.
func TestReplayRefuses(t *testing.T) {
	folder := t.TempDir()
	plain := logFile(t, logLine(t, 0, `{"set":"bimodal"}`, 3))
	on := func(data string) string {
		return logFile(t, logLine(t, 0, `{"set":"moons"}`, 3), logLine(t, 1, data, 3))
	}
	existing := filepath.Join(folder, "there.cast")
	if err := os.WriteFile(existing, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{}, 2, "no log to replay"},
		{[]string{plain, "--speed", "fast"}, 2, `"fast" is not a speed`},
		{[]string{plain, "--speed", "1e300"}, 2, "not a speed"},
		{[]string{plain, "--speed", "NaN"}, 2, "not a speed"},
		{[]string{plain, "--size", "0x0"}, 2, "not a size"},
		{[]string{plain, "--size", "80x24"}, 2, "are for --cast"},
		{[]string{plain, "--speed", "0", "--cast", "x.cast"}, 2, "--cast needs a pace"},
		{[]string{plain}, 2, "needs a terminal"},
		{[]string{plain, "--cast", existing}, 1, "this file already exists"},
		{[]string{"missing.jsonl", "--cast", "x.cast"}, 1, "missing.jsonl: no such file"},
		{[]string{"/dev/zero", "--cast", "x.cast"}, 1, "/dev/zero:1: this is not a log"},
		{[]string{folder, "--cast", "x.cast"}, 1, folder + ": "},
		{[]string{on(`{"file":"/nowhere/\u001b[2Jdata.csv"}`), "--cast", "x.cast"}, 1, `log.jsonl:2: the data file /nowhere/`},
		{[]string{on(`{"file":"/dev/zero"}`), "--cast", "x.cast"}, 1, "log.jsonl:2: the data file /dev/zero can't be opened: not a regular file"},
		{[]string{on(`{"file":"-"}`), "--cast", "x.cast"}, 1, "log.jsonl:2: the data came from standard input"},
		{[]string{on(`{"set":"nonesuch"}`), "--cast", "x.cast"}, 1, `log.jsonl:2: this program has no built-in set "nonesuch"`},
		{[]string{on(`{"set":"moons","landmarks":"/dev/null"}`), "--cast", "x.cast"}, 1, "log.jsonl:2: the data file /dev/null can't be opened"},
		{[]string{on(`{}`), "--cast", "x.cast"}, 1, "log.jsonl:2: the file was edited or damaged: data: neither"},
	} {
		t.Chdir(t.TempDir())
		status, stdout, stderr := execute(t, context.Background(), "", append([]string{"replay"}, one.args...)...)
		if status != one.status || stdout != "" || !strings.Contains(stderr, one.want) || strings.Contains(stderr, "\x1b") {
			t.Errorf("%q: status %d, %q, %q, want %q", one.args, status, stdout, stderr, one.want)
		}
		if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
			t.Errorf("%q: files are left: %v, %v", one.args, files, err)
		}
	}
	if text, err := os.ReadFile(existing); err != nil || string(text) != "mine" {
		t.Errorf("the existing file is now %q, %v", text, err)
	}
}

// TestReplayCast writes a cast to a file and to standard output, of states on two data.
func TestReplayCast(t *testing.T) {
	csv := filepath.Join(t.TempDir(), "plants.csv")
	var rows strings.Builder
	rows.WriteString("a,b\n")
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,%d\n", i, i*i%17)
	}
	if err := os.WriteFile(csv, []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	log := logFile(t, logLine(t, 0, `{"set":"bimodal"}`, 3), logLine(t, 1.5, fmt.Sprintf(`{"file":%q}`, csv), 3), logLine(t, 2, `{"set":"bimodal"}`, 4))
	t.Chdir(t.TempDir())
	status, stdout, stderr := execute(t, context.Background(), "", "replay", log, "--cast", "-", "--size", "80x24", "--speed", "2")
	lines := strings.Split(stdout, "\n")
	if status != 0 || len(lines) != 6 || !strings.HasPrefix(lines[2], "[0.75,") || !strings.HasPrefix(lines[3], "[1,") || !strings.Contains(lines[2], "plants.csv") {
		t.Errorf("status %d, %q, %d lines:\n%s", status, stderr, len(lines), stdout)
	}
	status, stdout, stderr = execute(t, context.Background(), "", "replay", log, "--cast", "a.cast", "--recorded")
	text, err := os.ReadFile("a.cast")
	if status != 0 || stdout != "" || !strings.Contains(stderr, "wrote a.cast: 3 states") || err != nil || !strings.Contains(string(text), "not recorded") {
		t.Errorf("status %d, %q, %q, %v", status, stdout, stderr, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if status, _, stderr = execute(t, ctx, "", "replay", log, "--cast", "b.cast"); status != 1 {
		t.Errorf("cancelled: status %d, %q", status, stderr)
	}
	if _, err := os.Stat("b.cast"); err == nil {
		t.Error("a cast without a state is left")
	}
}

// TestReplayOnATerminal steps through a log, takes over and quits.
func TestReplayOnATerminal(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	log := logFile(t, logLine(t, 0, `{"set":"bimodal"}`, 3), logLine(t, 1, `{"set":"bimodal"}`, 4))
	p := terminaltest.New(t, 120, 40)
	ended := make(chan error, 1)
	var errs bytes.Buffer
	go func() {
		ended <- command.Run(t.Context(), approx.Methods(), []string{"replay", log, "--speed", "0"}, p.TTY, p.TTY, &errs)
	}()
	p.WaitFor("replay 1/2 waits")
	p.Press(" ")
	p.WaitFor("replay 2/2 waits")
	p.WaitFor("γ=4 ")
	p.Press("\x1b")
	p.WaitFor("the replay has ended")
	p.Press("q")
	if err := <-ended; err != nil || errs.Len() > 0 {
		t.Errorf("%v, %q", err, errs.String())
	}
}

// interrupting cancels a command once it has written a third line.
type interrupting struct {
	bytes.Buffer
	cancel func()
}

func (w *interrupting) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if bytes.Count(w.Bytes(), []byte("\n")) == 3 {
		w.cancel()
	}
	return n, err
}

// TestCastIsInterrupted: what there is of a cast is whole, and the message says how much it is.
func TestCastIsInterrupted(t *testing.T) {
	var lines []string
	for i := range 5 {
		lines = append(lines, logLine(t, float64(i), `{"set":"bimodal"}`, 3+float64(i)))
	}
	ctx, cancel := context.WithCancel(t.Context())
	out := &interrupting{cancel: cancel}
	var errs bytes.Buffer
	err := command.Run(ctx, approx.Methods(), []string{"replay", logFile(t, lines...), "--cast", "-"}, strings.NewReader(""), out, &errs)
	written := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if !errors.Is(err, context.Canceled) || len(written) != 4 || !strings.HasSuffix(written[3], `\u001b[?25h"]`) || !strings.Contains(errs.String(), "2 of 5 states are written to standard output") {
		t.Errorf("%v, %d lines, %q", err, len(written), errs.String())
	}
	for _, line := range written {
		if !json.Valid([]byte(line)) {
			t.Errorf("not a line of JSON: %.60s", line)
		}
	}
}
