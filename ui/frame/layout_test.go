package frame

import (
	"testing"

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
			Abreast: rapid.IntRange(40, 100).Draw(t, "abreast"), Focus: focus, Shown: shown, Alone: rapid.Bool().Draw(t, "alone")})
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
		for y, row := range l.lines(&look.Look{}) {
			for x, r := range row {
				if inside := owner[y*w+x] > 0; inside != (r == ' ') {
					t.Fatalf("cell %d, %d: pane %v, line %q", x, y, inside, r)
				}
			}
		}
	})
}
