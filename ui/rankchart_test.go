package ui

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/kernel"
	"gramscope/ui/lab"
	"gramscope/ui/screen/explore"
)

func TestWidthsOfTheCurveAreAllowed(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	rapid.Check(t, func(t *rapid.T) {
		s := m.Setting.Clone()
		s.Spec.Kernel = rapid.SampledFrom([]string{"gaussian", "laplacian", "matern32", "polynomial"}).Draw(t, "kernel")
		gamma := model.Gamma(nil)
		g := rapid.OneOf(rapid.Float64Range(gamma.Min, gamma.Max), rapid.SampledFrom([]float64{gamma.Min, gamma.Max})).Draw(t, "γ")
		s.Set(gamma, g)
		median := rapid.SampledFrom([]float64{1e-9, 1e-3, 1, 1e3, 1e9}).Draw(t, "median")
		v := explore.NewRankView()
		v.Request(s, lab.Widths{Known: true, Median: median, Mean: median})
		for _, sigma := range v.Axis() {
			if _, err := s.Family().Kernel(kernel.Shape{Gamma: s.Family().GammaOf(sigma), Degree: 2}); err != nil {
				t.Fatalf("σ = %v: %v", sigma, err)
			}
		}
	})
}

func TestRidgeMovesTheCurvesLine(t *testing.T) {
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	m.panel.Chosen = "score-ridge"
	press(m, "right")
	if !strings.Contains(m.Note.Text, "no chosen method uses it") || strings.Contains(m.Note.Text, "right chart") {
		t.Errorf("over σ: %q", m.Note.Text)
	}
	m.explore().Curve.Dimension = true
	m.follow()
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
	if l := m.linesOf(onRank); !m.explore().Curve.DimensionShown(m.Setting) || len(m.explore().Curve.Points) != explore.CurvePoints || l.X.Title != "γₛ" {
		t.Errorf("of a linear kernel: %d points over %s", len(m.explore().Curve.Points), l.X.Title)
	}
	if m.session().Dimension {
		t.Error("the session takes it for a choice")
	}
	m.change(func(s *lab.Setting) { s.Spec.Kernel = "gaussian" })
	settle(t, m)
	if l := m.linesOf(onRank); m.explore().Curve.DimensionShown(m.Setting) || len(m.explore().Curve.Points) != explore.CurvePoints || l.X.Title != "σ" {
		t.Errorf("of a gaussian kernel: %d points over %s", len(m.explore().Curve.Points), l.X.Title)
	}
	m.focusOn(secondPane)
	press(m, "v")
	for _, kernel := range []string{"linear", "gaussian"} {
		m.change(func(s *lab.Setting) { s.Spec.Kernel = kernel })
		settle(t, m)
		if l := m.linesOf(onRank); l.X.Title != "γₛ" || len(m.explore().Curve.Points) != explore.CurvePoints {
			t.Errorf("the dimension was chosen, and of a %s kernel there are %d points over %s", kernel, len(m.explore().Curve.Points), l.X.Title)
		}
	}
}
