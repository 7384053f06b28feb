package data

import (
	"fmt"
	"strings"
	"testing"
)

// TestCommentedHeader: names after a # are used if the line can be names, and a note names the line that is
// used or skipped.
func TestCommentedHeader(t *testing.T) {
	const auto = HeaderAuto
	for _, c := range []struct {
		what, text string
		mode       Header
		names      string // joined by |
		taken      int    // the comment's line, 0 = it is none
		note       string // where it is not that of a comment taken
	}{
		{"savetxt", "# a,b,y\n1,2,3\n4,5,6\n", auto, "a|b|y", 1, ""},
		{"asked for", "# a,b,y\n1,2,3\n4,5,6\n", HeaderYes, "a|b|y", 1, ""},
		{"asked for, numbers", "# 400,500,y1\n1,2,3\n4,5,6\n", HeaderYes, "400|500|y1", 1, ""},
		{"refused", "# a,b,y\n1,2,3\n4,5,6\n", HeaderNo, "x1|x2|x3", 0, ""},
		{"without a blank", "#a,b,y\n1,2,3\n4,5,6\n", auto, "a|b|y", 1, ""},
		{"two signs", "## lab 7\n## a,b,y\n1,2,3\n4,5,6\n", auto, "a|b|y", 2, ""},
		{"the last of several", "# u,v,w\n# by me\n\n# a,b,y\n\n1,2,3\n4,5,6\n", auto, "a|b|y", 4, ""},
		{"not the last", "# a,b,y\n# by me\n1,2,3\n4,5,6\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 2 is skipped as a comment"},
		{"numbers", "# 1,2,3\n4,5,6\n7,8,9\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 1 is skipped as a comment"},
		{"a number among names", "# a,b,3\n4,5,6\n7,8,9\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 1 is skipped as a comment"},
		{"a decimal comma", "# a;1,5;y\n4,5;5;6\n7;8;9\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 1 is skipped as a comment"},
		{"missing values", "# NA,?,\n4,5,6\n7,8,9\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 1 is skipped as a comment"},
		{"sodium", "# RI,Na,Mg\n4,5,6\n7,8,9\n", auto, "RI|Na|Mg", 1, ""},
		{"a ruler", "# a,b,y\n# -,-,-\n4,5,6\n7,8,9\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 2 is skipped as a comment"},
		{"a name missing", "# ,b,y\n1,2,3\n4,5,6\n", auto, "x1|b|y", 1, ""},
		{"too few", "# a,b\n1,2,3\n4,5,6\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 1 is skipped as a comment"},
		{"too few, asked for", "# a,b\n1,2,3\n4,5,6\n7,8,9\n", HeaderYes, "1|2|3", 0,
			"line 2 is used as the header, and line 1 is skipped as a comment"},
		{"a header below", "# u,v,w\na,b,y\n1,2,3\n4,5,6\n", auto, "a|b|y", 0, ""},
		{"a header below, asked for", "# u,v,w\na,b,y\n1,2,3\n4,5,6\n", HeaderYes, "a|b|y", 0, ""},
		{"a first row with a text", "# size,kind\n5.1,oak\n4.9,ash\n", auto, "size|kind", 1, ""},
		{"quotes", "# \"a, b\",\"c \"\"d\"\"\",y\n1,2,3\n4,5,6\n", auto, `a, b|c "d"|y`, 1, ""},
		{"an open quote", "# 5\" disks,a \"b,y\n1,2,3\n4,5,6\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 1 is skipped as a comment"},
		{"semicolons", "# a,b;c\n1,5;2\n3;4\n", auto, "a,b|c", 1, ""},
		{"tabs", "# a b\t\tc\n1\t2\t3\n4\t5\t6\n", auto, "a b|x2|c", 1, ""},
		{"blanks", "#a b  y\n1 2 3\n4  5 6\n", auto, "a|b|y", 1, ""},
		{"commas above blanks", "# a, b, y\n1 2 3\n4 5 6\n", auto, "a|b|y", 1, ""},
		{"a sentence above blanks", "# distances of cities\n1 2 3\n4 5 6\n", auto, "x1|x2|x3", 0,
			"no header line: the columns are called x1, x2, …; line 1 is skipped as a comment"},
		{"words above commas", "# distance of cities,b,y\n1,2,3\n4,5,6\n", auto, "distance of cities|b|y", 1, ""},
		{"line ends of Windows", "# a,b,y\r\n1,2,3\r\n4,5,6\r\n", auto, "a|b|y", 1, ""},
		{"line ends of old", "# a,b,y\r1,2,3\r4,5,6\r", auto, "a|b|y", 1, ""},
		{"a byte-order mark", "\ufeff# a,b,y\n1,2,3\n4,5,6\n", auto, "a|b|y", 1, ""},
		{"one column", "# y\n1\n2\n", auto, "y", 1, ""},
		{"a separator at the end of rows", "a,b\n1,2,\n3,4,\n", auto, "a|b", 0,
			"empty columns at the end are left out: 1 of 3"},
	} {
		table := readString(t, c.text, Options{Dialect: Dialect{Header: c.mode}})
		if got := strings.Join(table.ColumnNames(), "|"); got != c.names || table.Rows != 2 {
			t.Errorf("%s: columns %s, %d rows; want %s, 2", c.what, got, table.Rows, c.names)
		}
		if c.taken > 0 {
			c.note = fmt.Sprintf("line %d, a comment, is used as the header; if it is not one, say so [header=no]", c.taken)
		}
		if got := strings.Join(toldNotes(table.Notes), "; "); !strings.HasPrefix(got, c.note) || c.note == "" && got != "" {
			t.Errorf("%s: notes %q, want %q", c.what, got, c.note)
		}
		isNamed := c.names != "x1|x2|x3"
		if table.Named != isNamed || table.HasLine != (isNamed && c.taken == 0) {
			t.Errorf("%s: Named %v, HasLine %v", c.what, table.Named, table.HasLine)
		}
	}
}

// TestLongCommentedHeader: names that are longer than what is looked at first, and
// a comment that would be too many cells for the memory allowed.
func TestLongCommentedHeader(t *testing.T) {
	names := strings.Repeat("temperature,", 9999) + "y"
	row := strings.Repeat("1,", 9999) + "2\n"
	table := readString(t, "# "+names+"\n"+row+row, Options{})
	if got := strings.Join(table.ColumnNames(), ","); got != names {
		t.Errorf("%d columns, the first called %q", table.Width(), table.Column(0).Name)
	}
	table = readString(t, "#"+strings.Repeat(",", 60_000)+"\n1,2\n3,4\n", Options{MaxBytes: fuzzMemory})
	if got := strings.Join(table.ColumnNames(), ","); got != "x1,x2" {
		t.Errorf("columns %s", got)
	}
}

// TestShortRowBelowACommentedHeader: names in a comment say how many cells a row has.
func TestShortRowBelowACommentedHeader(t *testing.T) {
	_, err := ReadTable(t.Context(), strings.NewReader("# a,b,c\n1,2\n3,4,5\n6,7,8\n"), "f", Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "f:2: 2 cells in this line, expected 3") {
		t.Errorf("%v", err)
	}
}
