package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/ui/paper"
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
	for _, want := range []string{"reported  With p ≥", "gramscope sufficient --methods nystrom --mus 1,3,10,30,100 --loss 0.01 --kernel periodic --beta 1 --n 512 spline", "bach_p", "● nystrom", "\nholds  "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if svg, err := os.ReadFile(picture); err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("no drawing: %v", err)
	}
	if status, _, stderr := execute(t, context.Background(), "", "reproduce", "bach-theorem-1", "--svg", picture); status != 1 || !strings.Contains(stderr, "exists") {
		t.Errorf("a drawing over another: status %d, %q", status, stderr)
	}
}

func TestReproduceSaysWhatIsMissing(t *testing.T) {
	status, stdout, _ := execute(t, context.Background(), "", "reproduce", "bach-pumadyn32nm", "--data", t.TempDir())
	if status != 0 || !strings.Contains(stdout, "# pumadyn32nm.csv.gz is not in") {
		t.Errorf("status %d\n%s", status, stdout)
	}
	status, _, stderr := execute(t, context.Background(), "", "reproduce", "bach-pumadyn32nm", "--check", "--data", t.TempDir())
	if status != 1 || !strings.Contains(stderr, "--data") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if status, _, stderr := execute(t, context.Background(), "", "reproduce", "bach-theorem-2"); status != 2 || !strings.Contains(stderr, "did you mean bach-theorem-1?") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if status, _, stderr := execute(t, context.Background(), "", "reproduce", "--svg", "x.svg"); status != 2 || !strings.Contains(stderr, "name one") {
		t.Errorf("status %d, %q", status, stderr)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if status, stdout, stderr := execute(t, ctx, "", "reproduce", "--check"); status != 1 || stdout != "" || !strings.Contains(stderr, "interrupted") {
		t.Errorf("cancelled: status %d, %q, %q", status, stdout, stderr)
	}
}
