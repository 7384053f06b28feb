package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// Nodes stand over what they were made of, in every window, and each that there is
// room for shows its points.
func TestTreeOfMerges(t *testing.T) {
	m := streamToy(t, "braille", "none", 80, 24, "merging")
	feedStream(m, 7, true)
	p := &m.stream.now
	want := []string{
		" 16 + 17 → [20] kept",
		"level 2          [20]",
		"             ┌────┴────┐",
		"level 1      16        17",
		"          ┌──┴─┐    ┌──┴─┐",
		"leaves    10   9    8    7",
	}
	got := m.treeLines(p, 6, false, 28, 6)
	for i, line := range got {
		if strings.TrimRight(line, " ") != want[i] {
			t.Errorf("line %d is %q, want %q", i, line, want[i])
		}
	}
	if lines := m.treeLines(p, 4, false, 28, 6); strings.Contains(strings.Join(lines, ""), "20") || strings.Contains(strings.Join(lines, ""), "17") {
		t.Errorf("nodes to come are shown: %q", lines)
	}
	if leaves := m.treeLines(p, 6, false, 13, 6)[5]; leaves != "leaves  ·· ··" {
		t.Errorf("leaves without room are drawn as %q", leaves)
	}
	if lines := m.treeLines(p, 1, false, 28, 2); !strings.Contains(lines[1], "[9]") {
		t.Errorf("the node at the cursor is scrolled away: %q", lines)
	}
}

func TestTreesFitEveryWindow(t *testing.T) {
	var look [2]*explorer
	for i, g := range []string{"braille", "ascii"} {
		look[i] = streamToy(t, g, "dark", 80, 24, "merging")
	}
	rapid.Check(t, func(t *rapid.T) {
		m := look[rapid.IntRange(0, 1).Draw(t, "glyphs")]
		p := passage{method: "merging", n: 1000, tree: true}
		var below []int
		for range rapid.IntRange(1, 200).Draw(t, "leaves") {
			below = append(below, len(p.steps))
			p.steps = append(p.steps, streamStep{node: len(p.steps), seen: 5, points: rapid.IntRange(0, 5000).Draw(t, "points")})
		}
		for level := 1; len(below) > 1; level++ {
			var above []int
			for i := 0; i < len(below); i += 2 {
				if i+1 == len(below) {
					above = append(above, below[i])
					continue
				}
				above = append(above, len(p.steps))
				p.steps = append(p.steps, streamStep{node: len(p.steps), level: level, from: []int{below[i], below[i+1]}, points: 7})
			}
			below = above
		}
		at := rapid.IntRange(0, len(p.steps)-1).Draw(t, "at")
		w, h := rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(0, 40).Draw(t, "h")
		lines := m.treeLines(&p, at, rapid.Bool().Draw(t, "stale"), w, h)
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		room := h > 4 && w > 20
		if text := ansi.Strip(strings.Join(lines, "\n")); room && !strings.Contains(text, fmt.Sprintf("[%d]", p.steps[at].points)) {
			t.Fatalf("the node at the cursor is not to be seen in %d×%d:\n%s", w, h, text)
		}
		for i, line := range lines {
			if got := ansi.StringWidth(line); i > 0 && got > w {
				t.Fatalf("line %d has %d cells of %d: %s", i, got, w, line)
			}
		}
	})
}
