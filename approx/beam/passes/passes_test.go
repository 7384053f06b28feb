package passes

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"gonum.org/v1/gonum/mat"

	"gramscope/model/fitted"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// parsed are the settings of a command line.
func parsed(line []string) (*Settings, error) {
	f := flag.NewFlagSet("beam", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	s := Flags(f)
	return s, f.Parse(line)
}

// settings are parsed where the line is good.
func settings(t *testing.T, line ...string) Settings {
	t.Helper()
	s, err := parsed(line)
	if err != nil {
		t.Fatal(err)
	}
	return *s
}

// onPrism runs the passes in this process, with the flags given.
func onPrism(t *testing.T, input string, flags ...string) (*fitted.Model, report, error) {
	t.Helper()
	folder := t.TempDir()
	output, figures := filepath.Join(folder, "model.json"), filepath.Join(folder, "report.json")
	s, err := parsed(append([]string{"--input", input, "--output", output, "--report", figures}, flags...))
	if err != nil {
		return nil, report{}, err
	}
	err = Run(t.Context(), s, func(ctx context.Context, p *beam.Pipeline) error {
		_, err := beam.Run(ctx, "prism", p)
		return err
	})
	if err != nil {
		return nil, report{}, err
	}
	m, err := fitted.Read(output)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(figures)
	var r report
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m, r, nil
}

// done is onPrism where all must go well.
func done(t *testing.T, input string, flags ...string) (*fitted.Model, report) {
	t.Helper()
	m, r, err := onPrism(t, input, flags...)
	if err != nil {
		t.Fatal(err)
	}
	return m, r
}

// friedman are rows x₁…x₅,y of Friedman's function with noise.
func friedman(n int, seed uint64) []string {
	rng := rand.New(rand.NewPCG(seed, 0))
	rows := make([]string, n)
	for i := range rows {
		x := [5]float64{}
		cells := make([]string, 6)
		for j := range x {
			x[j] = rng.Float64()
			cells[j] = strconv.FormatFloat(x[j], 'g', -1, 64)
		}
		y := 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-0.5)*(x[2]-0.5) + 10*x[3] + 5*x[4] + rng.NormFloat64()
		cells[5] = strconv.FormatFloat(y, 'g', -1, 64)
		rows[i] = strings.Join(cells, ",")
	}
	return rows
}

const header = "a,b,c,d,e,y"

// written puts each part of the rows of friedman into a file of its own, and gives the pattern of all.
func written(t *testing.T, parts ...[]string) string {
	t.Helper()
	return parted(t, header, parts...)
}

// parted is written under another header.
func parted(t *testing.T, header string, parts ...[]string) string {
	t.Helper()
	folder := t.TempDir()
	for p, rows := range parts {
		text := ""
		if rows != nil {
			text = header + "\n" + strings.Join(rows, "\n")
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("part-%02d.csv", p)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "part-*.csv")
}

// landmarksOf writes the features of some rows as landmarks.
func landmarksOf(t *testing.T, rows []string) string {
	t.Helper()
	lines := []string{strings.TrimSuffix(header, ",y")}
	for _, row := range rows {
		lines = append(lines, row[:strings.LastIndexByte(row, ',')])
	}
	path := filepath.Join(t.TempDir(), "landmarks.csv")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// features are the numbers of the rows, and their targets.
func features(t *testing.T, rows []string) (x *mat.Dense, y []float64) {
	t.Helper()
	x = mat.NewDense(len(rows), 5, nil)
	for i, row := range rows {
		for j, cell := range strings.Split(row, ",") {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			if j == 5 {
				y = append(y, v)
				continue
			}
			x.Set(i, j, v)
		}
	}
	return x, y
}

// same fails where the models predict other numbers, relative to their size.
func same(t *testing.T, what string, a, b *fitted.Model, at *mat.Dense, tolerance float64) {
	t.Helper()
	u, err := a.Values(at)
	if err != nil {
		t.Fatal(err)
	}
	v, err := b.Values(at)
	if err != nil {
		t.Fatal(err)
	}
	near(t, what, u, v, tolerance)
}

func near(t *testing.T, what string, u, v *mat.Dense, tolerance float64) {
	t.Helper()
	var off mat.Dense
	off.Sub(u, v)
	if worst := mat.Norm(&off, 2) / mat.Norm(v, 2); !(worst <= tolerance) {
		t.Errorf("%s: relative difference %.2g, want at most %g", what, worst, tolerance)
	}
}

// Three parts are one file, whatever else there is: parts without rows and of one, and the same rows are held out.
func TestPartsAreOneFile(t *testing.T) {
	rows := friedman(400, 1)
	given := []string{"--landmarks", landmarksOf(t, rows[:30]), "--gamma", "0.1", "--mu", "0.5", "--test", "0.2"}
	one, whole := done(t, written(t, rows), given...)
	if share := float64(whole.HeldOut) / 400; share < 0.12 || share > 0.28 || whole.Rows+whole.HeldOut != 400 {
		t.Errorf("%d rows for training and %d held out", whole.Rows, whole.HeldOut)
	}
	if *whole.Test < 1 || *whole.Test > 3 || *whole.Train >= *whole.Test {
		t.Errorf("RMSE %v, and %v on rows held out, of noise 1", *whole.Train, *whole.Test)
	}
	x, _ := features(t, rows)
	for name, input := range map[string]string{
		"three parts":     written(t, rows[:100], rows[100:350], rows[350:]),
		"empty parts":     written(t, nil, rows[:100], []string{}, rows[100:]),
		"a part of a row": written(t, rows[399:], rows[:399]),
	} {
		parts, r := done(t, input, given...)
		same(t, name, parts, one, x, 1e-9)
		if r.Rows != whole.Rows || r.HeldOut != whole.HeldOut || math.Abs(*r.Test / *whole.Test - 1) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", name, r, whole)
		}
	}
}

// Bad rows are told with place and reason, also where they stop the run, and with leave the others give what they
// give alone.
func TestBadRows(t *testing.T) {
	rows := friedman(200, 2)
	bad := written(t, rows[:100], append([]string{"1,2,3,4,5", "0.1,0.2,,0.4,0.5,1", "0.1,oh,0.3,0.4,0.5,1"}, rows[100:]...))
	given := []string{"--landmarks", landmarksOf(t, rows[:10]), "--gamma", "0.1", "--mu", "0.5", "--test", "0"}
	lists := t.TempDir()
	list := func(allowed string) string { return filepath.Join(lists, allowed+".txt") }
	for _, allowed := range []string{"0", "2"} {
		_, _, err := onPrism(t, bad, append(given, "--max-bad", allowed, "--bad", list(allowed))...)
		if err == nil || !strings.Contains(err.Error(), "3 bad rows, of which --max-bad allows "+allowed) || !strings.Contains(err.Error(), "part-01.csv:2: 5 cells in this line") {
			t.Errorf("--max-bad %s: %v", allowed, err)
		}
	}
	m, r := done(t, bad, append(given, "--max-bad", "3", "--bad", list("3"))...)
	want, _ := done(t, written(t, rows), append(given, "--bad", list("none"))...)
	x, _ := features(t, rows)
	same(t, "without bad rows", m, want, x, 1e-9)
	if r.Bad != 3 || r.Rows != 200 {
		t.Errorf("%d bad, %d rows", r.Bad, r.Rows)
	}
	for _, allowed := range []string{"0", "2", "3", "none"} {
		told, err := os.ReadFile(list(allowed))
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(told), "\n"); allowed == "none" && lines > 0 {
			t.Errorf("no bad rows are\n%s", told)
		} else if allowed == "none" {
			continue
		}
		at := 0
		for _, part := range []string{"part-01.csv:2: 5 cells", `part-01.csv:3:9: missing value ("") in column "c"`, `part-01.csv:4:5: text ("oh") in column "b"`} {
			next := strings.Index(string(told), part)
			if next < at || strings.Count(string(told), part) != 1 {
				t.Errorf("--max-bad %s: the list of bad rows is\n%swithout %q in its place", allowed, told, part)
			}
			at = next
		}
	}
	// What fails later leaves the list, too.
	other := filepath.Join(lists, "wrong.csv")
	if err := os.WriteFile(other, []byte("a,b\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := onPrism(t, bad, "--landmarks", other, "--max-bad", "3", "--bad", list("late")); err == nil {
		t.Error("landmarks of other columns pass")
	}
	was, err := os.ReadFile(list("3"))
	late, unread := os.ReadFile(list("late"))
	if err != nil || unread != nil || string(was) != string(late) {
		t.Errorf("%v, %v: after a failure behind it the list is\n%s", err, unread, late)
	}
}

// A list of bad rows that would be endless ends, by place, and says how many more there are.
func TestManyBadRows(t *testing.T) {
	s := settings(t, "--bad", filepath.Join(t.TempDir(), "bad.txt"), "--max-bad", "5")
	var parts []standard
	for p := range 3 {
		part := standard{Bad: 700}
		for i := range 700 {
			part.Wrong = append(part.Wrong, badRow{fmt.Sprintf("part-%d", p), i + 2, fmt.Sprintf("part-%d:%d: bad", p, i+2)})
		}
		parts = append(parts, part)
	}
	merge := &mergeStandard{s}
	all := merge.MergeAccumulators(merge.MergeAccumulators(parts[2], parts[0]), parts[1])
	for range 2 { // as a bundle that is tried again
		if err := s.writeBad(t.Context(), &all); err != nil {
			t.Fatal(err)
		}
	}
	told, err := os.ReadFile(s.Bad)
	lines := strings.Split(strings.TrimSpace(string(told)), "\n")
	if err != nil || len(lines) != 1001 || lines[0] != "part-0:2: bad" || lines[999] != "part-1:301: bad" || lines[1000] != "and 1100 more" {
		t.Errorf("%v: %d lines, the last %q", err, len(lines), lines[len(lines)-1])
	}
	all.Bad++
	if err := s.writeBad(t.Context(), &all); err == nil {
		t.Error("a file of someone else's was replaced")
	}
}

// No file that is there is touched, and none is written where the run can't go through.
func TestFilesStay(t *testing.T) {
	input := written(t, friedman(20, 3))
	folder := t.TempDir()
	there := filepath.Join(folder, "there.txt")
	if err := os.WriteFile(there, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"bad", "landmarks-out", "report", "output"} {
		_, _, err := onPrism(t, input, "--"+flag, there)
		if err == nil || !strings.Contains(err.Error(), "name another with --"+flag) || !strings.Contains(err.Error(), "with --force") {
			t.Errorf("--%s: %v", flag, err)
		}
		if _, _, err := onPrism(t, input, "--"+flag, filepath.Join(folder, "none", "x")); err == nil || !strings.Contains(err.Error(), "there is no folder") {
			t.Errorf("--%s in no folder: %v", flag, err)
		}
	}
	if _, _, err := onPrism(t, input, "--bad", folder+"/x", "--landmarks-out", folder+"/./x"); err == nil || !strings.Contains(err.Error(), "--bad and --landmarks-out name one file") {
		t.Errorf("one file for two: %v", err)
	}
	if _, _, err := onPrism(t, input, "--method", "nystrom", "--m", "5", "--landmarks-out", there, "--force"); err != nil {
		t.Error(err)
	}
	if content, err := os.ReadFile(there); err != nil || !strings.HasPrefix(string(content), "a,b,c,d,e\n") {
		t.Errorf("%v: with --force there is %q", err, content)
	}
}

// What can't be done is said.
func TestRefusals(t *testing.T) {
	rows := friedman(20, 3)
	input := written(t, rows)
	folder := t.TempDir()
	text := filepath.Join(folder, "classes.csv")
	other := filepath.Join(folder, "other.csv")
	damaged := filepath.Join(folder, "damaged.csv.gz")
	for path, content := range map[string]string{damaged: "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03abc", text: "x,y\n1,no\n2,yes\n", other: "a,b\n1,2\n"} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for want, run := range map[string][]string{
		"no file is called":         {filepath.Join(folder, "none-*.csv")},
		"gzip stream":               {damaged},
		"2 classes":                 {text, "--learner", "ridge"},
		"no column is called":       {input, "--target", "z"},
		"the features a, b, c":      {input, "--landmarks", other},
		"flag -mu":                  {input, "--mu", "0"},
		"--kernel cubic":            {input, "--kernel", "cubic"},
		"no data rows":              {written(t, nil, []string{})},
		"--method rls":              {input, "--method", "rls"},
		"for the method given":      {input, "--method", "nystrom", "--landmarks", other},
		"--learner svm":             {input, "--learner", "svm"},
		"the same knob":             {input, "--gamma", "1", "--sigma", "1"},
		"one column in [0,1)":       {input, "--kernel", "periodic"},
		"all 20 training rows":      {written(t, slices.Repeat([]string{"1,2,3,4,5,6", "2,2,3,4,5,6"}, 10)), "--test", "0"},
		"are of one class":          {written(t, slices.Repeat([]string{"1,2,3,4,5,u", "2,2,3,4,5,u"}, 10)), "--test", "0"},
		"no column is called \"q\"": {input, "--categorical", "q"},
		"different numbers":         {written(t, friedman(60, 5)), "--learner", "logistic", "--m", "5"},
	} {
		if _, _, err := onPrism(t, run[0], run[1:]...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", run, err, want)
		}
	}
}

// A single small part has no more landmarks than were asked for, and the model names those columns that it saw.
func TestOneSmallPart(t *testing.T) {
	m, r := done(t, written(t, friedman(50, 12)), "--m", "30", "--test", "0")
	if r.Landmarks != 30 || r.Rows != 50 || *r.Gamma <= 0 {
		t.Errorf("%d landmarks of %d rows, γ = %v", r.Landmarks, r.Rows, r.Gamma)
	}
	if m.Method != "disqueak" || m.Coding.Target.Name != "y" || r.Test != nil {
		t.Errorf("%+v, RMSE of no rows %v", m.Origin, r.Test)
	}
}
