package look

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
)

// Text returns s in the characters of this look, on one line.
func (l *Look) Text(s string) string { return l.Glyphs.Text(s) }

// Fit makes s exactly w cells wide: it cuts with an ellipsis or pads on the right.
func (l *Look) Fit(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if ansi.StringWidth(s) > w {
		s = ansi.Truncate(s, w, l.Text("…"))
	}
	return s + strings.Repeat(" ", max(0, w-ansi.StringWidth(s)))
}

// Choice returns a line of a list, with a pointer and highlighted if it is chosen.
func (l *Look) Choice(s string, w int, chosen bool) string {
	if chosen {
		return l.Accent.Render(l.Fit(l.Text("▸")+s, w))
	}
	return l.Fit(" "+s, w)
}

// Title returns the title of a pane, with a pointer if the pane is focused. Where the frame has no colour of its own,
// that title is highlighted.
func (l *Look) Title(text string, w int, focused bool) string {
	switch s := l.Text(text); {
	case !focused:
		return l.Strong.Render(l.Fit(" "+s, w))
	case l.rich():
		return l.Heading.Render(l.Fit(l.Text("▸")+s, w))
	default:
		return l.Choice(s, w, true)
	}
}

// Right is Fit with the padding on the left.
func (l *Look) Right(s string, w int) string {
	if gap := w - ansi.StringWidth(s); gap > 0 {
		return strings.Repeat(" ", gap) + s
	}
	return l.Fit(s, w)
}

// Marker returns the marker of the method with that index, see [chart.Glyphs.Sign].
func (l *Look) Marker(method int) string {
	marker, _ := l.Glyphs.Sign(method)
	return string(marker)
}

// Border holds the characters of the frame.
type Border struct{ H, V, TopLeft, TopRight, BottomLeft, BottomRight, Bottom rune }

// Border returns the characters of frames in this look.
func (l *Look) Border() Border {
	c := []rune(l.Text("─│┌┐└┘┴"))
	return Border{c[0], c[1], c[2], c[3], c[4], c[5], c[6]}
}

// Longest returns the first text that fits into w cells with a pointer before it, or the last text.
func (l *Look) Longest(w int, texts ...string) string {
	for _, t := range texts {
		if ansi.StringWidth(l.Text(t)) < w {
			return t
		}
	}
	return texts[len(texts)-1]
}

// Page joins the first h lines, each made w cells wide, and blank ones below them.
func (l *Look) Page(lines []string, w, h int) string {
	lines = append(lines, make([]string, max(0, h-len(lines)))...)[:max(h, 0)]
	for i, s := range lines {
		lines[i] = l.Fit(s, w)
	}
	return strings.Join(lines, "\n")
}

// Message centres a text in h lines of at most w cells.
func (l *Look) Message(text string, w, h int) []string {
	lines := strings.Split(ansi.Wrap(l.Text(text), max(w-2, 1), " "), "\n")
	if len(lines) > h && h > 0 {
		lines = lines[:h]
		lines[h-1] = l.Fit(lines[h-1]+l.Text(" …"), w-2)
	}
	list := make([]string, max(h, 0))
	for i, s := range lines[:min(len(lines), len(list))] {
		list[(h-len(lines))/2+i] = strings.Repeat(" ", max(0, (w-ansi.StringWidth(s))/2)) + s
	}
	return list
}

// Compact shortens a text with many coloured runs side by side: each sets only what differs from the run before it.
// Blanks at the ends of lines are left out.
func Compact(s string) string {
	cells := cellbuf.NewBuffer(lipgloss.Size(s))
	cellbuf.SetContent(cells, s)
	return strings.ReplaceAll(cellbuf.Render(cells), "\r\n", "\n")
}
