package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
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
