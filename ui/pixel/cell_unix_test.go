//go:build unix

package pixel

import (
	"image"
	"testing"

	"github.com/creack/pty"
)

// TestAnnouncedCell: a terminal that announces its size in pixels, as tmux does, has characters of that size, but none
// where pictures are not shown.
func TestAnnouncedCell(t *testing.T) {
	master, terminal, err := pty.Open()
	if err != nil {
		t.Skip("there is no pseudo-terminal: ", err)
	}
	defer master.Close()
	defer terminal.Close()
	if err := pty.Setsize(master, &pty.Winsize{Cols: 120, Rows: 40, X: 1200, Y: 800}); err != nil {
		t.Fatal(err)
	}
	for protocol, want := range map[Protocol]image.Point{Kitty: {10, 20}, ITerm: {10, 20}, None: {}} {
		if got := NewScreen(terminal, protocol).Cell(); got != want {
			t.Errorf("%s: %v, want %v", protocol, got, want)
		}
	}
}
