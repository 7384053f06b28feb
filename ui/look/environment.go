package look

import (
	"strings"

	"github.com/muesli/termenv"
)

// env reads an environment variable, as os.Getenv does.
type env func(string) string

// The backgrounds of terminals.
const (
	unknown = iota
	onDark
	onLight
)

// background returns what COLORFGBG says of the terminal's background.
func background(getenv env) int {
	_, ground, found := strings.Cut(getenv("COLORFGBG"), ";")
	if i := strings.LastIndex(ground, ";"); i >= 0 {
		ground = ground[i+1:]
	}
	switch {
	case !found || ground == "default":
		return unknown
	case ground == "15" || ground == "7":
		return onLight
	}
	return onDark
}

// richest returns the profile with the most colours that the environment announces.
func richest(getenv env) termenv.Profile {
	switch has := getenv("COLORTERM"); {
	case has == "truecolor" || has == "24bit":
		return termenv.TrueColor
	case strings.Contains(getenv("TERM"), "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// WantsASCII reports whether the environment names a charset other than UTF-8, or a
// terminal that shows only ASCII. An unset locale counts as UTF-8.
func WantsASCII(getenv env) bool {
	if term := getenv("TERM"); term == "linux" || term == "dumb" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		_, charset, named := strings.Cut(locale, ".")
		charset, _, _ = strings.Cut(charset, "@")
		charset = strings.ToLower(strings.ReplaceAll(charset, "-", ""))
		return named && charset != "utf8"
	}
	return false
}
