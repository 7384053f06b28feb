package widget

import (
	"strings"

	"github.com/charmbracelet/bubbles/viewport"
)

// Scroll is a text that is scrolled in a window of its own.
type Scroll struct{ view viewport.Model }

// Set shows these lines, none wider than w, in a window of w×h cells, scrolled as before
// as far as the text goes.
func (s *Scroll) Set(lines []string, w, h int) {
	s.view.SetContent(strings.Join(lines, "\n"))
	s.Size(w, h)
}

// Size changes the window.
func (s *Scroll) Size(w, h int) {
	s.view.Width, s.view.Height = w, max(0, h)
	s.By(0)
}

// By scrolls by lines, within the text.
func (s *Scroll) By(lines int) { s.view.SetYOffset(s.view.YOffset + lines) }

// Top and End scroll to the first line, and to the last.
func (s *Scroll) Top() { s.view.GotoTop() }
func (s *Scroll) End() { s.view.GotoBottom() }

// Below is how many lines are below the window.
func (s *Scroll) Below() int {
	return max(0, s.view.TotalLineCount()-s.view.YOffset-s.view.Height)
}

// View draws the window.
func (s *Scroll) View() string { return s.view.View() }
