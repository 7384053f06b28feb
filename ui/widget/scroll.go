package widget

import (
	"strings"

	"github.com/charmbracelet/bubbles/viewport"
)

// Scroll is a text in a window that scrolls.
type Scroll struct{ view viewport.Model }

// Set shows lines, none wider than w, in a window of w×h cells. The position does not change, unless it is
// beyond the end of the text.
func (s *Scroll) Set(lines []string, w, h int) {
	s.view.SetContent(strings.Join(lines, "\n"))
	s.Size(w, h)
}

// Size changes the size of the window.
func (s *Scroll) Size(w, h int) {
	s.view.Width, s.view.Height = w, max(0, h)
	s.By(0)
}

// By scrolls by lines, within the text.
func (s *Scroll) By(lines int) { s.view.SetYOffset(s.view.YOffset + lines) }

// Top scrolls to the first line.
func (s *Scroll) Top() { s.view.GotoTop() }

// End scrolls to the last line.
func (s *Scroll) End() { s.view.GotoBottom() }

// Below returns the number of lines below the window.
func (s *Scroll) Below() int {
	return max(0, s.view.TotalLineCount()-s.view.YOffset-s.view.Height)
}

// Seen returns which lines the window shows, counted from 1, and how many there are.
func (s *Scroll) Seen() (first, last, all int) {
	all = s.view.TotalLineCount()
	return min(s.view.YOffset+1, all), min(s.view.YOffset+s.view.Height, all), all
}

// View draws the window.
func (s *Scroll) View() string { return s.view.View() }
