package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/model/job"
	"gramscope/ui/frame"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/spectrum"
)

func TestScreensAreOpenedByDigits(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	for _, s := range allScreens(t) {
		press(m, s.key)
		if m.screen().key != s.key || !strings.Contains(m.View(), s.key+" "+s.Name()) {
			t.Errorf("%s does not open %s:\n%s", s.key, s.Name(), m.View())
		}
	}
	press(m, "9")
	if m.screen().key != "7" {
		t.Errorf("a digit without a screen opened %s", m.screens[m.at].Name())
	}
	help := strings.Join(m.helpLines(), "\n")
	for _, s := range allScreens(t) {
		if !strings.Contains(help, "screen "+s.key+": "+s.Name()) {
			t.Errorf("the help does not say what %s opens", s.key)
		}
	}
}

// A screen opens with the focus where its keys act, wherever it was before.
func TestScreensOpenWithTheirFocus(t *testing.T) {
	m := learnToy(t, "braille", "none", 40, 12)
	if m.mode() != onFirst {
		t.Fatalf("mode %b on opening, want that of the map", m.mode())
	}
	if press(m, "tab", "1"); m.mode() != onKnobs {
		t.Errorf("mode %b on the first screen", m.mode())
	}
	if press(m, "tab", "tab", "6"); m.mode() != onFirst {
		t.Errorf("mode %b after coming back:\n%s", m.mode(), m.View())
	}
	l := accumulateToy(t, "braille", "none", 100, 30, 0.0065)
	openByKeys(l, "accumulate")
	if press(l, "tab", "1", "7"); l.mode() != onText {
		t.Errorf("mode %b back beside a lesson's text", l.mode())
	}
}

// Leaving a screen drops what its work still sends; coming back starts the work anew
// where it had not ended, and only there.
func TestWorkOfAScreenEndsAndResumes(t *testing.T) {
	for key, of := range map[string]job.Kind{"2": spectrum.Jobs, "3": points.Jobs, "4": matrix.Jobs} {
		m := newToy(t, "braille", "none", 100, 30)
		feed(t, m, 2)
		started := m.countWork(of)
		press(m, key, "1")
		if *started != 1 {
			t.Fatalf("%s: %d works on opening the screen", key, *started)
		}
		gen := m.Runner.Generation(of)
		press(m, key)
		if *started != 2 {
			t.Errorf("%s: %d works after coming back to what had not ended, want 2", key, *started)
		}
		press(m, "1")
		if m.Runner.Generation(of) == gen {
			t.Errorf("%s: leaving does not end the work", key)
		}
		press(m, key)
		m.receive(of, job.Finished{})
		press(m, "1", key)
		if *started != 3 {
			t.Errorf("%s: %d works after coming back to what had ended, want 3", key, *started)
		}
	}
}

// TestThirdChart: in a large window tab goes to the chart below the second, keys act on it, and the focus leaves it
// with it.
func TestThirdChart(t *testing.T) {
	m := newToy(t, "braille", "none", 200, 55)
	feed(t, m, 2)
	press(m, "tab", "tab", "tab")
	if m.mode() != onThird || !strings.Contains(m.View(), "▸time in s over m") {
		t.Fatalf("mode %b:\n%s", m.mode(), m.View())
	}
	press(m, "y")
	if charts := m.charts(); !charts[2].Axes.Y.Decided || charts[1].Axes.Y.Decided {
		t.Error("y switches another axis")
	}
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if m.mode() != onFirst || m.layout.Panes[frame.Third].W != 0 {
		t.Errorf("mode %b in a smaller window", m.mode())
	}
	press(m, "tab", "tab")
	if m.mode() != onMethods {
		t.Errorf("mode %b behind the second chart", m.mode())
	}
	if m.Update(tea.WindowSizeMsg{Width: 40, Height: 12}); m.charted != frame.Second {
		t.Errorf("the table alone takes the keys from the second chart to pane %d", m.charted)
	}
}
