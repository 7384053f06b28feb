package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/paper"
)

// TestADamagedSetStopsNoOtherEntry: the entry fails with the file's fault, those around
// it run, and the exit status is 1.
func TestADamagedSetStopsNoOtherEntry(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "pumadyn32nm.csv.gz"), []byte("x,y\n1,2\n1,\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var entries []paper.Entry
	// a damaged set, none, and a built-in one
	for _, name := range []string{"bach-pumadyn32nm", "bach-pumadyn32fm", "qmc-dimensions"} {
		e, ok := paper.Find(name)
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		entries = append(entries, e)
	}
	var stdout, stderr bytes.Buffer
	p := &program{methods: approx.Methods(), stdout: &stdout, stderr: &stderr}
	err := p.checkEntries(t.Context(), entries, paper.Bench{Methods: approx.Methods(), Folder: folder, Workers: 2})
	lines := strings.Split(stdout.String(), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines, want one for each of three entries:\n%s%v", len(lines)-1, &stdout, err)
	}
	for i, want := range []string{"failed         " + filepath.Join(folder, "pumadyn32nm.csv.gz") + ":3",
		"not run        pumadyn32fm_1024.csv.gz is not in", "holds          "} {
		if got, _ := strings.CutPrefix(lines[i], entries[i].Name); !strings.HasPrefix(strings.TrimLeft(got, " "), want) {
			t.Errorf("line %d is %q, want %q", i+1, lines[i], want)
		}
	}
	if status := Report(err, &stderr); status != 1 ||
		stderr.String() != "gramscope: 1 of 3 experiments could not be run; their lines say why\n" {
		t.Errorf("status %d, %q", status, &stderr)
	}
}
