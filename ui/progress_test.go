package ui

import (
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
)

// planned is an explorer whose sweep is planned; its clock is what is returned.
func planned(t *testing.T, w, h int) (m *explorer, at *time.Duration) {
	t.Helper()
	m = newToy(t, "braille", "none", w, h)
	m.Launch = func(job.Kind, job.Work) {}
	start := m.Clock()
	at = new(time.Duration)
	m.Clock = func() time.Time { return start.Add(*at) }
	m.Init()
	task := &lab.Task{Setting: m.Setting().Clone(), Methods: m.Methods(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}, Workers: 1}
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: task.Widths})
	spec, err := task.FixWidth(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	spec.Methods, spec.Figures = []string{"plain", "eager", "spectral"}, sweep.Figures{sweep.FigureError}
	p := &lab.Plans{}
	if p.Now, err = sweep.Prepare(spec, m.Methods(), m.Setting().Store); err == nil {
		spec.Over = []sweep.Axis{m.Setting().Axis}
		p.Grid, err = sweep.Prepare(spec, m.Methods(), m.Setting().Store)
	}
	if err != nil {
		t.Fatal(err)
	}
	m.receive(job.Sweep, lab.Prepared{Now: p.Now, Grid: p.Grid, Runs: p.Planned()})
	return m, at
}

// firstRow is the result of the first run that is planned.
func firstRow(m *explorer) lab.Row {
	plan := m.Outcome().Plan()
	return lab.Row{Result: screentest.Row(plan.EmptyRow(plan.Cells[0]), 0)}
}

// onItsWay is an explorer whose first run has ended, of those planned; its clock is
// what is returned.
func onItsWay(t *testing.T, w, h int) (m *explorer, at *time.Duration) {
	t.Helper()
	m, at = planned(t, w, h)
	for i, s := range []sweep.Stage{sweep.StageKernel, sweep.StageFit, sweep.StageError, sweep.StageEnd} {
		m.receive(job.Sweep, lab.Entered{Run: 0, Stage: s, At: time.Duration(i) * time.Second})
	}
	m.receive(job.Sweep, firstRow(m))
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
	first, _ := m.Outcome().Left(m.Clock())
	*at += 200 * time.Millisecond
	m.receive(job.Sweep, lab.Tick{})
	if second, known := m.Outcome().Left(m.Clock()); !known || (first-second).Round(time.Millisecond) != 200*time.Millisecond {
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
	for w, want := range map[int]string{80: "s left", 100: "▏", 60: "/54 ─"} {
		m, _ := onItsWay(t, w, 24)
		with := headerLine(m)
		if !strings.Contains(with, want) {
			t.Errorf("w = %d: %s", w, with)
		}
		untimed, _ := planned(t, w, 24)
		untimed.receive(job.Sweep, firstRow(untimed))
		without := headerLine(untimed)
		if begin := strings.TrimRight(without, "─┐ "); !strings.HasPrefix(with, begin[:len(begin)-len("▏")]) {
			t.Errorf("w = %d, moved:\n%s\n%s", w, without, with)
		}
	}
}

// Where the figures are estimates, a regression goes through many rows: the first time it
// comes when the chart is there, and takes the place of the rows without.
func TestLargeSetsRegressLast(t *testing.T) {
	m := newReal(t, "braille", 100, 30)
	defer m.Runner.Close(10 * time.Second)
	editSetting(m, func(s *lab.Setting) { s.Spec.ExactLimit = s.Spec.N / 2 })
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	var mu sync.Mutex
	var posted []any
	task := &lab.Task{Setting: m.Setting().Clone(), Methods: m.Methods(), Workers: 2, Elapsed: func() time.Duration { return 0 }}
	if _, err := task.InTurn(t.Context(), m.Runner.Limits, func(body any) {
		mu.Lock()
		defer mu.Unlock()
		posted = append(posted, body)
	}); err != nil {
		t.Fatal(err)
	}
	charted, planned := false, 0
	for _, body := range posted {
		m.receive(job.Sweep, body)
		if p, ok := body.(lab.Prepared); ok {
			planned = len(p.Runs)
		}
		if charted || !m.Outcome().Begun() {
			continue
		}
		charted = true
		for _, method := range m.Outcome().Plan().Spec.Methods {
			if rows := m.Outcome().Now(method); len(rows) != 1 || rows[0].Regression != nil || math.IsNaN(rows[0].Error) {
				t.Errorf("%s, when the chart begins: %+v", method, rows)
			}
		}
	}
	reps := m.Setting().Spec.Reps
	for _, method := range m.Outcome().Plan().Spec.Methods {
		rows := m.Outcome().Now(method)
		for i, r := range rows {
			if r.Regression == nil || r.Rep != i+1 {
				t.Errorf("%s: row %d of repetition %d, regression %v", method, i, r.Rep, r.Regression)
			}
		}
		if len(rows) != reps {
			t.Errorf("%s: %d rows of %d repetitions", method, len(rows), reps)
		}
	}
	if !charted || m.Outcome().Done() != m.Outcome().Total() || planned != m.Outcome().Total()+len(m.Outcome().Plan().Spec.Methods) || m.Outcome().Stage("") != "" {
		t.Errorf("charted %v; %d of %d done, %d planned, %q under way", charted, m.Outcome().Done(), m.Outcome().Total(), planned, m.Outcome().Stage(""))
	}
}
