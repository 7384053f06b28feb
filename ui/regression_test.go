package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/widget"
)

func TestRegressionGolden(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 16}, {40, 12}} {
		for _, theme := range themesAt(size[0]) {
			m := learnToy(t, "braille", theme, size[0], size[1])
			feedLearned(t, m, 7)
			golden(t, fmt.Sprintf("regression-%dx%d-%s", size[0], size[1], theme), m.View())
		}
	}
}

func TestRegressionStatesGolden(t *testing.T) {
	for name, columns := range map[string]int{"half": 2, "error": 7, "parts": 7, "ratio": 7, "time": 7, "memory": 7, "stale": 7, "notarget": 0, "ascii": 7} {
		glyphs := "braille"
		if name == "ascii" {
			glyphs = "ascii"
		}
		m := learnToy(t, glyphs, "none", 100, 30)
		if name == "notarget" {
			m.useSource(withoutTarget{m.Setting().Store.Source()}, nil)
		} else {
			feedLearned(t, m, columns)
		}
		if i := slices.Index([]string{"error", "parts", "ratio", "time", "memory"}, name); i > 0 {
			press(m, "tab", "v")
			m.menu.At = i
			press(m, "enter")
			if m.Outcome().Done() == 0 { // another sweep
				feedLearned(t, m, columns)
			}
		}
		if name == "stale" {
			m.panel.Chosen = "m"
			press(m, "+")
		}
		m.layOut()
		golden(t, "regression-"+name, m.View())
	}
}

func TestRegressionInSevenBits(t *testing.T) {
	plain := learnToy(t, "ascii", "none", 120, 60)
	for _, keys := range [][]string{nil, {"?"}, {"tab", "v"}, {"tab", "o"}, {"v"}, {"left", "up"}, {"enter"}} {
		for _, it := range plain.regression().Values() {
			m := learnToy(t, "ascii", "none", 120, 60)
			m.carryOut(m.regression().Update(screen.ShowValue(it.Name)))
			m.follow()
			feedLearned(t, m, 7)
			press(m, keys...)
			checkSevenBits(t, m, keys)
		}
	}
}

// TestSweptOverOfItsOwn: what is chosen here, in the menu or by a command, is the
// screen's, and the setting keeps its own.
func TestSweptOverOfItsOwn(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.focusOn(frame.Second)
	press(m, "o")
	m.menu.At = slices.IndexFunc(m.menu.Items, func(it widget.Item) bool { return it.Name == "gamma" })
	press(m, "enter")
	if m.Swept().Name != "gamma" || m.Setting().Axis.Name != "m" {
		t.Errorf("by the menu over %s, the setting over %s", m.Swept().Name, m.Setting().Axis.Name)
	}
	command(m, "over zeal")
	if m.Swept().Name != "zeal" || m.Setting().Axis.Name != "m" {
		t.Errorf("by a command over %s, the setting over %s", m.Swept().Name, m.Setting().Axis.Name)
	}
}

// TestClassesHaveAccuracies: the table shows the accuracies of classes beside their chart.
func TestClassesHaveAccuracies(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
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
