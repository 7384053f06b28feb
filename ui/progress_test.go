package ui

import (
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"gramscope/model/job"
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
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	spec := m.Setting.Spec.Clone()
	spec.Width = spec.Width.WithGamma(m.Setting.Gamma())
	spec.Methods, spec.Figures = []string{"plain", "eager", "spectral"}, sweep.Figures{sweep.FigureError}
	now, err := sweep.Prepare(spec, m.Methods, m.Setting.Store)
	if err != nil {
		t.Fatal(err)
	}
	spec.Over = []sweep.Axis{m.Setting.Axis}
	grid, err := sweep.Prepare(spec, m.Methods, m.Setting.Store)
	if err != nil {
		t.Fatal(err)
	}
	m.receive(job.Sweep, lab.Prepared{Now: now, Grid: grid})
	return m, at
}

// firstRow is the result of the first run that is planned.
func firstRow(m *explorer) lab.Row {
	plan := m.Outcome.Plan
	return lab.Row{Result: screentest.Row(plan.EmptyRow(plan.Cells[0]), 0)}
}

// onItsWay is an explorer whose first run has ended, of those planned; its clock is
// what is returned.
func onItsWay(t *testing.T, w, h int) (m *explorer, at *time.Duration) {
	t.Helper()
	m, at = planned(t, w, h)
	m.receive(job.Sweep, firstRow(m))
	*at = 3 * time.Second
	return m, at
}

func headerLine(m *explorer) string { return strings.Split(m.View(), "\n")[0] }

// The header tells the time left after a run, by the share of the runs that are done.
func TestHeaderTellsTheTime(t *testing.T) {
	m, _ := onItsWay(t, 120, 40)
	if left, known := m.Outcome.Left(m.Clock()); !known || left != 3*time.Second*time.Duration(m.Outcome.Total-1) {
		t.Errorf("%v left of %d runs after 3 s for one", left, m.Outcome.Total)
	}
	if line := headerLine(m); !strings.Contains(line, "2m39s left") {
		t.Errorf("the header is %s", line)
	}
}

// In a narrow window the time left stays, and nothing moves as it comes.
func TestNarrowHeaderKeepsTheTime(t *testing.T) {
	for w, want := range map[int]string{80: "s left", 100: "▏", 60: "2m39s left"} {
		m, _ := onItsWay(t, w, 24)
		with := headerLine(m)
		if !strings.Contains(with, want) {
			t.Errorf("w = %d: %s", w, with)
		}
		untimed, _ := planned(t, w, 24)
		if without := headerLine(untimed); strings.Index(with, "/54") != strings.Index(without, "/54") {
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
	task := &lab.Task{Setting: m.Setting.Clone(), Methods: m.Methods, Workers: 2}
	if err := task.RowsJob(m.Runner.Limits)(t.Context(), func(body any) {
		mu.Lock()
		defer mu.Unlock()
		posted = append(posted, body)
	}); err != nil {
		t.Fatal(err)
	}
	charted := false
	for _, body := range posted {
		m.receive(job.Sweep, body)
		if charted || !m.Outcome.Begun() {
			continue
		}
		charted = true
		for _, method := range m.Outcome.Plan.Spec.Methods {
			if rows := m.Outcome.Now(method); len(rows) != 1 || !math.IsNaN(rows[0].Get("df")) ||
				math.IsNaN(rows[0].Get("error")) {
				t.Errorf("%s, when the chart begins: %+v", method, rows)
			}
		}
	}
	reps := m.Setting.Spec.Reps
	for _, method := range m.Outcome.Plan.Spec.Methods {
		rows := m.Outcome.Now(method)
		for i, r := range rows {
			if math.IsNaN(r.Get("df")) || r.Rep != i+1 {
				t.Errorf("%s: row %d of repetition %d, regression %v", method, i, r.Rep, r.Get("df"))
			}
		}
		if len(rows) != reps {
			t.Errorf("%s: %d rows of %d repetitions", method, len(rows), reps)
		}
	}
	if !charted || m.Outcome.Done != m.Outcome.Total {
		t.Errorf("charted %v; %d of %d done", charted, m.Outcome.Done, m.Outcome.Total)
	}
}
