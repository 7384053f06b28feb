package ui

import (
	"context"
	"errors"
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

	"gramscope/approx"
	"gramscope/model"
	"gramscope/model/sweep"
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
	m := newToy(t, glyphs, theme, w, h)
	watch := func(name string, tree bool) model.Method {
		return model.Method{Name: name, Doc: "is watched", Ref: "none", Cost: "n", New: func() model.Fitter {
			return &watched{toy: toy{m: 100}, tree: tree, qbar: 20}
		}}
	}
	m.methods = append(m.methods, watch("one-pass", false), watch("merging", true))
	if ticked == nil {
		ticked = []string{"one-pass"}
	}
	m.setting.spec.Methods = ticked
	return m
}

// feedStream opens the screen and gives it made-up steps: so many of a pass of
// eight, or of the seven nodes of a tree.
func feedStream(m *explorer, steps int, tree bool) {
	m.launch = func(lane, work) {}
	m.Init()
	m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}})
	press(m, "5")
	m.out.finished, m.out.total = true, 0
	for _, s := range madeUpSteps(tree)[:steps] {
		m.receive(streamLane, s)
	}
	m.dirty = true
	m.arrange()
}

func madeUpSteps(tree bool) []streamStep {
	var steps []streamStep
	exact := func(k int) *model.Accuracy {
		return &model.Accuracy{DEff: 3 + float64(k)/2, EpsilonS: 0.2 + 0.15*float64(k), GammaOK: k < 5}
	}
	for k := range 8 {
		s := streamStep{node: k, seen: 5 * (k + 1), points: min(4+3*k, 20), copies: 60 + 10*k, ridge: 0.01 * float64(k+1), estimate: 4 + float64(k)/2, exact: exact(k)}
		s.bound = 60 * s.exact.DEff
		if k > 0 {
			s.from = []int{k - 1}
		}
		if k == 6 { // one without exact figures
			s.exact, s.bound = nil, math.NaN()
		}
		steps = append(steps, s)
	}
	if !tree {
		return steps
	}
	steps = steps[:7]
	for k := range steps {
		s := &steps[k]
		s.from, s.seen, s.points, s.exact = nil, 10, 10-k, exact(k)
		if k >= 4 {
			s.level, s.from, s.seen, s.points = 1, []int{2 * (k - 4), 2*(k-4) + 1}, 20, 12+k
		}
		s.bound = 60 * s.exact.DEff
	}
	steps[6].level, steps[6].from, steps[6].seen, steps[6].points = 2, []int{4, 5}, 40, 20
	return steps
}

func TestStreamGolden(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		for _, theme := range []string{"none", "dark"} {
			for _, tree := range []bool{false, true} {
				name, ticked := "pass", "one-pass"
				if tree {
					name, ticked = "tree", "merging"
				}
				m := streamToy(t, "braille", theme, size[0], size[1], ticked)
				feedStream(m, 7, tree)
				m.receive(streamLane, finished{})
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
		"computing": {false, func(m *explorer) { m.stream.at = 2 }},
		"accuracy":  {false, func(m *explorer) { press(m, "G", "tab") }},
		"back":      {false, func(m *explorer) { press(m, "G", ",", ",", ",") }},
		"stale":     {false, func(m *explorer) { press(m, "G"); m.panel.chosen = "m"; press(m, "+") }},
		"byridge":   {true, func(m *explorer) { press(m, "G", "v", "x", "y") }},
		"merge":     {true, func(m *explorer) { m.receive(streamLane, finished{}); press(m, "G", ",") }},
		"unticked":  {false, func(m *explorer) { m.setting.spec.Methods = nil }},
	}
	for name, state := range states {
		m := streamToy(t, "braille", "none", 80, 24, map[bool]string{true: "merging", false: "one-pass"}[state.tree])
		feedStream(m, 7, state.tree)
		state.act(m)
		m.dirty = true
		m.arrange()
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
		_, cmd := m.Update(streamTick{})
		return cmd != nil
	}
	shows(5)
	if !m.stream.ticking || m.streamClock() != nil {
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
		m.receive(streamLane, s)
	}
	m.receive(streamLane, finished{})
	for want := 20; want < 40; want += 5 {
		if !tick() {
			t.Fatalf("the clock has stopped before %d", want)
		}
		shows(want)
	}
	if tick() || m.stream.playing {
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
	m.panel.chosen = "m"
	press(m, "-")
	for _, s := range append(steps, steps[7]) { // of another m, one more: the end is followed
		m.receive(streamLane, s)
	}
	if _, at, _ := m.stream.shown(); at != 8 {
		t.Errorf("at step %d of a longer passage, want its end", at)
	}
}

func TestStreamPausesStepsAndChangesPace(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 8, false)
	m.receive(streamLane, finished{})
	at := func(want int) {
		t.Helper()
		if _, got, _ := m.stream.shown(); got != want {
			t.Fatalf("at step %d, want %d", got, want)
		}
	}
	m.Update(streamTick{})
	at(1)
	press(m, "enter") // the focus is on the chart
	if _, cmd := m.Update(streamTick{}); cmd != nil || m.stream.playing || m.field.open {
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
	if m.stream.playing {
		t.Error("a step back goes on playing")
	}
	press(m, "g")
	at(0)
	if m.stream.playing || m.streamClock() != nil {
		t.Error("stepping plays")
	}
	for range 20 {
		press(m, ")")
	}
	if got := paces()[m.stream.pace]; got != 30 {
		t.Errorf("%v steps a second at most", got)
	}
	press(m, "s")
	m.stream.ticking = false
	if msg := m.streamClock()(); msg != (streamTick{}) {
		t.Errorf("the timer sends %v", msg)
	}
	for range 20 {
		press(m, "(")
	}
	if got := paces()[m.stream.pace]; got != 0.5 {
		t.Errorf("%v steps a second at least", got)
	}
	if !strings.Contains(ansi.Strip(m.View()), "playing 0.5/s") {
		t.Errorf("the pace is not shown:\n%s", m.View())
	}
}

func TestLeavingTheStreamStopsTheClock(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 8, false)
	m.receive(streamLane, finished{})
	m.Update(streamTick{})
	press(m, "1")
	if _, cmd := m.Update(streamTick{}); cmd != nil || m.stream.at != 1 {
		t.Errorf("on another screen the clock goes on, or the cursor to %d", m.stream.at)
	}
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("5")}); cmd == nil || m.stream.at != 1 {
		t.Error("coming back does not go on playing")
	}
	press(m, "s", "1", "5")
	m.stream.ticking = false
	if m.streamClock() != nil {
		t.Error("coming back plays what was paused")
	}
}

// Leaving ends the work, and what it still sends is dropped; coming back starts it
// anew, unless it was done.
func TestLeavingTheStreamStopsTheWork(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 2, false)
	sent := make(chan struct{})
	m.runner.start(streamLane, func(_ context.Context, post func(any)) {
		post(madeUpSteps(false)[2])
		close(sent)
	})
	<-sent
	press(m, "1")
	m.Update(wake{})
	if len(m.stream.now.steps) != 2 {
		t.Error("a step of the work that was stopped came through")
	}
	started := 0
	m.launch = func(l lane, _ work) {
		if l == streamLane {
			started++
		}
	}
	press(m, "5")
	if _, _, stale := m.stream.shown(); started != 1 || !stale {
		t.Errorf("%d passes started on coming back, stale %v", started, stale)
	}
	for _, s := range madeUpSteps(false) {
		m.receive(streamLane, s)
	}
	m.receive(streamLane, finished{})
	press(m, "1", "5")
	if started != 1 {
		t.Error("what was done is computed again")
	}
}

func TestWhatAsksForAnotherPass(t *testing.T) {
	for name, tt := range map[string]struct {
		turn string
		want int
	}{"m": {"m", 1}, "γ": {"gamma", 1}, "q̄": {"qbar", 1}, "n": {"n", 1}, "another's zeal": {"zeal", 0}, "μ": {"mu", 0}} {
		m := streamToy(t, "braille", "none", 120, 40, "one-pass", "eager")
		feedStream(m, 8, false)
		m.receive(streamLane, finished{})
		press(m, "G", ",", ",")
		started := 0
		m.launch = func(l lane, _ work) {
			if l == streamLane {
				started++
			}
		}
		m.panel.chosen = tt.turn
		press(m, "-")
		m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}}) // another n has others
		if started != tt.want {
			t.Errorf("%s: %d passes started, want %d", name, started, tt.want)
		}
		for _, s := range madeUpSteps(false)[:8*tt.want] {
			m.receive(streamLane, s)
		}
		if _, at, _ := m.stream.shown(); at != 5 || m.stream.playing {
			t.Errorf("%s: the cursor went from 5 to %d", name, at)
		}
		press(m, "G")
		press(m, "-")
		m.receive(sweepLane, foundWidths{m.setting.widthsKey(), widths{true, 0.18, 0.27}})
		for _, s := range madeUpSteps(false)[:3*tt.want] {
			m.receive(streamLane, s)
		}
		if p, at, _ := m.stream.shown(); at != len(p.steps)-1 {
			t.Errorf("%s: at the end, the cursor does not follow the steps that come", name)
		}
	}
}

func TestWhoseStream(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40, "plain", "merging", "one-pass")
	check := func(want, why string) {
		t.Helper()
		if name, said := m.streamed(); name != want || !strings.Contains(said, why) || (why == "") != (said == "") {
			t.Errorf("%q is watched, want %q; it says %q, want %q", name, want, said, why)
		}
	}
	check("one-pass", "")
	m.table.at = m.place("merging")
	check("merging", "")
	m.setting.spec.Methods = []string{"plain"}
	check("", "tick one-pass or merging in the table")
	m.methods = m.methods[:5]
	m.table.at = 0
	check("", "nothing to watch")
	m.methods = approx.Methods()
	check("squeak", "")
	m.setting.spec.Methods = []string{"nystrom", "ink-estimate"}
	check("ink-estimate", "")
}

// settleStream feeds what the runner brings until the pass is done.
func settleStream(t *testing.T, m *explorer) {
	t.Helper()
	settle(t, m)
	for m.stream.key != "" && !m.stream.done {
		m.Update(m.runner.wait())
	}
}

// TestStreamFlow watches the toys with real work.
func TestStreamFlow(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40, "one-pass", "merging")
	m.Init()
	press(m, "5")
	settleStream(t, m)
	p := &m.stream.now
	if p.method != "one-pass" || len(p.steps) != 4 || p.tree {
		t.Fatalf("%+v", p)
	}
	for k, s := range p.steps {
		want := 5 * (k + 1)
		if s.seen != 10*(k+1) || s.points != want || s.copies != 3*want || s.exact == nil || math.Abs(s.bound-60*s.exact.DEff) > 1e-9*s.bound {
			t.Errorf("step %d: %+v", k, s)
		}
	}
	press(m, ".")
	m.focusOn(methodsPane)
	m.table.at = m.place("merging") - 1
	press(m, "down")
	settleStream(t, m)
	if p.method != "merging" || len(p.steps) != 7 || !p.tree || m.stream.at != 0 || !m.stream.playing {
		t.Fatalf("at %d, playing %v: %+v", m.stream.at, m.stream.playing, p)
	}
	press(m, "G")
	if view := ansi.Strip(m.View()); !strings.Contains(view, "[5]") || !strings.Contains(view, "t=40") {
		t.Errorf("the root is not to be seen:\n%s", view)
	}
	m.panel.chosen = "m"
	press(m, "-", "-", "-", "-")
	settleStream(t, m)
	m.receive(streamLane, refusal{errors.New("the toy has run away; come back")})
	m.stream.now.steps, m.stream.playing, m.stream.ticking = nil, true, false
	m.dirty = true
	m.arrange()
	if view := m.View(); !strings.Contains(view, "the toy has run away; come back") || m.streamClock() != nil {
		t.Errorf("the reason is not shown, or the clock goes on:\n%s", view)
	}
}

// Real methods on few points, and with the ridge that decides.
func TestStreamsOfOddSettings(t *testing.T) {
	for _, name := range []string{"squeak", "disqueak", "ink-estimate"} {
		for _, n := range []int{1, 2, 70} {
			for _, budget := range []float64{model.SizeByBudget, model.SizeByRidge} {
				m := newToy(t, "braille", "none", 120, 40)
				m.methods = approx.Methods()
				m.setting.spec.Methods, m.setting.spec.N = []string{name}, n
				m.setting.spec.Values["budget"] = budget
				m.Init()
				press(m, "5")
				settleStream(t, m)
				press(m, "G")
				p, at, _ := m.stream.shown()
				if m.stream.failed != nil || at < 0 || p.steps[at].seen != n {
					t.Fatalf("%s on %d points: %v, %+v", name, n, m.stream.failed, p)
				}
				view := ansi.Strip(m.View())
				if !strings.Contains(view, fmt.Sprintf("t=%d", n)) || p.tree != (name == "disqueak" && n > 1) {
					t.Errorf("%s on %d points, tree %v:\n%s", name, n, p.tree, view)
				}
				for _, h := range m.sizesLines().HLines {
					if budget == model.SizeByRidge {
						t.Errorf("%s is not held to m, but there is a line %v", name, h.Labels)
					}
				}
				if budget == model.SizeByBudget && len(m.sizesLines().HLines) != 1 {
					t.Errorf("%s: no line at m", name)
				}
			}
		}
	}
}

// The axes rest while it plays: they are those of all steps that are known.
func TestStreamAxesRest(t *testing.T) {
	m := streamToy(t, "braille", "none", 120, 40)
	feedStream(m, 8, false)
	m.receive(streamLane, finished{})
	press(m, "g")
	first, accuracy := m.sizesLines(), m.accuracyLines()
	press(m, "G")
	if last := m.sizesLines(); last.X != first.X || last.Y != first.Y || len(first.Series[0].X) != 1 || len(last.Series[0].X) != 8 {
		t.Errorf("axes %+v %+v and %+v %+v; %d samples at first and %d at last", first.X, first.Y, last.X, last.Y, len(first.Series[0].X), len(last.Series[0].X))
	}
	last := m.accuracyLines()
	if last.Y != accuracy.Y || last.Y.Lo > 0.2 || last.Y.Hi < 1.25 || len(last.Points) != 7 {
		t.Errorf("axis %+v, at first %+v; %d marks", last.Y, accuracy.Y, len(last.Points))
	}
	for k, p := range last.Points {
		if want := map[bool]rune{true: '✓', false: '✗'}[k < 5]; p.Marker != want {
			t.Errorf("mark %d is %c, want %c", k, p.Marker, want)
		}
	}
}

// Nodes stand over what they were made of, in every window, and each that there is
// room for shows its points.
func TestTreeOfMerges(t *testing.T) {
	m := streamToy(t, "braille", "none", 80, 24, "merging")
	feedStream(m, 7, true)
	p := &m.stream.now
	want := []string{
		" 16 + 17 → [20] kept",
		"level 2          [20]",
		"             ┌────┴────┐",
		"level 1      16        17",
		"          ┌──┴─┐    ┌──┴─┐",
		"leaves    10   9    8    7",
	}
	got := m.treeLines(p, 6, false, 28, 6)
	for i, line := range got {
		if strings.TrimRight(line, " ") != want[i] {
			t.Errorf("line %d is %q, want %q", i, line, want[i])
		}
	}
	if lines := m.treeLines(p, 4, false, 28, 6); strings.Contains(strings.Join(lines, ""), "20") || strings.Contains(strings.Join(lines, ""), "17") {
		t.Errorf("nodes to come are shown: %q", lines)
	}
	if leaves := m.treeLines(p, 6, false, 13, 6)[5]; leaves != "leaves  ·· ··" {
		t.Errorf("leaves without room are drawn as %q", leaves)
	}
	if lines := m.treeLines(p, 1, false, 28, 2); !strings.Contains(lines[1], "[9]") {
		t.Errorf("the node at the cursor is scrolled away: %q", lines)
	}
}

func TestTreesFitEveryWindow(t *testing.T) {
	var look [2]*explorer
	for i, g := range []string{"braille", "ascii"} {
		look[i] = streamToy(t, g, "dark", 80, 24, "merging")
	}
	rapid.Check(t, func(t *rapid.T) {
		m := look[rapid.IntRange(0, 1).Draw(t, "glyphs")]
		p := passage{method: "merging", n: 1000, tree: true}
		var below []int
		for range rapid.IntRange(1, 200).Draw(t, "leaves") {
			below = append(below, len(p.steps))
			p.steps = append(p.steps, streamStep{node: len(p.steps), seen: 5, points: rapid.IntRange(0, 5000).Draw(t, "points")})
		}
		for level := 1; len(below) > 1; level++ {
			var above []int
			for i := 0; i < len(below); i += 2 {
				if i+1 == len(below) {
					above = append(above, below[i])
					continue
				}
				above = append(above, len(p.steps))
				p.steps = append(p.steps, streamStep{node: len(p.steps), level: level, from: []int{below[i], below[i+1]}, points: 7})
			}
			below = above
		}
		at := rapid.IntRange(0, len(p.steps)-1).Draw(t, "at")
		w, h := rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(0, 40).Draw(t, "h")
		lines := m.treeLines(&p, at, rapid.Bool().Draw(t, "stale"), w, h)
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		room := h > 4 && w > 20
		if text := ansi.Strip(strings.Join(lines, "\n")); room && !strings.Contains(text, fmt.Sprintf("[%d]", p.steps[at].points)) {
			t.Fatalf("the node at the cursor is not to be seen in %d×%d:\n%s", w, h, text)
		}
		for i, line := range lines {
			if got := ansi.StringWidth(line); i > 0 && got > w {
				t.Fatalf("line %d has %d cells of %d: %s", i, got, w, line)
			}
		}
	})
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
			m.Update(streamTick{})
			lines := strings.Split(m.View(), "\n")
			for y, line := range lines {
				if got := ansi.StringWidth(line); len(lines) > h || got > w || (!m.layout.tooSmall && got != w) {
					t.Fatalf("line %d of %d in a window of %d×%d has %d cells: %s", y, len(lines), w, h, got, line)
				}
			}
		}
	})
}

// A frame of the library becomes a step with its sizes.
func TestStepOfAFrame(t *testing.T) {
	f := sweep.Frame{Bound: 7, Exact: &model.Accuracy{DEff: 2}, Step: model.StreamStep{Node: 3, Level: 1, From: []int{1, 2}, Seen: 9, Ridge: 0.5, DEff: 1.5,
		Dictionary: model.Dictionary{Index: []int{4, 8}, Copies: []int{3, 2}, Weight: []float64{1, 1}}}}
	s := newStreamStep(f)
	if s.node != 3 || s.level != 1 || len(s.from) != 2 || s.seen != 9 || s.points != 2 || s.copies != 5 || s.ridge != 0.5 || s.estimate != 1.5 || s.bound != 7 || s.exact.DEff != 2 {
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
				m.arrange()
			}
		})
	}
}
