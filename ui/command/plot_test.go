package command_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// plotRows are results of two methods with m = 10, 20, 40 at n = 100 and 200, and three repetitions whose errors are
// 0.9, 1 and 1.1 times 1/m, or half of it for b. The times of a are m seconds, those of b fall with m.
func plotRows(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("data,n,d,kernel,gamma,sigma,method,m,mu,score_ridge,rep,seed,error,seconds,rmse_test,cached,failure,warnings\n")
	for _, n := range []int{100, 200} {
		for i, method := range []string{"nystrom", "fourier"} {
			for _, m := range []int{10, 20, 40} {
				for rep := 1; rep <= 3; rep++ {
					err := (0.8 + 0.1*float64(rep)) / float64(m) / float64(i+1)
					seconds := float64(m)
					if i == 1 {
						seconds = 1000 / float64(m)
					}
					fmt.Fprintf(&b, "set.csv,%d,3,gaussian,0.5,1,%s,%d,0.01,0.01,%d,1,%g,%g,,false,,\n", n, method, m, rep,
						err*100/float64(n), seconds)
				}
			}
		}
	}
	file := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// plotLine runs plot, and returns standard output and error.
func plotLine(t *testing.T, args ...string) (status int, out, errs string) {
	t.Helper()
	return execute(t, t.Context(), "", append([]string{"plot"}, args...)...)
}

// TestPlotSaysThatRunsSharedEntries: over times, if a run did, and how to compare costs without that.
func TestPlotSaysThatRunsSharedEntries(t *testing.T) {
	alone, note := plotRows(t), "computed the kernel entries; --x entries compares costs without that"
	text, err := os.ReadFile(alone)
	if err != nil {
		t.Fatal(err)
	}
	shared := written(t, "shared.csv", strings.ReplaceAll(string(text), ",false,", ",true,"))
	for _, c := range []struct {
		rows, x string
		says    bool
	}{{shared, "time", true}, {shared, "m", false}, {alone, "time", false}} {
		status, _, errs := plotLine(t, c.rows, "--x", c.x, "--tex", "-")
		if status != 0 || strings.Contains(errs, note) != c.says {
			t.Errorf("over %s of %s: status %d, %s", c.x, c.rows, status, errs)
		}
	}
}

// TestPlotShowsTheRows: the samples are where the means by hand are, and there is a front; and the message says
// which n was taken and how to take the other.
func TestPlotShowsTheRows(t *testing.T) {
	rows := plotRows(t)
	status, out, errs := plotLine(t, rows, "--x", "time", "--y", "error", "--tex", "-")
	if status != 0 {
		t.Fatal(errs)
	}
	// On logarithmic axes the samples (m, 1/m) of a are equally far from each other.
	const point = `\{\\pgfpoint\{(\S+)pt\}\{(\S+)pt\}\}\s+`
	near := func(a, b float64) bool { return a-b < 0.003 && b-a < 0.003 }
	found := false
	for _, line := range regexp.MustCompile(`moveto`+point+`\\pgflineto`+point+`\\pgflineto`+point+
		`\\pgfusepath\{stroke\}`).FindAllStringSubmatch(out, -1) {
		var at [3][2]float64
		for i := range at {
			fmt.Sscan(line[1+2*i]+" "+line[2+2*i], &at[i][0], &at[i][1])
		}
		found = found || near(at[1][0]-at[0][0], at[2][0]-at[1][0]) && near(at[1][1]-at[0][1], at[2][1]-at[1][1]) &&
			at[1][0] > at[0][0] && at[1][1] < at[0][1]
	}
	if !found {
		t.Errorf("no curve has the samples of a:\n%s", out)
	}
	if !strings.Contains(out, "Pareto front") || !strings.Contains(out, "{time in s}") {
		t.Errorf("no front over the time:\n%s", out)
	}
	if want := "n=100 of 100, 200. To choose another: --where n=200"; !strings.Contains(errs, want) ||
		strings.Contains(errs, "sigma") {
		t.Errorf("the note lacks %q: %s", want, errs)
	}
	_, out, errs = plotLine(t, rows, "--where", "n=200", "--bars", "none", "--methods", "fourier", "--x", "m", "--tex",
		"-")
	if !strings.Contains(out, "fourier") || strings.Contains(out, "nystrom") || strings.Contains(out, "standard error") ||
		errs != "" {
		t.Errorf("fourier at n = 200: %s\n%s", errs, out)
	}
	for bars, text := range map[string]string{
		"se": "standard error", "sd": "standard deviation", "quantiles": "quartile",
	} {
		if _, out, _ := plotLine(t, rows, "--bars", bars, "--tex", "-"); !strings.Contains(out, text) {
			t.Errorf("--bars %s: no %s", bars, text)
		}
	}
	if _, out, _ := plotLine(t, rows, "--label", "nystrom=Uniform draws", "--tex", "-"); !strings.Contains(out,
		"{Uniform draws}") || strings.Contains(out, "{nystrom}") || !strings.Contains(out, "{budget m}") {
		t.Errorf("a curve keeps its name, or the axis has none, in\n%s", out)
	}
	if _, out, _ := plotLine(t, rows, "--xscale", "linear", "--yscale", "linear", "--tex", "-"); strings.Contains(out,
		`[l]{$-$`) {
		t.Errorf("a linear axis is logarithmic:\n%s", out)
	}
}

// TestPlotWritesFiles: each format that is asked for, nothing that is there already, and a name with axes and kernel
// where none is given.
func TestPlotWritesFiles(t *testing.T) {
	rows := plotRows(t)
	t.Chdir(t.TempDir())
	begins := map[string]string{"svg": "<?xml", "pdf": "%PDF-1", "png": "\x89PNG", "tex": "% Written by"}
	var args []string
	for format := range begins {
		args = append(args, "--"+format, "fig."+format)
	}
	if status, _, errs := plotLine(t, append(args, rows, "--width", "2col")...); status != 0 {
		t.Fatal(errs)
	}
	for format, begin := range begins {
		content, err := os.ReadFile("fig." + format)
		if err != nil || !strings.HasPrefix(string(content), begin) {
			t.Errorf("%s: %v, begins %.20q", format, err, content)
		}
	}
	var svg struct {
		Width string `xml:"width,attr"`
	}
	content, _ := os.ReadFile("fig.svg")
	if err := xml.Unmarshal(content, &svg); err != nil || !strings.HasPrefix(svg.Width, "496.8") {
		t.Errorf("6.9 in are %s: %v", svg.Width, err)
	}
	if err := os.WriteFile("theirs.svg", []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, errs := plotLine(t, rows, "--pdf", "new.pdf", "--svg", "theirs.svg")
	kept, _ := os.ReadFile("theirs.svg")
	if _, err := os.Stat("new.pdf"); status != 1 || string(kept) != "theirs" || err == nil ||
		!strings.Contains(errs, "already exists") || !strings.Contains(errs, "--force") {
		t.Errorf("status %d, %q, new.pdf: %v: %s", status, kept, err, errs)
	}
	if status, _, errs := plotLine(t, rows, "--svg", "theirs.svg", "--force"); status != 0 {
		t.Error(errs)
	}
	for range 2 {
		status, _, errs = plotLine(t, rows, "--x", "time")
	}
	if name := "gramscope-set-error-over-time-gaussian.svg"; status != 1 ||
		!strings.Contains(errs, name+": this file already exists") {
		t.Errorf("status %d: %s", status, errs)
	}
	if status, _, errs := plotLine(t, rows, "--pdf", ".", "--y", "seconds"); status != 0 ||
		!strings.Contains(errs, "wrote gramscope-set-time-over-m-gaussian.pdf") {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestPlotJoinsShards: the rows of two files are those of one.
func TestPlotJoinsShards(t *testing.T) {
	rows := plotRows(t)
	content, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(content), "\n")
	first, second := filepath.Join(t.TempDir(), "1.csv"), filepath.Join(t.TempDir(), "2.csv")
	for file, part := range map[string][]string{first: lines[:20], second: append(lines[:1:1], lines[20:]...)} {
		if err := os.WriteFile(file, []byte(strings.Join(part, "")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, whole, _ := plotLine(t, rows, "--tex", "-")
	if _, joined, errs := plotLine(t, first, second, "--tex", "-"); joined != whole || whole == "" {
		t.Errorf("another figure of the parts: %s", errs)
	}
}

// TestPlotOfFunctions: a parameter that has one value at each value of the axis chooses no rows, and the note names it;
// m may follow from a condition on each run, and can then be y.
func TestPlotOfFunctions(t *testing.T) {
	for _, c := range []struct{ rows, has, lacks string }{ // of data, n, m, mu and rep
		{"A,100,10,0.1,1 A,200,20,0.05,1 A,300,30,0.02,1", "note: changes with n: m, mu\n", "of several values"},
		{"A,100,10,1,1 A,100,12,1,2 A,200,9,1,1 A,200,15,1,2", "note: changes with n: m\n", "of several values"},
		{"A,100,10,1,1 A,100,10,2,1 A,200,10,1,1 A,200,10,2,1", "To choose another: --where mu=2", "with n"},
		{"A,100,10,1,1 A,200,10,1,1 B,100,10,1,1 B,200,10,1,1", "To choose another: --where 'data=b (flip)'", "with n"},
	} {
		text := "data,n,d,kernel,method,m,mu,rep,error,failure\n"
		for i, row := range strings.Fields(strings.NewReplacer("B", "b_(flip)").Replace(c.rows)) {
			cells := strings.SplitN(strings.ReplaceAll(row, "_", " "), ",", 3)
			text += fmt.Sprintf("%s,%s,3,gaussian,nystrom,%s,0.%d,\n", cells[0], cells[1], cells[2], i+1)
		}
		status, out, errs := plotLine(t, written(t, "rows.csv", text), "--x", "n", "--tex", "-")
		if status != 0 || !strings.Contains(errs, c.has) || strings.Contains(errs, c.lacks) ||
			!strings.Contains(out, "pgflineto") {
			t.Errorf("%s: %d, %s", c.rows, status, errs)
		}
		_, ofM, errs := plotLine(t, written(t, "rows.csv", text), "--x", "n", "--y", "m", "--tex", "-")
		if follows := strings.Contains(c.has, ": m"); follows != strings.Contains(ofM, "pgflineto") ||
			follows == strings.Contains(errs, "m is a setting and no result") {
			t.Errorf("%s: m over n: %s", c.rows, errs)
		}
	}
}

// TestPlotOfOtherFigures: rows of the same runs with other figures are told apart from those that repeat runs.
func TestPlotOfOtherFigures(t *testing.T) {
	rows := plotRows(t)
	text, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	times := written(t, "times.csv", strings.ReplaceAll(string(text), ",10,,false", ",11,,false"))
	other := written(t, "other.csv", strings.ReplaceAll(string(text), ",0.025,", ",0.026,"))
	for file, want := range map[string]string{
		times: "36 of 72 rows repeat runs of other rows and are ignored\n",
		other: "36 of 72 rows repeat runs of other rows and are ignored, 4 of them with other figures (error of one is " +
			"0.026, not 0.025): the data, widths, target or version are others; look at each file alone",
	} {
		if _, _, errs := plotLine(t, rows, file, "--tex", "-"); !strings.Contains(errs, want) {
			t.Errorf("%s, not %s", errs, want)
		}
	}
}

// TestPlotSaysWhatIsWrong, where, and what to do.
func TestPlotSaysWhatIsWrong(t *testing.T) {
	rows := plotRows(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("other.csv", []byte("a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string][]string{
		"other.csv":                       {"other.csv:1", "not the columns of gramscope's results", "sweep --format csv"},
		"gone.csv":                        {"gone.csv", "no such file"},
		"R --y rmse_test":                 {"R:1:76", "no row has a number in the column rmse_test", "--figures rmse_test"},
		"R --y accuracy":                  {"R:1:1", "no row has a number in the column acc", "--figures accuracy_test"},
		"R --y tim":                       {"R:1:1", `no column "tim"`, "did you mean time?"},
		"R --x kernel":                    {"R:1:10", "no row has a number in the column kernel"},
		"R --x mu":                        {"--x mu", "several numbers"},
		"R --x error":                     {"the same column"},
		"R --y m":                         {"a setting and no result"},
		"R --methods nystrm":              {"R:1:29", `"nystrm"`, "did you mean nystrom?"},
		"R --where n=5":                   {"R:1:6", "no row has the value 5", "100, 200"},
		"R --where failure=5":             {"no row has the value 5 in the column failure; it has none"},
		"R --where q=5":                   {`"q"`, "choose one of"},
		"R --where n":                     {"n=1000"},
		"R --width 9 --svg -":             nil,
		"R --width 1km":                   {"--width", "8.4cm"},
		"R --width 0.1in":                 {"--width", "1.5"},
		"R --font-size 1":                 {"--font-size", "points from 4"},
		"R --height 1.5in --font-size 14": {"too small", "larger"},
		"R --svg a --pdf a":               {"written to a, which the command line names twice; name another with --svg"},
		"R --label nystrm=x":              {`unknown curve in --label "nystrm"`, "did you mean nystrom?"},
		"R --label nystrom":               {"nystrom='Uniform Nyström'"},
		"R --svg no/a.svg":                {"no folder no"},
		"R --where n=100 --x m --svg -":   nil,
		"":                                {"no file of results"},
	} {
		status, out, errs := plotLine(t, strings.Fields(strings.ReplaceAll(line, "R", rows))...)
		if want == nil {
			if status != 0 {
				t.Errorf("%s: %s", line, errs)
			}
			continue
		}
		if status == 0 || out != "" {
			t.Errorf("%s: status %d, %q", line, status, out)
		}
		for _, part := range want {
			if !strings.Contains(errs, strings.ReplaceAll(part, "R:", rows+":")) {
				t.Errorf("%s: no %q in %s", line, part, errs)
			}
		}
		if left, _ := filepath.Glob("*"); len(left) != 1 { // other.csv
			t.Errorf("%s: left %v", line, left)
		}
	}
}
