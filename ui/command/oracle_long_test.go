//go:build long

package command_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"

	"gramscope/approx"
	"gramscope/ui/command"
)

// TestOracle runs the sweeps of testdata/cli/oracle.txt and compares each cell, by the name of
// its column, with what an earlier build wrote: a redesign keeps all digits. The last of these depend on the order of
// sums, so that the numbers are those of AVX2.
func TestOracle(t *testing.T) {
	if cpu.X86.HasAVX512F {
		again := exec.Command(os.Args[0], "-test.run=^TestOracle$")
		again.Env = append(os.Environ(), "GODEBUG=cpu.avx512f=off")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	t.Chdir("../..")
	text, err := os.ReadFile("testdata/cli/oracle.txt")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(strings.TrimSpace(string(text)), "\n\n")
	for _, block := range blocks {
		line, want, _ := strings.Cut(strings.TrimPrefix(block, "$ "), "\n")
		t.Run(line, func(t *testing.T) {
			var out, errs bytes.Buffer
			args := append(strings.Fields(line), "--format", "csv")
			if err := command.Run(t.Context(), approx.Methods(), args, nil, &out, &errs); err != nil {
				t.Fatal(err)
			}
			compareCells(t, readCells(t, out.String()), readCells(t, want))
		})
	}
	if len(blocks) < 59 {
		t.Errorf("%d lines, want at least 59", len(blocks))
	}
}

func readCells(t *testing.T, text string) [][]string {
	t.Helper()
	cells, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

func compareCells(t *testing.T, got, want [][]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for j, name := range want[0] {
		at := slices.Index(got[0], name)
		if at < 0 {
			t.Errorf("no column %s", name)
			continue
		}
		for i := 1; i < len(want); i++ {
			if g, w := got[i][at], want[i][j]; !sameCell(name, g, w) {
				t.Errorf("%s in row %d: %s, want %s", name, i, g, w)
			}
		}
	}
}

// sameCell compares numbers to nine digits, and words as they are; notes may be worded anew.
func sameCell(column, got, want string) bool {
	if column == "warnings" || column == "failure" {
		return (got == "") == (want == "")
	}
	g, errG := strconv.ParseFloat(got, 64)
	w, errW := strconv.ParseFloat(want, 64)
	if errG != nil || errW != nil {
		return got == want
	}
	return math.Abs(g-w) <= 1e-9*math.Abs(w)+1e-13
}
