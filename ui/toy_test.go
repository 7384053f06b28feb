package ui

import (
	"context"
	"flag"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"go.uber.org/goleak"

	"gramscope/data/synthetic"
	"gramscope/model"
	"gramscope/model/job"
	"gramscope/model/lab"
	"gramscope/model/sweep"
	"gramscope/ui/chart"
	"gramscope/ui/screen"
	"gramscope/ui/screen/explore"
	"gramscope/ui/screen/matrix"
	"gramscope/ui/screen/points"
	"gramscope/ui/screen/regression"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/screen/spectrum"
	"gramscope/ui/screen/stream"
	"gramscope/ui/widget"
)

// checks is how many cases of a property are drawn where -rapid.checks does not say it.
var checks = "20"

func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", checks); err != nil {
		panic(err)
	}
	debug.SetGCPercent(400) // frames are short-lived: collecting them takes a fifth of the time otherwise
	goleak.VerifyTestMain(m)
}

// newToy is an explorer over toy methods on 40 points, in a window of w×h.
func newToy(t testing.TB, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	return newToyWith(t, screentest.Methods(), glyphs, theme, w, h)
}

// newToyWith is an explorer over some methods on 40 points, with the toys ticked.
func newToyWith(t testing.TB, methods []model.Method, glyphs, theme string, w, h int) *explorer {
	t.Helper()
	l := screentest.Look(glyphs, theme)
	spec := sweep.DefaultSpec(40)
	spec.Methods, spec.Reps = []string{"plain", "eager", "spectral", "broken"}, 2
	spec.Values["m"] = 20
	r := job.NewRunner(context.Background())
	t.Cleanup(func() { r.Close(10 * time.Second) })
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: spec, Methods: methods, Workers: 1, Version: "test"},
		l, r,
		func() time.Time { return start })
	if text := m.View(); text != "" { // bubbletea draws before it knows the size
		t.Fatalf("a window without a size shows %q", text)
	}
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return m
}

// editSetting changes the setting without a step of the history, and computes nothing.
func editSetting(m *explorer, f func(*lab.Setting)) {
	s := m.Setting
	f(&s)
	m.Setting = s
}

// press sends keys as bubbletea names them; one that is no name is sent as
// typed text.
func press(m *explorer, keys ...string) {
	named := map[string]tea.KeyType{"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
		"enter": tea.KeyEnter,
		"esc":   tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab, "backspace": tea.KeyBackspace,
		"ctrl+c": tea.KeyCtrlC, "space": tea.KeySpace, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp,
		"pgdown":    tea.KeyPgDown,
		"ctrl+left": tea.KeyCtrlLeft, "ctrl+right": tea.KeyCtrlRight, "ctrl+up": tea.KeyCtrlUp, "ctrl+down": tea.KeyCtrlDown}
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if kind, ok := named[k]; ok {
			msg = tea.KeyMsg{Type: kind}
			if kind == tea.KeySpace {
				msg.Runes = []rune{' '}
			}
		}
		m.Update(msg)
	}
}

// settle feeds what the runner brings until everything has ended.
func settle(t *testing.T, m *explorer) {
	t.Helper()
	busy := func() bool {
		own := m.screen().JobKind()
		return !m.Outcome.Finished || (own == explore.Jobs || own == regression.Jobs) && m.Runner.Busy(own) ||
			m.chooser.Busy != ""
	}
	for busy() {
		if msg := m.Runner.Wait(); msg == nil {
			t.Fatal("the runner has ended")
		} else {
			m.Update(msg)
		}
	}
}

// chartName names a chart by its screen's key and its place there.
type chartName struct {
	key string
	at  int
}

// The charts that tests look at.
var (
	onError, onRank = chartName{"1", 0}, chartName{"1", 1}
	onHeat          = chartName{"6", 0}
)

// screenOf is the screen behind a key.
func (m *explorer) screenOf(key string) screen.Screen {
	for _, s := range m.screens {
		if s.key == key {
			return s.Screen
		}
	}
	panic("no such screen")
}

// linesOf builds a chart, on whatever screen it is, and keeps what it settles, as Update
// does of the present screen.
func (m *explorer) linesOf(of chartName) chart.Lines {
	return m.screenOf(of.key).Panes().Charts[of.at].Lines()
}

// allScreens are those of an explorer.
func allScreens(t testing.TB) []numbered { return idleToy(t).screens }

// helpLines are those of the help, or of these what is sought.
func (m *explorer) helpLines() []string { return m.help.Found(help{m.window}.all()) }

// hintOf is the word of a screen's key in the footer.
func hintOf(s screen.Screen, key string, on screen.Place) string {
	keys := s.Keys(0)
	return keys[slices.IndexFunc(keys,
		func(k screen.Key) bool { return k.On&on != 0 && slices.Contains(strings.Fields(k.Keys), key) })].Hint
}

// figure is what the first chart shows.
func (m *explorer) figure() widget.Item {
	label := strings.TrimPrefix(hintOf(m.explore(), "v", screen.OnFirst), "value: ")
	for _, it := range m.explore().Values() {
		if it.Name == label {
			return it
		}
	}
	panic("the first chart shows " + label)
}

// against is the result that the first chart is over, "" for the parameter.
func (m *explorer) against() string {
	return strings.TrimPrefix(hintOf(m.explore(), "X", screen.OnFirst), "against: ")
}

// pointsOfK is how many points the curve of K has.
const pointsOfK = 15

// curveOfK are the samples of the curve of K, of the present setting or the one before.
func (m *explorer) curveOfK() chart.Series {
	if lines := m.linesOf(onRank); len(lines.Series) > 0 {
		return lines.Series[0]
	}
	return chart.Series{}
}

// heat is the map as it is drawn to files: empty where it is of the setting before.
func (m *explorer) heat() chart.Heat {
	return m.screenOf(onHeat.key).Panes().Charts[onHeat.at].Figure(0, 0).(chart.Heat)
}

// countWork counts the jobs of a kind from now on, and starts none.
func (m *explorer) countWork(kind job.Kind) *int {
	count := new(int)
	m.Launch = func(l job.Kind, _ job.Work) {
		if l == kind {
			*count++
		}
	}
	return count
}

// showValue has the first chart show another figure.
func (m *explorer) showValue(name string) {
	m.carryOut(m.explore().Update(screen.ShowValue(name)))
	m.follow()
}

// The screens, for what tests feed them.
func (m *explorer) spectrum() *spectrum.Screen     { return m.screenOf("2").(*spectrum.Screen) }
func (m *explorer) points() *points.Screen         { return m.screenOf("3").(*points.Screen) }
func (m *explorer) stream() *stream.Screen         { return m.screenOf("5").(*stream.Screen) }
func (m *explorer) regression() *regression.Screen { return m.screenOf("6").(*regression.Screen) }
func (m *explorer) explore() *explore.Screen       { return m.screenOf("1").(*explore.Screen) }
func (m *explorer) matrix() *matrix.Screen         { return m.screenOf("4").(*matrix.Screen) }

// playbackClock is the timer that the playback asks for now, nil for none.
func (m *explorer) playbackClock() tea.Cmd { return m.carryOut(m.stream().Update(screen.Settled{})) }

// typed is the field in which something is being typed, or was last.
func (m *explorer) typed() *widget.Field {
	if open := m.open(); len(open) > 0 && open[0].typed != nil {
		return open[0].typed
	}
	return &m.panel.Field
}
