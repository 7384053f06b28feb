package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestHelpBeginsWithTheScreen: what is shown and how it is read, then its keys.
func TestHelpBeginsWithTheScreen(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	for _, s := range m.screens {
		press(m, s.key, "?")
		lines := strings.Split(m.View(), "\n")
		top := strings.Join(lines[:14], "\n")
		if about, _, _ := strings.Cut(s.About(), " "); !strings.Contains(top, "What screen "+s.key+" shows: "+s.Name()) || !strings.Contains(top, about) {
			t.Errorf("the help of screen %s begins\n%s", s.key, top)
		}
		help := strings.Join(m.helpLines(), "\n")
		if own := strings.Index(help, "Screen "+s.key+":"); own < 0 || own > strings.Index(help, "Knobs and methods") {
			t.Errorf("the keys of screen %s do not come first", s.key)
		}
		press(m, "esc")
	}
}

// TestHelpIsSearched: what holds the text stays, with its headings; esc shows all again.
func TestHelpIsSearched(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	press(m, "?")
	whole := m.View()
	press(m, "/", "CROSSHAIR")
	if view := m.View(); !strings.Contains(view, "search: CROSSHAIR") || !strings.Contains(view, "crosshair: the sample before") || strings.Contains(view, "quit, also while typing") {
		t.Errorf("the search shows\n%s", view)
	}
	press(m, "enter")
	if view := m.View(); strings.Contains(view, "search:") || strings.Contains(view, "quit, also while typing") || !strings.Contains(view, "crosshair") {
		t.Errorf("enter does not keep what was found\n%s", view)
	}
	press(m, "/", "ctrl+u", "no such thing at all")
	if view := m.View(); !strings.Contains(view, "nothing in the help holds") {
		t.Errorf("of what is not there:\n%s", view)
	}
	if press(m, "esc"); m.View() != whole {
		t.Errorf("esc does not show all again:\n%s", m.View())
	}
	if press(m, "esc"); m.help.Open {
		t.Error("a second esc does not leave the help")
	}
}

// TestHelpEndsAtTheBottom: its last line is reached, and stays at the bottom of a larger
// window.
func TestHelpEndsAtTheBottom(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	press(m, "?")
	lines := m.helpLines()
	for range lines {
		press(m, "down")
	}
	for _, h := range []int{40, 50} {
		m.Update(tea.WindowSizeMsg{Width: 120, Height: h})
		frame := strings.Split(m.View(), "\n")
		if last := strings.TrimSpace(lines[len(lines)-1]); !strings.Contains(frame[h-2], last) {
			t.Errorf("in %d rows the last is %q, not %q", h, frame[h-2], last)
		}
	}
}

// TestHelpIsPaged: a page keeps a line of the one before, and all lines come by; to the ends
// it is one key; the footer tells them.
func TestHelpIsPaged(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	press(m, "?")
	page := func() []string { return strings.Split(m.View(), "\n")[1:29] }
	first := page()
	if foot := strings.Split(m.View(), "\n")[29]; !strings.Contains(foot, "pgup pgdn page") || !strings.Contains(foot, "g G ends") {
		t.Errorf("the footer tells %q", foot)
	}
	press(m, "pgdown")
	second := page()
	if second[0] != first[27] || second[1] == first[27] {
		t.Errorf("after %q a page begins with %q and %q", first[27], second[0], second[1])
	}
	if press(m, "pgup"); page()[0] != first[0] {
		t.Errorf("a page back is %q, not %q", page()[0], first[0])
	}
	for _, ends := range [][2]string{{"G", "g"}, {"end", "home"}} {
		press(m, ends[0])
		last, all := strings.Join(page(), "\n"), m.helpLines()
		if !strings.Contains(last, strings.TrimSpace(all[len(all)-1])) {
			t.Errorf("%s does not reach the end:\n%s", ends[0], last)
		}
		if press(m, "pgdown"); strings.Join(page(), "\n") != last {
			t.Errorf("there is a page after the end")
		}
		if press(m, ends[1]); strings.Join(page(), "\n") != strings.Join(first, "\n") {
			t.Errorf("%s does not lead to the beginning", ends[1])
		}
	}
}
