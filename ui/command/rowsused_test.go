package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/approx"
)

// TestFewRowsLeaveSomeForTests: n is by default what the share of test rows leaves of
// a file, so that there is a test error; 1000 at most.
func TestFewRowsLeaveSomeForTests(t *testing.T) {
	folder := t.TempDir()
	file := func(rows int) string {
		var b strings.Builder
		b.WriteString("a,y\n")
		for i := range rows {
			fmt.Fprintf(&b, "%d,%d\n", i, i*i%97)
		}
		path := filepath.Join(folder, fmt.Sprint(rows, ".csv"))
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		rows int
		line string
		n    int
		test float64
	}{{60, "", 48, 0.2}, {60, "--test 0.5", 30, 0.5}, {60, "--test 0", 60, 0}, {60, "--n 60", 60, 0.2},
		{60, "--target none", 60, 0}, {1100, "", 880, 0.2}, {5000, "", 1000, 0.2}, {2, "", 2, 0.2}} {
		s := experiment(newFlags("gramscope", "", dataset), approx.Methods())
		words, err := s.flags.parse(append(strings.Fields(c.line), file(c.rows)))
		if err != nil {
			t.Fatal(err)
		}
		source, _, err := s.loader.open(t.Context(), words[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		spec, _, err := s.specFor(source)
		if err != nil || spec.N != c.n || spec.Test != c.test {
			t.Errorf("%d rows %s: n = %d, test = %v, want %d and %v: %v", c.rows, c.line, spec.N, spec.Test, c.n, c.test, err)
		}
	}
}
