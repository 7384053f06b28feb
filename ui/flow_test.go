package ui

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/frame"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/screentest"
)

// run starts an explorer with real work and waits for it.
func run(t *testing.T) *explorer {
	t.Helper()
	m := newToy(t, "braille", "none", 120, 40)
	m.Init()
	settle(t, m)
	return m
}

func TestGammaTurnedTenTimes(t *testing.T) {
	t.Parallel()
	m := run(t)
	start := m.Setting.Gamma()
	for range 10 {
		press(m, "right")
		m.Update(job.Wake{}) // in between, some results of the settings passed by
	}
	settle(t, m)
	want := start * math.Pow(1.25, 10)
	if got := m.Setting.Gamma(); math.Abs(got/want-1) > 1e-12 {
		t.Fatalf("γ = %v after ten steps, want %v", got, want)
	}
	rows := 0
	for _, method := range m.Methods {
		for _, results := range m.Outcome.Grid(method.Name) {
			if len(results) != 2 {
				t.Errorf("%d repetitions at a point, want 2", len(results))
			}
			for _, r := range results {
				rows++
				if r.Gamma != m.Setting.Gamma() {
					t.Errorf("a row of γ = %v is in the chart of γ = %v", r.Gamma, want)
				}
			}
		}
	}
	if want := 4 * 2 * len(m.Outcome.Axis.Values); rows != want {
		t.Errorf("%d rows in the chart, want %d", rows, want)
	}
	for _, s := range m.linesOf(onError).Series {
		if s.Faint {
			t.Errorf("the curve of %s is still the stale one", s.Name)
		}
	}
	for range 10 {
		press(m, "u")
	}
	settle(t, m)
	if got := m.Setting.Gamma(); got != start {
		t.Errorf("γ = %v after undoing all, want %v", got, start)
	}
}

func TestCurveStaysWhileGammaTurns(t *testing.T) {
	t.Parallel()
	m := run(t)
	before, work := m.curveOfK(), m.Runner.Generation(explore.Jobs)
	press(m, "right")
	settle(t, m)
	if after := m.curveOfK(); len(before.X) != pointsOfK || !slices.Equal(after.Y, before.Y) || after.Faint ||
		m.Runner.Generation(explore.Jobs) != work {
		t.Errorf("the curve before %v, after %v", before, after)
	}
	launch := m.Launch
	m.countWork(explore.Jobs)
	press(m, "r") // another seed draws other rows
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	if old := m.curveOfK(); !old.Faint || !slices.Equal(old.Y, before.Y) {
		t.Errorf("while the next curve is computed there is %v", old)
	}
	m.Launch = launch
	press(m, "f", "f")
	settle(t, m)
	if after := m.curveOfK(); len(after.X) != pointsOfK || after.Faint || slices.Equal(after.Y, before.Y) {
		t.Errorf("after a new seed: %v", after)
	}
}

func TestErrorsAreThoseOfTheMethod(t *testing.T) {
	m := run(t)
	lines := m.linesOf(onError)
	if len(lines.Series) == 0 || lines.Series[0].Name != "plain" {
		t.Fatalf("series: %+v", lines.Series)
	}
	for i, x := range lines.Series[0].X {
		if want := 10 / (x + 10); math.Abs(lines.Series[0].Y[i]-want) > 1e-9 {
			t.Errorf("error at m = %v is %v, want %v", x, lines.Series[0].Y[i], want)
		}
	}
	if rows, _ := m.Figures("broken"); lab.Failure(rows) == "" ||
		!strings.Contains(m.View(), "failed: the toy is broken") {
		t.Error("the broken method does not say why it failed")
	}
}

func TestEffectiveDimension(t *testing.T) {
	m := run(t)
	m.focusOn(frame.Second)
	press(m, "v")
	settle(t, m)
	dimension := m.curveOfK().Y
	if len(dimension) < 5 || !strings.Contains(m.View(), "effective dimension") {
		t.Fatalf("%d points", len(dimension))
	}
	for i, y := range dimension[1:] {
		if y > dimension[i] {
			t.Errorf("the effective dimension rises from %v to %v", dimension[i], y)
		}
	}
}

func TestTypedValues(t *testing.T) {
	t.Parallel()
	m := run(t)
	m.panel.Chosen = "sigma"
	press(m, "enter", "abc", "enter")
	if !m.typed().Open || !m.Note.Alarm {
		t.Error("a bad value closed the field, or without a word")
	}
	press(m, "esc", "enter", "0.5", "enter")
	if got := m.Setting.Gamma(); m.typed().Open || got != 2 {
		t.Errorf("γ = %v after σ = 0.5, want 2", got)
	}
	settle(t, m)
	if r := m.Outcome.Now("plain"); len(r) != 2 || r[0].Gamma != 2 || m.Failed != nil {
		t.Errorf("%d rows at σ = 0.5, error %v", len(r), m.Failed)
	}
	press(m, "enter", "mean", "enter")
	if got, want := m.Setting.Sigma(), m.Setting.Distances().Mean; got != want {
		t.Errorf("σ = %v, want the mean distance %v", got, want)
	}
	press(m, "backspace", "u", "u")
	if got := m.Setting.Sigma(); got != 0.5 {
		t.Errorf("σ = %v after undo, want 0.5", got)
	}
}

func TestClampingIsSaid(t *testing.T) {
	m := run(t)
	m.panel.Chosen = "m"
	press(m, ">")
	if got := m.Setting.Spec.Values["m"]; got != 40 || !strings.Contains(m.Note.Text, "m stops at 40") {
		t.Errorf("m = %v, note %q", got, m.Note.Text)
	}
	m.panel.Chosen = "zeal"
	m.buildPanel()
	press(m, ">")
	if got := m.Setting.Spec.Values["zeal"]; got != 9 || !strings.Contains(m.Note.Text, "stops at 9") {
		t.Errorf("zeal = %v, note %q", got, m.Note.Text)
	}
}

func TestKernelThatDoesNotSuitAMethod(t *testing.T) {
	t.Parallel()
	m := run(t)
	m.change(func(s *lab.Setting) { s.Spec.Kernel = "linear" })
	settle(t, m)
	if m.Outcome.Now("spectral") != nil {
		t.Error("a method ran that the kernel does not suit")
	}
	if view := m.View(); !strings.Contains(view, "needs a kernel with a spectral density") ||
		!strings.Contains(view, "effective dimension") {
		t.Errorf("the screen does not say why, or shows the stable rank over a width that there is not:\n%s", view)
	}
	m.focusOn(frame.Second)
	press(m, "v")
	if !strings.Contains(m.Note.Text, "has no width") || m.linesOf(onRank).X.Title != "γₛ" {
		t.Errorf("v on the right chart says %q", m.Note.Text)
	}
	m.Point(2)
	m.focusOn(frame.Methods)
	press(m, "space", "space") // it was ticked
	if !m.Note.Alarm {
		t.Error("ticking it says nothing")
	}
}

func TestNoMethodChosen(t *testing.T) {
	m := run(t)
	m.focusOn(frame.Methods)
	for i := range 4 {
		m.Point(i)
		press(m, "space")
	}
	settle(t, m)
	if !strings.Contains(m.View(), "no method runs") {
		t.Errorf("the screen does not say that nothing is chosen:\n%s", m.View())
	}
	press(m, "space")
	settle(t, m)
	if n := ran(m); n != 1 {
		t.Errorf("%d methods ran, want 1", n)
	}
}

func TestSweepOverAnotherParameter(t *testing.T) {
	t.Parallel()
	m := run(t)
	press(m, "o", "down", "enter")
	settle(t, m)
	if m.Setting.Axis.Name != "gamma" || len(m.Setting.Axis.Values) != 9 {
		t.Fatalf("axis %+v", m.Setting.Axis)
	}
	if lines := m.linesOf(onError); len(lines.Series) == 0 || len(lines.Series[0].X) != 9 || lines.X.Scale != chart.Log {
		t.Errorf("chart %+v", lines)
	}
	grid := m.Setting.Axis.Values[0]
	press(m, "right")
	if m.Setting.Axis.Values[0] != grid {
		t.Error("the grid moved with γ inside it")
	}
	for range 11 {
		press(m, "right")
	}
	if m.Setting.Axis.Values[0] == grid {
		t.Error("the grid stayed although γ left it")
	}
}

func TestMouse(t *testing.T) {
	m := run(t)
	gamma := m.Setting.Gamma()
	row := func(text string) int {
		for y, line := range strings.Split(m.View(), "\n") {
			if strings.Contains(line, text) {
				return y
			}
		}
		t.Fatalf("no line with %q", text)
		return 0
	}
	m.Update(tea.MouseMsg{X: 5, Y: row("▸γ  "), Button: tea.MouseButtonWheelUp})
	if got := m.Setting.Gamma(); got <= gamma || m.panel.Chosen != "gamma" {
		t.Errorf("the wheel over γ: %v → %v", gamma, got)
	}
	table := m.layout.Panes[frame.Methods]
	m.Update(tea.MouseMsg{X: table.X + 7, Y: row("■ ☑ spectral"), Button: tea.MouseButtonLeft})
	if m.Methods[m.Pointed].Name != "spectral" || m.focus != frame.Methods ||
		!strings.Contains(m.View(), "▸ ■ ☑ spectral") {
		t.Error("a click on a method does not point at it, or ticks it")
	}
	m.Update(tea.MouseMsg{X: table.X + 7, Y: row("■ ☑ spectral"), Button: tea.MouseButtonWheelDown})
	if m.Methods[m.Pointed].Name != "broken" {
		t.Errorf("the wheel over the table goes from spectral to %s", m.Methods[m.Pointed].Name)
	}
	m.Update(tea.MouseMsg{X: table.X + 7, Y: row("+1 method"), Button: tea.MouseButtonLeft})
	if m.mode() != inMethods {
		t.Error("a click on the line of the methods without a row does not list them")
	}
	press(m, "esc")
	m.Update(tea.MouseMsg{X: table.X + 4, Y: row("◆ ☑ broken"), Button: tea.MouseButtonLeft})
	if m.Methods[m.Pointed].Name != "broken" || !strings.Contains(m.View(), "▸ ◆ ☐ broken") {
		t.Error("a click on the box of a method does not untick it")
	}
	m.Update(tea.MouseMsg{X: 5, Y: row("│ m  "), Button: tea.MouseButtonLeft})
	if m.panel.Chosen != "m" || m.focus != frame.Knobs {
		t.Error("a click on a knob does not choose it")
	}
	m.Update(tea.MouseMsg{X: 5, Y: row("more… "), Button: tea.MouseButtonLeft})
	if row("fewer…"); m.Note.Text != "" {
		t.Errorf("a click on more… says %q", m.Note.Text)
	}
	line := strings.Split(ansi.Strip(m.View()), "\n")[table.Y]
	head := ansi.StringWidth(line[:strings.Index(line, "time")])
	m.Update(tea.MouseMsg{X: head, Y: table.Y, Button: tea.MouseButtonLeft})
	if m.order.Sorted != "time" || !strings.Contains(m.View(), "▸time") {
		t.Errorf("a click on the head of a column sorts by %q", m.order.Sorted)
	}
	table = m.layout.Panes[frame.Methods] // higher: it makes room for the note on the order
	m.Update(tea.MouseMsg{X: table.X + 7, Y: table.Y, Button: tea.MouseButtonLeft})
	if m.order.Sorted != "" {
		t.Errorf("a click on the head of the names leaves the table sorted by %q", m.order.Sorted)
	}
	for _, c := range []struct{ word, opens string }{{"? help", "The keys to know first"}, {"esc back", "plain"},
		{"z sort", "▸error"}} {
		lines := strings.Split(ansi.Strip(m.View()), "\n")
		footer := lines[len(lines)-1]
		m.Update(tea.MouseMsg{X: ansi.StringWidth(footer[:strings.Index(footer, c.word)]), Y: len(lines) - 1,
			Button: tea.MouseButtonLeft})
		if !strings.Contains(m.View(), c.opens) {
			t.Errorf("a click on %q in the last line shows\n%s", c.word, m.View())
		}
	}
	press(m, "esc")
	m.Update(tea.MouseMsg{X: table.X + table.W - 1, Y: table.Y, Button: tea.MouseButtonLeft})
	if m.order.Sorted == "" || m.Note.Text != "" {
		t.Errorf("a click beside the heads sorts by %q: %q", m.order.Sorted, m.Note.Text)
	}
	m.Update(tea.MouseMsg{X: 5, Y: row("set  "), Button: tea.MouseButtonLeft})
	if m.mode() != inMenu || m.panel.Chosen != "set" {
		t.Errorf("a click on the data opens mode %b", m.mode())
	}
	for range 2 { // of which the second is at the end of the list
		press(m, "pgdown")
	}
	if last := len(m.chooser.Menu.Items) - 1; m.chooser.Menu.At != min(20, last) {
		t.Errorf("pgdown twice: at %d of %d", m.chooser.Menu.At, last)
	}
	press(m, "esc")
	r := m.layout.Panes[frame.Second]
	m.Update(tea.MouseMsg{X: r.X + 3, Y: r.Y + 3, Button: tea.MouseButtonLeft})
	if m.focus != frame.Second {
		t.Error("a click on a chart does not focus it")
	}
}

func TestPanicIsShown(t *testing.T) {
	m := run(t)
	m.receive(job.Sweep, job.Failed{Err: os.ErrInvalid})
	if !m.Note.Alarm || m.Failed == nil {
		t.Error("a panic of the work is not shown")
	}
}

// TestUndoGoesBackSoFar: of more changes than that the first are forgotten.
func TestUndoGoesBackSoFar(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 2)
	const first, more = 1000, 7
	for i := range lab.MaxUndo + more {
		m.change(func(s *lab.Setting) { s.Spec.Seed = first + uint64(i) })
	}
	press(m, strings.Repeat("u", lab.MaxUndo))
	if got := m.Setting.Spec.Seed; got != first+more-1 || len(m.History) != 0 {
		t.Errorf("after all steps back the seed is %d with %d left, want %d", got, len(m.History), first+more-1)
	}
	press(m, "u")
	if got := m.Setting.Spec.Seed; got != first+more-1 || !strings.Contains(m.Note.Text, "nothing to undo") {
		t.Errorf("one more: seed %d, %q", got, m.Note.Text)
	}
}

// ran is how many methods have results at the present setting.
func ran(m *explorer) (n int) {
	for _, method := range m.Methods {
		if m.Outcome.Now(method.Name) != nil {
			n++
		}
	}
	return n
}
