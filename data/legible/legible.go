// Package legible makes text from outside safe to show, which may contain characters that control a terminal, break a
// line, or change the order of the text beside them. All text that is printed or drawn and was not written by this
// program is converted, as the last step: what is stored, compared, or written for other programs stays unchanged.
package legible

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text returns s on one line, with letters, marks, numbers, punctuation, symbols and blanks only. All other characters
// are escaped as in Go: `\n`, `\x1b`, `\u202e`; a byte that is not UTF-8 as `\xff`. A backslash is not escaped, so that
// Text of Text is the same: s can't be recovered from the result.
func Text(s string) string {
	quoted := strconv.QuoteToGraphic(s)
	return unquoted.Replace(quoted[1 : len(quoted)-1])
}

// unquoted takes back what only a string of Go needs. The escape of DEL becomes valid in JSON, as those above it are:
// JSON that is shown on a terminal stays valid, as it has escaped those below itself.
var unquoted = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\x7f`, `\u007f`)

// Message is [Text] for an error or a note of any length. If it has more than 2000 characters, the middle ones are
// left out: the beginning says what happened and where, and the end what can be done.
func Message(s string) string {
	const most = 2000
	text := []rune(Text(s))
	if len(text) <= most {
		return string(text)
	}
	half := (most - 3) / 2
	return string(text[:half]) + " … " + string(text[len(text)-half:])
}

// Writer writes lines to another writer, each converted by [Text].
type Writer struct {
	To   io.Writer
	rest []byte // bytes of an incomplete character at the end of the last Write
}

// Write implements [io.Writer]. An incomplete character at the end of p is written with the next call.
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	end := len(text)
	for from := max(0, end-utf8.UTFMax+1); from < len(text); from++ {
		if utf8.RuneStart(text[from]) && !utf8.FullRune(text[from:]) {
			end = from
			break
		}
	}
	w.rest = slices.Clone(text[end:])
	if err := w.lines(string(text[:end])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes an incomplete character that is left.
func (w *Writer) Flush() error {
	rest := string(w.rest)
	w.rest = nil
	return w.lines(rest)
}

func (w *Writer) lines(text string) error {
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Text(lines[i])
	}
	_, err := io.WriteString(w.To, strings.Join(lines, "\n"))
	return err
}

// Shell returns arguments as a legible line for a POSIX shell, which reads them back byte by byte. A word that is not
// legible is put between $' and ', which bash, zsh, ksh and POSIX of 2024 understand.
func Shell(args ...string) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = word(a)
	}
	return strings.Join(words, " ")
}

// bare are words that a shell reads unchanged.
var bare = regexp.MustCompile(`^[-a-zA-Z0-9_./:=,@%+]+$`)

func word(s string) string {
	switch {
	case bare.MatchString(s):
		return s
	case Text(s) == s:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for size := 0; s != ""; s = s[size:] {
		_, size = utf8.DecodeRuneInString(s)
		switch c := s[:size]; {
		case c == `\` || c == "'":
			b.WriteString(`\` + c)
		case Text(c) == c:
			b.WriteString(c)
		default:
			for _, octet := range []byte(c) { // three digits end by themselves, unlike those after \x
				fmt.Fprintf(&b, `\%03o`, octet)
			}
		}
	}
	return "$'" + b.String() + "'"
}
