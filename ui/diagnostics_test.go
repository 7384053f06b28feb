package ui

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/widget"
)

// pickValue chooses a figure in the `v` menu.
func pickValue(t *testing.T, m *explorer, label string) {
	t.Helper()
	press(m, "v")
	for i, it := range m.menu.Items {
		if it.Name == label {
			m.menu.At = i
			press(m, "enter")
			return
		}
	}
	t.Fatalf("the menu has no %q", label)
}

// With diagnostics a sweep waits for the one place for jobs of O(n³); without
// them it does not.
func TestDiagnosticsWaitForTheSlowPlace(t *testing.T) {
	m := newToy(t, "braille", "none", 80, 24)
	r := m.Runner.Limits
	r.Cubic <- struct{}{}
	start := func(diagnostics bool, post func(any)) error {
		s := m.Setting.Clone()
		s.Spec.Methods = []string{"plain"}
		var wants sweep.Figures
		if diagnostics {
			wants = sweep.Figures{sweep.FigureDiagnostics}
		}
		return (&lab.Task{Setting: s, Methods: m.Methods, Workers: 1, Wants: wants}).RowsJob(r)(t.Context(), post)
	}
	var posted atomic.Int64
	ended := make(chan error)
	go func() { ended <- start(true, func(any) { posted.Add(1) }) }()
	if err := start(false, func(any) {}); err != nil {
		t.Fatal(err)
	}
	if posted.Load() > 0 {
		t.Error("the sweep with diagnostics did not wait")
	}
	<-r.Cubic
	if err := <-ended; err != nil || posted.Load() == 0 {
		t.Errorf("%d messages when it was its turn (%v)", posted.Load(), err)
	}
}

func TestDiagnosticsAreForSmallN(t *testing.T) {
	m := newToy(t, "braille", "dark", 120, 40)
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	pickValue(t, m, "coherence")
	if m.figure().Name != "coherence" || !m.Outcome.Wants.Has(sweep.FigureDiagnostics) {
		t.Fatal("coherence is not shown")
	}
	m.change(func(s *lab.Setting) { s.Spec.N = 3000 })
	m.layOut()
	if m.Outcome.Wants.Has(sweep.FigureDiagnostics) ||
		!strings.Contains(ansi.Strip(m.View()), "for n up to 2000, not 3000") {
		t.Errorf("no reason in\n%s", ansi.Strip(m.View()))
	}
	pickValue(t, m, "error")
	before := m.Outcome
	press(m, "v")
	dim, _, _ := strings.Cut(m.look.Dim.Render("X"), "X")
	reasons := 0
	for line := range strings.Lines(m.View()) {
		if _, rest, ok := strings.Cut(line, dim+" "); ok && strings.Contains(rest, "for n up to 2000, not 3000") {
			reasons++
		}
	}
	if dim == "" || reasons != 7 {
		t.Errorf("%d values are dim and say why; want 7:\n%s", reasons, ansi.Strip(m.View()))
	}
	press(m, "esc")
	pickValue(t, m, "coherence")
	if m.figure().Name != "error" || m.Outcome != before || !m.Note.Alarm || !strings.Contains(m.Note.Text, "lower n") {
		t.Errorf("after choosing what can't be had: %s is shown, note %q", m.figure().Name, m.Note.Text)
	}
	press(m, "u") // back to the small n
	pickValue(t, m, "coherence")
	if m.figure().Name != "coherence" || !m.Outcome.Wants.Has(sweep.FigureDiagnostics) {
		t.Error("coherence is not shown at the small n")
	}
	press(m, "u")
	if !m.Outcome.Wants.Has(sweep.FigureDiagnostics) {
		t.Error("undo has lost what is shown")
	}
}

// TestMenuLeavesOutWhatDoesNotApply: the figures of classes for a target of numbers.
func TestMenuLeavesOutWhatDoesNotApply(t *testing.T) {
	m := idleToy(t)
	press(m, "v")
	names := widget.Names(m.menu.Items)
	for name, want := range map[string]bool{"error": true, "test error": true, "accuracy": false, "log loss": false} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s in the menu: %v, want %v", name, !want, want)
		}
	}
}
