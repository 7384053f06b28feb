package ui

import (
	"errors"
	"strings"
	"testing"

	"gramscope/ui/lab"
	"gramscope/ui/screen/explore"
)

func TestRidgeMovesTheCurvesLine(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	m.panel.Chosen = "score-ridge"
	press(m, "right")
	if !strings.Contains(m.Note.Text, "no chosen method uses it") || strings.Contains(m.Note.Text, "right chart") {
		t.Errorf("over σ: %q", m.Note.Text)
	}
	m.focusOn(secondPane)
	press(m, "v")
	press(m, "right")
	if !strings.Contains(m.Note.Text, "moves the line in the right chart") {
		t.Errorf("over γₛ: %q", m.Note.Text)
	}
	m.panel.Chosen = "mu"
	press(m, "right")
	if strings.Contains(m.Note.Text, "right chart") {
		t.Errorf("μ, which γₛ no longer follows: %q", m.Note.Text)
	}
}

// TestKernelWithoutWidthShowsTheDimension: a kernel without σ has the other curve, and
// one with σ the first one again.
func TestKernelWithoutWidthShowsTheDimension(t *testing.T) {
	m := run(t)
	m.change(func(s *lab.Setting) { s.Spec.Kernel = "linear" })
	settle(t, m)
	if l := m.linesOf(onRank); len(m.curveOfK().X) != pointsOfK || l.X.Title != "γₛ" {
		t.Errorf("of a linear kernel: %d points over %s", len(m.curveOfK().X), l.X.Title)
	}
	if m.session().Dimension {
		t.Error("the session takes it for a choice")
	}
	m.change(func(s *lab.Setting) { s.Spec.Kernel = "gaussian" })
	settle(t, m)
	if l := m.linesOf(onRank); len(m.curveOfK().X) != pointsOfK || l.X.Title != "σ" {
		t.Errorf("of a gaussian kernel: %d points over %s", len(m.curveOfK().X), l.X.Title)
	}
	m.focusOn(secondPane)
	press(m, "v")
	for _, kernel := range []string{"linear", "gaussian"} {
		m.change(func(s *lab.Setting) { s.Spec.Kernel = kernel })
		settle(t, m)
		if l := m.linesOf(onRank); l.X.Title != "γₛ" || len(m.curveOfK().X) != pointsOfK {
			t.Errorf("the dimension was chosen, and of a %s kernel there are %d points over %s", kernel, len(m.curveOfK().X), l.X.Title)
		}
	}
}

// TestCurveThatFails: what was shown of the setting before gives way to the reason.
func TestCurveThatFails(t *testing.T) {
	m := run(t)
	m.countWork(explore.Lane)
	press(m, "r")
	m.receive(lab.SweepLane, lab.FoundWidths{Key: m.Setting.WidthsKey(), Widths: lab.Widths{Known: true, Median: 0.18, Mean: 0.27}})
	m.receive(explore.Lane, lab.Refusal{Err: errors.New("no room for the curve")})
	if lines := m.linesOf(onRank); len(lines.Series) > 0 || lines.Empty != "no room for the curve" || !m.Note.Alarm {
		t.Errorf("%d curves, %q", len(lines.Series), lines.Empty)
	}
}
