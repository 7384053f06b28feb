package ui

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/chart"
)

// learnToy is an explorer on the regression screen, whose work does not start.
func learnToy(t testing.TB, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	m := newToy(t, glyphs, theme, w, h)
	m.launch = func(lane, work) {}
	m.setting.spec.Test = 0.2
	m.Init()
	m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}})
	press(m, "6")
	return m
}

// feedLearned gives it made-up results: all of the sweep, and so many columns of
// the first map.
func feedLearned(t testing.TB, m *explorer, columns int) {
	t.Helper()
	task := &task{setting: m.setting.clone(), methods: m.methods, widths: m.widths()}
	spec, err := task.fixWidth(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	spec.Methods = m.setting.active(m.methods)
	now, err := sweep.Prepare(t.Context(), spec, m.methods, m.setting.store)
	if err != nil {
		t.Fatal(err)
	}
	spec.Over = []sweep.Axis{*m.swept()}
	grid, err := sweep.Prepare(t.Context(), spec, m.methods, m.setting.store)
	if err != nil {
		t.Fatal(err)
	}
	m.receive(sweepLane, prepared{now: now, grid: grid})
	for i, c := range now.Cells {
		m.receive(sweepLane, row{result: madeUpFit(now.Asked(c), i%len(spec.Methods))})
	}
	points := len(spec.Over[0].Values)
	for i, c := range grid.Cells {
		m.receive(sweepLane, row{onGrid: true, point: i / len(spec.Methods) % points, result: madeUpFit(grid.Asked(c), i%len(spec.Methods))})
	}
	m.receive(sweepLane, finished{})
	on := madeUpGrounds()
	m.receive(tuneLane, searching{on: on})
	for _, gamma := range []int{1, 5, 3, 0, 2, 4, 6}[:columns] {
		m.receive(tuneLane, madeUpColumn(on, "plain", gamma, on.folds))
	}
	m.arrange()
}

// madeUpFit is a made-up row with a regression, best at μ = 0.1.
func madeUpFit(r sweep.Result, method int) sweep.Result {
	r = madeUp(r, method)
	off := math.Abs(math.Log10(r.Mu) + 1)
	rmse := 0.5 + 0.1*float64(method) + 0.05*off*off + 0.01*float64(r.Rep) + 3/r.Params["m"]
	nan := math.NaN()
	r.Seconds *= r.Params["m"] / 20
	r.Regression = &sweep.Regression{RMSETrain: rmse / 2, RMSETest: rmse, R2Test: 1 - rmse, DF: nan, GCV: nan, LOO: nan,
		Bias: 0.01 * r.Mu, Variance: 0.001 / r.Mu, Risk: 0.01*r.Mu + 0.001/r.Mu, KRRError: nan, RMSETestExact: 0.4 + 0.04*off*off,
		RiskExact: 0.005*r.Mu + 0.001/r.Mu, RiskRatio: 1 + 0.2*float64(method+1)*r.Mu, AccuracyTest: 0.9 - 0.02*off, LogLossTest: 0.3 + off/10}
	if r.Failure != "" {
		r.Regression = nil
	}
	return r
}

func madeUpGrounds() grounds {
	gammas := make([]float64, 7)
	for i := range gammas {
		gammas[i] = 0.25 * math.Pow(4, float64(i))
	}
	return grounds{gammas: gammas, mus: tune.DefaultMus(), methods: []string{"plain", tune.Exact}, loss: "rmse", gain: "r2", folds: 5, n: 40, of: 40}
}

// madeUpColumn is a column of a map whose best cell is at γ = 4·16 and μ = 0.01.
func madeUpColumn(on grounds, method string, gamma, folds int) tune.Event {
	e := tune.Event{Method: method, Gamma: gamma, Folds: folds}
	for row := range on.mus {
		v := 0.5 * (1 + 0.1*math.Pow(float64(gamma-4), 2) + 0.05*math.Pow(float64(row-2), 2))
		if method == tune.Exact {
			v -= 0.1
		}
		e.Scores = append(e.Scores, tune.Score{Folds: folds, Loss: tune.Estimate{Mean: v, SE: v / 20}})
	}
	return e
}

func TestRegressionGolden(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 16}, {40, 12}} {
		for _, theme := range []string{"none", "dark"} {
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
			m.useSource(withoutTarget{m.setting.store.Source()}, nil)
		} else {
			feedLearned(t, m, columns)
		}
		if i := slices.Index([]string{"error", "parts", "ratio", "time", "memory"}, name); i > 0 {
			press(m, "tab", "v")
			m.menu.at = i
			press(m, "enter")
			if m.out.done == 0 { // another sweep
				feedLearned(t, m, columns)
			}
		}
		if name == "stale" {
			m.panel.chosen = "m"
			press(m, "+")
		}
		m.arrange()
		golden(t, "regression-"+name, m.View())
	}
}

// withoutTarget is a source whose target nobody has chosen.
type withoutTarget struct{ data.Source }

func (withoutTarget) HasTarget() bool { return false }
func (s withoutTarget) Draw(n int, test float64, rng *rand.Rand) (*data.Set, *data.Set, error) {
	train, rest, err := s.Source.Draw(n, test, rng)
	for _, set := range []*data.Set{train, rest} {
		if set != nil {
			set.Y, set.Truth = nil, nil
		}
	}
	return train, rest, err
}

func TestRegressionInSevenBits(t *testing.T) {
	for _, keys := range [][]string{nil, {"?"}, {"tab", "v"}, {"tab", "o"}, {"v"}, {"left", "up"}, {"enter"}} {
		for figure := range learnedFigures(false) {
			m := learnToy(t, "ascii", "none", 120, 60)
			m.learned.label = learnedFigures(false)[figure].label
			m.follow()
			feedLearned(t, m, 7)
			press(m, keys...)
			for _, r := range strings.ReplaceAll(m.View(), "\n", "") {
				if r < ' ' || r > '~' {
					t.Fatalf("after %v: %q in\n%s", keys, r, m.View())
				}
			}
			if rest := strings.ReplaceAll(m.View(), "? help", ""); m.mode() != inHelp && strings.Contains(rest, "?") {
				t.Errorf("after %v a character has no spelling:\n%s", keys, rest)
			}
		}
	}
}

func TestScreensAreOpenedByDigits(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.launch = func(lane, work) {}
	for _, s := range screens() {
		press(m, s.key)
		if m.screen().key != s.key || !strings.Contains(m.View(), s.key+" "+s.name) {
			t.Errorf("%s does not open %s:\n%s", s.key, s.name, m.View())
		}
	}
	press(m, "5")
	if m.screen().key != "6" {
		t.Errorf("a digit without a screen opened %s", m.screen().name)
	}
	help := strings.Join(m.helpLines(), "\n")
	for _, s := range screens() {
		if !strings.Contains(help, "screen "+s.key+": "+s.name) {
			t.Errorf("the help does not say what %s opens", s.key)
		}
	}
}

// Each screen has a focus of its own, and a small window shows a chart of it.
func TestScreensKeepTheirFocus(t *testing.T) {
	m := learnToy(t, "braille", "none", 40, 12)
	if m.mode() != onHeat {
		t.Fatalf("mode %b on opening, want that of the map", m.mode())
	}
	press(m, "tab", "1", "tab", "tab", "tab")
	if m.mode() != onMethods {
		t.Fatalf("mode %b on the first screen", m.mode())
	}
	press(m, "6")
	if m.mode() != onLearned || !strings.Contains(m.View(), "test error") {
		t.Errorf("mode %b after coming back:\n%s", m.mode(), m.View())
	}
	press(m, "1")
	if m.mode() != onMethods {
		t.Errorf("mode %b back on the first screen", m.mode())
	}
}

func TestMapFillsAndTheCursorFollowsTheBest(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 0)
	if _, _, ok := m.heat.cursor(); ok {
		t.Error("there is a cursor without a figure")
	}
	press(m, "enter")
	if !strings.Contains(m.note.text, "nothing to take over") {
		t.Errorf("enter without a figure: %q", m.note.text)
	}
	on := m.heat.on
	for _, step := range []struct{ gamma, best int }{{1, 1}, {5, 5}, {3, 5}, {4, 4}} { // 3 is as good as 5, which came first
		m.receive(tuneLane, madeUpColumn(on, "plain", step.gamma, on.folds))
		best := step.best
		if step.gamma == 3 {
			best = 3 // of equals the smaller γ
		}
		if column, row, ok := m.heat.cursor(); !ok || column != best || row != 2 {
			t.Errorf("after column %d the cursor is at %d, %d, want %d, 2", step.gamma, column, row, best)
		}
	}
	press(m, "left", "up", "up")
	if column, row, _ := m.heat.cursor(); column != 3 || row != 4 {
		t.Errorf("the cursor is at %d, %d, want 3, 4", column, row)
	}
	m.receive(tuneLane, madeUpColumn(on, "plain", 6, on.folds))
	if column, row, _ := m.heat.cursor(); column != 3 || row != 4 {
		t.Errorf("a figure moved the cursor to %d, %d", column, row)
	}
	for range 10 {
		press(m, "l", "j")
	}
	if column, row, _ := m.heat.cursor(); column != 6 || row != 0 {
		t.Errorf("the cursor is at %d, %d, want the corner 6, 0", column, row)
	}
	press(m, "b")
	if column, row, _ := m.heat.cursor(); column != 4 || row != 2 {
		t.Errorf("b leads to %d, %d, want the best, 4, 2", column, row)
	}
}

func TestTakingOverAndUndoing(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 7)
	gamma, mu := m.setting.gamma(m.widths()), m.setting.value(model.Ridge(nil), m.widths())
	key := m.heat.key
	press(m, "right", "up", "enter")
	if g, u := m.setting.gamma(m.widths()), m.setting.value(model.Ridge(nil), m.widths()); g != m.heat.on.gammas[5] || u != m.heat.on.mus[3] {
		t.Fatalf("taken over: γ = %v, μ = %v", g, u)
	}
	if !strings.Contains(m.note.text, "γ=256") || !strings.Contains(m.note.text, "rmse 0.575 ± 0.03") || !strings.Contains(m.note.text, "u undoes") {
		t.Errorf("note %q", m.note.text)
	}
	if m.heat.key != key {
		t.Error("another γ and μ on the map ask for another map")
	}
	press(m, "enter")
	if len(m.undone) != 1 || !strings.Contains(m.note.text, "there already") {
		t.Errorf("the second enter: %d changes, note %q", len(m.undone), m.note.text)
	}
	press(m, "u")
	if g, u := m.setting.gamma(m.widths()), m.setting.value(model.Ridge(nil), m.widths()); g != gamma || u != mu {
		t.Errorf("after undo γ = %v, μ = %v, want %v and %v", g, u, gamma, mu)
	}
}

func TestExactMapComesLast(t *testing.T) {
	for _, keys := range [][]string{nil, {"left"}, {"v", "v"}} {
		m := learnToy(t, "braille", "none", 120, 40)
		feedLearned(t, m, 7)
		if h, _, _ := m.heat.now(); h.method != "plain" {
			t.Fatalf("the map of %s is shown first", h.method)
		}
		press(m, keys...)
		want := tune.Exact
		if keys != nil {
			want = "plain"
		}
		for gamma := range m.heat.on.gammas {
			if h, _, _ := m.heat.now(); h.method != "plain" {
				t.Errorf("the map of %s is shown before it is complete", h.method)
			}
			m.receive(tuneLane, madeUpColumn(m.heat.on, tune.Exact, gamma, m.heat.on.folds))
		}
		m.receive(tuneLane, finished{})
		if h, _, _ := m.heat.now(); h.method != want {
			t.Errorf("after %v the map of %s is shown at the end, want %s", keys, h.method, want)
		}
		if press(m, "v"); !m.heat.picked {
			t.Error("v picks no map")
		}
		if h, _, _ := m.heat.now(); h.method == want {
			t.Errorf("v leaves the map of %s", want)
		}
	}
}

// What a map depends on asks for another; γ and μ on it do not.
func TestWhatAsksForAnotherMap(t *testing.T) {
	for name, tt := range map[string]struct {
		act  func(*explorer)
		want bool
	}{
		"γ":              {func(m *explorer) { m.panel.chosen = "gamma"; press(m, "+") }, false},
		"σ":              {func(m *explorer) { m.panel.chosen = "sigma"; press(m, "+") }, false},
		"μ":              {func(m *explorer) { m.panel.chosen = "mu"; press(m, "+") }, false},
		"γ off the map":  {func(m *explorer) { m.panel.chosen = "gamma"; press(m, ">", ">", ">") }, true},
		"μ off the map":  {func(m *explorer) { m.panel.chosen = "mu"; press(m, "<", "<", "<") }, true},
		"m":              {func(m *explorer) { m.panel.chosen = "m"; press(m, "+") }, true},
		"n":              {func(m *explorer) { m.panel.chosen = "n"; press(m, "-") }, true},
		"seed":           {func(m *explorer) { press(m, "r") }, true},
		"kernel":         {func(m *explorer) { m.panel.chosen = "kernel"; press(m, "+") }, true},
		"another's zeal": {func(m *explorer) { m.panel.chosen = "zeal"; press(m, "+") }, false},
		"own zeal":       {func(m *explorer) { m.table.at = 1; m.panel.chosen = "zeal"; press(m, "+") }, true},
		"the pointer on a method that runs": {func(m *explorer) {
			m.focusOn(methodsPane)
			press(m, "down")
		}, true},
		"the pointer on one that does not": {func(m *explorer) {
			m.focusOn(methodsPane)
			press(m, "up")
		}, false},
		"another figure": {func(m *explorer) { press(m, "tab", "v", "down", "enter") }, false},
	} {
		m := learnToy(t, "braille", "none", 120, 40)
		feedLearned(t, m, 7)
		started := 0
		m.launch = func(l lane, _ work) {
			if l == tuneLane {
				started++
			}
		}
		tt.act(m)
		if (started > 0) != tt.want {
			t.Errorf("%s: %d searches started, want some: %v", name, started, tt.want)
		}
		if _, _, stale := m.heat.now(); stale != tt.want {
			t.Errorf("%s: the map at hand is stale: %v", name, stale)
		}
	}
}

func TestStaleMapCannotBeTaken(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 7)
	m.panel.chosen = "m"
	press(m, "+")
	before := len(m.undone)
	press(m, "enter")
	if len(m.undone) != before || !strings.Contains(m.note.text, "setting before") {
		t.Errorf("%d changes, note %q", len(m.undone)-before, m.note.text)
	}
	on := madeUpGrounds()
	m.receive(tuneLane, searching{on: on})
	if _, _, stale := m.heat.now(); !stale {
		t.Error("the map before is gone before there is a figure")
	}
	m.receive(tuneLane, madeUpColumn(on, "plain", 1, 1))
	if h, _, stale := m.heat.now(); stale || h.folds() != 1 {
		t.Error("the first figure does not end the life of the map before")
	}
}

func TestFailuresOnTheMap(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 3)
	e := madeUpColumn(m.heat.on, "plain", 4, 1)
	e.Failure = "the toy is broken"
	for i := range e.Scores {
		e.Scores[i] = tune.Score{Failure: e.Failure, Loss: tune.Estimate{Mean: math.NaN(), SE: math.NaN()}}
	}
	m.receive(tuneLane, e)
	m.heat.place(4, 2)
	m.arrange()
	if view := m.View(); !strings.Contains(view, "×") || !strings.Contains(view, "the toy is broken") {
		t.Errorf("the failed cells are not to be seen:\n%s", view)
	}
	press(m, "b")
	if column, _, _ := m.heat.cursor(); column == 4 {
		t.Error("a failed cell is the best")
	}
	m.receive(tuneLane, refusal{&sweep.SpecError{Problem: "this can't be searched", Remedy: "lower --n or --m, or raise --max-memory"}})
	m.arrange()
	if view := m.View(); !strings.Contains(view, "lower n or m") || !m.note.alarm {
		t.Errorf("a refused search does not say why:\n%s", view)
	}
}

// TestSearchFlow searches with real work: on opening the screen, again after a
// change, and not on the first screen.
func TestSearchFlow(t *testing.T) {
	m := run(t)
	m.change(func(s *setting) { s.spec.Test = 0.2 })
	settle(t, m)
	if m.heat.key != "" {
		t.Fatal("the first screen searches")
	}
	press(m, "6")
	settle(t, m)
	if len(m.heat.maps) != 2 || m.heat.maps[0].method != "plain" || m.heat.maps[1].method != tune.Exact {
		t.Fatalf("maps %+v", m.heat.maps)
	}
	for _, h := range m.heat.maps {
		for _, e := range h.columns {
			if e.Folds != heatFolds || e.Failure != "" {
				t.Fatalf("%s: a column with %d folds, failure %q", h.method, e.Folds, e.Failure)
			}
		}
	}
	h, on, stale := m.heat.now()
	column, row, ok := h.best()
	if stale || !ok || h.method != tune.Exact {
		t.Fatalf("the map of %s is shown, stale %v, best %v", h.method, stale, ok)
	}
	for c := range on.gammas {
		for r := range on.mus {
			if h.value(c, r) < h.value(column, row) {
				t.Errorf("cell %d, %d is better than the best", c, r)
			}
		}
	}
	if curves := m.learnedLines().Series; len(curves) == 0 || len(curves[0].X) != len(m.learned.axis.Values) {
		t.Errorf("%d curves of the test error", len(curves))
	}
	if rows, _ := m.figures("plain"); len(rows) == 0 || !(rows[0].Regression.RiskRatio > 0) {
		t.Error("the present setting is not compared with the exact regression")
	}
	press(m, "enter")
	settle(t, m)
	if got := m.setting.gamma(m.widths()); got != on.gammas[column] {
		t.Errorf("γ = %v taken over, want %v", got, on.gammas[column])
	}
	press(m, "1")
	settle(t, m)
	key := m.heat.key
	press(m, "r")
	settle(t, m)
	if m.heat.key != key {
		t.Error("a search starts on the first screen")
	}
	press(m, "6")
	settle(t, m)
	if m.heat.key == key || !m.heat.done {
		t.Error("no search for the seed that was changed meanwhile")
	}
}

// Leaving the screen ends a search, and what it still sends is dropped.
func TestLeavingStopsTheSearch(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 2)
	r := m.runner
	sent := make(chan struct{})
	r.start(tuneLane, func(_ context.Context, post func(any)) {
		post(madeUpColumn(madeUpGrounds(), "plain", 4, 5))
		close(sent)
	})
	<-sent
	press(m, "1")
	m.Update(wake{})
	if m.heat.maps[0].columns[4].Folds > 0 {
		t.Error("a figure of the search that was stopped came through")
	}
	started := 0
	m.launch = func(l lane, _ work) {
		if l == tuneLane {
			started++
		}
	}
	press(m, "6")
	if started != 1 {
		t.Errorf("%d searches on coming back, want 1", started)
	}
	if _, _, stale := m.heat.now(); !stale {
		t.Error("the unfinished map is gone")
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
		m.focusOn(secondPane)
		pickValue(t, m, label)
		if m.out.done == 0 { // another sweep
			feedLearned(t, m, 7)
		}
		return m.learnedLines()
	}
	if got, want := names(m.learnedLines()), "plain:9 eager:9 spectral:9 broken:0 exact:9"; got != want {
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
	m.change(func(s *setting) { s.set(model.ScoreRidge(nil), 0.01) })
	feedLearned(t, m, 7)
	if got, want := names(m.learnedLines()), "plain:9 eager:9 spectral:9 broken:0 squeak:9"; got != want {
		t.Errorf("risk ratio at a fixed γₛ: %s, want %s", got, want)
	}
	if axis := choose("error against time"); m.out.axis.Name != "m" || axis.X.Scale != chart.Log || axis.X.Title != "~s" {
		t.Errorf("error against time is over %s, x axis %+v", m.out.axis.Name, axis.X)
	}
	lines = choose("error against memory")
	front := lines.Series[len(lines.Series)-1]
	if front.Name != "front" || len(lines.HLines) != 1 {
		t.Errorf("the front: %s; %d lines", names(lines), len(lines.HLines))
	}
	if lines.HLines[0].Y != m.exactNow("rmse_test_exact") {
		t.Errorf("the exact regression stands at %v", lines.HLines[0].Y)
	}
}

func TestClassesHaveOtherFigures(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.setting.spec.Learner = sweep.LearnLogistic
	m.restart()
	feedLearned(t, m, 0)
	m.focusOn(secondPane)
	press(m, "v")
	for _, it := range m.menu.items {
		if strings.Contains(it.name, "risk") || strings.Contains(it.name, "error") {
			t.Errorf("%s is offered for classes", it.name)
		}
	}
	press(m, "esc")
	m.arrange()
	if view := m.View(); !strings.Contains(view, "accuracy over μ") || !strings.Contains(view, "88.0 %") {
		t.Errorf("no accuracy:\n%s", view)
	}
	if spec := m.heatSpec(); slices.Contains(spec.Methods, tune.Exact) || spec.Learner != sweep.LearnLogistic {
		t.Errorf("the search %+v", spec)
	}
}

func TestMissingTestRowsAreTold(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	for want, act := range map[string]func(){
		"start with --test":   func() { m.setting.spec.Test = 0 },
		"n takes all 40 rows": func() { m.setting.store = sweep.NewStore(short40{m.setting.store.Source()}); m.setting.spec.Test = 0.2 },
	} {
		act()
		m.dirty = true
		m.arrange()
		if view := m.View(); !strings.Contains(view, want) {
			t.Errorf("no word of %q:\n%s", want, view)
		}
	}
	if got := m.notLearned(learnedFigures(false)[1]); got != "" {
		t.Errorf("bias and variance need no test rows: %q", got)
	}
}

// short40 is a source of 40 rows.
type short40 struct{ data.Source }

func (short40) Rows() int { return 40 }

func TestClickOnACell(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 7)
	press(m, "tab")
	r := m.layout.panes[firstPane]
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	x, y := -1, -1
	for i, line := range lines { // the row of μ = 1
		if label, _, ok := strings.Cut(string([]rune(line)[r.x:r.x+12]), "┤"); ok && strings.TrimSpace(label) == "1" {
			x, y = r.x+ansi.StringWidth(label)+1, i
		}
	}
	if y < 0 {
		t.Fatalf("no row of μ = 1:\n%s", m.View())
	}
	m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft})
	if column, row, ok := m.heat.cursor(); !ok || column != 0 || row != 4 || m.focus != firstPane {
		t.Errorf("the cursor is at %d, %d, the focus on %d", column, row, m.focus)
	}
}

func TestLargeNIsSampledForTheMap(t *testing.T) {
	m := learnToy(t, "braille", "none", 120, 40)
	m.change(func(s *setting) { s.spec.N = 3000 })
	m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}})
	spec := m.heatSpec()
	if spec.N != heatRows || !slices.Contains(spec.Methods, tune.Exact) {
		t.Errorf("a search on %d rows of %v", spec.N, spec.Methods)
	}
	on := madeUpGrounds()
	on.n, on.of = heatRows, 3000
	m.receive(tuneLane, searching{on: on})
	m.receive(tuneLane, madeUpColumn(on, "plain", 1, 5))
	m.arrange()
	if !strings.Contains(m.View(), "rmse of plain, 1000 rows") || !strings.Contains(m.note.text, "1000 of the 3000 rows") {
		t.Errorf("the map does not say how many rows it is of:\n%s", m.View())
	}
}

func BenchmarkRegression(b *testing.B) {
	m := learnToy(b, "braille", "dark", 120, 40)
	feedLearned(b, m, 7)
	b.Run("view", func(b *testing.B) {
		for b.Loop() {
			m.View()
		}
	})
	b.Run("charts", func(b *testing.B) {
		for b.Loop() {
			m.dirty = true
			m.arrange()
		}
	})
}
