//go:build long

package ui

import (
	"fmt"
	"strings"
	"testing"
)

// TestNoKeyOfAnyScreenSteers presses every key on every screen, and what may follow it, in windows of all sizes.
func TestNoKeyOfAnyScreenSteers(t *testing.T) {
	hostileFolder(t)
	for _, s := range allScreens(t) {
		m := hostileToy(t, s.key)
		for _, b := range m.keys("") {
			for _, key := range strings.Fields(b.keys) {
				if key == "q" || key == "ctrl+c" || key == "7" || b.section == "Lessons" {
					continue
				}
				if m.screen().key != s.key {
					press(m, s.key)
				}
				press(m, key)
				where := fmt.Sprintf("screen %s, key %q", s.Name(), key)
				frameIsSafe(t, where, m)
				press(m, "down", hostile[:40], "tab")
				frameIsSafe(t, where+" and a text", m)
				press(m, "enter")
				frameIsSafe(t, where+", a text and enter", m)
				press(m, "esc", "esc", "esc", "esc")
			}
		}
	}
}

// TestNoKeyOfViewSteers presses every key with every knob chosen.
func TestNoKeyOfViewSteers(t *testing.T) {
	m := hostileView(t)
	for _, label := range []string{"error", hostile} {
		m.showValue(label)
		m.dirty = true
		frameIsSafe(t, "view", m)
		for _, b := range m.keys("") {
			for _, key := range strings.Fields(b.keys) {
				if key == "q" || key == "ctrl+c" {
					continue
				}
				for _, k := range m.panel.Knobs {
					m.panel.Chosen = k.Name
					press(m, key)
					where := fmt.Sprintf("view, key %q", key)
					frameIsSafe(t, where, m)
					press(m, "enter")
					frameIsSafe(t, where+" and enter", m)
					press(m, "esc", "esc", "esc")
				}
			}
		}
	}
}
