package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestIndefinite: best has NumPy's floor of the changed matrix, tune and fit read it too, predict reads new points
// after a shift alone, and the flag is for kernel matrices.
func TestIndefinite(t *testing.T) {
	text, err := os.ReadFile("../../testdata/model/golden_indefinite.json")
	var golden map[string]json.RawMessage
	var k [][]float64
	if err == nil {
		err = json.Unmarshal(text, &golden)
	}
	if err == nil {
		err = json.Unmarshal(golden["k"], &k)
	}
	if err != nil {
		t.Fatal(err)
	}
	var csv, y strings.Builder
	for i, row := range k {
		fmt.Fprintln(&csv, strings.Trim(strings.ReplaceAll(fmt.Sprint(row), " ", ","), "[]"))
		fmt.Fprintln(&y, math.Sin(float64(i)))
	}
	matrix, target := written(t, "k.csv", csv.String()), written(t, "y.csv", y.String())
	cross := written(t, "new.csv", strings.SplitAfter(csv.String(), "\n")[3])
	for _, how := range []string{"clip", "flip", "shift"} {
		var want struct{ Floor []float64 }
		if err := json.Unmarshal(golden[how], &want); err != nil {
			t.Fatal(err)
		}
		flags := " --kernel precomputed --indefinite " + how
		for i, row := range rowsOf(t, "sweep --methods best --over m=1,2,5 --test 0"+flags+" "+matrix) {
			for _, column := range []string{"error", "error_best"} {
				if v, err := strconv.ParseFloat(row[column], 64); err != nil || !(math.Abs(v-want.Floor[i]) <= 1e-12) {
					t.Errorf("%s: %s = %s, NumPy has %v", how, column, row[column], want.Floor[i])
				}
			}
			if row["data"] != "k.csv ("+how+")" {
				t.Errorf("%s: the data are called %q", how, row["data"])
			}
		}
		tuned := "tune --m 4 --mus 0.1,1 --methods nystrom,exact --code - --target " + target + flags + " " + matrix
		status, code, errs := execute(t, context.Background(), "", strings.Fields(tuned)...)
		changed := "\nvalues, U = np.linalg.eigh(X)\nX = U * " + map[string]string{"clip": "np.maximum(values, 0)",
			"flip": "np.abs(values)", "shift": "(values - min(values.min(), 0))"}[how] + " @ U.T  # " + how
		if status != 0 || !strings.Contains(code, changed) ||
			!strings.Contains(code, `KernelRidge(alpha=1, kernel="precomputed")`) {
			t.Errorf("tune after %s: %s\n%s", how, errs, code)
		}
		file := filepath.Join(t.TempDir(), "m.json")
		fit := strings.Fields("fit --method nystrom --m 4 --mu 1 --out " + file + " --target " + target + flags + " " +
			matrix)
		status, _, said := execute(t, context.Background(), "", fit...)
		if status != 0 {
			t.Fatalf("%s: %s", how, said)
		}
		status, out, errs := execute(t, context.Background(), "", "predict", file, cross)
		if isShift := how == "shift"; isShift != (status == 0 && out != "") || !isShift &&
			(!strings.Contains(errs, "as those of k.csv ("+how+") were, to which the model was fitted; "+
				"fit again with --indefinite shift") || strings.Count(errs, how) != 1 ||
				strings.Contains(said, "new rows: ") ||
				!strings.Contains(said, "\nnew points can't be predicted after "+how+"; fit with --indefinite")) {
			t.Errorf("predict after %s: status %d, %q, %s", how, status, out, errs)
		}
	}
	for line, want := range map[string]string{
		"sweep --indefinite clip " + matrix:                      "add --kernel precomputed",
		"sweep --indefinite clip friedman":                       "is for files",
		"sweep --kernel precomputed --indefinite clup " + matrix: "did you mean clip",
	} {
		if status, _, errs := execute(t, context.Background(), "", strings.Fields(line)...); status != 2 ||
			!strings.Contains(errs, want) {
			t.Errorf("%s: status %d, %s", line, status, errs)
		}
	}
	plain := written(t, "two.csv", "1,2\n2,1\n")
	if status, out, errs := execute(t, context.Background(), "", "data", "--kernel", "precomputed", plain); status != 0 ||
		!strings.Contains(out, "with --indefinite clip") {
		t.Errorf("the note: %s%s", out, errs)
	}
}

// TestTuneOnIndefinite: the μ that suit nystrom are too small for exact regression, which tries the others.
func TestTuneOnIndefinite(t *testing.T) {
	var k, y strings.Builder
	for i := range 60 {
		for j := range 60 {
			fmt.Fprintf(&k, "%g,", math.Exp(-float64((i-j)*(i-j))/50)-float64(1-2*((i+j)%2))/20) // λmin = −3
		}
		fmt.Fprintf(&k, "\n")
		fmt.Fprintln(&y, math.Sin(float64(i)/5))
	}
	data := " --kernel precomputed --target " + written(t, "y.csv", y.String()) + " " +
		written(t, "k.csv", strings.ReplaceAll(k.String(), ",\n", "\n"))
	if status, out, errs := execute(t, context.Background(), "", strings.Fields("tune --time 0 --m 10 --methods "+
		"nystrom,exact"+data)...); status != 0 || !strings.Contains(out, "\nexact ") {
		t.Errorf("tune: %s%s", out, errs)
	}
	if status, _, errs := execute(t, context.Background(), "", strings.Fields("tune --mus 1e-5 --methods exact"+
		data)...); status != 1 || !strings.Contains(errs, "raise mu to ") {
		t.Errorf("tune at a small μ: %s", errs)
	}
}
