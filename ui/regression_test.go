package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/trial"
	"gramscope/ui/chart"
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

func TestFiguresOfTheSecondChart(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 7)
	names := func(lines chart.Lines) string {
		var list []string
		for _, s := range lines.Series {
			list = append(list, fmt.Sprintf("%s:%d", s.Name, len(s.X)))
		}
		return strings.Join(list, " ")
	}
	choose := func(label string) chart.Lines {
		m.focusOn(frame.Second)
		pickValue(t, m, label)
		if m.Outcome().Done() == 0 { // another sweep
			feedLearned(t, m, 7)
		}
		return m.linesOf(onLearned)
	}
	if got, want := names(m.linesOf(onLearned)), "plain:9 eager:9 spectral:9 broken:0 exact:9"; got != want {
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
	m.change(func(s *lab.Setting) { s.Set(model.ScoreRidge(nil), 0.01) })
	feedLearned(t, m, 7)
	if got, want := names(m.linesOf(onLearned)), "plain:9 eager:9 spectral:9 broken:0 squeak:9"; got != want {
		t.Errorf("risk ratio at a fixed γₛ: %s, want %s", got, want)
	}
	if axis := choose("error against time"); m.Outcome().Axis().Name != "m" || axis.X.Scale != chart.Log || axis.X.Title != "~s" {
		t.Errorf("error against time is over %s, x axis %+v", m.Outcome().Axis().Name, axis.X)
	}
	lines = choose("error against memory")
	front := lines.Series[len(lines.Series)-1]
	if front.Name != "front" || len(lines.HLines) != 1 {
		t.Errorf("the front: %s; %d lines", names(lines), len(lines.HLines))
	}
	if lines.HLines[0].Y != m.ExactNow("rmse_test_exact") {
		t.Errorf("the exact regression stands at %v", lines.HLines[0].Y)
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

func TestClassesHaveOtherFigures(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	editSetting(m, func(s *lab.Setting) { s.Spec.Learner = trial.LearnLogistic })
	m.Restart()
	feedLearned(t, m, 0)
	m.focusOn(frame.Second)
	press(m, "v")
	for _, it := range m.menu.Items {
		if strings.Contains(it.Name, "risk") || strings.Contains(it.Name, "error") {
			t.Errorf("%s is offered for classes", it.Name)
		}
	}
	press(m, "esc")
	m.layOut()
	if view := m.View(); !strings.Contains(view, "accuracy over μ") || !strings.Contains(view, "88.0 %") {
		t.Errorf("no accuracy:\n%s", view)
	}
}

// TestIterationsOfASolver: the chart of a solver's iterations has a curve for each method
// that it preconditions, and of the direct solver it says how to have one.
func TestIterationsOfASolver(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	unmet := func() string {
		all := m.regression().Values()
		return all[slices.Index(widget.Names(all), "solver iterations")].Unmet
	}
	if why := unmet(); !strings.Contains(why, "--solver pcg") {
		t.Errorf("with the direct solver: %q", why)
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Solver = trial.SolverPCG })
	if why := unmet(); why != "" {
		t.Errorf("with pcg: %q", why)
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Test = 0 })
	if why := unmet(); why != "" {
		t.Errorf("without test rows: %q", why)
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Test = 0.2 })
	m.focusOn(frame.Second)
	pickValue(t, m, "solver iterations")
	feedLearned(t, m, 7)
	lines := m.linesOf(onLearned)
	for k, s := range lines.Series[:3] {
		if len(s.X) != 9 {
			t.Fatalf("%s has %d values", s.Name, len(s.X))
		}
		for i, y := range s.Y {
			if want := math.Ceil(float64(k+1) / s.X[i]); y != want {
				t.Errorf("%s: %v iterations at μ = %g, want %v", s.Name, y, s.X[i], want)
			}
		}
	}
	if len(lines.Series) != 4 || !strings.Contains(m.View(), "solver iterations over μ") {
		t.Errorf("%d curves:\n%s", len(lines.Series), m.View())
	}
}

// TestResidualOverIterations: what each tolerance takes, as points of the residual over the
// iterations, in steps that can be counted.
func TestResidualOverIterations(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	editSetting(m, func(s *lab.Setting) { s.Spec.Solver, s.Spec.Test = trial.SolverPCG, 0 })
	m.focusOn(frame.Second)
	pickValue(t, m, "residual against iterations")
	if m.Swept().Name != "tolerance" {
		t.Fatalf("over %s", m.Swept().Name)
	}
	feedLearned(t, m, 7)
	lines := m.linesOf(onLearned)
	tolerances := m.Outcome().Axis().Values
	for k, s := range lines.Series[:3] {
		if len(s.X) < 9 || len(s.X) != len(s.Y) {
			t.Fatalf("%s has %d points", s.Name, len(s.X))
		}
		for i, x := range s.X[:len(tolerances)] {
			want := math.Ceil(float64(k+1)/m.Setting().Value(model.Ridge(nil), m.Widths())) * math.Round(-math.Log10(tolerances[i])) / 9
			if x != want || s.Y[i] != tolerances[i]/2 {
				t.Errorf("%s: %v is left after %v iterations, want %v after %v", s.Name, s.Y[i], x, tolerances[i]/2, want)
			}
		}
	}
	if lines.X.Scale != chart.Linear || lines.Y.Scale != chart.Log {
		t.Errorf("the axes are %v and %v", lines.X.Scale, lines.Y.Scale)
	}
	if view := m.View(); !strings.Contains(view, "▸residual against iterations   ╌╌ front") {
		t.Errorf("the title:\n%s", view)
	}
}

func TestMissingTestRowsAreTold(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	for want, act := range map[string]func(){
		"start with --test": func() { editSetting(m, func(s *lab.Setting) { s.Spec.Test = 0 }) },
		"n takes all 40 rows": func() {
			editSetting(m, func(s *lab.Setting) { s.Store, s.Spec.Test = sweep.NewStore(short40{s.Store.Source()}), 0.2 })
		},
	} {
		act()
		redraw(m)
		if view := m.View(); !strings.Contains(view, want) {
			t.Errorf("no word of %q:\n%s", want, view)
		}
	}
	if it := m.regression().Values()[1]; it.Unmet != "" {
		t.Errorf("%s needs no test rows: %q", it.Name, it.Unmet)
	}
}

func BenchmarkRegression(b *testing.B) {
	m := learnToy(b, "braille", "dark", 120, 40)
	feedLearned(b, m, 7)
	benchmarkFrame(b, "", m)
}
