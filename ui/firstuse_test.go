package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/methodtable"
)

// TestChartsHaveTheRows: with four methods ticked most rows of the window are of charts, and all four have theirs.
func TestChartsHaveTheRows(t *testing.T) {
	for _, c := range []struct{ w, h, percent int }{{120, 36, 65}, {160, 45, 70}, {80, 24, 60}} {
		m := newToyWith(t, approx.Methods(), "braille", "none", c.w, c.h)
		m.Launch = func(job.Kind, job.Work) {}
		m.change(func(s *lab.Setting) { s.Spec.Methods = []string{"nystrom", "accumulation", "bka", "meka"} })
		m.pointAt(m.MethodIndex("bka"))
		m.layOut()
		charts, table := m.layout.Panes[frame.First], m.layout.Panes[frame.Methods]
		if 100*charts.H < c.percent*c.h {
			t.Errorf("%d×%d: charts have %d rows, want %d %%", c.w, c.h, charts.H, c.percent)
		}
		fitted := m.table().Fit(table.W)
		if list := fitted.Visible(table.H, 0); len(list) != 5 || table.H != 6 {
			t.Errorf("%d×%d: a table of %d lines shows %v", c.w, c.h, table.H, list)
		}
	}
}

// TestKeysOfTheTableWorkEverywhere: z and ; do nothing in silence nowhere.
func TestKeysOfTheTableWorkEverywhere(t *testing.T) {
	m := newToy(t, "braille", "none", 60, 30)
	feed(t, m, 2)
	for _, p := range []frame.Pane{frame.Knobs, frame.First, frame.Methods} {
		m.focusOn(p)
		before := m.View()
		press(m, ";")
		if m.View() == before {
			t.Errorf("; on pane %d changes nothing", p)
		}
		m.order = methodtable.Order{}
		if press(m, "z"); m.order.Sorted == "" || m.Note.Text == "" {
			t.Errorf("z on pane %d does not sort: %q", p, m.Note.Text)
		}
	}
	m.focusOn(frame.First)
	if press(m, "e", ";"); !strings.Contains(m.Note.Text, "the table is hidden") {
		t.Errorf("behind a chart: %q", m.Note.Text)
	}
}

// TestLettersMoveNothing: the arrows do, and h, j, k and l are no keys that nothing names.
func TestLettersMoveNothing(t *testing.T) {
	all := idleToy(t).keys("")
	for _, s := range allScreens(t) {
		for in := onKnobs; in <= inLoading; in <<= 1 {
			for _, key := range strings.Split("hjklHJKL", "") {
				if b, ok := find(all, in, s.key, key); ok {
					t.Errorf("screen %s, mode %b: %s is %q", s.key, in, key, b.does)
				}
			}
		}
	}
}

// TestFooterOffersToExpandPinAndList: from 100 columns on, on every screen with samples.
func TestFooterOffersToExpandPinAndList(t *testing.T) {
	for _, w := range []int{100, 120, 160} {
		m := newToy(t, "braille", "none", w, 30)
		feed(t, m, 2)
		for _, key := range []string{"1", "2", "1"} {
			press(m, key)
			lines := strings.Split(m.View(), "\n")
			for _, hint := range []string{"e expand", "p pin", "t numbers", "? help", "q quit"} {
				if last := lines[len(lines)-1]; !strings.Contains(last, hint) {
					t.Errorf("%d columns, screen %s: no %s in %s", w, key, hint, last)
				}
			}
		}
	}
}

// TestHelpListsAKeyOnce in each of its sections.
func TestHelpListsAKeyOnce(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	for _, s := range m.screens {
		press(m, s.key)
		for _, section := range (help{m.window}).all() {
			if !strings.HasPrefix(section.Head, "Screen ") && section.Head != "The keys to know first" {
				continue
			}
			seen := map[string]bool{}
			for _, line := range section.Lines {
				key := strings.TrimSpace(ansi.Truncate(line, keysWidth, ""))
				if key != "" && seen[key] {
					t.Errorf("screen %s: %q lists %s twice", s.key, section.Head, key)
				}
				seen[key] = true
			}
		}
	}
}

// TestNotesStandAboveTheKeys: whatever their length, in every window that has room for panes.
func TestNotesStandAboveTheKeys(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{30, 8}, {60, 16}, {80, 24}, {160, 45}} {
		for _, words := range []int{1, 20, 60, 400} {
			m := newToy(t, "braille", "none", size[0], size[1])
			feed(t, m, 2)
			m.Note = lab.Note{}
			m.Info(strings.TrimSpace(strings.Repeat("word ", words)))
			lines := strings.Split(m.View(), "\n")
			if last := lines[len(lines)-1]; !strings.Contains(last, "? help  q quit") ||
				!strings.Contains(lines[len(lines)-2], "word") {
				t.Errorf("%v, %d words:\n%s", size, words, m.View())
			}
			checkFits(t, m)
		}
	}
}

// TestKernelTakesItsOwnWidth: by the distances that it takes, unless γ was set by hand.
func TestKernelTakesItsOwnWidth(t *testing.T) {
	t.Parallel()
	m := run(t)
	m.panel.Chosen = "kernel"
	was := m.Setting.Gamma()
	press(m, "right")
	settle(t, m)
	if s := m.Setting; s.Spec.Kernel == "gaussian" || !s.Spec.Width.IsByRule() || s.Gamma() == was ||
		s.Sigma() != s.Distances().Median || m.Note.Text != "" {
		t.Errorf("kernel %s: γ = %v was %v, σ = %v, median %v; note %q", s.Spec.Kernel, s.Gamma(), was,
			s.Sigma(), s.Distances().Median, m.Note.Text)
	}
	m.panel.Chosen = "gamma"
	press(m, "right")
	set := m.Setting.Gamma()
	m.panel.Chosen = "kernel"
	press(m, "left")
	if got := m.Setting.Gamma(); got != set {
		t.Errorf("γ = %v, set to %v", got, set)
	}
	m.panel.Chosen = "gamma"
	press(m, "backspace")
	settle(t, m)
	if got := m.Setting.Gamma(); got != was {
		t.Errorf("by rule γ = %v, first it was %v", got, was)
	}
}

// TestRowsOfAFileAreSaid: the header has both counts where there is room, and the knob n says how to take all.
func TestRowsOfAFileAreSaid(t *testing.T) {
	t.Parallel()
	rows := "a,b\n"
	for i := range 3000 {
		rows += fmt.Sprintf("%d,%d\n", i, i%7)
	}
	m := run(t)
	command(m, "data "+write(t, "many.csv", rows))
	settle(t, m)
	press(m, "enter")
	settle(t, m)
	m.change(func(s *lab.Setting) { s.Spec.Test = 0.2 })
	m.change(func(s *lab.Setting) { s.Spec.N = 1000 })
	for _, w := range []int{90, 100, 120, 160} {
		m.Update(sized(w, 30))
		if header, _, _ := strings.Cut(m.View(), "\n"); !strings.Contains(header, "n=1000 of 3000") ||
			!strings.Contains(header, "target b ──") {
			t.Errorf("%d columns: %s", w, header)
		}
	}
	m.panel.Chosen = "n"
	if press(m, "enter"); !strings.Contains(m.Note.Text,
		"many.csv has 3000: type 2400 to take all but the 20.0 % for tests") {
		t.Errorf("note %q", m.Note.Text)
	}
}
