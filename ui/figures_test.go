package ui

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
	"gramscope/ui/drawing"
	"gramscope/ui/frame"
	"gramscope/ui/screen/points"
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
		return pictureToy(t, screen, "braille", "none", 120, 40)
	}
	m := learnToy(t, "braille", "none", 120, 40)
	feedLearned(t, m, 7)
	return m
}

// TestWriteSuggestsNames: a name says what is in the file.
func TestWriteSuggestsNames(t *testing.T) {
	for _, c := range []struct {
		screen, keys, want string
	}{
		{"3", "", "points-plain"}, {"3", "tab", "points-eager"}, {"4", "", "matrix-plain"}, {"6", "", "heat-map-plain"}, {"6", "v", "heat-map-exact"},
	} {
		m := figureToy(t, c.screen)
		m.focusOn(frame.First)
		if c.keys != "" {
			press(m, c.keys)
		}
		for _, entry := range []int{asSVG - 1, asSVG, asPNG} {
			press(m, "w")
			for range entry {
				press(m, "down")
			}
			press(m, "enter")
			if got := m.typed().Text(); !strings.HasSuffix(got, "-"+c.want+filepath.Ext(got)) || m.mode() != inName {
				t.Errorf("screen %s after %q: entry %d is to be %q, want %s", c.screen, c.keys, entry, got, c.want)
			}
			press(m, "esc", "esc")
		}
	}
}

// TestWriteFigures: the charts that are no curves are written from the menu, too.
func TestWriteFigures(t *testing.T) {
	for _, screen := range []string{"3", "4", "6"} {
		m := figureToy(t, screen)
		m.Launch = m.Runner.Start
		folder := t.TempDir()
		m.focusOn(frame.First)
		for entry, name := range map[int]string{asSVG: "c.svg", asPNG: "c.png"} {
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
	for _, screen := range []string{"3", "4", "6"} {
		early := newToy(t, "braille", "none", 120, 40)
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

// TestThePointsAreDrawnAsShown: each point where its coordinates are, those of the
// landmarks marked.
func TestThePointsAreDrawnAsShown(t *testing.T) {
	m := figureToy(t, "3")
	cloud, rows := m.points().Now.Cloud, m.points().Now.Rests["plain"].Rows
	d := m.charts()[0].Figure().(drawing.Dots)
	if len(d.Dots.Dots) != 40 || len(d.Marks) != len(rows) || d.X.Title != "pc1" || d.Y.Title != "pc2" {
		t.Fatalf("%d dots and %d marks over %s and %s", len(d.Dots.Dots), len(d.Marks), d.X.Title, d.Y.Title)
	}
	for i, dot := range d.Dots.Dots {
		if want := (chart.Dot{X: cloud.Principal.At(i, 0), Y: cloud.Principal.At(i, 1), Color: m.points().Now.Clusters.Owner[i], Level: dot.Level}); dot != want {
			t.Errorf("point %d is %v, want %v", i, dot, want)
		}
	}
	for k, i := range rows {
		if d.Marks[k].X != cloud.Principal.At(i, 0) || d.Marks[k].Y != cloud.Principal.At(i, 1) {
			t.Errorf("landmark %d is not at row %d", k, i)
		}
	}
	// 0, 1, 2, 12, 27, 31: every fourth row is of the second group, those that end in 7 of the third.
	if want := []string{"cluster 1: 4 of 28", "cluster 2: 1 of 8", "cluster 3: 1 of 4"}; !slices.Equal(d.Groups, want) {
		t.Errorf("groups %q, want %q", d.Groups, want)
	}
	if d.Marked != "landmarks: 6 of 40" || d.Of != "plain" || d.Levels[2] == "" {
		t.Errorf("the legend has %q of %q, levels %q", d.Marked, d.Of, d.Levels)
	}
	m.points().Now.Scores = points.Scores{}
	if d := m.charts()[1].Figure().(drawing.Dots); len(d.Marks) != 0 || d.Groups[2] != "cluster 3: 4 points" || d.Levels[0] != "" {
		t.Errorf("a method without landmarks: %d marks, groups %q, levels %q", len(d.Marks), d.Groups, d.Levels)
	}
	delete(m.points().Now.Rests, "plain")
	if d := m.charts()[0].Figure().(drawing.Dots); len(d.Dots.Dots) != 0 {
		t.Error("there is a drawing before the landmarks are known")
	}
}

// TestTheMatricesAreDrawnAsComputed: all bins, K and K̃ on one scale that holds both.
func TestTheMatricesAreDrawnAsComputed(t *testing.T) {
	m := figureToy(t, "4")
	found := madeUpMaps("plain", 0.7)
	found.Maps.Approx[3][5] = -4
	m.matrix().Now = found
	pictures := m.charts()[0].Figure().(drawing.Matrices)
	if len(pictures) != 3 {
		t.Fatalf("%d pictures", len(pictures))
	}
	for k, want := range [][][]float64{found.Maps.K, found.Maps.Approx, found.Maps.Residual} {
		if !slices.EqualFunc(pictures[k].Values, want, slices.Equal[[]float64]) || !slices.Equal(pictures[k].Cuts, found.Maps.Cuts) {
			t.Errorf("picture %d has other values or cuts", k)
		}
		if full := pictures[k].Full; full != []float64{4, 4, 0}[k] {
			t.Errorf("picture %d has the scale %v", k, full)
		}
	}
	if got := pictures[1].Title; got != "K̃ of plain, m=20" {
		t.Errorf("K̃ is called %q", got)
	}
}

// TestTheMapIsDrawnAsSearched: every cell, with its marks.
func TestTheMapIsDrawnAsSearched(t *testing.T) {
	m := figureToy(t, "6")
	on := madeUpGrounds()
	v := m.charts()[0]
	h := v.Figure().(drawing.Heat)
	if !slices.Equal(h.X.Values, on.Gammas) || !slices.Equal(h.Y.Values, on.Mus) || h.Figure != "cross-validated rmse of plain, 5 folds" {
		t.Errorf("%q over %v and %v", h.Figure, h.X.Values, h.Y.Values)
	}
	for column := range on.Gammas {
		scores := madeUpColumn(on, "plain", column, on.Folds).Scores
		for row := range on.Mus {
			want := scores[row].Loss.Mean
			if scores[row].Failure != nil {
				want = math.Inf(1)
			}
			if got := h.Values[row][column]; got != want {
				t.Errorf("the cell at %d, %d is %v, want %v", column, row, got, want)
			}
		}
	}
	if len(h.Marks) == 0 || h.Marks[0] != (chart.HeatMark{Column: 4, Row: 2, Marker: '★'}) {
		t.Errorf("marks %v", h.Marks)
	}
	for _, mark := range h.Marks {
		if h.Names[mark.Marker] == "" {
			t.Errorf("%c has no name", mark.Marker)
		}
	}
	var svg bytes.Buffer
	if err := m.shown(0).Drawing(drawing.SVG)(&svg); err != nil || strings.Contains(svg.String(), "γ=") {
		t.Errorf("%v; the heading has a γ although it is an axis", err)
	}
}
