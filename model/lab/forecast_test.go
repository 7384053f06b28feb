package lab

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/sweep"
)

var record = flag.Bool("record", false, "run the sweeps of testdata/sweep-*.txt, and write the shorter of the old and the new times")

// entered is a stage of a recorded run. Records are in the order in which one worker entered the stages.
type entered struct {
	run, stage int
	ms         float64
}

// defaultSweep returns the explorer's sweep on friedman with its default methods, on one worker.
func defaultSweep(t *testing.T, n int) *Task {
	t.Helper()
	source, ok, err := synthetic.Find("friedman")
	if !ok || err != nil {
		t.Fatal(err)
	}
	spec := sweep.DefaultSpec(n)
	spec.Reps, spec.Test = 3, UsualTest(source)
	b := New(Config{Source: source, Spec: spec, Methods: approx.Methods(), Workers: 1}, job.NewRunner(t.Context()), time.Now)
	task := &Task{Setting: b.setting.Clone(), Widths: kernel.Distances{Known: true, Median: 1, Mean: 1}, Methods: b.methods, Workers: 1}
	task.Setting.Spec, task.Setting.Axis = b.setting.Runnable(), b.Swept()
	task.Setting.Spec.Methods = b.setting.Active(b.methods)
	start := time.Now()
	task.Elapsed = func() time.Duration { return time.Since(start) }
	return task
}

func recording(n int) string { return filepath.Join("testdata", fmt.Sprintf("sweep-%d.txt", n)) }

// recordedStages reads the stages of a sweep. It returns nil if there is no file.
func recordedStages(t *testing.T, n int) (list []entered) {
	t.Helper()
	file, err := os.Open(recording(n))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var e entered
		if _, err := fmt.Sscan(lines.Text(), &e.run, &e.stage, &e.ms); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// recordStages runs the sweep and writes its stages.
func recordStages(t *testing.T, n int) {
	t.Helper()
	before := recordedStages(t, n)
	posted := make(chan any, 1<<16)
	if _, err := defaultSweep(t, n).rows(t.Context(), func(body any) { posted <- body }); err != nil {
		t.Fatal(err)
	}
	close(posted)
	var now []entered
	var since time.Duration
	for body := range posted {
		if e, ok := body.(Entered); ok {
			if len(now) > 0 {
				now[len(now)-1].ms = (e.At - since).Seconds() * 1000
			}
			now, since = append(now, entered{e.Run, int(e.Stage), 0}), e.At
		}
	}
	file, err := os.Create(recording(n))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for i, e := range now {
		if len(before) == len(now) {
			e.ms = min(e.ms, before[i].ms)
		}
		fmt.Fprintf(file, "%d %d %.2f\n", e.run, e.stage, e.ms)
	}
}

// The time left in the header is right within a factor of two, or a tenth of a second. That holds from the
// first second, or from half of the sweep if that is sooner, until shortly before the end. The sweeps were
// recorded on an idle machine.
func TestTimeLeftIsRightFromTheFirstSecondOn(t *testing.T) {
	for _, n := range []int{1000, 4000, 20000} {
		if *record {
			recordStages(t, n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		o := newOutcome(Setting{}, time.Time{})
		_, err := defaultSweep(t, n).rows(ctx, func(body any) {
			if p, ok := body.(Prepared); ok {
				o.prepare(p, new(sweep.Speed), 1)
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		stages := recordedStages(t, n)
		var at, total time.Duration
		for _, e := range stages {
			total += time.Duration(e.ms * 1e6)
		}
		told := 0
		for _, e := range stages {
			left, known := o.Left(time.Time{}.Add(at))
			truth := total - at
			if truth > total/20 && at > min(time.Second, total/2) {
				if told++; !known || (left-truth).Abs() > 100*time.Millisecond && (left > 2*truth || 2*left < truth) {
					t.Errorf("n = %d at %v: %v left, %v; in truth %v", n, at, left, known, truth)
				}
			}
			o.enter(Entered{e.run, sweep.Stage(e.stage), at})
			at += time.Duration(e.ms * 1e6)
		}
		if told < 100 {
			t.Errorf("n = %d: told %d times", n, told)
		}
	}
}
