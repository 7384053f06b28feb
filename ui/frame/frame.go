package frame

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"gramscope/ui/look"
	"gramscope/ui/widget"
)

// Window has the texts of a window.
type Window struct {
	Layout
	Texts  [Count]string // of the panes that have room, one line of text a row
	Header string        // in the frame's first line
	Footer string        // in its last line
	Above  []string      // lines above the footer, as wide as the window without its border
	Boxes  [][]string    // boxes over the middle of the window, the topmost first
	Focus  Pane          // the pane whose frame stands out
}

// Text returns the window's text: nothing before its size is known.
func (w *Window) Text(l *look.Look) string {
	if w.W <= 0 || w.H <= 0 {
		return ""
	}
	if w.TooSmall {
		least := fmt.Sprintf("%d×%d", LeastW, LeastH)
		return ansi.Truncate(l.Text(l.Longest(w.W+1, "needs at least "+least, "needs "+least, least)), w.W, "")
	}
	rows := w.Layout.lines(l)
	lines := w.weave(rows, l)
	lines[0] = onBorder(rows[0], w.Header, l)
	for _, box := range slices.Backward(w.Boxes) {
		widget.Overlay(lines, box, w.W)
	}
	w.footer(lines, rows[w.H-1], l) // a note stands over boxes
	return strings.Join(lines, "\n")
}

// weave puts the panes' texts between the lines of the frame.
func (w *Window) weave(rows [][]rune, l *look.Look) []string {
	split := make([][]string, len(w.Texts))
	for p, text := range w.Texts {
		split[p] = strings.Split(text, "\n")
	}
	line := w.framed(l)
	lines := make([]string, len(rows))
	for y := range rows {
		var b strings.Builder
		x := 0
		for p, r := range w.Panes {
			if y < r.Y || y >= r.Y+r.H {
				continue
			}
			b.WriteString(line(rows[y][x:r.X], x, y))
			if k := y - r.Y; k < len(split[p]) {
				b.WriteString(split[p][k])
			}
			x = r.X + r.W
		}
		b.WriteString(line(rows[y][x:], x, y))
		lines[y] = b.String()
	}
	return lines
}

// framed returns a function that paints a piece of the frame's row y from column x on.
func (w *Window) framed(l *look.Look) func(piece []rune, x, y int) string {
	drawn := map[string]string{} // most pieces of the frame are alike
	paint := func(style lipgloss.Style, key string, piece []rune) string {
		s, ok := drawn[key+string(piece)]
		if !ok && len(piece) > 0 {
			s = style.Render(string(piece))
			drawn[key+string(piece)] = s
		}
		return s
	}
	r := w.Panes[w.Focus]
	return func(piece []rune, x, y int) string {
		from, to := max(r.X-1-x, 0), min(r.X+r.W+1-x, len(piece)) // the part around the focused pane
		if r.W == 0 || y < r.Y-1 || y > r.Y+r.H || from >= to {
			from, to = 0, 0
		}
		return paint(l.Dim, "d", piece[:from]) + paint(l.Focus, "f", piece[from:to]) + paint(l.Dim, "d", piece[to:])
	}
}

// footer writes the last line of the frame, and the lines above it.
func (w *Window) footer(lines []string, row []rune, l *look.Look) {
	if len(w.Above) > 0 { // the lines above hide the bars between panes
		b, end := l.Border(), len(row)-1
		inner := strings.ReplaceAll(string(row[1:end]), string(b.Bottom), string(b.H))
		row = slices.Concat(row[:1], []rune(inner), row[end:])
	}
	last, side := len(lines)-1, l.Dim.Render(string(l.Border().V))
	lines[last] = onBorder(row, w.Footer, l)
	for i, s := range w.Above {
		if y := last - len(w.Above) + i; y > 0 {
			lines[y] = side + s + side
		}
	}
}

// onBorder writes text over a line of the frame, from its third cell on.
func onBorder(row []rune, text string, l *look.Look) string {
	text = ansi.Truncate(text, len(row)-4, l.Text("…"))
	if l.HasBars() {
		if ansi.Strip(text) == text {
			text = l.Bar.Render(text)
		}
		return l.Bar.Render("  ") + text + l.Bar.Render(strings.Repeat(" ", max(len(row)-2-ansi.StringWidth(text), 0)))
	}
	text = " " + text + " "
	end := 1 + ansi.StringWidth(text)
	return l.Dim.Render(string(row[:1])) + text + l.Dim.Render(string(row[end:]))
}
