package ui

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/kernel"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/look"
	"gramscope/ui/screen/explore"
)

var update = flag.Bool("update", false, "write the golden files")

// feed gives an explorer made-up results of its first setting, so that
// nothing depends on time or processor: of the first reps repetitions, and the
// curve.
func feed(t testing.TB, m *explorer, reps int) {
	t.Helper()
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	m.receive(job.Sweep, lab.FoundWidths{Key: m.Setting().WidthsKey(), Widths: kernel.Distances{Known: true, Median: 0.18, Mean: 0.27}})
	feedSweep(t, m, reps, madeUp)
	if x := m.linesOf(onRank).X; x.Hi > 0 {
		p := model.Sigma(nil)
		if x.ID != string(p.Name) {
			p = model.ScoreRidge(nil)
		}
		for i, v := range p.Spaced(x.Lo, x.Hi, pointsOfK) {
			m.receive(explore.Jobs, lab.CurvePoint{X: v, Y: 1 + 40/(1+float64(i*i)/4)})
		}
	}
	if reps == m.Setting().Spec.Reps {
		for i, v := range m.Outcome().Axis().Values {
			m.receive(job.Sweep, lab.Floor{Point: i, Value: 0.5 / (v * v)})
		}
		m.receive(job.Sweep, lab.Best{Method: "plain", Value: 1.25e-3})
		m.receive(job.Sweep, job.Finished{})
		m.receive(explore.Jobs, job.Finished{})
	}
	m.layOut()
}

// feedSweep gives rows of so many repetitions, at the present setting and over the swept parameter.
func feedSweep(t testing.TB, m *explorer, reps int, made func(sweep.Result, int) sweep.Result) {
	t.Helper()
	task := &lab.Task{Setting: m.Setting().Clone(), Methods: m.Methods(), Widths: m.Widths()}
	spec, err := task.FixWidth(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	spec.Methods = m.Setting().Active(m.Methods())
	now, err := sweep.Prepare(spec, m.Methods(), m.Setting().Store)
	if err != nil {
		t.Fatal(err)
	}
	spec.Over = []sweep.Axis{m.Swept()}
	grid, err := sweep.Prepare(spec, m.Methods(), m.Setting().Store)
	if err != nil {
		t.Fatal(err)
	}
	m.receive(job.Sweep, lab.Prepared{Now: now, Grid: grid})
	methods, points := len(spec.Methods), len(m.Swept().Values)
	for i, c := range now.Cells[:reps*methods] {
		m.receive(job.Sweep, lab.Row{Result: made(now.Asked(c), i%methods)})
	}
	for i, c := range grid.Cells[:reps*methods*points] {
		m.receive(job.Sweep, lab.Row{OnGrid: true, Point: i / methods % points, Result: made(grid.Asked(c), i%methods)})
	}
}

func madeUp(r sweep.Result, method int) sweep.Result {
	m := r.Params["m"]
	r.Error = float64(method+1) / (m + 10) * (1 + 0.2*float64(r.Rep))
	r.Spectral, r.Trace, r.Metrics.StableRank, r.Exact = r.Error/2, r.Error/3, float64(3+method), true
	r.ErrorSE, r.Floor, r.DEff, r.StableRank = math.NaN(), math.NaN(), math.NaN(), 4.5
	r.RankUsed, r.Entries, r.Bytes, r.Seconds, r.Cached = int(m), int64(40*m), int64(320*m), 0.00123*float64(method+1), method == 0
	if r.Method == "broken" {
		r.Failure = "the toy is broken; buy another"
	}
	return r
}

// golden compares the frame with a file, and its last line with that of the frame's name in
// a file for all, so that a word of the footer changes one file only.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path, all := filepath.Join("testdata", name+".golden"), filepath.Join("testdata", "footers.golden")
	at := strings.LastIndex(got, "\n")
	body, footer := got[:at], got[at+1:]
	footers := map[string]string{}
	for line := range strings.Lines(string(read(t, all))) {
		of, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		footers[of] = text
	}
	if *update {
		footers[name] = footer
		var list strings.Builder
		for _, of := range slices.Sorted(maps.Keys(footers)) {
			fmt.Fprintf(&list, "%s\t%s\n", of, footers[of])
		}
		if err := errors.Join(os.WriteFile(all, []byte(list.String()), 0o644), os.WriteFile(path, []byte(body), 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(read(t, path)) != body {
		t.Errorf("%s differs; the frame is now\n%s", path, got)
	}
	if footers[name] != footer {
		t.Errorf("the footer of %s in %s is %q, now %q", name, all, footers[name], footer)
	}
}

// themesAt are the themes of the goldens at a width: colours are the same at each.
func themesAt(w int) []string {
	if w == 120 {
		return []string{"none", "dark"}
	}
	return []string{"none"}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestFramesGolden(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 16}, {40, 12}} {
		for _, theme := range themesAt(size[0]) {
			m := newToy(t, "braille", theme, size[0], size[1])
			if m.View() == "" {
				t.Error("no frame before the first result")
			}
			if size[0] == 40 {
				press(m, "tab")
			}
			feed(t, m, 2)
			golden(t, fmt.Sprintf("explore-%dx%d-%s", size[0], size[1], theme), m.View())
		}
	}
}

func TestStatesGolden(t *testing.T) {
	states := map[string]func(*explorer){
		"half":     nil,
		"stale":    func(m *explorer) { press(m, "right") },
		"help":     func(m *explorer) { press(m, "?") },
		"over":     func(m *explorer) { press(m, "o") },
		"kernel":   func(m *explorer) { press(m, "up", "enter") },
		"field":    func(m *explorer) { press(m, "enter", "nonsense", "enter") },
		"unmet":    func(m *explorer) { m.change(func(s *lab.Setting) { s.Spec.Kernel = "linear" }) },
		"log":      func(m *explorer) { press(m, "tab", "x", "y") },
		"sets":     func(m *explorer) { press(m, "d") },
		"dim":      func(m *explorer) { m.panel.Chosen = "rank"; press(m, "right") },
		"errorbox": func(m *explorer) { m.Complain(errors.New(strings.Repeat("a long story about a file ", 12))) },
	}
	for name, act := range states {
		m := newToy(t, "braille", "none", 80, 24)
		if name == "half" {
			feed(t, m, 1)
		} else {
			feed(t, m, 2)
			act(m)
			m.layOut()
		}
		golden(t, "state-"+name, m.View())
	}
}

func TestASCIIFramesAreSevenBit(t *testing.T) {
	for _, keys := range [][]string{nil, {"?"}, {"o"}, {"v"}, {"d"}, {"up", "enter"}, {"enter"}, {"tab", "tab", "v"}} {
		m := newToy(t, "ascii", "none", 120, 60)
		feed(t, m, 2)
		press(m, keys...)
		checkSevenBits(t, m, keys)
		if len(keys) == 0 {
			golden(t, "ascii", m.View())
		}
	}
}

// checkSevenBits fails if the frame has a character beyond ASCII, or one that has no spelling.
func checkSevenBits(t *testing.T, m *explorer, after ...any) {
	t.Helper()
	for y, line := range strings.Split(m.View(), "\n") {
		for _, r := range line {
			if r < ' ' || r > '~' {
				t.Fatalf("after %v line %d has %q: %s", after, y, r, line)
			}
		}
	}
	if rest := strings.ReplaceAll(m.View(), "? help", ""); m.mode() != inHelp && strings.Contains(rest, "?") {
		t.Errorf("after %v a character has no spelling:\n%s", after, rest)
	}
}

func TestNoColourMeansNoEscapes(t *testing.T) {
	for name, vars := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		l, err := look.New("braille", "auto", func(n string) string {
			if n == name {
				return vars
			}
			return ""
		})
		if err != nil {
			t.Fatal(err)
		}
		m := newToy(t, "braille", "none", 80, 24)
		m.look = l
		feed(t, m, 2)
		if strings.Contains(m.View(), "\x1b") {
			t.Errorf("%s=%s: the frame has escape codes", name, vars)
		}
	}
}

func TestGlyphsFromEnvironment(t *testing.T) {
	for _, tt := range []struct {
		vars  map[string]string
		ascii bool
	}{
		{nil, false},
		{map[string]string{"LANG": "en_US.UTF-8"}, false},
		{map[string]string{"LANG": "de_DE.utf8@euro"}, false},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
		{map[string]string{"LANG": "C"}, false},
		{map[string]string{"LC_ALL": "en_US.UTF-8", "LANG": "de_DE.ISO-8859-1"}, false},
		{map[string]string{"LC_CTYPE": "ru_RU.KOI8-R", "LANG": "ru_RU.UTF-8"}, true},
		{map[string]string{"TERM": "linux"}, true},
		{map[string]string{"TERM": "dumb"}, true},
		{map[string]string{"TERM": "xterm-256color"}, false},
	} {
		if got := look.WantsASCII(func(n string) string { return tt.vars[n] }); got != tt.ascii {
			t.Errorf("%v: ascii %v, want %v", tt.vars, got, tt.ascii)
		}
	}
}

// TestNoFrameExceedsTheWindow walks through random keys, clicks and sizes.
func TestNoFrameExceedsTheWindow(t *testing.T) {
	var fed []*explorer
	for _, g := range []string{"braille", "ascii"} {
		m := newToy(t, g, "dark", 80, 24)
		feed(t, m, 2)
		learned := learnToy(t, g, "dark", 80, 24)
		feedLearned(t, learned, 5)
		fed = append(fed, m, learned)
	}
	keys := []string{"1", "6", "6", "b", "left", "right", "up", "down", "tab", "shift+tab", "enter", "space", "esc", "backspace", "?", "o", "v", "x", "y", "d", "u", "r", "/", "9", "t", "<<<", ">", "a", "e"}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(fed).Draw(t, "explorer")
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			w, h := rapid.IntRange(1, 300).Draw(t, "w"), rapid.IntRange(1, 100).Draw(t, "h")
			if rapid.Bool().Draw(t, "small") {
				w, h = 1+w%70, 1+h%20
			}
			m.Update(tea.WindowSizeMsg{Width: w, Height: h})
			press(m, rapid.SampledFrom(keys).Draw(t, "key"))
			m.Update(tea.MouseMsg{X: rapid.IntRange(0, 310).Draw(t, "x"), Y: rapid.IntRange(0, 110).Draw(t, "y"),
				Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}).Draw(t, "button")})
			checkFits(t, m)
		}
	})
}

// checkFits fails if the frame does not fill the window, or does not fit.
func checkFits(t interface{ Fatalf(string, ...any) }, m *explorer) {
	lines := strings.Split(m.View(), "\n")
	for y, line := range lines {
		if got := ansi.StringWidth(line); len(lines) > m.h || got > m.w || !m.layout.TooSmall && got != m.w {
			t.Fatalf("line %d of %d in a window of %d×%d has %d cells: %s", y, len(lines), m.w, m.h, got, line)
		}
	}
}

func TestTooSmallFits(t *testing.T) {
	for _, size := range [][2]int{{29, 8}, {30, 7}, {5, 1}, {1, 1}} {
		m := newToy(t, "braille", "none", size[0], size[1])
		if got := ansi.StringWidth(m.View()); got == 0 || got > size[0] {
			t.Errorf("%v: %q", size, m.View())
		}
	}
	m := newToy(t, "braille", "none", 29, 8)
	if m.View() != "needs at least 30×8" {
		t.Errorf("got %q", m.View())
	}
}

func TestNothingBeforeTheSizeIsKnown(t *testing.T) {
	m := newToy(t, "braille", "none", 0, 0)
	if got := m.View(); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestWheelIsJoined(t *testing.T) {
	now := time.Unix(100, 0)
	c := &calm{clock: func() time.Time { return now }}
	wheel := tea.MouseMsg{Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress}
	if got, ok := c.filter(nil, wheel).(wheelMsg); !ok || got.times != 1 {
		t.Fatalf("first turn: %v", got)
	}
	for range 4 {
		if got := c.filter(nil, wheel); got != nil {
			t.Fatalf("a turn within 16 ms passed: %v", got)
		}
	}
	now = now.Add(20 * time.Millisecond)
	if got, ok := c.filter(nil, wheel).(wheelMsg); !ok || got.times != 5 {
		t.Errorf("joined: %v, want 5 turns", got)
	}
	if got := c.filter(nil, tea.MouseMsg{Action: tea.MouseActionMotion}); got != nil {
		t.Errorf("a movement passed: %v", got)
	}
	if got := c.filter(nil, tea.KeyMsg{Type: tea.KeyUp}); got == nil {
		t.Error("a key was dropped")
	}
}

func BenchmarkFrame(b *testing.B) {
	m := newToy(b, "braille", "dark", 120, 40)
	feed(b, m, 2)
	benchmarkFrame(b, "", m)
}

// benchmarkFrame measures the frame, and the charts in it.
func benchmarkFrame(b *testing.B, name string, m *explorer) {
	b.Run(name+"view", func(b *testing.B) {
		for b.Loop() {
			m.View()
		}
	})
	b.Run(name+"charts", func(b *testing.B) {
		for b.Loop() {
			redraw(m)
		}
	})
}

// redraw draws the charts anew.
func redraw(m *explorer) {
	m.dirty = true
	m.layOut()
}
