package ui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"

	"gramscope/approx"
	"gramscope/data/synthetic"
	"gramscope/model/job"
	"gramscope/model/sweep"
	"gramscope/ui/frame"
	"gramscope/ui/screen"
	"gramscope/ui/screen/screentest"
	"gramscope/ui/screen/stream"
)

// newReal is an explorer with the program's own methods, on few points, in a window of
// w×h, which has started nothing yet.
func newReal(t testing.TB, glyphs string, w, h int) *explorer {
	t.Helper()
	return newRealOn(t, realSpec(60, 20), glyphs, w, h)
}

// realSpec sweeps four methods over m, in two repetitions.
func realSpec(rows, m int) sweep.Spec {
	spec := sweep.DefaultSpec(rows)
	spec.Methods, spec.Reps, spec.MaxMemory = []string{"nystrom", "accumulation", "fourier", "bka"}, 2, 100<<20
	spec.Values["m"] = float64(m)
	return spec
}

func newRealOn(t testing.TB, spec sweep.Spec, glyphs string, w, h int) *explorer {
	t.Helper()
	l := screentest.Look(glyphs, "none")
	m := newExplorer(Config{Source: synthetic.Generators()[0], Spec: spec, Methods: approx.Methods(), Workers: 2,
		Version: "test"}, l, job.NewRunner(context.Background()), time.Now)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return m
}

// hear hands over what the runner has brought, if anything.
func hear(m *explorer) {
	select {
	case <-m.Runner.Ready:
		m.Update(job.Wake{})
	default:
	}
}

// await hands over what the runner brings until the sweep has ended, for so long at most.
func await(m *explorer, atMost time.Duration) {
	end := time.After(atMost)
	for !m.Outcome.Finished {
		select {
		case <-m.Runner.Ready:
			m.Update(job.Wake{})
		case <-end:
			return
		}
	}
}

// wrong says what must not be: a panic, or a view that does not fill its window exactly,
// where the window is large enough for a frame, or does not fit into it, or has a control
// character, which only text from outside can have brought there.
func wrong(m *explorer) string {
	text := m.View()
	if len(m.faults.named) > 0 {
		return strings.Join(m.faults.named, "\n")
	}
	framed := m.w >= frame.LeastW && m.h >= frame.LeastH
	lines := strings.Split(text, "\n")
	if len(lines) > max(m.h, 1) || framed && len(lines) < m.h {
		return fmt.Sprintf("%d lines in a window of %d×%d", len(lines), m.w, m.h)
	}
	for y, s := range lines {
		if got := ansi.StringWidth(s); got > m.w || framed && got < m.w {
			return fmt.Sprintf("line %d is %d cells wide in a window of %d×%d: %q", y, got, m.w, m.h, s)
		}
		if strings.ContainsFunc(s, unicode.IsControl) {
			return fmt.Sprintf("line %d has a control character: %q", y, s)
		}
	}
	return ""
}

// namedKeys are all keys that bubbletea has a name for.
func namedKeys() map[string]tea.KeyMsg {
	all := map[string]tea.KeyMsg{}
	for kind := tea.KeyType(-100); kind < 128; kind++ {
		for _, alt := range []bool{true, false} {
			key := tea.KeyMsg{Type: kind, Alt: alt}
			if kind == tea.KeySpace {
				key.Runes = []rune{' '}
			}
			if name := key.String(); name != "" && kind != tea.KeyRunes {
				all[name] = key
			}
		}
	}
	return all
}

// weather makes random events.
type weather struct {
	*rand.Rand
	named map[string]tea.KeyMsg
	names []string // sorted
}

func newWeather(seed uint64) *weather {
	w := &weather{Rand: rand.New(rand.NewPCG(seed, 0)), named: namedKeys()}
	for name := range w.named {
		w.names = append(w.names, name)
	}
	slices.Sort(w.names)
	return w
}

func (w *weather) rune() rune {
	all := []rune("aZ09.,:;/~-+=[]{}'\"\\ γσ⠿é漢字😀\u0301\u200d\u202e\ufffd\t\n\r\x00\x1b\x7f\u0085\x07")
	return all[w.IntN(len(all))]
}

func (w *weather) text(most int) []rune {
	text := make([]rune, w.IntN(most))
	for i := range text {
		text[i] = w.rune()
	}
	return text
}

// key is one as the table names it.
func (w *weather) key(name string) tea.KeyMsg {
	if name == "space" { // as tables of keys name the blank
		name = " "
	}
	if key, ok := w.named[name]; ok {
		return key
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// next is an event for the explorer as it stands.
func (w *weather) next(m *explorer) tea.Msg {
	switch k := w.IntN(100); {
	case k < 50 && m.mode()&typing != 0:
		keys := strings.Fields("ctrl+a ctrl+e alt+d alt+delete alt+backspace ctrl+w ctrl+k ctrl+u ctrl+d ctrl+f ctrl+b " +
			"alt+f alt+b home end left right delete backspace tab up down enter")
		return w.key(append(keys, " ", "/", "e", "7")[w.IntN(len(keys)+4)])
	case k < 55: // hands on the charts
		keys := strings.Fields("i O I ctrl+left ctrl+right ctrl+up ctrl+down m M D C u [ ]")
		if w.IntN(2) == 0 {
			return w.key(keys[w.IntN(len(keys))])
		}
		r := m.layout.Panes[frame.First+frame.Pane(w.IntN(2))]
		at := tea.MouseMsg{X: r.X + w.IntN(r.W+1), Y: r.Y + w.IntN(r.H+1), Button: tea.MouseButtonLeft,
			Action: tea.MouseAction(w.IntN(3))}
		if w.IntN(4) == 0 {
			at.Button, at.Action = tea.MouseButtonNone, tea.MouseActionMotion
		}
		return at
	case k < 60: // a key of the present mode
		var keys []string
		for _, b := range m.keys("") {
			if b.applies(m.mode(), m.on()) {
				keys = append(keys, strings.Fields(b.keys)...)
			}
		}
		return w.key(keys[w.IntN(len(keys))])
	case k < 65:
		all := m.keys("")
		keys := strings.Fields(all[w.IntN(len(all))].keys)
		if len(keys) == 0 {
			return nil
		}
		return w.key(keys[w.IntN(len(keys))])
	case k < 75:
		return w.named[w.names[w.IntN(len(w.names))]]
	case k < 80:
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: append(w.text(4), w.rune()), Alt: w.IntN(4) == 0}
	case k < 84: // part of a command
		known := m.verbs()
		names := known[w.IntN(len(known))].Names
		verb := names[w.IntN(len(names))]
		words := []string{"0", "1e-3", "-5", "1e400", "NaN", "20", "all", "plain", "things.csv", "broken.csv", ".", verb}
		text := verb + " " + words[w.IntN(len(words))]
		if found := m.verbs().Candidates(verb + " "); len(found) > 0 && w.IntN(2) == 0 {
			text = found[w.IntN(len(found))].Name
		}
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: w.IntN(2) == 0}
	case k < 85:
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: w.text(6000), Paste: true}
	case k < 93:
		return tea.MouseMsg{X: w.IntN(m.w+20) - 10, Y: w.IntN(m.h+20) - 10, Button: tea.MouseButton(w.IntN(12)),
			Action: tea.MouseAction(w.IntN(3)), Ctrl: w.IntN(8) == 0}
	case k < 95:
		return wheelMsg{tea.MouseMsg{X: w.IntN(m.w + 1), Y: w.IntN(m.h + 1),
			Button: tea.MouseButtonWheelUp + tea.MouseButton(w.IntN(2))}, w.IntN(30)}
	case k < 96:
		if w.IntN(4) == 0 {
			return tea.WindowSizeMsg{Width: 1 + w.IntN(frame.LeastW), Height: 1 + w.IntN(frame.LeastH)}
		}
		return tea.WindowSizeMsg{Width: 1 + w.IntN(300), Height: 1 + w.IntN(100)}
	case k < 97:
		return tea.WindowSizeMsg{Width: 80, Height: 24}
	}
	return []tea.Msg{screen.Ticked(stream.Jobs), screen.Ticked(job.None), job.Wake{}, tea.ResumeMsg{}, tea.FocusMsg{},
		tea.BlurMsg{}, nil, "a message of nobody", struct{}{}}[w.IntN(9)]
}

// TestStorm sends random events to the explorer while the program's own methods compute, and after each looks at the
// window.
func TestStorm(t *testing.T) { storm(t, realSpec(60, 20), 1, 70) }

// storm sends count events. Each screen gets an equal number of stretches of them, at the
// beginning of which it is opened on the data and with the n and m of the spec, as these may
// have grown until all takes long. Then results may come in before the first event.
func storm(t *testing.T, spec sweep.Spec, seed, count int) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"things.csv": "a,b,kind\n1,2,x\n2,1,y\n3,5,x\n4,4,y\n5,1,x\n6,0,y\n",
		"broken.csv": "a,b\n1,2\n\"3,4\n",
		"names.csv":  "a\tb,\x1b[31mred,kind\n1,2,x\n2,1,\x07\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	calm := goleak.IgnoreCurrent()
	before := heap()
	w := newWeather(uint64(seed))
	m := newRealOn(t, spec, []string{"braille", "line", "ascii"}[seed%3], 120, 40)
	m.Init()
	var last []string
	events := map[string]int{} // by the screen they came to
	stretch := min(500, max(1, count/len(m.screens)))
	for i := range count {
		if i%stretch == 0 {
			press(m, "ctrl+c", "esc", "esc", "esc", "esc", "1", ":", "data "+synthetic.Generators()[0].Name(), "enter",
				":", fmt.Sprint("n ", spec.N), "enter", ":", fmt.Sprint("m ", spec.Values["m"]), "enter",
				m.screens[i/stretch%len(m.screens)].key)
			await(m, time.Duration(2*stretch)*time.Millisecond)
		}
		msg := w.next(m)
		last = append(last, fmt.Sprintf("%T %.60q", msg, fmt.Sprint(msg)))
		last = last[max(0, len(last)-30):]
		events[m.screen().key]++
		m.Update(msg)
		hear(m)
		if i%10_000 == 9999 {
			t.Logf("%d events, by screen %v", i+1, events)
		}
		if why := wrong(m); why != "" {
			t.Errorf("seed %d, event %d: %s\nbefore that came\n%s", seed, i, why, strings.Join(last, "\n"))
			break
		}
	}
	m.Runner.Close(time.Minute)
	m = nil
	if err := goleak.Find(calm); err != nil {
		t.Error(err)
	}
	if after := heap(); after > before+32<<20 {
		t.Errorf("the heap was %d MB, and is %d MB", before>>20, after>>20)
	}
}

// heap is what is in use of it, in bytes.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // which frees what finalizers have let go
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
