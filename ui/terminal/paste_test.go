package terminal

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPastesPass: input in any pieces is passed on unchanged if pastes end and are not too
// long.
func TestPastesPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{pasteBegin, pasteEnd, "a", "γ", "\x1b", "\x1b[", "[20", "0~",
			"\x03", "\x1b[C"})).Draw(t, "parts")
		all := []byte(strings.Join(parts, ""))
		var p pastes
		var got []byte
		for rest := all; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			got = append(got, p.pass(rest[:n])...)
			rest = rest[n:]
		}
		if !bytes.Equal(got, all) {
			t.Fatalf("%q became %q", all, got)
		}
		open := false // computed in another way, from the sequence of the marks
		for rest := string(all); ; open = !open {
			_, after, found := strings.Cut(rest, map[bool]string{false: pasteBegin, true: pasteEnd}[open])
			if !found {
				break
			}
			rest = after
		}
		if p.open != open {
			t.Fatalf("after %q open is %v", all, p.open)
		}
	})
}

func TestPastesHalt(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"ab", "ab"},
		{"ab\x03", "ab\x03"},
		{"\x1b[200~ab", "\x1b[200~ab\x1b[201~"},
		{"\x1b[200~ab\x03\x03", "\x1b[200~ab\x1b[201~\x03\x03"},
		{"\x1b[200~a\x03b", "\x1b[200~a\x03b\x1b[201~"},
		{"\x1b[200~\x03", "\x1b[200~\x1b[201~\x03"},
		{"\x1b[200~ab\x1b[201~\x03", "\x1b[200~ab\x1b[201~\x03"},
		{"\x1b[200~ab\x1b[20", "\x1b[200~ab\x1b[20\x1b[201~"},
	} {
		var p pastes
		if got := p.halt([]byte(c.in), p.pass([]byte(c.in))); string(got) != c.want || p.open {
			t.Errorf("%q becomes %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLongPastesEnd(t *testing.T) {
	long := strings.Repeat("a", 2*mostPasted)
	for _, c := range []struct{ end, after string }{{pasteEnd + "q", "q"}, {"\x03", "\x03"}, {"", ""}} {
		var p pastes
		var got []byte
		all := []byte(pasteBegin + long + c.end)
		for len(all) > 0 {
			n := min(len(all), 250)
			out := p.pass(all[:n])
			if len(out) > n+len(pasteEnd) {
				t.Fatalf("%d bytes became %d", n, len(out))
			}
			if n == len(all) {
				out = p.halt(all[:n], out)
			}
			got, all = append(got, out...), all[n:]
		}
		if want := pasteBegin + long[:mostPasted-1] + pasteEnd + c.after; string(got) != want {
			t.Errorf("a long paste and then %q becomes %d bytes, of which the last are %q", c.end, len(got), got[len(got)-20:])
		}
	}
}

func TestUnfinished(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 0, "\x1b": 1, "a\x1b": 1, "\x1b[": 2, "\x1b[C": 0, "\x1bO": 2, "\x1bOP": 0, "\x1b[<64;10;2": 10,
		"\x1b[<64;10;2M": 0, "\x1b[20": 4, "\x1b\x1b[": 2, "\x1b\x1b": 1, "\x1bd": 0,
		"γ": 0, "γ"[:1]: 1, "a⠿"[:3]: 2, "😀"[:3]: 3, "\xff": 0, "\x80": 0, strings.Repeat("a", 300) + "\x1b[1": 3, "\x1b[" +
			strings.Repeat("1", 300): 0,
	} {
		if got := unfinished([]byte(text)); got != want {
			t.Errorf("%q: the last %d bytes are unfinished, want %d", text, got, want)
		}
	}
}
