package legible

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Shell returns arguments as a line for a POSIX shell, which reads them back byte by byte. The line is
// legible in the sense of [Text], so that pasting it into a terminal does nothing before it is run. A word
// that is not legible is put between $' and ', which bash, zsh, ksh and POSIX of 2024 understand.
func Shell(args ...string) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = word(a)
	}
	return strings.Join(words, " ")
}

func word(s string) string {
	bare := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=,@%+", r)
	}
	switch {
	case s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !bare(r) }):
		return s
	case isLegible(s):
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '\\' || r == '\'':
			b.WriteString(`\` + s[:size])
		case isShown(r, size):
			b.WriteString(s[:size])
		default:
			for _, c := range []byte(s[:size]) { // three digits end by themselves, unlike those after \x
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
		s = s[size:]
	}
	return "$'" + b.String() + "'"
}
