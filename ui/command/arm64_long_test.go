//go:build long

package command_test

import (
	"context"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramscope/ui/terminaltest"
)

// TestProgramForARM64 builds the program for arm64 and runs it under the emulator that GRAMSCOPE_ARM64
// names, such as qemu-aarch64-static: a sweep, a fit and its predictions, whose figures differ from those
// of this machine by rounding, and the explorer until its first chart has a point.
func TestProgramForARM64(t *testing.T) {
	emulator := os.Getenv("GRAMSCOPE_ARM64")
	if emulator == "" {
		t.Skip("set GRAMSCOPE_ARM64=qemu-aarch64-static to run it")
	}
	folder := t.TempDir()
	program := filepath.Join(folder, "gramscope")
	build := exec.Command("go", "build", "-o", program, "gramscope")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	emulated := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(emulator, append([]string{program}, args...)...)
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, said.String())
		}
		return string(out)
	}
	here := func(args ...string) string {
		t.Helper()
		status, out, said := execute(t, context.Background(), "", args...)
		if status != 0 {
			t.Fatalf("%v: %s", args, said)
		}
		return out
	}

	sweep := []string{"sweep", "--n", "200", "--over", "m=10,40", "--reps", "2", "friedman"}
	compareFigures(t, emulated(sweep...), here(sweep...))

	data, local, foreign := "../../testdata/cli/plants.csv", filepath.Join(folder, "local.json"),
		filepath.Join(folder, "foreign.json")
	here("fit", "--m", "30", "--out", local, data)
	emulated("fit", "--m", "30", "--out", foreign, data)
	compareFigures(t, emulated("predict", foreign, data), here("predict", local, data))

	terminaltest.Run(t, "explorer", exec.Command(emulator, program, "--n", "200", "--reps", "1"),
		func(x *terminaltest.Terminal) {
			x.WaitFor("┊") // the present setting, which a chart shows with its first point
			x.Press("q")
		})
}

// compareFigures compares two tables, of which all columns but times are the same or numbers that differ
// by rounding.
func compareFigures(t *testing.T, got, want string) {
	t.Helper()
	read := func(text string) [][]string {
		t.Helper()
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	gots, wants := read(got), read(want)
	if len(gots) != len(wants) || len(wants) < 5 {
		t.Fatalf("%d rows, want %d", len(gots), len(wants))
	}
	seconds := slices.Index(wants[0], "seconds")
	for i, row := range wants {
		for j, cell := range row {
			g, err := strconv.ParseFloat(gots[i][j], 64)
			w, bad := strconv.ParseFloat(cell, 64)
			if err == nil && bad == nil && math.Abs(g-w) <= 1e-7*math.Abs(w)+1e-12 || gots[i][j] == cell || j == seconds {
				continue
			}
			t.Errorf("row %d, column %d: %s, want %s", i, j, gots[i][j], cell)
		}
	}
}
