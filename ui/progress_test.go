package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gramscope/model/sweep"
)

// onItsWay is an explorer whose first run has ended, of those planned; its clock is
// what is returned.
func onItsWay(t *testing.T, w, h int) (m *explorer, at *time.Duration) {
	t.Helper()
	m = newToy(t, "braille", "none", w, h)
	m.launch = func(lane, work) {}
	start := m.clock()
	at = new(time.Duration)
	m.clock = func() time.Time { return start.Add(*at) }
	m.Init()
	task := &task{setting: m.setting.clone(), methods: m.methods, widths: widths{true, 0.18, 0.27}, workers: 1}
	m.receive(sweepLane, foundWidths{m.setting.widthsKey(), task.widths})
	spec, err := task.fixWidth(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	spec.Methods, spec.Figures = []string{"plain", "eager", "spectral"}, sweep.Figures{sweep.FigureError}
	p := &plans{}
	if p.now, err = sweep.Prepare(t.Context(), spec, m.methods, m.setting.store); err == nil {
		spec.Over = []sweep.Axis{m.setting.axis}
		p.grid, err = sweep.Prepare(t.Context(), spec, m.methods, m.setting.store)
	}
	if err != nil {
		t.Fatal(err)
	}
	m.receive(sweepLane, prepared{now: p.now, grid: p.grid, runs: p.planned()})
	for i, s := range []sweep.Stage{sweep.StageKernel, sweep.StageFit, sweep.StageError, sweep.StageEnd} {
		m.receive(sweepLane, entered{0, s, time.Duration(i) * time.Second})
	}
	m.receive(sweepLane, row{result: madeUp(p.now.Asked(p.now.Cells[0]), 0)})
	*at = 3 * time.Second
	return m, at
}

func header(m *explorer) string { return strings.Split(m.View(), "\n")[0] }

// The header tells the time left, which falls while a run goes on, and the stage, and
// nothing in it moves for that.
func TestHeaderTellsTimeAndStage(t *testing.T) {
	m, at := onItsWay(t, 120, 40)
	before := header(m)
	if !strings.Contains(before, " left") {
		t.Fatalf("no time left after a run: %s", before)
	}
	cut := strings.Index(before, " left")
	for s := sweep.StageKernel; s < sweep.StageEnd; s++ {
		m.receive(sweepLane, entered{1, s, *at})
		now := header(m)
		if !strings.Contains(now, "  "+s.String()+"  ") {
			t.Errorf("at %v: %s", s, now)
		}
		if strings.Index(now, " left") != cut || strings.Index(now, "▕") != strings.Index(before, "▕") {
			t.Errorf("moved:\n%s\n%s", before, now)
		}
	}
	m.receive(sweepLane, entered{2, sweep.StageError, *at}) // which took the first run a second
	first, _ := m.out.left(m.clock())
	*at += time.Second
	m.receive(sweepLane, beat{})
	if second, known := m.out.left(m.clock()); !known || (first-second).Round(time.Millisecond) != time.Second {
		t.Errorf("%v left, and a second later %v", first, second)
	}
}

// The stage is that of the run that has been under way for longest; a method's row has
// that of its own.
func TestStageOfTheOldestRun(t *testing.T) {
	m, at := onItsWay(t, 120, 40)
	m.receive(sweepLane, entered{1, sweep.StageError, *at})
	m.receive(sweepLane, entered{2, sweep.StageFit, *at})
	if !strings.Contains(header(m), "  error  ") {
		t.Error(header(m))
	}
	for method, want := range map[string]string{"eager": "computing  error", "spectral": "computing  fit"} {
		if row := rowOf(t, m, method); !strings.Contains(row, want) {
			t.Errorf("want %q: %s", want, row)
		}
	}
	m.receive(sweepLane, entered{1, sweep.StageEnd, *at})
	if !strings.Contains(header(m), "  fit  ") {
		t.Error(header(m))
	}
}

// In a narrow window the time left stays, and nothing moves as it comes.
func TestNarrowHeaderKeepsTheTime(t *testing.T) {
	for w, want := range map[int]string{80: "s left ─", 100: "▏", 60: "/54 ─"} {
		m, _ := onItsWay(t, w, 24)
		with := header(m)
		if !strings.Contains(with, want) {
			t.Errorf("w = %d: %s", w, with)
		}
		m.out.forecast = nil
		without := header(m)
		if begin := strings.TrimRight(without, "─┐ "); !strings.HasPrefix(with, begin[:len(begin)-len("▏")]) {
			t.Errorf("w = %d, moved:\n%s\n%s", w, without, with)
		}
	}
}

// The real thing: runs tell of their stages, and the forecast is done when they are.
func TestWorkTellsOfItsStages(t *testing.T) {
	m := newReal(t, "braille", 120, 40)
	defer m.runner.close(10 * time.Second)
	m.Init()
	seen := map[string]bool{}
	for !m.out.finished {
		hear(m)
		for run, s := range m.out.under {
			seen[fmt.Sprint(m.out.planned[run].onGrid)] = s < sweep.StageEnd
		}
	}
	if len(m.out.under) > 0 || m.out.done != len(m.out.planned) {
		t.Errorf("%d of %d done, %v under way", m.out.done, len(m.out.planned), m.out.under)
	}
	nystrom := sweep.Kind{Stage: sweep.StageFit, Method: "nystrom"}
	if m.speed.Time(nystrom, 1e9) == new(sweep.Speed).Time(nystrom, 1e9) {
		t.Error("nothing was learned of fits")
	}
	if left, known := m.out.forecast.Left(0, 1); !known || left != 0 {
		t.Errorf("%v left of nothing, %v", left, known)
	}
}
