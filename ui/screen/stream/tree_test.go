package stream

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gramscope/ui/screen/screentest"
)

// screenIn is a screen in a look.
func screenIn(t *testing.T, glyphs, theme string) *Screen {
	t.Helper()
	l := screentest.Look(glyphs, theme)
	return New(nil, &l)
}

// Nodes stand over what they were made of, in every window, and each that there is
// room for shows its points.
func TestTreeOfMerges(t *testing.T) {
	s := screenIn(t, "braille", "none")
	p := &Passage{Method: "disqueak", N: 40, Tree: true}
	for k, points := range []int{10, 9, 8, 7, 16, 17, 20} {
		one := Step{Node: k, Seen: 10, Points: points}
		switch {
		case k == 6:
			one.Level, one.From, one.Seen = 2, []int{4, 5}, 40
		case k >= 4:
			one.Level, one.From, one.Seen = 1, []int{2 * (k - 4), 2*(k-4) + 1}, 20
		}
		p.Steps = append(p.Steps, one)
	}
	want := []string{
		"level 2          [20]",
		"             ┌────┴────┐",
		"level 1      16        17",
		"          ┌──┴─┐    ┌──┴─┐",
		"leaves    10   9    8    7",
	}
	got := s.treeLines(p, 6, false, 28, 5)
	for i, line := range got {
		if strings.TrimRight(line, " ") != want[i] {
			t.Errorf("line %d is %q, want %q", i, line, want[i])
		}
	}
	if lines := s.treeLines(p, 4, false, 28, 5); strings.Contains(strings.Join(lines, ""), "20") ||
		strings.Contains(strings.Join(lines, ""), "17") {
		t.Errorf("nodes to come are shown: %q", lines)
	}
	if leaves := s.treeLines(p, 6, false, 13, 5)[4]; leaves != "leaves  ·· ··" {
		t.Errorf("leaves without room are drawn as %q", leaves)
	}
	if lines := s.treeLines(p, 1, false, 28, 2); !strings.Contains(lines[1], "[9]") {
		t.Errorf("the node at the cursor is scrolled away: %q", lines)
	}
}

func TestTreesFitEveryWindow(t *testing.T) {
	var looks [2]*Screen
	for i, g := range []string{"braille", "ascii"} {
		looks[i] = screenIn(t, g, "dark")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := looks[rapid.IntRange(0, 1).Draw(t, "glyphs")]
		p := Passage{Method: "disqueak", N: 1000, Tree: true}
		var below []int
		for range rapid.IntRange(1, 200).Draw(t, "leaves") {
			below = append(below, len(p.Steps))
			p.Steps = append(p.Steps, Step{Node: len(p.Steps), Seen: 5, Points: rapid.IntRange(0, 5000).Draw(t, "points")})
		}
		for level := 1; len(below) > 1; level++ {
			var above []int
			for i := 0; i < len(below); i += 2 {
				if i+1 == len(below) {
					above = append(above, below[i])
					continue
				}
				above = append(above, len(p.Steps))
				p.Steps = append(p.Steps, Step{Node: len(p.Steps), Level: level, From: []int{below[i], below[i+1]}, Points: 7})
			}
			below = above
		}
		at := rapid.IntRange(0, len(p.Steps)-1).Draw(t, "at")
		w, h := rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(0, 40).Draw(t, "h")
		lines := s.treeLines(&p, at, rapid.Bool().Draw(t, "stale"), w, h)
		if len(lines) > h {
			t.Fatalf("%d lines, want at most %d", len(lines), h)
		}
		room := h > 4 && w > 20
		if text := ansi.Strip(strings.Join(lines, "\n")); room &&
			!strings.Contains(text, fmt.Sprintf("[%d]", p.Steps[at].Points)) {
			t.Fatalf("the node at the cursor is not to be seen in %d×%d:\n%s", w, h, text)
		}
		for i, line := range lines {
			if got := ansi.StringWidth(line); got > w {
				t.Fatalf("line %d has %d cells of %d: %s", i, got, w, line)
			}
		}
	})
}
