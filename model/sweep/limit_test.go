package sweep

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gramscope/data"
	"gramscope/model"
)

// endless is a file that repeats a text without end.
type endless struct{ text string }

func (e endless) Read(p []byte) (int, error) {
	for n := 0; ; {
		if n == len(p) {
			return n, nil
		}
		n += copy(p[n:], e.text)
	}
}

// allocated returns the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestEndlessResults: a file without lines, a quote that is never closed, and more rows than the limit
// allows are errors before they fill the memory. The message has the number and a remedy.
func TestEndlessResults(t *testing.T) {
	const head = "data,n,d,kernel,gamma,sigma,method,rep,error\n"
	const limit = 1 << 20
	for name, file := range map[string]io.Reader{
		"zeros": endless{"\x00"},
		"quote": io.MultiReader(strings.NewReader(head+"x,9,2,linear,,,toy,1,0.5\n\"x,"), endless{"9,\n"}),
		"rows":  io.MultiReader(strings.NewReader(head), endless{"x,9,2,linear,,,toy,1,0.5\n"}),
		"some":  strings.NewReader(head + strings.Repeat("x,9,2,linear,,,toy,1,0.5\n", 2000)),
	} {
		var results Results
		var err error
		used := allocated(func() { _, err = results.Read(file, "f.csv", limit) })
		var own *data.Error
		if !errors.As(err, &own) || !strings.Contains(err.Error(), " rows need more than 1 MB of memory") ||
			len(own.Remedies) == 0 || (own.Line == 0) != (name != "some") {
			t.Errorf("%s: %v", name, err)
		}
		if used > 16*limit {
			t.Errorf("%s: %d bytes were allocated where %d are allowed", name, used, limit)
		}
	}
}

// TestMemoryOfResults: rows use at most the memory that resultMemory estimates.
func TestMemoryOfResults(t *testing.T) {
	row := strings.Repeat("x", 40) + ",9,2,linear,,,toy,1,0.5\n"
	text := "data,n,d,kernel,gamma,sigma,method,rep,error\n" + strings.Repeat(row, 20000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var results Results
	if _, err := results.Read(strings.NewReader(text), "f.csv", 1e9); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > results.memory {
		t.Errorf("%d rows hold %d bytes, and count as %d", len(results.Rows), held, results.memory)
	}
	runtime.KeepAlive(results)
}

// TestResultsByBytes: the result of reading a file does not depend on the sizes of the reads.
func TestResultsByBytes(t *testing.T) {
	const text = "data,n,d,kernel,method,rep,error\n\nx,9,2,linear,toy,1,0.5\n\"x, y\",9,2,linear,toy,2,0.25\n"
	for name, cut := range map[string]int{"whole": len(text), "without its last newline": len(text) - 3,
		"within the header": 9} {
		_, rows, at, err := rowsIn(strings.NewReader(text[:cut]), "f.csv")
		_, again, also, other := rowsIn(iotest.OneByteReader(strings.NewReader(text[:cut])), "f.csv")
		if err != nil || other != nil || len(rows) != len(again) || at != also {
			t.Errorf("%s: %d rows, cut in line %d (%v); by bytes %d rows, line %d (%v)", name, len(rows), at, err, len(again),
				also, other)
		}
	}
}

// TestResumeChecksEachRow: an impossible value in the last row of a file is an error, although Verify
// computes only the first row again.
func TestResumeChecksEachRow(t *testing.T) {
	s := toySpec("toy")
	s.Over = []Axis{{"m", []float64{5, 10, 20}}}
	p := prepare(t, s)
	text, records := csvOf(t, p, collect(p.Run(t.Context(), 1)))
	if known := finished(t, p, text); known[2] == nil {
		t.Fatal("the plan's own row is not taken")
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	names := strings.Split(strings.TrimSpace(lines[0]), ",")
	for cell, want := range map[string]string{
		"error=-0.5":         "a number of at least 0",
		"error_spectral=-1":  "a number of at least 0",
		"error_best=1.5":     "a number from 0 to 1",
		"rank_used=-3":       "a whole number of at least 0",
		"rank_used=2.5":      "a whole number of at least 0",
		"rank=-3":            "a whole number from 0 to 20000",
		"entries=-1":         "a whole number of at least 0",
		"seconds=-1":         "a number of at least 0",
		"mu=0":               "a number from 1e-12 to 1e+09",
		"rep=0":              "a whole number from 1 to 1e+06",
		"n=1e2":              "a whole number",
		"n=9000000000000000": "a whole number from 1 to 1e+08",
	} {
		name, value, _ := strings.Cut(cell, "=")
		var changed []string
		for _, column := range names {
			was := records[2][column]
			if column == "warnings" {
				was = "none"
			}
			if column == name {
				was = value
			}
			changed = append(changed, was)
		}
		_, _, err := p.Finished(strings.NewReader(strings.Join(lines[:3], "")+strings.Join(changed, ",")+"\n"), "f.csv")
		if err == nil || !strings.HasPrefix(err.Error(), "f.csv:4:") ||
			!strings.Contains(err.Error(), "column "+name+" holds") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", cell, err, want)
		}
	}
}

// TestResumeRepeatsFailures: a run that has failed is tried again, also without the figure that it lacks.
func TestResumeRepeatsFailures(t *testing.T) {
	s := toySpec("toy")
	s.Figures = Figures{FigureDEff}
	p := prepare(t, s)
	text, _ := csvOf(t, p, collect(p.Run(t.Context(), 1)))
	head, row, _ := strings.Cut(text, "\n")
	cells, column := strings.Split(row, ","), slices.Index(strings.Split(head, ","), "failure")
	if finished(t, p, text)[0] == nil {
		t.Fatal("the row is not taken")
	}
	cells[column] = "no memory"
	if finished(t, p, head+"\n"+strings.Join(cells, ","))[0] != nil {
		t.Error("a failed row is taken")
	}
}

// TestResumeTakesWhatAnswers: rows with other settings, without the error that the plan computes, or with estimates in
// place of exact figures are not taken. Rows that do not fit into the memory are refused.
func TestResumeTakesWhatAnswers(t *testing.T) {
	s := toySpec("toy")
	s.Over = []Axis{{"m", []float64{5, 6, 7}}}
	p := prepare(t, s)
	text, _ := csvOf(t, p, collect(p.Run(t.Context(), 1)))
	head, rows, _ := strings.Cut(text, "\n")
	others := map[string]string{"n": strings.ReplaceAll(rows, "bimodal,40", "bimodal,39"),
		"exact": strings.ReplaceAll(rows, "true", "false")}
	cells, column := strings.Split(rows, ","), slices.Index(strings.Split(head, ","), "error")
	cells[column] = ""
	others["error"] = strings.Join(cells, ",")
	for name, other := range others {
		known := finished(t, p, head+"\n"+other)
		if (known[0] == nil) != (other != rows) || (known[2] == nil) != (name != "error") {
			t.Errorf("rows with another %s: %v, %v", name, known[0], known[2])
		}
		if known := finished(t, p, text+other); known[0] == nil || known[2] == nil {
			t.Errorf("rows with the plan's settings are not found among those with another %s", name)
		}
	}
	p.Spec.MaxMemory = model.ProcessMemory(5000)
	var own *data.Error
	if _, _, err := p.Finished(strings.NewReader(text), "f.csv"); !errors.As(err, &own) || own.Line != 3 &&
		own.Line != 4 || !own.Remedies.For("max-memory") {
		t.Errorf("rows that do not fit: %v", err)
	}
}

// TestGridThatFillsTheMemory: the list of cells itself counts against the memory limit.
func TestGridThatFillsTheMemory(t *testing.T) {
	s := toySpec("toy")
	s.Reps, s.MaxMemory = 900_000, 50e6
	var spec *SpecError
	if _, err := Prepare(s, toyMethods(), NewStore(generator(t, "bimodal"))); !errors.As(err, &spec) ||
		!strings.Contains(err.Error(), "900000 runs") || !spec.Remedies.For("max-memory") {
		t.Errorf("900000 runs in 50 MB: %v", err)
	}
}
