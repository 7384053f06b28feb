package data

import (
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// TestEncodings: a text is the same table in every encoding, wherever its characters lie in the buffers.
func TestEncodings(t *testing.T) {
	for _, ascii := range []int{0, 1, 2, 3, 4090, 1 << 16} {
		text := strings.Repeat("#", ascii) + "\nKöln,y\n" + strings.Repeat("größer – 1 €,1\nweiß,2\n", 3000)
		windows, err := charmap.Windows1252.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		var wide strings.Builder
		for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
			wide.Write([]byte{byte(unit >> 8), byte(unit)})
		}
		for name, content := range map[string]string{
			"": text, "cp1252": windows, "utf-16": wide.String(),
		} {
			table, err := ReadTable(t.Context(), strings.NewReader(content), "f.csv", Options{})
			if err != nil {
				t.Fatalf("%d, %s: %v", ascii, name, err)
			}
			for row := range 6000 {
				if got, want := table.Column(0).Cell(row), []string{"größer – 1 €", "weiß"}[row%2]; got != want {
					t.Fatalf("%d, %s: %q in row %d, want %q", ascii, name, got, row, want)
				}
			}
			if table.Column(0).Name != "Köln" || table.Layout.Encoding != name {
				t.Errorf("%d, %s: column %q, %+v", ascii, name, table.Column(0).Name, table.Layout)
			}
		}
	}
	for _, text := range []string{
		"k,y\nü,1\n\xfc,2\n", "k,y\n\xfc,1\nü,2\n", "\ufeffk,y\nx,1\n\xfc,2\n", "k,y\nx,1\n\x81,2\n",
		"k,y\nü,1\n\xc3", "\xff\xfek\x00,\x00y\x00\n\x00x\x00,\x001\x00\n\x00\x00\xd8,\x002\x00",
	} {
		if _, err := ReadTable(t.Context(), strings.NewReader(text), "f.csv", Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), "f.csv:3: a text in an unknown encoding (") {
			t.Errorf("%q: %v", text, err)
		}
	}
	labels := npy("|S2", "(3,)", []byte("aabb\xe9 "))
	if table, err := ReadTable(t.Context(), strings.NewReader(string(labels)), "f", Options{}); err != nil ||
		table.Preview(3, 1)[2][0] != "é" {
		t.Errorf("labels of bytes: %v, %v", table, err)
	}
}
