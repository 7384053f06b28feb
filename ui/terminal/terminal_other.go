//go:build !unix

package terminal

import (
	"image/color"
	"io"
)

// Input returns in. Bubbletea reads the events of the Windows console, in which pastes have no marks.
func Input(in io.Reader, _ func(color.NRGBA)) io.Reader { return in }

// Stop does nothing here: there is no job control.
type Stop struct{ Stopped bool }

func (*Stop) SetStdin(io.Reader)  {}
func (*Stop) SetStdout(io.Writer) {}
func (*Stop) SetStderr(io.Writer) {}
func (*Stop) Run() error          { return nil }
