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
			"": text, "cp1252": windows, "utf-16": wide.String(), "cp1252 beside UTF-8": text + "wei\xdf,2\n",
			"cp1252 below a byte-order mark": "\ufeff" + windows,
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
			first, _, isMixed := strings.Cut(name, " ")
			if table.Column(0).Name != "Köln" || table.Layout.Encoding != first || table.Layout.IsChanged != isMixed {
				t.Errorf("%d, %s: column %q, %+v", ascii, name, table.Column(0).Name, table.Layout)
			}
		}
	}
	labels := npy("|S2", "(3,)", []byte("aabb\xe9 "))
	if table, err := ReadTable(t.Context(), strings.NewReader(string(labels)), "f", Options{}); err != nil ||
		table.Preview(3, 1)[2][0] != "é" {
		t.Errorf("labels of bytes: %v, %v", table, err)
	}
}
