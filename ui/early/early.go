// Package early keeps the start of the program quick on terminals that do not
// answer questions.
//
// Package bubbletea asks the terminal for its background colour while the
// program initialises and waits up to five seconds for the answer, even if all
// that is wanted is --version. It does not ask where TERM is dumb. So this
// package, imported by main, sets TERM=dumb before that, and main calls
// Restore first thing.
//
// Go initialises packages whose imports are ready in the order of their import
// paths. This one imports os alone and its path sorts before os/exec, on which
// bubbletea depends; therefore it must import nothing else.
package early

import "os"

var term, isSet = os.LookupEnv("TERM")

func init() { os.Setenv("TERM", "dumb") }

// Restore gives TERM the value back that the program was started with.
func Restore() {
	if isSet {
		os.Setenv("TERM", term)
	} else {
		os.Unsetenv("TERM")
	}
}
