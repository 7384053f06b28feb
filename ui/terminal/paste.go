package terminal

import (
	"bytes"
	"regexp"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// The marks that a terminal puts around what is pasted.
const pasteBegin, pasteEnd = ansi.BracketedPasteStart, ansi.BracketedPasteEnd

// mostPasted is how many bytes of a paste are taken in. No line that is typed
// here is longer.
const mostPasted = 64 << 10

// pastes follows the pastes in a terminal's input. Bubbletea hands nothing on
// between the two marks before it has the second: one that got lost would leave the
// program deaf to all keys, and a long paste would keep it busy.
type pastes struct {
	open bool
	size int // bytes of the open one
	mark int // bytes of the mark that is expected next, as far as they have come
}

// pass takes the next bytes and returns those that go on to the program: at
// most a mark more than there came. A paste that is too long ends early, and the rest of it is dropped.
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

// halt ends a paste in which nothing comes any more. last is what came last, and out
// what pass has made of it. A ctrl+c that comes last is a key.
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

// sequence is the beginning of an escape sequence, up to the end of the input.
var sequence = regexp.MustCompile(`\x1b(\[[0-?]*[ -/]*|O|\][ -~]*\x1b?)?$`)

// unfinished is the length of the end of b that may be the beginning of something
// longer: of a character, or of an escape sequence.
func unfinished(b []byte) int {
	const most = 48 // no sequence that means anything is longer
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
