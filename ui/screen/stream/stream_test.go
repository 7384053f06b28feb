package stream

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/number"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/session"
)

// idle is a screen whose jobs do not start, with toys that can be watched; it counts the jobs.
func idle(t *testing.T, ticked ...string) (*screentest.Bench[*Screen], *int) {
	m := screentest.New(t, New, append(screentest.Methods(), screentest.Streamers()...), ticked...)
	return m, m.Idle()
}

// pass returns the steps of a pass over 40 points; the seventh has no exact figures.
func pass() (steps []any) {
	for k := range 8 {
		s := Step{Node: k, Seen: 5 * (k + 1), Points: min(4+3*k, 20), Ridge: 0.01, Estimate: 4, Bound: 60}
		if k > 0 {
			s.From = []int{k - 1}
		}
		if k != 6 {
			s.Exact = &exact.DictionaryAccuracy{DEff: 3, EpsilonS: 0.2 + 0.15*float64(k), GammaOK: k < 5}
		}
		steps = append(steps, s)
	}
	return steps
}

// wholePass is a screen of a pass that is done.
func wholePass(t *testing.T) *screentest.Bench[*Screen] {
	m, _ := idle(t, "squeak")
	m.Send(append(pass(), job.Finished{})...)
	return m
}

// The playback goes on with every tick, waits for steps that are being computed
// and ends with the last; there is a timer only as long as it plays.
func TestStreamPlays(t *testing.T) {
	m, _ := idle(t, "squeak")
	s := m.Screen
	m.Send(pass()[:3]...)
	shows := func(at int) {
		t.Helper()
		if title := m.Title(0, 80); !strings.Contains(title, fmt.Sprintf(" of %d points", at)) {
			t.Fatalf("not at t = %d: %s", at, title)
		}
	}
	shows(5)
	if !s.Ticking || len(s.clock()) > 0 {
		t.Fatal("no timer on opening, or two")
	}
	m.Send(screen.Ticked("another"))
	shows(5)
	for _, want := range []int{10, 15, 15} { // then it waits
		if m.Send(screen.Ticked(Jobs)); !m.Ticks {
			t.Fatal("the clock has stopped")
		}
		shows(want)
	}
	m.Send(append(pass()[3:], job.Finished{})...)
	for want := 20; want < 40; want += 5 {
		if m.Send(screen.Ticked(Jobs)); !m.Ticks {
			t.Fatalf("the clock has stopped before %d", want)
		}
		shows(want)
	}
	if m.Send(screen.Ticked(Jobs)); m.Ticks || s.Playing {
		t.Error("the clock goes on at the end")
	}
	shows(40)
	if m.Press(0, "s"); !m.Ticks {
		t.Error("s at the end does not play again")
	}
	shows(5)
	for range 7 {
		m.Send(screen.Ticked(Jobs))
	}
	m.Step(model.Budget(nil), -1)
	m.Send(append(pass(), pass()[7])...) // of another m, one more: the end is followed
	if _, at, _ := s.Shown(); at != 8 {
		t.Errorf("at step %d of a longer passage, want its end", at)
	}
}

func TestStreamPausesStepsAndChangesPace(t *testing.T) {
	m := wholePass(t)
	s := m.Screen
	m.Send(screen.Ticked(Jobs))
	m.Press(0, "enter")
	if m.Send(screen.Ticked(Jobs)); m.Ticks || s.Playing {
		t.Error("enter does not pause")
	}
	for _, step := range []struct {
		keys string
		want int
	}{{"", 1}, {".", 2}, {",,,,", 0}, {"G", 7}, {".", 7}, {",", 6}, {"s,", 5}, {"g", 0}} {
		m.Press(0, strings.Split(step.keys, "")...)
		if _, at, _ := s.Shown(); at != step.want || s.Playing || m.Ticks && step.keys != "s," {
			t.Fatalf("%q leads to step %d, want %d; playing %v", step.keys, at, step.want, s.Playing)
		}
		m.Ticks, s.Ticking = false, false
	}
	m.Press(0, strings.Split(strings.Repeat(")", 20), "")...)
	if got := Paces()[s.Pace]; got != 30 {
		t.Errorf("%v steps a second at most", got)
	}
	m.Press(0, append([]string{"s"}, strings.Split(strings.Repeat("(", 20), "")...)...)
	if got := Paces()[s.Pace]; got != 0.5 || !m.Ticks {
		t.Errorf("%v steps a second at least, the clock goes %v", got, m.Ticks)
	}
	if text := m.Text(0, 80, 20); !strings.Contains(text, "playing 0.5/s") {
		t.Errorf("the pace is not shown:\n%s", text)
	}
}

// The axes rest while it plays: they are those of all steps that are known.
func TestStreamAxesRest(t *testing.T) {
	m := wholePass(t)
	m.Press(0, "g")
	first, accuracy := m.Lines(0), m.Lines(1)
	m.Press(0, "G")
	if last := m.Lines(0); last.X != first.X || last.Y != first.Y || len(first.Series[0].X) != 1 ||
		len(last.Series[0].X) != 8 {
		t.Errorf("axes %+v %+v and %+v %+v; %d samples at first and %d at last", first.X, first.Y, last.X, last.Y,
			len(first.Series[0].X), len(last.Series[0].X))
	}
	last := m.Lines(1)
	if last.Y != accuracy.Y || last.Y.Lo > 0.2 || last.Y.Hi < 1.25 || len(last.Series[0].X) != 7 {
		t.Errorf("axis %+v, at first %+v; %d samples", last.Y, accuracy.Y, len(last.Series[0].X))
	}
}

// A frame of the library becomes a step with its sizes.
func TestStepOfAFrame(t *testing.T) {
	f := inspect.Frame{Bound: 7, Exact: &exact.DictionaryAccuracy{DEff: 2},
		Step: model.StreamStep{Node: 3, Level: 1, From: []int{1, 2}, Seen: 9, Ridge: 0.5, DEff: 1.5,
			Dictionary: model.Dictionary{Index: []int{4, 8}, Copies: []int{3, 2}, Weight: []float64{1, 1}}}}
	s := NewStep(f)
	if s.Node != 3 || s.Level != 1 || len(s.From) != 2 || s.Seen != 9 || s.Points != 2 || s.Copies != 5 ||
		s.Ridge != 0.5 || s.Estimate != 1.5 || s.Bound != 7 || s.Exact.DEff != 2 {
		t.Errorf("%+v", s)
	}
}

// TestPromisesThatFail: the bound of K−K̃ has the ε asked for in numbers, which is not the ε(S) beside it. Steps where
// it fails are marked, and before the first one nothing is said of it. The bound of the copies is drawn from where
// there are more.
func TestPromisesThatFail(t *testing.T) {
	m := screentest.New(t, New, screentest.Streamers(), "squeak")
	m.Setting.Spec.Values["epsilon"] = 0.25
	m.Idle()
	m.Send(pass()...)
	m.Press(0, "G")
	for w, want := range map[int]string{90: "accuracy of the dictionary: ε(S) = 1.25; ✗ K−K̃ > γₛ/(1−0.25) at 2 of 7 steps", 34: "ε(S) = 1.25; ✗ at 2 of 7 steps", 16: "ε(S) = 1.25; ✗"} {
		if got := m.Title(1, w); got != want {
			t.Errorf("in %d cells the title is %q, want %q", w, got, want)
		}
	}
	if failed := m.Lines(1).Points; len(failed) != 2 || failed[0].X != 30 || failed[1].X != 40 ||
		len(m.Lines(1).HLines) != 2 {
		t.Errorf("the marks are %+v", failed)
	}
	m.Press(0, ",", ",", ",")
	want := "accuracy of the dictionary: ε(S) = 0.8, above ε at 4 of 5 steps"
	if got := m.Title(1, 80); got != want || len(m.Lines(1).Points) != 0 {
		t.Errorf("three steps before the title is %q", got)
	}
	for _, bound := range []float64{60, 59} {
		s := pass()[0].(Step)
		s.Copies, s.Bound = 60, bound
		m.Screen.Now.Steps = []Step{s}
		if names := m.Lines(0).Series; (len(names) == sizeCurves) != (bound < 60) ||
			names[len(names)-1].Name == "3q̄·d_eff" != (bound < 60) {
			t.Errorf("60 copies at the bound %v have the curves %v", bound, names)
		}
	}
}

// TestPlaybackIsMeasuredInPoints: a pass is as far as its points, however few steps are there;
// of a tree that is being computed no bar tells that it is whole.
func TestPlaybackIsMeasuredInPoints(t *testing.T) {
	m, _ := idle(t, "squeak")
	m.Send(pass()[:2]...)
	m.Press(0, "G")
	if text := m.Text(0, 60, 20); !strings.Contains(text, " t=10/40 ██▌ ") {
		t.Errorf("two steps, to t = 10, show\n%s", text)
	}
	m, _ = idle(t, "disqueak")
	m.Send(Step{Seen: 10}, Step{Node: 1, Seen: 10}, Step{Node: 2, Seen: 10})
	m.Press(0, "G")
	if text := m.Text(0, 60, 20); !strings.Contains(text, "node 3/3") || strings.Contains(text, "█") ||
		!strings.Contains(text, "computing") {
		t.Errorf("three nodes show\n%s", text)
	}
	m.Send(job.Finished{})
	if text := m.Text(0, 60, 20); !strings.Contains(text, "node 3/3 ██████████ ") {
		t.Errorf("when that is all they show\n%s", text)
	}
}

func TestWhatAsksForAnotherPass(t *testing.T) {
	for name, want := range map[model.Name]int{"m": 1, "gamma": 1, "qbar": 1, "n": 1, "zeal": 0, "mu": 1, "reps": 0} {
		m, started := idle(t, "squeak", "eager")
		m.Send(append(pass(), job.Finished{})...)
		m.Press(0, "G", ",", ",")
		*started = 0
		turn := func(steps int) {
			for _, k := range m.Knobs() {
				if k.Name == name {
					m.Step(k, -1)
				}
			}
			m.FindDistances() // another n has others
			m.Follow()
			m.Send(pass()[:steps*want]...)
		}
		turn(8)
		if *started != want {
			t.Errorf("%s: %d passes started, want %d", name, *started, want)
		}
		if _, at, _ := m.Screen.Shown(); at != 5 || m.Screen.Playing {
			t.Errorf("%s: the cursor went from 5 to %d", name, at)
		}
		m.Press(0, "G")
		turn(3)
		if p, at, _ := m.Screen.Shown(); at != len(p.Steps)-1 {
			t.Errorf("%s: at the end, the cursor does not follow the steps that come", name)
		}
	}
}

func TestWhoseStream(t *testing.T) {
	for _, tt := range []struct {
		methods       []model.Method
		pointed       string
		ticked        []string
		watched, says string
	}{
		{screentest.Streamers(), "", []string{"disqueak", "squeak"}, "squeak", ""},
		{screentest.Streamers(), "disqueak", []string{"disqueak", "squeak"}, "disqueak", ""},
		{append(screentest.Methods(), screentest.Streamers()[1:]...), "", []string{"plain"}, "",
			"nothing to watch"},
		{screentest.Methods(), "", []string{"plain"}, "", "nothing to watch"},
		{approx.Methods(), "", []string{"nystrom"}, "squeak", ""},
		{approx.Methods(), "", []string{"nystrom", "ink-estimate"}, "ink-estimate", ""},
	} {
		m := screentest.New(t, New, tt.methods, tt.ticked...)
		if tt.pointed != "" {
			m.Point(m.MethodIndex(tt.pointed))
		}
		if name, says := m.Screen.Streamed(); name != tt.watched || !strings.Contains(says, tt.says) ||
			(tt.says == "") != (says == "") {
			t.Errorf("%v: %q is watched, want %q; it says %q, want %q", tt.ticked, name, tt.watched, says, tt.says)
		}
	}
}

// TestStreamFlow watches real work.
func TestStreamFlow(t *testing.T) {
	m := screentest.New(t, New, append(screentest.Methods(), screentest.Streamers()...), "squeak", "disqueak")
	m.Settle()
	p := &m.Screen.Now
	if last := len(p.Steps) - 1; p.Method != "squeak" || last < 1 || p.Tree || p.Steps[last].Seen != 40 {
		t.Fatalf("%+v", p)
	}
	for k, s := range p.Steps {
		if s.Node != k || s.Points > 20 || s.Copies < s.Points || s.Exact == nil ||
			math.Abs(s.Bound-60*s.Exact.DEff) > 1e-9*s.Bound {
			t.Errorf("step %d: %+v", k, s)
		}
	}
	m.Press(0, ".")
	m.PointAt("disqueak")
	m.Settle()
	if p.Method != "disqueak" || len(p.Steps) != 3 || !p.Tree || m.Screen.At != 0 || !m.Screen.Playing {
		t.Fatalf("at %d, playing %v: %+v", m.Screen.At, m.Screen.Playing, p)
	}
	m.Press(0, "G")
	if text := m.Text(0, 60, 20) + m.Title(0, 60); !strings.Contains(text, "[20]") ||
		!strings.Contains(text, "keeps 20 of 40 points") {
		t.Errorf("the root is not to be seen:\n%s", text)
	}
	m.Send(job.Failed{Err: errors.New("the toy has run away; come back")})
	p.Steps, m.Screen.Playing, m.Screen.Ticking = nil, true, false
	if text := m.Text(0, 60, 20); !strings.Contains(text, "the toy has run away; come back") || len(m.Screen.clock()) > 0 {
		t.Errorf("the reason is not shown, or the clock goes on:\n%s", text)
	}
}

// TestTitlesSayWhatIsKept, and whether the method is ticked; the curves' names stand at their ends, or in a line where
// there is no room. Without colours markers tell them apart.
func TestTitlesSayWhatIsKept(t *testing.T) {
	m := screentest.New(t, New, approx.Methods(), "squeak")
	m.Change(func(s *lab.Setting) { s.Spec.N = 70 })
	m.Settle()
	m.Press(0, "G")
	p, at, _ := m.Screen.Shown()
	kept := fmt.Sprintf("keeps %d of 70", p.Steps[at].Points)
	text := m.Text(0, 90, 20)
	for _, want := range []string{" points", " copies", " d_eff", " d̃", "γₛ=" + number.Short(p.Steps[at].Ridge)} {
		if !strings.Contains(text+" ", want) || strings.Contains(text, "q̄") {
			t.Errorf("the chart lacks %q, or has a bound that holds:\n%s", want, text)
		}
	}
	if narrow := strings.Split(m.Text(0, 30, 20), "\n"); !strings.Contains(narrow[1]+narrow[2],
		" ● points  ▲ copies  ▼ d_eff   ★ d̃") {
		t.Errorf("in 30 cells the names are\n%s", strings.Join(narrow, "\n"))
	}
	for _, ticked := range []bool{true, false} {
		called := "squeak"
		if !ticked {
			called += ", not ticked,"
			m.Change(func(s *lab.Setting) { s.Spec.Methods = []string{"nystrom"} })
			m.Settle()
		}
		for w, want := range map[int]string{80: called + " " + kept + " points in repetition 1",
			len([]rune(called+kept)) + 16: called + " " + kept + " points, rep 1",
			len([]rune(called+kept)) + 9:  called + " " + kept + ", rep 1",
			len([]rune(called+kept)) + 2:  called + " " + kept, 16: kept} {
			if title := m.Title(0, w); title != want {
				t.Errorf("in %d cells the title is %q, want %q", w, title, want)
			}
		}
		for w, want := range map[int]string{80: "accuracy of the dictionary: ε(S) = ", 24: "accuracy: ε(S) = ",
			16: "ε(S) = "} {
			if title := m.Title(1, w); !strings.HasPrefix(title, want) {
				t.Errorf("in %d cells the title is %q, want %q", w, title, want)
			}
		}
	}
}

// TestStateAndHints: what a session has of the playback comes back, what is wrong is refused, and the footer's words
// follow what the keys do.
func TestStateAndHints(t *testing.T) {
	m := wholePass(t)
	s := m.Screen
	for name, values := range map[string][2]string{"step": {"3", "-2"}, "playing": {"false", `"perhaps"`},
		"steps_a_second": {"2", "7777"}, "sizes": {"true", "12"}} {
		at := slices.IndexFunc(s.State(), func(f session.Field) bool { return f.Name == name })
		if fault := s.State()[at].Take(session.Given(name, values[0])); fault != nil || s.State()[at].Text() != values[0] {
			t.Errorf("%s = %s becomes %s: %v", name, values[0], s.State()[at].Text(), fault)
		}
		if fault := s.State()[at].Take(session.Given(name, values[1])); fault == nil || s.State()[at].Text() != values[0] {
			t.Errorf("%s = %s is taken, and is %s", name, values[1], s.State()[at].Text())
		}
	}
	hint := func(shown string) string {
		keys := s.Keys(0)
		return keys[slices.IndexFunc(keys, func(k screen.Key) bool { return k.Show == shown })].Hint
	}
	for key, want := range map[string]string{"s": "play", "( )": "2/s", "v": "", ", .": "step"} {
		if got := hint(key); got != want {
			t.Errorf("the word for %q is %q, want %q", key, got, want)
		}
	}
	m.Press(0, "s")
	if got := hint("s"); got != "pause" {
		t.Errorf("while it plays the key s says %q", got)
	}
	m.Press(0, "G")
	if got := hint("s"); got != "play again" {
		t.Errorf("at the end the key s says %q", got)
	}
	if m.Press(0, "v"); !strings.Contains(m.Note.Text, "no merge tree") {
		t.Errorf("v says %q", m.Note.Text)
	}
	again := New(s.bench, s.look)
	again.At, again.Playing = 3, false // as a session leaves it
	if again.Work(); again.Now.Method != "squeak" || again.At != 3 || again.Playing {
		t.Errorf("the first passage begins at step %d, playing: %v", again.At, again.Playing)
	}
}
