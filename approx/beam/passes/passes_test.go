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

// parsed returns the settings of a command line, and its arguments after the flags.
func parsed(line []string) (s *Settings, rest []string, err error) {
	f := flag.NewFlagSet("beam", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	s = Flags(f)
	err = f.Parse(line)
	return s, f.Args(), err
}

// settings are parsed where the line is good.
func settings(t *testing.T, line ...string) Settings {
	t.Helper()
	s, _, err := parsed(line)
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
	s, rest, err := parsed(append([]string{"--input", input, "--output", output, "--report", figures}, flags...))
	if err != nil {
		return nil, report{}, err
	}
	err = Run(t.Context(), s, rest, func(ctx context.Context, p *beam.Pipeline) error {
		_, err := beam.Run(ctx, "prism", p)
		return err
	})
	if err != nil {
		return nil, report{}, err
	}
	m, err := fitted.Read(output, 1<<30)
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

// Three parts give the same as one file, also with parts of no rows or one row, and the same rows are held out.
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

// What can't be done is said.
func TestRefusals(t *testing.T) {
	rows := friedman(20, 3)
	input := written(t, rows)
	folder := t.TempDir()
	text := filepath.Join(folder, "classes.csv")
	other := filepath.Join(folder, "other.csv")
	damaged := filepath.Join(folder, "damaged.csv.gz")
	for path, content := range map[string]string{damaged: "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03abc",
		text: "x,y\n1,no\n2,yes\n", other: "a,b\n1,2\n"} {
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
		"set the same width":        {input, "--gamma", "1", "--sigma", "1"},
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
