package ui

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"gramscope/approx"
	"gramscope/data"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/ui/frame"
	"gramscope/ui/keep"
	"gramscope/ui/replay"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/session"
)

// replayOf reads the log of an explorer back, whose data are built-in sets.
func replayOf(t testing.TB, m *explorer) *Replay {
	t.Helper()
	var b bytes.Buffer
	if err := m.logContent()(&b); err != nil {
		t.Fatal(err)
	}
	steps, results, err := ReadLog(&b, "log", m.Methods())
	if err != nil || len(results.Notes) > 0 {
		t.Fatal(err, results)
	}
	r := &Replay{Steps: steps, Speed: 1}
	for _, step := range steps {
		source, ok, err := synthetic.Find(step.Data.Set)
		if err != nil || !ok {
			t.Fatal(err, step.Data)
		}
		r.Sources = append(r.Sources, data.Source(source))
	}
	return r
}

// configOf returns what opens an explorer on a replay.
func configOf(r *Replay) Config {
	return Config{Source: r.Sources[0], Spec: r.Steps[0].Spec.Clone(), Session: r.Steps[0].Session, Replay: r, Methods: approx.Methods(), Workers: 2, Version: "test"}
}

// replayed is an explorer on a replay.
func replayed(t testing.TB, r *Replay, w, h int) *explorer {
	t.Helper()
	m := newExplorer(configOf(r), screentest.Look(t, "braille", "none"), job.NewRunner(context.Background()), time.Now)
	t.Cleanup(func() { m.Runner.Close(time.Minute) })
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	m.Init()
	return m
}

// stateOf returns the state of an explorer as its log has it.
func stateOf(m *explorer) *session.Session {
	s := m.session()
	s.Moment, s.Written = m.moment(), ""
	return s
}

// differs returns the state of an explorer and that of a step as texts, if they differ.
func differs(t testing.TB, m *explorer, step replay.Step) (got, want string) {
	t.Helper()
	of := func(s session.Session) string {
		s.At = 0
		text, err := s.Text()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	now := stateOf(m)
	if step.Spec.Over[0].Values == nil { // the explorer chooses them
		now.Spec.Over[0].Values = nil
	}
	if got, want = of(*now), of(*step.Session); got == want {
		return "", ""
	}
	return got, want
}

// wanderings are keys that change the state of an explorer.
func wanderings() [][]string {
	return [][]string{{"right"}, {"left"}, {"+"}, {"-"}, {">"}, {"up"}, {"down"}, {"tab"}, {"shift+tab"}, {"space"}, {"x"}, {"y"}, {"b"}, {"z"}, {"B"}, {"e"}, {"E"}, {"t"}, {"p"}, {"P"}, {"f"},
		{"]"}, {"["}, {"u"}, {"r"}, {"1"}, {"2"}, {"3"}, {"4"}, {"5"}, {"6"}, {"7"}, {"7", "down", "enter"}, {"esc"}, {"v", "down", "enter"}, {"o", "down", "down", "enter"}, {"X", "down", "enter"},
		{"d", "down", "enter"}, {"backspace"}, {"n"}, {"|"}, {"enter", "1", "2", "enter"}}
}

// TestLogComesBack: every state that keys lead to is in the log, and a replay shows each of them again, whatever was shown before.
func TestLogComesBack(t *testing.T) { checkLogs(t, 1, 20) }

// checkLogs presses so many keys with each of some seeds.
func checkLogs(t *testing.T, seeds uint64, keys int) {
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 30))
		m := newReal(t, "braille", 120, 40)
		defer m.Runner.Close(time.Minute)
		m.Launch = func(l job.Kind, w job.Work) {
			if l != job.Files && !l.WritesFiles() {
				m.Runner.Start(l, w)
			}
		}
		m.Init()
		await(m, time.Minute)
		var states []string
		see := func() {
			if text, _ := stateOf(m).Text(); len(states) == 0 || states[len(states)-1] != string(text) {
				states = append(states, string(text))
			}
		}
		see()
		for range keys {
			list := wanderings()
			press(m, list[rng.IntN(len(list))]...)
			for len(m.open()) > 0 {
				press(m, "esc")
			}
			see()
			hear(m)
		}
		r := replayOf(t, m)
		if len(r.Steps) < keys/3 {
			t.Fatalf("seed %d: %d states are in the log, and keys led to %d", seed, len(r.Steps), len(states))
		}
		if got, want := differs(t, m, r.Steps[len(r.Steps)-1]); got != "" {
			t.Errorf("seed %d: the log ends in\n%s, the explorer in\n%s", seed, want, got)
		}
		again := replayed(t, r, 100, 30)
		show := func(to int) {
			again.Update(walkTo(to))
			hear(again)
			if got, want := differs(t, again, r.Steps[to]); got != "" {
				t.Fatalf("seed %d: state %d is shown as\n%s, and was\n%s", seed, to, got, want)
			}
			if why := wrong(again); why != "" {
				t.Fatalf("seed %d: state %d: %s", seed, to, why)
			}
		}
		for to := range r.Steps {
			show(to)
		}
		for range keys * 2 / 3 {
			show(rng.IntN(len(r.Steps)))
		}
	}
}

// demo is the replay of an explorer whose γ was turned twice, which then presented a chart.
func demo(t *testing.T) *Replay {
	t.Helper()
	var seconds atomic.Int64 // work in the background reads the clock, too
	m := newReal(t, "braille", 120, 40)
	defer m.Runner.Close(time.Minute)
	m.Clock = func() time.Time { return time.Unix(seconds.Load(), 0) }
	m.recording.began = m.Clock()
	m.Init()
	await(m, time.Minute)
	for i, key := range []string{"right", "?", "esc", "right", "E"} {
		seconds.Store(10 * int64(i+1))
		press(m, key)
	}
	return replayOf(t, m)
}

// TestReplayKeys: the keys of a replay step, stop, go on and end it; others are the explorer's, and stop it.
func TestReplayKeys(t *testing.T) {
	t.Parallel()
	r := demo(t)
	if len(r.Steps) != 4 || r.Steps[1].At != 10 || r.Steps[2].At != 40 || r.Steps[3].At != 50 {
		t.Fatalf("%d states: %+v", len(r.Steps), r.Steps)
	}
	m := replayed(t, r, 120, 40)
	expect := func(did, header string, at int) {
		t.Helper()
		if got, want := differs(t, m, r.Steps[at]); got != "" {
			t.Errorf("after %s the state is\n%s, want\n%s", did, got, want)
		}
		if top, _, _ := strings.Cut(m.View(), "\n"); !strings.Contains(top, header) {
			t.Errorf("after %s the header is %q, want %q", did, top, header)
		}
	}
	expect("the beginning", "replay 1/4 ▸ 1×", 0)
	m.Update(stepDue{m.walk.ticket})
	expect("the pause", "replay 2/4 ▸ 1×", 1)
	press(m, "+", "+")
	expect("+", "replay 2/4 ▸ 4×", 1)
	due := stepDue{m.walk.ticket}
	press(m, "enter")
	m.Update(due)
	expect("enter", "replay 2/4 waits", 1)
	press(m, "space")
	expect("space", "replay 3/4 waits", 2)
	press(m, "space")
	if expect("space", "replay 4/4 waits", 3); !m.presents || m.focus != frame.First {
		t.Errorf("presents: %v, the focus is on %d", m.presents, m.focus)
	}
	press(m, "space")
	if !strings.Contains(m.Note.Text, "the last state") {
		t.Errorf("after the last state: %q", m.Note.Text)
	}
	press(m, "backspace", "backspace", "enter", "right")
	if top := m.View()[:200]; m.walk.at != 1 || !strings.Contains(top, "replay left at 2/4") || m.Setting().Gamma(m.Widths()) <= float64(0) {
		t.Errorf("a key of the explorer leaves %q", top)
	}
	if got, _ := differs(t, m, r.Steps[1]); got == "" {
		t.Error("right turns nothing")
	}
	press(m, "E", "space")
	if m.Setting().Gamma(m.Widths()) == 0 || !m.presents || m.walk.at != 2 {
		t.Errorf("E does not last: %v at %d", m.presents, m.walk.at)
	}
	press(m, "?", "space", "esc") // space scrolls the help, and esc closes it
	if m.walk.at != 2 || !m.walk.active() {
		t.Errorf("keys of the help go to the replay: %d, %v", m.walk.at, m.walk.active())
	}
	if press(m, "esc"); m.presents || !m.walk.active() {
		t.Errorf("esc leaves a chart alone: %v, or ends the replay: %v", m.presents, !m.walk.active())
	}
	press(m, "esc", "space")
	if m.walk.active() || strings.Contains(m.View(), "replay") && !strings.Contains(m.Note.Text, "replay") || m.mode() != onMethods {
		t.Errorf("after esc space is not the explorer's: %v", m.mode())
	}
	press(m, "u")
	if strings.Contains(m.Note.Text, "nothing to undo") {
		t.Error("what a replay has changed can't be undone")
	}
}

// TestReplayEnds: at the last state a replay stops, and enter begins it again.
func TestReplayEnds(t *testing.T) {
	t.Parallel()
	r := demo(t)
	r.Speed = 0
	m := replayed(t, r, 120, 40)
	if m.walk.playing || m.walk.Speed != 1 {
		t.Errorf("speed 0: %+v", m.walk)
	}
	press(m, "space", "space", "enter")
	m.Update(stepDue{m.walk.ticket})
	if m.walk.at != 3 || m.walk.playing {
		t.Errorf("at %d, playing: %v", m.walk.at, m.walk.playing)
	}
	press(m, "enter")
	if got, want := differs(t, m, r.Steps[0]); got != "" || !m.walk.playing {
		t.Errorf("enter at the end shows\n%s, want\n%s", got, want)
	}
}

// TestLogIsASession: a log opens at its last state, with its results.
func TestLogIsASession(t *testing.T) {
	t.Parallel()
	m := newReal(t, "braille", 120, 40)
	defer m.Runner.Close(time.Minute)
	m.Init()
	press(m, "right")
	await(m, time.Minute) // or another set may come before the first result
	press(m, "7", "enter", "1", "tab")
	await(m, time.Minute)
	path := filepath.Join(t.TempDir(), "log.jsonl")
	saveAs(t, m, 8, path)
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(m.Note.Text, err)
	}
	defer file.Close()
	s, err := ReadSession(file, path, m.Methods())
	if err != nil {
		t.Fatal(err)
	}
	s.At = 0
	now := m.session()
	now.Written = ""
	if got, want := sessionText(t, s), sessionText(t, now); string(got) != string(want) {
		t.Errorf("the log opens in\n%s, want\n%s", got, want)
	}
	for _, source := range []string{"bimodal", "blobs"} { // of a lesson, and those before it
		g, _, err := synthetic.Find(source)
		if err != nil {
			t.Fatal(err)
		}
		if s.Results.Changed(session.OriginOf(g, "another")) == "" {
			t.Errorf("there are no results on %s", source)
		}
	}
}

// TestRecorded: a replay of what was recorded shows the figures of the log, computes none, and computes again once it has ended.
func TestRecorded(t *testing.T) {
	t.Parallel()
	m := newReal(t, "braille", 120, 40)
	defer m.Runner.Close(time.Minute)
	m.Init()
	await(m, time.Minute)
	press(m, "right")
	await(m, time.Minute)
	r := replayOf(t, m)
	r.Recorded = true
	var b bytes.Buffer
	if err := m.logContent()(&b); err != nil {
		t.Fatal(err)
	}
	_, results, err := ReadLog(&b, "log", m.Methods())
	if err != nil {
		t.Fatal(err)
	}
	c := configOf(r)
	c.Keeper = keep.New("", "test", results, "")
	c.Keeper.RecallOnly(true)
	again := newExplorer(c, screentest.Look(t, "braille", "none"), job.NewRunner(context.Background()), time.Now)
	defer again.Runner.Close(time.Minute)
	again.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	again.Init()
	again.Update(walkTo(len(r.Steps) - 1))
	await(again, time.Minute)
	if got, want := figuresOf(again), figuresOf(m); !reflect.DeepEqual(got, want) || len(got["nystrom"]) == 0 {
		t.Errorf("the replay shows %v, the log has %v", got, want)
	}
	failures := func() (n int) {
		for _, row := range again.Outcome().Now("nystrom") {
			if strings.Contains(row.Failure, "not recorded") {
				n++
			}
		}
		return n
	}
	press(again, "right")
	await(again, time.Minute)
	if failures() == 0 {
		t.Error("what the log does not have is computed")
	}
	press(again, "esc")
	await(again, time.Minute)
	if failures() != 0 || len(again.Outcome().Now("nystrom")) == 0 {
		t.Error("after the replay nothing is computed")
	}
}
