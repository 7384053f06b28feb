package data

import (
	"reflect"
	"strings"
	"testing"
)

// TestARFFDates: dates in a form other than ISO 8601 are refused; 260101 is no number of days.
func TestARFFDates(t *testing.T) {
	for pattern, isRead := range map[string]bool{"": true, "yyyy-MM-dd": true, `"yyyy-MM-dd HH:mm:ss"`: true,
		"yyMMdd": false, "'dd/MM/yyyy'": false, `"HH:mm"`: false} {
		file := "@relation r\n@attribute d DATE " + pattern + "\n@attribute y real\n@data\n2020-01-28,1\n2020-02-28,2\n"
		_, err := ReadTable(t.Context(), strings.NewReader(file), "f", Options{})
		if (err == nil) != isRead || !isRead && !strings.Contains(err.Error(), `attribute "d", expected dates of ISO 8601`) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// TestARFFRunsOfCommas: Weka's reader takes a run of commas, and one at the end of a line, as one separator. An
// empty value that keeps the number of values stays a missing one.
func TestARFFRunsOfCommas(t *testing.T) {
	const header = "@relation r\n@attribute a real\n@attribute b real\n@data\n"
	table, err := ReadTable(t.Context(), strings.NewReader(header+"1,,2\n3,4,\n5,6\n"), "f", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range [][]float64{{1, 3, 5}, {2, 4, 6}} {
		for row, value := range want {
			if got := table.Column(j).cells.at(row); got != value {
				t.Errorf("row %d, column %d: %v, want %v", row, j, got, value)
			}
		}
	}
	if len(table.Notes) != 1 || !strings.Contains(table.Notes[0].Text, "run of commas") {
		t.Errorf("notes %v", table.Notes)
	}
	if table, err = ReadTable(t.Context(), strings.NewReader(header+"1,\n3,4\n"), "f", Options{}); err != nil ||
		table.Column(1).faults.missing != 1 || len(table.Notes) != 0 {
		t.Errorf("an empty value: %v, %v", table, err)
	}
	if _, err = ReadTable(t.Context(), strings.NewReader(header+"1,2,3\n"), "f", Options{}); err == nil {
		t.Error("three values of two attributes are read")
	}
}

// TestARFFBlanks: blanks separate the values of a row without commas.
func TestARFFBlanks(t *testing.T) {
	const file = "@relation r\n@attribute a real\n@attribute k {x 'y z' }\n@data\n1 x\n2  'y z'\t\n"
	table, err := ReadTable(t.Context(), strings.NewReader(file), "f", Options{})
	if err != nil || !reflect.DeepEqual(table.Preview(2, 2), [][]string{{"1", "x"}, {"2", "y z"}}) {
		t.Fatal(err, table)
	}
}

// TestARFFRefused: what is no ARFF is refused, with its place.
func TestARFFRefused(t *testing.T) {
	const header = "@relation r\n@attribute a real\n@attribute k {x,y}\n"
	for text, want := range map[string]string{
		"":                                    "f: no line @data",
		"@atribute b real\n":                  `f:4:1: "@atribute" in the header, expected @attribute lines`,
		"@attribute b\n":                      `f:4:1: attribute "b", expected a name and a type`,
		"@attribute 'b real\n":                `f:4:1: attribute "'b real", expected a name and a type`,
		"@attribute b relational\n":           `f:4:1: type "relational" of attribute "b"`,
		"@attribute b {x,'y}\n":               `f:4:1: the values of attribute "b"`,
		"@attribute b {x,'y' z}\n":            `f:4:1: the values of attribute "b"`,
		"@attribute s string\n@data\n{0 1}\n": `f:6:1: the attribute "s" of texts in a sparse row`,
		"@data\n1,'x\n":                       "f:5:1: a quote in this row is not closed",
		"@data\n1,'x' y\n":                    "f:5:1: a quote in this row is not closed, or text follows it",
		"@data\n{1 'x}\n":                     "f:5:1: a quote in this row is not closed",
		"@data\n{0 '1' 11 y}\n":               "f:5:1: a quote in this row is not closed, or text follows it",
		"@data\n{0 1\n":                       "f:5:1: a row without }",
		"@data\n{1 y,0 1}\n":                  `f:5:6: index "0", expected ascending whole numbers below 2`,
		"@data\n{2 1}\n":                      `f:5:2: index "2"`,
		"@data\n{a 1}\n":                      `f:5:2: index "a"`,
		"@data\n1,x\n{0 1}\n":                 "f:6:1: rows with { } and rows without",
		"@data\n{0 1}\n1,x\n":                 "f:6:1: rows with { } and rows without",
	} {
		_, err := ReadTable(t.Context(), strings.NewReader(header+text), "f", Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestARFFSparseGaps: the only missing value of a sparse row is ?; a word or nothing in the place of a number is none.
func TestARFFSparseGaps(t *testing.T) {
	for value, isRead := range map[string]bool{"?": true, "2": true, "NA": false, "": false, "'?'": false} {
		file := "@relation r\n@attribute a real\n@attribute b real\n@data\n{0 " + value + ",1 3}\n{1 2}\n"
		if _, err := ReadTable(t.Context(), strings.NewReader(file), "f", Options{}); (err == nil) != isRead {
			t.Errorf("%q: %v", value, err)
		}
	}
}
