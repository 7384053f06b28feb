//go:build !unix

package terminal

import "io"

// Stop does nothing here: there is no job control.
type Stop struct{ Stopped bool }

func (*Stop) SetStdin(io.Reader)  {}
func (*Stop) SetStdout(io.Writer) {}
func (*Stop) SetStderr(io.Writer) {}
func (*Stop) Run() error          { return nil }
