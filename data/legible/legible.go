// Package legible makes text from outside fit to be shown: names in files, their
// cells, paths and arguments may hold what steers a terminal, breaks a line, or
// turns the order of what stands beside it. All that is printed or drawn and was
// not written by this program goes through here, and no sooner: what is kept,
// compared or written for programs stays as it is.
package legible

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text is s on one line, with letters, marks, numbers, punctuation, symbols and
// blanks only. Everything else, among it control characters, line breaks,
// invisible characters and those that change the direction of writing, is spelled
// as Go does: `\n`, `\x1b`, `\u202e`; a byte that is not UTF-8 as `\xff`. A
// backslash stays single, so that Text of Text is the same: the result is to be
// read, and does not tell what s was.
func Text(s string) string {
	if isLegible(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if isShown(r, size) {
			b.WriteString(s[:size])
		} else {
			b.WriteString(spelled(r, s[:size]))
		}
		s = s[size:]
	}
	return b.String()
}

// messageLimit is the largest number of characters of a message.
const messageLimit = 2000

// Message is the [Text] of an error or a note, which may repeat arguments and cells of any length: of more
// than 2000 characters those in the middle are left out, as what and where stand first and what can be
// done stands last.
func Message(s string) string {
	text := []rune(Text(s))
	if len(text) <= messageLimit {
		return string(text)
	}
	half := (messageLimit - 3) / 2
	return string(text[:half]) + " … " + string(text[len(text)-half:])
}

func isLegible(s string) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f { // most are
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isShown(r, size) {
			return false
		}
		i += size
	}
	return true
}

// isShown tells whether a decoded character is shown as it stands. Its size is 1
// where a byte is not UTF-8.
func isShown(r rune, size int) bool {
	return strconv.IsGraphic(r) && (r != utf8.RuneError || size > 1)
}

// spelled is a character, with its bytes. From DEL on the spelling is also JSON's:
// below, JSON has its own, and so an object that is shown on a terminal stays one.
func spelled(r rune, bytes string) string {
	switch {
	case r == utf8.RuneError:
		return fmt.Sprintf(`\x%02x`, bytes[0])
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < ' ':
		return fmt.Sprintf(`\x%02x`, r)
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Writer passes lines on with each made [Text].
type Writer struct {
	to   io.Writer
	rest []byte // of a character that the last Write has cut
}

// NewWriter returns a writer of lines to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// To is where the lines go.
func (w *Writer) To() io.Writer { return w.to }

// Write implements [io.Writer]. The start of a character at the end of p waits for
// what follows.
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	end := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ {
		if from := len(text) - k; utf8.RuneStart(text[from]) {
			if !utf8.FullRune(text[from:]) {
				end = from
			}
			break
		}
	}
	w.rest = append([]byte(nil), text[end:]...)
	if err := w.lines(string(text[:end])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what still waits: a text that ends within a character.
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
	_, err := io.WriteString(w.to, strings.Join(lines, "\n"))
	return err
}
