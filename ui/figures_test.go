package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/drawing"
	"gramscope/ui/frame"
)

// Entries of the menu of `w`.
const (
	asSVG = 4
	asPNG = 5
)

// figureToy is an explorer on a screen whose charts are no curves, with made-up
// figures.
func figureToy(t *testing.T, screen string) *explorer {
	t.Helper()
	if screen != "6" {
		return pictureToy(t, screen, "braille", "none", 100, 30)
	}
	m := learnToy(t, "braille", "none", 100, 30)
	feedLearned(t, m, 7)
	return m
}

// TestWriteSuggestsNames: a name says what is in the file.
func TestWriteSuggestsNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		screen, keys, want, drawn string
	}{
		{"3", "", "points-plain", "points-plain"}, // the others have no landmarks to draw
		{"4", "", "matrix-errors", "matrix-errors"}, {"4", "v", "matrix-approximations", "matrix-approximations"},
		{"6", "", "heat-map-plain", "heat-map-plain"}, {"6", "v", "heat-map-exact", "heat-map-exact"},
	} {
		m := figureToy(t, c.screen)
		m.focusOn(frame.First)
		if c.keys != "" {
			press(m, c.keys)
		}
		for entry, want := range map[int]string{asSVG - 1: c.want, asSVG: c.drawn, asPNG: c.drawn} {
			press(m, "w")
			for range entry {
				press(m, "down")
			}
			press(m, "enter")
			if got := m.typed().Text(); !strings.HasSuffix(got, "-"+want+filepath.Ext(got)) || m.mode() != inName {
				t.Errorf("screen %s after %q: entry %d is to be %q, want %s", c.screen, c.keys, entry, got, want)
			}
			press(m, "esc", "esc")
		}
	}
}

// TestWriteFigures: the charts that are no curves are written from the menu, too.
func TestWriteFigures(t *testing.T) {
	t.Parallel()
	for _, screen := range []string{"3", "4", "6"} {
		m := figureToy(t, screen)
		m.Launch = m.Runner.Start
		folder := t.TempDir()
		m.focusOn(frame.First)
		for entry, name := range map[int]string{asSVG: "c.svg", asPNG: "c.png"} {
			if entry == asPNG && screen != "3" {
				continue // the same drawing, and PNGs take long
			}
			saveAs(t, m, entry, filepath.Join(folder, name))
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatalf("screen %s: %v: %q", screen, err, m.Note.Text)
			}
			if begins := map[int]string{asSVG: "<?xml", asPNG: "\x89PNG"}[entry]; !strings.HasPrefix(string(text), begins) {
				t.Errorf("screen %s: %s begins with %.10q", screen, name, text)
			}
		}
	}
}

// TestNothingToDrawYet: before there is anything to see, and while it is that of the
// setting before, a drawing would be wrong.
func TestNothingToDrawYet(t *testing.T) {
	t.Parallel()
	for _, screen := range []string{"3", "4", "6"} {
		early := newToy(t, "braille", "none", 100, 30)
		early.Launch = func(job.Kind, job.Work) {}
		editSetting(early, func(s *lab.Setting) { s.Spec.Test = 0.2 })
		early.Init()
		press(early, screen)
		states := map[string]*explorer{"early": early, "stale": figureToy(t, screen)}
		press(states["stale"], "+")
		if screen == "6" { // whose map does not depend on γ
			states["stale"].panel.Chosen = "m"
			press(states["stale"], "+")
		}
		for name, m := range states {
			m.Launch = m.Runner.Start
			m.focusOn(frame.First)
			path := filepath.Join(t.TempDir(), "c.svg")
			saveAs(t, m, asSVG, path)
			if !m.Note.Alarm || !strings.Contains(m.Note.Text, "nothing to draw yet") {
				t.Errorf("screen %s, %s: %q", screen, name, m.Note.Text)
			}
			if _, err := os.Stat(path); err == nil {
				t.Errorf("screen %s, %s: there is a file", screen, name)
			}
			if press(m, "2"); m.screen().key != "2" {
				t.Errorf("screen %s, %s: the session does not go on", screen, name)
			}
		}
	}
}

// TestTheHeadingOfTheMapHasNoGamma, since that is one of its axes.
func TestTheHeadingOfTheMapHasNoGamma(t *testing.T) {
	m := figureToy(t, "6")
	var svg bytes.Buffer
	if err := m.shown(0).Drawing(drawing.Slide().SVG)(&svg); err != nil || svg.Len() == 0 ||
		strings.Contains(svg.String(), "γ=") {
		t.Errorf("%v; the heading has a γ although it is an axis", err)
	}
}

// TestHeadings: γ is named where it is no axis, also while it is swept, and an axis has the whole text of its figure.
func TestHeadings(t *testing.T) {
	m := run(t)
	m.Sweep(model.GammaName)
	settle(t, m)
	for screen, named := range map[string]bool{"1": false, "2": true, "4": true} {
		press(m, screen)
		settle(t, m)
		var text strings.Builder
		if err := m.shown(0).Words()(&text); err != nil ||
			strings.Contains(strings.Split(text.String(), "\n")[0], "γ=") != named {
			t.Errorf("screen %s over γ: %v, γ is to be named: %t\n%s", screen, err, named, text.String())
		}
	}
	press(m, "1")
	m.showValue("risk ratio")
	settle(t, m)
	var svg strings.Builder
	if err := m.shown(0).Drawing(drawing.Slide().SVG)(&svg); err != nil ||
		!strings.Contains(svg.String(), "risk over that of exact<") {
		t.Errorf("%v\n%s", err, svg.String())
	}
}
