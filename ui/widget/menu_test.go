package widget

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// TestNotesAreReadWhole: a note that is cut in the list is shown in full below it. The size of the box does
// not depend on the item pointed at.
func TestNotesAreReadWhole(t *testing.T) {
	l := look.New("braille", "none", func(string) string { return "" })
	long := "a note of which there is too much for one line of a window that has no more than forty cells: its end"
	u := Menu{Title: "show", Items: []Item{{Name: "one", Note: "short"}, {Name: "another", Note: long},
		{Name: "third", Note: "also short"}}}
	var size []int
	for at := range u.Items {
		u.At = at
		lines, _ := u.Render(40, 20, &l)
		box := strings.Join(lines, "\n")
		for _, s := range lines {
			if ansi.StringWidth(s) > 40 {
				t.Errorf("a line of %d cells", ansi.StringWidth(s))
			}
		}
		size = append(size, len(lines))
		if whole := strings.Contains(box, "its end"); whole != (at == 1) {
			t.Errorf("at %d the note is read whole: %v\n%s", at, whole, box)
		}
		if strings.Count(box, "third") != 1 {
			t.Errorf("at %d items are missing\n%s", at, box)
		}
	}
	if size[0] != size[1] || size[1] != size[2] {
		t.Errorf("the box has %v lines", size)
	}
	u.At = 1
	if lines, _ := u.Render(40, 6, &l); len(lines) > 6 || !strings.Contains(strings.Join(lines, ""), "another") {
		t.Errorf("in six lines %q", lines)
	}
}

// TestAClickLeavesTheListInPlace: a second click there hits the same item. The arrow keys centre the list again.
func TestAClickLeavesTheListInPlace(t *testing.T) {
	l := look.New("braille", "none", func(string) string { return "" })
	u := Menu{Title: "letters", At: 12}
	for name := 'a'; name <= 'z'; name++ {
		u.Items = append(u.Items, Item{Name: string(name)})
	}
	_, before := u.Render(40, 12, &l)
	for y := 1; y <= len(before); y++ {
		if !u.Hit(19, y, 40, 12, &l) || u.At != before[y-1] {
			t.Errorf("line %d is item %d, not %d", y, u.At, before[y-1])
		}
		if _, now := u.Render(40, 12, &l); !slices.Equal(now, before) {
			t.Errorf("after a click on line %d items %v are shown, not %v", y, now, before)
		}
	}
	u.Move(1)
	if _, now := u.Render(40, 12, &l); now[len(now)/2] != u.At {
		t.Errorf("after an arrow key items %v are shown around %d", now, u.At)
	}
}

// TestGroupsStandAtTheirFirstItem: and at the first line that is shown of a long list.
func TestGroupsStandAtTheirFirstItem(t *testing.T) {
	l := look.New("braille", "none", func(string) string { return "" })
	u := Menu{Title: "show", Items: []Item{{Group: "error", Name: "trace"}, {Group: "cost", Name: "time"},
		{Group: "cost", Name: "memory"}, {Group: "cost", Name: "entries"}}}
	for _, c := range []struct{ at, high, errors, costs int }{{0, 20, 1, 1}, {3, 5, 0, 1}} {
		u.At = c.at
		lines, _ := u.Render(60, c.high, &l)
		box := strings.Join(lines, "\n")
		if strings.Count(box, "error") != c.errors || strings.Count(box, "cost ") != c.costs {
			t.Errorf("at %d of %d lines: want %d, %d groups\n%s", c.at, c.high, c.errors, c.costs, box)
		}
	}
}

// TestMenuFinds: only what has what is typed stays: in the name, or else in column, group and note.
func TestMenuFinds(t *testing.T) {
	l := look.New("braille", "none", func(string) string { return "" })
	var taken string
	u := Menu{Title: "show", Items: []Item{{Name: "error"}, {Name: "test error", Column: "rmse"},
		{Group: "cost", Name: "time", Note: "of an error"}, {Group: "cost", Name: "solver iterations"}}}
	u = u.Opened(func(name string) { taken = name })
	first, _ := u.Render(60, 20, &l)
	for _, one := range []struct {
		typed, title string
		found        []int
	}{{"E", "show: E", []int{0, 1, 2, 3}}, {"error", "show: error", []int{0, 1}}, {" T ", "show:  T", []int{1, 2, 3}},
		{"an", "show: an", []int{2}}, {"RMSE", "show: RMSE", []int{1}}, {"cost", "show: cost", []int{2, 3}},
		{"error of", "show: error of", []int{2}}, {"xe", "show: none has xe", nil}} {
		u.Start("")
		u.Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(one.typed)})
		box, _ := u.Render(60, 20, &l)
		if found, _ := u.found(); !slices.Equal(found, one.found) || !strings.Contains(box[0], one.title) ||
			len(box) != len(first) {
			t.Errorf("after %q it has %v, want %v: %q", one.typed, found, one.found, box)
		}
	}
	if u.Pick(); !u.Open || taken != "" || u.Pointed() != -1 {
		t.Errorf("without an entry it takes %q", taken)
	}
	u.Set("cost")
	if u.Move(-1); u.At != 3 {
		t.Errorf("up from the first leads to %d", u.At)
	}
	if u.Move(10); u.At != 3 {
		t.Errorf("ten down from the last leads to %d", u.At)
	}
	if u.Move(-10); u.At != 2 {
		t.Errorf("ten up leads to %d", u.At)
	}
	if u.Pick(); u.Open || taken != "time" {
		t.Errorf("it takes %q", taken)
	}
}
