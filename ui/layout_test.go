package ui

import (
	"testing"

	"pgregory.net/rapid"

	"gramscope/ui/look"
)

func TestLayoutFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 300).Draw(t, "w"), rapid.IntRange(1, 100).Draw(t, "h")
		focus := pane(rapid.IntRange(0, int(paneCount)-1).Draw(t, "focus"))
		charts := rapid.IntRange(1, 2).Draw(t, "charts")
		shown := pane(rapid.IntRange(int(firstPane), charts).Draw(t, "shown"))
		l := newLayout(knobsWidth(w), w, h, rapid.IntRange(1, 40).Draw(t, "methods"), charts, rapid.IntRange(40, 100).Draw(t, "abreast"), focus, shown)
		if l.tooSmall {
			return
		}
		owner := make([]int, w*h)
		for p, r := range l.panes {
			if r.w == 0 {
				continue
			}
			if r.w < 5 || r.h < 2 {
				t.Fatalf("pane %d has %d×%d cells", p, r.w, r.h)
			}
			for y := r.y; y < r.y+r.h; y++ {
				for x := r.x; x < r.x+r.w; x++ {
					if x < 1 || y < 1 || x >= w-1 || y >= h-1 {
						t.Fatalf("pane %d at %+v leaves the frame of %d×%d", p, r, w, h)
					}
					if owner[y*w+x]++; owner[y*w+x] > 1 {
						t.Fatalf("two panes share the cell %d, %d", x, y)
					}
				}
			}
		}
		for y, row := range l.frame((&look.Look{}).Border()) {
			for x, r := range row {
				if inside := owner[y*w+x] > 0; inside != (r == ' ') {
					t.Fatalf("cell %d, %d: pane %v, line %q", x, y, inside, r)
				}
			}
		}
	})
}
