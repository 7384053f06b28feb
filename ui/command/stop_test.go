package command_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/ui/command"
)

// patience is how long a command that was told to stop may take before the test
// fails: it takes a moment, and one that waits takes for ever.
const patience = 10 * time.Second

// deafness is what methods share whose fits do not look at their context, as a
// factorisation does not. At the end of the test they are let go and waited for.
type deafness struct {
	started chan struct{} // closed when the fit that counts has begun
	release chan struct{}
	once    sync.Once
	fits    atomic.Int64 // that run
}

func newDeafness(t *testing.T) *deafness {
	d := &deafness{started: make(chan struct{}), release: make(chan struct{})}
	t.Cleanup(func() {
		close(d.release)
		for d.fits.Load() > 0 { // no WaitGroup: a last one may still begin
			time.Sleep(time.Millisecond)
		}
	})
	return d
}

// methods are the real ones, of which those for which hold says so never end.
// Where last says so, too, the test need not wait for more to happen.
func (d *deafness) methods(hold, last func(m float64) bool) []model.Method {
	all := approx.Methods()
	for i := range all {
		make := all[i].New
		all[i].New = func() model.Fitter { return deaf{make(), d, hold, last} }
		all[i].Memory = func(model.Fitter, int, int) model.Memory { return model.Memory{} }
	}
	return all
}

type deaf struct {
	model.Fitter
	*deafness
	hold, last func(m float64) bool
}

func (f deaf) Fit(ctx context.Context, g *model.Gram, rng *rand.Rand) (model.Approximation, error) {
	m := 0.0
	for _, p := range f.Params() {
		if p.Name == "m" {
			m = p.Value()
		}
	}
	if !f.hold(m) {
		return f.Fitter.Fit(ctx, g, rng)
	}
	f.fits.Add(1)
	defer f.fits.Add(-1)
	if f.last(m) {
		f.once.Do(func() { close(f.started) })
	}
	<-f.release
	return nil, errors.New("late")
}

func always(float64) bool { return true }

// outcome is how a command ended.
type outcome struct {
	status       int
	out, message string
}

// stopped runs a command, cancels it once started says so, and gives what came of
// it. A command that does not end in time fails the test.
func stopped(t *testing.T, methods []model.Method, stdin io.Reader, started <-chan struct{}, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		var out, errs bytes.Buffer
		err := command.Run(ctx, methods, args, stdin, &out, &errs)
		done <- outcome{command.Report(err, &errs), out.String(), errs.String()}
	}()
	select {
	case <-started:
	case o := <-done:
		t.Fatalf("%s has ended: %+v", strings.Join(args, " "), o)
	case <-time.After(time.Minute):
		t.Fatalf("%s has not begun", strings.Join(args, " "))
	}
	cancel()
	select {
	case o := <-done:
		if o.status != 1 || strings.Count(o.message, "gramscope: stopping\n") != 1 {
			t.Errorf("%s: status %d, message %q", strings.Join(args, " "), o.status, o.message)
		}
		return o
	case <-time.After(patience):
		t.Fatalf("%s does not stop", strings.Join(args, " "))
	}
	panic("unreachable")
}

// TestStopDoesNotWaitForFits: every command that computes ends although a fit goes
// on, and leaves no file.
func TestStopDoesNotWaitForFits(t *testing.T) {
	for _, line := range []string{
		"sweep --n 40 --methods nystrom --workers 2 --reps 3",
		"tune --n 40 --methods nystrom friedman",
		"fit --n 40 --method nystrom --out m.json friedman",
		"lesson scores --check",
	} {
		d := newDeafness(t)
		args := strings.Fields(line)
		folder := t.TempDir()
		for i := range args {
			if args[i] == "m.json" {
				args[i] = filepath.Join(folder, args[i])
			}
		}
		stopped(t, d.methods(always, always), nil, d.started, args...)
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v: %v", line, left, err)
		}
	}
}

// TestStopWritesWhatIsDone: rows that were finished behind one that is not are
// written, in order, and counted.
func TestStopWritesWhatIsDone(t *testing.T) {
	d := newDeafness(t)
	methods := d.methods(func(m float64) bool { return m == 6 || m == 9 }, func(m float64) bool { return m == 9 })
	o := stopped(t, methods, nil, d.started,
		strings.Fields("sweep --n 40 --methods nystrom --over m=5,6,7,8,9,10 --workers 2 --format csv")...)
	var got []string
	for _, row := range parseRows(t, o.out) {
		got = append(got, row["m"])
	}
	if text := strings.Join(got, " "); text != "5 7 8" {
		t.Errorf("the rows are of m = %s", text)
	}
	if before, after, ok := strings.Cut(o.message, "stopping\n"); !ok || !strings.Contains(after, "3 of 6 rows done") {
		t.Errorf("%q, %q", before, after)
	}

	// The folds at the first γ are done; the others wait for each other.
	d = newDeafness(t)
	var mu sync.Mutex
	fits := 0
	methods = d.methods(func(float64) bool {
		mu.Lock()
		defer mu.Unlock()
		fits++
		return fits > 5
	}, always)
	o = stopped(t, methods, nil, d.started, strings.Fields("tune --n 40 --methods nystrom --workers 1 friedman")...)
	if !strings.Contains(o.out, "\nchosen: nystrom") || !strings.Contains(o.message, "5 of 5 fits done") {
		t.Errorf("%+v", o)
	}
}

// silence is a stream that begins and then has nothing to say.
type silence struct {
	begin   io.Reader
	quiet   chan struct{} // closed when the beginning has been read
	release chan struct{}
	once    sync.Once
}

func newSilence(t *testing.T, begin string) *silence {
	s := &silence{begin: strings.NewReader(begin), quiet: make(chan struct{}), release: make(chan struct{})}
	t.Cleanup(func() { close(s.release) })
	return s
}

func (s *silence) Read(p []byte) (int, error) {
	n, err := s.begin.Read(p)
	if err != io.EOF {
		return n, err
	}
	s.once.Do(func() { close(s.quiet) })
	<-s.release
	return 0, io.EOF
}

// TestStopDoesNotWaitForData: reading ends, whether from standard input or from a
// named pipe that nobody writes to.
func TestStopDoesNotWaitForData(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "m.json")
	if status, _, errs := execute(t, context.Background(), "", "fit", "--n", "20", "--m", "5", "--out", file,
		"friedman"); status != 0 {
		t.Fatal(errs)
	}
	for _, line := range []string{"--session -", "data -", "sweep -", "tune -", "fit --out out.json -", "predict " + file +
		" -"} {
		s := newSilence(t, "x1,x2,x3,x4,x5,y\n1,2,3,4,5,6\n")
		o := stopped(t, approx.Methods(), s, s.quiet, strings.Fields(line)...)
		if o.out != "" {
			t.Errorf("%s: %q", line, o.out)
		}
	}
	pipe := filepath.Join(folder, "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	soon := make(chan struct{})
	close(soon)
	stopped(t, approx.Methods(), nil, soon, "data", pipe)
	if w, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil { // whoever still opens it goes on
		w.Close()
	}
}

// fullDisk takes so many bytes more.
type fullDisk struct{ room int }

func (d *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), d.room)
	if d.room -= n; n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// TestStandardErrorMayFail: what is said there is lost, and nothing else.
func TestStandardErrorMayFail(t *testing.T) {
	file := filepath.Join(t.TempDir(), "m.json")
	const plants = "../../testdata/cli/plants.csv"
	for _, line := range []string{
		"sweep --n 20 --methods nystrom --m 5 --reps 2 " + plants,
		"fit --n 20 --m 5 --gamma 0.1 --out " + file + " " + plants,
		"predict --score " + file + " " + plants,
		"tune --n 20 --folds 2 --methods nystrom --m 5 " + plants,
	} {
		var out bytes.Buffer
		err := command.Run(context.Background(), approx.Methods(), strings.Fields(line), nil, &out, &fullDisk{})
		if status := command.Report(err, &fullDisk{}); status != 0 {
			t.Errorf("%s: status %d: %v", line, status, err)
		}
	}
}

// TestFullDiskFails: whatever a command writes, it tells when that, or the end of it,
// is lost.
func TestFullDiskFails(t *testing.T) {
	checkFullDisk(t,
		"--help", "--version", "sweep --help", "view --help", "methods", "data", "data "+plants,
		"lesson scores", "predict MODEL "+plants,
		"sweep --n 20 --m 5 --methods nystrom --format csv", "sweep --n 20 --m 5 --methods nystrom --format json",
		"sweep --n 20 --m 5 --methods nystrom --format table",
		"tune --n 20 --folds 2 --m 5 --methods nystrom --gammas 1 --mus 1 friedman")
}

// checkFullDisk runs command lines, in which MODEL stands for a model of the plants, with no room for their output and
// with too little.
func checkFullDisk(t *testing.T, lines ...string) {
	t.Helper()
	model, _ := fitTo(t, "--m 5 "+plants)
	for _, line := range lines {
		line = strings.ReplaceAll(line, "MODEL", model)
		_, whole, _ := execute(t, context.Background(), "", strings.Fields(line)...)
		for _, room := range []int{0, len(whole) * 9 / 10} {
			var errs bytes.Buffer
			err := command.Run(context.Background(), approx.Methods(), strings.Fields(line), nil, &fullDisk{room}, &errs)
			if status := command.Report(err, &errs); status != 1 || !strings.Contains(errs.String(), "no space left") {
				t.Errorf("%s, with room for %d bytes: status %d: %s", line, room, status, errs.String())
			}
		}
	}
}
