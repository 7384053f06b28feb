package ui

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/screen/regression"
	"gramscope/ui/session"
	"gramscope/ui/widget"
)

// TestSearchIsASessionAndFiles: a session that is written during a search opens, with the map; the chart is written as
// a drawing; and c has the command.
func TestSearchIsASessionAndFiles(t *testing.T) {
	t.Parallel()
	m := searchToy(t, "braille", 100, 30)
	var written bytes.Buffer
	if err := m.session().Write(&written); err != nil {
		t.Fatal(err)
	}
	s, err := session.Read(&written, "session", m.Methods)
	if err != nil || session.Text(s.Shown, "screen") != "6" {
		t.Fatalf("the session: %+v, %v", s, err)
	}
	for _, f := range m.shown(0).Files() {
		var out bytes.Buffer
		if strings.HasPrefix(f.Name, "chart as ") {
			if err := f.Content()(&out); err != nil || !strings.HasPrefix(f.Suggested, "gramscope-bimodal-search") {
				t.Errorf("%s to %s: %v", f.Name, f.Suggested, err)
			}
		}
		if f.Name == "chart as SVG" &&
			(!strings.Contains(out.String(), "Pareto front") || !strings.Contains(out.String(), "5-fold cross-validation")) {
			t.Error("the drawing names neither front nor loss")
		}
	}
}

// TestSearchByCommand opens the screen and begins a search, whatever screen is shown.
func TestSearchByCommand(t *testing.T) {
	m := searchToy(t, "braille", 100, 30)
	press(m, "1")
	started := m.countWork(regression.Jobs)
	press(m, ":")
	press(m, "search 1h")
	press(m, "enter")
	if m.screen().key != "6" || *started != 1 || m.charts()[0].Lines == nil {
		t.Errorf("screen %s, %d searches", m.screen().key, *started)
	}
	press(m, "]", "[", "x", "y", "x", "y", "e", "t", "esc")
	m.layOut()
}

func TestRegressionInSevenBits(t *testing.T) {
	values := learnToy(t, "ascii", "none", 120, 60).regression().Values()
	all := [][]string{nil, {"?"}, {"tab", "v"}, {"tab", "o"}, {"v"}, {"left", "up"}, {"enter"}}
	for i := range max(len(all), len(values)) {
		keys, value := all[i%len(all)], values[i%len(values)].Name
		m := learnToy(t, "ascii", "none", 120, 60)
		m.carryOut(m.regression().Update(screen.ShowValue(value)))
		m.follow()
		feedLearned(t, m, 7)
		press(m, keys...)
		checkSevenBits(t, m, keys, value)
	}
}

// TestSweptOverOfItsOwn: what is chosen here, in the menu or by a command, is the
// screen's, and the setting keeps its own.
func TestSweptOverOfItsOwn(t *testing.T) {
	m := learnToy(t, "braille", "none", 100, 30)
	m.focusOn(frame.Second)
	press(m, "o")
	m.menu.At = slices.IndexFunc(m.menu.Items, func(it widget.Item) bool { return it.Name == "gamma" })
	press(m, "enter")
	if m.Swept().Name != "gamma" || m.Setting.Axis.Name != "m" {
		t.Errorf("by the menu over %s, the setting over %s", m.Swept().Name, m.Setting.Axis.Name)
	}
	command(m, "over zeal")
	if m.Swept().Name != "zeal" || m.Setting.Axis.Name != "m" {
		t.Errorf("by a command over %s, the setting over %s", m.Swept().Name, m.Setting.Axis.Name)
	}
}

// TestClassesHaveAccuracies: the table shows the accuracies of classes beside their chart.
func TestClassesHaveAccuracies(t *testing.T) {
	m := learnToy(t, "braille", "none", 100, 30)
	editSetting(m, func(s *lab.Setting) { s.Spec.Learner = trial.LearnLogistic })
	m.Restart()
	feedLearned(t, m, 0)
	if view := m.View(); !strings.Contains(view, "accuracy over μ") || !strings.Contains(view, "88.0 %") {
		t.Errorf("no accuracy:\n%s", view)
	}
}

func BenchmarkRegression(b *testing.B) {
	m := learnToy(b, "braille", "dark", 120, 40)
	feedLearned(b, m, 7)
	benchmarkFrame(b, "", m)
}
