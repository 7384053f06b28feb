package ui

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/flagtext"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/trial"
	"gramscope/ui/session"
)

// TestConditionOnTheKnob: a condition typed on the knob m, or on the command line, is shown on it, comes back from a
// session and is in the copied line, until m is turned, reset or given a formula; undo brings it back. One that is
// malformed stays in the field, with what is wrong.
func TestConditionOnTheKnob(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	budget, want := knobNamed(t, m, "m"), trial.Condition{Figure: "error", Sign: "<=", Bound: "0.01"}
	now := func() trial.Condition { return m.Setting.Condition(model.BudgetName) }
	typeInto(m, "m", "error<=0.01")
	if now() != want || m.KnobText(budget) != "error≤0.01" || m.panel.Field.Open {
		t.Fatalf("%v is shown as %q", now(), m.KnobText(budget))
	}
	if frame := m.View(); !strings.Contains(frame, "error≤0.01") {
		t.Errorf("the panel does not show the condition:\n%s", frame)
	}
	args := flagtext.Fit(m.Setting.Spec, m.Methods, flagtext.Rows{Source: m.Setting.Store.Source()}, "out")
	if at := slices.Index(args, "--m"); at < 0 || args[at+1] != "error<=0.01" {
		t.Errorf("the command of a fit: %q", args)
	}
	if args, err := flagtext.PresentTune(&m.State, m.loading.Dialect); err != nil || slices.Contains(args, "--m") {
		t.Errorf("the command of a search, which varies m: %q, %v", args, err)
	}
	text := sessionText(t, m.session())
	back, err := session.Read(bytes.NewReader(text), "s.json", m.Methods)
	if err != nil || back.Spec.Condition != want {
		t.Errorf("a session comes back with %v, %v", back.Spec.Condition, err)
	}
	m.panel.Chosen = "m"
	press(m, "enter")
	if text := m.panel.Field.Text(); text != "error<=0.01" {
		t.Errorf("the field holds %q", text)
	}
	press(m, "esc", "right")
	if !now().IsZero() || !strings.Contains(m.Note.Text, "no longer follows from error<=0.01") {
		t.Errorf("after a turn: %v, %q", now(), m.Note.Text)
	}
	press(m, "u")
	if now() != want {
		t.Errorf("after undo: %v", now())
	}
	press(m, "backspace")
	if !now().IsZero() || strings.Contains(m.KnobText(budget), "error") {
		t.Errorf("after backspace: %v, %q", now(), m.KnobText(budget))
	}
	press(m, ":")
	press(m, strings.Split("m error<=0.01", "")...)
	press(m, "enter")
	if now() != want || m.panel.Chosen != "m" {
		t.Errorf("after the line: %v, knob %s", now(), m.panel.Chosen)
	}
	m.chooseAxis("n")
	typeInto(m, "m", "= n/10")
	if !now().IsZero() || m.Setting.Spec.Formula("m") == "" {
		t.Errorf("after a formula: %v", now())
	}
	typeInto(m, "m", "error<=0.01")
	if now() != want || m.Setting.Spec.Formula("m") != "" {
		t.Errorf("after the formula: %v", now())
	}
	typeInto(m, "m", "eror<=0.01")
	if !m.panel.Field.Open || !strings.Contains(m.Note.Text, "did you mean error?") || now() != want {
		t.Errorf("a malformed condition: %q, %v", m.Note.Text, now())
	}
}

// TestConditionInTheTable: with a condition, every method has its own m in the table, and its error is at most what
// was asked for.
func TestConditionInTheTable(t *testing.T) {
	t.Parallel()
	m := newToyWith(t, approx.Methods(), "braille", "none", 120, 40)
	m.change(func(s *lab.Setting) {
		s.Spec.Methods, s.Spec.N, s.Spec.Reps = []string{"nystrom", "pivoted-cholesky"}, 200, 1
		s.SetCondition(trial.Condition{Figure: "error", Sign: "<=", Bound: "0.05"})
	})
	settle(t, m)
	ranks := map[int]bool{}
	for _, method := range []string{"nystrom", "pivoted-cholesky"} {
		rows := m.Outcome.Now(method)
		if len(rows) != 1 || rows[0].Failure != "" || !(rows[0].Get("error") <= 0.05) {
			t.Fatalf("%s: %+v", method, rows)
		}
		ranks[int(rows[0].Params["m"])] = true
	}
	if len(ranks) != 2 || ranks[100] {
		t.Errorf("m of the methods: %v", ranks)
	}
	if v := m.Verdict(false); !strings.HasPrefix(v.Text, "pivoted-cholesky is the first to meet error<=0.05, at m = ") {
		t.Errorf("the verdict: %+v", v)
	}
}
