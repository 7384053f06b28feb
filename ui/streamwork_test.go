package ui

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/ui/frame"
	"gramscope/ui/screen/stream"
)

// Leaving ends the work, and what it still sends is dropped; coming back starts it
// anew, unless it was done.
func TestLeavingTheStreamStopsTheWork(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 2, false)
	sent := make(chan struct{})
	m.Runner.Start(stream.Jobs, func(_ context.Context, post func(any)) error {
		post(madeUpSteps(false)[2])
		close(sent)
		return nil
	})
	<-sent
	press(m, "1")
	m.Update(job.Wake{})
	if len(m.stream().Now.Steps) != 2 {
		t.Error("a step of the work that was stopped came through")
	}
	started := 0
	m.Launch = func(l job.Kind, _ job.Work) {
		if l == stream.Jobs {
			started++
		}
	}
	press(m, "5")
	if _, _, stale := m.stream().Shown(); started != 1 || !stale {
		t.Errorf("%d passes started on coming back, stale %v", started, stale)
	}
	for _, s := range madeUpSteps(false) {
		m.receive(stream.Jobs, s)
	}
	m.receive(stream.Jobs, job.Finished{})
	press(m, "1", "5")
	if started != 1 {
		t.Error("what was done is computed again")
	}
}

func TestWhatAsksForAnotherPass(t *testing.T) {
	for name, tt := range map[string]struct {
		turn model.Name
		want int
	}{"m": {"m", 1}, "γ": {"gamma", 1}, "q̄": {"qbar", 1}, "n": {"n", 1}, "another's zeal": {"zeal", 0}, "μ": {"mu", 0}} {
		m := streamToy(t, "braille", "none", 120, 40, "one-pass", "eager")
		feedStream(m, 8, false)
		m.receive(stream.Jobs, job.Finished{})
		press(m, "G", ",", ",")
		started := 0
		m.Launch = func(l job.Kind, _ job.Work) {
			if l == stream.Jobs {
				started++
			}
		}
		m.panel.Chosen = tt.turn
		press(m, "-")
		m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}}) // another n has others
		if started != tt.want {
			t.Errorf("%s: %d passes started, want %d", name, started, tt.want)
		}
		for _, s := range madeUpSteps(false)[:8*tt.want] {
			m.receive(stream.Jobs, s)
		}
		if _, at, _ := m.stream().Shown(); at != 5 || m.stream().Playing {
			t.Errorf("%s: the cursor went from 5 to %d", name, at)
		}
		press(m, "G")
		press(m, "-")
		m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
		for _, s := range madeUpSteps(false)[:3*tt.want] {
			m.receive(stream.Jobs, s)
		}
		if p, at, _ := m.stream().Shown(); at != len(p.Steps)-1 {
			t.Errorf("%s: at the end, the cursor does not follow the steps that come", name)
		}
	}
}

func TestWhoseStream(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40, "plain", "merging", "one-pass")
	check := func(want, why string) {
		t.Helper()
		if name, said := m.stream().Streamed(); name != want || !strings.Contains(said, why) || (why == "") != (said == "") {
			t.Errorf("%q is watched, want %q; it says %q, want %q", name, want, said, why)
		}
	}
	check("one-pass", "")
	m.Point(m.MethodIndex("merging"))
	check("merging", "")
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = []string{"plain"} })
	check("", "tick one-pass or merging in the table")
	m = newToy(t, "braille", "none", 120, 40)
	check("", "nothing to watch")
	m = newToyWith(t, approx.Methods(), "braille", "none", 120, 40)
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = []string{"plain"} })
	check("squeak", "")
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = []string{"nystrom", "ink-estimate"} })
	check("ink-estimate", "")
}

// settleStream feeds what the runner brings until the pass is done.
func settleStream(t *testing.T, m *explorer) {
	t.Helper()
	settle(t, m)
	for m.stream().Key != "" && !m.stream().Done {
		m.Update(m.Runner.Wait())
	}
}

// TestStreamFlow watches the toys with real work.
func TestStreamFlow(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40, "one-pass", "merging")
	m.Init()
	press(m, "5")
	settleStream(t, m)
	p := &m.stream().Now
	if p.Method != "one-pass" || len(p.Steps) != 4 || p.Tree {
		t.Fatalf("%+v", p)
	}
	for k, s := range p.Steps {
		want := 5 * (k + 1)
		if s.Seen != 10*(k+1) || s.Points != want || s.Copies != 3*want || s.Exact == nil || math.Abs(s.Bound-60*s.Exact.DEff) > 1e-9*s.Bound {
			t.Errorf("step %d: %+v", k, s)
		}
	}
	press(m, ".")
	m.focusOn(frame.Methods)
	m.Point(m.MethodIndex("merging") - 1)
	press(m, "down")
	settleStream(t, m)
	if p.Method != "merging" || len(p.Steps) != 7 || !p.Tree || m.stream().At != 0 || !m.stream().Playing {
		t.Fatalf("at %d, playing %v: %+v", m.stream().At, m.stream().Playing, p)
	}
	press(m, "G")
	if view := ansi.Strip(m.View()); !strings.Contains(view, "[5]") || !strings.Contains(view, "t=40") {
		t.Errorf("the root is not to be seen:\n%s", view)
	}
	m.panel.Chosen = "m"
	press(m, "-", "-", "-", "-")
	settleStream(t, m)
	m.receive(stream.Jobs, job.Failed{Err: errors.New("the toy has run away; come back")})
	m.stream().Now.Steps, m.stream().Playing, m.stream().Ticking = nil, true, false
	m.dirty = true
	m.layOut()
	if view := m.View(); !strings.Contains(view, "the toy has run away; come back") || m.playbackClock() != nil {
		t.Errorf("the reason is not shown, or the clock goes on:\n%s", view)
	}
}

// Real methods on few points, and with the ridge that decides.
func TestStreamsOfOddSettings(t *testing.T) {
	for _, name := range []string{"squeak", "disqueak", "ink-estimate"} {
		for _, n := range []int{1, 2, 70} {
			for _, budget := range []float64{model.SizeByBudget, model.SizeByRidge} {
				m := newToyWith(t, approx.Methods(), "braille", "none", 120, 40)
				editSetting(m, func(s *lab.Setting) { s.Spec.Methods, s.Spec.N = []string{name}, n })
				m.Setting().Spec.Values["budget"] = budget
				m.Init()
				press(m, "5")
				settleStream(t, m)
				press(m, "G")
				p, at, _ := m.stream().Shown()
				if m.stream().Failed != nil || at < 0 || p.Steps[at].Seen != n {
					t.Fatalf("%s on %d points: %v, %+v", name, n, m.stream().Failed, p)
				}
				view := ansi.Strip(m.View())
				if !strings.Contains(view, fmt.Sprintf("t=%d", n)) || p.Tree != (name == "disqueak" && n > 1) {
					t.Errorf("%s on %d points, tree %v:\n%s", name, n, p.Tree, view)
				}
				for _, h := range m.linesOf(onStream).HLines {
					if budget == model.SizeByRidge {
						t.Errorf("%s is not held to m, but there is a line %v", name, h.Labels)
					}
				}
				if budget == model.SizeByBudget && len(m.linesOf(onStream).HLines) != 1 {
					t.Errorf("%s: no line at m", name)
				}
			}
		}
	}
}
