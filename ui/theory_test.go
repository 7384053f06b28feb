package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model/number"
)

func TestTheoryIsDrawnOnDemand(t *testing.T) {
	m := run(t)
	m.chooseAxis("m")
	settle(t, m)
	series := func() []string {
		var names []string
		for _, s := range m.linesOf(onError).Series {
			names = append(names, s.Name)
		}
		return names
	}
	if slices.Contains(series(), "1/√m") || strings.Contains(m.titleOf(onError, 200), "theory") {
		t.Fatalf("theory without having been asked for: %v", series())
	}
	press(m, "b")
	settle(t, m)
	d := m.ExactNow("bach_d")
	if math.IsNaN(d) || !(d > 0) {
		t.Fatalf("Bach's d is %v", d)
	}
	if title := m.titleOf(onError, 200); !strings.Contains(title, "1/√m") || !strings.Contains(title, "Bach's d="+number.Count(d)) {
		t.Errorf("title %q", title)
	}
	for w, want := range map[int]string{30: "error ┄┄ 1/√m d=" + number.Count(d), 48: "┄┄ 1/√m d=" + number.Count(d) + " p="} { // the panes at 80 and 120 cells
		if title := m.titleOf(onError, w); !strings.Contains(title, want) {
			t.Errorf("in %d cells %q, want %q", w, title, want)
		}
	}
	found := false
	for _, s := range m.linesOf(onError).Series {
		if s.Name != "1/√m" {
			continue
		}
		found = true
		for i, x := range s.X {
			if math.Abs(s.Y[i]*math.Sqrt(x)-1) > 1e-12 {
				t.Errorf("%v at m = %v", s.Y[i], x)
			}
		}
	}
	if !found {
		t.Errorf("series %v", series())
	}
	press(m, "b")
	if slices.Contains(series(), "1/√m") {
		t.Error("theory stays")
	}
}
