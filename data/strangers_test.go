package data

import (
	"fmt"
	"strings"
	"testing"
)

// opened reads a text as a file of the given name.
func opened(t *testing.T, name, text string, opts Options) *Table {
	t.Helper()
	table, err := ReadTable(t.Context(), strings.NewReader(text), name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestFractionsAreNoGroups: no number below 1 has groups of digits, so 0,544 is 0.544 and never 544.
func TestFractionsAreNoGroups(t *testing.T) {
	const text = "a,y\n\"0,544\",\"12,5\"\n\"0,617\",\"13,5\"\n\"0,123\",\"14,5\"\n"
	_, err := opened(t, "a.csv", text, Options{}).File(Choice{})
	if err == nil || !strings.Contains(told(err), "comma where commas") || strings.Contains(told(err), "thousands") {
		t.Fatalf("%v, want the decimal comma to be named", told(err))
	}
	_, d, ok := Corrected(err.(*Error), Choice{}, Dialect{})
	if !ok || d.Decimal != "comma" {
		t.Errorf("the first remedy is %+v, want the decimal comma", d)
	}
	if got := opened(t, "a.csv", text, Options{Dialect: Dialect{Decimal: "comma"}}).Column(0).Cell(0); got != "0.544" {
		t.Errorf("0,544 is read as %s", got)
	}
	for _, cell := range []string{"0,544", "0.544,2", "0 544"} {
		if v, ok := (&numberFormat{thousands: cell[1], decimal: '.', commaPossible: false}).parse(cell); ok {
			t.Errorf("%s with groups is read as %v", cell, v)
		}
	}
}

// TestDashesAreMinuses: the minus of Unicode and the dash beside it are read, and a range stays a text.
func TestDashesAreMinuses(t *testing.T) {
	table := opened(t, "a.csv", "a,b,y\n–0.5,1–2,1\n−3e−2,3–4,2\n1e–3,5–7,3\n", Options{})
	for i, want := range []string{"-0.5", "-0.03", "0.001"} {
		if got := table.Column(0).Cell(i); got != want {
			t.Errorf("row %d is %s, want %s", i+1, got, want)
		}
	}
	if got := table.Column(1).Cell(0); got != "1–2" {
		t.Errorf("a range is %s", got)
	}
}

// TestGroupsOfSwissNumbers: 1'456.32 is refused with the setting that reads it, and so is the typographic quote.
func TestGroupsOfSwissNumbers(t *testing.T) {
	const text = "a;y\n602.53;CHF 1'205.30\n1'456.32;CHF 605.60\n1’234’567;CHF 13.25\n"
	_, err := opened(t, "a.csv", text, Options{}).File(Choice{})
	if err == nil {
		t.Fatal("is read without a word")
	}
	_, d, ok := Corrected(err.(*Error), Choice{}, Dialect{})
	if !ok || d.Thousands != "quote" {
		t.Fatalf("%s, want thousands=quote", told(err))
	}
	table := opened(t, "a.csv", text, Options{Dialect: d})
	for j, want := range [][]string{{"602.53", "1456.32", "1.234567e+06"}, {"1205.3", "605.6", "13.25"}} {
		for i, cell := range want {
			if got := table.Column(j).Cell(i); got != cell {
				t.Errorf("row %d, column %d is %s, want %s", i+1, j+1, got, cell)
			}
		}
	}
}

// TestPointsMayGroup: 421 and 1.078 in one column are noted if no other point tells what points are.
func TestPointsMayGroup(t *testing.T) {
	for text, want := range map[string]bool{
		"x;y\n2.808;421\n5.369;1.078\n3.456;961\n": true,
		"x;y\n2.808;421\n5.369;1078\n3.456;961\n":  false, // three decimals in every cell
		"x;y\n0.5;421\n5.369;1.078\n3.456;961\n":   false,
	} {
		notes := strings.Join(toldNotes(opened(t, "a.csv", text, Options{}).Notes), "\n")
		if has := strings.Contains(notes, "[thousands=point]"); has != want {
			t.Errorf("%q: notes %q, want --thousands point: %t", text, notes, want)
		}
	}
	table := opened(t, "a.csv", "x;y\n2.808;421\n5.369;1.078\n3.456;961\n", Options{Dialect: Dialect{Thousands: "point"}})
	if got := table.Column(1).Cell(1); got != "1078" || len(table.Notes) != 2 {
		t.Errorf("1.078 is %s, notes %q", got, toldNotes(table.Notes))
	}
}

// TestLinesAboveTheTable: a line for Excel is passed over, and so are titles; the remedy leaves out a row of two cells.
func TestLinesAboveTheTable(t *testing.T) {
	const below = "a;b;y\n1,5;2,5;3\n2,5;3,5;4\n3,5;1,5;6\n"
	for above, skip := range map[string]int{
		"sep=;\n": 0, "\xef\xbb\xbfsep=;\r\n": 0, "\"sep=;\"\n": 0,
		"House;;Money\n": 1, "Report;;\n;;\n": 0, "; made by a program\n; on a Monday\n": 2,
		"Report, all rooms\n\n\"of a\"\n\n": 0, "Report\n\t\t\n": 0,
	} {
		var d Dialect
		table, err := ReadTable(t.Context(), strings.NewReader(above+below), "a.csv", Options{})
		if err == nil {
			_, err = table.File(Choice{})
		}
		if err != nil {
			text := told(err)
			if _, d, _ = Corrected(err.(*Error), Choice{}, Dialect{}); d.SkipLines == 0 || d.SkipLines != skip {
				t.Errorf("%q: %s", above, text)
				continue
			}
		} else if skip > 0 {
			t.Errorf("%q: is read", above)
		}
		file, err := opened(t, "a.csv", above+below, Options{Dialect: d}).File(Choice{})
		if err != nil || strings.Join(file.Table.ColumnNames(), "") != "aby" || file.Rows() != 3 {
			t.Errorf("%q: %v, %v", above, file, err)
		}
	}
	table := opened(t, "a.csv", "House;;\n"+below, Options{Dialect: Dialect{Header: HeaderYes}})
	if got := strings.Join(table.ColumnNames(), " "); got != "House x2 x3" {
		t.Errorf("the first line has the names, and they are %s", got)
	}
	// A first line that may hold names is no title.
	for _, first := range []string{",conc", ",", "\"site,conc\"", "site;conc", "\"si\nte\","} {
		text := first + "\ns1,<0.5\n" + strings.Repeat("s2,3\n", 9)
		table, err := ReadTable(t.Context(), strings.NewReader(text), "a.csv", Options{})
		if err == nil && (strings.Contains(fmt.Sprint(table.Notes), "left out") || table.Rows != 10) {
			t.Errorf("%q: %d rows, %v", first, table.Rows, toldNotes(table.Notes))
		}
	}
	// A first row of faults is no header if not all its cells are texts.
	_, err := opened(t, "a.csv", "a,b,y\n-,n.d.,1\n2,3,4\n3,4,5\n", Options{}).File(Choice{})
	if strings.Contains(told(err), "skip-lines") {
		t.Error(told(err))
	}
}

// TestEmptyColumnsAndRows: what is empty at the right and at the bottom is left out, and a note counts it.
func TestEmptyColumnsAndRows(t *testing.T) {
	for ends, want := range map[string]string{"": "empty rows at the end are left out: 2 of 5",
		",": "empty columns at the end are left out: 1 of 3", ",,": "empty columns at the end are left out: 2 of 4"} {
		text := strings.ReplaceAll("a,b\n1,2\n2,4\n3,5\n,\n,\n", "\n", ends+"\n")
		if notes := fmt.Sprint(opened(t, "a.csv", text, Options{}).Notes); !strings.Contains(notes, want) {
			t.Errorf("%q: %s, want %s", text, notes, want)
		}
	}
}

// TestMatrixWithIndex reads what pandas writes of a matrix without names.
func TestMatrixWithIndex(t *testing.T) {
	for _, text := range []string{
		",0,1,2,3\n0,1.0,0.5,0.2,0.1\n1,0.5,1.0,0.5,0.2\n2,0.2,0.5,1.0,0.5\n3,0.1,0.2,0.5,1.0\n",
		",a,b,c,d\n0,1.0,0.5,0.2,0.1\n1,0.5,1.0,0.5,0.2\n2,0.2,0.5,1.0,0.5\n3,0.1,0.2,0.5,1.0\n",
	} {
		table, err := OpenMatrix(t.Context(), "-", strings.NewReader(text), Choice{}, Options{}, false)
		if err != nil {
			t.Errorf("%q: %s", text, told(err))
			continue
		}
		row := make([]float64, 2)
		if table.Matrix.Row(row, 1, []int{0, 3}); row[0] != 0.5 || row[1] != 0.2 {
			t.Errorf("%q: row 2 begins with %v and ends with %v", text, row[0], row[1])
		}
	}
}

// TestHalfAMatrix: the mean of a triangle and its mirror image would halve every entry.
func TestHalfAMatrix(t *testing.T) {
	for text, want := range map[string]string{
		"1,0.5,0.2\n0,1,0.5\n0,0,1\n": "K + K.T - numpy.diag(K.diagonal())",
		"1,0,0\n0.5,1,0\n0.2,0.5,1\n": "K + K.T - numpy.diag(K.diagonal())",
	} {
		_, err := OpenMatrix(t.Context(), "-", strings.NewReader(text), Choice{}, Options{}, false)
		if !strings.Contains(told(err), want) {
			t.Errorf("%q: %s, want %s", text, told(err), want)
		}
	}
}

// TestBadCellMakesNoClasses: a target of numbers with one bad cell is not offered as so many classes.
func TestBadCellMakesNoClasses(t *testing.T) {
	text := "a,y\n"
	for i := range 60 {
		text += strings.Repeat("1", i%7+1) + "," + shortest(float64(i)+0.5) + "\n"
	}
	_, err := opened(t, "a.csv", text+"3,12.5 # bad sensor\n", Options{}).File(Choice{})
	if err == nil || strings.Contains(told(err), "categorical") {
		t.Error(told(err))
	}
}

// TestLongTextsAreClipped: texts are as long as people write them, and a note shows their beginnings.
func TestLongTextsAreClipped(t *testing.T) {
	long := strings.Repeat("word ", 1000)
	for _, target := range []string{"a", "y"} {
		table := opened(t, "a.csv", "a,y\n"+long+"1,1\n"+long+"2,2\n"+long+"3,3\n", Options{})
		file, err := table.File(Choice{Target: target})
		if err != nil {
			t.Fatal(err)
		}
		for _, note := range file.Notes() {
			if len(note.Text) > 500 {
				t.Errorf("a note of %d bytes: %.60s…", len(note.Text), note.Text)
			}
		}
	}
}

// TestArchiveOfTwo: of two arrays the one with a value for each row of the other is the target, whatever their names.
func TestArchiveOfTwo(t *testing.T) {
	x, words := npy("<f8", "(2, 2)", make([]byte, 32)), npy("|S2", "(2,)", []byte("abcd"))
	for _, names := range [][2]string{{"X", "labels"}, {"features", "classes"}, {"data", "names"}} {
		content := string(arrays(false, names[0]+".npy", x, names[1]+".npy", words))
		file, err := opened(t, "a.npz", content, Options{}).File(Choice{})
		if err != nil || file.Target() != names[1] || file.Dims() != 2 {
			t.Errorf("%q: %+v, %v, want the target %s", names, file, err, names[1])
		}
	}
}

// TestOldStata: pandas.to_stata writes the form of Stata 10 unless it is asked for another.
func TestOldStata(t *testing.T) {
	for _, version := range []string{"r", "s"} {
		_, err := ReadTable(t.Context(), strings.NewReader(version+"\x02\x01\x00\x03\x00"), "a.dta", Options{})
		if !strings.Contains(told(err), "pandas.read_stata") {
			t.Error(told(err))
		}
	}
}

// TestTotalsAreNoted: a last row with the sums of all others in several columns is noted, by chance in one it is not.
func TestTotalsAreNoted(t *testing.T) {
	const rows = "region,units,price\nN,3,10.5\nS,5,20.25\nE,7,1.5\nW,9,8\n"
	for last, want := range map[string]bool{"Total,24,40.25\n": true, "Total,24,40.5\n": false, "Total,0,0\n": false,
		"": false} {
		file, err := opened(t, "a.csv", rows+last, Options{}).File(Choice{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(strings.Join(toldNotes(file.Describe().Problems), "\n"),
			"sums of all others in 2 columns"); got != want {
			t.Errorf("after %q: noted %v, want %v", last, got, want)
		}
	}
}
