package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHandoutOfOnesOwn: a lesson of the user's whose claim fails is written with that verdict, its text is not markup,
// and a file is not replaced unless that is asked for.
func TestHandoutOfOnesOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	own := strings.NewReplacer("nystrom at m=20\n", "nystrom at m=20 / 1e6\n", "*best* is",
		"<script>alert(1)</script> *best* is").Replace(small)
	const name = "my; rm.md"
	if err := os.WriteFile(name, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := execute(t, context.Background(), "", "lesson", name, "--html", "page.html"); status != 0 ||
		!strings.Contains(stderr, "wrote page.html") {
		t.Fatalf("status %d, %q", status, stderr)
	}
	content, err := os.ReadFile("page.html")
	if err != nil {
		t.Fatal(err)
	}
	page := string(content)
	for _, part := range []string{"&lt;script&gt;alert(1)&lt;/script&gt; <em>best</em> is",
		"✗ At seed 1 the claim does not hold:", "gramscope lesson &#39;my; rm.md&#39;"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	if status, _, stderr := execute(t, context.Background(), "", "lesson", name, "--html", "page.html"); status != 1 ||
		!strings.Contains(stderr, "page.html: this file already exists; name another with --html, or replace it with --force") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if status, _, stderr := execute(t, context.Background(), "", "lesson", name, "--html", "page.html",
		"--force"); status != 0 {
		t.Errorf("status %d, %q", status, stderr)
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) != 2 {
		t.Errorf("the folder has %q, %v", left, err)
	}
	for _, line := range []string{"lesson --html -", "lesson gamma --check --html -", "lesson --new --html -"} {
		if status, stdout, stderr := execute(t, context.Background(), "", strings.Fields(line)...); status != 2 ||
			stdout != "" || !strings.Contains(stderr, "--html take one lesson") {
			t.Errorf("%s: status %d, %q", line, status, stderr)
		}
	}
	for name, want := range map[string]int{"gamma": 2, "mine.md": 0} {
		if status, _, stderr := execute(t, context.Background(), "", "lesson", name, "--new"); status != want {
			t.Errorf("--new %s: status %d, %q", name, status, stderr)
		}
	}
}
