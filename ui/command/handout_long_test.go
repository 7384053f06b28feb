//go:build long

package command_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
)

// TestHandout: a page has the text, the drawings and the claim, needs no other file and runs nothing.
func TestHandout(t *testing.T) {
	status, page, stderr := execute(t, context.Background(), "", "lesson", "gamma", "--html", "-")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, %q", status, stderr)
	}
	// the axes to draw on, the matrices, the error over γ, and the curve that was to be drawn
	if n := strings.Count(page, "<svg"); n != 4 {
		t.Errorf("%d drawings", n)
	}
	for _, part := range []string{"<h1>Block or low rank</h1>", "‖K−K̃‖² = ‖K‖² − Σₛ‖Kₛₛ‖²",
		"✓ At seed 1 the claim holds:", "gramscope lesson gamma<",
		"gramscope sweep --methods nystrom,bka --over gamma=0.01"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	if found := regexp.MustCompile(`(?i)<script|<link|<iframe|@import|(src|href)="(https?:)?//`).FindAllString(page,
		-1); found != nil {
		t.Errorf("the page has %q", found)
	}
}
