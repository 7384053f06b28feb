//go:build !unix

package terminal

import (
	"image/color"
	"io"
)

// Input returns in. Bubbletea reads the events of the Windows console, in which pastes have no marks.
func Input(in io.Reader, _ func(color.NRGBA)) io.Reader { return in }

// Run does nothing here: there is no job control.
func (*Stop) Run() error { return nil }
