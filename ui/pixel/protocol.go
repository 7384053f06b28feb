// Package pixel shows pictures on terminals that have pixels: it draws none, but encodes them for a terminal, puts them
// between bubbletea's frames, and removes them again.
package pixel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Protocol is how a terminal takes pictures.
type Protocol string

// The protocols.
const (
	None  Protocol = "none"
	Kitty Protocol = "kitty" // kitty, Ghostty, WezTerm, Konsole: sw.kovidgoyal.net/kitty/graphics-protocol
	ITerm Protocol = "iterm" // iTerm2: iterm2.com/documentation-images.html
)

// Names returns what can be chosen: auto, the protocols and none.
func Names() []string {
	return []string{"auto", string(Kitty), string(ITerm), string(None)}
}

// Choose returns the protocol of a name. That of auto, and of "", depends on the environment, as os.Getenv reads it: it
// is none if the terminal is not known to have a protocol, or if another program is between it and this one. The
// terminal is not asked, as some would print the question.
func Choose(name string, getenv func(string) string) (Protocol, error) {
	switch {
	case name == "auto" || name == "":
		return known(getenv), nil
	case slices.Contains(Names(), name):
		return Protocol(name), nil
	}
	return None, fmt.Errorf("pixels %q: want %s", name, strings.Join(Names(), ", "))
}

// between are variables that are set by programs with terminals of their own, which pass no pictures on, and by
// terminals without pictures, which may have inherited the variables of another one.
var between = []string{"TMUX", "STY", "ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS", "ASCIINEMA_REC", "XTERM_VERSION", "VTE_VERSION", "ALACRITTY_WINDOW_ID"}

// known returns the protocol of the terminal that the environment names.
func known(getenv func(string) string) Protocol {
	term := getenv("TERM")
	if strings.HasPrefix(term, "screen") || strings.HasPrefix(term, "tmux") || slices.ContainsFunc(between, func(name string) bool { return getenv(name) != "" }) {
		return None
	}
	switch program := getenv("TERM_PROGRAM"); {
	case term == "xterm-kitty" || term == "xterm-ghostty" || term == "wezterm" || program == "ghostty" || program == "WezTerm":
		return Kitty
	case program == "iTerm.app" || getenv("LC_TERMINAL") == "iTerm2":
		return ITerm
	}
	if v, err := strconv.Atoi(getenv("KONSOLE_VERSION")); err == nil && v >= 220400 { // the first with pictures
		return Kitty
	}
	return None
}
