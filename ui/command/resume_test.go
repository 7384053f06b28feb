package command_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gramscope/approx"
	"gramscope/ui/command"
)

// execute runs a command line in-process.
func execute(t *testing.T, ctx context.Context, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	err := command.Run(ctx, approx.Methods(), args, strings.NewReader(stdin), &out, &errs)
	return command.Report(err, &errs), out.String(), errs.String()
}

// rowsOf runs a sweep that must succeed and gives its rows.
func rowsOf(t *testing.T, line string) []map[string]string {
	t.Helper()
	status, out, errs := execute(t, context.Background(), "", strings.Fields(line)...)
	if status != 0 {
		t.Fatalf("%s: status %d: %s", line, status, errs)
	}
	return parseRows(t, out)
}

func parseRows(t *testing.T, text string) []map[string]string {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(lines) < 2 {
		t.Fatalf("no rows: %v\n%s", err, text)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// timeless leaves out what differs from run to run.
func timeless(rows []map[string]string) []map[string]string {
	for _, row := range rows {
		delete(row, "seconds")
		delete(row, "cached")
	}
	return rows
}

// limited is an output that ends, or whose reader loses patience, after some
// writes.
type limited struct {
	bytes.Buffer
	left int
	end  func() error
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left--; l.left < 0 {
		if err := l.end(); err != nil {
			return 0, err
		}
	}
	return l.Buffer.Write(p)
}

func TestInterruptAndResume(t *testing.T) {
	line := strings.Fields("sweep --n 300 --methods nystrom,fourier --over m=10,50,200 --reps 3 --workers 1 --format csv")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &limited{left: 5, end: func() error { cancel(); return nil }}
	var errs bytes.Buffer
	err := command.Run(ctx, approx.Methods(), line, nil, out, &errs)
	if status := command.Report(err, &errs); status != 1 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	done := parseRows(t, out.String())
	if len(done) < 5 || len(done) == 18 {
		t.Fatalf("%d rows were written", len(done))
	}
	message, told := strings.CutPrefix(errs.String(), "gramscope: stopping\n")
	if !told {
		t.Errorf("%q", errs.String())
	}
	checkMessage(t, message, []string{fmt.Sprintf("%d of 18 rows done", len(done)), "--resume"})

	file := filepath.Join(t.TempDir(), "part.csv")
	cut := out.Len() - 20 // as if the last line had been cut short
	if err := os.WriteFile(file, out.Bytes()[:cut], 0o644); err != nil {
		t.Fatal(err)
	}
	status, text, message := execute(t, context.Background(), "", append(line, "--resume", file)...)
	if status != 0 {
		t.Fatal(message)
	}
	if !strings.HasPrefix(text, out.String()[:strings.LastIndex(out.String()[:cut], "\n")]) {
		t.Error("the rows of the file do not stand as they were, in front")
	}
	if diff := cmp.Diff(timeless(rowsOf(t, strings.Join(line, " "))), timeless(parseRows(t, text))); diff != "" {
		t.Error(diff)
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, out.Bytes()[:cut]) {
		t.Errorf("--resume has changed its file: %v", err)
	}
}

// TestResumeOfATornLine: a last line that has all its commas but no newline may lack the
// end of its warnings. It is computed anew, which a note says, and so is everything where
// the file ends within its header; a cell that is none is an error with its place.
func TestResumeOfATornLine(t *testing.T) {
	const line = "sweep --n 60 --methods nystrom,fourier --over m=5,60 --workers 1 --format csv"
	_, whole, _ := execute(t, context.Background(), "", strings.Fields(line)...)
	file := filepath.Join(t.TempDir(), "part.csv")
	resumed := func(text string) (int, string, string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return execute(t, context.Background(), "", append(strings.Fields(line), "--resume", file)...)
	}
	lines := strings.SplitAfter(whole, "\n")
	for name, c := range map[string]struct {
		text string
		line int // that the note names, 0 without one
	}{
		"whole":                {whole, 0},
		"CRLF":                 {strings.ReplaceAll(whole, "\n", "\r\n"), 0},
		"no newline":           {strings.TrimSuffix(whole, "\n"), 5},
		"after the last comma": {whole[:strings.LastIndex(whole, ",")+1], 5},
		"within a quoted cell": {strings.Join(lines[:4], "") + lines[4][:len(lines[4])-1] +
			"\"the warning, of \"\"which, \"\"an", 5},
		"within the header":     {whole[:20], 1},
		"at the header's end":   {strings.TrimSuffix(lines[0], "\n"), 1},
		"CRLF, within the CRLF": {strings.TrimSuffix(strings.ReplaceAll(whole, "\n", "\r\n"), "\n"), 5},
	} {
		status, text, errs := resumed(c.text)
		if diff := cmp.Diff(timeless(parseRows(t, whole)), timeless(parseRows(t, text))); status != 0 || diff != "" {
			t.Errorf("%s: status %d: %s\n%s", name, status, errs, diff)
		}
		if note := fmt.Sprintf("note: %s:%d: the file ends in the middle of this line", file, c.line); strings.Contains(errs,
			note) != (c.line > 0) || c.line == 0 && strings.Contains(errs, "ends in the middle") {
			t.Errorf("%s: %s", name, errs)
		}
	}
	cells, column := strings.Split(lines[2], ","), slices.Index(strings.Split(lines[0], ","), "error")
	cells[column] = "many"
	lines[2] = strings.Join(cells, ",")
	status, text, errs := resumed(strings.Join(lines, ""))
	at := len(strings.Join(cells[:column], ",")) + 2
	if want := fmt.Sprintf("--resume: %s:3:%d: column error holds \"many\", expected a number", file, at); status != 1 ||
		text != "" || !strings.Contains(errs, want) {
		t.Errorf("status %d, output %q, %s; want %s", status, text, errs, want)
	}
}

// TestResumeOfAPart: a part takes its own rows from a file of the whole, as they
// stand there, and the parts one after the other are the whole.
func TestResumeOfAPart(t *testing.T) {
	const line = "sweep --n 60 --methods nystrom,fourier --over m=5,10,20 --workers 1 --format csv"
	run := func(more string) []string {
		status, out, errs := execute(t, context.Background(), "", strings.Fields(line+more)...)
		if status != 0 {
			t.Fatalf("%s: status %d: %s", more, status, errs)
		}
		return strings.SplitAfter(out, "\n")
	}
	whole := run("")
	file := filepath.Join(t.TempDir(), "whole.csv")
	if err := os.WriteFile(file, []byte(strings.Join(whole, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	if len(whole) != 1+6+1 {
		t.Fatalf("%d lines", len(whole)-1)
	}
	for part := 1; part <= 3; part++ {
		want := []string{whole[0], whole[2*part-1], whole[2*part], ""} // with its seconds
		if diff := cmp.Diff(want, run(fmt.Sprintf(" --shard %d/3 --resume %s", part, file))); diff != "" {
			t.Errorf("part %d: %s", part, diff)
		}
	}
}

// TestResumeOfOtherRows: rows of the same question that have another answer are not
// mixed in, and an empty file is told from a broken one.
func TestResumeOfOtherRows(t *testing.T) {
	const line = "sweep --n 60 --methods nystrom --over m=5,10 --gamma 2 --workers 1 --format csv"
	_, out, _ := execute(t, context.Background(), "", strings.Fields(line+" --standardize")...)
	folder := t.TempDir()
	other, empty := filepath.Join(folder, "other.csv"), filepath.Join(folder, "empty.csv")
	for name, text := range map[string]string{other: out, empty: ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, parts := range map[string][]string{
		other: {"--resume: " + other, "another experiment", "the flags and data of the earlier run"},
		empty: {"--resume: " + empty + " is empty", "another file"},
	} {
		status, text, errs := execute(t, context.Background(), "", append(strings.Fields(line), "--resume", name)...)
		if status != 1 || text != "" {
			t.Errorf("%s: status %d, output %q", name, status, text)
		}
		checkMessage(t, errs, parts)
	}
}

func TestClosedPipeEndsQuietly(t *testing.T) {
	out := &limited{left: 1, end: func() error { return syscall.EPIPE }}
	var errs bytes.Buffer
	err := command.Run(context.Background(), approx.Methods(), strings.Fields("sweep --reps 50 --workers 1"), nil, out,
		&errs)
	if status := command.Report(err, &errs); status != 0 || errs.Len() > 0 {
		t.Errorf("status %d: %q", status, errs.String())
	}
}

// TestResumedVerdict: the verdict below a table that was resumed is about all its rows, earlier ones, too.
func TestResumedVerdict(t *testing.T) {
	t.Parallel()
	line := "sweep --methods nystrom,rpcholesky --m 100 --n 300 --workers 1 friedman"
	_, rows, _ := execute(t, t.Context(), "", strings.Fields(line+" --format csv")...)
	_, _, want := execute(t, t.Context(), "", strings.Fields(line+" --format table")...)
	if !strings.Contains(want, "the test error of nystrom is") {
		t.Fatalf("no verdict: %s", want)
	}
	lines, file := strings.SplitAfter(rows, "\n"), filepath.Join(t.TempDir(), "rows.csv")
	for count := 2; count <= 3; count++ { // the header, and one row or both
		if err := os.WriteFile(file, []byte(strings.Join(lines[:count], "")), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, got := execute(t, t.Context(), "", strings.Fields(line+" --format table --resume "+file)...)
		if got != want {
			t.Errorf("%d lines resumed: %q, not %q", count, got, want)
		}
	}
}
