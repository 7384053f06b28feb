package ui

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gramscope/model/exact"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/screen/stream"
)

// streamToy is an explorer with two toys that can be watched, of which one is ticked: a pass, or a
// tree of merges.
func streamToy(t testing.TB, glyphs, theme string, w, h int, tree bool) *explorer {
	t.Helper()
	m := newToyWith(t, append(screentest.Methods(), screentest.Streamers()...), glyphs, theme, w, h)
	editSetting(m, func(s *lab.Setting) {
		s.Spec.Methods = []string{map[bool]string{true: "disqueak", false: "squeak"}[tree]}
	})
	return m
}

// feedStream opens the screen and gives it made-up steps: so many of a pass of eight, or of the
// seven nodes of a tree.
func feedStream(m *explorer, steps int, tree bool) *explorer {
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	press(m, "5")
	m.receive(job.Sweep, job.Finished{})
	for _, s := range madeUpSteps(tree)[:steps] {
		m.receive(stream.Jobs, s)
	}
	redraw(m)
	return m
}

func madeUpSteps(tree bool) []stream.Step {
	var steps []stream.Step
	exact := func(k int) *exact.DictionaryAccuracy {
		return &exact.DictionaryAccuracy{DEff: 3 + float64(k)/2, EpsilonS: 0.2 + 0.15*float64(k), GammaOK: k < 5}
	}
	for k := range 8 {
		s := stream.Step{Node: k, Seen: 5 * (k + 1), Points: min(4+3*k, 20), Copies: 60 + 10*k, Ridge: 0.01 * float64(k+1),
			Estimate: 4 + float64(k)/2, Exact: exact(k)}
		s.Bound = 60 * s.Exact.DEff
		if k > 0 {
			s.From = []int{k - 1}
		}
		if k == 6 { // one without exact figures
			s.Exact, s.Bound = nil, math.NaN()
		}
		steps = append(steps, s)
	}
	if !tree {
		return steps
	}
	steps = steps[:7]
	for k := range steps {
		s := &steps[k]
		s.From, s.Seen, s.Points, s.Exact = nil, 10, 10-k, exact(k)
		if k >= 4 {
			s.Level, s.From, s.Seen, s.Points = 1, []int{2 * (k - 4), 2*(k-4) + 1}, 20, 12+k
		}
		s.Bound = 60 * s.Exact.DEff
	}
	steps[6].Level, steps[6].From, steps[6].Seen, steps[6].Points = 2, []int{4, 5}, 40, 20
	return steps
}

func TestStreamInSevenBits(t *testing.T) {
	for _, tree := range []bool{false, true} {
		for _, keys := range [][]string{{"G"}, {"G", "tab"}, {"G", "v"}, {",", "t"}} {
			m := feedStream(streamToy(t, "ascii", "none", 120, 40, tree), 7, tree)
			press(m, keys...)
			checkSevenBits(t, m, keys, tree)
		}
	}
}

func TestLeavingTheStreamStopsTheClock(t *testing.T) {
	m := feedStream(streamToy(t, "braille", "none", 120, 40, false), 8, false)
	m.receive(stream.Jobs, job.Finished{})
	m.Update(screen.Ticked(stream.Jobs))
	if press(m, "enter"); m.stream().Playing || m.typed().Open {
		t.Error("enter on the chart does not pause")
	}
	press(m, "enter")
	press(m, "1")
	if _, cmd := m.Update(screen.Ticked(stream.Jobs)); cmd != nil || m.stream().At != 1 {
		t.Errorf("on another screen the clock goes on, or the cursor to %d", m.stream().At)
	}
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("5")}); cmd == nil || m.stream().At != 1 {
		t.Error("coming back does not go on playing")
	}
	press(m, "s", "1", "5")
	m.stream().Ticking = false
	if m.playbackClock() != nil {
		t.Error("coming back plays what was paused")
	}
}

func TestStreamsFitEveryWindow(t *testing.T) {
	t.Parallel()
	var all []*explorer
	for _, tree := range []bool{false, true} {
		m := feedStream(streamToy(t, "braille", "dark", 80, 24, tree), 7, tree)
		all = append(all, m)
	}
	keys := []string{",", ".", "s", "(", ")", "g", "G", "v", "x", "y", "tab", "e", "t", "1", "5", "5", "[", "]", "+", "u",
		"enter", "esc"}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(all).Draw(t, "explorer")
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			w, h := rapid.IntRange(1, 150).Draw(t, "w"), rapid.IntRange(1, 50).Draw(t, "h")
			m.Update(tea.WindowSizeMsg{Width: w, Height: h})
			press(m, rapid.SampledFrom(keys).Draw(t, "key"))
			m.Update(screen.Ticked(stream.Jobs))
			checkFits(t, m)
		}
	})
}

// TestStreamInAProgram plays in a real program: its clock ends with it.
func TestStreamInAProgram(t *testing.T) {
	t.Parallel()
	keys, typing := io.Pipe()
	defer typing.Close()
	out := &awaited{text: "at the end", at: make(chan struct{})}
	m := streamToy(t, "braille", "none", 120, 40, false)
	p := tea.NewProgram(m, tea.WithContext(t.Context()), tea.WithInput(keys), tea.WithOutput(out),
		tea.WithoutSignalHandler())
	ended := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ended <- err
	}()
	for _, key := range []string{"5", ")", ")", ")"} {
		if _, err := io.WriteString(typing, key); err != nil {
			t.Fatal(err)
		}
	}
	<-out.at
	if _, err := io.WriteString(typing, "sq"); err != nil { // quits while it plays again
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// awaited is an output that tells when a text is written, without the codes of
// the terminal.
type awaited struct {
	text string
	once sync.Once
	at   chan struct{}
}

func (a *awaited) Write(p []byte) (int, error) {
	if strings.Contains(ansi.Strip(string(p)), a.text) {
		a.once.Do(func() { close(a.at) })
	}
	return len(p), nil
}

func BenchmarkStream(b *testing.B) {
	for _, tree := range []bool{false, true} {
		m := feedStream(streamToy(b, "braille", "dark", 120, 40, tree), 7, tree)
		press(m, "G")
		benchmarkFrame(b, fmt.Sprintf("tree=%v/", tree), m)
	}
}

// Leaving ends the work, and what it still sends is dropped; coming back starts it
// anew, unless it was done.
func TestLeavingTheStreamStopsTheWork(t *testing.T) {
	m := feedStream(streamToy(t, "braille", "none", 120, 40, false), 2, false)
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
	started := m.countWork(stream.Jobs)
	press(m, "5")
	if _, _, stale := m.stream().Shown(); *started != 1 || !stale {
		t.Errorf("%d passes started on coming back, stale %v", *started, stale)
	}
	for _, s := range madeUpSteps(false) {
		m.receive(stream.Jobs, s)
	}
	m.receive(stream.Jobs, job.Finished{})
	press(m, "1", "5")
	if *started != 1 {
		t.Error("what was done is computed again")
	}
}
