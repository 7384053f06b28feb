// Package early makes the program start quickly on terminals that do not answer queries.
//
// Package bubbletea queries the terminal's background colour during initialisation and waits up to five seconds for the
// answer, even for gramscope --version. It does not if TERM is dumb. Package early sets TERM=dumb before bubbletea is
// initialised, and main calls Restore first.
//
// Go initialises packages whose imports are ready in the order of their import paths. This package imports only os, and
// its path sorts before os/exec, on which bubbletea depends. It must not import anything else.
package early

import "os"

var term, isSet = os.LookupEnv("TERM")

func init() { os.Setenv("TERM", "dumb") }

// Restore resets TERM to the value that the program was started with.
func Restore() {
	if isSet {
		os.Setenv("TERM", term)
	} else {
		os.Unsetenv("TERM")
	}
}
