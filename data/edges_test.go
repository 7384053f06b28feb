package data

import "testing"

// TestSeparatorOfAnUnevenFile: one separator in the first line is taken even where other lines
// have more or none.
func TestSeparatorOfAnUnevenFile(t *testing.T) {
	for head, want := range map[string]byte{"a;b\n1\n": ';', "a\tb\n1\t2\t3\n": '\t', "a;b,c,d\n1\n": ',', "a\n1\n": ','} {
		if got := recognise(sniffLines([]byte(head), sniffedLines), 1, Dialect{texts: true}); got != want {
			t.Errorf("%q is separated by %q, want %q", head, got, want)
		}
	}
}

// TestSeparatorByNumbers: where several separators give a table, that of most numbers is taken, and the first of these.
func TestSeparatorByNumbers(t *testing.T) {
	for head, want := range map[string]byte{"1,5 2,5\n2,5 3,5\n": ' ', "1\t2 3\n4\t5 6\n": ' ', "1,2\t3\n4,5\t6\n": '\t',
		"1;2,5\n3;4,5\n": ';', "a b,1\nc d,2\n": ',', "a,b c\n1,2 3\n2,u v\n": ',', "a b\n\"x,y\" 1\n\"u,v\" 2\n": ' ',
		"id,week,a,b\n1,2020 W1,u,v\n2,2020 W2,u,v\n": ','} {
		if got := recognise(sniffLines([]byte(head), sniffedLines), 1, Dialect{}); got != want {
			t.Errorf("%q is separated by %q, want %q", head, got, want)
		}
	}
}
