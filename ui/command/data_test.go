package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// tableOf returns a CSV table of rows lines below the header.
func tableOf(header string, rows int, line func(i int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range rows {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// TestForeseen: what data says about tune is what tune does.
func TestForeseen(t *testing.T) {
	for name, c := range map[string]struct{ content, flags, what string }{
		"numbers": {tableOf("Id,a,b,y", 40,
			func(i int) string { return fmt.Sprintf("%d,%d,%d.5,%d.25", i+1, i*i%7, i%5, i*i%11) }), "", "regression of y"},
		"texts": {tableOf("a,kind", 30, func(i int) string { return fmt.Sprintf("%d,%c", i*i%7, "uvw"[i%3]) }), "",
			"classification into 3 classes by kind"},
		"two": {tableOf("a,b,y", 33, func(i int) string { return fmt.Sprintf("%d,%d,%d", i*i%7, i%5, 2*(i%2)-1) }), "",
			"classification into 2 classes by y"},
		"gaps": {tableOf("a,b,y", 33, func(i int) string { return fmt.Sprintf("%d,%d,%d.5", i*i%7, i%5, i*i%9) }),
			"--drop-missing ", "regression of y"},
	} {
		if name == "gaps" {
			c.content += ",1,2\n3,,4\n"
		}
		path := written(t, name+".csv", c.content)
		status, out, errs := execute(t, context.Background(), "", strings.Fields("data "+c.flags+path)...)
		if status != 0 {
			t.Fatal(errs)
		}
		status, answer, errs := execute(t, context.Background(), "",
			strings.Fields("tune --format json --time 0 --methods nystrom --m 3 --gammas 1 --mus 1 --folds 2 "+c.flags+path)...)
		var did struct {
			N           int
			D           int
			Learner     string
			Standardize bool
			TestRows    int `json:"test_rows"`
		}
		if err := json.Unmarshal([]byte(answer), &did); err != nil || status != 0 {
			t.Fatal(status, err, errs)
		}
		if did.Learner == "ridge" != strings.HasPrefix(c.what, "regression") || !did.Standardize {
			t.Errorf("%s: tune did %+v", name, did)
		}
		want := fmt.Sprintf("  gramscope tune %s%s  # %s on %d feature%s, standardised; %d rows for the search, %d for a test",
			c.flags, path, c.what, did.D, strings.Repeat("s", min(1, did.D-1)), did.N, did.TestRows)
		if !strings.Contains(out, want) {
			t.Errorf("%s: %s\nlacks %s", name, out, want)
		}
		if left := strings.Contains(out, "are left out: Id;") ||
			strings.Contains(out, "rows dropped for missing values\n"); left != (name == "numbers" || name == "gaps") {
			t.Errorf("%s: %s", name, out)
		}
	}
}

// TestNothingToLearn: data says why tune would not begin.
func TestNothingToLearn(t *testing.T) {
	for content, want := range map[string]string{
		"a,y\n1,2\n3,2\n": "the target y has one value",
		"a\n1\n3\n":       "there is one column: a target needs features beside it",
	} {
		if _, out, errs := execute(t, context.Background(), "", "data", written(t, "f.csv", content)); !strings.Contains(out,
			want) {
			t.Errorf("%s%s lacks %q", out, errs, want)
		}
	}
}

// TestCorrectedLine: below the message about a file that can't be read stands a command that reads it, with the flags
// that were given.
func TestCorrectedLine(t *testing.T) {
	for content, flags := range map[string]string{
		"a;b;y\n\"1.100,5\";2;3\n2;;4\n4;3;5\n7;3;2\n":  "--separator semicolon ",
		"t\na,b,y\n1,,3\n2,5,4\n7,8,9\n":                "--skip-lines 1 --target b ",
		"people;share\n52.371;1,3\n8.122;2,5\n":         "",
		"a,y\n1,2\n2,x\n3,-\n-,5\n5,4\n6,8\n7,9\n8,1\n": "--missing x ",
		"c,b\n1,x\n2,3\n3,4\n5,6\n2,3\n":                "",
	} {
		path := written(t, "f.csv", content)
		status, _, errs := execute(t, context.Background(), "", strings.Fields("data "+flags+path)...)
		at := strings.LastIndex(errs, "\n  gramscope ")
		if status != 1 || at < 0 {
			t.Errorf("%q: status %d, %s", content, status, errs)
			continue
		}
		line := strings.Fields(errs[at+len("\n  gramscope "):])
		if status, _, errs := execute(t, context.Background(), "", line...); status != 0 {
			t.Errorf("%q: %q has status %d: %s", content, line, status, errs)
		}
	}
}

// TestUnusableFileOfManyColumns: the error of a file that can't be used names the bad column first, and few others.
func TestUnusableFileOfManyColumns(t *testing.T) {
	line := strings.Repeat("1,2,", 300)
	_, out, errs := execute(t, context.Background(), "", "data",
		written(t, "f.csv", line+"9\n"+line+"8\n"+line[:len(line)-2]+"x,7\n"))
	if at := strings.Index(errs, `column "x600"`); out != "" || at < 0 || at > strings.Index(errs, `column "x1"`) ||
		strings.Count(errs, "constant") > 20 {
		t.Error(out, errs)
	}
}

// TestMedianOfZero: the mean distance, which stands for a median of 0, is said.
func TestMedianOfZero(t *testing.T) {
	path := written(t, "f.csv", tableOf("a,y", 40,
		func(i int) string { return fmt.Sprintf("%d,%d.5", max(0, i-36), i*i%7) }))
	for line, want := range map[string]bool{
		"sweep --methods nystrom --m 3 ": true, "sweep --methods nystrom --m 3 --sigma mean ": false,
		"sweep --methods nystrom --m 3 --gamma 1 ":                 false,
		"tune --methods nystrom --m 3 --mus 1 --folds 2 --time 0 ": true,
	} {
		status, _, errs := execute(t, context.Background(), "", strings.Fields(line+path)...)
		if status != 0 || strings.Contains(errs, "the median distance of the rows is 0") != want {
			t.Errorf("%s: status %d, %s", line, status, errs)
		}
	}
}

// TestDescribedTable: texts and numbers in columns, and a text that would break a line.
func TestDescribedTable(t *testing.T) {
	path := written(t, "f.csv", "sex,age,same,y\nM,30,1,\x1ba\nF,,1,b\nM,50,1,\x1ba\nM,30,1,b\n")
	want := `f.csv: CSV, 3 rows, 3 features, target y

column      min  max  mean
sex         text: M 3
age         30  50  36.6667
same        1   1   1
y (target)  text: \x1ba 2, b 1

notes:
  1 of 4 rows dropped for missing values
  column "sex" is text: one 0/1 column for each value (M)
  target "y" is text: 2 classes, numbered from 0 (\x1ba, b)

problems:
  constant columns carry no information: sex=M, same; drop whole columns with --columns -NAME
  rows that repeat the features of an earlier one: 1 of 3; they make K singular, which is harmless with a ridge μ > 0; otherwise remove them from the file
`
	if status, out, errs := execute(t, context.Background(), "", "data", "--drop-missing", path); status != 0 ||
		!strings.HasPrefix(out, want) {
		t.Errorf("%d %s\ngot\n%s\nwant\n%s", status, errs, out, want)
	}
}

// TestDescriptions: settings of a set, what a method needs, and how much of a file is not shown.
func TestDescriptions(t *testing.T) {
	texts := written(t, "texts.csv", tableOf("a,y", 40, func(i int) string { return fmt.Sprintf("%d,t%d", i*i, i%12) }))
	wide := written(t, "wide.csv", tableOf(strings.Repeat("a,", 1200)+"y", 3,
		func(i int) string { return strings.Repeat(fmt.Sprint(i, ","), 1200) + fmt.Sprint(i%2) }))
	for line, want := range map[string]string{
		"data decay": "\n  kappa  exponential decay in place of delta: coefficients e^−kappa·i/2, from 0.001 to 20 " +
			"(default: delta is used)\n  noise  standard deviation of the noise, from 0 to 1000 (default 1)\n",
		"methods sparse-cholesky": "\nneeds: points with coordinates, which the kernel precomputed has not, points of up " +
			"to 8 dimensions\n",
		"data " + texts: ", t6 3, t7 3, … (12 in all)\n",
		"data " + wide:  "more columns\n",
	} {
		if status, out, errs := execute(t, t.Context(), "", strings.Fields(line)...); status != 0 ||
			!strings.Contains(out, want) {
			t.Errorf("%s: status %d without %q\n%s%s", line, status, want, out, errs)
		}
	}
}

// TestUnknownFiguresAreNull: a kernel without a width, and a standard error of too few rows, are null in JSON.
func TestUnknownFiguresAreNull(t *testing.T) {
	for flags, want := range map[string]string{"--kernel linear --n 20": `"gamma":null,"sigma":null,`,
		"--exact-limit 1 --n 4": `"error_se":null,`} {
		line := "sweep --format json --methods nystrom --m 2 bimodal " + flags
		if status, out, errs := execute(t, t.Context(), "", strings.Fields(line)...); status != 0 ||
			!strings.Contains(out, want) {
			t.Errorf("%s: status %d without %s\n%s%s", line, status, want, out, errs)
		}
	}
}

// TestLongTextsAreCut: texts are as long as people write them, and the table of columns shows their beginnings.
func TestLongTextsAreCut(t *testing.T) {
	path := written(t, "long.csv",
		tableOf("a,y", 9, func(i int) string { return fmt.Sprintf("%d,%s%d", i, strings.Repeat("word ", 1000), i%3) }))
	if status, out, errs := execute(t, context.Background(), "", "data", path); status != 0 || len(out) > 2000 {
		t.Errorf("status %d, %d bytes: %.200s\n%s", status, len(out), out, errs)
	}
}

// TestLongCommandsAreWhole: the command that reads the rest of a file with many columns can be typed as it is printed.
func TestLongCommandsAreWhole(t *testing.T) {
	names := make([]string, 300)
	for j := range names {
		names[j] = fmt.Sprintf("measurement_%d", j)
	}
	path := written(t, "many.csv", tableOf(strings.Join(names, ",")+",y", 9, func(i int) string {
		return strings.Repeat(fmt.Sprintf(",%d", i), 150) + strings.Repeat(",7,", 75) + fmt.Sprint(i)
	}))
	_, _, errs := execute(t, t.Context(), "", "data", path)
	_, line, _ := strings.Cut(errs, "\n  gramscope ")
	if status, _, again := execute(t, t.Context(), "", strings.Fields(line)...); status != 0 || len(line) < 2000 {
		t.Errorf("status %d of %d bytes: %s", status, len(line), again)
	}
}
