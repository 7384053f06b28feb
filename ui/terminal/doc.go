// Package terminal repairs what a terminal sends before the explorer reads it: pastes that
// don't end, and bytes that come in pieces.
package terminal

import "errors"

// ErrClosed says that nobody sees the explorer any more.
var ErrClosed = errors.New("the terminal was closed")
