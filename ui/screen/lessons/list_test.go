package lessons

import (
	"fmt"
	"strings"
	"testing"
)

// TestTheListUsesItsWidth: titles are whole where there is room, and the list tells how
// much of it is not seen.
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
	unseen := func() (above, below int) {
		for arrow, count := range map[string]*int{"↑": &above, "↓": &below} {
			_, rest, _ := strings.Cut(shownList(s, 57, 13), arrow+" ")
			fmt.Sscanf(rest, "%d more", count)
		}
		return above, below
	}
	all := len(s.cards())
	if above, below := unseen(); above != 0 || below < all-7 || below > all-5 {
		t.Errorf("at the top of %d %d above and %d below:\n%s", all, above, below, shownList(s, 57, 13))
	}
	s.move(all / 2)
	if above, below := unseen(); above+below < all-7 || above+below > all-4 || above < all/3 {
		t.Errorf("in the middle of %d %d above and %d below", all, above, below)
	}
	s.move(all)
	if above, below := unseen(); below != 0 || above < all-7 {
		t.Errorf("at the end of %d %d above and %d below", all, above, below)
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
