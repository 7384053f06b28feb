package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/frame"
)

// TestPresent: E shows one chart above three lines of the table, and gives back the panes and the focus.
func TestPresent(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 45}} {
		w, h := size[0], size[1]
		m := newToy(t, "braille", "none", w, h)
		feed(t, m, 2)
		m.focusOn(frame.Knobs)
		m.layOut()
		before := m.View()
		press(m, "E")
		first, table := m.layout.Panes[frame.First], m.layout.Panes[frame.Methods]
		if first.W != w-2 || table.W != w-2 || table.H != 4 || first.H+table.H != h-3 || m.layout.Panes[frame.Knobs].W != 0 {
			t.Fatalf("%d×%d: chart %+v, table %+v", w, h, first, table)
		}
		view := m.View()
		if !strings.Contains(view, "▸error") {
			t.Errorf("%d×%d: no title in\n%s", w, h, view)
		}
		if !strings.Contains(view, "E or esc shows all panes again; tab goes to the others") {
			t.Errorf("%d×%d: nothing says how the other charts are reached:\n%s", w, h, view)
		}
		knob := func() string {
			lines := strings.Split(ansi.Strip(m.View()), "\n")
			at, _, _ := strings.Cut(lines[len(lines)-1], "choose")
			return at
		}
		now := knob()
		if press(m, "right"); !strings.Contains(now, "γ = ") || knob() == now {
			t.Errorf("%d×%d: the arrow keys do not turn the knob that the last line names, %q", w, h, now)
		}
		press(m, "u")
		for range 5 {
			if press(m, "tab"); m.focus == frame.Knobs {
				t.Errorf("%d×%d: tab goes to the knobs, which are not shown", w, h)
			}
		}
		press(m, "esc")
		m.Note.Text = ""
		m.dirty = true
		m.layOut()
		if m.focus != frame.Knobs || m.layout.Panes[frame.Knobs].W == 0 {
			t.Errorf("%d×%d: after esc focus %d, panes %+v", w, h, m.focus, m.layout.Panes)
		}
		if len(strings.Split(m.View(), "\n")) != len(strings.Split(before, "\n")) {
			t.Errorf("%d×%d: the window has another height", w, h)
		}
	}
}
