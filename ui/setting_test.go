package ui

import (
	"strings"
	"testing"

	"gramscope/data"
	"gramscope/model"
	"gramscope/model/sweep"
)

// few is a source of so many rows.
type few struct {
	data.Source
	rows int
}

func (f few) Rows() int { return f.rows }

func knobNamed(t *testing.T, m *explorer, name string) model.Param {
	t.Helper()
	for _, k := range m.panel.knobs {
		if k.Name == name {
			return k
		}
	}
	t.Fatalf("no knob %s", name)
	return model.Param{}
}

func TestSmallDataDoNotOverwriteWhatWasSet(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	m.launch = func(lane, work) {}
	all := m.setting.store.Source()
	n, budget := knobNamed(t, m, "n"), knobNamed(t, m, "m")
	m.change(func(s *setting) { s.reset(budget); s.set(n, 400) })

	m.useSource(few{all, 30}, nil)
	if got := m.setting.runnable().Values["m"]; got != 30 || m.setting.spec.N != 30 || m.setting.value(budget, widths{}) != 30 {
		t.Errorf("m = %v on n = %d of 30 rows", got, m.setting.spec.N)
	}
	if !strings.Contains(m.note.text, "m clamped from 100 to n = 30") {
		t.Errorf("clamped without a word: %q", m.note.text)
	}
	m.useSource(few{all, 700}, nil)
	if got := m.setting.value(budget, widths{}); got != budget.Default || m.setting.spec.N != 400 {
		t.Errorf("back on many rows m = %v and n = %d, want %v and 400", got, m.setting.spec.N, budget.Default)
	}
	m.panel.chosen = "n"
	press(m, "backspace")
	m.useSource(all, nil)
	if m.setting.spec.N != sweep.UsualRows(all.Rows(), m.setting.spec.Test, sweep.DefaultRows) {
		t.Errorf("n = %d after its default was asked for", m.setting.spec.N)
	}
}

func TestTypingNothingChangesNothing(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	feed(t, m, 2)
	gamma := m.setting.gamma(m.widths())
	for _, knob := range []string{"gamma", "sigma", "m"} {
		m.panel.chosen = knob
		press(m, "enter", "enter")
	}
	if m.field.open || len(m.history) > 0 || m.setting.gamma(m.widths()) != gamma {
		t.Errorf("γ = %v after enter enter, was %v; %d steps to undo", m.setting.gamma(m.widths()), gamma, len(m.history))
	}
}

func TestLargeNIsSampled(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	m.launch = func(lane, work) {}
	m.setting.spec.Reps = 3
	set := func(n float64) {
		p := knobNamed(t, m, "n")
		m.change(func(s *setting) { s.set(p, n) })
	}
	set(float64(m.setting.spec.ExactLimit + 1))
	if got := m.setting.runnable().Reps; len(m.setting.axis.Values) != 8 || got != 3 {
		t.Errorf("%d values, %d repetitions", len(m.setting.axis.Values), got)
	}
	if !strings.Contains(m.note.text, "above the exact limit") || !strings.Contains(m.note.text, "≈") {
		t.Errorf("note %q", m.note.text)
	}
}
