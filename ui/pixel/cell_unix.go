//go:build unix

package pixel

import (
	"image"
	"io"

	"golang.org/x/sys/unix"
)

// Cell returns the size of a character in pixels as a terminal announces it, or zeros if it does not.
func Cell(terminal io.Writer) image.Point {
	f, ok := terminal.(interface{ Fd() uintptr })
	if !ok {
		return image.Point{}
	}
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return image.Point{}
	}
	return image.Point{int(size.Xpixel) / int(size.Col), int(size.Ypixel) / int(size.Row)}
}
