package ui

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// onItsWay is an explorer whose first run has ended, of those planned; its clock is
// what is returned.
func onItsWay(t *testing.T, w, h int) (m *explorer, at *time.Duration) {
	t.Helper()
	m = newToy(t, "braille", "none", w, h)
	m.Launch = func(job.Kind, job.Work) {}
	start := m.Clock()
	at = new(time.Duration)
	m.Clock = func() time.Time { return start.Add(*at) }
	m.Init()
	task := &lab.Task{Setting: m.Setting.Clone(), Methods: m.Methods, Widths: lab.Widths{Known: true, Median: 0.18, Mean: 0.27}, Workers: 1}
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting.WidthsKey(), Widths: task.Widths})
	spec, err := task.FixWidth(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	spec.Methods, spec.Figures = []string{"plain", "eager", "spectral"}, sweep.Figures{sweep.FigureError}
	p := &lab.Plans{}
	if p.Now, err = sweep.Prepare(spec, m.Methods, m.Setting.Store); err == nil {
		spec.Over = []sweep.Axis{m.Setting.Axis}
		p.Grid, err = sweep.Prepare(spec, m.Methods, m.Setting.Store)
	}
	if err != nil {
		t.Fatal(err)
	}
	m.receive(job.Sweep, lab.Prepared{Now: p.Now, Grid: p.Grid, Runs: p.Planned()})
	for i, s := range []sweep.Stage{sweep.StageKernel, sweep.StageFit, sweep.StageError, sweep.StageEnd} {
		m.receive(job.Sweep, lab.Entered{Run: 0, Stage: s, At: time.Duration(i) * time.Second})
	}
	m.receive(job.Sweep, lab.Row{Result: madeUp(p.Now.Asked(p.Now.Cells[0]), 0)})
	*at = 3 * time.Second
	return m, at
}

func headerLine(m *explorer) string { return strings.Split(m.View(), "\n")[0] }

// The header tells the time left, which falls while a run goes on, and the stage, and
// nothing in it moves for that.
func TestHeaderTellsTimeAndStage(t *testing.T) {
	m, at := onItsWay(t, 120, 40)
	before := headerLine(m)
	if !strings.Contains(before, " left") {
		t.Fatalf("no time left after a run: %s", before)
	}
	cut := strings.Index(before, " left")
	for s := sweep.StageKernel; s < sweep.StageEnd; s++ {
		m.receive(job.Sweep, lab.Entered{Run: 1, Stage: s, At: *at})
		now := headerLine(m)
		if !strings.Contains(now, "  "+s.String()+"  ") {
			t.Errorf("at %v: %s", s, now)
		}
		if strings.Index(now, " left") != cut || strings.Index(now, "▕") != strings.Index(before, "▕") {
			t.Errorf("moved:\n%s\n%s", before, now)
		}
	}
	m.receive(job.Sweep, lab.Entered{Run: 2, Stage: sweep.StageError, At: *at}) // which took the first run a second, K's entries included
	first, _ := m.Out.Left(m.Clock())
	*at += 200 * time.Millisecond
	m.receive(job.Sweep, lab.Tick{})
	if second, known := m.Out.Left(m.Clock()); !known || (first-second).Round(time.Millisecond) != 200*time.Millisecond {
		t.Errorf("%v left, and 0.2 s later %v", first, second)
	}
}

// The stage is that of the run that has been under way for longest; a method's row has
// that of its own.
func TestStageOfTheOldestRun(t *testing.T) {
	m, at := onItsWay(t, 120, 40)
	m.receive(job.Sweep, lab.Entered{Run: 1, Stage: sweep.StageError, At: *at})
	m.receive(job.Sweep, lab.Entered{Run: 2, Stage: sweep.StageFit, At: *at})
	if !strings.Contains(headerLine(m), "  error  ") {
		t.Error(headerLine(m))
	}
	for method, want := range map[string]string{"eager": "computing  error", "spectral": "computing  fit"} {
		if row := rowOf(t, m, method); !strings.Contains(row, want) {
			t.Errorf("want %q: %s", want, row)
		}
	}
	m.receive(job.Sweep, lab.Entered{Run: 1, Stage: sweep.StageEnd, At: *at})
	if !strings.Contains(headerLine(m), "  fit  ") {
		t.Error(headerLine(m))
	}
}

// In a narrow window the time left stays, and nothing moves as it comes.
func TestNarrowHeaderKeepsTheTime(t *testing.T) {
	for w, want := range map[int]string{80: "s left ─", 100: "▏", 60: "/54 ─"} {
		m, _ := onItsWay(t, w, 24)
		with := headerLine(m)
		if !strings.Contains(with, want) {
			t.Errorf("w = %d: %s", w, with)
		}
		m.Out.Forecast = nil
		without := headerLine(m)
		if begin := strings.TrimRight(without, "─┐ "); !strings.HasPrefix(with, begin[:len(begin)-len("▏")]) {
			t.Errorf("w = %d, moved:\n%s\n%s", w, without, with)
		}
	}
}

// The real thing: runs tell of their stages, and the forecast is done when they are.
func TestWorkTellsOfItsStages(t *testing.T) {
	m := newReal(t, "braille", 120, 40)
	defer m.Runner.Close(10 * time.Second)
	m.Init()
	seen := map[string]bool{}
	for !m.Out.Finished {
		hear(m)
		for run, s := range m.Out.Under {
			seen[fmt.Sprint(m.Out.Planned[run].OnGrid)] = s < sweep.StageEnd
		}
	}
	if len(m.Out.Under) > 0 || m.Out.Done != len(m.Out.Planned) {
		t.Errorf("%d of %d done, %v under way", m.Out.Done, len(m.Out.Planned), m.Out.Under)
	}
	nystrom := sweep.Kind{Stage: sweep.StageFit, Method: "nystrom"}
	if _, known := m.Speed.Time(nystrom, 1e9); !known {
		t.Error("nothing was learned of fits")
	}
	if left, known := m.Out.Forecast.Left(0, 1); !known || left != 0 {
		t.Errorf("%v left of nothing, %v", left, known)
	}
}

// Where the figures are estimates, a regression goes through many rows: the first time it
// comes when the chart is there, and takes the place of the rows without.
func TestLargeSetsRegressLast(t *testing.T) {
	m := newReal(t, "braille", 120, 40)
	defer m.Runner.Close(10 * time.Second)
	m.Setting.Spec.ExactLimit = m.Setting.Spec.N / 2
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	var mu sync.Mutex
	var posted []any
	task := &lab.Task{Setting: m.Setting.Clone(), Methods: m.Methods, Workers: 2, Elapsed: func() time.Duration { return 0 }}
	if _, err := task.InTurn(t.Context(), m.Runner, func(body any) {
		mu.Lock()
		defer mu.Unlock()
		posted = append(posted, body)
	}); err != nil {
		t.Fatal(err)
	}
	charted := false
	for _, body := range posted {
		m.receive(job.Sweep, body)
		if charted || len(m.Out.Grid) == 0 {
			continue
		}
		charted = true
		for _, method := range m.Out.Plan.Spec.Methods {
			if rows := m.Out.Now[method]; len(rows) != 1 || rows[0].Regression != nil || math.IsNaN(rows[0].Error) {
				t.Errorf("%s, when the chart begins: %+v", method, rows)
			}
		}
	}
	reps := m.Setting.Spec.Reps
	for _, method := range m.Out.Plan.Spec.Methods {
		rows := m.Out.Now[method]
		for i, r := range rows {
			if r.Regression == nil || r.Rep != i+1 {
				t.Errorf("%s: row %d of repetition %d, regression %v", method, i, r.Rep, r.Regression)
			}
		}
		if len(rows) != reps {
			t.Errorf("%s: %d rows of %d repetitions", method, len(rows), reps)
		}
	}
	if !charted || m.Out.Done != m.Out.Total || len(m.Out.Planned) != m.Out.Total+len(m.Out.Plan.Spec.Methods) || len(m.Out.Under) > 0 {
		t.Errorf("charted %v; %d of %d done, %d planned, %v under way", charted, m.Out.Done, m.Out.Total, len(m.Out.Planned), m.Out.Under)
	}
}
