package ui

import (
	"gramscope/approx"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/tune"
)

// TestWidthsOfFeatures gives the features widths, turns one, and takes them away again.
func TestWidthsOfFeatures(t *testing.T) {
	m := idleToy(t)
	d := m.Setting.Store.Source().Dims()
	before := m.Setting.Sigma()
	command(m, "widths on")
	widths := m.Setting.Spec.Widths.Numbers()
	if len(widths) != d || widths[0] != before || m.Setting.Sigma() != 1 {
		t.Fatalf("widths %v at σ = %v, want %d times %v at σ = 1", widths, m.Setting.Sigma(), d, before)
	}
	command(m, "width2 0.01")
	if got := m.Setting.Spec.Widths.Numbers()[1]; got != 0.01 || m.panel.Chosen != "width2" {
		t.Errorf("width2 is %v, and %s is chosen", got, m.panel.Chosen)
	}
	press(m, "backspace")
	if got := m.Setting.Spec.Widths.Numbers()[1]; got != 1 {
		t.Errorf("the default of width2 is %v", got)
	}
	command(m, "width2 0.01")
	bars := map[string]int{}
	for _, k := range m.panel.Knobs {
		bars[string(k.Name)] = len([]rune(k.Bar))
	}
	if bars["width2"] <= bars["width1"] {
		t.Errorf("bars of relevance: %v", bars)
	}
	command(m, "widths 1,2,3,4,5,6,7,8,9,10,11")
	if !strings.Contains(m.Note.Text, "give one for each feature with :widths") {
		t.Errorf("note %q", m.Note.Text)
	}
	command(m, "kernel linear")
	if m.Setting.Spec.Widths != "" || !strings.Contains(m.Note.Text, "dropped") {
		t.Errorf("the linear kernel has widths %q; note %q", m.Setting.Spec.Widths, m.Note.Text)
	}
	press(m, "u")
	command(m, "widths off")
	if m.Setting.Spec.Widths != "" || !m.Setting.Spec.Width.IsByRule() {
		t.Errorf("widths %q, width %v", m.Setting.Spec.Widths, m.Setting.Spec.Width)
	}
	for _, k := range m.panel.Knobs {
		if strings.HasPrefix(string(k.Name), "width") {
			t.Errorf("knob %s without widths", k.Name)
		}
	}
}

// TestLearnWidths learns widths in the background: they and μ are one change, and the bars follow.
func TestLearnWidths(t *testing.T) {
	m := newToyWith(t, approx.Methods(), "braille", "none", 100, 30)
	m.Init()
	settle(t, m)
	command(m, "data friedman")
	settle(t, m)
	command(m, "n 150")
	settle(t, m)
	before, steps := m.Setting, len(m.History)
	command(m, "widths learn")
	if !m.Runner.Busy(job.Widths) || !strings.Contains(m.View(), "learning widths") {
		t.Fatalf("nothing is learned:\n%s", m.View())
	}
	for m.Runner.Busy(job.Widths) {
		m.Update(m.Runner.Wait())
	}
	widths, mu := m.Setting.Spec.Widths.Numbers(), m.Setting.Value(model.Ridge(nil))
	if len(widths) != before.Store.Source().Dims() || slices.Min(widths) == slices.Max(widths) ||
		mu == before.Value(model.Ridge(nil)) {
		t.Fatalf("widths %v, μ = %v; note %q", widths, mu, m.Note.Text)
	}
	if !strings.Contains(m.Note.Text, "u undoes widths and μ. learned widths: rmse") ||
		strings.Contains(m.View(), "learning widths") || len(m.History) != steps+1 {
		t.Errorf("%d steps of undo after %d; note %q", len(m.History), steps, m.Note.Text)
	}
	for _, k := range m.panel.Knobs {
		if j, ok := m.Setting.FeatureOf(k.Name); ok && widths[j] == slices.Min(widths) && len([]rune(k.Bar)) < 2 {
			t.Errorf("bar of the most relevant feature: %q", k.Bar)
		}
	}
	press(m, "u")
	if m.Setting.Spec.Widths != "" ||
		m.Setting.Value(model.Ridge(nil)) != before.Value(model.Ridge(nil)) {
		t.Errorf("after undo widths %v", m.Setting.Spec.Widths)
	}
}

// TestWidthsAreLearnedOfTheRowsShown: on the training rows of the setting, scaled as these are.
func TestWidthsAreLearnedOfTheRowsShown(t *testing.T) {
	of := idleToy(t).Setting
	of.Spec.Test, of.Spec.Seed, of.Spec.Standardize = 0.3, 9, !of.Spec.Standardize
	got, _ := learningSpec(of)
	if got.N != of.Spec.N || got.Test != 0.3 || got.Seed != 9 || got.Standardize != of.Spec.Standardize {
		t.Errorf("%+v is learned from, want the rows of %+v", got, of.Spec)
	}
}

// TestLearningWidthsStops ends the search by esc, by widths that are set, and by changes of what it learns from.
func TestLearningWidthsStops(t *testing.T) {
	t.Parallel()
	m := idleToy(t)
	report := func() { m.receive(job.Widths, learnedSteps(17)) }
	for _, c := range []struct {
		stop func()
		says string
	}{
		{func() { press(m, "esc") }, "as they were"},
		{func() { command(m, "widths on") }, "were set"},
		{func() { command(m, "kernel laplacian") }, "follow from has changed"},
		{func() { command(m, "n 30") }, "follow from has changed"},
		{func() { press(m, "f") }, "as they were"},
		{func() { command(m, "data moons") }, "data are gone"},
	} {
		command(m, "widths learn")
		report()
		if !strings.Contains(m.View(), "widths: step  17") {
			t.Fatalf("progress:\n%s", m.View())
		}
		command(m, "gamma 0.5") // which widths do not follow from
		generation := m.Runner.Generation(job.Widths)
		if m.learning == nil {
			t.Fatal("the search has stopped")
		}
		c.stop()
		if m.learning != nil || m.Runner.Generation(job.Widths) == generation || !strings.Contains(m.Note.Text, c.says) {
			t.Errorf("learning %v, want an end with %q; note %q", m.learning, c.says, m.Note.Text)
		}
		if m.Frozen {
			press(m, "f")
		}
	}
	press(m, "f")
	if command(m, "widths learn"); m.learning != nil || !m.Note.Alarm {
		t.Errorf("learning while frozen; note %q", m.Note.Text)
	}
	press(m, "f")
	editSetting(m, func(s *lab.Setting) { s.Spec.Values = s.Spec.WithAll(model.Values{model.RidgeName: 1}).Values })
	command(m, "widths learn")
	m.receive(job.Widths, &tune.Scaling{Widths: kernel.WidthsOf([]float64{1, 2}), Held: 20, LossName: "rmse"})
	if m.learning != nil || m.Setting.Spec.Widths != "" ||
		!strings.Contains(m.Note.Text, "one width for all features is kept: rmse") {
		t.Errorf("worse widths are taken: %v; note %q", m.Setting.Spec.Widths, m.Note.Text)
	}
	command(m, "widths learn")
	m.receive(job.Widths, &tune.Scaling{Widths: kernel.WidthsOf([]float64{1, 2}), Mu: 1e-30, Better: true})
	if mu := m.Setting.Value(model.Ridge(nil)); m.learning != nil || mu != model.Ridge(nil).Min ||
		math.IsNaN(mu) {
		t.Errorf("μ = %v is not in its range; note %q", mu, m.Note.Text)
	}
}
