package ui

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"

	"gramscope/ui/screen/screentest"
	"gramscope/ui/session"
)

// TestLineComesBackToTheState: what c copies reads as the session that w writes, after random keys; in pieces, too.
func TestLineComesBackToTheState(t *testing.T) {
	keys := []string{"1", "2", "3", "4", "5", "tab", "left", "right", "up", "down", "r", "u", "x", "y", "b", "z", "B", " ",
		"p", "f"}
	for seed := range uint64(2) {
		m := newToy(t, "braille", "none", 100, 30)
		draw := rand.New(rand.NewPCG(seed, 30))
		for range 30 {
			press(m, keys[draw.IntN(len(keys))], "esc")
		}
		line, err := m.session().Line()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{line, line + "==\n", line[:70] + "\r\n" + line[70:]} {
			s, err := session.Read(strings.NewReader(text), "input", screentest.Methods())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if got, want := sessionText(t, s), sessionText(t, m.session()); !bytes.Equal(got, want) {
				t.Errorf("seed %d: the line reads as\n%s\nwant\n%s", seed, got, want)
			}
		}
	}
}

// TestSpoiltLines: each is an error that says what was expected.
func TestSpoiltLines(t *testing.T) {
	m := newToy(t, "braille", "none", 100, 30)
	line, err := m.session().Line()
	if err != nil {
		t.Fatal(err)
	}
	pack := func(text string) string {
		var b bytes.Buffer
		w, _ := zlib.NewWriterLevel(&b, zlib.BestCompression)
		_, _ = w.Write([]byte(text))
		w.Close()
		return base64.RawStdEncoding.EncodeToString(b.Bytes())
	}
	for want, text := range map[string]string{
		"cut short, or was changed": line[:len(line)/2],
		"illegal base64":            line[:40] + "*" + line[40:],
		"checksum":                  line[:len(line)-4] + "AAAA",
		"longer than 1 MB":          pack(strings.Repeat(" ", 2<<20)),
		"not a session":             pack("{}"),
		`unknown method "plane"`:    pack(strings.Replace(string(sessionText(t, m.session())), `"plain"`, `"plane"`, 1)),
	} {
		if _, err := session.Read(strings.NewReader(text), "input", m.Methods); err == nil ||
			!strings.HasPrefix(err.Error(), "input: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
