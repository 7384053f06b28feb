package lessons

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gramscope/approx"
	"gramscope/model/lesson"
)

// TestTheListUsesItsWidth: titles are whole where there is room, and the list tells how
// much of it is not seen.
func TestTheListUsesItsWidth(t *testing.T) {
	const whole = "table 1, size and accuracy loss"
	s := newScreen(t, "braille")
	unfold(s)
	for _, w := range []int{95, 175} { // the panes of windows of 120 and 200 columns
		if text := strings.Join(strings.Fields(ansi.Strip(s.list(w, 50))), " "); !strings.Contains(text, whole+" squeak-table-1 ") {
			t.Errorf("in %d cells there is no %q:\n%s", w, whole, text)
		}
	}
	list := func() string { return ansi.Strip(s.list(57, 13)) }
	unseen := func(arrow string) (count int) {
		_, rest, _ := strings.Cut(list(), arrow+" ")
		fmt.Sscanf(rest, "%d more", &count)
		return count
	}
	all := len(lesson.All(approx.Methods())) + len(s.papers())
	if first, _, _ := strings.Cut(list(), "\n"); unseen("↓") < 20 || unseen("↑") != 0 || !strings.Contains(first, "Block") {
		t.Errorf("at the top %d above and %d below:\n%s", unseen("↑"), unseen("↓"), list())
	}
	shown := all - unseen("↓")
	s.move(all / 2)
	if above, below := unseen("↑"), unseen("↓"); above+shown+below != all || above == 0 {
		t.Errorf("in the middle of %d %d are seen, %d above and %d below", all, shown, above, below)
	}
	s.move(all)
	if unseen("↓") != 0 || unseen("↑") != all-shown {
		t.Errorf("at the end %d above and %d below", unseen("↑"), unseen("↓"))
	}
}
