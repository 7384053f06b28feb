package regression

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen/screentest"
)

func TestFiguresOfTheSecondChart(t *testing.T) {
	m, _ := toy(t)
	feed(m, 7)
	names := func(lines chart.Lines) string {
		var list []string
		for _, s := range lines.Series {
			list = append(list, fmt.Sprintf("%s:%d", s.Name, len(s.X)))
		}
		return strings.Join(list, " ")
	}
	choose := func(label string) chart.Lines {
		m.Press(1, "v")
		m.Pick(label)
		if m.Outcome.Done == 0 { // another sweep
			feed(m, 7)
		}
		return m.Lines(1)
	}
	if got, want := names(m.Lines(1)), "plain:9 eager:9 spectral:9 broken:0 exact:9"; got != want {
		t.Errorf("test error: %s, want %s", got, want)
	}
	if got, want := names(choose("bias and variance")), "bias:9 variance:9 risk:9 exact:9"; got != want {
		t.Errorf("bias and variance: %s, want %s", got, want)
	}
	lines := choose("risk ratio")
	if got, want := names(lines), "plain:9 eager:9 spectral:9 broken:0"; got != want {
		t.Errorf("risk ratio: %s, want %s", got, want)
	}
	var levels []float64
	for _, h := range lines.HLines {
		levels = append(levels, h.Y)
	}
	if !slices.Equal(levels, []float64{1, 1.4, 9}) { // γₛ = μ, ε = ½
		t.Errorf("risk ratio: lines at %v, want 1, 1.4 and 9", levels)
	}
	m.Change(func(s *lab.Setting) { s.Set(model.ScoreRidge(nil), 0.01) })
	feed(m, 7)
	if got, want := names(m.Lines(1)), "plain:9 eager:9 spectral:9 broken:0 squeak:9"; got != want {
		t.Errorf("risk ratio at a fixed γₛ: %s, want %s", got, want)
	}
	if axis := choose("error against time"); m.Outcome.Axis.Name != "m" || axis.X.Scale != chart.Log ||
		axis.X.Title != "~time in s" {
		t.Errorf("error against time is over %s, x axis %+v", m.Outcome.Axis.Name, axis.X)
	}
	lines = choose("error against memory")
	front := lines.Series[0]
	if front.Name != curve.FrontName || len(lines.HLines) != 1 {
		t.Errorf("the front: %s; %d lines", names(lines), len(lines.HLines))
	}
	if lines.HLines[0].Y != m.ExactNow("rmse_test_exact") {
		t.Errorf("the exact regression stands at %v", lines.HLines[0].Y)
	}
}

func TestClassesHaveOtherFigures(t *testing.T) {
	m, _ := toy(t)
	m.Edit(func(s *lab.Setting) { s.Spec.Learner = trial.LearnLogistic })
	m.Restart()
	feed(m, 0)
	m.Press(1, "v")
	for _, it := range m.Menu.Items {
		if strings.Contains(it.Name, "risk") || strings.Contains(it.Name, "error") {
			t.Errorf("%s is offered for classes", it.Name)
		}
	}
	if title := m.Title(1, 40); !strings.Contains(title, "accuracy over μ") {
		t.Errorf("no accuracy: %q", title)
	}
	for k, y := range m.Lines(1).Series[0].Y {
		if rows := m.Outcome.Grid("plain")[k]; y != rows[0].Get("accuracy_test") {
			t.Errorf("the accuracy %v stands at %v", rows[0].Get("accuracy_test"), y)
		}
	}
}

func TestMissingTestRowsAreTold(t *testing.T) {
	m, _ := toy(t)
	for want, act := range map[string]func(){
		"start with --test": func() { m.Edit(func(s *lab.Setting) { s.Spec.Test = 0 }) },
		"n takes all 40 rows": func() {
			m.Edit(func(s *lab.Setting) { s.Store, s.Spec.Test = sweep.NewStore(short40{s.Store.Source()}), 0.2 })
		},
	} {
		act()
		if text := m.Text(1, 60, 20); !strings.Contains(text, want) {
			t.Errorf("no word of %q:\n%s", want, text)
		}
	}
	if it := m.Screen.Values()[1]; it.Unmet != "" {
		t.Errorf("%s needs no test rows: %q", it.Name, it.Unmet)
	}
}

// TestAxesAreDecidedBeforeTheFirstPoint: scale and notation of every figure are the same without a result, with those
// of one repetition and at the end.
func TestAxesAreDecidedBeforeTheFirstPoint(t *testing.T) {
	for _, f := range figuresFor(false) {
		m, _ := toy(t)
		m.Screen.learned.label = f.label
		if m.Screen.learned.absent(f) != "" {
			continue
		}
		m.Restart()
		before := m.Lines(1)
		m.Feed(1, screentest.RegressionRow)
		some := m.Lines(1)
		m.Feed(2, screentest.RegressionRow)
		end := m.Lines(1)
		for name, now := range map[string]chart.Lines{"first": some, "last": end} {
			if now.Y.Scale != before.Y.Scale || now.Y.Notation != before.Y.Notation || now.X.Scale != before.X.Scale ||
				now.X.Notation != before.X.Notation {
				t.Errorf("%s: axes %v %v before, with the %s results %v %v", f.label, before.X, before.Y, name, now.X, now.Y)
			}
		}
	}
}

// TestOneBand: of the second chart the method that is pointed at has a band, and no other.
func TestOneBand(t *testing.T) {
	m, _ := toy(t)
	feed(m, 0)
	for _, name := range []string{"plain", "eager"} {
		m.Point(m.MethodIndex(name))
		banded := []string{}
		for _, s := range m.Lines(1).Series {
			if len(s.Lo) > 0 {
				banded = append(banded, s.Name)
			}
		}
		if len(banded) != 1 || banded[0] != name {
			t.Errorf("pointing at %s, bands are of %v", name, banded)
		}
	}
}
