package command_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSweepWithWhatCannotRun: of a grid the runs that need too much memory fail in their rows, of a list the methods
// that the kernel does not suit are left out, and, where one run fits into memory but two do not, the second worker.
func TestSweepWithWhatCannotRun(t *testing.T) {
	for line, want := range map[string]struct {
		status     int
		rows, said string
	}{
		"--methods nystrom,bka --n 6000 --clusters 1 --over m=10,20 --max-memory 400MB --figures fit": {1,
			"bka  failed,bka  failed,nystrom 10,nystrom 20",
			"2 of 4 runs failed; the first error: bka: n = 6000 would need about 909 MB of memory, more than the 400 MB " +
				"allowed; lower --n, or raise --clusters or --max-memory"},
		"--methods nystrom --n 500 --over m=10,300 --max-memory 48MB --figures fit": {1, "nystrom 10,nystrom 300 failed",
			"1 of 2 runs failed; the first error: nystrom: n = 500 would need"},
		"--methods fourier,nystrom,meka --kernel polynomial --n 50 --m 5 --figures fit": {0, "nystrom 5",
			"note: left out: fourier needs a kernel with a spectral density, such as gaussian, not polynomial\n"},
		"--methods nystrom --over m=10,20 --workers 2 --max-memory 84MB --n 1000": {0, "nystrom 10,nystrom 20",
			"note: 1 at a time, not 2: --max-memory does not allow more\n"},
	} {
		status, out, errs := execute(t, context.Background(), "",
			append([]string{"sweep", "--format", "csv"}, strings.Fields(line)...)...)
		if status != want.status || !strings.Contains(errs, want.said) {
			t.Errorf("%s: status %d: no %q in\n%s", line, status, want.said, errs)
			continue
		}
		var got []string
		for _, row := range parseRows(t, out) {
			if row["method"] != "meka" {
				text := row["method"] + " " + row["m"]
				if row["failure"] != "" {
					text += " failed"
				}
				got = append(got, text)
			}
		}
		if slices.Sort(got); strings.Join(got, ",") != want.rows {
			t.Errorf("%s: the rows are %v", line, got)
		}
	}
}

// TestResumeKeepsRowsThatWouldFail: a row of an earlier run with more memory stays.
func TestResumeKeepsRowsThatWouldFail(t *testing.T) {
	line := strings.Fields("sweep --format csv --methods nystrom --n 500 --over m=10,300,20 --figures fit --workers 1")
	_, all, _ := execute(t, context.Background(), "", line...)
	path := filepath.Join(t.TempDir(), "rows.csv")
	first := strings.SplitAfter(all, "\n")
	if err := os.WriteFile(path, []byte(strings.Join(first[:3], "")), 0o644); err != nil { // the rows of m = 10 and 300
		t.Fatal(err)
	}
	status, out, errs := execute(t, context.Background(), "", append(line, "--max-memory", "48MB", "--resume", path)...)
	var got []string
	for _, row := range parseRows(t, out) {
		got = append(got, row["m"])
	}
	if status != 0 || strings.Join(got, " ") != "10 300 20" {
		t.Errorf("status %d: the rows are of m = %v: %s", status, got, errs)
	}
}
