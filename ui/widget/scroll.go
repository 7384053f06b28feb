package widget

import (
	"strings"

	"github.com/charmbracelet/bubbles/viewport"
)

// Scroll is a text in a window that scrolls.
type Scroll struct{ viewport.Model }

// Set shows lines, none wider than w, in a window of w×h cells. The position does not change, unless it is
// beyond the end of the text.
func (s *Scroll) Set(lines []string, w, h int) {
	s.SetContent(strings.Join(lines, "\n"))
	s.Size(w, h)
}

// Size changes the size of the window.
func (s *Scroll) Size(w, h int) {
	s.Width, s.Height = w, max(0, h)
	s.By(0)
}

// By scrolls by lines, within the text.
func (s *Scroll) By(lines int) { s.SetYOffset(s.YOffset + lines) }

// Below returns the number of lines below the window.
func (s *Scroll) Below() int {
	return max(0, s.TotalLineCount()-s.YOffset-s.Height)
}

// Seen returns which lines the window shows, counted from 1, and how many there are.
func (s *Scroll) Seen() (first, last, all int) {
	all = s.TotalLineCount()
	return min(s.YOffset+1, all), min(s.YOffset+s.Height, all), all
}
