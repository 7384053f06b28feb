//go:build !unix

package terminal

import (
	"image/color"
	"io"
)

// Input returns the input as it is: bubbletea reads the console's events,
// in which pastes have no marks.
func Input(in io.Reader, _ func(color.NRGBA)) io.Reader { return in }
