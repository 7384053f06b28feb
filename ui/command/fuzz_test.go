package command_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
	"gramscope/ui/command"
	"gramscope/ui/terminaltest"
)

// fuzzFile is where a fuzz target writes what it has the program read.
func fuzzFile(f *testing.F) func(t *testing.T, content []byte) (path string) {
	path := filepath.Join(f.TempDir(), "fuzzed")
	return func(t *testing.T, content []byte) string {
		t.Helper()
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
}

// seed runs a command line that must succeed, for what it writes.
func seed(f *testing.F, line string) []byte {
	f.Helper()
	var out, errs bytes.Buffer
	if err := command.Run(f.Context(), approx.Methods(), strings.Fields(line), nil, &out, &errs); err != nil {
		f.Fatalf("%s: %v", line, err)
	}
	return out.Bytes()
}

// refused checks the message of a command line that has failed.
func refused(t *testing.T, status int, message string) {
	t.Helper()
	if status != 1 && status != 2 || !strings.Contains(message, "gramscope: ") || strings.Contains(message, "panic") {
		t.Fatalf("status %d: %s", status, message)
	}
}

// onScreen runs a command line that draws on a terminal, on which q has been pressed.
func onScreen(t *testing.T, args ...string) {
	t.Helper()
	x := terminaltest.New(t, 160, 40)
	x.Press("qq")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var errs bytes.Buffer
	err := command.Run(ctx, approx.Methods(), args, x.TTY, x.TTY, &errs)
	if ctx.Err() != nil {
		t.Fatal("q does not end the program")
	}
	if status := command.Report(err, &errs); status != 0 {
		refused(t, status, errs.String())
	}
	if shown := x.End(); strings.Contains(shown, "internal error") {
		t.Fatal(shown)
	}
}

// FuzzExploreSession opens any session in the explorer: it is refused, or comes up and ends
// when it is told to.
func FuzzExploreSession(f *testing.F) {
	const head = `{"gramscope_session":2,"data":`
	const tail = `,"screen":"1","focus":"knobs","charted":"first chart","knob":"m","method":"nystrom","value":"error","x":null,"y":true,` +
		`"effective_dimension":false,"rank_x":null,"rank_y":null,"regression":{"value":"test error","x":null,"y":null}}`
	spec := sweep.DefaultSpec(20)
	spec.Assignment, spec.Methods = spec.WithAll(model.Values{"gamma": 2, "m": 4}), []string{"nystrom"}
	spec.Over = []sweep.Axis{{Name: "m", Values: []float64{2, 4}}}
	for _, data := range []string{`{"set":"bimodal"}`,
		fmt.Sprintf(`{"file":%q,"target":"kind","header":"auto"}`, plants)} {
		for i, change := range []func(*sweep.Spec){
			func(*sweep.Spec) {},
			func(s *sweep.Spec) { s.N = math.MaxInt },
			func(s *sweep.Spec) { s.N, s.Reps, s.ExactLimit, s.MaxMemory = 1e8, 1e6, math.MaxInt, math.MaxInt64 },
			func(s *sweep.Spec) {
				s.Kernel, s.Methods, s.Width, s.Test, s.Seed = "linear", nil, kernel.Width{}, 0.999999, math.MaxInt64
			},
			func(s *sweep.Spec) { s.With = []sweep.Coupling{{Name: "m", Formula: "ceil(n^2)"}} },
		} {
			changed := spec.Clone()
			change(&changed)
			text, err := json.Marshal(changed)
			if err != nil {
				f.Fatal(err)
			}
			session := head + data + `,"spec":` + string(text) + tail
			f.Add([]byte(session))
			if i > 0 {
				continue
			}
			f.Add([]byte(strings.Replace(session, `"auto"`, `"maybe"`, 1)))
			f.Add([]byte(strings.Replace(session, `"screen":"1"`, `"screen":"5","lesson":"meka"`, 1)))
		}
	}
	write := fuzzFile(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		onScreen(t, "--workers", "1", "--max-memory", "32MB", "--session", write(t, content))
	})
}

// FuzzViewResults opens any results in the charts.
func FuzzViewResults(f *testing.F) {
	addResults(f)
	write := fuzzFile(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		onScreen(t, "view", "--max-memory", "32MB", write(t, content))
	})
}

// resumedSweep is the sweep that results are fuzzed for.
const resumedSweep = "sweep --n 8 --methods nystrom,fourier --over m=2,3 --gamma 1 --workers 1 --format csv"

func addResults(f *testing.F) {
	whole := seed(f, resumedSweep)
	f.Add(whole)
	f.Add(whole[:len(whole)-5])
	f.Add(bytes.ReplaceAll(whole, []byte("true"), []byte("false")))
	last := bytes.LastIndex(whole, []byte("true")) // in a row that is not computed anew
	f.Add(slices.Concat(whole[:last], []byte("false"), whole[last+len("true"):]))
	f.Add(bytes.ReplaceAll(whole, []byte(",0."), []byte(",-0.")))
	f.Add(bytes.ReplaceAll(whole, []byte(",0."), []byte(",99.")))
	f.Add(bytes.ReplaceAll(whole, []byte("nystrom"), []byte("\"nystrom")))
	f.Add(seed(f, resumedSweep+" --figures all"))
	f.Add(seed(f, resumedSweep+" --figures error"))
	for _, text := range []string{"", "data", "method,error\na,1\n", "method,error,n,d,rep\na,1,1,1,1\n"} {
		f.Add([]byte(text))
	}
}

// FuzzSweepResume resumes a sweep from any results: they are refused, or the rows that come
// out are those of the sweep's questions, in order, with figures in their range.
func FuzzSweepResume(f *testing.F) {
	addResults(f)
	want := parse(f, seed(f, resumedSweep))
	write := fuzzFile(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		status, out, errs := execute(t, t.Context(), "",
			append(strings.Fields(resumedSweep), "--resume", write(t, content))...)
		if status != 0 {
			refused(t, status, errs)
			return
		}
		got := parse(t, []byte(out))
		if len(got.Rows) != len(want.Rows) {
			t.Fatalf("%d rows, want %d", len(got.Rows), len(want.Rows))
		}
		for i := range got.Rows {
			for _, c := range sweep.AllColumns() {
				is, was := c.Text(&got.Rows[i]), c.Text(&want.Rows[i])
				if same := c.Input || c.Name == "exact"; same && is != was || c.Name == "error" && is == "" {
					t.Fatalf("row %d: %s is %q, want %q", i+1, c.Name, is, was)
				}
			}
		}
	})
}

// parse reads rows as charts do, which refuses figures out of their range.
func parse(t testing.TB, text []byte) sweep.Results {
	t.Helper()
	var all sweep.Results
	if cut, err := all.Read(bytes.NewReader(text), "out.csv", 1e8); err != nil || cut > 0 {
		t.Fatalf("line %d: %v in\n%s", cut, err, text)
	}
	return all
}

// FuzzPredictModel predicts by any model, as it comes and with the checksum that belongs to
// it: it is refused, or there is a prediction for each row.
func FuzzPredictModel(f *testing.F) {
	folder := f.TempDir()
	for i, line := range []string{"--target age", "--target age --method exact", "--target kind",
		"--target kind --learner svm --method fourier"} {
		path := filepath.Join(folder, strconv.Itoa(i))
		seed(f, "fit --m 3 --gamma 0.1 --out "+path+" "+line+" "+plants)
		whole, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		var parts struct{ Model json.RawMessage }
		if err := json.Unmarshal(whole, &parts); err != nil {
			f.Fatal(err)
		}
		f.Add(whole)
		f.Add([]byte(parts.Model))
	}
	data, err := os.ReadFile(plants)
	if err != nil {
		f.Fatal(err)
	}
	rows := bytes.Count(data, []byte("\n")) - 1
	write := fuzzFile(f)
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, file := range [][]byte{content, sealed(content)} {
			status, out, errs := execute(t, t.Context(), "", "predict", "--max-memory", "32MB", write(t, file), plants)
			if status != 0 {
				refused(t, status, errs)
				continue
			}
			if n := strings.Count(out, "\n"); n != rows {
				t.Fatalf("%d predictions for %d rows:\n%s", n, rows, out)
			}
		}
	})
}

// sealed is a file of a model with the checksum that belongs to it.
func sealed(content []byte) []byte {
	if content = bytes.TrimSpace(content); !json.Valid(content) {
		return nil
	}
	sum := sha256.Sum256(append([]byte("3\n\"\"\n"), content...))
	return fmt.Appendf(nil, `{"format":"gramscope model","version":3,"program":"","checksum":"sha256:%x","model":%s}`, sum,
		content)
}
