package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/frame"
)

// TestChartsSayWhoseTheyAre: where the method pointed at does not run, those of one method say whose they are instead.
func TestChartsSayWhoseTheyAre(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{"2": "landmarks of eager"} {
		m := newToy(t, "braille", "none", 200, 40)
		editSetting(m, func(s *lab.Setting) { s.Spec.Methods = []string{"eager", "spectral"} })
		m.Point(m.MethodIndex("plain"))
		press(m, key)
		runPicture(t, m)
		m.Update(nil)
		if view := m.View(); !strings.Contains(view, want) {
			t.Errorf("screen %s lacks %q:\n%s", key, want, view)
		}
	}
}

// TestFirstPointedMethodRuns: charts of one method begin with one that is there.
func TestFirstPointedMethodRuns(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	c := Config{Source: m.Setting.Store.Source(), Spec: m.Setting.Spec.Clone(), Methods: m.Methods, Workers: 1}
	c.Spec.Methods = []string{"spectral", "eager"}
	if x := newExplorer(c, m.look, job.NewRunner(t.Context()), m.Clock); x.Methods[x.Pointed].Name != "eager" {
		t.Errorf("pointed at %s", x.Methods[x.Pointed].Name)
	}
}

// TestFrozenTellsTheWayOn, at every size at which there is room for words.
func TestFrozenTellsTheWayOn(t *testing.T) {
	for _, w := range []int{70, 80, 120} {
		m := newToy(t, "braille", "none", w, 24)
		feed(t, m, 2)
		press(m, "f")
		if head, _, _ := strings.Cut(m.View(), "\n"); !strings.Contains(head, "frozen: f resumes") {
			t.Errorf("%d cells: %s", w, head)
		}
	}
}

// TestNoJointBelowCandidates: what stands above the command line hides the bar between
// the panes, and so its joint.
func TestNoJointBelowCandidates(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	last := func() string {
		lines := strings.Split(m.View(), "\n")
		return lines[len(lines)-1]
	}
	press(m, ":")
	if strings.Contains(last(), "┴") {
		t.Errorf("below the candidates:\n%s", m.View())
	}
	press(m, "undo ") // nothing to choose
	if !strings.Contains(last(), "┴") {
		t.Errorf("where the bar goes down:\n%s", m.View())
	}
}

// TestNumbersHaveRoom: at 80 cells one table of numbers has the room of two charts, with a
// column for every curve.
func TestNumbersHaveRoom(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	press(m, "t")
	view := m.View()
	if strings.Contains(view, " …") || m.layout.Panes[frame.Second].W > 0 {
		t.Errorf("not all columns are there:\n%s", view)
	}
	for _, mark := range []string{"●", "▲", "■", "floor"} {
		if !strings.Contains(strings.Split(view, "\n")[2], mark) {
			t.Errorf("no column %s:\n%s", mark, view)
		}
	}
	if press(m, "tab", "tab"); m.layout.Panes[frame.Second].W == 0 {
		t.Errorf("tab does not lead to the other table:\n%s", m.View())
	}
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40}) // two tables, and markers for names
	press(m, "shift+tab")
	if head := strings.Split(m.View(), "\n")[2]; !strings.Contains(head, "floor") || strings.Contains(head, "spectral") {
		t.Errorf("at 120 cells:\n%s", m.View())
	}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	press(m, "t")
	if m.layout.Panes[frame.First].W == 0 || m.layout.Panes[frame.Second].W == 0 {
		t.Errorf("the charts are not back:\n%s", m.View())
	}
}

// TestTheHelpNamesTheMouse, and the words of the table.
func TestTheHelpNamesTheMouse(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	press(m, "?")
	help := strings.Join(strings.Fields(strings.Join(m.helpLines(), " ")), " ") // whatever is wrapped
	for _, want := range []string{" Mouse", "click", "wheel", "the box before its name: tick or untick it",
		"The floor is the smallest error"} {
		if !strings.Contains(help, want) {
			t.Errorf("the help lacks %q", want)
		}
	}
}

// TestRangesAreToldOnce: of a value outside them, which says it, and of a text that is none.
func TestRangesAreToldOnce(t *testing.T) {
	m := idleToy(t)
	command(m, "n 0")
	if got := m.Note.Text; strings.Contains(got, "type a number") || !strings.Contains(got, "n = 0 is outside [1, ") {
		t.Errorf("n = 0: %q", got)
	}
	press(m, "esc")
	command(m, "n many")
	if got := m.Note.Text; !strings.Contains(got, "type a number from 1 to ") {
		t.Errorf("many: %q", got)
	}
}

// TestSoFarOnlyWhileItGoesOn: what is written is all there is once the sweep is done.
func TestSoFarOnlyWhileItGoesOn(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	feed(t, m, 1)
	if got := noteOfResults(m); !strings.Contains(got, "runs so far") {
		t.Errorf("while it goes on: %q", got)
	}
	m = run(t)
	if got := noteOfResults(m); strings.Contains(got, "so far") {
		t.Errorf("at the end: %q", got)
	}
}

// noteOfResults is what the menu of files says of the results.
func noteOfResults(m *explorer) string {
	press(m, "w")
	defer press(m, "esc")
	return m.menu.Items[0].Note
}
