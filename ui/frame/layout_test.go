package frame

import (
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gramscope/ui/look"
)

func TestLayoutFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 300).Draw(t, "w"), rapid.IntRange(1, 100).Draw(t, "h")
		focus := Pane(rapid.IntRange(0, int(Count)-1).Draw(t, "focus"))
		charts := rapid.IntRange(1, 2).Draw(t, "charts")
		shown := Pane(rapid.IntRange(int(First), charts).Draw(t, "shown"))
		l := New(Contents{W: w, H: h, Left: KnobsWidth(w), Methods: rapid.IntRange(1, 40).Draw(t, "methods"), Charts: charts,
			Abreast: rapid.IntRange(40, 100).Draw(t, "abreast"), Focus: focus, Shown: shown,
			Alone: rapid.Bool().Draw(t, "alone")})
		if l.TooSmall {
			return
		}
		owner := make([]int, w*h)
		for p, r := range l.Panes {
			if r.W == 0 {
				continue
			}
			if r.W < 5 || r.H < 2 {
				t.Fatalf("pane %d has %d×%d cells", p, r.W, r.H)
			}
			for y := r.Y; y < r.Y+r.H; y++ {
				for x := r.X; x < r.X+r.W; x++ {
					if x < 1 || y < 1 || x >= w-1 || y >= h-1 {
						t.Fatalf("pane %d at %+v leaves the frame of %d×%d", p, r, w, h)
					}
					if owner[y*w+x]++; owner[y*w+x] > 1 {
						t.Fatalf("two panes share the cell %d, %d", x, y)
					}
				}
			}
		}
		for y := range h {
			for x := range w {
				if p, ok := l.At(x, y); ok != (owner[y*w+x] > 0) || ok && !l.Panes[p].holds(x, y) {
					t.Fatalf("cell %d, %d is of pane %d: %v", x, y, p, ok)
				}
			}
		}
		for y, row := range l.lines(&look.Look{}) {
			for x, r := range row {
				if inside := owner[y*w+x] > 0; inside != (r == ' ') {
					t.Fatalf("cell %d, %d: pane %v, line %q", x, y, inside, r)
				}
			}
		}
	})
}

// TestWindowIsFilled: the text of a window has as many lines as the window and all of its cells, with what the panes,
// the first and the last line and the box say where it belongs.
func TestWindowIsFilled(t *testing.T) {
	shown := look.New("braille", "none", func(string) string { return "dumb" })
	for _, size := range [][2]int{{60, 16}, {80, 24}, {200, 55}} {
		w, h := size[0], size[1]
		window := Window{Layout: New(Contents{W: w, H: h, Left: KnobsWidth(w), Methods: 5, Charts: 2, Abreast: 60,
			Focus: First, Shown: First}),
			Header: "head", Footer: "foot", Above: []string{strings.Repeat("!", w-2)}, Boxes: [][]string{{"box"}}}
		for p, r := range window.Panes {
			line := strings.Repeat(strconv.Itoa(p), r.W)
			window.Texts[p] = strings.TrimSuffix(strings.Repeat(line+"\n", r.H), "\n")
		}
		lines := strings.Split(window.Text(&shown), "\n")
		if len(lines) != h || !strings.Contains(lines[0], "head") || !strings.Contains(lines[h-1], "foot") ||
			!strings.Contains(lines[h-2], "!!!") {
			t.Fatalf("%d×%d: %d lines\n%s", w, h, len(lines), strings.Join(lines, "\n"))
		}
		for y, line := range lines {
			if ansi.StringWidth(line) != w {
				t.Errorf("%d×%d: line %d has %d cells", w, h, y, ansi.StringWidth(line))
			}
			for x, r := range []rune(line) {
				p, ok := window.At(x, y)
				if want := []rune(strconv.Itoa(int(p)))[0]; ok && y < h-2 && !strings.Contains(line, "box") && r != want {
					t.Fatalf("%d×%d: cell %d, %d is %q, want pane %d", w, h, x, y, r, p)
				}
			}
		}
		if !strings.Contains(strings.Join(lines, "\n"), "box") {
			t.Errorf("%d×%d has no box", w, h)
		}
	}
	small := Window{Layout: New(Contents{W: 10, H: 4, Charts: 1})}
	if text := small.Text(&shown); !small.TooSmall || !strings.Contains(text, "30×8") || ansi.StringWidth(text) > 10 {
		t.Errorf("a small window says %q", text)
	}
}
