package ui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/replay"
)

// screenful is what a terminal of so many columns shows: the cells of its lines, each with the style before it.
type screenful struct {
	columns     int
	cells       [][]string
	row, column int
	style       string
}

func newScreenful(columns, rows int) *screenful {
	s := &screenful{columns: columns, cells: make([][]string, rows)}
	for row := range s.cells {
		s.clear(row)
	}
	return s
}

func (s *screenful) clear(row int) { s.cells[row] = strings.Split(strings.Repeat(" ", s.columns), "") }

// write carries out what a program writes to a terminal: text, styles, and the few other codes of a cast.
func (s *screenful) write(t *testing.T, output string) {
	t.Helper()
	for state := byte(0); output != ""; {
		var one string
		var width, n int
		one, width, n, state = ansi.DecodeSequence(output, state, nil)
		output = output[n:]
		var row, column int
		_, err := fmt.Sscanf(one, "\x1b[%d;%dH", &row, &column)
		switch {
		case width == 0 && one[0] >= 0x80: // it combines with the character before
			s.cells[s.row][s.column-1] += one
		case width > 0:
			if s.column+width > s.columns {
				t.Fatalf("row %d has more than %d columns", s.row, s.columns)
			}
			s.cells[s.row][s.column] = s.style + one
			for i := 1; i < width; i++ {
				s.cells[s.row][s.column+i] = ""
			}
			s.column += width
		case err == nil && strings.HasSuffix(one, "H"):
			s.row, s.column = row-1, column-1
		case one == "\x1b[2J":
			for row := range s.cells {
				s.clear(row)
			}
		case one == "\x1b[2K":
			s.clear(s.row)
		case one == "\n": // of a window as text
			s.row, s.column = s.row+1, 0
		case one == "\x1b[0m" || one == "\x1b[m":
			s.style = ""
		case strings.HasPrefix(one, "\x1b[") && strings.HasSuffix(one, "m"):
			s.style += one
		case one == "\x1b[?25l" || one == "\x1b[?25h":
		default:
			t.Fatalf("%q is written to the terminal", one)
		}
	}
}

func (s *screenful) String() string {
	var b strings.Builder
	for _, line := range s.cells {
		b.WriteString(strings.Join(line, "") + "\n")
	}
	return b.String()
}

// TestCast: whoever plays a cast sees the explorer's windows, at the recorded pace.
func TestCast(t *testing.T) {
	t.Parallel()
	r := demo(t)
	for _, size := range [][2]int{{120, 40}, {60, 16}} {
		var file bytes.Buffer
		cast, err := replay.NewCast(&file, size[0], size[1], "demo")
		if err != nil {
			t.Fatal(err)
		}
		var windows []string
		var times []float64
		rest, err := Play(t.Context(), configOf(r), size[0], size[1], time.Minute, func(step int, at time.Duration, window string) error {
			if step != len(windows) {
				t.Errorf("step %d comes after %d", step, len(windows))
			}
			windows, times = append(windows, window), append(times, at.Seconds())
			return cast.Show(at, window)
		})
		if err != nil || cast.End(time.Hour) != nil || rest != MostPause {
			t.Fatal(err, rest)
		}
		if fmt.Sprint(times) != "[0 4 8 12]" { // pauses of 10 and 30 s, shortened
			t.Errorf("times %v", times)
		}
		lines := strings.Split(strings.TrimSuffix(file.String(), "\n"), "\n")
		var header struct{ Version, Width, Height int }
		if err := json.Unmarshal([]byte(lines[0]), &header); err != nil || header.Version != 2 || header.Width != size[0] || header.Height != size[1] {
			t.Errorf("header %s: %v", lines[0], err)
		}
		if len(lines) != 2+len(windows) {
			t.Fatalf("%d lines for %d windows", len(lines), len(windows))
		}
		shown := newScreenful(size[0], size[1])
		for i, line := range lines[1 : 1+len(windows)] {
			var event [3]any
			if err := json.Unmarshal([]byte(line), &event); err != nil || event[0] != times[i] || event[1] != "o" {
				t.Fatalf("%v of %q", err, line[:min(len(line), 50)])
			}
			shown.write(t, event[2].(string))
			want := newScreenful(size[0], size[1])
			want.write(t, windows[i])
			if got, want := shown.String(), want.String(); got != want {
				t.Errorf("window %d is played as\n%s\nand was\n%s", i, ansi.Strip(got), ansi.Strip(want))
			}
			if strings.Contains(ansi.Strip(windows[i]), "replay ") || strings.Contains(windows[i], "backspace") || !strings.Contains(windows[i], "\x1b[38;2;") {
				t.Errorf("window %d is not that of an explorer in colours:\n%s", i, ansi.Strip(windows[i]))
			}
		}
		if !strings.Contains(ansi.Strip(windows[1]), "32/32") && size[0] == 120 && !strings.Contains(ansi.Strip(windows[1]), "done") {
			t.Errorf("results are missing:\n%s", ansi.Strip(windows[1]))
		}
	}
}

// TestStreamPlaysInACast: its steps are windows of their own, at its pace, until the next state.
func TestStreamPlaysInACast(t *testing.T) {
	t.Parallel()
	var seconds atomic.Int64
	m := newRealOn(t, realSpec(12*32, 20), "braille", 120, 40) // 12 chunks of points
	defer m.Runner.Close(time.Minute)
	m.Clock = func() time.Time { return time.Unix(seconds.Load(), 0) }
	m.recording.began = m.Clock()
	m.Init()
	for i, key := range []string{"5", "1"} {
		seconds.Store(2 * int64(i+1))
		press(m, key)
	}
	r := replayOf(t, m)
	times := map[int][]time.Duration{}
	windows := map[string]bool{}
	_, err := Play(t.Context(), configOf(r), 120, 40, time.Minute, func(step int, at time.Duration, window string) error {
		if times[step] = append(times[step], at); step == 1 {
			windows[window] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const pace = 4 // steps a second
	if got := times[1]; len(got) != 2*pace || got[0] != 2*time.Second || got[1]-got[0] != time.Second/pace || len(windows) != len(got) {
		t.Errorf("the stream is shown at %v, in %d windows", got, len(windows))
	}
	if got := times[2]; got[0] != 4*time.Second {
		t.Errorf("the state behind it is shown at %v", got)
	}
}

// TestPlayStops: an error ends it, and so does a limit that is too short for the results.
func TestPlayStops(t *testing.T) {
	t.Parallel()
	r := demo(t)
	full := errors.New("no space")
	steps := 0
	_, err := Play(t.Context(), configOf(r), 80, 24, 0, func(int, time.Duration, string) error {
		if steps++; steps == 2 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || steps != 2 {
		t.Errorf("%d steps, %v", steps, err)
	}
}
