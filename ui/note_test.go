package ui

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/data"
	"gramscope/data/remedy"
	"gramscope/model/lab"
	"gramscope/ui/frame"
)

// flat is a source with constant columns, others in every draw.
type flat struct {
	data.Source
	draws *int
}

func (f flat) Raw() bool { return false }

func (f flat) Draw(n int, test float64, rng *rand.Rand) (*data.Set, *data.Set, error) {
	train, rest, err := f.Source.Draw(n, test, rng)
	*f.draws++
	for i := range n {
		for j := range *f.draws {
			train.X.Set(i, j, 1)
		}
	}
	return train, rest, err
}

func TestWarningsOfTheDataStandOnce(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 80, 24)
	m.Init()
	settle(t, m)
	draws := 0
	m.useSource(flat{m.Setting.Store.Source(), &draws}, remedy.Notes(strings.Repeat("a note about the file, ", 12)))
	settle(t, m)
	if draws < 2 {
		t.Fatalf("%d draws", draws)
	}
	if got := m.Note.Text; strings.Count(got, "constant columns") != 1 || strings.Contains(got, "plain:") ||
		strings.Contains(got, "--") {
		t.Errorf("note %q", got)
	}
	if lines := strings.Split(m.View(), "\n"); !strings.Contains(lines[22], "? shows all") ||
		strings.Contains(lines[20], "note about") || !strings.Contains(lines[23], "q quit") {
		t.Errorf("the note takes more than two lines, or covers the keys, or does not say where the rest is:\n%s", m.View())
	}
	press(m, "?")
	if view := m.View(); !strings.Contains(view, " Notes") ||
		!strings.Contains(view, "constant columns carry no information") {
		t.Errorf("the help lacks the notes:\n%s", view)
	}
}

// TestRemediesNameKeys makes what can go wrong in the chooser go wrong.
func TestRemediesNameKeys(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"missing.csv": "a,b\n1,2\n,3\n4,5\n", "mixed.csv": "a,b\n1,2\n2,3\n3,oops\n",
		"infinite.csv": "a,b\n1,2\ninf,3\n2,4\n", "absent.csv": "",
	} {
		m := run(t)
		path := filepath.Join(t.TempDir(), name)
		if text != "" {
			path = write(t, name, text)
		}
		command(m, "data "+path)
		settle(t, m)
		if m.mode() == inColumns {
			press(m, "enter")
			settle(t, m)
		}
		if got := m.Note.Text; !m.Note.Alarm || strings.Contains(got, "--") || strings.Contains(got, "`") {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := lab.Message(&data.Error{Problem: "text",
		Remedies: remedy.By("take the whole column as text", "categorical",
			"b")}); got != "text; take the whole column as text with c on b" {
		t.Errorf("got %q", got)
	}
}

// TestNotesCoverNoMethod checks that the table has a row for each ticked method above a note of any length.
func TestNotesCoverNoMethod(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		m := newToy(t, "braille", "none", size[0], size[1])
		m.Init()
		settle(t, m)
		for _, text := range []string{"short", strings.Repeat("some words ", 14), strings.Repeat("some words ", 40)} {
			m.Note = lab.Note{Text: text}
			m.layOut()
			view := m.View()
			for _, name := range m.Setting.Spec.Methods {
				if !strings.Contains(view, "☑ "+name) {
					t.Errorf("at %d×%d a note of %d characters covers %s:\n%s", size[0], size[1], len(text), name, view)
				}
			}
		}
	}
}

// TestClickOnANote checks that it takes no row of the table that the note covered.
func TestClickOnANote(t *testing.T) {
	m := idleToy(t)
	m.Note = lab.Note{Text: strings.Repeat("some words ", 14)}
	m.layOut()
	before := m.Pointed
	for y := m.h - 3; y < m.h-1; y++ {
		m.Note = lab.Note{Text: strings.Repeat("some words ", 14)}
		m.mouse(tea.MouseMsg{X: m.w / 2, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}, 1)
		if m.Pointed != before || m.focus == frame.Methods || m.Note.Text != "" {
			t.Errorf("line %d: method %d, pane %d, note %q", y, m.Pointed, m.focus, m.Note.Text)
		}
	}
}

// TestNotesLeaveTheVerdict checks that the sentence below the table is in sight above a note.
func TestNotesLeaveTheVerdict(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		m := newToy(t, "braille", "none", size[0], size[1])
		feed(t, m, 2)
		m.Note = lab.Note{Text: strings.Repeat("some words ", 14)}
		m.layOut()
		if view := m.View(); m.verdict.Text == "" || !strings.Contains(view, m.verdict.Text) &&
			!strings.Contains(view, m.verdict.Brief) {
			t.Errorf("at %d×%d a note covers the verdict:\n%s", size[0], size[1], view)
		}
	}
}

// TestNotesLeaveAChartThatIsAlone checks that the ticks of a chart without a table below it are in sight above a note,
// and that the chart gets the room back.
func TestNotesLeaveAChartThatIsAlone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {40, 10}} {
		m := newToy(t, "braille", "none", size[0], size[1])
		feed(t, m, 2)
		m.focusOn(frame.First)
		press(m, "e")
		m.Note = lab.Note{}
		m.layOut()
		_, whole := m.chartSize(0)
		m.Note = lab.Note{Text: strings.Repeat("some words ", 14)}
		m.layOut()
		if view := m.View(); !strings.Contains(view, "some words") || !strings.Contains(view, " 20 ") {
			t.Errorf("at %d×%d a note covers the ticks:\n%s", size[0], size[1], view)
		}
		m.Note = lab.Note{}
		m.layOut()
		if _, h := m.chartSize(0); h != whole || !strings.Contains(m.View(), " 20 ") {
			t.Errorf("at %d×%d the chart has %d rows without the note, not %d:\n%s", size[0], size[1], h, whole, m.View())
		}
	}
}
