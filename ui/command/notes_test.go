package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/ui/command"
)

// TestSweepNotes: what a sweep notes is told once, whatever repetitions and the looking
// through a file add to it, and each note says what helps.
func TestSweepNotes(t *testing.T) {
	constant := filepath.Join(t.TempDir(), "constant.csv")
	if err := os.WriteFile(constant, []byte("a,b,c,y\n1,2,5,3\n2,3,5,4\n5,1,5,2\n7,7,5,1\n8,2,5,3\n9,1,5,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"--methods squeak --m 20 --reps 3 --n 300 moons":                "score-ridge was raised",
		"--methods nystrom --m 3 " + constant:                           "constant columns",
		"--methods nystrom --m 3 --n 200 --test 0.2 " + plants:          "n = 200 clamped to the 90 rows of plants.csv, and no rows are left for the test fraction 0.2; leave some with --n 72",
		"--methods nystrom --m 3 --over n=95,97 --test 0.2 " + plants:   "n = 97 clamped to the 90 rows of plants.csv, and no rows are left for the test fraction 0.2; leave some with --n 72",
		"--methods nystrom --m 3 --n 200 --test 0 " + plants:            "n = 200 clamped to the 90 rows of plants.csv\n",
		"--methods nystrom --m 3 --n 200 --figures error " + plants:     "n = 200 clamped to the 90 rows of plants.csv\n",
		"--methods nystrom --m 3 --n 200 --figures rmse_test " + plants: "; leave some with --n 72",
	} {
		var out, errs bytes.Buffer
		if err := command.Run(t.Context(), approx.Methods(), strings.Fields("sweep --format table --workers 1 "+line), nil, &out, &errs); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if said := errs.String(); strings.Count(said, want) != 1 {
			t.Errorf("%s: not once %q:\n%s", line, want, said)
		}
	}
}
