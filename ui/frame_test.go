package ui

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
	"pgregory.net/rapid"

	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/look"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/screentest"
)

// feed gives an explorer made-up results of its first setting, so that
// nothing depends on time or processor: of the first reps repetitions, and the
// curve.
func feed(t testing.TB, m *explorer, reps int) {
	t.Helper()
	m.Launch = func(job.Kind, job.Work) {}
	m.Init()
	m.receive(job.Sweep, screentest.FoundDistances(m.Setting))
	feedSweep(t, m, reps, screentest.Row)
	if x := m.linesOf(onRank).X; x.Hi > 0 {
		p := model.Sigma(nil)
		if x.ID != string(p.Name) {
			p = model.ScoreRidge(nil)
		}
		for i, v := range p.Spaced(x.Lo, x.Hi, pointsOfK) {
			m.receive(explore.Jobs, lab.CurvePoint{X: v, Y: 1 + 40/(1+float64(i*i)/4)})
		}
	}
	if reps == m.Setting.Spec.Reps {
		screentest.Floors(m.Bench, func(body any) { m.receive(job.Sweep, body) })
		giveFloor(m, "plain", 1.25e-3, math.NaN())
		m.receive(job.Sweep, job.Finished{})
		m.receive(explore.Jobs, job.Finished{})
	}
	m.layOut()
}

// giveFloor gives the rows of a method at the present setting again, with a floor.
func giveFloor(m *explorer, method string, v, se float64) {
	for _, r := range slices.Clone(m.Outcome.Now(method)) {
		r.Set("error_best", v)
		r.Set("error_best_se", se)
		m.receive(job.Sweep, lab.Row{Result: r})
	}
}

// feedSweep gives made-up rows of so many repetitions.
func feedSweep(t testing.TB, m *explorer, reps int, made func(sweep.Result, int) sweep.Result) {
	t.Helper()
	screentest.Rows(t, m.Bench, reps, made, func(body any) { m.receive(job.Sweep, body) })
}

func TestASCIIFramesAreSevenBit(t *testing.T) {
	for _, keys := range [][]string{nil, {"?"}, {"o"}, {"v"}, {"d"}, {"up", "enter"}, {"enter"}, {"tab", "tab", "v"}} {
		m := newToy(t, "ascii", "none", 120, 60)
		feed(t, m, 2)
		press(m, keys...)
		checkSevenBits(t, m, keys)
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

// TestNoColourMeansNoColour: NO_COLOR leaves bold, faint and reversed text, by which what is stale differs from what is
// current, and a dumb terminal has no escape codes.
func TestNoColourMeansNoColour(t *testing.T) {
	for name, vars := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		m := newToy(t, "braille", "none", 80, 24)
		m.look = look.New("braille", "auto", func(n string) string {
			if n == name {
				return vars
			}
			return ""
		})
		feed(t, m, 2)
		row := func() string {
			lines := strings.Split(m.View(), "\n")
			return lines[slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, "eager") })]
		}
		current := row()
		press(m, "right")
		stale, figures := row(), "[0-9]e[-+][0-9]"
		if !regexp.MustCompile(figures).MatchString(stale) {
			t.Fatalf("%s: no figures in %q", name, stale)
		}
		if got := stale != current; got != (name == "NO_COLOR") {
			t.Errorf("%s: a stale row differs from a current one: %v\n%q\n%q", name, got, stale, current)
		}
		for _, code := range regexp.MustCompile("\x1b[^m]*m").FindAllString(m.View(), -1) {
			if name == "TERM" || !regexp.MustCompile("^\x1b\\[[0-27;]*m$").MatchString(code) {
				t.Fatalf("%s=%s: the frame has %q", name, vars, code)
			}
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
		l := look.New("auto", "auto", func(n string) string { return tt.vars[n] })
		if (l.Glyphs == chart.ASCII) != tt.ascii {
			t.Errorf("%v: the glyphs are %v", tt.vars, l.Glyphs)
		}
	}
}

// TestNoFrameExceedsTheWindow walks through random keys, clicks and sizes.
func TestNoFrameExceedsTheWindow(t *testing.T) {
	t.Parallel()
	var fed []*explorer
	for _, g := range []string{"braille", "ascii"} {
		m := newToy(t, g, "dark", 80, 24)
		feed(t, m, 2)
		learned := learnToy(t, g, "dark", 80, 24)
		feedLearned(t, learned, 5)
		fed = append(fed, m, learned)
	}
	keys := []string{"1", "6", "6", "b", "left", "right", "up", "down", "tab", "shift+tab", "enter", "space", "esc",
		"backspace", "?", "o", "v", "x", "y", "d", "u", "r", "/", "9", "t", "<<<", ">", "a", "e"}
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
				Button: rapid.SampledFrom([]tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonWheelUp,
					tea.MouseButtonWheelDown}).Draw(t, "button")})
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

// TestWheelIsJoined: turns that come at once are one message, and the last ones come when the wheel rests.
func TestWheelIsJoined(t *testing.T) {
	now := time.Unix(100, 0)
	c := &calm{clock: func() time.Time { return now }}
	wheel := func(x int, button tea.MouseButton) tea.Msg {
		return tea.MouseMsg{X: x, Button: button, Action: tea.MouseActionPress}
	}
	up, down, across := wheel(0, tea.MouseButtonWheelUp), wheel(0, tea.MouseButtonWheelDown),
		wheel(0, tea.MouseButtonWheelLeft)
	elsewhere := wheel(1, tea.MouseButtonWheelUp)
	for i, step := range []struct {
		after    time.Duration // milliseconds
		msg      tea.Msg
		times, x int // of what passes; 0: nothing does
	}{
		{0, up, 1, 0}, {1, up, 0, 0}, {1, up, 0, 0}, {1, up, 0, 0}, {20, up, 4, 0},
		{1, up, 0, 0}, {1, up, 0, 0}, {20, restMsg{}, 2, 0}, {20, restMsg{}, 0, 0}, // the tail
		{20, up, 1, 0}, {1, up, 0, 0}, {1, down, 0, 0}, {1, down, 0, 0}, {20, restMsg{}, -1, 0},
		{20, up, 1, 0}, {1, up, 0, 0}, {1, down, 0, 0}, {20, restMsg{}, 0, 0},
		{20, across, 0, 0}, {20, restMsg{}, 0, 0},
		{20, up, 1, 0}, {1, up, 0, 0}, {1, elsewhere, 0, 0}, {20, restMsg{}, 2, 1},
	} {
		now = now.Add(step.after * time.Millisecond)
		got, _ := c.filter(nil, step.msg).(wheelMsg)
		if got.event.Button == tea.MouseButtonWheelDown {
			got.times *= -1
		}
		if got.times != step.times || got.event.X != step.x {
			t.Errorf("step %d: %d turns up at %d, want %d at %d", i, got.times, got.event.X, step.times, step.x)
		}
	}
	if got := c.filter(nil, tea.MouseMsg{Action: tea.MouseActionMotion}); got != nil {
		t.Errorf("a movement passed: %v", got)
	}
	if got := c.filter(nil, tea.KeyMsg{Type: tea.KeyUp}); got == nil {
		t.Error("a key was dropped")
	}
}

// TestWheelLosesNoTurn: a knob stands where a burst of turns sums to when the wheel has rested.
func TestWheelLosesNoTurn(t *testing.T) {
	t.Parallel()
	m, other := newToy(t, "braille", "none", 80, 24), newToy(t, "braille", "none", 80, 24)
	c := &calm{clock: func() time.Time { return time.Unix(100, 0) }}
	row := slices.IndexFunc(strings.Split(m.View(), "\n"), func(s string) bool { return strings.Contains(s, " m  ") })
	var rest tea.Cmd
	for range 7 {
		turn := tea.MouseMsg{X: 5, Y: row, Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress}
		other.Update(turn)
		if msg := c.filter(m, turn); msg != nil {
			_, rest = m.Update(msg)
		}
	}
	if rest != nil {
		m.Update(c.filter(m, rest()))
	}
	if got, want := m.KnobText(m.panel.Knob()), other.KnobText(other.panel.Knob()); m.panel.Chosen != "m" || got != want {
		t.Errorf("after 7 turns %s = %s, want %s", m.panel.Chosen, got, want)
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

// TestBarsFillTheirLines: with a palette the first and the last line of the window have a ground of their own from side
// to side, and so has a note above.
func TestBarsFillTheirLines(t *testing.T) {
	m := idleToy(t)
	m.look = look.New("braille", "dark", func(n string) string { return map[string]string{"COLORTERM": "truecolor"}[n] })
	m.Info("a note")
	redraw(m)
	cells := cellbuf.NewBuffer(m.w, m.h)
	cellbuf.SetContent(cells, m.View())
	for y, first := range map[int]int{0: 0, m.h - 2: 1, m.h - 1: 0} {
		for x := first; x < m.w-first; x++ {
			if r, g, b, _ := cells.Cell(x, y).Style.Bg.RGBA(); r>>8 != 0x23 || g>>8 != 0x2a || b>>8 != 0x36 {
				t.Fatalf("line %d, column %d has the ground %x %x %x:\n%s", y, x, r, g, b, m.View())
			}
		}
	}
	if cells.Cell(4, 1).Style.Bg != nil {
		t.Error("a pane has a ground")
	}
}
