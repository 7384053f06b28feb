package widget

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// TestNotesAreReadWhole: a note that is cut in the list is shown in full below it. The size of the box does
// not depend on the item pointed at.
func TestNotesAreReadWhole(t *testing.T) {
	l, err := look.New("braille", "none", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	long := "a note of which there is too much for one line of a window that has no more than forty cells: its end"
	u := Menu{Title: "show", Items: []Item{{Name: "one", Note: "short"}, {Name: "another", Note: long}, {Name: "third", Note: "also short"}}}
	var size []int
	for at := range u.Items {
		u.At = at
		box := u.Render(40, 20, &l)
		lines := strings.Split(box, "\n")
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
	if box := u.Render(40, 6, &l); len(strings.Split(box, "\n")) > 6 || !strings.Contains(box, "another") {
		t.Errorf("in six lines\n%s", box)
	}
}

// TestGroupsStandAtTheirFirstItem: and at the first line that is shown of a long list.
func TestGroupsStandAtTheirFirstItem(t *testing.T) {
	l, err := look.New("braille", "none", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	u := Menu{Title: "show", Items: []Item{{Group: "error", Name: "trace"}, {Group: "cost", Name: "time"}, {Group: "cost", Name: "memory"}, {Group: "cost", Name: "entries"}}}
	for _, c := range []struct{ at, high, errors, costs int }{{0, 20, 1, 1}, {3, 5, 0, 1}} {
		u.At = c.at
		box := u.Render(60, c.high, &l)
		if strings.Count(box, "error") != c.errors || strings.Count(box, "cost ") != c.costs {
			t.Errorf("at %d of %d lines: want %d, %d groups\n%s", c.at, c.high, c.errors, c.costs, box)
		}
	}
}

// TestMenuFinds: what is typed points at a name that has it, or else at a group, and is shown.
func TestMenuFinds(t *testing.T) {
	l, err := look.New("braille", "none", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	u := Menu{Title: "show", Items: []Item{{Name: "error"}, {Name: "spectral error"}, {Group: "cost", Name: "time"}, {Group: "cost", Name: "solver iterations"}}}
	for _, one := range []struct {
		typed string
		at    int
		title string
	}{{"s", 1, "show: s"}, {"o", 3, "show: so"}, {"x", 3, "show: none has sox"}, {"\b", 3, "show: so"}, {"\b", 1, "show: s"}, {"\b", 0, "show "}, {" ", 0, "show "}, {"l", 1, "show: l"}, {" ", 1, "show: l "}, {"e", 1, "show: l e"}, {"\b", 1, "show: l "}, {"\b", 1, "show: l"}, {"\b", 0, "show "}, {"C", 1, "show: C"}, {"OS", 2, "show: COS"}} {
		key := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(one.typed)}
		switch one.typed {
		case "\b":
			key = tea.KeyMsg{Type: tea.KeyBackspace}
		case " ":
			key.Type = tea.KeySpace
		}
		if u.Type(key); u.At != one.at || !strings.Contains(u.Render(60, 20, &l), one.title) {
			t.Errorf("after %q it points at %d, want %d:\n%s", one.typed, u.At, one.at, u.Render(60, 20, &l))
		}
	}
	if u.Move(1); u.At != 3 || strings.Contains(u.Render(60, 20, &l), "COS") {
		t.Errorf("a move leads to %d", u.At)
	}
}

// TestNotesEndWithAClause: a note that is cut in the list ends where a clause does, or else between two words.
func TestNotesEndWithAClause(t *testing.T) {
	l, err := look.New("braille", "none", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		w          int
		note, want string
	}{
		{30, "bias + variance: the squared error", "bias + variance"},
		{30, "a, b and c; expected over the noise", "a, b and c"},
		{30, "of the regression (tr K(K+μI)⁻¹) with K", "of the regression"},
		{31, "exact regression tr K(K+μI)⁻¹ and more", "exact regression tr K(K+μI)⁻¹ …"},
		{21, "exact regression tr K(K+μI)⁻¹ and more", "exact regression tr …"},
		{3, "generalised score", "generalised score"},
	} {
		if got := beginning(c.note, c.w, &l); got != c.want {
			t.Errorf("%q in %d cells: %q, want %q", c.note, c.w, got, c.want)
		}
	}
}
