package lessons

import (
	"strings"
	"testing"
)

// TestTheListUsesItsWidth: titles are whole where there is room.
func TestTheListUsesItsWidth(t *testing.T) {
	const whole = "table 1, size and accuracy loss"
	s := newScreen(t, "braille")
	unfold(s)
	for _, w := range []int{95, 175} { // the panes of windows of 120 and 200 columns
		if text := strings.Join(strings.Fields(shownList(s, w, 400)), " "); !strings.Contains(text, whole+
			" squeak-table-1 ") {
			t.Errorf("in %d cells there is no %q:\n%s", w, whole, text)
		}
	}
}

// TestAClickBesideTheCards: on the title, which is above the lines of the list, or below the cards, does nothing.
func TestAClickBesideTheCards(t *testing.T) {
	s := newScreen(t, "braille")
	for _, y := range []int{-1, 199} {
		if do := s.click(3, y, 40, 200); do != nil || s.at != 0 {
			t.Errorf("in line %d it points at card %d: %v", y, s.at, do)
		}
	}
}
