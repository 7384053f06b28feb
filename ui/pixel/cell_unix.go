//go:build unix

package pixel

import (
	"image"

	"golang.org/x/sys/unix"
)

// announced returns the size of a character in pixels as a terminal announces it, or zeros if it does not.
func announced(terminal uintptr) image.Point {
	size, err := unix.IoctlGetWinsize(int(terminal), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return image.Point{}
	}
	return image.Point{int(size.Xpixel) / int(size.Col), int(size.Ypixel) / int(size.Row)}
}
