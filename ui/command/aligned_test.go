package command_test

import (
	"bytes"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/ui/command"
)

// TestTableIsAligned: the cells of all rows end below their heads, whatever the names of methods and choices are.
func TestTableIsAligned(t *testing.T) {
	var out, errs bytes.Buffer
	args := strings.Fields("sweep --format table --n 30 --m 5 --methods volume-nystrom,regularized-nystrom " +
		"--over basis=pivots,eigenvectors --figures error friedman")
	if err := command.Run(t.Context(), approx.Methods(), args, nil, &out, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for _, head := range []string{" n ", " basis ", " mu ", " entries"} {
		end := strings.Index(lines[0], head) + len(strings.TrimSuffix(head, " "))
		for _, line := range lines[1:] {
			if line += " "; line[end-1] == ' ' && head != " basis " || line[end] != ' ' {
				t.Errorf("%q ends elsewhere:\n%s", head, out.String())
			}
		}
	}
	if len(lines) != 5 {
		t.Errorf("%d lines:\n%s", len(lines), out.String())
	}
}
