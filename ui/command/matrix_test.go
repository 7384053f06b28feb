package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	words      = "../../testdata/data/kernel_f8.npy"
	wordTarget = "../../testdata/data/kernel_y.npy"
)

// onWords returns the flags for the kernel matrix of words, and the matrix.
func onWords(t *testing.T) (line string, k [][]string, fitted []float64) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/data/kernel.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Fields(string(text)) {
		k = append(k, strings.Split(row, ","))
	}
	var golden struct{ Fitted []float64 }
	if text, err = os.ReadFile("../../testdata/data/kernel.json"); err == nil {
		err = json.Unmarshal(text, &golden)
	}
	if err != nil {
		t.Fatal(err)
	}
	return " --kernel precomputed --target " + wordTarget + " --mu 0.1 " + words, k, golden.Fitted
}

// TestPredictByCrossMatrix: exact regression on a kernel matrix predicts what NumPy does, and every method
// predicts the same from the columns of its landmarks, in the order of --rows, as from those of all rows.
func TestPredictByCrossMatrix(t *testing.T) {
	line, k, want := onWords(t)
	for _, method := range []string{"exact", "nystrom", "rpcholesky", "accumulation", "bka", "meka --psd yes", "als",
		"localized-sketch"} {
		if method != "exact" {
			method += " --m 8 --clusters 3"
		}
		model, said := fitTo(t, "--method "+method+line)
		rows, _ := predictBy(t, "", "--rows", model)
		if !strings.Contains(said, fmt.Sprintf("predictions need the kernel with %d of its rows", len(rows))) {
			t.Errorf("%s: %d rows, and fit says %q", method, len(rows), said)
		}
		var cross strings.Builder
		for _, row := range k {
			var cells []string
			for _, r := range rows {
				cells = append(cells, row[int(numbers(t, []string{r})[0])-1])
			}
			cross.WriteString(strings.Join(cells, ",") + "\n")
		}
		whole, note := predictBy(t, "", model, words)
		if !strings.Contains(note, "columns: the kernel with all 24 rows of kernel_f8.npy") {
			t.Errorf("%s: %q", method, note)
		}
		if len(rows) < 24 {
			part, note := predictBy(t, cross.String(), model, "-")
			if !strings.Contains(note, fmt.Sprintf("columns: the kernel with %d rows of kernel_f8.npy, in this order: %s, %s",
				len(rows), rows[0], rows[1])) {
				t.Errorf("%s: %q", method, note)
			}
			for i, v := range numbers(t, part) {
				if w := numbers(t, whole)[i]; math.Abs(v-w) > 1e-9 {
					t.Errorf("%s, row %d: %v by the landmarks' columns, %v by all", method, i+1, v, w)
				}
			}
		}
		if method == "exact" {
			for i, v := range numbers(t, whole) {
				if math.Abs(v-want[i]) > 1e-9 {
					t.Errorf("word %d: %v, want %v", i+1, v, want[i])
				}
			}
		}
	}
}

// TestPredictFindsNamedColumns: kernel values of new points are found by the names of the columns if the matrix of the
// fit had the same ones: in reverse order exact regression predicts what NumPy does.
func TestPredictFindsNamedColumns(t *testing.T) {
	_, k, want := onWords(t)
	var forth, back strings.Builder
	for i := range len(k) + 1 {
		var cells []string
		for j := range k {
			if cells = append(cells, fmt.Sprintf("word%c", 'a'+j)); i > 0 {
				cells[j] = k[i-1][j]
			}
		}
		fmt.Fprintln(&forth, strings.Join(cells, ","))
		slices.Reverse(cells)
		fmt.Fprintln(&back, strings.Join(cells, ","))
	}
	path := filepath.Join(t.TempDir(), "k.csv")
	if err := os.WriteFile(path, []byte(forth.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"exact", "nystrom --m 8"} {
		model, _ := fitTo(t, "--method "+method+" --kernel precomputed --target "+wordTarget+" --mu 0.1 "+path)
		found, note := predictBy(t, back.String(), model, "-")
		if one, _ := predictBy(t, "", model, path); method != "exact" {
			want = numbers(t, one)
		}
		for i, v := range numbers(t, found) {
			if math.Abs(v-want[i]) > 1e-9 || !strings.Contains(note, "columns are found by their names in k.csv") {
				t.Errorf("%s, word %d: %v, want %v; %s", method, i+1, v, want[i], note)
			}
		}
	}
}

// TestPredictRefusesMisplacedNames: columns that can't all be found by name are not taken by position where a name says
// that it is of another row, or where two have the same name.
func TestPredictRefusesMisplacedNames(t *testing.T) {
	k := written(t, "k.csv", "a,b,c\n2,1,0\n1,2,1\n0,1,2\n")
	y := written(t, "y.csv", "y\n1\n2\n4\n")
	exact, _ := fitTo(t, "--method exact --kernel precomputed --mu 0.1 --target "+y+" "+k)
	landmarks := written(t, "l.csv", "row\n2\n3\n")
	onTwo, _ := fitTo(t, "--landmarks "+landmarks+" --kernel precomputed --mu 0.1 --target "+y+" "+k)
	for header, part := range map[string]string{
		"b,x": "", "x,c": "", "c,b": "",
		"a,x":   `column 1 is called "a", as row 1 of k.csv, and is not at the place of this row`,
		"b,a,x": `column 1 is called "b", as row 2 of k.csv, and is not at the place of this row`,
		"x,c,b": `column 2 is called "c", as row 3 of k.csv, and is not at the place of this row`,
		"a,b,b": `column 3 is called "b", as row 2 of k.csv, and is not at the place of this row`,
		"a,b,x": "", "u,v,w": "", "u,u,u": "", "c,b,a": "", "c,x,a,b": "",
		"c,x,a,b,c": `column 1 is called "c", as row 3 of k.csv, and is not at the place of this row`,
	} {
		cells, model := strings.Repeat(",1", strings.Count(header, ","))+"\n", exact
		if len(header) == 3 {
			model = onTwo
		}
		status, out, said := execute(t, t.Context(), header+"\n0"+cells+"1"+cells, "predict", model, "-")
		if (status != 0) != (part != "") || !strings.Contains(said, part) || part != "" && out != "" {
			t.Errorf("%s: status %d, %q, %s, want %q", header, status, out, said, part)
		}
	}
}

// TestLandmarksOfAMatrix: --landmarks-out lists the rows as predict --rows does, and --landmarks reads them: K̃ is
// the same.
func TestLandmarksOfAMatrix(t *testing.T) {
	line, _, _ := onWords(t)
	path := filepath.Join(t.TempDir(), "l.csv")
	model, _ := fitTo(t, "--method nystrom --m 12 --landmarks-out "+path+line)
	rows, _ := predictBy(t, "", "--rows", model)
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "row\n"+strings.Join(rows, "\n")+"\n" {
		t.Errorf("%q, want the rows %v: %v", text, rows, err)
	}
	again, _ := fitTo(t, "--landmarks "+path+line)
	one, _ := predictBy(t, "", model, words)
	other, _ := predictBy(t, "", again, words)
	for i, v := range numbers(t, one) {
		if math.Abs(v-numbers(t, other)[i]) > 1e-7 {
			t.Errorf("row %d: %v and %v", i+1, v, numbers(t, other)[i])
		}
	}
}

// TestClassesOfAMatrix: a target of numbers is classes where --categorical or a learner of classes says so, and fit
// learns what tune advises.
func TestClassesOfAMatrix(t *testing.T) {
	target := written(t, "kind.csv", "kind\n"+strings.Repeat("0\n1\n", 12))
	line := " --kernel precomputed --target " + target + " " + words
	fit := "fit --m 5 --out " + filepath.Join(t.TempDir(), "m.json") + line
	for command, want := range map[string]string{
		"data --categorical kind" + line:                  `target "kind" is categorical: 2 classes`,
		"data --categorical row" + line:                   "a kernel matrix has no features to choose from",
		fit + " --learner logistic --test 0.25 --force":   "6 test rows: accuracy",
		fit + " --learner svm --categorical kind --force": "m.json: ",
	} {
		status, out, said := execute(t, t.Context(), "", strings.Fields(command)...)
		if (status != 0) != strings.Contains(command, "row") || !strings.Contains(out+said, want) {
			t.Errorf("%s: status %d, %s", command, status, out+said)
		}
	}
}

// TestMatrixMistakes: what does not fit is refused with what was expected.
func TestMatrixMistakes(t *testing.T) {
	line, _, _ := onWords(t)
	model, _ := fitTo(t, "--m 5"+line)
	exact, _ := fitTo(t, "--method exact"+line)
	points, _ := fitTo(t, "--m 5 "+plants)
	for command, part := range map[string]string{
		"predict " + model + " " + plants: "expected the kernel of each new " +
			"point with 5 landmarks",
		"predict " + model + " " + wordTarget: "1 columns, expected the kernel of " +
			"each new point with 5 landmarks, which are the rows",
		"predict --std " + exact + " " + words:                                      "error bars need",
		"fit --std dtc --out m.json" + line:                                         "error bars need",
		"predict --score " + model + " " + words:                                    "--score needs the target",
		"predict --rows " + points:                                                  "fitted to points",
		"predict --rows " + model + " " + words:                                     "--rows takes a model alone",
		"sweep --kernel precomputed " + plants:                                      "rows and",
		"sweep --kernel precomputed moons":                                          "moons holds points",
		"sweep --methods fourier --kernel precomputed " + words:                     "spectral density",
		"sweep --kernel precomputed --target label " + words:                        "label: no such file",
		"sweep --kernel precomputed --columns 1 " + words:                           "no features to choose from",
		"tune --gammas 1 --kernel precomputed --target " + wordTarget + " " + words: "gamma",
		"fit --out m.json --kernel precomputed " +
			words: "no target to learn; name one with --target",
		"sweep --kernel precomputed testdata/nowhere.npy":             "no such file",
		"data --kernel gaussian " + words:                             `unknown value "gaussian"`,
		"sweep --kernel precomputed ../../testdata/data/kernel_y.npy": "24 rows and 1 columns",
	} {
		if status, _, said := execute(t, context.Background(), "", strings.Fields(command)...); status == 0 ||
			!strings.Contains(said, part) {
			t.Errorf("%s: status %d, %s, want %q", command, status, said, part)
		}
	}
}

// TestCommandsOnAMatrix: sweep, tune and data work on a kernel matrix.
func TestCommandsOnAMatrix(t *testing.T) {
	line, _, _ := onWords(t)
	for command, part := range map[string]string{
		"sweep --methods all --m 6 --reps 2 --mu 2" + line:                                  "meka",
		"tune --time 2s --folds 3 --format json" + strings.Replace(line, "--mu 0.1", "", 1): `"kernel":"precomputed"`,
		"data --kernel precomputed --target " + wordTarget + " " +
			words: "kernel_f8.npy: kernel matrix, NumPy array of float64, 24 rows, target kernel_y",
	} {
		if status, out, said := execute(t, context.Background(), "", strings.Fields(command)...); status != 0 ||
			!strings.Contains(out, part) {
			t.Errorf("%s: status %d, %s%s, want %q", command, status, out, said, part)
		}
	}
}
