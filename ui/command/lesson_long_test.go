//go:build long

package command_test

import (
	"context"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model/lesson"
)

func TestAllLessonsCheck(t *testing.T) {
	status, stdout, stderr := execute(t, context.Background(), "", "lesson", "--check")
	if status != 0 || stderr != "" || strings.Count(stdout, " ✓ ") != len(lesson.All(approx.Methods())) {
		t.Errorf("status %d, %q\n%s", status, stderr, stdout)
	}
}

// TestHandoutsBeginWithADrawing: a page of a lesson that begins with a drawing, and one beside screen 1, have each
// once.
func TestHandoutsBeginWithADrawing(t *testing.T) {
	for _, name := range []string{"accumulate", "features"} {
		status, page, stderr := execute(t, context.Background(), "", "lesson", name, "--html", "-")
		if n := strings.Count(page, "<svg"); status != 0 || stderr != "" || n != 4 {
			t.Errorf("%s: status %d, %q, %d drawings", name, status, stderr, n)
		}
	}
}
