package ui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
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
func (u *menu) Render(w, h int, l *look) string {
	names := 0
	for _, it := range u.items {
		names = max(names, ansi.StringWidth(l.text(it.name)))
	}
	var lines []string
	for i, it := range u.items {
		line := " " + l.fit(l.text(it.name), names) + "  " + l.text(it.note)
		if it.unmet && i != u.at {
			line = l.dim.Render(line)
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
func box(l *look, title string, lines []string, chosen, w int) string {
	inside := ansi.StringWidth(l.text(title)) + 4
	for _, s := range lines {
		inside = max(inside, ansi.StringWidth(s)+2)
	}
	inside = max(1, min(inside, w-2))
	b := l.border()
	head := ansi.Truncate(string(b.h)+" "+l.text(title)+" ", inside, "")
	head += strings.Repeat(string(b.h), inside-ansi.StringWidth(head))
	out := []string{string(b.topLeft) + l.strong.Render(head) + string(b.topRight)}
	for i, s := range lines {
		if i == chosen {
			s = l.accent.Render(l.fit(l.text("▸")+s, inside))
		} else {
			s = l.fit(" "+s, inside)
		}
		out = append(out, string(b.v)+s+string(b.v))
	}
	out = append(out, string(b.bottomLeft)+strings.Repeat(string(b.h), inside)+string(b.bottomRight))
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
