package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// partsOf writes the rows of plants.csv to files that end before the given rows, from 0, and the numbers 1 to 20 of
// landmarks.
func partsOf(t *testing.T, ends ...int) (files []string, landmarks string) {
	t.Helper()
	text, err := os.ReadFile(plants)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n")+"\n", "\n")
	lines = lines[:len(lines)-1]
	from := 0
	for i, end := range append(ends, len(lines)-1) {
		files = append(files, filepath.Join(folder, fmt.Sprintf("part%d.csv", i)))
		content := lines[0] + strings.Join(lines[1+from:1+end], "")
		if err := os.WriteFile(files[i], []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		from = end
	}
	landmarks = filepath.Join(folder, "landmarks.txt")
	var numbers strings.Builder
	for i := range 20 {
		fmt.Fprintln(&numbers, i+1)
	}
	if err := os.WriteFile(landmarks, []byte(numbers.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return files, landmarks
}

// near compares the lines of two predictions.
func near(t *testing.T, what string, got, want []string, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d lines, want %d", what, len(got), len(want))
	}
	for i := range want {
		a, b := numbers(t, strings.Split(got[i], ",")), numbers(t, strings.Split(want[i], ","))
		for j := range b {
			if !(math.Abs(a[j]-b[j]) <= tolerance) {
				t.Errorf("%s, row %d: %v, want %v", what, i, a, b)
			}
		}
	}
}

// TestContinuedFitOfNumPy: landmarks, categories and scaling of the first rows, weights and error bars of all; see
// testdata/fit/make.py.
func TestContinuedFitOfNumPy(t *testing.T) {
	var golden struct {
		Gamma, Mu float64
		Continued []float64
		Amplitude float64   `json:"continued_amplitude"`
		Std       []float64 `json:"continued_std"`
		Far       int
		Worst     int
		Explained float64
	}
	content, err := os.ReadFile("../../testdata/fit/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &golden); err != nil {
		t.Fatal(err)
	}
	files, landmarks := partsOf(t, 50)
	first, _ := fitTo(t, fmt.Sprintf("--keep-equations --std dtc --landmarks %s --gamma %v --mu %v %s", landmarks, golden.Gamma, golden.Mu, files[0]))
	all, said := fitTo(t, "--continue "+first+" "+files[1])
	if strings.Contains(said, "far from") || !strings.Contains(said, "40 new rows added to 50 of part0.csv") || !strings.Contains(said, "90 training rows:") {
		t.Error(said)
	}
	lines, _ := predictBy(t, "", "--std", all, fresh)
	var want []string
	for i, v := range golden.Continued {
		want = append(want, fmt.Sprintf("%v,%v", v, golden.Std[i]))
	}
	near(t, "NumPy", lines, want, 1e-8)

	narrow, _ := fitTo(t, fmt.Sprintf("--keep-equations --landmarks %s --gamma %v --mu %v %s", landmarks, 10*golden.Gamma, golden.Mu, files[0]))
	_, said = fitTo(t, "--continue "+narrow+" "+files[1])
	if part := fmt.Sprintf("%d of 40 new rows are far from all landmarks: the landmarks explain less than half of k(x, x) there, %.2g %% of it in row %d; fit anew with landmarks among them",
		golden.Far, 100*golden.Explained, golden.Worst); !strings.Contains(said, part) {
		t.Errorf("%s\nlacks %s", said, part)
	}
}

// TestContinuedFit: rows that are added in one or two steps give the fit of all rows with the same landmarks; an
// equal scaling is none here. The error bars are those of that fit, too.
func TestContinuedFit(t *testing.T) {
	files, landmarks := partsOf(t, 30, 70)
	for _, setting := range []string{"--gamma 0.002 --mu 0.3 --std dtc", "--kernel matern32 --gamma 0.01 --mu 0.01", "--kernel polynomial --degree 1 --gamma 0.01 --mu 0.5"} {
		line := "--standardize=false " + setting
		first, _ := fitTo(t, line+" --keep-equations --landmarks "+landmarks+" "+files[0])
		middle, _ := fitTo(t, "--continue "+first+" "+files[1])
		twice, _ := fitTo(t, "--keep-equations --continue "+middle+" "+files[2])
		whole, _ := fitTo(t, line+" --landmarks "+landmarks+" "+plants)
		both := filepath.Join(t.TempDir(), "both.csv")
		var text string
		for i, file := range files[1:] {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				_, content, _ = cutLine(content)
			}
			text += string(content)
		}
		if err := os.WriteFile(both, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		once, _ := fitTo(t, "--continue "+first+" "+both)
		flags := []string{}
		if strings.Contains(setting, "--std") {
			flags = []string{"--std", "--interval", "0.9"}
		}
		predicted := func(model string) []string {
			lines, _ := predictBy(t, "", append(flags, model, fresh)...)
			return lines
		}
		near(t, setting+": once and all rows", predicted(once), predicted(whole), 1e-7)
		near(t, setting+": twice and once", predicted(twice), predicted(once), 1e-7)
	}
}

// cutLine splits text after its first line.
func cutLine(text []byte) (line, rest []byte, found bool) {
	i := strings.IndexByte(string(text), '\n')
	return text[:i+1], text[i+1:], i >= 0
}

// TestBadContinuations: status, and parts of the message; nothing is written, and the model stays.
func TestBadContinuations(t *testing.T) {
	files, _ := partsOf(t, 50)
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, _ := fitTo(t, "--m 10 --keep-equations "+files[0])
	plain, _ := fitTo(t, "--m 10 "+files[0])
	exact, _ := fitTo(t, "--method exact "+files[0])
	fourier, _ := fitTo(t, "--method fourier --m 10 "+files[0])
	clusters, _ := fitTo(t, "--method meka --m 10 "+files[0])
	classes, _ := fitTo(t, "--target kind --m 10 "+files[0])
	content, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	cut := write("cut.json", string(content[:len(content)/2]))
	edited := write("edited.json", strings.Replace(string(content), `"ones":[`, `"ones":[1`, 1))
	header := "kind,height_cm,leaf_cm,age,weight_g\n"
	for line, want := range map[string]struct {
		status int
		parts  string
	}{
		plain + " " + files[1]:                              {1, "m|model.json;keeps no normal equations;fit it again with --keep-equations on the rows of part0.csv"},
		exact + " " + files[1]:                              {1, "model.json;exact regression has every row;--method nystrom --keep-equations"},
		fourier + " " + files[1]:                            {1, "model.json;fourier gave no features of landmarks;--keep-equations"},
		clusters + " " + files[1]:                           {1, "model.json;meka gave no features of landmarks;--keep-equations"},
		classes + " " + files[1]:                            {1, "model.json;it classifies;--keep-equations"},
		cut + " " + files[1]:                                {1, "cut.json;cut short"},
		edited + " " + files[1]:                             {1, "edited.json;edited or damaged"},
		plants + " " + files[1]:                             {1, "plants.csv;no model file"},
		"nowhere.json " + files[1]:                          {1, "nowhere.json;no such file"},
		good + " nowhere.csv":                               {1, "nowhere.csv;no such file"},
		good + " friedman":                                  {2, "friedman is a built-in set;name a file"},
		good:                                                {2, "no rows to add;name a file"},
		good + " --mu 3 " + files[1]:                        {2, "--mu would change the model;fit anew"},
		good + " --method rls " + files[1]:                  {2, "--method would change the model"},
		good + " --test 0.1 " + files[1]:                    {2, "--test would change the model"},
		good + " --max-memory 1kB " + files[1]:              {1, "--max-memory"},
		good + " " + write("few.csv", "kind,age\nfern,1\n"): {1, "few.csv;height_cm"},
		good + " " + write("none.csv", "kind,height_cm,leaf_cm,age\nfern,1,2,3\n"): {1, `none.csv;no column for the target "weight_g";add it`},
		good + " " + write("text.csv", header+"fern,1,2,3,heavy\n"):                {1, "text.csv:2:12;heavy"},
		good + " " + write("tree.csv", header+"fern,1,2,3,4\ntree,1,2,3,4\n"):      {1, "tree.csv:3:1;tree"},
		good + " " + write("missing.csv", header+"fern,1,,3,4\n"):                  {1, "missing.csv:2"},
		good + " " + write("huge.csv", header+"fern,1,2,3,4\nfern,1e300,2,3,4\n"):  {1, "huge.csv;row 2;height_cm"},
	} {
		t.Run(line, func(t *testing.T) {
			empty := t.TempDir()
			status, stdout, errs := execute(t, context.Background(), "", append([]string{"fit", "--out", filepath.Join(empty, "m.json"), "--continue"}, strings.Fields(line)...)...)
			if status != want.status || stdout != "" {
				t.Errorf("status %d, want %d; %q", status, want.status, stdout)
			}
			checkMessage(t, errs[max(0, strings.LastIndex("\n"+errs, "\ngramscope: ")):], strings.Split(want.parts, ";"))
			if strings.Contains(errs, "--score") {
				t.Errorf("fit has no --score: %s", errs)
			}
			if entries, err := os.ReadDir(empty); err != nil || len(entries) > 0 {
				t.Errorf("left behind: %v, %v", entries, err)
			}
		})
	}
	for _, name := range []string{"fit", "predict"} { // the remedies of a missing target
		args := []string{"predict", "--score", good, filepath.Join(folder, "none.csv")}
		if name == "fit" {
			args = []string{"fit", "--continue", good, "--out", good, files[1]}
		}
		status, _, errs := execute(t, context.Background(), "", args...)
		if part := map[string]string{"fit": "--force", "predict": "leave out --score"}[name]; status != 1 || !strings.Contains(errs, part) {
			t.Errorf("%s: status %d, %s", name, status, errs)
		}
	}
	if now, err := os.ReadFile(good); err != nil || string(now) != string(content) {
		t.Errorf("the model has changed: %v", err)
	}
	if status, _, errs := execute(t, context.Background(), "", "fit", "--continue", good, "--out", good, "--force", files[1]); status != 0 {
		t.Error(errs)
	}
}

// TestEquationsNotKept: what has none is refused, with the remedy.
func TestEquationsNotKept(t *testing.T) {
	for line, parts := range map[string]string{
		"--method exact " + plants:          "exact regression has every row;leave out --keep-equations;--method nystrom",
		"--method meka --m 20 " + plants:    "meka gave no features of landmarks;--method nystrom",
		"--method fourier --m 20 " + plants: "fourier gave no features of landmarks;--method nystrom",
		"--solver falkon --m 20 " + plants:  "falkon iterates;--solver direct",
		"--target kind --m 20 " + plants:    "logistic learns classes;--target",
		"--std fitc --m 20 " + plants:       "fitc weighs every row;--std dtc",
		"--kernel precomputed --target ../../testdata/cli/words_target.npy --m 5 ../../testdata/cli/words.npy": "kernel matrix;leave out --keep-equations",
	} {
		out := filepath.Join(t.TempDir(), "m.json")
		status, _, errs := execute(t, context.Background(), "", append([]string{"fit", "--keep-equations", "--out", out}, strings.Fields(line)...)...)
		if status != 2 {
			t.Errorf("%s: status %d", line, status)
		}
		checkMessage(t, errs[max(0, strings.LastIndex("\n"+errs, "\ngramscope: ")):], strings.Split(parts, ";"))
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: a model was written", line)
		}
	}
}
