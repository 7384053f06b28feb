package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/model/paper"
)

func TestReproduce(t *testing.T) {
	status, list, stderr := execute(t, context.Background(), "", "reproduce")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, %q", status, stderr)
	}
	for _, e := range paper.All() {
		if !strings.Contains(list, "  "+e.Name+" ") {
			t.Errorf("%s is not listed", e.Name)
		}
	}
	picture := filepath.Join(t.TempDir(), "theorem.svg")
	status, stdout, stderr := execute(t, context.Background(), "", "reproduce", "bach-theorem-1", "--svg", picture)
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, %q", status, stderr)
	}
	for _, want := range []string{"paper     Bach: Sharp analysis of low-rank kernel matrix approximations, COLT 2013",
		"\nreported  With p ≥", "gramscope sweep --methods nystrom --over mu=1,3,10,30,100 --kernel periodic --beta 1 --n " +
			"512 --test 0 spline   # and, from its kernel matrix, the smallest m whose mean risk over 20 draws is at most " +
			"1.01 times that of exact regression\n", "bach_p", "● nystrom", "\nholds\n  "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if svg, err := os.ReadFile(picture); err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("no drawing: %v", err)
	}
}

// TestDrawingIsRefusedBeforeTheWork: a place that can't be written to is told of before
// anything is run, with what to do, and stays as it is.
func TestDrawingIsRefusedBeforeTheWork(t *testing.T) {
	folder := t.TempDir()
	there := filepath.Join(folder, "there.svg")
	if err := os.WriteFile(there, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{there: "this file already exists;--svg", folder: "directory",
		filepath.Join(folder, "no", "a.svg"): "no folder;create the folder;--svg"} {
		status, stdout, stderr := execute(t, context.Background(), "", "reproduce", "bach-theorem-1", "--svg", name)
		if status != 1 || stdout != "" {
			t.Errorf("--svg %s: status %d\n%s", name, status, stdout)
		}
		checkMessage(t, stderr, strings.Split(want, ";"))
	}
	if status, stdout, stderr := execute(t, context.Background(), "", "reproduce", "meka-bka-error", "--svg",
		filepath.Join(folder, "b.svg")); status != 2 || stdout != "" || !strings.Contains(stderr, "no chart") {
		t.Errorf("an entry without a chart: status %d, %q, %q", status, stdout, stderr)
	}
	if content, err := os.ReadFile(there); err != nil || string(content) != "precious" {
		t.Errorf("the file holds %q: %v", content, err)
	}
}

// TestDrawingToStandardOutput: it is all that is there, and the figures are beside it.
func TestDrawingToStandardOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	status, stdout, stderr := execute(t, context.Background(), "", "reproduce", "bach-newton", "--svg", "-")
	if status != 0 || !strings.HasPrefix(stdout, "<?xml") || !strings.HasSuffix(strings.TrimSpace(stdout), "</svg>") ||
		!strings.Contains(stderr, "\nholds\n  ") {
		t.Errorf("status %d\n%s\n%s", status, stdout, stderr)
	}
	if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
		t.Errorf("files are left: %v, %v", files, err)
	}
}

// TestADamagedSetIsToldOf: what an entry is about stands there all the same.
func TestADamagedSetIsToldOf(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "pumadyn32nm.csv.gz"), []byte("x,y\n1,2\n1,\xff\x00\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := execute(t, context.Background(), "", "reproduce", "bach-pumadyn32nm", "--data", folder)
	if status != 1 || !strings.Contains(stdout, "reported  For every λ") || !strings.Contains(stdout, "\n# "+folder) ||
		!strings.Contains(stderr, "pumadyn32nm.csv.gz:3") {
		t.Errorf("status %d\n%s\n%s", status, stdout, stderr)
	}
}

func TestReproduceSaysWhatIsMissing(t *testing.T) {
	status, stdout, _ := execute(t, context.Background(), "", "reproduce", "bach-pumadyn32nm", "--data", t.TempDir())
	if status != 0 || !strings.Contains(stdout, "# pumadyn32nm.csv.gz is not in") {
		t.Errorf("status %d\n%s", status, stdout)
	}
	status, _, stderr := execute(t, context.Background(), "", "reproduce", "bach-pumadyn32nm", "--check", "--data",
		t.TempDir())
	if status != 1 || !strings.Contains(stderr, "--data") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if status, _, stderr := execute(t, context.Background(), "", "reproduce", "bach-theorem-2"); status != 2 ||
		!strings.Contains(stderr, "did you mean bach-theorem-1?") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if status, _, stderr := execute(t, context.Background(), "", "reproduce", "--svg", "x.svg"); status != 2 ||
		!strings.Contains(stderr, "name one") {
		t.Errorf("status %d, %q", status, stderr)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if status, stdout, stderr := execute(t, ctx, "", "reproduce", "--check"); status != 1 || stdout != "" ||
		!strings.Contains(stderr, "interrupted") {
		t.Errorf("cancelled: status %d, %q, %q", status, stdout, stderr)
	}
}
