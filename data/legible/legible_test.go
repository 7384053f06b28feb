package legible

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                                     "",
		"plain, γ = 漢字, K̃ ≈ q̄ ⣿ ±":           "plain, γ = 漢字, K̃ ≈ q̄ ⣿ ±",
		"no\u00a0break\u3000wide":              "no\u00a0break\u3000wide",
		"a\x1b[1mb\nc\r\td\x00\x7f":            `a\x1b[1mb\nc\r\td\x00\u007f`,
		"\u0085\u009b2J":                       `\u0085\u009b2J`,
		"cod\u202e.csv":                        `cod\u202e.csv`,
		"\u2066\u2069\u2028\u2029":             `\u2066\u2069\u2028\u2029`,
		"\u200b\u200e\u200f\u061c\ufeff\u00ad": `\u200b\u200e\u200f\u061c\ufeff\u00ad`,
		"\U000e0041\ue000":                     `\U000e0041\ue000`,
		"bad \xff\xc3(":                        `bad \xff\xc3(`,
		"a real \ufffd":                        "a real \ufffd",
		`C:\new`:                               `C:\new`,
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestMessage: a message is as its text is, but its length is bounded, and both ends are left.
func TestMessage(t *testing.T) {
	for _, s := range []string{"", "a\x1b[1mb", strings.Repeat("γ", 2000)} {
		if got := Message(s); got != Text(s) {
			t.Errorf("Message(%q) = %q", s, got)
		}
	}
	got := Message("f.csv:3: " + strings.Repeat("γ\x1b", 100_000) + "; correct it")
	if n := utf8.RuneCountInString(got); n < 1990 || n > 2000 || !strings.HasPrefix(got, "f.csv:3: γ") ||
		!strings.HasSuffix(got, "; correct it") || !strings.Contains(got, " … ") {
		t.Errorf("%d characters: %q", n, got)
	}
}

// anything is text of all kinds of characters, and of bytes that are none.
func anything() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.StringOf(rapid.SampledFrom([]rune("ab '\"\\$`!\n\r\t\x1b\x07\x7f\u0085\u009b\u202e\u2067\u2028\u200d\ufeffγ漢e\u0301"))))
}

// TestNothingGetsThrough: what is left is UTF-8 of characters that are seen or
// blank, and stays as it is.
func TestNothingGetsThrough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anything().Draw(t, "s")
		got := Text(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool {
			return unicode.In(r, unicode.C, unicode.Zl, unicode.Zp)
		}) {
			t.Fatalf("Text(%q) = %q", s, got)
		}
		if again := Text(got); again != got {
			t.Fatalf("Text(%q) = %q", got, again)
		}
	})
}

// TestWriterCutsAnywhere: it does not matter how the text is divided into calls of Write.
func TestWriterCutsAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anything().Draw(t, "s")
		var b strings.Builder
		w := &Writer{To: &b}
		for rest := s; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if k, err := w.Write([]byte(rest[:n])); k != n || err != nil {
				t.Fatalf("%d of %d bytes are written (%v)", k, n, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = Text(lines[i])
		}
		if want := strings.Join(lines, "\n"); b.String() != want {
			t.Fatalf("%q became %q, want %q", s, b.String(), want)
		}
	})
}

// TestJSONStaysJSON: an object on a terminal can still be read, and is the same.
func TestJSONStaysJSON(t *testing.T) {
	want := "\x00\x1b\n\x7f\u0085\u009b\u202e\u2028\ufeff漢 \\x1b"
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal([]byte(Text(string(text))), &got); err != nil || got != want {
		t.Errorf("%s became %q (%v)", text, got, err)
	}
}

// TestShell: a shell splits the line into the same words, whatever they are, and the line has no characters
// that control a terminal.
func TestShell(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.OneOf(
			rapid.Map(anything(), func(s string) string { return strings.ReplaceAll(s, "\x00", "0") }), // no argument holds it
			rapid.StringOf(rapid.SampledFrom([]rune(`ab '"\$`+"`"+`*?[]{}()<>|&;!#~%=,:@^ γ-`+"\n\t"))),
			rapid.SampledFrom([]string{"", "'", "''", "-n", "$HOME", "a'b'", "\\", "~", "#x", "!!", "\x1b1", "\n", "$'\n'"}),
		), 1, 8).Draw(t, "words")
		line := Shell(append([]string{"start"}, words...)...)
		if Text(line) != line {
			t.Fatalf("%q holds what is not legible", line)
		}
		out, err := exec.Command(shell, "-c", `printf '%s\0' `+line).Output()
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		if strings.Join(got, "\x00") != strings.Join(append([]string{"start"}, words...), "\x00") {
			t.Fatalf("%q became %q by %s", words, got, line)
		}
	})
	for want, words := range map[string][]string{
		"gramscope sweep --over m=10..500:8 'a b'": {"gramscope", "sweep", "--over", "m=10..500:8", "a b"},
		`$'cod\342\200\256.csv' 'γ'`:               {"cod\u202e.csv", "γ"},
	} {
		if got := Shell(words...); got != want {
			t.Errorf("%q became %s, want %s", words, got, want)
		}
	}
}
