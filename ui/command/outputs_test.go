package command_test

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestNoOutputReplacesAnInput: a file that the command line names for something else, too, stays as it is.
func TestNoOutputReplacesAnInput(t *testing.T) {
	t.Chdir(t.TempDir())
	if os.WriteFile("y.csv", []byte("a,y\n1,2\n2,3\n4,5\n"), 0o644) != nil ||
		os.WriteFile("w.txt", []byte("1,1,1,1,1"), 0o644) != nil || os.Symlink("y.csv", "link.csv") != nil {
		t.Skip("no links")
	}
	for line, want := range map[string]string{
		"fit --out y.csv y.csv":                              "the model would be written to y.csv",
		"fit --out ./link.csv y.csv":                         "the model would be written to ./link.csv",
		"fit --out m.json --landmarks-out y.csv y.csv":       "the landmarks would be written to y.csv",
		"fit --out m.json --landmarks-out ./m.json friedman": "the model would be written to m.json",
		"fit --out w.txt --widths w.txt friedman":            "the model would be written to w.txt",
		"fit --out y.csv --target y.csv friedman":            "the model would be written to y.csv",
		"fit --out y.csv --landmarks y.csv friedman":         "the model would be written to y.csv",
		"tune --code y.csv y.csv":                            "the program would be written to y.csv",
		"plot --svg y.csv y.csv":                             "the figure would be written to y.csv",
		"plot --png f --svg f y.csv":                         "the figure would be written to f",
		"lesson --html y.csv y.csv":                          "the page would be written to y.csv",
		"fit --out - --m 2 -":                                "",
		"fit --out y --m 2 --target y y.csv":                 "", // y is a column
	} {
		status, _, stderr := execute(t, context.Background(), "a,y\n1,2\n2,3\n4,5\n",
			append(strings.Fields(line), "--force")...)
		if want == "" && status != 0 || !strings.Contains(stderr, want) ||
			want != "" && !strings.Contains(stderr, ", which the command line names twice; name another with --") {
			t.Errorf("%s: %s", line, stderr)
		}
	}
	if content, err := os.ReadFile("y.csv"); err != nil || len(content) != 16 {
		t.Errorf("y.csv holds %q: %v", content, err)
	}
}
