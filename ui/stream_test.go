package ui

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/exact"
	"gramscope/model/inspect"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/ui/screen/stream"
)

// watched is a toy that takes in ten points at a time and keeps every second one,
// at most m: in one pass, or as leaves that are merged two by two.
type watched struct {
	toy
	tree bool
	qbar int
}

func (f *watched) Params() []model.Param { return append(f.toy.Params(), model.QBar(&f.qbar)) }

func (f *watched) Stream(ctx context.Context, g *model.Gram, rng *rand.Rand, visit func(model.StreamStep) error) (model.Approximation, error) {
	var below []model.StreamStep
	node := 0
	tell := func(s model.StreamStep, rows []int) error {
		s.Node, s.Ridge, s.DEff = node, 0.5, float64(len(rows))/4
		node++
		for k, i := range rows {
			if len(s.Index) < f.m && k%2 == 0 {
				s.Index, s.Copies, s.Weight = append(s.Index, i), append(s.Copies, 3), append(s.Weight, 1)
			}
		}
		below = append(below, s)
		return visit(s)
	}
	upTo := func(to int) (rows []int) {
		for i := range to {
			rows = append(rows, i)
		}
		return rows
	}
	for seen := 0; seen < g.N(); {
		from := seen
		seen = min(seen+10, g.N())
		s := model.StreamStep{Came: upTo(seen)[from:], Seen: seen}
		rows := upTo(seen)
		if f.tree {
			s.Seen, rows = seen-from, s.Came
		} else if node > 0 {
			s.From = []int{node - 1}
		}
		if err := tell(s, rows); err != nil {
			return nil, err
		}
	}
	for level := 1; f.tree && len(below) > 1; level++ {
		made := below
		below = nil
		for i := 0; i+1 < len(made); i += 2 {
			s := model.StreamStep{Level: level, From: []int{made[i].Node, made[i+1].Node}, Seen: made[i].Seen + made[i+1].Seen}
			if err := tell(s, append(append([]int(nil), made[i].Index...), made[i+1].Index...)); err != nil {
				return nil, err
			}
		}
	}
	return f.Fit(ctx, g, rng)
}

// streamToy is an explorer on the screen of streams, with two toys that can be
// watched; the first is ticked.
func streamToy(t testing.TB, glyphs, theme string, w, h int, ticked ...string) *explorer {
	t.Helper()
	watch := func(name string, tree bool) model.Method {
		return model.Method{Name: name, Doc: "is watched", Ref: "none", Cost: "n", New: func() model.Fitter {
			return &watched{toy: toy{m: 100}, tree: tree, qbar: 20}
		}}
	}
	m := newToyWith(t, append(toyMethods(), watch("one-pass", false), watch("merging", true)), glyphs, theme, w, h)
	if ticked == nil {
		ticked = []string{"one-pass"}
	}
	editSetting(m, func(s *lab.Setting) { s.Spec.Methods = ticked })
	return m
}

// feedStream opens the screen and gives it made-up steps: so many of a pass of
// eight, or of the seven nodes of a tree.
func feedStream(m *explorer, steps int, tree bool) {
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
	press(m, "5")
	m.receive(job.Sweep, job.Finished{})
	for _, s := range madeUpSteps(tree)[:steps] {
		m.receive(stream.Jobs, s)
	}
	m.dirty = true
	m.layOut()
}

func madeUpSteps(tree bool) []stream.Step {
	var steps []stream.Step
	exact := func(k int) *exact.DictionaryAccuracy {
		return &exact.DictionaryAccuracy{DEff: 3 + float64(k)/2, EpsilonS: 0.2 + 0.15*float64(k), GammaOK: k < 5}
	}
	for k := range 8 {
		s := stream.Step{Node: k, Seen: 5 * (k + 1), Points: min(4+3*k, 20), Copies: 60 + 10*k, Ridge: 0.01 * float64(k+1), Estimate: 4 + float64(k)/2, Exact: exact(k)}
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

func TestStreamGolden(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		for _, theme := range themesAt(size[0]) {
			for _, tree := range []bool{false, true} {
				name, ticked := "pass", "one-pass"
				if tree {
					name, ticked = "tree", "merging"
				}
				m := streamToy(t, "braille", theme, size[0], size[1], ticked)
				feedStream(m, 7, tree)
				m.receive(stream.Jobs, job.Finished{})
				press(m, "G")
				golden(t, fmt.Sprintf("stream-%s-%dx%d-%s", name, size[0], size[1], theme), m.View())
			}
		}
	}
}

func TestStreamStatesGolden(t *testing.T) {
	states := map[string]struct {
		tree bool
		act  func(*explorer)
	}{
		"computing": {false, func(m *explorer) { m.stream().At = 2 }},
		"accuracy":  {false, func(m *explorer) { press(m, "G", "tab") }},
		"back":      {false, func(m *explorer) { press(m, "G", ",", ",", ",") }},
		"stale":     {false, func(m *explorer) { press(m, "G"); m.panel.Chosen = "m"; press(m, "+") }},
		"byridge":   {true, func(m *explorer) { press(m, "G", "v", "x", "y") }},
		"merge":     {true, func(m *explorer) { m.receive(stream.Jobs, job.Finished{}); press(m, "G", ",") }},
		"unticked":  {false, func(m *explorer) { editSetting(m, func(s *lab.Setting) { s.Spec.Methods = nil }) }},
	}
	for name, state := range states {
		m := streamToy(t, "braille", "none", 80, 24, map[bool]string{true: "merging", false: "one-pass"}[state.tree])
		feedStream(m, 7, state.tree)
		state.act(m)
		m.dirty = true
		m.layOut()
		golden(t, "stream-state-"+name, m.View())
	}
}

func TestStreamInSevenBits(t *testing.T) {
	for _, tree := range []bool{false, true} {
		for _, keys := range [][]string{{"G"}, {"G", "tab"}, {"G", "v"}, {",", "t"}} {
			m := streamToy(t, "ascii", "none", 120, 40, map[bool]string{true: "merging", false: "one-pass"}[tree])
			feedStream(m, 7, tree)
			press(m, keys...)
			for y, line := range strings.Split(m.View(), "\n") {
				for _, r := range line {
					if r < ' ' || r > '~' {
						t.Fatalf("tree %v, after %v line %d has %q: %s", tree, keys, y, r, line)
					}
				}
			}
			if strings.Contains(strings.ReplaceAll(m.View(), "? help", ""), "?") {
				t.Errorf("tree %v, after %v a character has no spelling:\n%s", tree, keys, m.View())
			}
		}
	}
}

// The playback goes on with every tick, waits for steps that are being computed
// and ends with the last; there is a timer only as long as it plays.
func TestStreamPlays(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 3, false)
	shows := func(t0 int) {
		t.Helper()
		if !strings.Contains(m.View(), fmt.Sprintf("▸t=%d", t0)) && !strings.Contains(m.View(), fmt.Sprintf(" t=%d of 40", t0)) {
			t.Fatalf("not at t = %d:\n%s", t0, m.View())
		}
	}
	tick := func() (again bool) {
		_, cmd := m.Update(ticked{})
		return cmd != nil
	}
	shows(5)
	if !m.stream().Ticking || m.playbackClock() != nil {
		t.Fatal("no timer on opening, or two")
	}
	for _, want := range []int{10, 15, 15} { // then it waits
		if !tick() {
			t.Fatal("the clock has stopped")
		}
		shows(want)
	}
	steps := madeUpSteps(false)
	for _, s := range steps[3:] {
		m.receive(stream.Jobs, s)
	}
	m.receive(stream.Jobs, job.Finished{})
	for want := 20; want < 40; want += 5 {
		if !tick() {
			t.Fatalf("the clock has stopped before %d", want)
		}
		shows(want)
	}
	if tick() || m.stream().Playing {
		t.Error("the clock goes on at the end")
	}
	shows(40)
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("s")}); cmd == nil {
		t.Error("s at the end does not play again")
	}
	shows(5)
	for range 7 {
		tick()
	}
	m.panel.Chosen = "m"
	press(m, "-")
	for _, s := range append(steps, steps[7]) { // of another m, one more: the end is followed
		m.receive(stream.Jobs, s)
	}
	if _, at, _ := m.stream().Shown(); at != 8 {
		t.Errorf("at step %d of a longer passage, want its end", at)
	}
}

func TestStreamPausesStepsAndChangesPace(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 8, false)
	m.receive(stream.Jobs, job.Finished{})
	at := func(want int) {
		t.Helper()
		if _, got, _ := m.stream().Shown(); got != want {
			t.Fatalf("at step %d, want %d", got, want)
		}
	}
	m.Update(ticked{})
	at(1)
	press(m, "enter") // the focus is on the chart
	if _, cmd := m.Update(ticked{}); cmd != nil || m.stream().Playing || m.typed().Open {
		t.Error("enter does not pause")
	}
	at(1)
	press(m, ".")
	at(2)
	press(m, ",", ",", ",", ",")
	at(0)
	press(m, "G")
	at(7)
	press(m, ".")
	at(7)
	press(m, ",")
	at(6)
	press(m, "s", ",")
	at(5)
	if m.stream().Playing {
		t.Error("a step back goes on playing")
	}
	press(m, "g")
	at(0)
	if m.stream().Playing || m.playbackClock() != nil {
		t.Error("stepping plays")
	}
	for range 20 {
		press(m, ")")
	}
	if got := stream.Paces()[m.stream().Pace]; got != 30 {
		t.Errorf("%v steps a second at most", got)
	}
	press(m, "s")
	m.stream().Ticking = false
	if msg := m.playbackClock()(); msg != (ticked{}) {
		t.Errorf("the timer sends %v", msg)
	}
	for range 20 {
		press(m, "(")
	}
	if got := stream.Paces()[m.stream().Pace]; got != 0.5 {
		t.Errorf("%v steps a second at least", got)
	}
	if !strings.Contains(ansi.Strip(m.View()), "playing 0.5/s") {
		t.Errorf("the pace is not shown:\n%s", m.View())
	}
}

func TestLeavingTheStreamStopsTheClock(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 8, false)
	m.receive(stream.Jobs, job.Finished{})
	m.Update(ticked{})
	press(m, "1")
	if _, cmd := m.Update(ticked{}); cmd != nil || m.stream().At != 1 {
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

// The axes rest while it plays: they are those of all steps that are known.
func TestStreamAxesRest(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 8, false)
	m.receive(stream.Jobs, job.Finished{})
	press(m, "g")
	first, accuracy := m.linesOf(onStream), m.linesOf(onAccuracy)
	press(m, "G")
	if last := m.linesOf(onStream); last.X != first.X || last.Y != first.Y || len(first.Series[0].X) != 1 || len(last.Series[0].X) != 8 {
		t.Errorf("axes %+v %+v and %+v %+v; %d samples at first and %d at last", first.X, first.Y, last.X, last.Y, len(first.Series[0].X), len(last.Series[0].X))
	}
	last := m.linesOf(onAccuracy)
	if last.Y != accuracy.Y || last.Y.Lo > 0.2 || last.Y.Hi < 1.25 || len(last.Points) != 7 {
		t.Errorf("axis %+v, at first %+v; %d marks", last.Y, accuracy.Y, len(last.Points))
	}
	for k, p := range last.Points {
		if want := map[bool]rune{true: '✓', false: '✗'}[k < 5]; p.Marker != want {
			t.Errorf("mark %d is %c, want %c", k, p.Marker, want)
		}
	}
}

func TestStreamsFitEveryWindow(t *testing.T) {
	var all []*explorer
	for _, tree := range []bool{false, true} {
		m := streamToy(t, "braille", "dark", 80, 24, map[bool]string{true: "merging", false: "one-pass"}[tree])
		feedStream(m, 7, tree)
		all = append(all, m)
	}
	keys := []string{",", ".", "s", "(", ")", "g", "G", "v", "x", "y", "tab", "e", "t", "1", "5", "5", "[", "]", "+", "u", "enter", "esc"}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(all).Draw(t, "explorer")
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			w, h := rapid.IntRange(1, 150).Draw(t, "w"), rapid.IntRange(1, 50).Draw(t, "h")
			m.Update(tea.WindowSizeMsg{Width: w, Height: h})
			press(m, rapid.SampledFrom(keys).Draw(t, "key"))
			m.Update(ticked{})
			lines := strings.Split(m.View(), "\n")
			for y, line := range lines {
				if got := ansi.StringWidth(line); len(lines) > h || got > w || (!m.layout.TooSmall && got != w) {
					t.Fatalf("line %d of %d in a window of %d×%d has %d cells: %s", y, len(lines), w, h, got, line)
				}
			}
		}
	})
}

// A frame of the library becomes a step with its sizes.
func TestStepOfAFrame(t *testing.T) {
	f := inspect.Frame{Bound: 7, Exact: &exact.DictionaryAccuracy{DEff: 2}, Step: model.StreamStep{Node: 3, Level: 1, From: []int{1, 2}, Seen: 9, Ridge: 0.5, DEff: 1.5,
		Dictionary: model.Dictionary{Index: []int{4, 8}, Copies: []int{3, 2}, Weight: []float64{1, 1}}}}
	s := stream.NewStep(f)
	if s.Node != 3 || s.Level != 1 || len(s.From) != 2 || s.Seen != 9 || s.Points != 2 || s.Copies != 5 || s.Ridge != 0.5 || s.Estimate != 1.5 || s.Bound != 7 || s.Exact.DEff != 2 {
		t.Errorf("%+v", s)
	}
}

// TestStreamInAProgram plays in a real program: its clock ends with it.
func TestStreamInAProgram(t *testing.T) {
	keys, typing := io.Pipe()
	defer typing.Close()
	out := &awaited{text: "at the end", at: make(chan struct{})}
	m := streamToy(t, "braille", "none", 120, 40)
	p := tea.NewProgram(m, tea.WithContext(t.Context()), tea.WithInput(keys), tea.WithOutput(out), tea.WithoutSignalHandler())
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
		m := streamToy(b, "braille", "dark", 120, 40, map[bool]string{true: "merging", false: "one-pass"}[tree])
		feedStream(m, 7, tree)
		press(m, "G")
		name := fmt.Sprintf("tree=%v", tree)
		b.Run(name+"/view", func(b *testing.B) {
			for b.Loop() {
				m.View()
			}
		})
		b.Run(name+"/charts", func(b *testing.B) {
			for b.Loop() {
				m.dirty = true
				m.layOut()
			}
		})
	}
}

// TestTheTwoAccuracies: what K−K̃ is compared with has the ε asked for in numbers, which is
// not the ε(S) beside it.
func TestTheTwoAccuracies(t *testing.T) {
	m := streamToy(t, "braille", "none", 140, 40)
	m.change(func(s *lab.Setting) { s.Spec.Values["epsilon"] = 0.25 })
	feedStream(m, 8, false)
	press(m, "G")
	second := func() string { return m.charts()[1].Title(m.built[1], 80) }
	if got := second(); !strings.Contains(got, "ε(S)=1.25, K−K̃ > γₛ/(1−0.25) ✗") {
		t.Errorf("the title is %q", got)
	}
	if text := m.texts[1]; !strings.Contains(text, "0 ≤ K−K̃ ≤ γₛ/(1−0.25): at 5 of 7 steps") {
		t.Errorf("the legend is not of the ε asked for:\n%s", text)
	}
	press(m, ",", ",", ",")
	if got := second(); !strings.Contains(got, "ε(S)=0.8, K−K̃ ≤ γₛ/(1−0.25) ✓") {
		t.Errorf("three steps before the title is %q", got)
	}
}

// TestPlaybackIsMeasuredInPoints: a pass is as far as its points, however few steps are there;
// of a tree that is being computed no bar tells that it is whole.
func TestPlaybackIsMeasuredInPoints(t *testing.T) {
	m := streamToy(t, "braille", "none", 140, 40)
	feedStream(m, 2, false)
	press(m, "G")
	if text := m.texts[0]; !strings.Contains(text, "one-pass: t=10/40 ██▌ ") {
		t.Errorf("two steps, to t = 10, show\n%s", text)
	}
	m = streamToy(t, "braille", "none", 140, 40, "merging")
	feedStream(m, 3, true)
	press(m, "G")
	if text := m.texts[0]; !strings.Contains(text, "node 3/3") || strings.Contains(text, "█") || !strings.Contains(text, "computing") {
		t.Errorf("three nodes show\n%s", text)
	}
	m.receive(stream.Jobs, job.Finished{})
	m.dirty = true
	if m.layOut(); !strings.Contains(m.texts[0], "node 3/3 ██████████ ") {
		t.Errorf("when that is all they show\n%s", m.texts[0])
	}
}
