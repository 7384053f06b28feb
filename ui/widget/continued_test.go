package widget

import (
	"slices"
	"strings"
	"testing"
)

// TestContinuedIsTheCommand: no line is too long, and a shell that joins the lines reads the words.
func TestContinuedIsTheCommand(t *testing.T) {
	for _, words := range [][]string{
		{"gramscope", "sweep", "--figures", "error,stable_rank,d_eff,exact_regression,diagnostics,σ,seconds", "friedman"},
		{"gramscope", "sweep", "--methods", "nystrom,rls,rpcholesky,fourier,accumulation"},
	} {
		lines := Continued(words, 24)
		for _, line := range lines {
			if len([]rune(line)) > 24 {
				t.Errorf("too long: %q", line)
			}
		}
		if got := strings.Fields(strings.ReplaceAll(strings.Join(lines, "\n"), "\\\n", "")); !slices.Equal(got, words) {
			t.Errorf("%q, want %q", got, words)
		}
	}
}
