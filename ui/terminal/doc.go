// Package terminal repairs a terminal's input before bubbletea reads it. It ends pastes whose end is
// missing, and joins characters and escape sequences that arrive in pieces.
package terminal

import "errors"

// ErrClosed is the error of reading from a terminal that was closed.
var ErrClosed = errors.New("the terminal was closed")
