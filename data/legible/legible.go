// Package legible makes text from outside safe to show. Names in files, cells, paths and arguments may
// contain characters that control a terminal, break a line, or change the order of the text beside them.
// All text that is printed or drawn and was not written by this program is converted here, as the last
// step: what is stored, compared, or written for other programs stays unchanged.
package legible

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text returns s on one line, with letters, marks, numbers, punctuation, symbols and blanks only. All other
// characters, such as control characters, line breaks, invisible characters and those that change the
// direction of writing, are escaped as in Go: `\n`, `\x1b`, `\u202e`; a byte that is not UTF-8 as `\xff`.
// A backslash is not escaped, so that Text of Text is the same: s can't be recovered from the result.
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
			b.WriteString(spelled(s[:size]))
		}
		s = s[size:]
	}
	return b.String()
}

// messageLimit is the largest number of characters of a message.
const messageLimit = 2000

// Message is [Text] for an error or a note, which may contain arguments and cells of any length. If it has
// more than 2000 characters, those in the middle are left out: the beginning says what happened and where,
// and the end what can be done.
func Message(s string) string {
	text := []rune(Text(s))
	if len(text) <= messageLimit {
		return string(text)
	}
	half := (messageLimit - 3) / 2
	return string(text[:half]) + " … " + string(text[len(text)-half:])
}

// isLegible reports whether nothing of a text is escaped.
func isLegible(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsGraphic(r) || r == utf8.RuneError })
}

// isShown reports whether a decoded character is shown unchanged. Its size is 1 if a byte is not UTF-8.
func isShown(r rune, size int) bool {
	return strconv.IsGraphic(r) && (r != utf8.RuneError || size > 1)
}

// spelled returns the escape sequence of a character. From DEL on it is also valid in JSON, so that a JSON object that
// is shown on a terminal stays valid: JSON has escaped those below itself.
func spelled(character string) string {
	if character == "\x7f" {
		return `\u007f`
	}
	quoted := strconv.Quote(character)
	return quoted[1 : len(quoted)-1]
}

// Writer writes lines to another writer, each converted by [Text].
type Writer struct {
	to   io.Writer
	rest []byte // bytes of an incomplete character at the end of the last Write
}

// NewWriter returns a writer of lines to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// To returns the writer that the lines are written to.
func (w *Writer) To() io.Writer { return w.to }

// Write implements [io.Writer]. An incomplete character at the end of p is written with the next call.
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
	_, err := io.WriteString(w.to, strings.Join(lines, "\n"))
	return err
}
