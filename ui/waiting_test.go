package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/frame"
)

// idleReal is an explorer over all methods whose work does not start.
func idleReal(t *testing.T, n, w, h int, methods ...string) *explorer {
	t.Helper()
	spec := sweep.DefaultSpec(n)
	spec.Methods, spec.MaxMemory = methods, 16<<30
	spec.Values["m"] = 100
	m := newRealOn(t, spec, "braille", w, h)
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	return m
}

// rowOf is a method's row in the table.
func rowOf(t *testing.T, m *explorer, method string) string {
	t.Helper()
	for line := range strings.SplitSeq(m.View(), "\n") {
		if fields := strings.Fields(line); strings.Contains(line, " "+method+" ") && len(fields) > 3 && (strings.Contains(line, "☐") || strings.Contains(line, "☑")) {
			return line
		}
	}
	t.Fatalf("no row of %s:\n%s", method, m.View())
	return ""
}

// A method that reads all of K is not started where a fit would take more than a
// minute: its row says so, and of what size the time is, and space starts it; a larger n
// asks again.
func TestSlowMethodsWaitUntilAskedFor(t *testing.T) {
	for _, w := range []int{80, 120} {
		m := idleReal(t, 20000, w, 40, "nystrom", "rls")
		active := func() []string { return m.Setting().Active(m.Methods()) }
		if !slices.Equal(active(), []string{"nystrom"}) {
			t.Fatalf("%v start by themselves", active())
		}
		if !strings.Contains(m.Note.Text, "rls waits: it reads all of K, which takes minutes a run at n = 20000") || !strings.Contains(m.Note.Text, "space in the table starts it") {
			t.Errorf("the note is %q", m.Note.Text)
		}
		m.Note = lab.Note{} // it is over the row
		if row := rowOf(t, m, "rls"); !strings.Contains(row, "☐") || !strings.Contains(row, "reads all of K: minutes a run; space starts it") {
			if w > 80 || !strings.Contains(row, " minutes; space starts it") {
				t.Errorf("w = %d: %s", w, row)
			}
		}
		m.focusOn(frame.Methods)
		m.Point(m.MethodIndex("rls"))
		press(m, "space")
		if !slices.Equal(active(), []string{"rls", "nystrom"}) {
			t.Fatalf("asked for, and %v run", active())
		}
		if row := rowOf(t, m, "rls"); !strings.Contains(row, "☑") || w > 80 && !strings.Contains(row, "reads all of K: minutes a run") || !strings.Contains(row, "computing") || strings.Contains(row, "space") {
			t.Errorf("asked for: %s", row)
		}
		press(m, "space")
		if slices.Contains(m.Setting().Spec.Methods, "rls") {
			t.Error("space does not leave it out")
		}
		if press(m, "u"); !slices.Contains(active(), "rls") {
			t.Error("undo does not bring it back")
		}
		m.change(func(s *lab.Setting) { s.Spec.N = 25000 })
		if slices.Contains(active(), "rls") || !strings.Contains(m.Note.Text, "rls waits") {
			t.Errorf("a larger n starts %v; the note is %q", active(), m.Note.Text)
		}
		m.Note = lab.Note{}
		if m.change(func(s *lab.Setting) { s.Spec.Seed++ }); strings.Contains(m.Note.Text, "rls") {
			t.Errorf("told twice: %q", m.Note.Text)
		}
		if m.change(func(s *lab.Setting) { s.Spec.N = 1000 }); !slices.Contains(active(), "rls") {
			t.Error("quick at a small n, and it does not start")
		}
		if row := rowOf(t, m, "rls"); strings.Contains(row, "reads all") {
			t.Errorf("nothing to speak of, and spoken of: %s", row)
		}
	}
}

// Where a fit takes seconds the row tells, ticked or not, and it starts.
func TestReadingAllOfKIsSaidBefore(t *testing.T) {
	m := idleReal(t, 7000, 120, 40, "nystrom", "best")
	if row := rowOf(t, m, "best"); !strings.Contains(row, "☑") || !strings.Contains(row, "computing") || !strings.Contains(row, "reads all of K: seconds a run") {
		t.Error(row)
	}
	m.Note = lab.Note{} // it is over rows
	press(m, "a", "rls")
	if row := rowOf(t, m, "rls"); !strings.Contains(row, "☐") || !strings.Contains(row, "reads all of K: seconds a run") || !strings.Contains(row, "landmarks by") || strings.Contains(row, "space starts") {
		t.Error(row)
	}
	press(m, "esc")
	if row := rowOf(t, m, "nystrom"); strings.Contains(row, "reads all") {
		t.Error(row)
	}
}

// What fits have taken decides, once some have ended.
func TestWaitingGoesByWhatFitsHaveTaken(t *testing.T) {
	m := idleReal(t, 7000, 120, 40, "nystrom", "best")
	of := m.Methods()[m.MethodIndex("best")]
	m.Speed().Learn(sweep.Kind{Stage: sweep.StageFit, Method: "best"}, of.Work(of.New(), 1000, 3), time.Minute)
	if m.Restart(); slices.Contains(m.Setting().Active(m.Methods()), "best") {
		t.Errorf("best takes %v a run, and is started", m.Setting().Fits["best"])
	}
	m.Speed().Learn(sweep.Kind{Stage: sweep.StageFit, Method: "best"}, 1e15, time.Minute)
	if m.Restart(); !slices.Contains(m.Setting().Active(m.Methods()), "best") {
		t.Errorf("best takes %v a run, and waits", m.Setting().Fits["best"])
	}
}

// The time of a run is a number where fits of the method have been timed, by whatever that
// was last; else it is told as a guess is.
func TestTimesOfFitsAreToldAsTheyAreKnown(t *testing.T) {
	m := idleReal(t, 20000, 120, 40, "nystrom", "rls")
	learn := func(method string, n int, took time.Duration) {
		of := m.Methods()[m.MethodIndex(method)]
		m.Speed().Learn(sweep.Kind{Stage: sweep.StageFit, Method: method}, of.Work(of.New(), n, 10), took)
	}
	learn("nystrom", 20000, 20*time.Millisecond) // another method's
	m.Note = lab.Note{}                          // it is over the row
	if row := rowOf(t, m, "rls"); !strings.Contains(row, "reads all of K: minutes a run; space starts it") {
		t.Error(row)
	}
	learn("rls", 2000, time.Second)
	if row := rowOf(t, m, "rls"); !strings.Contains(row, "reads all of K: about 16 min a run; space starts it") {
		t.Error(row) // a thousand times a second
	}
	m.Setting().Fits["rls"] = 0
	m.Note = lab.Note{}
	m.Restart()
	if !strings.Contains(m.Note.Text+rowOf(t, m, "rls"), "about 16 min a run") {
		t.Error(m.Note.Text)
	}
}

// A command that names a method asks for it; one that leaves it out does not.
func TestCommandsAskForSlowMethods(t *testing.T) {
	for text, starts := range map[string]bool{"+ rls": true, "methods rls,nystrom": true, "+ fourier": false, "- nystrom": false} {
		m := idleReal(t, 20000, 120, 40, "nystrom", "rls")
		command(m, text)
		if got := slices.Contains(m.Setting().Active(m.Methods()), "rls"); got != starts {
			t.Errorf("%q: rls runs: %v", text, got)
		}
	}
	m := idleReal(t, 20000, 120, 40, "nystrom")
	command(m, "+ rls")
	command(m, "- rls")
	if m.Setting().Demanded["rls"] != 0 {
		t.Error("left out, and still asked for")
	}
}
