package look

import "strings"

// adjacent stands between two coloured runs without a gap.
const adjacent = "\x1b[0m\x1b["

// Compact shortens a text with many coloured runs side by side: a run on a background sets only those colours that differ from the
// ones of the run before it.
func Compact(s string) string {
	runs := strings.Split(s, adjacent)
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(runs[0])
	at := strings.LastIndex(runs[0], "\x1b[")
	if at < 0 {
		return s
	}
	fore, ground := colors(runs[0][at+2:])
	for _, run := range runs[1:] {
		f, g := colors(run)
		if ground == "" || g == "" {
			b.WriteString(adjacent + run)
		} else {
			_, text, _ := strings.Cut(run, "m")
			var codes []string
			if f != "" && f != fore { // a blank needs none
				codes = append(codes, f)
			}
			if g != ground {
				codes = append(codes, g)
			}
			if len(codes) > 0 {
				b.WriteString("\x1b[" + strings.Join(codes, ";") + "m")
			}
			b.WriteString(text)
			if f == "" {
				f = fore
			}
		}
		fore, ground = f, g
		if at := strings.LastIndex(run, "\x1b["); at >= 0 { // the run ended, and another began after a gap
			fore, ground = colors(run[at+2:])
		}
	}
	return b.String()
}

// colors returns the codes of the colours with which a run begins, "" for what it does not set. Bold runs count as runs without a
// background, so that they are left as they are.
func colors(run string) (fore, ground string) {
	codes, _, found := strings.Cut(run, "m")
	i := strings.Index(codes, "48;")
	switch {
	case !found || i < 0 || strings.HasPrefix(codes, "1;"):
		return "", ""
	case i == 0:
		return "", codes
	}
	return codes[:i-1], codes[i:]
}
