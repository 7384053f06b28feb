package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
)

// menu is a short list to choose from, drawn over the screen.
type menu struct {
	title string
	items []item
	at    int
	then  func(name string) // what choosing does; nil: closed
}

// item is a choice of a menu.
type item struct {
	name, note string
	unmet      bool // it can't be had now, and the note says why
}

func (u *menu) open() bool { return u.then != nil }

func (u *menu) move(by int) { u.at = min(max(u.at+by, 0), len(u.items)-1) }

// pick closes the menu and does what was chosen.
func (u *menu) pick() {
	then, name := u.then, u.items[u.at].name
	u.then = nil
	then(name)
}

// Render draws the menu in a box that fits into w×h cells.
func (u *menu) Render(w, h int, l *look.Look) string {
	names := 0
	for _, it := range u.items {
		names = max(names, ansi.StringWidth(l.Text(it.name)))
	}
	var lines []string
	for i, it := range u.items {
		line := " " + l.Fit(l.Text(it.name), names) + "  " + l.Text(it.note)
		if it.unmet && i != u.at {
			line = l.Dim.Render(line)
		}
		lines = append(lines, line)
	}
	lines, at := window(lines, u.at, h-2)
	return box(l, u.title, lines, at, w)
}

// window is the part of lines around one of them that fits into h rows, and
// where that one is in it.
func window(lines []string, at, h int) ([]string, int) {
	if h <= 0 {
		return nil, -1
	}
	if len(lines) <= h {
		return lines, at
	}
	from := min(max(0, at-h/2), len(lines)-h)
	return lines[from : from+h], at - from
}

// box draws lines in a frame with a title, at most w cells wide. The line at
// the place chosen is pointed at and lit up; −1 for none.
func box(l *look.Look, title string, lines []string, chosen, w int) string {
	inside := ansi.StringWidth(l.Text(title)) + 4
	for _, s := range lines {
		inside = max(inside, ansi.StringWidth(s)+2)
	}
	inside = max(1, min(inside, w-2))
	b := l.Border()
	head := ansi.Truncate(string(b.H)+" "+l.Text(title)+" ", inside, "")
	head += strings.Repeat(string(b.H), inside-ansi.StringWidth(head))
	out := []string{string(b.TopLeft) + l.Strong.Render(head) + string(b.TopRight)}
	for i, s := range lines {
		if i == chosen {
			s = l.Accent.Render(l.Fit(l.Text("▸")+s, inside))
		} else {
			s = l.Fit(" "+s, inside)
		}
		out = append(out, string(b.V)+s+string(b.V))
	}
	out = append(out, string(b.BottomLeft)+strings.Repeat(string(b.H), inside)+string(b.BottomRight))
	return strings.Join(out, "\n")
}

// overlay puts a box into the middle of the screen's lines.
func overlay(screen []string, box string, w int) {
	lines := strings.Split(box, "\n")
	top := max(0, (len(screen)-len(lines))/2)
	for i, line := range lines {
		y := top + i
		if y >= len(screen) {
			return
		}
		width := ansi.StringWidth(line)
		left := max(0, (w-width)/2)
		screen[y] = ansi.Truncate(screen[y], left, "") + line + ansi.TruncateLeft(screen[y], left+width, "")
	}
}
