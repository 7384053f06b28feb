package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// TestHelpBeginsWithKeysAndScreen: one page of at most fifteen keys to know first, then what
// the screen shows, then its keys.
func TestHelpBeginsWithKeysAndScreen(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	for _, s := range m.screens {
		press(m, s.key, "?")
		sections := help{m.window}.all()
		if first := sections[1]; first.Head != "The keys to know first" || len(first.Lines) > 15 || len(first.Lines) < 12 {
			t.Errorf("screen %s: the first page is %q, of %d lines", s.key, first.Head, len(first.Lines))
		}
		if about, want := sections[2], strings.Fields(s.About())[0]; about.Head != "What screen "+s.key+" shows: "+s.Name() ||
			!strings.Contains(about.Lines[0], want) {
			t.Errorf("screen %s: %q, %q does not follow", s.key, about.Head, about.Lines[0])
		}
		if keys := sections[3].Head; !strings.HasPrefix(keys, "Screen "+s.key+":") {
			t.Errorf("screen %s: %q stands where its keys should", s.key, keys)
		}
		if view := m.View(); !strings.Contains(view, sections[2].Head) {
			t.Errorf("screen %s: the help's first window does not reach to what the screen shows:\n%s", s.key, view)
		}
		press(m, "esc")
	}
}

// TestHelpFitsTheWindow: no line of it is cut.
func TestHelpFitsTheWindow(t *testing.T) {
	for _, w := range []int{60, 80, 120} {
		m := newToy(t, "braille", "none", w, 30)
		for _, s := range (help{m.window}).all() {
			for _, line := range s.Lines {
				if ansi.StringWidth(line) > w-2 {
					t.Errorf("%d columns cut %q", w, line)
				}
			}
		}
	}
}

// TestHelpIsSearched: what holds the text stays, with its headings; esc shows all again.
func TestHelpIsSearched(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	press(m, "?")
	whole := m.View()
	press(m, "/", "CROSSHAIR")
	if view := m.View(); !strings.Contains(view, "search: CROSSHAIR") ||
		!strings.Contains(view, "crosshair: one sample back") || strings.Contains(view, "quit, also while typing") {
		t.Errorf("the search shows\n%s", view)
	}
	press(m, "enter")
	if view := m.View(); strings.Contains(view, "search:") || strings.Contains(view, "quit, also while typing") ||
		!strings.Contains(view, "crosshair") {
		t.Errorf("enter does not keep what was found\n%s", view)
	}
	press(m, "/", "ctrl+u", "no such thing at all")
	if view := m.View(); !strings.Contains(view, "nothing in the help contains") {
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
	m := newToy(t, "braille", "none", 100, 30)
	press(m, "?")
	lines := m.helpLines()
	top := m.View()
	if press(m, "down"); m.View() == top {
		t.Error("down does not scroll the help")
	}
	if m.Update(tea.MouseMsg{X: 5, Y: 5, Button: tea.MouseButtonWheelUp}); m.View() != top {
		t.Error("the wheel does not scroll it back")
	}
	press(m, "G", "up", "up", "down", "down", "down")
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
	if foot := strings.Split(m.View(), "\n")[29]; !strings.Contains(foot, "pgup pgdn page") ||
		!strings.Contains(foot, "g G ends") {
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

// TestHelpNamesTheScreenBehindAStep by its number, once.
func TestHelpNamesTheScreenBehindAStep(t *testing.T) {
	m := stepsToy(t, 100, 30)
	press(m, "?")
	var heads []string
	for _, s := range (help{m.window}).all() {
		heads = append(heads, s.Head)
	}
	text := strings.Join(heads, "\n")
	if strings.Contains(text, "screen step") || strings.Count(text, "What screen "+m.lessons.Now().Screen+" shows") != 1 {
		t.Errorf("the help has\n%s", text)
	}
}
