package ui

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/screen/screentest"
)

// typeInto types a text into a knob's field, in place of what stands there, and sets it.
func typeInto(m *explorer, knob model.Name, text string) {
	m.panel.Chosen = knob
	press(m, "enter")
	m.panel.Field.Set(text)
	press(m, "enter")
}

// TestCoupledKnob: a knob into which = and a formula are typed follows the others until
// it is turned, and undo brings the formula back.
func TestCoupledKnob(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	budget, n := knobNamed(t, m, "m"), knobNamed(t, m, "n")
	m.chooseAxis("n")
	typeInto(m, "m", "= n/10")
	rows := float64(m.Setting.Spec.N)
	if got := m.Setting.Value(budget); got != math.Floor(rows/10+0.5) || m.KnobText(budget) != "= "+
		lab.KnobText(budget, got) {
		t.Errorf("m = %v, shown as %q, at n = %v", got, m.KnobText(budget), rows)
	}
	m.change(func(s *lab.Setting) { s.Set(n, 70) })
	if got := m.Setting.Value(budget); got != 7 {
		t.Errorf("m = %v at n = 70, want 7", got)
	}
	m.panel.Chosen = "m"
	press(m, "enter")
	if text := m.panel.Field.Text(); text != "= n/10" {
		t.Errorf("the field holds %q", text)
	}
	press(m, "esc", "right")
	if got := m.Setting.Value(budget); got <= 7 || len(m.Setting.Spec.With) > 0 ||
		!strings.Contains(m.Note.Text, "no longer follows from n/10") {
		t.Errorf("m = %v, with %v, %q after a turn", got, m.Setting.Spec.With, m.Note.Text)
	}
	press(m, "u")
	if len(m.Setting.Spec.With) != 1 || m.Setting.Value(budget) != 7 {
		t.Errorf("m = %v, with %v after undo", m.Setting.Value(budget), m.Setting.Spec.With)
	}
	m.chooseAxis("m")
	if len(m.Setting.Spec.With) > 0 {
		t.Error("m is swept and follows from n")
	}
}

func TestBadFormulaStaysInTheField(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	m.chooseAxis("n")
	for text, says := range map[string]string{"= um": "did you mean mu?", "= nn": "use d, n, ",
		"= ceil(": "column 5", "=": "formula"} {
		typeInto(m, "m", text)
		if !m.panel.Field.Open || !strings.Contains(m.Note.Text, says) || len(m.Setting.Spec.With) > 0 {
			t.Errorf("%q: field open %v, %q", text, m.panel.Field.Open, m.Note.Text)
		}
		press(m, "esc")
	}
}

// TestFormulaAtTheStart: README's example works as the program starts. A formula for what
// is swept then, and one without a value at the present setting, are refused as they are
// typed, in words of the keys.
func TestFormulaAtTheStart(t *testing.T) {
	m := newToyWith(t, approx.Methods(), "braille", "none", 120, 40)
	m.Launch = func(job.Kind, job.Work) {}
	m.change(func(s *lab.Setting) {
		// without, the data would have to be seen
		s.Spec.Methods, s.Spec.Width = []string{"nystrom", "accumulation"}, s.Spec.Width.WithGamma(1)
	})
	command := func(text string) {
		press(m, "esc", ":")
		m.line.Set(text)
		press(m, "enter")
	}
	command("accum = ceil(400/m)")
	if want := []sweep.Coupling{{Name: "accum", Formula: "ceil(400/m)"}}; !slices.Equal(m.Setting.Spec.With, want) ||
		m.Note.Alarm {
		t.Errorf("accum follows from %v, %q", m.Setting.Spec.With, m.Note.Text)
	}
	m.undo()
	for text, says := range map[string]string{
		"m = ceil(n/10)": "m is swept, and a formula sets it as well; sweep another parameter with o, or leave the " +
			"formula out",
		"accum = mu/0":    "not a finite number, at mu = 0.01; change the formula",
		"accum = 0.1*m-m": "change the formula",
	} {
		command(text)
		if !m.Note.Alarm || !strings.Contains(m.Note.Text, says) || len(m.Setting.Spec.With) > 0 {
			t.Errorf("%s: %q, with %v", text, m.Note.Text, m.Setting.Spec.With)
		}
	}
}

// TestCoupledSweep: the points of the chart have the formula's values, and a session
// keeps the formula.
func TestCoupledSweep(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	m.chooseAxis("n")
	typeInto(m, "m", "=ceil(n/7)")
	again := resume(t, m.session())
	if !reflect.DeepEqual(again.Setting.Spec.With, []sweep.Coupling{{Name: "m", Formula: "ceil(n/7)"}}) {
		t.Fatalf("the session has %v", again.Setting.Spec.With)
	}
	seen := 0
	for _, method := range again.Methods {
		for _, rows := range again.Outcome.Grid(method.Name) {
			for _, r := range rows {
				if got, has := r.Params["m"]; has {
					seen++
					if got != math.Ceil(float64(r.N)/7) {
						t.Errorf("%s: m = %v at n = %d", r.Method, got, r.N)
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no point of the chart has m")
	}
	bad := m.session()
	bad.Spec.With = slices.Concat(bad.Spec.With, []sweep.Coupling{{Name: "mu", Formula: "oops"}})
	if _, err := reread(bad, screentest.Methods()); err == nil || !strings.Contains(err.Error(), "oops") {
		t.Errorf("an edited formula: %v", err)
	}
}

// TestBadFormulaIsToldPlainly: not in the words of a flag, nor of a parser.
func TestBadFormulaIsToldPlainly(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	m.Launch = func(job.Kind, job.Work) {}
	m.chooseAxis("n")
	typeInto(m, "m", "= ceil(n/10")
	if got, want := m.Note.Text, "m=ceil(n/10: column 9 of the formula: it ends before it is complete; "; !strings.HasPrefix(got, want) {
		t.Errorf("the note is %q, want %q and the remedy", got, want)
	}
}
