//go:build !unix

package ui

import (
	"errors"
	"io"
)

var errClosed = errors.New("the terminal was closed")

// fromTerminal returns the input as it is: bubbletea reads the console's events,
// in which pastes have no marks.
func fromTerminal(in io.Reader) io.Reader { return in }
