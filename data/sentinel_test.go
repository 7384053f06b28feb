package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestSentinels: numbers that stand for missing values are pointed out where they are far from all else, and only
// there.
func TestSentinels(t *testing.T) {
	for _, c := range []struct{ column, want string }{
		{"2,1479,-200,31,-200,5.5", "-200 in 2 rows"},
		{"7.5,-999,8.25,9,7,6.5", "-999 in 1 rows"},
		{"9999,1,2,3,4,9999", "9999 in 2 rows"},
		{"990,999,980,120,130,140", ""},
		{"99,1,2,3,4,5", ""},        // may be a count
		{"0,9999,0,0,9999,0", ""},   // nothing to be far from but one value
		{"200,1,2,3,4,5", ""},       // only −200 is a mark
		{"-9999,-9998,1,2,3,4", ""}, // near another
		{"0,0,0,-99,-99,1.5", "-99 in 2 rows"},
	} {
		var text strings.Builder
		text.WriteString("a,y\n")
		for i, cell := range strings.Split(c.column, ",") {
			fmt.Fprintf(&text, "%s,%d.5\n", cell, i*i)
		}
		file, err := load([]byte(text.String()), "f.csv", Options{}, Choice{})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(toldNotes(file.Describe().Problems), "\n")
		if c.want == "" && strings.Contains(got, "far from all others") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.column, got, c.want)
		}
	}
}
