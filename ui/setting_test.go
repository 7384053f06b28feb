package ui

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
)

// few is a source of so many rows.
type few struct {
	data.Source
	rows int
}

func (f few) Rows() int { return f.rows }

func knobNamed(t *testing.T, m *explorer, name model.Name) model.Param {
	t.Helper()
	for _, k := range m.panel.Knobs {
		if k.Name == name {
			return k.Param
		}
	}
	t.Fatalf("no knob %s", name)
	return model.Param{}
}

func TestSmallDataDoNotOverwriteWhatWasSet(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	m.Launch = func(job.Kind, job.Work) {}
	all := m.Setting.Store.Source()
	n, budget := knobNamed(t, m, "n"), knobNamed(t, m, "m")
	m.change(func(s *lab.Setting) { s.Reset(budget); s.Set(n, 400) })

	m.useSource(few{all, 30}, nil)
	if got := m.Setting.Runnable().Values["m"]; got != 30 || m.Setting.Spec.N != 30 ||
		m.Setting.Value(budget) != 30 {
		t.Errorf("m = %v on n = %d of 30 rows", got, m.Setting.Spec.N)
	}
	if !strings.Contains(m.Note.Text, "m clamped from 100 to n = 30") {
		t.Errorf("clamped without a word: %q", m.Note.Text)
	}
	m.useSource(few{all, 700}, nil)
	if got := m.Setting.Value(budget); got != budget.Default || m.Setting.Spec.N != 400 {
		t.Errorf("back on many rows m = %v and n = %d, want %v and 400", got, m.Setting.Spec.N, budget.Default)
	}
	m.panel.Chosen = "n"
	press(m, "backspace")
	m.useSource(all, nil)
	if m.Setting.Spec.N != sweep.UsualRows(all.Rows(), m.Setting.Spec.Test, sweep.DefaultRows) {
		t.Errorf("n = %d after its default was asked for", m.Setting.Spec.N)
	}
}

func TestTypingNothingChangesNothing(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	gamma := m.Setting.Gamma()
	for _, knob := range []model.Name{"gamma", "sigma", "m"} {
		m.panel.Chosen = knob
		press(m, "enter", "enter")
	}
	if m.typed().Open || len(m.History) > 0 || m.Setting.Gamma() != gamma {
		t.Errorf("γ = %v after enter enter, was %v; %d steps to undo", m.Setting.Gamma(), gamma, len(m.History))
	}
}

func TestLargeNIsSampled(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	m.Launch = func(job.Kind, job.Work) {}
	editSetting(m, func(s *lab.Setting) { s.Spec.Reps = 3 })
	set := func(n float64) {
		p := knobNamed(t, m, "n")
		m.change(func(s *lab.Setting) { s.Set(p, n) })
	}
	set(float64(m.Setting.Spec.ExactLimit + 1))
	if got := m.Setting.Runnable().Reps; len(m.Setting.Axis.Values) != 8 || got != 3 {
		t.Errorf("%d values, %d repetitions", len(m.Setting.Axis.Values), got)
	}
	if text := m.Note.Text; !strings.Contains(text, "above the exact limit") || !strings.Contains(text, "≈") ||
		!strings.Contains(text, "; a larger --exact-limit at the start") {
		t.Errorf("note %q", text)
	}
	set(40)
	m.Note = lab.Note{}
	set(1e6) // where exact figures would take 24 TB
	if text := m.Note.Text; !strings.HasSuffix(text, "from sampled rows (≈)") {
		t.Errorf("note %q", text)
	}
}

func TestGridHoldsThePresentValue(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	own := append([]model.Param{model.Accumulations(nil), model.Clusters(nil)}, sweep.Parameters(m.Methods)...)
	rapid.Check(t, func(t *rapid.T) {
		s := m.Setting.Clone()
		s.Spec.N = rapid.IntRange(1, 20000).Draw(t, "n")
		p := rapid.SampledFrom(own).Draw(t, "parameter")
		hi := min(p.Max, 1e4)
		if p.Name == "m" || p.Name == "rank" || p.Name == "clusters" || p.Name == "n" {
			hi = min(hi, float64(s.Spec.N))
		}
		v, err := p.Check(rapid.Float64Range(p.Min, max(p.Min, hi)).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		s.Set(p, v)
		s.Clamp(lab.Setting{})
		axis := s.GridFor(p, sweep.Axis{})
		if len(axis.Values) == 0 || !slices.IsSorted(axis.Values) {
			t.Fatalf("%s = %v: grid %v", p.Name, v, axis.Values)
		}
		for _, x := range axis.Values {
			if _, err := p.Check(x); err != nil {
				t.Fatalf("%s = %v: %v", p.Name, v, err)
			}
		}
		first, last := axis.Values[0], axis.Values[len(axis.Values)-1]
		off := p.Name == "rank" && v == 0 || p.Name == "clusters" && v == 1 // stand for none
		if !off && (v < first || v > last) {
			t.Fatalf("%s = %v lies outside its grid %v", p.Name, v, axis.Values)
		}
		if again := s.GridFor(p, axis); len(axis.Values) > 1 && !off &&
			!slices.Equal(again.Values, axis.Values) {
			t.Fatalf("%s = %v: the grid moves from %v to %v", p.Name, v, axis.Values, again.Values)
		}
	})
}

// TestRepetitionsAreAKnob: they turn, are typed and undone as others, and the sweep has as many.
// TestKnobsThatMatter: the panel has the knobs that most people turn, and one row for the others.
func TestKnobsThatMatter(t *testing.T) {
	t.Parallel()
	m := newToy(t, "braille", "none", 120, 40)
	feed(t, m, 2)
	names := func() (list []string) {
		for _, k := range m.panel.Knobs {
			list = append(list, string(k.Name))
		}
		return list
	}
	few := names()
	if got := strings.Join(few, " "); got != "set n kernel gamma m mu more" {
		t.Errorf("the knobs are %s", got)
	}
	m.panel.Chosen = more
	press(m, "enter")
	if all := names(); !slices.Contains(all, "reps") || !slices.Contains(all, "seed") || all[len(all)-1] != more ||
		!strings.Contains(m.View(), "fewer…") {
		t.Errorf("more knobs are %v", all)
	}
	press(m, "right")
	if got := names(); !slices.Equal(got, few) {
		t.Errorf("fewer knobs are %v", got)
	}
	press(m, "backspace", "up")
	if m.panel.Chosen != "mu" {
		t.Errorf("the knob above is %s", m.panel.Chosen)
	}
	command(m, "seed 5")
	if got := names(); !slices.Contains(got, "seed") || m.panel.Chosen != "seed" {
		t.Errorf("of a knob that was typed: %v", got)
	}
}

func TestRepetitionsAreAKnob(t *testing.T) {
	t.Parallel()
	m := run(t)
	runs := func() int { settle(t, m); return len(m.Outcome.Now("plain")) }
	m.panel.Chosen = "reps"
	m.buildPanel()
	press(m, "right", "right")
	if got := runs(); got != 4 || !strings.Contains(m.View(), "▸reps            ◂ 4 ▸") {
		t.Errorf("%d runs after two steps from 2:\n%s", got, m.View())
	}
	command(m, "reps 7")
	if got := runs(); got != 7 {
		t.Errorf("%d runs of 7", got)
	}
	press(m, "u", "u")
	if got := runs(); got != 3 {
		t.Errorf("%d runs after undo", got)
	}
	press(m, "r", "backspace")
	if got := runs(); got != lab.DefaultReps || m.panel.Chosen != "reps" {
		t.Errorf("%d runs by default", got)
	}
	command(m, "reps 0")
	if !m.line.Open || !strings.Contains(m.Note.Text, "reps = 0 is outside") {
		t.Errorf("without runs: %q", m.Note.Text)
	}
}

// TestTheDataKnobLeadsToTheChooser: turning it, or giving it a default, says which keys choose the data.
func TestTheDataKnobLeadsToTheChooser(t *testing.T) {
	m := idleToy(t)
	m.panel.Chosen = "set"
	for _, key := range []string{"right", "backspace"} {
		m.Note = lab.Note{}
		if press(m, key); m.Note.Text != "enter or d chooses the data" || len(m.History) > 0 {
			t.Errorf("%s says %q; the history has %d", key, m.Note.Text, len(m.History))
		}
	}
}

// TestAKernelIsChosenFromAList: enter on its knob lists the kernels, and takes the one that is pointed at.
func TestAKernelIsChosenFromAList(t *testing.T) {
	m := idleToy(t)
	m.panel.Chosen = "kernel"
	press(m, "enter", "laplac", "enter")
	if m.Setting.Spec.Kernel != "laplacian" || len(m.History) != 1 {
		t.Errorf("the kernel is %s; the history has %d", m.Setting.Spec.Kernel, len(m.History))
	}
}

// TestGammaStopsWhereKIsFlat: no knob leads to a kernel matrix all of whose entries are the same to rounding.
func TestGammaStopsWhereKIsFlat(t *testing.T) {
	m := idleToy(t)
	for range 40 {
		press(m, "<")
	}
	if g := m.Setting.Gamma(); !(g > 1e-12 && g < 1e-8) || !strings.Contains(m.Note.Text, "γ stays at") {
		t.Errorf("γ = %v: %q", g, m.Note.Text)
	}
}
