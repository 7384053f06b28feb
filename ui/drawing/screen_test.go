package drawing

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// elements are those of an SVG, as name and attributes, with the text of texts.
func elements(t interface{ Fatalf(string, ...any) }, svg string) (list []string) {
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if token == nil {
			if err.Error() != "EOF" {
				t.Fatalf("%v in\n%s", err, svg)
			}
			return list
		}
		switch token := token.(type) {
		case xml.StartElement:
			s := token.Name.Local
			for _, a := range token.Attr {
				s += fmt.Sprintf(" %s=%s", a.Name.Local, a.Value)
			}
			list = append(list, s)
		case xml.CharData:
			if text := string(token); strings.TrimSpace(text) != "" && len(list) > 0 {
				list[len(list)-1] += " " + text
			}
		}
	}
}

// TestScreenDrawsEveryCell: texts, blocks, dots and lines in their colours, at their places.
func TestScreenDrawsEveryCell(t *testing.T) {
	var b bytes.Buffer
	text := "a\x1b[1;31mK̃<\x1b[0m \x1b[38;2;1;2;3;48;5;16m▀\x1b[0m\n" + "─⠁\x1b[7m x\x1b[0m\x1b[2m▄\x1b[0m"
	if err := Screen(&b, text, "#101010", "#eeeeee"); err != nil {
		t.Fatal(err)
	}
	got := elements(t, b.String())[2:] // after the picture and its background
	want := []string{
		"text x=0 y=12 textLength=8 space=preserve fill=#eeeeee a",
		"text x=8 y=12 textLength=16 space=preserve fill=#cd3131 font-weight=bold K̃<",
		"rect x=32 y=0 width=8 height=16 fill=#000000",
		"path d=M32 0h8v8h-8z fill=#010203",
		"path d=M0 24h5v1h-5zM4 24h4v1h-4zM9 17h2v2h-2z fill=#eeeeee",
		"rect x=16 y=16 width=16 height=16 fill=#eeeeee",
		"text x=24 y=28 textLength=8 space=preserve fill=#101010 x",
		"path d=M32 24h8v8h-8z fill=#eeeeee opacity=0.6",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestScreenTakesAnyText: whatever escape sequences a text has, the SVG is well formed.
func TestScreenTakesAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"\x1b[", "38;2;1", "38;5;300", ";", "m", "48;2;9;9;9m",
			"7m", "0m", "99999m", "a", "<&\"", "é", "世", "▀", "⣿", "┼", "\n", " ", "\x00", "\x1b]11;?\x07", "\xff"})).Draw(t,
			"text"), "")
		var b bytes.Buffer
		if err := Screen(&b, text, "#000000", "#ffffff"); err != nil {
			t.Fatal(err)
		}
		elements(t, b.String())
	})
}
