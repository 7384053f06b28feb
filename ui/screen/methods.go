package screen

import (
	"strings"

	"gramscope/model/lab"
	"gramscope/ui/curve"
	"gramscope/ui/look"
)

// Visible returns the first count of the names, with the method that is pointed at as the last of these if it came
// later.
func Visible(b *lab.State, names []string, count int) []string {
	shown := append([]string(nil), names[:min(max(count, 0), len(names))]...)
	for i, name := range names {
		if i >= len(shown) && len(shown) > 0 && name == b.CurrentName() {
			shown[len(shown)-1] = name
		}
	}
	return shown
}

// Sign returns the number of a method's marker and colour, and the marker.
func Sign(b *lab.State, l *look.Look, name string) (number int, marker rune) {
	number = curve.Sign(b, max(b.MethodIndex(name), 0))
	return number, l.Sign(number)
}

// Heading heads the chart of a method among others in w cells: its marker in its colour, its name, and the first of the
// ends that fits.
func Heading(b *lab.State, l *look.Look, name string, w int, ends ...string) string {
	number, marker := Sign(b, l, name)
	sign := string(marker) + " "
	texts := make([]string, len(ends), len(ends)+1)
	for i, end := range ends {
		texts[i] = sign + name + end
	}
	text, _ := strings.CutPrefix(l.Longest(w+1, append(texts, sign+name)...), sign)
	return l.Colored(sign, number) + l.Strong.Render(strings.TrimRight(l.Fit(l.Text(text), max(w-2, 0)), " "))
}
