//go:build long

package ui

import (
	"strings"
	"testing"
)

// TestClaimsOnScreen opens every lesson in the explorer: there its claim holds, on
// the figures that the explorer computes.
func TestClaimsOnScreen(t *testing.T) {
	m := lessonToy(t, lessonMethods(), "braille", "none", 120, 40)
	m.Init()
	press(m, "7", "enter")
	for _, l := range allLessons() {
		settle(t, m)
		for i := range l.Steps {
			if i > 0 {
				press(m, "enter")
			}
			press(m, "S")
		}
		if m.lessons.Asks() { // the curve of the runs
			press(m, "enter")
		}
		want := "✓"
		if l.Name == "relevance" {
			want = "…" // until the reader types :widths learn
		}
		if opened(m) != l.Name || verdict(m) != want {
			t.Errorf("%s:\n%s", l.Name, m.View())
		}
		if m.screen().key != l.Screen || m.panel.Chosen != l.Spec.Over[0].Name ||
			m.Methods[m.Pointed].Name != l.Spec.Methods[0] {
			t.Errorf("%s: beside screen %s, at %s and %s", l.Name, m.screen().key, m.panel.Chosen, m.Methods[m.Pointed].Name)
		}
		press(m, "n")
	}
	if !strings.Contains(m.Note.Text, "last lesson") {
		t.Errorf("behind the last lesson: %q", m.Note.Text)
	}
}

// TestLessonFlowWithWork: the flow with the results of the lesson's own experiment.
func TestLessonFlowWithWork(t *testing.T) {
	lessonFlow(t, lessonToy(t, lessonMethods(), "braille", "none", 120, 40), settle)
}
