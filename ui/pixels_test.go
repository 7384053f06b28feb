package ui

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"

	"gramscope/model/job"
	"gramscope/ui/frame"
	"gramscope/ui/pixel"
	"gramscope/ui/pixel/pixeltest"
)

// picturing is an explorer on a terminal with pictures, to which its frames are written as bubbletea does.
type picturing struct {
	*explorer
	t        *testing.T
	terminal *pixeltest.Terminal
	last     []string
}

func newPicturing(t *testing.T, m *explorer) *picturing {
	t.Helper()
	p := &picturing{explorer: m, t: t, terminal: pixeltest.New(m.w, m.h)}
	m.pixels.screen = pixel.NewScreen(p.terminal, pixel.Kitty)
	m.output = m.pixels.screen
	m.Update(tea.WindowSizeMsg{Width: m.w, Height: m.h})
	p.show()
	return p
}

// show writes a frame as bubbletea does, and checks that the terminal has a picture where it leaves room for one and
// nowhere else.
func (p *picturing) show() {
	p.t.Helper()
	if p.terminal.Size.X != p.w || p.terminal.Size.Y != p.h {
		p.terminal.Resize(p.w, p.h)
		p.last = nil
	}
	lines := strings.Split(p.View(), "\n")
	b := bytes.NewBufferString(ansi.CursorHomePosition)
	for y, line := range lines {
		if y < len(p.last) && p.last[y] == line {
			b.WriteString("\n")
			continue
		}
		b.WriteString("\r" + line + map[bool]string{true: "\r\n"}[y < len(lines)-1])
	}
	p.last = lines
	if _, err := p.output.Write(b.Bytes()); err != nil {
		p.t.Fatal(err)
	}
	for y, line := range lines {
		x := 0
		for _, r := range ansi.Strip(line) {
			if pictured := strings.ContainsRune(pixel.Blanks, r); x < p.w && y < p.h && p.terminal.Pictured(x, y) != pictured {
				p.t.Fatalf("cell %d, %d of a window of %d×%d: picture %v on screen %s", x, y, p.w, p.h, !pictured, p.screen().key)
			}
			x += ansi.StringWidth(string(r))
		}
	}
	for y := range p.terminal.Size.Y {
		if strings.ContainsAny(p.terminal.Line(y), pixel.Blanks) {
			p.t.Fatalf("line %d: the terminal got %q", y, p.terminal.Line(y))
		}
	}
}

// settled waits until no picture is being drawn and none is wanted.
func (p *picturing) settled() {
	p.t.Helper()
	end := time.After(time.Minute)
	for p.Runner.Busy(job.Pixels) || !p.Outcome.Finished || p.Runner.Busy(p.screen().JobKind()) {
		select {
		case <-p.Runner.Ready:
			p.Update(job.Wake{})
			p.show()
		case <-end:
			p.t.Fatal("pictures take longer than a minute")
		}
	}
}

// press presses keys one by one.
func (p *picturing) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		press(p.explorer, key)
		p.show()
	}
}

// TestChartsArePictures: every chart of every screen is a picture when it is there, and text under a menu, a page and
// numbers.
func TestChartsArePictures(t *testing.T) {
	t.Parallel()
	m := newReal(t, "braille", 100, 30)
	defer m.Runner.Close(time.Minute)
	p := newPicturing(t, m)
	m.Init()
	await(m, time.Minute)
	for screen, want := range map[string]int{"1": 2, "3": 1, "5": 2} {
		p.press(screen)
		end := time.Now().Add(time.Minute)
		for len(p.terminal.Pictures) != want && time.Now().Before(end) {
			hear(m)
			p.show()
			time.Sleep(time.Millisecond)
		}
		if got := len(p.terminal.Pictures); got != want {
			t.Errorf("screen %s has %d pictures, want %d", screen, got, want)
		}
	}
	p.press("1")
	p.settled()
	for _, keys := range [][]string{{"?"}, {"v"}, {"a"}, {"d"}, {"w"}, {"t"}} {
		p.press(keys...)
		if got := len(p.terminal.Pictures); got != 0 {
			t.Errorf("%v: %d pictures are over what covers the charts", keys, got)
		}
		p.press("esc")
		p.settled()
		if got := len(p.terminal.Pictures); got != 2 {
			t.Errorf("after %v: %d pictures, want 2", keys, got)
		}
	}
	m.Update(tea.WindowSizeMsg{Width: 200, Height: 55})
	p.show()
	for end := time.Now().Add(time.Minute); len(p.terminal.Pictures) != int(frame.Charts) &&
		time.Now().Before(end); time.Sleep(time.Millisecond) {
		hear(m)
		p.show()
	}
	if got := len(p.terminal.Pictures); got != int(frame.Charts) || len(m.faults.named) > 0 {
		t.Errorf("a large window has %d pictures, want %d: %v", got, frame.Charts, m.faults.named)
	}
}

// TestUnchangedPicturesAreNotSent: keys that change no chart send nothing of a picture.
func TestUnchangedPicturesAreNotSent(t *testing.T) {
	t.Parallel()
	m := newReal(t, "braille", 100, 30)
	defer m.Runner.Close(time.Minute)
	p := newPicturing(t, m)
	m.Init()
	await(m, time.Minute)
	p.show()
	for _, keys := range []string{"1 ", "3]"} { // curves, and dots with a cursor
		for _, key := range keys {
			p.press(string(key))
			p.settled()
		}
		before := p.terminal.Bytes
		if before == 0 {
			t.Fatal("no picture was sent")
		}
		p.press("up", "down", "tab", "tab", "tab", "tab")
		p.settled()
		if sent := p.terminal.Bytes - before; sent != 0 {
			t.Errorf("after %q: %d bytes were sent again", keys, sent)
		}
	}
}

// TestPicturesStorm: whatever comes, the terminal has no picture but where the window leaves room for it, and none is
// left at the end.
func TestPicturesStorm(t *testing.T) { picturesStorm(t, 1, 12) }

// picturesStorm sends count events, and returns how long the explorer took for each of them and its window.
func picturesStorm(t *testing.T, seed, count int) (redraws []time.Duration) {
	t.Chdir(t.TempDir())
	calm := goleak.IgnoreCurrent()
	w := newWeather(uint64(seed))
	m := newReal(t, "braille", 100, 30)
	p := newPicturing(t, m)
	m.Init()
	shown, before := 0, heap()
	for i := range count {
		if i%20 == 0 { // the events before may have opened anything
			press(m, "ctrl+c", "esc", "esc", "esc", "esc", "1", fmt.Sprint(1+i/20%len(m.screens)))
			m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
			for m.Runner.Busy(job.Pixels) {
				m.Update(m.Runner.Wait())
				p.show()
			}
		}
		msg := w.next(m)
		start := time.Now()
		m.Update(msg)
		m.View()
		redraws = append(redraws, time.Since(start))
		p.show()
		hear(m)
		p.show()
		shown += len(p.terminal.Pictures)
		if len(m.faults.named) > 0 {
			t.Fatal(m.faults.named)
		}
		if kept := len(p.terminal.Pictures); kept > int(frame.Charts) {
			t.Fatalf("%d pictures", kept)
		}
	}
	if shown < count/20 {
		t.Errorf("%d pictures in %d frames: the storm was without them", shown, count)
	}
	if _, err := io.WriteString(m.output, ansi.ResetModeAltScreenSaveCursor); err != nil || len(p.terminal.Pictures) > 0 {
		t.Errorf("%d pictures are left, %v", len(p.terminal.Pictures), err)
	}
	m.Runner.Close(time.Minute)
	m, p = nil, nil
	if err := goleak.Find(calm); err != nil {
		t.Error(err)
	}
	if after := heap(); after > before+32<<20 {
		t.Errorf("the heap was %d MB, and is %d MB", before>>20, after>>20)
	}
	return redraws
}

// TestNoPixels: without pictures the terminal gets what bubbletea writes byte for byte, and frames have nothing of
// pictures.
func TestNoPixels(t *testing.T) {
	t.Parallel()
	m := newReal(t, "braille", 100, 30)
	defer m.Runner.Close(time.Minute)
	var terminal bytes.Buffer
	m.pixels.screen = pixel.NewScreen(&terminal, pixel.None)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.Init()
	await(m, time.Minute)
	for _, key := range []string{"1", "2", "3", "4", "5", "6", "?", "esc", "v", "esc"} {
		press(m, key)
		hear(m)
		text := m.View()
		if strings.ContainsAny(text, pixel.Blanks) || strings.Contains(text, "\x1b_") || m.Runner.Generation(job.Pixels) > 0 {
			t.Fatalf("screen %s has something of pictures", key)
		}
		for _, text := range []string{text, ansi.EraseEntireScreen, ansi.ResetModeAltScreenSaveCursor} {
			terminal.Reset()
			if _, err := io.WriteString(m.pixels.screen, text); err != nil || terminal.String() != text {
				t.Fatalf("after %s the terminal got %q, want %q (%v)", key, terminal.String(), text, err)
			}
		}
	}
}
