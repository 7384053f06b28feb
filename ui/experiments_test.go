package ui

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
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
		opened, err := e.Open(t.Context(), paper.Bench{Methods: approx.Methods()})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m.carryOut([]screen.Do{screen.Set(opened)})
		if got := m.figure().Column; got != want.figure || m.against() != want.against ||
			string(m.Swept().Name) != want.over || m.Note.Alarm || m.at != 0 {
			t.Errorf("%s opens with %s over %s %s (%s), want %+v", name, got, m.Swept().Name, m.against(), m.Note.Text, want)
		}
		const note = "the chart shows the risk ratio, which is 1."
		if said, sufficient := strings.Contains(m.Note.Text, note), e.Runs[0].Compute == "sufficient"; said != sufficient ||
			said != strings.Contains(m.Note.Text, "reproduce "+name+" --check") {
			t.Errorf("%s: the note is %q", name, m.Note.Text)
		}
		press(m, "u")
		if got := m.figure().Column; got != "seconds" {
			t.Errorf("%s: undone, the chart shows %s", name, got)
		}
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
		opened, err := e.Open(t.Context(), paper.Bench{Methods: approx.Methods()})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m.carryOut([]screen.Do{screen.Set(opened)})
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

// TestExperimentsSayOtherValues: an experiment is swept over the paper's values, or a note says why not.
func TestExperimentsSayOtherValues(t *testing.T) {
	m := lessonToy(t, approx.Methods(), "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	for _, e := range paper.All() {
		if !e.BuiltIn() {
			continue
		}
		opened, err := e.Open(t.Context(), paper.Bench{Methods: approx.Methods()})
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		m.Note = lab.Note{}
		m.carryOut([]screen.Do{screen.Set(opened)})
		same := len(opened.Spec.Over) == 0 || len(opened.Spec.Over[0].Values) < 2 || // around one value there are others
			slices.Equal(m.Swept().Values, opened.Spec.Over[0].Values)
		const note = "the explorer takes m up to n"
		if said := strings.Contains(m.Note.Text, note); said == same {
			t.Errorf("%s: %v of %v, and the note is %q", e.Name, m.Swept(), opened.Spec.Over, m.Note.Text)
		}
	}
}

// TestShownAtTheStart: the explorer begins with what an experiment is about, over a result
// where its chart is.
func TestShownAtTheStart(t *testing.T) {
	l := screentest.Look("braille", "none")
	e, _ := paper.Find("bach-newton")
	opened, err := e.Open(t.Context(), paper.Bench{Methods: approx.Methods()})
	if err != nil {
		t.Fatal(err)
	}
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(20 * time.Second) })
	for over, want := range map[string]string{"m": "", "seconds": "time", "nothing": ""} {
		m := newExplorer(Config{Source: opened.Source, Spec: opened.Spec, Methods: approx.Methods(), Workers: 1,
			Shown: lab.Shown{Figures: []string{"risk_exact", "risk", "accuracy_test"}, Over: over}}, l, r, time.Now)
		// of a target of classes there is no risk
		if got := m.figure().Column; got != "accuracy_test" || m.against() != want {
			t.Errorf("over %s: %s over %q", over, got, m.against())
		}
	}
}
