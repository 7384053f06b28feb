package terminal

import (
	"image/color"
	"testing"
)

// TestAnswersAreNoInput: answers with any number of digits are removed from the input and parsed. The text around them
// stays.
func TestAnswersAreNoInput(t *testing.T) {
	for _, c := range []struct {
		in, rest string
		want     color.NRGBA
	}{
		{"\x1b]11;rgb:ffff/8080/0000\x1b\\", "", color.NRGBA{0xff, 0x80, 0, 0xff}},
		{"a\x1b]11;rgb:1c/1c/1c\x07b", "ab", color.NRGBA{0x1c, 0x1c, 0x1c, 0xff}},
		{"\x1b]11;rgba:f/0/8/f\x07", "", color.NRGBA{0xff, 0, 0x88, 0xff}},
		{"\x1b]11;rgb:0000/0000/0000\x07\x1b]11;rgb:fff/fff/000\x07q", "q", color.NRGBA{0xff, 0xff, 0, 0xff}},
		{"\x1b]12;rgb:ffff/8080/0000\x07", "\x1b]12;rgb:ffff/8080/0000\x07", color.NRGBA{}},
		{"\x1b[A11;rgb:", "\x1b[A11;rgb:", color.NRGBA{}},
	} {
		var got color.NRGBA
		if rest := answered([]byte(c.in), func(paper color.NRGBA) { got = paper }); string(rest) != c.rest || got != c.want {
			t.Errorf("%q: %q and %v, want %q and %v", c.in, rest, got, c.rest, c.want)
		}
	}
}

// TestAnswersInPieces: every prefix of an answer is unfinished, and Read waits for the rest.
func TestAnswersInPieces(t *testing.T) {
	const answer = "\x1b]11;rgb:ffff/8080/0000\x1b\\"
	for n := 1; n < len(answer); n++ {
		if got := unfinished([]byte("a" + answer[:n])); got != n {
			t.Errorf("%q: %d bytes are unfinished, want %d", answer[:n], got, n)
		}
	}
	if got := unfinished([]byte(answer)); got != 0 {
		t.Errorf("%d bytes of a complete answer are unfinished", got)
	}
}
