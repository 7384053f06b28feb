package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
)

func TestExpand(t *testing.T) {
	for _, tt := range []struct {
		msg  tea.KeyMsg
		want string
	}{
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("+++")}, "+,+,+"},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a b")}, "a, ,b"},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("γμ")}, "γ,μ"},
		{tea.KeyMsg{Type: tea.KeyRight}, "right"},
		{tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, " "},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("xy"), Alt: true}, "alt+x,alt+y"},
		{tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("xy"), Paste: true}, "[xy]"},
	} {
		var got []string
		for _, k := range expand(tt.msg) {
			got = append(got, k.String())
		}
		if g := strings.Join(got, ","); g != tt.want {
			t.Errorf("expand(%v) = %s, want %s", tt.msg, g, tt.want)
		}
	}
}

func TestHeldKeysAllCount(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	m.panel.Chosen = "m"
	press(m, "+++")
	for range 2 {
		press(m, "right")
	}
	if got := m.Setting.Spec.Values["m"]; got != 40 { // 20 → 25, 31, 39, 40: as far as n = 40
		t.Errorf("m = %v after five steps, want 40", got)
	}
	if !strings.Contains(m.Note.Text, "m stops at 40") {
		t.Errorf("stopped without a word: %q", m.Note.Text)
	}
}

// TestKeysStandOnce: among those of a screen, which go first, and among the others.
func TestKeysStandOnce(t *testing.T) {
	screens := allScreens(t)
	all := idleToy(t).keys("")
	for _, on := range screens {
		for in := onKnobs; in <= inLoading; in <<= 1 {
			if in == onSecond && len(on.Panes().Charts) < 2 {
				continue
			}
			seen := keysStandOnce(t, all, in, on.key)
			if seen["ctrl+c"] == "" || seen["esc"] == "" {
				t.Errorf("screen %s, mode %b: ctrl+c or esc does nothing", on.key, in)
			}
			if (seen["q"] == "") != (in&typing != 0) {
				t.Errorf("screen %s, mode %b: q quits: %v", on.key, in, seen["q"] != "")
			}
			for _, s := range screens {
				if (seen[s.key] == "") != (in&onPanes == 0) {
					t.Errorf("screen %s, mode %b: %s opens a screen: %v", on.key, in, s.key, seen[s.key] != "")
				}
			}
		}
	}
}

// keysStandOnce tells what keys do in a mode.
func keysStandOnce(t *testing.T, all []binding, in mode, on string) map[string]string {
	t.Helper()
	seen := map[string]string{}
	for _, own := range []bool{true, false} {
		among := map[string]string{}
		for _, b := range all {
			if !b.applies(in, on) || !b.acts() || (b.on != "") != own {
				continue
			}
			for _, k := range strings.Fields(b.keys) {
				if among[k] != "" {
					t.Errorf("screen %s, mode %b: %q is %q and %q", on, in, k, among[k], b.does)
				}
				among[k] = b.does
				if seen[k] == "" {
					seen[k] = b.does
				}
			}
		}
	}
	for k, does := range seen {
		if got, ok := find(all, in, on, k); !ok || got.does != does {
			t.Errorf("screen %s, mode %b: %q leads to %q, want %q", on, in, k, got.does, does)
		}
	}
	return seen
}

func TestEveryKeyIsDocumented(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 200)
	help := strings.Join(strings.Fields(strings.Join(m.helpLines(), " ")), " ") // whatever is wrapped
	for _, b := range idleToy(t).keys("") {
		if !b.acts() {
			continue
		}
		if b.does == "" || b.show == "" || len(b.keys) == 0 {
			t.Errorf("%v lacks keys or words", b.keys)
		}
		if !strings.Contains(help, b.does) {
			t.Errorf("the help lacks %q", b.does)
		}
	}
}

func TestQuitEverywhere(t *testing.T) {
	open := map[string][]string{
		"panes": nil, "help": {"?"}, "menu": {"o"}, "chooser": {"d"}, "field": {"enter"},
	}
	for name, keys := range open {
		m := newToy(t, "braille", "none", 100, 30)
		m.Launch = func(job.Kind, job.Work) {}
		press(m, keys...)
		quits := func(msg tea.KeyMsg) bool {
			cmd := m.keyboard(msg)
			if cmd == nil {
				return false
			}
			_, ok := cmd().(tea.QuitMsg)
			return ok
		}
		if typing := name == "field" || name == "chooser" ||
			name == "menu"; quits(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q")}) == typing {
			t.Errorf("%s: q quits: %v", name, !typing)
		}
		if !quits(tea.KeyMsg{Type: tea.KeyCtrlC}) {
			t.Errorf("%s: ctrl+c does not quit", name)
		}
	}
}

// TestMenusTakeText: q and a blank are text in a menu, by which an entry is found, and enter takes it.
func TestMenusTakeText(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	press(m, "v", "q", "q")
	if m.mode() != inMenu || !strings.Contains(m.View(), "none has qq") {
		t.Errorf("after q:\n%s", m.View())
	}
	press(m, "backspace", "backspace", "t", "e", "s", "t", "space", "r")
	if m.mode() != inMenu || m.menu.Items[max(0, m.menu.Pointed())].Name != "test R²" {
		t.Errorf("after a blank it points at %q:\n%s", m.menu.Items[max(0, m.menu.Pointed())].Name, m.View())
	}
	if press(m, "enter"); m.mode() == inMenu || m.figure().Name != "test R²" {
		t.Errorf("enter takes %q", m.figure().Name)
	}
}

func TestEscapeLeavesEverything(t *testing.T) {
	for _, keys := range [][]string{{"?"}, {"o"}, {"v"}, {"d"}, {"enter"}, {"o", "?"}} {
		m := newToy(t, "braille", "none", 100, 30)
		m.Launch = func(job.Kind, job.Work) {}
		press(m, keys...)
		if m.mode() == onKnobs {
			t.Fatalf("%v opened nothing", keys)
		}
		for range keys {
			press(m, "esc")
		}
		if m.mode() != onKnobs {
			t.Errorf("%v: esc leaves mode %b", keys, m.mode())
		}
	}
}
