package ui

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/paper"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

// openedAs are the figure that an experiment of the papers opens with, what it is over, and
// the swept parameter.
var openedAs = map[string]struct{ figure, against, over string }{
	"bach-rates":               {"risk", "", "mu"}, // of K̃: K's own is no figure of the screen
	"bach-theorem-1":           {"risk_ratio", "", "mu"},
	"bach-spline-rank":         {"risk_ratio", "", "m"},
	"bach-newton":              {"logloss_test", "", "m"},
	"chen-figure-2":            {"krr_error", "", "m"},
	"squeak-table-1-time":      {"entries", "", "n"},
	"squeak-halving":           {"epsilon_s", "", "qbar"}, // the dictionary's size is no figure of the screen
	"low-rank-normal-points":   {"stable_rank_approx", "", "sigma"},
	"low-rank-fourier-uniform": {"error", "", "m"},
}

func TestExperimentsOpenOnTheirFigure(t *testing.T) {
	for name, want := range openedAs {
		e, ok := paper.Find(name)
		if !ok {
			t.Errorf("there is no %s", name)
			continue
		}
		m := lessonToy(t, approx.Methods(), "braille", "none", 100, 30)
		m.Launch = func(job.Kind, job.Work) {}
		command(m, "value time")
		command(m, "against memory")
		press(m, "6")
		m.carryOut([]screen.Do{screen.Read(e.Name)})
		if got := m.figure().Column; got != want.figure || m.against() != want.against ||
			string(m.Swept().Name) != want.over || m.Note.Alarm || opened(m) != name {
			t.Errorf("%s opens with %s over %s %s (%s), want %+v", name, got, m.Swept().Name, m.against(), m.Note.Text, want)
		}
		const note = "; the risk ratio, which is 1."
		text := m.lessons.Now().Before
		if said, sufficient := strings.Contains(text, note), e.Runs[0].Compute == "sufficient"; said != sufficient {
			t.Errorf("%s: the text is %s", name, text)
		}
		press(m, "u")
		if got := m.figure().Column; got != "seconds" {
			t.Errorf("%s: undone, the chart shows %s", name, got)
		}
	}
}

// experimentByKeys opens an experiment of the first paper, counted from 0, from the list.
func experimentByKeys(m *explorer, at int) {
	press(m, "7")
	for range lesson.Names() {
		press(m, "down")
	}
	press(m, "enter")
	for range at + 1 {
		press(m, "down")
	}
	press(m, "enter")
}

// TestExperimentIsReadAsALesson: its text stands beside the chart, with the keys of a lesson, and says what came of the
// claims when they were checked; u brings back the setting, and the text stays.
func TestExperimentIsReadAsALesson(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		m := lessonToy(t, approx.Methods(), "braille", "none", size[0], size[1])
		m.Launch = func(job.Kind, job.Work) {}
		before := m.Setting.Clone()
		experimentByKeys(m, 2)
		if m.mode() != onText || m.Setting.Spec.Kernel != "periodic" || string(m.Swept().Name) != "mu" {
			t.Errorf("mode %b, %+v over %v", m.mode(), m.Setting.Spec, m.Swept())
		}
		if press(m, "u"); !reflect.DeepEqual(m.Setting.Spec, before.Spec) || opened(m) != "bach-spline-4" {
			t.Errorf("undone, %s is beside %+v", opened(m), m.Setting.Spec)
		}
		press(m, "esc", "enter")
		seen := ""
		for linesBelow(m) > 0 {
			seen += m.View()
			press(m, " ")
		}
		for _, want := range []string{"▸bach-spline-4", "│ Bach 2013, simulation on splines", "│ chart: on spline",
			"│ reported: λ* falls", "│ here: The law holds", "│ claims, checked by", "bach-spline-4 --check",
			`│ • differs: "the exponent`, "│ ≠ differs when last checked", "n next"} {
			if seen += m.View(); !strings.Contains(seen, want) {
				t.Errorf("no %q in\n%s", want, seen)
			}
		}
		if press(m, "N"); opened(m) != "bach-spline-1" || !strings.Contains(m.View(), "│ ✓ holds when last checked") {
			t.Errorf("N leads to\n%s", m.View())
		}
		if press(m, "n", "n", "n", "n"); opened(m) != "bach-pumadyn32nm" || m.Setting.Spec.N != 50 ||
			!strings.Contains(m.View(), "chart: as it was, since") {
			t.Errorf("an experiment on a file, n = %d:\n%s", m.Setting.Spec.N, m.View())
		}
		if press(m, "N", "esc"); m.reading() || !strings.Contains(m.View(), "▸  simulation on splines, right") {
			t.Errorf("esc leads to\n%s", m.View())
		}
		for _, e := range paper.All()[:9] {
			m.openLesson(e.Name)
		}
		if press(m, "n"); opened(m) != "bach-newton" || !strings.Contains(m.View(), "this is the last experiment") {
			t.Errorf("behind the last\n%s", m.View())
		}
	}
}

// TestExperimentComesBack: a session opens every experiment again, on a setting that was changed meanwhile, also where
// the methods are not there; one that does not exist is left out.
func TestExperimentComesBack(t *testing.T) {
	m := lessonToy(t, approx.Methods(), "braille", "none", 80, 24)
	m.Launch = func(job.Kind, job.Work) {}
	for _, e := range paper.All() {
		m.openLesson(e.Name)
		m.panel.Chosen = "reps"
		m.turn(1, false)
		s := m.session()
		if _, err := reread(s, m.Methods); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		c := Config{Source: m.Setting.Store.Source(), Spec: s.Spec, Session: s, Methods: m.Methods, Workers: 1}
		back := newExplorer(c, m.look, m.Runner, m.Clock)
		back.Launch = func(job.Kind, job.Work) {}
		back.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		back.Init()
		if !back.reading() || opened(back) != e.Name || !reflect.DeepEqual(back.Swept(), m.Swept()) ||
			!reflect.DeepEqual(back.Setting.Spec, m.Setting.Spec) || !strings.Contains(back.View(), "▸"+e.Name) ||
			back.figure().Name != m.figure().Name || back.Note.Alarm {
			t.Errorf("%s: %s over %v, %s\n%s", e.Name, opened(back), back.Swept(), back.Note.Text, back.View())
		}
	}
	few := lessonToy(t, lessonMethods(), "braille", "none", 80, 24)
	few.Launch = func(job.Kind, job.Work) {}
	for _, e := range paper.All() {
		if faults := few.setShown(given("screen", "7", "lesson", e.Name)); faults != nil || opened(few) != e.Name {
			t.Errorf("%s: %v, open is %s", e.Name, faults, opened(few))
		}
		few.openLesson(e.Name)
		few.Update(nil)
		checkFits(t, few)
	}
	if faults := m.setShown(given("lesson", "bach-theorem-2")); len(faults) != 1 {
		t.Errorf("an experiment that does not exist: %v", faults)
	}
}

// TestExperimentsOpenOnTheirValues: knobs and swept values are those of the paper. For a figure of K itself m is n.
func TestExperimentsOpenOnTheirValues(t *testing.T) {
	for name, want := range map[string]struct {
		n            int
		m            float64
		first, value float64 // of the swept parameter: the least one, and the knob's
	}{
		"bach-rates":            {400, 400, 3, 30},
		"bach-spline-1":         {200, 200, 1, 17.320508},
		"bach-theorem-1":        {512, 100, 1, 10},
		"chen-figure-2":         {1000, 56, 14, 56},
		"low-rank-fourier-norm": {500, 200, 10, 200}, // of 800 features only 500 are possible
		"squeak-table-1-ink":    {500, 100, 100, 500},
	} {
		e, _ := paper.Find(name)
		m := lessonToy(t, approx.Methods(), "braille", "none", 100, 30)
		m.Launch = func(job.Kind, job.Work) {}
		m.carryOut([]screen.Do{screen.Read(e.Name)})
		s := m.Setting
		budget, value := s.Value(model.Budget(nil)), s.Value(m.AxisParam())
		if first := m.Swept().Values[0]; s.Spec.N != want.n || budget != want.m || first != want.first ||
			math.Abs(value-want.value) > 1e-6 {
			t.Errorf("%s opens with n = %d, m = %g, %s = %g from %g on; want %+v", name, s.Spec.N, budget, m.Swept().Name,
				value, first, want)
		}
		if runnable := s.Runnable(); runnable.Values[model.TrainRowsName] != 0 {
			t.Errorf("%s computes at n = %g", name, runnable.Values[model.TrainRowsName])
		}
	}
}

// TestExperimentsSayOtherValues: an experiment is swept over the paper's values, or its text says why not.
func TestExperimentsSayOtherValues(t *testing.T) {
	m := lessonToy(t, approx.Methods(), "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	for _, e := range paper.All() {
		l := e.Lesson(approx.Methods())
		if l.Data == "" {
			continue
		}
		if len(l.Spec.Over) != 1 {
			t.Fatalf("%s sweeps %v", e.Name, l.Spec.Over)
		}
		m.Note = lab.Note{}
		m.carryOut([]screen.Do{screen.Read(e.Name)})
		same := l.Spec.Over[0].Values == nil || // around one value there are others
			slices.Equal(m.Swept().Values, l.Spec.Over[0].Values)
		const note = "the explorer takes m up to n"
		if said := strings.Contains(l.Before, note); said == same || m.Note.Alarm || len(m.Swept().Values) == 1 {
			t.Errorf("%s: %v of %v, and the text is %s\n%v", e.Name, m.Swept(), l.Spec.Over, l.Before, m.Note)
		}
	}
}

// TestShownAtTheStart: the explorer begins with what an experiment is about, over a result
// where its chart is.
func TestShownAtTheStart(t *testing.T) {
	look := screentest.Look("braille", "none")
	e, _ := paper.Find("bach-newton")
	l := e.Lesson(approx.Methods())
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(20 * time.Second) })
	for over, want := range map[string]string{"m": "", "seconds": "time", "nothing": ""} {
		m := newExplorer(Config{Source: l.Source, Spec: l.Spec, Methods: approx.Methods(), Workers: 1,
			Shown: lab.Shown{Figures: []string{"risk_exact", "risk", "accuracy_test"}, Over: over}}, look, r, time.Now)
		// of a target of classes there is no risk
		if got := m.figure().Column; got != "accuracy_test" || m.against() != want {
			t.Errorf("over %s: %s over %q", over, got, m.against())
		}
	}
}
