//go:build unix

package own

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gramscope/model"
	"gramscope/model/kernel"
)

// TestMain makes the test's binary a program of an own method where the variable OWN names what it does.
func TestMain(m *testing.M) {
	if what := os.Getenv("OWN"); what != "" {
		program(what, os.Args[len(os.Args)-1])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// running is the command of the program that does what.
func running(what string) string { return "env OWN=" + what + " " + os.Args[0] }

const usual = `{"name": "mine", "title": "Mine", "reference": "none"}`

var descriptions = map[string]string{
	"k": `{"name": "mine", "title": "Mine", "reference": "none", "needs": {"k": true}}`,
	"params": `{"name": "mine", "title": "Mine", "params": [{"name": "sharp", "doc": "x", "kind": "real", "default": 2, "min": 1, "max": 4, "scale": "log"},
		{"name": "start", "doc": "y", "kind": "choice", "default": "b", "choices": ["a", "b"]}, {"name": "count", "doc": "z", "kind": "integer", "default": 3, "min": 1, "max": 9}]}`,
	"no json": "hello", "two": usual + usual, "empty": "", "array": "[1]",
	"unknown field": `{"name": "mine", "title": "Mine", "colour": 3}`,
	"capital":       `{"name": "Mine", "title": "Mine"}`, "existing": `{"name": "nystrom", "title": "Mine"}`,
	"no title":      `{"name": "mine"}`,
	"long title":    `{"name": "mine", "title": "` + strings.Repeat("x", 61) + `"}`,
	"negative rows": `{"name": "mine", "title": "M", "needs": {"rows": -1}}`,
	"taken twice": `{"name": "mine", "title": "M", "params": [` +
		strings.TrimSuffix(strings.Repeat(`{"name": "p", "doc": "x", "kind": "real", "default": 2, "min": 1, "max": 4}, `, 2),
			", ") + `]}`, "bad name": withParameter(`"name": "a b"`),
	"bad kind": withParameter(`"kind": "text"`), "no numbers": withParameter(`"min": 5`),
	"infinite": withParameter(`"max": 1e999`),
	"log of 0": withParameter(`"min": 0, "scale": "log"`), "bad scale": withParameter(`"scale": "cubic"`),
	"full stop":         withParameter(`"doc": "text."`),
	"fraction":          withParameter(`"kind": "integer", "default": 2.5`),
	"one choice":        withParameter(`"kind": "choice", "choices": ["2"]`),
	"choices of a real": withParameter(`"choices": ["2"]`),
	"range of a choice": withParameter(`"kind": "choice", "choices": ["2", "3"], "default": "2"`),
	"limit":             `{"name": "mine", "title": "M", "needs": {"seconds": 0.05}}`,
	"no limit":          `{"name": "mine", "title": "M", "needs": {"seconds": 0}}`,
}

// withParameter returns a description with one parameter, of which later fields replace earlier ones.
func withParameter(fields string) string {
	return `{"name": "mine", "title": "M", "params": [{"name": "p", "doc": "x", "kind": "real", "default": 2, "min": 1, "max": 4, ` + fields + `}]}`
}

var rows = []float64{3, 17, 8, 29, 11}

// program is an own method.
func program(what, folder string) {
	if folder == "--describe" {
		switch {
		case descriptions[what] != "" || what == "empty":
			fmt.Println(descriptions[what])
		case what == "describe fails":
			fmt.Fprintln(os.Stderr, "no module named numpy")
			os.Exit(3)
		default:
			fmt.Println(usual)
		}
		return
	}
	column := func(v ...float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }
	write := func(name string, a mat.Matrix) { must(writeArray(filepath.Join(folder, name), a)) }
	text := func(name, content string) { must(os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600)) }
	bad := map[string][]float64{"NaN": {nan()}, "negative": {-1}, "too large": {40}, "fraction of a row": {1.5},
		"twice": {1, 1}, "none": {}}[what]
	switch {
	case bad != nil:
		write("landmarks.npy", column(bad...))
		return
	case what == "weights", what == "zero weight":
		a := mat.NewDense(len(rows), 2, nil)
		for i, row := range rows {
			a.SetRow(i, []float64{row, 0.5 + float64(i)})
		}
		if what == "zero weight" {
			a.Set(2, 1, 0)
		}
		write("landmarks.npy", a)
	case strings.HasPrefix(what, "factor"), strings.HasPrefix(what, "map"):
		factored(what, given(folder), write)
	case what == "exit":
		fmt.Fprint(os.Stderr, "Traceback\nline 2\nValueError: wrong\n")
		os.Exit(7)
	case what == "killed":
		must(syscall.Kill(os.Getpid(), syscall.SIGKILL))
		time.Sleep(time.Minute)
	case what == "nothing":
	case what == "link":
		must(os.Symlink("/etc/hostname", filepath.Join(folder, "landmarks.npy")))
	case what == "pipe":
		must(syscall.Mkfifo(filepath.Join(folder, "landmarks.npy"), 0o600))
	case what == "folder":
		must(os.Mkdir(filepath.Join(folder, "factor.npy"), 0o700))
	case what == "text":
		text("landmarks.npy", "1\n2\n3\n")
	case what == "partial":
		text("factor.npy", "\x93NUMPY\x01\x00\x76\x00"+
			fmt.Sprintf("%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (40, 3), }")+"abc")
	case what == "claims":
		text("factor.npy", "\x93NUMPY\x01\x00\x76\x00"+
			fmt.Sprintf("%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (400000000, 30000), }"))
	case what == "huge":
		text("factor.npy", "")
		must(os.Truncate(filepath.Join(folder, "factor.npy"), 1<<40))
	case what == "wide":
		write("landmarks.npy", mat.NewDense(3, 3, []float64{1, 1, 1, 2, 2, 2, 3, 3, 3}))
	case what == "result":
		write("landmarks.npy", column(rows...))
		text("result.json", `{"seconds": -1}`)
	case what == "result is text":
		text("result.json", "fast")
	case what == "loud":
		fmt.Print(strings.Repeat("x", 5<<20))
		write("landmarks.npy", column(rows...))
	case what == "wide factor":
		write("factor.npy", mat.NewDense(40, 3000, nil))
	case what == "limit":
		time.Sleep(time.Minute)
	case what == "slow", what == "fork":
		if what == "fork" { // a child that ignores that its parent ends
			must(exec.Command("sh", "-c", "trap '' HUP TERM; sleep 300 & sleep 300").Start())
		}
		text("started", "")
		must(os.WriteFile(os.Getenv("OWN_STARTED"), []byte(fmt.Sprint(syscall.Getpgrp(), " ", folder)), 0o600))
		time.Sleep(5 * time.Minute)
	default:
		write("landmarks.npy", column(rows...))
		text("result.json", `{"seconds": 0.25, "entries": 7, "warnings": ["as asked"]}`)
	}
}

// given returns the problem of a folder: the numbers of X.npy behind its header of 128 bytes, and the Gaussian kernel.
func given(folder string) *model.Gram {
	var settings struct {
		N     int
		Gamma float64
	}
	text, err := os.ReadFile(filepath.Join(folder, "settings.json"))
	must(err)
	must(json.Unmarshal(text, &settings))
	content, err := os.ReadFile(filepath.Join(folder, "X.npy"))
	must(err)
	numbers := make([]float64, (len(content)-128)/8)
	must(binary.Read(bytes.NewReader(content[128:]), binary.LittleEndian, numbers))
	k := kernel.Gaussian{Gamma: settings.Gamma}
	return model.NewGram(model.NewPoints(mat.NewDense(settings.N, len(numbers)/settings.N, numbers), k.Geometry()), k)
}

// factored writes F = C·R⁻¹ of W = RᵀR, as Nyström on the rows has it, and faults of it.
func factored(what string, g *model.Gram, write func(string, mat.Matrix)) {
	m := len(rows)
	c, w := mat.NewDense(g.N(), m, nil), mat.NewDense(m, m, nil)
	at := make([]int, m)
	for i, row := range rows {
		at[i] = int(row)
	}
	g.Block(c, nil, at)
	g.Block(w, at, at)
	var ch mat.Cholesky
	if !ch.Factorize(mat.NewSymDense(m, w.RawMatrix().Data)) {
		panic("no factor")
	}
	var r mat.TriDense
	ch.UTo(&r)
	var inverse, f mat.Dense
	must(inverse.Inverse(&r))
	f.Mul(c, &inverse)
	switch what {
	case "factor NaN":
		f.Set(2, 3, nan())
	case "factor short":
		f = *mat.DenseCopyOf(f.Slice(0, g.N()-1, 0, m))
	}
	if write("factor.npy", &f); strings.HasPrefix(what, "factor") {
		return
	}
	if what != "map alone" {
		write("landmarks.npy", mat.NewDense(m, 1, rows))
	}
	if what == "map shape" {
		write("map.npy", f.Slice(0, 2, 0, m))
		return
	}
	write("map.npy", inverse.T())
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

func problem() *model.Gram {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(40, 2, nil)
	for i := range 40 {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
	}
	return model.NewGram(model.NewPoints(x, kernel.Gaussian{Gamma: 0.4}.Geometry()), kernel.Gaussian{Gamma: 0.4})
}

func fitted(t *testing.T, ctx context.Context, what string) (model.Approximation, *model.Gram, error) {
	t.Helper()
	methods, _, err := Methods(ctx, []model.Method{}, []string{Flag, running(what)})
	if err != nil {
		return nil, nil, err
	}
	g := problem()
	a, err := methods[0].New().Fit(ctx, g, rand.New(rand.NewPCG(3, 4)))
	return a, g, err
}

// TestShapes compares K̃ of each shape with that of NumPy's formula on the same landmarks, C·W⁻¹·Cᵀ.
func TestShapes(t *testing.T) {
	at := make([]int, len(rows))
	for i, row := range rows {
		at[i] = int(row)
	}
	g := problem()
	c, w := mat.NewDense(40, len(at), nil), mat.NewDense(len(at), len(at), nil)
	g.Block(c, nil, at)
	g.Block(w, at, at)
	var solved, want mat.Dense
	must(solved.Solve(w, c.T()))
	want.Mul(c, &solved)
	for _, what := range []string{"landmarks", "weights", "factor", "map"} {
		a, g, err := fitted(t, t.Context(), what)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		got := mat.NewDense(40, 40, nil)
		a.Block(got, nil, nil)
		if !mat.EqualApprox(got, &want, 1e-12) {
			t.Errorf("%s: K̃ is not C·W⁻¹·Cᵀ", what)
		}
		if other := a.(*approximation).Overhead(); what != "landmarks" && !(other > 0) {
			t.Errorf("%s: %v s for an empty start", what, other)
		}
		extension, err := a.Extension(t.Context())
		if what == "factor" {
			if !errors.Is(err, model.ErrUnextended) {
				t.Errorf("a factor alone: %v", err)
			}
			continue
		}
		must(err)
		z := mat.NewDense(2, 2, []float64{0.1, 0.2, -1, 0.5})
		features := extension.Features(z)
		var across mat.Dense // k̃(z, X)
		across.Mul(features, extension.Features(g.X()).T())
		kz, wantZ := mat.NewDense(40, 2, nil), mat.Dense{}
		problem().Cross(kz, 0, 40, z)
		czl := mat.NewDense(2, len(at), nil)
		for i, row := range at {
			czl.Set(0, i, kz.At(row, 0))
			czl.Set(1, i, kz.At(row, 1))
		}
		wantZ.Mul(czl, &solved)
		if !mat.EqualApprox(&across, &wantZ, 1e-11) {
			t.Errorf("%s: k̃(z, X) is not k(z, Z)·W⁻¹·Cᵀ", what)
		}
		if s := a.Sketch(); (what == "weights") != (s != nil) || s != nil && s.At(8, 2) != 2.5 {
			t.Errorf("%s: the sketch has not the weights", what)
		}
		if what == "landmarks" {
			if said := a.(*approximation); len(said.Warnings()) != 2 ||
				!strings.Contains(said.Warnings()[1], "the program says") || said.Warnings()[0] != "as asked" ||
				g.Entries() != 40*5+7 {
				t.Errorf("warnings %q, %d entries", said.Warnings(), g.Entries())
			}
		}
	}
}

// TestHostile: each fault ends in an error that names it, and leaves no folder.
func TestHostile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for what, holds := range map[string]string{
		"no json": "no description", "two": "no description", "empty": "no description", "array": "no description",
		"unknown field": `unknown field "colour"`,
		"capital":       `name "Mine"`, "no title": "title", "long title": "title", "negative rows": "needs.rows",
		"taken twice": "another for each",
		"bad name":    `name "a b"`, "bad kind": `kind "text"`, "no numbers": "min ≤ default ≤ max",
		"infinite": "no description", "log of 0": "min > 0",
		"bad scale": `scale "cubic"`, "full stop": "without a full stop", "fraction": "whole numbers",
		"one choice": "two or more choices", "choices of a real": "expected real",
		"range of a choice": "expected two or more choices",
		"describe fails":    "exit status 3): no module named numpy",
		"NaN":               "missing value", "negative": "has -1 at 0, expected distinct whole numbers from 0 to 39",
		"too large": "has 40 at 0", "fraction of a row": "has 1.5 at 0",
		"twice": "has 1 at 1", "zero weight": "weight 0 at 2", "wide": "shape 3×3",
		"exit": "exit status 7): Traceback; line 2; ValueError: wrong", "killed": "signal: killed",
		"nothing": "neither landmarks.npy nor factor.npy", "link": "landmarks.npy is no regular file (L",
		"pipe": "landmarks.npy is no regular file (p", "folder": "factor.npy is no regular file (d",
		"limit": "took longer than 50ms", "no limit": "needs.seconds is not above 0",
		"text": "the content is not a NumPy array", "partial": "factor.npy: the array is cut short",
		"claims": "need more than", "huge": "factor.npy", "result": "seconds ≥ 0", "result is text": "result.json",
		"factor NaN": "missing value", "factor short": "shape 39×5, expected 40 rows",
		"map shape": "map.npy has the shape 2×5, expected 5×5", "map alone": "landmarks.npy and factor.npy beside it",
	} {
		methods, _, err := Methods(t.Context(), nil, []string{Flag, running("'" + what + "'")})
		if err == nil {
			_, err = methods[0].New().Fit(t.Context(), problem(), rand.New(rand.NewPCG(3, 4)))
		}
		if err == nil || !strings.HasPrefix(err.Error(), Flag) || !strings.Contains(err.Error(), holds) {
			t.Errorf("%s: %v\n\tlacks %q", what, err, holds)
		}
	}
	if _, _, err := fitted(t, t.Context(), "loud"); err != nil {
		t.Errorf("output on stdout: %v", err)
	}
	if _, _, err := Methods(t.Context(), nil, []string{Flag, running("x"), Flag + "=" + running("y")}); err == nil ||
		!strings.Contains(err.Error(), "exists already") {
		t.Errorf("two of one name: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*")); left != nil {
		t.Errorf("folders are left: %q", left)
	}
}

// TestParameters: they are set by default, have names that no flag has, and come to the program by their own.
func TestParameters(t *testing.T) {
	methods, rest, err := Methods(t.Context(), nil,
		[]string{"sweep", Flag + "=" + running("params"), "--n", "7", "--", Flag})
	if err != nil || strings.Join(rest, " ") != "sweep --n 7 -- "+Flag {
		t.Fatal(rest, err)
	}
	f := methods[0].New().(*fitter)
	if p := f.Params()[1]; p.Name != "mine.sharp" || p.Name.Column() != "mine.sharp" {
		t.Errorf("a parameter is called %s", p.Name)
	}
	f.m = 9
	folder := t.TempDir()
	must(f.write(t.Context(), folder, problem(), 5))
	text, err := os.ReadFile(filepath.Join(folder, "settings.json"))
	must(err)
	var got map[string]any
	must(json.Unmarshal(text, &got))
	if want := "map[gamma:0.4 kernel:gaussian m:9 n:40 params:map[count:3 sharp:2 start:b] seed:5]"; fmt.Sprint(got) != want {
		t.Errorf("settings %v, want %s", got, want)
	}
	if _, err := os.Stat(filepath.Join(folder, "K.npy")); err == nil {
		t.Error("K.npy is written, and nobody asked")
	}
	methods, _, err = Methods(t.Context(), nil, []string{Flag, running("k")})
	must(err)
	must(methods[0].New().(*fitter).write(t.Context(), t.TempDir(), problem(), 5))
}

// TestGroupEnds: when a fit is cancelled, no process of the group is left, children that ignore signals included; and
// the folder of a process that was killed goes at the next start.
func TestGroupEnds(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	started := filepath.Join(t.TempDir(), "started")
	must(syscall.Mkfifo(started, 0o600))
	t.Setenv("OWN_STARTED", started)
	for _, what := range []string{"slow", "fork"} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, _, err := fitted(t, ctx, what)
			ended <- err
		}()
		text, err := os.ReadFile(started) // waits until it is open for writing
		must(err)
		var group int
		var folder string
		fmt.Sscan(string(text), &group, &folder)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
		awaitEnd(t, group)
		if _, err := os.Stat(folder); folder == "" || !os.IsNotExist(err) {
			t.Errorf("%s: the folder %q is left", what, folder)
		}
	}
	dead := exec.Command("true")
	must(dead.Run())
	left := filepath.Join(os.TempDir(), fmt.Sprintf("%s%d-1", folderPrefix, dead.Process.Pid))
	mine := filepath.Join(os.TempDir(), fmt.Sprintf("%s%d-1", folderPrefix, os.Getpid()))
	must(os.Mkdir(left, 0o700))
	must(os.Mkdir(mine, 0o700))
	removeLeft()
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Error("the folder of a dead process is left")
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error("the folder of a living process is removed")
	}
}

// awaitEnd waits until no living process is in a group. The system takes a moment to end those that were killed, and
// zombies without a parent stay where nobody collects them.
func awaitEnd(t *testing.T, group int) {
	t.Helper()
	for range 500 {
		out, _ := exec.Command("ps", "-eo", "pgid=,stat=").Output()
		alive := false
		for line := range strings.Lines(string(out)) {
			var id int
			var state string
			fmt.Sscan(line, &id, &state)
			alive = alive || id == group && !strings.HasPrefix(state, "Z")
		}
		if !alive {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("a process of group %d is left", group)
}

// TestKilled: the watcher ends the program when the process that holds its pipe is killed.
func TestKilled(t *testing.T) {
	if what := os.Getenv("OWN_PARENT"); what != "" {
		fitted(t, context.Background(), what)
		return
	}
	started := filepath.Join(t.TempDir(), "started")
	must(syscall.Mkfifo(started, 0o600))
	parent := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
	parent.Env = append(os.Environ(), "OWN_PARENT=fork", "OWN_STARTED="+started, "TMPDIR="+t.TempDir())
	must(parent.Start())
	text, err := os.ReadFile(started)
	must(err)
	var group int
	fmt.Sscan(string(text), &group)
	must(parent.Process.Kill())
	parent.Wait() // killed, which is an error
	awaitEnd(t, group)
}

// TestMemory: the estimate holds the bytes of all files, and what a program writes asks for its memory before it is
// read.
func TestMemory(t *testing.T) {
	const n, d, m = 1000, 10, 100
	for what, files := range map[string]int64{"landmarks": 8 * (n*d + n*m), "k": 8 * (n*d + n*m + n*n)} {
		methods, _, err := Methods(t.Context(), nil, []string{Flag, running(what)})
		must(err)
		if got := methods[0].Memory(methods[0].New(), n, d).Fit; got < files+8*n*m {
			t.Errorf("%s: %d bytes, and files of %d", what, got, files)
		}
	}
	for what, wanted := range map[string]string{"wide factor": "factor.npy", "landmarks": ""} {
		methods, _, err := Methods(t.Context(), nil, []string{Flag, running("'" + what + "'")})
		must(err)
		g := problem()
		g.Allow(func(m model.Memory) error {
			if m.Fit > 2_000_000 {
				return &model.MemoryError{Need: m.Fit, Allowed: 2_000_000, N: 40}
			}
			return nil
		})
		_, err = methods[0].New().Fit(t.Context(), g, rand.New(rand.NewPCG(3, 4)))
		short := (*model.MemoryError)(nil)
		if errors.As(err, &short) != (wanted != "") || wanted != "" && !strings.Contains(err.Error(), wanted) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
