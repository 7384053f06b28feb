package ui

import (
	"context"
	"fmt"
	"html"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/lesson"
	"gramscope/model/sweep"
	"gramscope/ui/frame"
	"gramscope/ui/markdown"
	"gramscope/ui/screen/screentest"
)

// allLessons are read once for all tests.
var allLessons = sync.OnceValue(func() []lesson.Lesson { return lesson.All(approx.Methods()) })

// lessonMethods are the real ones that lessons need.
func lessonMethods() []model.Method {
	return slices.DeleteFunc(approx.Methods(), func(m model.Method) bool {
		return !slices.ContainsFunc(allLessons(),
			func(l lesson.Lesson) bool { return slices.Contains(l.Spec.Methods, m.Name) })
	})
}

// lessonToy is an explorer with those methods on 40 points.
func lessonToy(t testing.TB, methods []model.Method, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	l := screentest.Look(glyphs, theme)
	spec := sweep.DefaultSpec(40)
	spec.Methods, spec.Reps = []string{"nystrom"}, 1
	spec.Values["m"] = 10
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(20 * time.Second) })
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: spec, Methods: methods, Workers: 2, Version: "test"},
		l, r,
		func() time.Time { return start })
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return m
}

// opened is the lesson that is open, "" for none.
func opened(m *explorer) string {
	if !m.lessons.Open {
		return ""
	}
	return m.lessons.Now().Name
}

// verdict is the sign before what the open lesson's claim comes to, in a frame without
// colours.
func verdict(m *explorer) string {
	if found := regexp.MustCompile(`(?m)^│ ([✓✗…]) `).FindStringSubmatch(m.View()); found != nil {
		return found[1]
	}
	return ""
}

// linesBelow is how many lines of the text are below what is seen.
func linesBelow(m *explorer) (count int) {
	if found := regexp.MustCompile(`lines \d+–(\d+) of (\d+)`).FindStringSubmatch(m.View()); found != nil {
		last, _ := strconv.Atoi(found[1])
		all, _ := strconv.Atoi(found[2])
		count = all - last
	}
	return count
}

// skipSteps skips all steps of the open lesson, and scrolls to its beginning.
func skipSteps(m *explorer) {
	const most = 99
	for i := 0; i < most && !strings.Contains(m.Note.Text, "the lesson ends here"); i++ {
		if press(m, " "); m.lessons.Waits() {
			press(m, "S")
		}
	}
	for i := 0; i < most && !strings.Contains(m.Note.Text, "the lesson begins here"); i++ {
		press(m, "backspace")
	}
}

// openByKeys opens a lesson from its list, and skips its steps.
func openByKeys(m *explorer, name string) {
	press(m, "7")
	for range lesson.Names() {
		press(m, "up")
	}
	for range slices.Index(lesson.Names(), name) {
		press(m, "down")
	}
	press(m, "enter")
	skipSteps(m)
}

// accumulateToy is an explorer on the lesson about accumulation, with made-up
// figures: gaussian is the error of a Gaussian sketch, on which the claim depends.
func accumulateToy(t testing.TB, glyphs, theme string, w, h int, gaussian float64) *explorer {
	t.Helper()
	var few []model.Method
	for _, m := range lessonMethods() {
		if slices.Contains([]string{"nystrom", "accumulation", "gaussian-sketch"}, m.Name) {
			few = append(few, m)
		}
	}
	m := lessonToy(t, few, glyphs, theme, w, h)
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	openByKeys(m, "accumulate")
	feedAccumulate(t, m, gaussian)
	return m
}

func feedAccumulate(t testing.TB, m *explorer, gaussian float64) {
	t.Helper()
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	now, err := sweep.Prepare(m.Setting.Spec, m.Methods, m.Setting.Store)
	if err != nil {
		t.Fatal(err)
	}
	spec := m.Setting.Spec.Clone()
	spec.Over = []sweep.Axis{m.Setting.Axis}
	grid, err := sweep.Prepare(spec, m.Methods, m.Setting.Store)
	if err != nil {
		t.Fatal(err)
	}
	figures := func(r sweep.Result) sweep.Result {
		r = screentest.Row(r, 0)
		r.Set("entries", 18000*max(1, r.Params["accum"]))
		switch r.Method {
		case "nystrom":
			r.Set("error", 0.032)
		case "gaussian-sketch":
			r.Set("error", gaussian)
			r.Set("entries", 360000)
		default:
			r.Set("error", 0.0064+0.025/(r.Params["accum"]*r.Params["accum"]))
		}
		r.Set("error", r.Get("error")*(0.99+0.002*float64(r.Rep)))
		return r
	}
	m.receive(job.Sweep, lab.Prepared{Now: now, Grid: grid})
	for _, c := range now.Cells {
		m.receive(job.Sweep, lab.Row{Result: figures(now.EmptyRow(c))})
	}
	methods := len(spec.Methods)
	for i, c := range grid.Cells {
		m.receive(job.Sweep, lab.Row{OnGrid: true, Point: i / methods % len(m.Outcome.Axis.Values),
			Result: figures(grid.EmptyRow(c))})
	}
	m.receive(job.Sweep, job.Finished{})
	m.layOut()
}

// TestLessonSweepsItsParameter: on screen 6, too, which has a sweep of its own, the lesson's parameter is swept.
func TestLessonSweepsItsParameter(t *testing.T) {
	text := strings.Replace(lesson.Example(), "screen: 1\nwatch: error", "screen: 6\nwatch: risk_ratio", 1)
	l, err := lesson.Parse("mine.md", text, approx.Methods())
	if err != nil {
		t.Fatal(err)
	}
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(20 * time.Second) })
	m := newExplorer(Config{Source: l.Source, Spec: l.Spec.Clone(), Methods: approx.Methods(), Workers: 1, Lesson: &l},
		screentest.Look("braille", "none"), r, time.Now)
	m.Update(tea.WindowSizeMsg{Width: 200, Height: 40})
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	for range 2 {
		if got := m.Swept(); got.Name != "m" || !slices.Equal(got.Values, l.Spec.Over[0].Values) {
			t.Errorf("screen %s sweeps %v", m.screen().key, got)
		}
		skipSteps(m)
	}
	if !strings.Contains(m.View(), "risk ratio over m") {
		t.Error(m.View())
	}
	for _, before := range []string{"", "sigma"} {
		m.closeLesson()
		if got := shownIn(m, "regression.over"); got != before {
			t.Errorf("behind the lesson screen 6 is swept over %q, before it over %q", got, before)
		}
		m.setShown(given("regression.over", "sigma"))
		m.openLesson("mine.md")
		m.openLesson("mine.md")
	}
}

// The verdict is of the rows that are there: it waits for them, and says which way.
func TestVerdictFollowsTheRows(t *testing.T) {
	m := accumulateToy(t, "braille", "none", 120, 40, 0.0065)
	if !strings.Contains(m.View(), "│ ✓ a = 1: ") {
		t.Fatalf("the claim does not hold:\n%s", m.View())
	}
	press(m, "+") // the present setting only: the swept parameter is on its grid
	if !strings.Contains(m.View(), "│ … 0 of 180 runs") {
		t.Errorf("no word of the work:\n%s", m.View())
	}
	feedAccumulate(t, m, 0.03)
	if !strings.Contains(m.View(), "│ ✗ a = 1: ") {
		t.Errorf("the claim does not fail:\n%s", m.View())
	}
	press(m, "esc")
	if view := m.View(); strings.Count(view, "✗") != 1 || strings.Contains(view, "✓") {
		t.Errorf("the list does not keep what the claim came to last:\n%s", view)
	}
}

// TestLessonFlow opens a lesson, scrolls, turns a knob, undoes and leaves.
func TestLessonFlow(t *testing.T) {
	t.Parallel()
	m := lessonToy(t, lessonMethods(), "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	lessonFlow(t, m, func(t *testing.T, m *explorer) {
		if m.lessons.Open && m.Setting.Store.Source().Name() == m.lessons.Now().Data &&
			m.Setting.Spec.N == m.lessons.Now().Spec.N {
			feedAccumulate(t, m, 0.0065)
		}
	})
}

// lessonFlow is that of an explorer whose results settle brings.
func lessonFlow(t *testing.T, m *explorer, settle func(*testing.T, *explorer)) {
	m.Init()
	settle(t, m)
	before := m.Setting.Clone()
	press(m, "v", "down", "enter") // another figure, to be shown again in the end
	settle(t, m)
	label := m.figure().Name
	openByKeys(m, "accumulate")
	settle(t, m)
	if l := m.lessons.Now(); m.screens[m.at].Name() != "Lessons" || m.mode() != onText || m.Setting.Spec.N != l.Spec.N ||
		m.Setting.Store.Source().Name() != l.Data ||
		!slices.Equal(m.Setting.Spec.Methods, l.Spec.Methods) || !reflect.DeepEqual(m.Setting.Axis, l.Spec.Over[0]) ||
		m.figure().Column != l.Values[0] {
		t.Fatalf("the preset is not there: %+v", m.Setting.Spec)
	}
	if verdict(m) != "✓" {
		t.Fatalf("the claim:\n%s", m.View())
	}
	all := linesBelow(m)
	press(m, "down", "down", "pgdown", "up")
	below := linesBelow(m)
	if scrolled := all - below; scrolled < 10 || scrolled > 30 {
		t.Errorf("a page is scrolled by %d lines", scrolled)
	}
	if m.View(); strings.Contains(m.View(), "Sums of a few random") {
		t.Error("the text does not scroll")
	}
	for range 30 {
		press(m, "pgdown")
	}
	if !strings.Contains(m.View(), "AISTATS 2021.") {
		t.Errorf("the end of the text is not reached:\n%s", m.View())
	}
	if press(m, "up"); linesBelow(m) != 1 {
		t.Errorf("from the end up leads to where %d lines are below", linesBelow(m))
	}
	for linesBelow(m) < below {
		press(m, "up")
	}
	press(m, "tab") // to the chart, where up and down choose a knob
	for m.panel.Chosen != "m" {
		press(m, "up")
	}
	press(m, "right")
	settle(t, m)
	if m.Setting.Spec.Values["m"] != 38 {
		t.Errorf("m = %v", m.Setting.Spec.Values["m"])
	}
	if !strings.Contains(m.View(), "… needs m = 30, not 38") || !strings.Contains(m.View(), "←→ m = 38") {
		t.Errorf("no word of it:\n%s", m.View())
	}
	press(m, "u")
	settle(t, m)
	if verdict(m) != "✓" {
		t.Errorf("after undoing:\n%s", m.View())
	}
	press(m, "1")
	if m.screens[m.at].Name() != "Explore" || m.mode() != onKnobs {
		t.Errorf("on screen 1: %s, mode %b", m.screens[m.at].Name(), m.mode())
	}
	press(m, "7")
	settle(t, m)
	if !m.reading() || linesBelow(m) != below || verdict(m) != "✓" {
		t.Errorf("back at the lesson, %d lines are below:\n%s", linesBelow(m), m.View())
	}
	press(m, "u")
	settle(t, m)
	if m.Setting.Store != before.Store || !reflect.DeepEqual(m.Setting.Spec.Values, before.Spec.Values) ||
		m.Setting.Spec.N != before.Spec.N || m.figure().Name != label {
		t.Errorf("one undo does not bring back what was: %+v, %s", m.Setting.Spec, m.figure().Name)
	}
	if verdict(m) != "…" {
		t.Errorf("the claim about other data:\n%s", m.View())
	}
	press(m, "esc")
	if m.reading() || m.mode() != onFirst {
		t.Errorf("esc leads to mode %b", m.mode())
	}
}

func TestNextLessonAndBefore(t *testing.T) {
	m := lessonToy(t, lessonMethods(), "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	press(m, "7", "down", "enter", "n")
	if opened(m) != lesson.Names()[2] {
		t.Errorf("n leads to %s", opened(m))
	}
	press(m, "N", "N")
	if opened(m) != lesson.Names()[0] {
		t.Errorf("N leads to %s", opened(m))
	}
	press(m, "N")
	if opened(m) != lesson.Names()[0] || !strings.Contains(m.Note.Text, "first lesson") {
		t.Errorf("before the first: %s, %q", opened(m), m.Note.Text)
	}
	for range lesson.Names() {
		press(m, "n")
	}
	if names := lesson.Names(); opened(m) != names[len(names)-1] || !strings.Contains(m.Note.Text, "last lesson") {
		t.Errorf("behind the last: %s, %q", opened(m), m.Note.Text)
	}
}

// The lesson's grid stays while knobs turn, and is free when the lesson is left.
func TestLessonKeepsItsGrid(t *testing.T) {
	m := accumulateToy(t, "braille", "none", 120, 40, 0.0065)
	want := m.Setting.Axis.Values
	press(m, ">", ">", ">") // accum far beyond 16
	if got := m.Setting.Value(model.Accumulations(nil)); got <= 16 ||
		!slices.Equal(m.Setting.Axis.Values, want) {
		t.Errorf("accum = %v, grid %v", got, m.Setting.Axis.Values)
	}
	press(m, "esc", "tab", "tab")
	m.panel.Chosen = "accum"
	press(m, "left")
	if slices.Equal(m.Setting.Axis.Values, want) {
		t.Error("the grid does not follow the knob after the lesson")
	}
}

// Every key that a text names does something on its screen, with its text beside.
func TestLessonTextsNameRealKeys(t *testing.T) {
	all := idleToy(t).keys("")
	for _, l := range allLessons() {
		page := fmt.Sprint(markdown.HTML(l.Text))
		for _, of := range regexp.MustCompile("<kbd>(.*?)</kbd>").FindAllStringSubmatch(page, -1) {
			key := html.UnescapeString(of[1])
			for _, one := range strings.Split(strings.NewReplacer("←→", "←,→", "↑↓", "↑,↓").Replace(key), ",") {
				shows := func(b binding) bool {
					return b.acts() && slices.Contains(strings.Fields(b.spaced()), one) && b.applies(onPanes, l.Screen+lessonOpen)
				}
				if !slices.ContainsFunc(all, shows) {
					t.Errorf("%s: the key %q does nothing", l.Name, key)
				}
			}
		}
	}
}

func TestKeysStandOnceBesideALesson(t *testing.T) {
	all := idleToy(t).keys("")
	for _, l := range allLessons() {
		keysStandOnce(t, all, onFirst, stepOpen+lessonOpen)
		modes := []mode{onText, onMethods, onFirst}
		for _, s := range allScreens(t) {
			if s.key == l.Screen && len(s.Panes().Charts) > 1 {
				modes = append(modes, onSecond)
			}
		}
		for _, in := range modes {
			seen := keysStandOnce(t, all, in, l.Screen+lessonOpen)
			for _, k := range []string{"n", "N", "pgup", "pgdown", "left", "right", "u", "tab", "esc", "1", ":"} {
				if seen[k] == "" {
					t.Errorf("%s, mode %b: %q does nothing", l.Name, in, k)
				}
			}
		}
	}
}

// TestLessonFramesFit walks through random keys, clicks and sizes.
func TestLessonFramesFit(t *testing.T) {
	t.Parallel()
	m := accumulateToy(t, "braille", "dark", 80, 24, 0.0065)
	keys := []string{"7", "1", "2", "n", "N", "A", "R", "S", " ", "backspace", "E", "up", "down", "tab", "shift+tab",
		"enter", "esc", "e", "t", "left", "right", "?", ":", "v", "o", "u", "9"}
	rapid.Check(t, func(t *rapid.T) {
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			w, h := rapid.IntRange(1, 200).Draw(t, "w"), rapid.IntRange(1, 60).Draw(t, "h")
			m.Update(tea.WindowSizeMsg{Width: w, Height: h})
			press(m, rapid.SampledFrom(keys).Draw(t, "key"))
			m.Update(tea.MouseMsg{X: rapid.IntRange(0, 200).Draw(t, "x"), Y: rapid.IntRange(0, 60).Draw(t, "y"),
				Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp,
					tea.MouseButtonWheelDown}).Draw(t, "button")})
			checkFits(t, m)
		}
	})
}

// A lesson comes back with its session, and `gramscope lesson NAME` opens one.
func TestLessonComesBack(t *testing.T) {
	t.Parallel()
	m := accumulateToy(t, "braille", "none", 120, 40, 0.0065)
	press(m, "tab")
	s := m.session()
	if shownIn(m, "screen") != "7" || shownIn(m, "lesson") != "accumulate" {
		t.Fatalf("written: %v", s.Shown)
	}
	if _, err := reread(s, m.Methods); err != nil {
		t.Error(err)
	}
	l, _ := lesson.Find("accumulate", approx.Methods())
	for name, c := range map[string]Config{"session": {Session: s, Spec: s.Spec},
		"command": {Lesson: &l, Spec: l.Spec.Clone()}} {
		c.Source, c.Methods, c.Workers = l.Source, m.Methods, 1
		back := newExplorer(c, m.look, m.Runner, m.Clock)
		back.Launch = func(job.Kind, job.Work) {}
		back.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		back.Init()
		if !back.reading() || opened(back) != "accumulate" || !reflect.DeepEqual(back.Setting.Axis, l.Spec.Over[0]) ||
			back.figure().Column != l.Values[0] {
			t.Errorf("%s: reading %q over %+v", name, opened(back), back.Setting.Axis)
		}
		if want := frame.First; back.focus != want {
			t.Errorf("%s: focus %d, want %d", name, back.focus, want)
		}
		feedAccumulate(t, back, 0.0065)
		if press(back, "S", " ", "S", "enter", "S"); verdict(back) != "✓" {
			t.Errorf("%s:\n%s", name, back.View())
		}
	}
	if faults := m.setShown(given("lesson", "accumulat")); len(faults) != 1 ||
		!strings.Contains(faults[0].Error(), "did you mean accumulate?") || opened(m) != "accumulate" {
		t.Errorf("a lesson that does not exist: %v", faults)
	}
}

func TestListOfLessonsByMouse(t *testing.T) {
	m := lessonToy(t, lessonMethods(), "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	press(m, "7")
	r := m.layout.Panes[frame.First]
	click := func(row int) {
		m.Update(tea.MouseMsg{X: r.X + 3, Y: r.Y + 1 + row, Button: tea.MouseButtonLeft})
		m.Update(tea.MouseMsg{X: r.X + 3, Y: r.Y + 1 + row, Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease})
	}
	click(8) // the line below the title of the fourth: the first, pointed at, has one more
	if m.lessons.Open || !strings.Contains(m.View(), "▸Columns without test data") {
		t.Errorf("a click chooses, open %v:\n%s", m.lessons.Open, m.View())
	}
	m.Update(tea.MouseMsg{X: r.X + 3, Y: r.Y + 3, Button: tea.MouseButtonWheelUp})
	if !strings.Contains(m.View(), "▸How many columns suffice") {
		t.Errorf("the wheel chooses:\n%s", m.View())
	}
	click(4)
	if opened(m) != lesson.Names()[2] {
		t.Errorf("a click on the chosen one opens %q", opened(m))
	}
	skipSteps(m)
	value, below := m.Setting.Clone(), linesBelow(m)
	m.Update(tea.MouseMsg{X: 3, Y: 5, Button: tea.MouseButtonWheelDown})
	if scrolled := below - linesBelow(m); scrolled != 3 || !reflect.DeepEqual(m.Setting.Spec, value.Spec) {
		t.Errorf("the wheel over the text scrolls by %d, or turns a knob", scrolled)
	}
}

func BenchmarkLessonFrame(b *testing.B) {
	m := accumulateToy(b, "braille", "dark", 120, 40, 0.0065)
	b.Run("view", func(b *testing.B) {
		for b.Loop() {
			m.View()
		}
	})
	b.Run("check", func(b *testing.B) {
		r := m.layout.Panes[frame.Knobs]
		for b.Loop() {
			m.lessons.Settle(r.W, r.H)
		}
	})
}

// TestOneLineIsLit: of the list, the knobs and the table only the pane that has the focus lights up its chosen line,
// and no title.
func TestOneLineIsLit(t *testing.T) {
	m := lessonToy(t, lessonMethods(), "braille", "dark", 100, 36)
	press(m, "7")
	for _, want := range []string{"Block or low rank", "nystrom", "γ", "Block or low rank"} {
		var lit []string
		for _, run := range strings.Split(m.View(), "\x1b[1;7m")[1:] {
			lit = append(lit, run[:strings.IndexByte(run, '\x1b')])
		}
		if len(lit) != 1 || !strings.Contains(lit[0], want) {
			t.Errorf("lit are %q, want the line of %s", lit, want)
		}
		press(m, "tab")
	}
}
