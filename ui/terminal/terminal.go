// Package terminal repairs a terminal's input before bubbletea reads it. It ends pastes whose end is
// missing, and joins characters and escape sequences that arrive in pieces.
package terminal

import (
	"bytes"
	"errors"
	"image/color"
	"io"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// ErrClosed is the error of reading from a terminal that was closed.
var ErrClosed = errors.New("the terminal was closed")

// The marks that a terminal sends before and after a paste.
const pasteBegin, pasteEnd = ansi.BracketedPasteStart, ansi.BracketedPasteEnd

// mostPasted is the maximum length of a paste in bytes. The explorer's input lines are never longer.
const mostPasted = 64 << 10

// pastes limits the length of the pastes in a terminal's input and ends those whose end mark is
// missing. Bubbletea processes no input after the first mark until it has read the second one: without
// it, the program would not react to any key, and a long paste would keep it busy.
type pastes struct {
	open bool // whether the input is within a paste
	size int  // bytes of the open paste
	mark int  // number of bytes of the next mark that have been read
}

// pass returns the bytes of b that the program should read. They may be longer than b by one mark,
// because a paste that is too long ends early. The rest of such a paste is dropped.
func (p *pastes) pass(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(pasteEnd))
	for _, c := range b {
		expected := pasteBegin
		if p.open {
			expected = pasteEnd
			p.size++
		}
		switch {
		case p.open && p.size == mostPasted:
			out = append(out, pasteEnd...)
		case p.open && p.size > mostPasted:
		default:
			out = append(out, c)
		}
		switch {
		case c == expected[p.mark]:
			p.mark++
		case c == expected[0]:
			p.mark = 1
		default:
			p.mark = 0
		}
		if p.mark == len(expected) {
			*p = pastes{open: !p.open}
		}
	}
	return out
}

// halt ends an open paste after a pause, and returns the bytes that the program should read. last is the last input,
// and out the result of pass for it. A ctrl+c at the end of last is a key and not part of the paste.
func (p *pastes) halt(last, out []byte) []byte {
	if !p.open {
		return out
	}
	keys := last[len(bytes.TrimRight(last, "\x03")):]
	if p.size < mostPasted {
		out = append(out[:len(out)-len(keys)], pasteEnd...)
	}
	*p = pastes{}
	return append(out, keys...)
}

// sequence matches an incomplete escape sequence at the end of the input.
var sequence = regexp.MustCompile(`\x1b(\[[0-?]*[ -/]*|O|\][ -~]*\x1b?)?$`)

// unfinished returns the length of an incomplete character or escape sequence at the end of b, 0 if there is none.
func unfinished(b []byte) int {
	const most = 48 // no sequence with a meaning is longer
	end := b[max(0, len(b)-most):]
	if at := sequence.FindIndex(end); at != nil {
		return len(end) - at[0]
	}
	for k := 1; k < utf8.UTFMax && k <= len(end); k++ {
		if c := end[len(end)-k:]; utf8.RuneStart(c[0]) && !utf8.FullRune(c) {
			return k
		}
	}
	return 0
}

// AskBackground is the escape sequence that asks a terminal for its background colour.
const AskBackground = "\x1b]11;?\x1b\\"

// background matches a terminal's answer to AskBackground, with one to four hexadecimal digits a channel.
var background = regexp.MustCompile(`\x1b\]11;rgba?:` +
	`([[:xdigit:]]{1,4})/([[:xdigit:]]{1,4})/([[:xdigit:]]{1,4})(/[[:xdigit:]]{1,4})?(\x07|\x1b\\)`)

// answered removes the answers from an input and calls tell with the colour of the last one.
func answered(b []byte, tell func(color.NRGBA)) []byte {
	found := background.FindAllSubmatch(b, -1)
	if len(found) == 0 {
		return b
	}
	last := found[len(found)-1]
	tell(color.NRGBA{channel(last[1]), channel(last[2]), channel(last[3]), 0xff})
	return background.ReplaceAll(b, nil)
}

// channel converts one to four hexadecimal digits to an intensity from 0 to 255.
func channel(digits []byte) uint8 {
	v, _ := strconv.ParseUint(string(digits), 16, 16) // background matches no other characters
	most := uint64(1)<<(4*len(digits)) - 1
	return uint8((v*0xff + most/2) / most)
}

// Stop stops the process and its group, as ctrl+z does. bubbletea gives the terminal back before Run, and takes it
// again after. It is not tea.Suspend, which waits for a SIGCONT that never comes to a group without a shell above: the
// kernel discards SIGTSTP for these.
type Stop struct {
	Stopped bool // whether the process was stopped
}

func (*Stop) SetStdin(io.Reader)  {}
func (*Stop) SetStdout(io.Writer) {}
func (*Stop) SetStderr(io.Writer) {}
