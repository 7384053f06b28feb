package look

import (
	"strings"
	"testing"

	"gramscope/approx"
	"gramscope/ui/chart"
)

// TestEveryMethodHasItsMarker: without colours the marker alone tells methods apart.
func TestEveryMethodHasItsMarker(t *testing.T) {
	for _, glyphs := range []string{"braille", "block", "ascii"} {
		l, err := New(glyphs, "none", func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]string{}
		for i, method := range approx.Methods() {
			if other, taken := of[l.Marker(i)]; taken {
				t.Errorf("%s: %s and %s share %s", glyphs, other, method.Name, l.Marker(i))
			}
			of[l.Marker(i)] = method.Name
		}
	}
}

// TestManyMethodsStayApart: with colours no sign comes twice among chart.Signs, without any none among the markers, and they
// are the same as those of chart.
func TestManyMethodsStayApart(t *testing.T) {
	for _, glyphs := range []string{"braille", "block", "ascii"} {
		for theme, want := range map[string]int{"light": chart.Signs, "dark": chart.Signs, "okabe-ito": chart.Signs, "auto": chart.Signs, "none": len(chart.Markers(chart.ASCII))} {
			l, err := New(glyphs, theme, func(name string) string { return map[string]string{"COLORTERM": "truecolor"}[name] })
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]int{}
			for i := range want {
				sign := l.Paint(l.Marker(i), i, false)
				if other, taken := seen[sign]; taken {
					t.Fatalf("%s, %s: methods %d and %d of %d share %q", glyphs, theme, other, i, want, sign)
				}
				seen[sign] = i
				if marker, _ := l.Glyphs.Sign(i); marker != l.Sign(i) {
					t.Fatalf("%s: method %d is %c, in charts %c", glyphs, i, l.Sign(i), marker)
				}
			}
		}
	}
}

// TestOkabeItoAsFarAsTheTerminalCan: exact colours, the nearest of 256 or of 16, or none.
func TestOkabeItoAsFarAsTheTerminalCan(t *testing.T) {
	for _, c := range []struct{ environment, want string }{
		{"COLORTERM=truecolor TERM=xterm-256color", "\x1b[38;2;0;11"},
		{"TERM=xterm-256color", "\x1b[38;5;"},
		{"TERM=xterm", "\x1b["},
		{"TERM=xterm NO_COLOR=1 COLORTERM=truecolor", "●"},
		{"TERM=dumb COLORTERM=truecolor", "●"},
	} {
		l, err := New("braille", "okabe-ito", func(name string) string {
			for pair := range strings.FieldsSeq(c.environment) {
				if key, value, _ := strings.Cut(pair, "="); key == name {
					return value
				}
			}
			return ""
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Paint("●", 0, false); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q…", c.environment, got, c.want)
		}
		codes := map[string]bool{}
		for i := range l.Series {
			codes[l.Paint("●", i, false)] = true
		}
		if n := len(chart.OkabeIto()); len(codes) != n && c.want != "●" {
			t.Errorf("%s: %d colours of %d: %v", c.environment, len(codes), n, codes)
		}
	}
}
