package look

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/cellbuf"
)

// Compact shortens a text with many coloured runs side by side: each sets only what differs from the run before it.
// Blanks at the ends of lines are left out.
func Compact(s string) string {
	cells := cellbuf.NewBuffer(lipgloss.Size(s))
	cellbuf.SetContent(cells, s)
	return strings.ReplaceAll(cellbuf.Render(cells), "\r\n", "\n")
}
