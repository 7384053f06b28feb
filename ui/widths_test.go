package ui

import (
	"strings"
	"testing"
)

// TestWidthsOfFeatures gives the features widths, turns one, and takes them away again.
func TestWidthsOfFeatures(t *testing.T) {
	m := idleToy(t)
	d := m.Setting().Store.Source().Dims()
	before := m.Setting().Sigma(m.Widths())
	command(m, "widths on")
	widths := m.Setting().Spec.Widths.Numbers()
	if len(widths) != d || widths[0] != before || m.Setting().Sigma(m.Widths()) != 1 {
		t.Fatalf("widths %v at σ = %v, want %d times %v at σ = 1", widths, m.Setting().Sigma(m.Widths()), d, before)
	}
	command(m, "width2 0.01")
	if got := m.Setting().Spec.Widths.Numbers()[1]; got != 0.01 || m.panel.Chosen != "width2" {
		t.Errorf("width2 is %v, and %s is chosen", got, m.panel.Chosen)
	}
	bars := map[string]int{}
	for _, k := range m.panel.Knobs {
		bars[string(k.Name)] = len([]rune(k.Trail))
	}
	if bars["width2"] <= bars["width1"] {
		t.Errorf("bars of relevance: %v", bars)
	}
	command(m, "widths 1,2,3,4,5,6,7,8,9,10,11")
	if !strings.Contains(m.Note.Text, "11 widths for") {
		t.Errorf("note %q", m.Note.Text)
	}
	command(m, "kernel linear")
	if m.Setting().Spec.Widths != "" || !strings.Contains(m.Note.Text, "dropped") {
		t.Errorf("the linear kernel has widths %q; note %q", m.Setting().Spec.Widths, m.Note.Text)
	}
	press(m, "u")
	command(m, "widths off")
	if m.Setting().Spec.Widths != "" || !m.Setting().Spec.Width.IsByRule() {
		t.Errorf("widths %q, width %v", m.Setting().Spec.Widths, m.Setting().Spec.Width)
	}
	for _, k := range m.panel.Knobs {
		if strings.HasPrefix(string(k.Name), "width") {
			t.Errorf("knob %s without widths", k.Name)
		}
	}
}
