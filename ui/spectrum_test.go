package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/chart"
)

// TestCrosshairOnTheSpectrum: it stands on the eigenvalues of K̃ that have a
// marker, and tells K's beside them; on the scores it goes from landmark to
// landmark.
func TestCrosshairOnTheSpectrum(t *testing.T) {
	m := pictureToy(t, "2", "braille", "none", 120, 40)
	walk := func(chart int) []float64 {
		press(m, "]")
		for range 60 {
			press(m, "[")
		}
		var seen []float64
		for range 60 {
			x, ok := m.cross.At(m.built[chart])
			if !ok {
				t.Fatal("no crosshair")
			}
			if len(seen) == 0 || x != seen[len(seen)-1] {
				seen = append(seen, x)
			}
			press(m, "]")
		}
		return seen
	}
	seen := walk(0)
	if seen[0] != 1 || seen[len(seen)-1] != 20 || !slices.Contains(seen, 12) { // the last of plain and of eager
		t.Errorf("walked over %v", seen)
	}
	for range 60 {
		press(m, "[")
	}
	press(m, "]", "]")
	exact := strconv.FormatFloat(20*math.Pow(0.6, 2), 'g', 6, 64)
	if got := m.cross.Title(m.built[0], 200, &m.look); !strings.Contains(got, "i=3 ") || !strings.Contains(got, "K "+exact) {
		t.Errorf("title %q, want i=3 and K %s", got, exact)
	}
	press(m, "esc", "tab")
	// Scores are 0.8/(1+7i mod 40): those of the rows 0, 3, 17 and 39 are the 1st, 22nd, 40th and 34th.
	if got, want := walk(1), []float64{1, 22, 34, 40}; !slices.Equal(got, want) {
		t.Errorf("landmarks at %v, want %v", got, want)
	}
}

// TestSpectrumInNumbers: t lists the eigenvalues, each at its own i.
func TestSpectrumInNumbers(t *testing.T) {
	m := pictureToy(t, "2", "braille", "none", 120, 40)
	press(m, "t")
	want := strconv.FormatFloat(20*math.Pow(0.6, 4), 'g', 6, 64)
	for line := range strings.SplitSeq(m.texts[0], "\n") {
		if cells := strings.Fields(line); len(cells) > 1 && cells[0] == "5" {
			if !slices.Contains(cells, want) {
				t.Errorf("%q, want K's %s", line, want)
			}
			return
		}
	}
	t.Errorf("no line of i = 5 in\n%s", m.texts[0])
}

// TestAMethodThatIsTooLargeLeavesTheOthersTheirCurves: it is named, with its reason; where
// all are too large the first is.
func TestAMethodThatIsTooLargeLeavesTheOthersTheirCurves(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	large := func(model.Fitter, int, int) model.Memory { return model.Memory{Fit: 1e15} }
	m.Methods()[1].Memory = large
	press(m, "2")
	runPicture(t, m)
	m.Update(nil)
	const why = "▲ eager: n = 40 would need about"
	plain, ok := seriesNamed(m.built[0], "plain")
	if _, eager := seriesNamed(m.built[0], "eager"); !ok || len(plain.X) == 0 || eager {
		t.Errorf("plain has %d eigenvalues; eager has some: %t", len(plain.X), eager)
	}
	if k, _ := seriesNamed(m.built[0], "K"); len(k.X) == 0 {
		t.Error("K has no eigenvalues")
	}
	if view := m.View(); !strings.Contains(view, why) {
		t.Errorf("the chart does not tell %q:\n%s", why, view)
	}
	m.Methods()[0].Memory = large
	m.change(func(s *lab.Setting) { s.Spec.Methods = []string{"plain", "eager"} })
	settlePicture(t, m)
	m.Update(nil)
	for _, why := range []string{" plain: n = 40 would need about", " eager: n = 40 would need about"} {
		if text := m.texts[0]; !strings.Contains(text, why) {
			t.Errorf("where all are too large the screen does not tell %q:\n%s", why, text)
		}
	}
	if k, _ := seriesNamed(m.built[0], "K"); len(k.X) == 0 || k.Faint {
		t.Error("K has no eigenvalues where all methods are too large")
	}
	for i := range m.Methods() {
		m.Methods()[i].Memory = large
	}
	m.change(func(s *lab.Setting) { s.Spec.Seed++ })
	settlePicture(t, m)
	m.Update(nil)
	if text := m.texts[0]; !strings.Contains(text, " plain: n = 40 would need about") || strings.Contains(text, "╭") {
		t.Errorf("where K is too large with any method the screen tells\n%s", text)
	}
}

// TestTitlesWithoutScores: of eigenvalues they do not tell that there are no scores.
func TestTitlesWithoutScores(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	m.Launch = func(job.Kind, job.Work) {}
	press(m, "2")
	m.change(func(s *lab.Setting) { s.Spec.N = 3000 })
	feed(t, m, 1)
	for _, w := range []int{30, 60, 120} {
		if title := m.charts()[0].Title(chart.Lines{}, w); strings.Contains(title, "scores") || strings.Contains(title, "computing") || strings.Contains(title, "…") || !strings.Contains(title, "eigenvalues") {
			t.Errorf("%d cells wide: %q", w, title)
		}
	}
}
