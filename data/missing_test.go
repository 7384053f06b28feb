package data

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestCodes: cells that a dialect names are missing in every column, numbers by their value. The counts of CSV are
// those of pandas.read_csv(…, na_values=["-", ".", "unknown", "-999"], skipinitialspace=True).isna().sum().
func TestCodes(t *testing.T) {
	opts := Options{Dialect: Dialect{Missing: []string{"-", ".", "unknown", "-999"}}}
	for _, c := range []struct {
		name, text, missing string // the missing cells of each column
		first               string // where the first is
	}{
		{"f.csv", "a,b,kind,y\n-,2,red,1\n1,-999.0,unknown,2\n2, .,Unknown,-9.99e2\n3,4,-,NA\n", "1 2 2 2", "2:1"},
		{"f.csv", "1,2\n3,-999\n-,4\n", "1 1", "2:3"},
		{"f.tsv", "a\tb\n1,5\t-999,0\n2,5\t-\n.\t3\n", "1 2", "2:5"},
		{"f.txt", "a b y\n1 . 3\n. 3 4\n3 4 .\n4 5 6\n", "1 1 1", "2:3"},
		{"f.csv", "date,y\nunknown,1\n2024-01-31,2\n2024-02-29,3\n", "1 0", "2:1"},
		{"f.csv", "a,5\n3,1\n-,2\n4,3\n", "1 0", "3:1"}, // a header
		{"f.csv", "y\n-\n3\n-999\n4\n", "2", "2:1"},
		{"f.arff", "@relation r\n@attribute a numeric\n@attribute k {x,unknown,''}\n@attribute y numeric\n@data\n1,x,3\n" +
			"-999,x,2\n3,unknown,2\n4,'',-999.0\n5,x,.\n", "1 1 2", "7:1"},
	} {
		table, err := ReadTable(t.Context(), strings.NewReader(c.text), c.name, opts)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		got, cells := "", 0
		for j := range table.Width() {
			column, empty := table.Column(j), 0
			for row := range table.Rows {
				empty += int(indicator(math.IsNaN(column.cells.at(row))))
			}
			if got += fmt.Sprintf(" %d", empty); empty != column.Missing() || column.Kind == Mixed {
				t.Errorf("%q: column %s is %v and has %d empty cells, of which %d are known", c.text, column.Name, column.Kind,
					empty, column.Missing())
			}
			cells += empty
		}
		_, err = table.File(Choice{})
		where := fmt.Sprintf("%s:%s: missing value (one of %d)", c.name, c.first, cells)
		if got != " "+c.missing || err == nil || !strings.HasPrefix(err.Error(), where) {
			t.Errorf("%q has %s missing values, want %s: %v, want %s", c.text, got, c.missing, err, where)
		}
	}
}

// TestCodesOfRows: a reader row by row knows the same cells.
func TestCodesOfRows(t *testing.T) {
	dialect := Dialect{Missing: []string{"unknown", "-999"}}
	rows, err := NewRows(strings.NewReader("a,b\n-999.0,unknown\n1,x\n"), "f.csv", dialect)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"false  ", "true 1 x"} {
		if bad, err := rows.Next(); bad != nil || err != nil {
			t.Fatal(bad, err)
		}
		_, isNumber := rows.Number(0)
		a := rows.Text(0)
		b := rows.Text(1)
		if got := fmt.Sprint(isNumber, " ", a, " ", b); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestCodesOfNumbers: formats of numbers, which have NaN, are refused.
func TestCodesOfNumbers(t *testing.T) {
	array, _ := binary.Append(nil, little, []float64{1, 2, -999, 4})
	for _, text := range []string{"1 1:2 2:-999\n2 1:3\n", "%%MatrixMarket matrix array real general\n2 1\n1\n-999\n",
		string(npy("<f8", "(2, 2)", array))} {
		_, err := ReadTable(t.Context(), strings.NewReader(text), "f", Options{Dialect: Dialect{Missing: []string{"-999"}}})
		if want := "has NaN for missing values, and no codes, expected NaN in their places; write the table as CSV, or " +
			"leave out [missing]"; err == nil || !strings.HasSuffix(told(err), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestCodesAreOffered: where texts among numbers may stand for missing values, a remedy names them beside those named
// before, and reads the file. Categories and many texts are no codes.
func TestCodesAreOffered(t *testing.T) {
	with := func(at int, odd string) func(i int) string {
		return func(i int) string {
			if i == at || i == at+7 {
				return odd
			}
			return number(i)
		}
	}
	many := func(i int) string {
		if i%5 == 0 {
			return fmt.Sprintf("n%d", i)
		}
		return number(i)
	}
	rare := func(i int) string { return strings.Repeat("-", 1-i%3/2) + strings.Repeat(number(i), i%3/2) }
	for _, c := range []struct {
		text, given, want string
	}{
		{columnsOf("a,b,y", 40, number, with(3, "-"), number), "", "[missing=-] [drop-missing=]"},
		{columnsOf("a,b,y", 40, number, with(0, "-"), number), "x", "[missing=x,-] [drop-missing=]"},
		{columnsOf("a,b,y", 40, number, number, with(3, "unknown")), "", "[missing=unknown] [drop-missing=]"},
		{columnsOf("a,b,y", 40, with(1, "."), with(3, "-"), with(5, "n.d.")), "", "[missing=-,.,n.d.] [drop-missing=]"},
		{columnsOf("a,b,c,d,e,y", 40, with(1, "i"), with(3, "ii"), with(5, "iii"), with(7, "iv"), number, number), "",
			"[missing=i,ii,iii,iv] [drop-missing=]"},
		{columnsOf("a,b,y", 40, number, many, number), "", "[columns=-b]"},
		{columnsOf("a,b,y", 40, number, rare, number), "", "[columns=-b]"},
		{columnsOf("a,b,y", 40, number, with(3, `"1,2,x"`), number), "", "[columns=-b]"},
		{columnsOf("a,b,y", 40, number, func(i int) string { return strings.Split("2,3,4more", ",")[i%3] }, number), "",
			"[categorical=b]"},
	} {
		dialect := Dialect{Missing: strings.Fields(c.given)}
		_, err := load([]byte(c.text), "f.csv", Options{Dialect: dialect}, Choice{})
		var own *Error
		if !errors.As(err, &own) {
			t.Errorf("%.40q is read: %v", c.text, err)
			continue
		}
		choice, dialect, ok := Corrected(own, Choice{}, dialect)
		file, err := load([]byte(c.text), "f.csv", Options{Dialect: dialect}, choice)
		isOffered := strings.Contains(told(own), "[missing")
		if !strings.Contains(told(own), c.want) || strings.Contains(c.want, "missing") != isOffered || !ok || err != nil {
			t.Errorf("%.40q: %s, want %s; corrected: %v", c.text, told(own), c.want, err)
		} else if strings.Contains(c.want, "missing") && file.Dims() != file.Table.Width()-1 {
			t.Errorf("%.40q: %d features", c.text, file.Dims())
		}
	}
}

// TestMarksAreOffered: what may stand for missing values is named in the remedy that leaves it out.
func TestMarksAreOffered(t *testing.T) {
	mark := func(i int) string {
		if i%9 == 4 {
			return "-999.0"
		}
		return number(i)
	}
	text := columnsOf("a,b,y", 40, number, mark, mark)
	file, err := load([]byte(text), "f.csv", Options{}, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	problems := file.Describe().Problems
	if list := toldNotes(problems); len(list) == 0 || !strings.HasSuffix(list[len(list)-1],
		"if they do, leave such rows out [missing=-999] [drop-missing=]") {
		t.Fatal(list)
	}
	choice, dialect, _ := Corrected(problems[len(problems)-1], Choice{}, Dialect{})
	file, err = load([]byte(text), "f.csv", Options{Dialect: dialect}, choice)
	if err != nil || file.Rows() != 36 || slices.ContainsFunc(toldNotes(file.Describe().Problems), func(text string) bool {
		return strings.Contains(text, "far from")
	}) {
		t.Error(err, file.Rows(), toldNotes(file.Describe().Problems))
	}
}

// TestOwnFiles: a file that the program wrote is not taken for data.
func TestOwnFiles(t *testing.T) {
	for _, text := range []string{"{\n \"gramscope_session\": 1,\n \"data\": {}\n}\n", `{"format":"gramscope model"}`,
		"data,n,d,kernel,gamma,m\nf.csv,5,2,gaussian,1,3\nf.csv,5,2,gaussian,1,4\n"} {
		_, err := ReadTable(t.Context(), strings.NewReader(text), "f", Options{})
		if err == nil || !strings.Contains(err.Error(), "this is a file of gramscope, not a table") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestCountsOfMissing: counts are written in one way, without commas.
func TestCountsOfMissing(t *testing.T) {
	text := "a,b,y\n" + strings.Repeat("1,,2\n", 1100) + strings.Repeat("2,3,4\n", 1200) + "3,4,many\n"
	_, err := load([]byte(text), "f.csv", Options{}, Choice{})
	if err == nil || !strings.Contains(told(err), "1100") || strings.Contains(told(err), "1,100") {
		t.Error(told(err))
	}
}
