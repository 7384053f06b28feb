package regression

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/model/tune"
	"gramscope/ui/chart"
	"gramscope/ui/curve"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
)

// madeUp is what a search of the toy methods might have found. On its front are plain m=5, plain m=10 and eager
// m=20; the choice is plain m=10.
func madeUp() Answer {
	a := Answer{Loss: "rmse", Folds: 5, N: 40, Rows: 32, Part: 32, Done: 9, All: 30, Elapsed: 7 * time.Second,
		Choice: 1,
		Said:   []string{"plain m=10: chosen as the cheapest near the least rmse", "no time, on 32 rows, for idle m=20"}}
	for _, t := range []struct {
		method        string
		m             float64
		seconds, loss float64
	}{{"plain", 5, 0.001, 0.9}, {"plain", 10, 0.004, 0.51}, {"eager", 5, 0.01, 0.8}, {"eager", 20, 0.1, 0.5},
		{"plain", 20, 0.2, 0.55}} {
		of := tune.Configuration{Method: t.method, Values: model.Values{model.BudgetName: t.m}, Stored: 1600}
		a.Tried = append(a.Tried, Tried{Configuration: of, Text: fmt.Sprintf("%s m=%v", t.method, t.m),
			Gamma: 4, Sigma: 1 / math.Sqrt(8), Mu: 0.1, Loss: tune.Estimate{Mean: t.loss, SE: 0.02},
			Test: math.NaN(), Seconds: t.seconds, Rows: 32})
	}
	return a
}

// searching is a toy whose search has found what madeUp returns, and is still running.
func searching(t *testing.T) *screentest.Bench[*Screen] {
	t.Helper()
	m, _ := toy(t)
	feed(m, 7)
	m.Press(0, "s")
	m.Pick("25s")
	m.Send(madeUp())
	return m
}

// TestSearchIsCharted: a mark for each setting, with its method's sign; the front through those that no other beats; a
// line at the choice; the title says what is under the cursor, which the keys move.
func TestSearchIsCharted(t *testing.T) {
	m := searching(t)
	lines := m.Lines(0)
	var front chart.Series
	marks := 0
	for _, s := range lines.Series {
		if s.Name == curve.FrontName {
			front = s
			continue
		}
		at := m.MethodIndex(s.Name)
		if at < 0 || s.Color != at || !s.NoLine {
			t.Errorf("%q has colour %d, and a line: %v", s.Name, s.Color, !s.NoLine)
		}
		marks += len(s.X)
	}
	if want := []float64{0.001, 0.004, 0.1}; marks != 5 || !slices.Equal(front.X, want) || !front.Dashed {
		t.Errorf("%d marks; the front is at %v, want %v", marks, front.X, want)
	}
	if lines.X.Scale != chart.Log || len(lines.VLines) != 1 || lines.VLines[0].X != 0.004 ||
		lines.VLines[0].Label != "choice" {
		t.Errorf("the x axis is %+v, the choice at %+v", lines.X, lines.VLines)
	}
	for _, step := range []struct{ key, at string }{
		{"", "plain m=10"}, {"right", "eager m=5"}, {"right", "eager m=20"}, {"up", "plain m=20"}, {"right", "plain m=20"},
		{"left", "eager m=20"}, {"down", "eager m=5"}, {"left", "plain m=10"}, {"left", "plain m=5"}, {"left", "plain m=5"},
		{"*", "plain m=10"},
	} {
		if step.key != "" {
			m.Press(0, step.key)
		}
		if title := m.Title(0, 100); !strings.HasPrefix(title, step.at+" at γ=4 σ=0.354 μ=0.1: rmse 0.") ||
			!strings.Contains(title, "± 0.02, ≈") {
			t.Errorf("after %q the title is %q, want that of %s", step.key, title, step.at)
		}
	}
	m.Screen.Panes().Charts[0].Walk(1)
	if !strings.HasPrefix(m.Title(0, 100), "eager m=5") {
		t.Errorf("] leads to %q", m.Title(0, 100))
	}
	m.Send(madeUp())
	if !strings.HasPrefix(m.Title(0, 100), "eager m=5") {
		t.Error("what comes in moves the cursor")
	}
	text := ansi.Strip(m.Text(0, 60, 20))
	if !strings.Contains(text, "9/30 fits to 32 rows, 18s left") || !strings.Contains(text, "plain") {
		t.Errorf("the chart does not say how far the search is, or whose its marks are:\n%s", text)
	}
	many := madeUp()
	names := []string{"plain", "eager", "spectral", "broken", tune.Exact}
	for i := range many.Tried {
		many.Tried[i].Method = names[i]
	}
	m.Send(many)
	for _, name := range names {
		if text = ansi.Strip(m.Text(0, 20, 24)); !strings.Contains(text, name) {
			t.Errorf("no line above the chart names %s:\n%s", name, text)
		}
	}
}

// TestDroppedSettingsAreFaint: they are not on the front, and the axes are for those that are compared.
func TestDroppedSettingsAreFaint(t *testing.T) {
	m := searching(t)
	found := madeUp()
	for i, of := range []struct{ seconds, loss float64 }{{0.0005, 0.95}, {0.25, 7}, {100, 0.6}} {
		old := found.Tried[0]
		old.Method, old.Text, old.Seconds, old.Loss.Mean, old.Old = "idle", fmt.Sprint("idle m=", i), of.seconds, of.loss,
			true
		found.Tried = append(found.Tried, old)
	}
	found.Tried = append(found.Tried[5:6], append(madeUp().Tried, found.Tried[6:]...)...)
	found.Choice++
	m.Send(found)
	lines := m.Lines(0)
	at := slices.IndexFunc(lines.Series, func(s chart.Series) bool { return s.Name == "idle, on fewer rows" })
	if at < 0 || !lines.Series[at].Faint || !slices.Equal(lines.Series[at].X, []float64{0.0005}) || lines.X.Hi > 1 ||
		lines.Y.Hi > 2 {
		t.Errorf("%+v\n%+v", lines.Series, lines.X)
	}
	if front := lines.Series[len(lines.Series)-1]; front.Name != curve.FrontName || front.X[0] != 0.001 {
		t.Errorf("the front is %+v", front)
	}
	for range 8 {
		m.Press(0, "up")
	}
	if title := m.Title(0, 100); !strings.HasPrefix(title, "idle m=2") || !strings.Contains(title, " on 32 rows") {
		t.Errorf("the cursor does not reach one that is far off, or its rows are not told: %s", title)
	}
}

// TestWhatASearchSays: above its chart, when it has ended, why the choice is one, and what was not reached, as far as
// there is room.
func TestWhatASearchSays(t *testing.T) {
	m := searching(t)
	if text := m.Text(0, 100, 30); strings.Contains(text, "cheapest") {
		t.Errorf("before its end it says\n%s", text)
	}
	found := madeUp()
	found.Partly = true
	m.Send(found, job.Finished{})
	text := m.Text(0, 100, 30)
	said := strings.Join(strings.Fields(text), " ")
	for _, want := range []string{"rmse in 5 folds of 40 rows (fits to 32)",
		"plain m=10: chosen as the cheapest near the least rmse",
		"no time, on 32 rows, for idle m=20"} {
		if !strings.Contains(said, want) || !strings.Contains(text, "┤") {
			t.Errorf("%q is not said above the chart:\n%s", want, text)
		}
	}
	for _, size := range [][2]int{{100, 24}, {48, 20}, {30, 8}, {12, 3}, {1, 1}} {
		text := m.Text(0, size[0], size[1])
		if lines := strings.Split(text, "\n"); len(lines) != size[1] || size[1] == 24 && !strings.Contains(text, "no time") ||
			size[1] == 20 && (!strings.Contains(text, "idle m=20") || !strings.Contains(text, "┤")) {
			t.Errorf("%v: %d lines\n%s", size, len(lines), text)
		}
	}
}

// TestTakingASettingOver: method, m, γ and μ are one change, which u undoes, and the search
// is still of use.
func TestTakingASettingOver(t *testing.T) {
	m := searching(t)
	m.Edit(func(s *lab.Setting) { s.Spec.Methods = []string{"plain"} })
	before := m.Setting
	m.Press(0, "right", "right", "enter")
	now := m.Setting
	if !slices.Equal(now.Spec.Methods, []string{"plain", "eager"}) || now.Value(model.Budget(nil)) != 20 ||
		now.Gamma() != 4 || now.Value(model.Ridge(nil)) != 0.1 {
		t.Errorf("set: %v, %+v", now.Spec.Methods, now.Spec.Assignment)
	}
	if len(m.History) != 1 || m.Methods[m.Pointed].Name != "eager" ||
		!strings.Contains(m.Note.Text, "eager m=20 γ=4 σ=0.354 μ=0.1; u undoes") {
		t.Errorf("%d changes, the table points at %s, note %q", len(m.History), m.Methods[m.Pointed].Name, m.Note.Text)
	}
	m.Press(0, "enter")
	if len(m.History) != 1 || !strings.Contains(m.Note.Text, "already have") {
		t.Errorf("the second enter: %d changes, note %q", len(m.History), m.Note.Text)
	}
	m.Press(0, "*", "enter")
	if m.Setting.Value(model.Budget(nil)) != 10 || len(m.History) != 2 {
		t.Errorf("after another one m = %v, %d changes", m.Setting.Value(model.Budget(nil)), len(m.History))
	}
	m.GoBack()
	m.GoBack()
	if after := m.Setting; !slices.Equal(after.Spec.Methods, before.Spec.Methods) ||
		after.Value(model.Budget(nil)) != 20 || after.Gamma() != before.Gamma() {
		t.Errorf("after undo %v, %+v", after.Spec.Methods, after.Spec.Assignment)
	}
}

// TestTheSentenceNamesTheChoice: once the search has ended, while the cursor is on it and the knobs differ from it.
func TestTheSentenceNamesTheChoice(t *testing.T) {
	m := searching(t)
	const names = "the search chose plain m=10, rmse 0.51 in 5 folds: enter takes it over"
	for _, step := range []struct {
		does func()
		says string
	}{
		{func() {}, ""}, {func() { m.Send(job.Finished{}) }, names}, {func() { m.Press(0, "right") }, ""},
		{func() { m.Press(0, "*") }, names}, {func() { m.Press(0, "enter") }, ""}, {func() { m.GoBack() }, names},
		{func() { m.Edit(func(s *lab.Setting) { s.Spec.Seed++ }) }, ""},
	} {
		if step.does(); m.Screen.Panes().Verdict.Text != step.says {
			t.Errorf("%q, want %q", m.Screen.Panes().Verdict.Text, step.says)
		}
	}
}

// TestTakingExactRegressionOver: it is no method of the table, which points where it did.
func TestTakingExactRegressionOver(t *testing.T) {
	m := searching(t)
	found := madeUp()
	found.Tried[1].Method, found.Tried[1].Text = tune.Exact, tune.Exact
	m.Send(found)
	m.PointAt("eager")
	m.Press(0, "enter")
	if m.Methods[m.Pointed].Name != "eager" || m.Setting.Gamma() != 4 ||
		!strings.HasPrefix(m.Note.Text, "exact regression is not a method of the table; set: exact γ=4") {
		t.Errorf("the table points at %s, γ = %v, note %q", m.Methods[m.Pointed].Name, m.Setting.Gamma(), m.Note.Text)
	}
}

// TestParametersThatAreNotOfTheSetting: those that the search did not read get the values with which it ran.
func TestParametersThatAreNotOfTheSetting(t *testing.T) {
	m, _ := toy(t)
	m.Edit(func(s *lab.Setting) { s.Set(model.TargetRank(nil), 7) })
	at := m.Setting.Clone()
	found := madeUp().Tried[1]
	found.Method = "idle"
	take(&at, found, []model.Name{model.BudgetName, model.TargetRankName}, m.Methods)
	if _, set := at.Spec.Values[model.TargetRankName]; set || at.Spec.Values[model.BudgetName] != 10 ||
		!slices.Contains(at.Spec.Methods, "idle") {
		t.Errorf("taken over: %+v, of %v", at.Spec.Values, at.Spec.Methods)
	}
	found.Method, found.Gamma = tune.Exact, math.NaN()
	before := at.Clone()
	take(&at, found, nil, m.Methods)
	if !slices.Equal(at.Spec.Methods, before.Spec.Methods) || at.Gamma() != before.Gamma() ||
		at.Spec.Values[model.RidgeName] != 0.1 {
		t.Errorf("exact regression without γ: %v, %+v", at.Spec.Methods, at.Spec.Assignment)
	}
}

// TestSearchOfAnotherSetting: m, γ, μ and ticks leave a search as it is; anything else stops it, and what it found
// can't be taken.
func TestSearchOfAnotherSetting(t *testing.T) {
	for name, tt := range map[string]struct {
		turn  func(*lab.Setting)
		stale bool
	}{
		"m":       {func(s *lab.Setting) { s.Set(model.Budget(nil), 30) }, false},
		"γ":       {func(s *lab.Setting) { s.Set(model.Gamma(nil), 30) }, false},
		"μ":       {func(s *lab.Setting) { s.Set(model.Ridge(nil), 30) }, false},
		"methods": {func(s *lab.Setting) { s.Spec.Methods = []string{"idle"} }, false},
		"seed":    {func(s *lab.Setting) { s.Spec.Seed++ }, true},
		"n":       {func(s *lab.Setting) { s.Spec.N = 30 }, true},
		"kernel":  {func(s *lab.Setting) { s.Spec.Kernel = "laplacian" }, true},
		"zeal":    {func(s *lab.Setting) { s.Spec.Values["zeal"] = 5 }, true},
	} {
		m := searching(t)
		m.Note = lab.Note{}
		m.Change(tt.turn)
		if stopped := !m.Screen.answer.running(); stopped != tt.stale ||
			strings.Contains(m.Note.Text, "search has stopped") != tt.stale {
			t.Errorf("%s: the search has stopped: %v, note %q", name, stopped, m.Note.Text)
		}
		before := len(m.History)
		m.Press(0, "right", "enter")
		if taken := len(m.History) > before; taken == tt.stale {
			t.Errorf("%s: a setting was taken over: %v, note %q", name, taken, m.Note.Text)
		}
		if text := m.Text(0, 60, 12); strings.Contains(text, "of another setting") != tt.stale {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// TestSearchAndMapTakeTurns: a search stops the map's work, v and s show either, and the map's work begins anew after
// it.
func TestSearchAndMapTakeTurns(t *testing.T) {
	m, started := toy(t)
	feed(m, 3)
	*started = 0
	m.Press(0, "s")
	m.Pick("2m")
	m.Send(madeUp())
	if *started != 1 || m.Screen.Panes().Charts[0].Lines == nil {
		t.Fatalf("%d jobs begun", *started)
	}
	m.Press(0, "v")
	if m.Screen.Panes().Charts[0].Lines != nil || *started != 1 {
		t.Errorf("v shows no map, or starts its work beside the search: %d jobs", *started)
	}
	m.Send(job.Finished{})
	if *started != 2 {
		t.Errorf("after the search %d jobs have begun, want that of the map", *started)
	}
	m.Press(0, "s")
	m.Pick("found")
	if !strings.HasPrefix(m.Title(0, 100), "plain m=10") || strings.Contains(m.Text(0, 60, 12), "left") {
		t.Errorf("what was found is not shown:\n%s\n%s", m.Title(0, 100), m.Text(0, 60, 12))
	}
	m.Press(0, "v")
	if m.Screen.Panes().Charts[0].Lines != nil {
		t.Error("the map is not shown")
	}
}

// TestASearchThatIsLeft stops, and what it has found stays.
func TestASearchThatIsLeft(t *testing.T) {
	m := searching(t)
	m.Send(screen.Left{})
	m.Follow()
	if m.Screen.answer.running() || !strings.Contains(m.Note.Text, "search has stopped") ||
		!strings.Contains(m.Text(0, 100, 12), "stopped after 7s of 25s, 5 folds of 40 rows: s searches again") {
		t.Errorf("note %q\n%s", m.Note.Text, m.Text(0, 100, 12))
	}
	m.Send(screen.NewData{})
	if m.Screen.Panes().Charts[0].Lines != nil || m.Screen.answer.Key != "" {
		t.Error("what was found stays with other data")
	}
	m = searching(t)
	m.Press(0, "s")
	m.Pick("stop")
	if m.Screen.answer.running() || len(m.Screen.answer.Now.Tried) == 0 {
		t.Error("stop does not stop, or takes away what was found")
	}
}

// TestWhyThereIsNoSearch: without a target, or while computing is frozen, a note says what to do.
func TestWhyThereIsNoSearch(t *testing.T) {
	m, started := toy(t)
	*started = 0
	m.ToggleFrozen()
	m.Press(0, "s")
	if m.Menu.Open || !strings.Contains(m.Note.Text, "f resumes") {
		t.Errorf("frozen: %q", m.Note.Text)
	}
	m.ToggleFrozen()
	m.Edit(func(s *lab.Setting) { s.Store = sweep.NewStore(without{s.Store.Source()}) })
	m.Press(0, "s")
	if m.Menu.Open || !strings.Contains(m.Note.Text, "no target") {
		t.Errorf("without a target: %q", m.Note.Text)
	}
	m.Send(screen.Search(time.Second))
	if m.Screen.answer.running() || *started > 0 {
		t.Error("it searches all the same")
	}
}

// without is a source without a target.
type without struct{ data.Source }

func (without) HasTarget() bool { return false }
