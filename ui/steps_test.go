package ui

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/ui/chart"
	"gramscope/ui/frame"
	"gramscope/ui/save"
	"gramscope/ui/screen"
	"gramscope/ui/screen/lessons"
	"gramscope/ui/session"
)

// stepsToy is an explorer on the lesson about accumulation, whose first step is a question and whose second a drawing.
func stepsToy(t *testing.T, w, h int) *explorer {
	t.Helper()
	m := accumulateToy(t, "braille", "none", w, h, 0.0065)
	press(m, "R")
	feedAccumulate(t, m, 0.0065)
	return m
}

// toDrawing answers the first step, and goes on to the second.
func toDrawing(t *testing.T, m *explorer) {
	t.Helper()
	press(m, "3")
	for range 9 {
		if press(m, " "); m.lessons.Draws() {
			return
		}
	}
	t.Fatalf("no drawing:\n%s", m.View())
}

// answersTo are the answers in the session that is written.
func answersTo(m *explorer, lesson string) []lessons.Answer {
	var all []lessons.Answers
	_ = json.Unmarshal([]byte(session.Text(m.session().Shown, "lessons.answers")), &all) // none before the first step
	for _, l := range all {
		if l.Lesson == lesson {
			return l.Steps
		}
	}
	return nil
}

// TestStepAsksFirst: until a question is answered neither charts nor figures of the table are seen, nor what the lesson
// claims, while the work is done behind it.
func TestStepAsksFirst(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 120, 40)
	view := m.View()
	for _, hidden := range []string{"3.2e-02", "gaussian-sketch over accum", "it reads 0.4 of K", "What nystrom misses"} {
		if strings.Contains(view, hidden) {
			t.Errorf("%q is seen before the answer:\n%s", hidden, view)
		}
	}
	if !strings.Contains(view, "Predict, step 1 of 2") || !strings.Contains(view, "180/180 runs") || m.mode() != onFirst {
		t.Errorf("mode %b:\n%s", m.mode(), view)
	}
	if press(m, "p"); len(m.Pins) > 0 {
		t.Error("curves are pinned that are not seen")
	}
	if press(m, " "); !strings.Contains(m.Note.Text, "answer first") || !m.lessons.Waits() {
		t.Errorf("space: %q", m.Note.Text)
	}
	press(m, "down", "up", "down", "down", "down", "enter") // the last of three
	view = m.View()
	for _, shown := range []string{"You chose 3. Right is 2", "✗ 3. ", "✓ 2. ",
		"step 1 of 2: error of accumulation, gaussian-sketch over accum", "What nystrom misses"} {
		if !strings.Contains(view, shown) {
			t.Errorf("no %q:\n%s", shown, view)
		}
	}
	for _, once := range []string{"✗ 3. ", "You chose"} {
		if got := strings.Count(view, once); got != 1 {
			t.Errorf("%q stands there %d times:\n%s", once, got, view)
		}
	}
	for _, hidden := range []string{"3.2e-02", "× floor", "it reads 0.4 of K"} {
		if strings.Contains(view, hidden) {
			t.Errorf("%q is seen before the last step:\n%s", hidden, view)
		}
	}
	if got := answersTo(m, "accumulate"); !reflect.DeepEqual(got, []lessons.Answer{{Choice: 3}}) || m.mode() != onFirst {
		t.Errorf("kept: %+v, in mode %b", got, m.mode())
	}
	if press(m, "enter"); !m.lessons.Draws() {
		t.Errorf("enter does not go on:\n%s", m.View())
	}
	if press(m, "S"); m.lessons.Waits() || !m.lessons.Asks() ||
		!strings.Contains(m.View(), "step 2 of 2: entries of accumulation") {
		t.Errorf("a curve that is skipped does not show that of the runs:\n%s", m.View())
	}
	files := m.shown(0).Files()
	picture := files[slices.IndexFunc(files, func(f save.File) bool { return f.Name == "chart as SVG" })]
	var svg strings.Builder
	if picture.Unmet != "" || picture.Content()(&svg) != nil || !strings.Contains(svg.String(), ">accumulation<") {
		t.Errorf("the curve is not written: %q, %s", picture.Unmet, svg.String())
	}
	press(m, "enter")
	view = m.View()
	for _, shown := range []string{"3.2e-02", "error over accum", "it reads 0.4 of K"} {
		if !strings.Contains(view, shown) {
			t.Errorf("no %q behind the last step:\n%s", shown, view)
		}
	}
	if m.mode() != onText || verdict(m) != "✓" {
		t.Errorf("mode %b behind the last step", m.mode())
	}
}

// TestStepsSayWhereOneIs: the title of a step has its number, and the footer the way to the text and the next page, in
// narrow windows, too.
func TestStepsSayWhereOneIs(t *testing.T) {
	t.Parallel()
	for _, w := range []int{80, 100, 120} {
		m := stepsToy(t, w, 24)
		says := func(title string, keys ...string) {
			t.Helper()
			m.layOut()
			lines := strings.Split(m.View(), "\n")
			if !strings.Contains(m.View(), title) {
				t.Errorf("in %d cells no %q:\n%s", w, title, m.View())
			}
			for _, key := range append(keys, "space next page", "tab pane", "? help", "q quit") {
				if !strings.Contains(lines[len(lines)-1], key) {
					t.Errorf("in %d cells the footer lacks %q: %s", w, key, lines[len(lines)-1])
				}
			}
		}
		says("Predict, step 1 of 2", "↑↓ choose", "enter answer", "S skip")
		press(m, "1")
		says("error of accumulation", "enter go on")
		press(m, "enter")
		draw := "Draw, step 2 of 2: entries of accumulation"
		if w == 80 {
			draw = "Draw 2/2: entries of accumulation"
		}
		says(draw, "draw", "enter done", "S skip")
		press(m, "tab")
		if m.focus != frame.Knobs || m.layout.Panes[frame.Methods].W > 0 {
			t.Errorf("tab leads to pane %d, and the table is there: %v", m.focus, m.layout.Panes[frame.Methods].W > 0)
		}
		says(draw, "↑↓ scroll")
		press(m, "tab", "right", "up", "enter")
		says("entries of accumulation", "enter go on")
	}
}

// TestLowStepsSayHowTheyEnd: where the step is alone on screen, the footer has room for the way on and the way out.
func TestLowStepsSayHowTheyEnd(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 45, 12)
	for _, way := range []string{"enter answer", "enter go on", "enter done"} {
		if lines := strings.Split(m.View(), "\n"); !strings.Contains(lines[len(lines)-1], way+"  tab pane") {
			t.Errorf("no %q:\n%s", way, m.View())
		}
		press(m, "enter")
	}
}

// TestNotesLeaveTheKnob: a note of two lines covers the text of a lesson, and neither its claim nor the chosen knob.
func TestNotesLeaveTheKnob(t *testing.T) {
	m := accumulateToy(t, "braille", "none", 80, 24, 0.0065)
	press(m, "down") // away with the note
	m.Info(strings.Repeat("a note of two lines ", 6))
	m.layOut()
	lines := strings.Split(m.View(), "\n")
	if knob, note := lines[len(lines)-4], lines[len(lines)-3]; !strings.Contains(knob, "▸accum") ||
		!strings.Contains(note, "a note of two") {
		t.Errorf("no knob above the note:\n%s", m.View())
	}
}

// TestDigitsAnswer: a digit gives that answer, and one that is none opens a screen.
func TestDigitsAnswer(t *testing.T) {
	m := stepsToy(t, 100, 30)
	if press(m, "4"); m.screens[m.at].key != "4" || len(answersTo(m, "accumulate")) != 0 {
		t.Errorf("4 opens screen %s", m.screens[m.at].key)
	}
	press(m, "7")
	if press(m, "2"); !strings.Contains(m.View(), "You are right: 2") {
		t.Errorf("2:\n%s", m.View())
	}
	if press(m, "3"); m.screens[m.at].key != "3" {
		t.Errorf("a second 3 leads to screen %s", m.screens[m.at].key)
	}
}

// TestAnswerByMouse: a click points at an answer, and a second one gives it.
func TestAnswerByMouse(t *testing.T) {
	m := stepsToy(t, 100, 30)
	click := func(text string) {
		for y, line := range strings.Split(m.View(), "\n") {
			if strings.Contains(line, text) {
				r := m.layout.Panes[frame.First]
				m.Update(tea.MouseMsg{X: r.X + 5, Y: y, Button: tea.MouseButtonLeft})
				m.Update(tea.MouseMsg{X: r.X + 5, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease})
				return
			}
		}
		t.Fatalf("no %q:\n%s", text, m.View())
	}
	click("3. neither")
	if !m.lessons.Waits() || !strings.Contains(m.View(), "▸ 3. neither") {
		t.Fatalf("the first click:\n%s", m.View())
	}
	click("Which of the two") // the question
	if !m.lessons.Waits() {
		t.Fatal("a click on the question answers it")
	}
	if click("3. neither"); len(answersTo(m, "accumulate")) != 1 || answersTo(m, "accumulate")[0].Choice != 3 {
		t.Errorf("the second click:\n%s", m.View())
	}
}

// TestDraw: keys draw a curve in an empty chart. Then the runs stand beside it, and the text says what differs.
func TestDraw(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 120, 40)
	toDrawing(t, m)
	if view := m.View(); strings.Contains(view, "144 k ") ||
		!strings.Contains(view, "Draw, step 2 of 2: entries of accumulation over accum") {
		t.Fatalf("before:\n%s", view)
	}
	if press(m, "enter"); !m.lessons.Draws() || !strings.Contains(m.Note.Text, "draw the curve first") {
		t.Errorf("an empty curve is taken: %q", m.Note.Text)
	}
	knob := m.Setting.Spec.Values["accum"]
	press(m, "up", "right", "down", "down", "right", "right")
	press(m, "enter")
	got := answersTo(m, "accumulate")
	if len(got) != 2 || !reflect.DeepEqual(got[1].X, []float64{1, 2, 4, 8}) || got[1].Y[0] <= got[1].Y[1] ||
		got[1].Y[1] != got[1].Y[3] || got[1].Y[0] > 1e6 {
		t.Fatalf("kept: %+v", got)
	}
	if m.Setting.Spec.Values["accum"] != knob {
		t.Error("drawing turns the knob")
	}
	if view := m.View(); !strings.Contains(view, "furthest off here") || !strings.Contains(view, "drawn ") {
		t.Errorf("beside the runs:\n%s", view)
	}
	press(m, "enter")
	if m.View(); len(m.charts()) != 3 || m.lessons.Asks() {
		t.Errorf("enter does not go on:\n%s", m.View())
	}
}

// TestDrawByMouse: clicks, and movements with the button down, set points; movements elsewhere do nothing.
func TestDrawByMouse(t *testing.T) {
	m := stepsToy(t, 120, 40)
	toDrawing(t, m)
	r := m.layout.Panes[frame.First]
	at := func(x, y int, action tea.MouseAction) {
		m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: action})
	}
	at(r.X+8, r.Y+10, tea.MouseActionPress)
	at(r.X+r.W/2, r.Y+15, tea.MouseActionMotion)
	at(r.X+r.W-8, r.Y+25, tea.MouseActionMotion)
	at(2, 3, tea.MouseActionMotion)
	if m.focus != frame.First {
		t.Error("a movement over the text moves the focus")
	}
	at(r.X+r.W-8, r.Y+25, tea.MouseActionRelease)
	press(m, "enter")
	got := answersTo(m, "accumulate")
	if len(got) != 2 || len(got[1].X) != 5 {
		t.Fatalf("drawn: %+v", got)
	}
	for i := 1; i < 5; i++ {
		if got[1].Y[i] >= got[1].Y[i-1] {
			t.Errorf("drawn downwards: %v", got[1].Y)
		}
	}
	m = stepsToy(t, 120, 40)
	toDrawing(t, m)
	for _, x := range []int{r.X + 8, r.X + r.W - 8} {
		at(x, r.Y+12, tea.MouseActionPress)
		at(x, r.Y+12, tea.MouseActionRelease)
	}
	press(m, "enter")
	if got = answersTo(m, "accumulate"); len(got) != 2 || len(got[1].X) != 2 || got[1].Y[0] != got[1].Y[1] {
		t.Errorf("drawn by two clicks: %+v", got)
	}
}

// TestNothingTraps: each step can be skipped, closed, left and forgotten.
func TestNothingTraps(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 100, 30)
	press(m, "S")
	for range 9 {
		press(m, " ")
	}
	if !m.lessons.Draws() {
		t.Fatalf("the second step is not open:\n%s", m.View())
	}
	if press(m, "backspace"); m.lessons.Draws() || !strings.Contains(m.View(), "gaussian-sketch over accum") {
		t.Errorf("backspace does not close the step:\n%s", m.View())
	}
	for range 9 {
		press(m, " ")
	}
	press(m, "S")
	if got := answersTo(m, "accumulate"); len(got) != 2 || !got[0].Skipped() || !got[1].Skipped() || m.lessons.Waits() {
		t.Errorf("skipped: %+v", got)
	}
	for range 9 {
		press(m, " ")
	}
	if !strings.Contains(m.Note.Text, "the lesson ends here") {
		t.Errorf("at the end: %q", m.Note.Text)
	}
	for range 9 {
		press(m, "backspace")
	}
	if !strings.Contains(m.Note.Text, "the lesson begins here") {
		t.Errorf("at the beginning: %q", m.Note.Text)
	}
	command(m, "m 20")
	if press(m, "R", "tab", "right", "-", ">"); m.Setting.Spec.Values["accum"] != 8 {
		t.Errorf("a knob that is not seen turns: %v", m.Setting.Spec.Values)
	}
	if !m.lessons.Waits() || len(answersTo(m, "accumulate")) != 0 || m.Setting.Spec.Values["m"] != 30 {
		t.Error("R does not ask again at the lesson's setting")
	}
	if press(m, "esc"); m.reading() {
		t.Error("esc does not leave an open step")
	}
	if press(m, "enter"); !m.lessons.Waits() {
		t.Error("the step is not open again")
	}
}

// TestStepsArePresented: E shows the open step, and then a chart, above the text, which space turns.
func TestStepsArePresented(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 160, 45)
	press(m, "E")
	if m.layout.Panes[frame.First].W != 158 || m.layout.Panes[frame.Knobs].W != 158 ||
		!strings.Contains(m.View(), "Which of the two") {
		t.Fatalf("presented:\n%s", m.View())
	}
	press(m, "2")
	if !strings.Contains(m.View(), "You are right: 2") || !strings.Contains(m.View(), "What nystrom misses") {
		t.Errorf("after the answer:\n%s", m.View())
	}
	for range 9 {
		press(m, " ")
	}
	if !m.lessons.Draws() {
		t.Errorf("space does not lead on:\n%s", m.View())
	}
	press(m, "S", "tab", "tab", "tab")
	checkFits(t, m)
	if press(m, "esc"); m.arranged == presented || !m.reading() {
		t.Error("esc does not end it")
	}
}

// TestStepsOnOnePane: where only one pane has room, space leads from the question to the text.
func TestStepsOnOnePane(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 40, 12)
	if !strings.Contains(m.View(), "1. that of nystrom") {
		t.Fatalf("the question:\n%s", m.View())
	}
	press(m, "down", "down")
	if !strings.Contains(m.View(), "▸ 3. neither") {
		t.Errorf("the answer that is pointed at is out of sight:\n%s", m.View())
	}
	if press(m, " "); m.mode() != onText {
		t.Errorf("space leads to mode %b", m.mode())
	}
	press(m, "tab", "3")
	if !strings.Contains(m.View(), "error of accumulation") || answersTo(m, "accumulate")[0].Choice != 3 {
		t.Errorf("after the answer:\n%s", m.View())
	}
}

// TestAnswersComeBack: a session has the answers, with which a lesson goes on; hostile ones are refused.
func TestAnswersComeBack(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 100, 30)
	toDrawing(t, m)
	press(m, "up", "right", "right", "enter")
	s := m.session()
	var written strings.Builder
	if err := s.Write(&written); err != nil {
		t.Fatal(err)
	}
	read, err := session.Read(strings.NewReader(written.String()), "s", m.Methods)
	if err != nil {
		t.Fatal(err)
	}
	back := newExplorer(Config{Source: m.Setting.Store.Source(), Spec: read.Spec, Session: read, Methods: m.Methods,
		Workers: 1}, m.look, m.Runner, m.Clock)
	back.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if got, want := answersTo(back, "accumulate"), answersTo(m, "accumulate"); !reflect.DeepEqual(got, want) ||
		len(got) != 2 {
		t.Fatalf("%+v, not %+v", got, want)
	}
	if back.lessons.Asks() || !strings.Contains(back.View(), "You chose 3. Right is 2") {
		t.Errorf("the lesson begins anew:\n%s", back.View())
	}
	for answers, says := range map[string]string{
		`[{"lesson":"accumulate","steps":[{"choice":-1}]}]`: "lessons.answers: step 1 of accumulate: there " +
			"is no answer -1",
		`[{"lesson":"accumulate","steps":[{"x":[1,2],"y":[1]}]}]`:   "2 values of x and 1 of y",
		`[{"lesson":"accumulate","steps":[{"x":[1],"y":[1e999]}]}]`: "is not a list",
		`[{"lesson":"../accumulate","steps":[]}]`:                   `"../accumulate" is not the name of a lesson`,
		`[{"lesson":"\u001b[2J","steps":[]}]`:                       "is not the name of a lesson",
		`[{"lesson":"","steps":[]}]`:                                "is not the name of a lesson",
		`"x"`:                                                       "is not a list",
	} {
		var parts map[string]json.RawMessage
		if err := json.Unmarshal([]byte(written.String()), &parts); err != nil {
			t.Fatal(err)
		}
		parts["lessons"] = json.RawMessage(`{"answers":` + answers + `}`)
		hostile, err := json.Marshal(parts)
		if err != nil {
			t.Fatal(err)
		}
		read, err := session.Read(bytes.NewReader(hostile), "s", m.Methods)
		if err != nil {
			t.Fatal(err)
		}
		before := answersTo(m, "accumulate")
		if faults := m.setShown(read.Shown); len(faults) != 1 || !strings.Contains(faults[0].Error(), says) ||
			!reflect.DeepEqual(answersTo(m, "accumulate"), before) {
			t.Errorf("%s: %v, want %q", answers, faults, says)
		}
	}
}

// TestAClassTakesALesson: a question fills the window; digits and arrows write the hands of each answer; the runs grow
// over the curve that the class calls out; in the end there is a score, and the drawings have the curve.
func TestAClassTakesALesson(t *testing.T) {
	t.Parallel()
	m := stepsToy(t, 100, 30)
	m.lessons.Teach(nil)
	press(m, "?")
	help := m.View()
	at := strings.Index(help, "in a class type its hands")
	if at < 0 || at > strings.Index(help, "The keys to know first") {
		t.Errorf("the help of a class does not begin with its keys\n%s", help)
	}
	press(m, "esc", "1", "2", "down", "3")
	for y, line := range strings.Split(m.View(), "\n") { // a click raises a hand
		if x := strings.Index(line, "2. that of"); x >= 0 {
			m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft})
			m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease})
		}
	}
	press(m, "0", "backspace", "down", "2", "left")
	if m.layout.Panes[frame.First].W != 98 || !strings.Contains(m.View(), " 12\n") &&
		!strings.Contains(m.View(), "█ 12 ") {
		t.Fatalf("the question:\n%s", m.View())
	}
	press(m, "enter")
	if got := answersTo(m, "accumulate"); len(got) != 1 || !slices.Equal(got[0].Hands, []int{12, 4, 1}) ||
		got[0].Skipped() {
		t.Fatalf("kept: %+v", got)
	}
	seen := func() int {
		return strings.Count(m.View(), "⠤") + strings.Count(m.View(), "⣀") + strings.Count(m.View(), "▲")
	}
	before := seen()
	for range 60 {
		m.Update(screen.Ticked(job.None))
	}
	if after := seen(); after < before+5 || !strings.Contains(m.View(), "✓ 2. that of gaussian-sketch") {
		t.Errorf("the curves grow from %d to %d cells:\n%s", before, after, m.View())
	}
	press(m, " ", "up", "right", "down", "down", "right", "right", "enter")
	for range 60 {
		m.Update(screen.Ticked(job.None))
	}
	if press(m, "enter"); !strings.Contains(m.View(), "4 of 17 hands are right") ||
		!strings.Contains(m.View(), "Your curve is furthest off here") {
		t.Errorf("the score:\n%s", m.View())
	}
	grids, curves := m.lessons.Truths()
	if len(curves) != 1 || !slices.ContainsFunc(curves[0].Series,
		func(s chart.Series) bool { return strings.HasPrefix(s.Name, "drawn ") && len(s.X) == 4 }) {
		t.Errorf("the curves of the handout: %+v", curves)
	}
	if _, drawable := grids[0].Settled(); !drawable || len(grids[0].VLines) != 5 || len(grids[0].HLines) < 3 {
		t.Errorf("the grids of the handout: %+v", grids)
	}
	if press(m, "enter"); m.lessons.Asks() || m.layout.Panes[frame.Methods].W == 0 {
		t.Errorf("behind the score:\n%s", m.View())
	}
}
