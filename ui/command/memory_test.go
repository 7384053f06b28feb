package command_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/ui/command"
)

// TestCollectorIsToldOfTheLimit: while a command that has --max-memory reads its data the garbage
// collector has a limit below that, of half of the memory available where none is given, and afterwards the one from
// before.
func TestCollectorIsToldOfTheLimit(t *testing.T) {
	machine, _ := model.MachineMemory()
	fitted := filepath.Join(t.TempDir(), "model.json")
	before := debug.SetMemoryLimit(-1)
	rows, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"data", "sweep --n 20 --m 5 --methods nystrom", "fit --m 5 --out " + fitted, "predict " +
		fitted,
		"tune --m 5 --methods nystrom --mus 1 --gammas 1"} {
		for flag, allowed := range map[string]int64{"": machine, " --max-memory 300MB": 300e6} {
			if strings.HasPrefix(line, "fit") {
				os.Remove(fitted)
			}
			in := &watchedInput{Reader: bytes.NewReader(rows)}
			var said strings.Builder
			err := command.Run(t.Context(), approx.Methods(), strings.Fields(line+flag+" -"), in, io.Discard, &said)
			if err != nil {
				t.Fatalf("%s%s: %v\n%s", line, flag, err, said.String())
			}
			if in.limit > allowed-16e6 || in.limit < allowed*9/10-16e6 {
				t.Errorf("%s%s: the collector's limit is %.0f MB", line, flag, float64(in.limit)/1e6)
			}
			if after := debug.SetMemoryLimit(-1); after != before {
				t.Errorf("%s%s leaves a limit of %d", line, flag, after)
			}
		}
	}
}

// watchedInput notes the collector's limit when it is read.
type watchedInput struct {
	io.Reader
	limit int64
}

func (w *watchedInput) Read(p []byte) (int, error) {
	w.limit = debug.SetMemoryLimit(-1)
	return w.Reader.Read(p)
}

// need matches the estimate in a refusal.
var need = regexp.MustCompile(`would need about (\S+) (\wB) of memory`)

// TestManyRowsOfNeighbours: a regression by neighbours needs no features of new points, of which each has n, so that
// many rows take some hundred megabytes.
func TestManyRowsOfNeighbours(t *testing.T) {
	for _, line := range []string{"fit --method sparse-cholesky --out " + filepath.Join(t.TempDir(), "model.json"),
		"sweep --methods sparse-cholesky --test 0.05"} {
		err := command.Run(t.Context(), approx.Methods(), strings.Fields(line+" --m 30 --n 20000 --max-memory 32MB spline"),
			strings.NewReader(""), io.Discard, io.Discard)
		if err == nil {
			t.Fatalf("%s takes 20 MB", line)
		}
		if found := need.FindStringSubmatch(err.Error()); found == nil || found[2] != "MB" {
			t.Errorf("%s: %v", line, err)
		}
	}
}
