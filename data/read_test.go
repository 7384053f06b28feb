package data

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

const goldenFolder = "../testdata/data"

func readString(t *testing.T, text string, opts Options) *Table {
	t.Helper()
	table, err := ReadTable(context.Background(), strings.NewReader(text), "test.csv", opts)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return table
}

// values gives the numbers of a table, row by row.
func values(table *Table) [][]float64 {
	rows := make([][]float64, table.Rows)
	for i := range rows {
		for j := range table.Width() {
			rows[i] = append(rows[i], table.Column(j).cells.at(i))
		}
	}
	return rows
}

// TestGolden reads every file that testdata/data/make.py expects to be read and
// compares names and numbers with NumPy's and scikit-learn's.
func TestGolden(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(goldenFolder, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Columns []string
		Rows    [][]float64
	}
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	for name, want := range expected {
		table, err := Open(context.Background(), filepath.Join(goldenFolder, name), nil, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		if names := table.ColumnNames(); !slices.Equal(names, want.Columns) {
			t.Errorf("%s: columns %q, want %q", name, names, want.Columns)
		}
		got := values(table)
		if !slices.EqualFunc(got, want.Rows, slices.Equal[[]float64]) {
			t.Errorf("%s: rows\n%v, want\n%v", name, got, want.Rows)
		}
		if table.Name != name {
			t.Errorf("table is called %q, want %q", table.Name, name)
		}
	}
}

func TestTextFormats(t *testing.T) {
	check := func(what, text string, opts Options, names string, want [][]float64) {
		t.Helper()
		table := readString(t, text, opts)
		if got := strings.Join(table.ColumnNames(), " "); got != names {
			t.Errorf("%s: columns %q, want %q", what, got, names)
		}
		if got := values(table); !slices.EqualFunc(got, want, slices.Equal[[]float64]) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	ab := [][]float64{{1, 2}, {3, 4}}
	check("header", "a,b\n1,2\n3,4\n", Options{}, "a b", ab)
	check("no header", "1,2\n3,4\n", Options{}, "x1 x2", ab)
	check("no last line break", "1,2\n3,4", Options{}, "x1 x2", ab)
	check("header of numbers", "1,2\n1,2\n3,4\n", Options{Dialect: Dialect{Header: HeaderYes}}, "1 2", ab)
	check("a name missing", "a,\n1,2\n3,4\n", Options{}, "a x2", ab)
	check("a name with an escape, and one of two lines", "a\x1b[31m\u009b,\"b\n\tc\"\n1,2\n3,4\n", Options{},
		"a\x1b[31m\u009b b  c", ab)
	check("names of blanks", " a , b \n 1 , 2\n3,4\n", Options{}, "a b", ab)
	check("byte-order mark and CRLF", "\ufeffa,b\r\n1,2\r\n3,4\r\n", Options{}, "a b", ab)
	check("comments and blank lines", "# one\n\n# two\na,b\n1,2\n\n   \n3,4\n", Options{}, "a b", ab)
	check("semicolon", "a;b\n1;2\n3;4\n", Options{}, "a b", ab)
	check("decimal comma", "a;b\n1,0;2\n3;4,0\n", Options{}, "a b", ab)
	check("decimal comma in every cell", "1,5;2,5\n3,5;4,5\n", Options{}, "x1 x2", [][]float64{{1.5, 2.5}, {3.5, 4.5}})
	check("tab", "a\tb\n1\t2\n3\t4\n", Options{}, "a b", ab)
	check("blanks", "  1   2\n3 4  \n", Options{}, "x1 x2", ab)
	check("blanks of two bytes", "1\u00a02\n3\u00a0\u00a04\n", Options{}, "x1 x2", ab)
	check("blanks with header", "a b\n1 2\n3 4\n", Options{}, "a b", ab)
	check("single column", "a\n1\n3\n", Options{}, "a", [][]float64{{1}, {3}})
	check("quotes", "\"a,b\",c\n\"1\",2\n3,\"4\"\n", Options{}, "a,b c", ab)
	check("separators within quotes", "\"a;b\",c\n\"u;v\",1\n\"w;x\",2\n", Options{}, "a;b c", [][]float64{{0, 1}, {1, 2}})
	check("names with a semicolon", "a;x,b\n1,2\n3,4\n", Options{}, "a;x b", ab)
	check("signs and exponents", "+1,2e0\n3.,.4e1\n", Options{}, "x1 x2", ab)
}

// TestQuoteAmongBlanks: a quote that is not closed ends with its word, however much follows.
func TestQuoteAmongBlanks(t *testing.T) {
	table := readString(t, "a b\n\"x 1\n"+strings.Repeat("y 2\n", 100_000), Options{MaxBytes: hostileLimit})
	if table.Rows != 100_001 || table.Column(0).Cell(0) != `"x` {
		t.Errorf("%d rows, the first with %s", table.Rows, table.Column(0).Cell(0))
	}
}

// TestKinds: what makes a column numeric, text or mixed, and how its cells read.
func TestKinds(t *testing.T) {
	check := func(cells string, kind Kind, missing int, preview string) {
		t.Helper()
		column := readString(t, "name,z\n"+strings.ReplaceAll(cells, " ", ",0\n")+",0\n", Options{}).Column(0)
		var got []string
		for row := range strings.Count(cells, " ") + 1 {
			got = append(got, column.Cell(row))
		}
		if column.Kind != kind || column.Missing() != missing || strings.Join(got, " ") != preview {
			t.Errorf("%s: %v, %d missing, %q; want %v, %d, %q", cells, column.Kind, column.Missing(), got, kind, missing,
				preview)
		}
	}
	check("1 2 3", Numeric, 0, "1 2 3")
	check("1.50 1e3 -0.25", Numeric, 0, "1.5 1000 -0.25")
	check("NA 2 ? null N/A NaN nan 3", Numeric, 6, " 2      3")
	check("a b a", Text, 0, "a b a")
	check("NA a ?", Text, 2, " a ")
	check("1 a 1.0", Mixed, 0, "1 a 1")
	check("a 1 a 2.50", Mixed, 0, "a 1 a 2.5")
	check("NA 1 NA x NA", Mixed, 3, " 1  x ")
	check("0x10 0x11 1_000", Text, 0, "0x10 0x11 1_000")
	check("NA NA NA", Numeric, 3, "  ")
}

func TestNotes(t *testing.T) {
	check := func(text, want string) {
		t.Helper()
		if got := strings.Join(toldNotes(readString(t, text, Options{}).Notes), "; "); !strings.Contains(got, want) ||
			(want == "") != (got == "") {
			t.Errorf("%q: notes %q, want %q", text, got, want)
		}
	}
	check("a,b\n1,2\n3,4\n", "")
	check("1,2\n3,4\n", "no header line")
	check("1,2\n,4\n5,6\n", "no header line")
	check("5.1,3.5,setosa\n4.9,3.0,setosa\n6,3,virginica\n",
		"line 1 is data, not a header, because it has a number in every column of numbers")
	check("name,kind\nann,red\nbob,blue\n", "line 1 is used as the header although no column is of numbers")
	check("name,kind\nann,red\nbob,7\n", "line 1 is used as the header although no column is of numbers")
	const years, data = "is used as the header although", "is data, not a header"
	check("rate,1700,1750,1800,1850,1900\nAlbania,13,,3.5,1999,4\nNorway,1990,,4,1600,7\n", years)
	check("rate,2008\nAlbania,0.49\n"+strings.Repeat("Norway,1.6\n", 4), years)
	check("rate,2008\nAlbania,0.49\n"+strings.Repeat("Norway,1.6\n", 3), data)
	check("rate,1890,1950\nAlbania,0.49,12\n"+strings.Repeat("Norway,1.6,2902\n", 5), years)
	check("rate,1890,1950\nAlbania,0.49,12\n"+strings.Repeat("Norway,1.6,1902\n", 5), data)
	check("rate,1890\nAlbania,49\n"+strings.Repeat("Norway,1\n", 5), data)
	check("mon,1800\n"+strings.Repeat("tue,1503.5\n", 6), data)
	check("Curie,1867,1934\nPlato,-428,-348\nGauss,1777,1855\n"+strings.Repeat("Ada,1815,1852\n", 4), data)
	check("item 1,1700,1850,2010\n"+strings.Repeat("item 2,300,4000,1700\n", 6), data)
	check("a,1700,1750,1800,1850,1900\n"+strings.Repeat("b,1600,1705,1830,1855,1906\n", 6), data)
	check("rate,2019,2020\nAlbania,1800,1810\nNorway,1900,2000\n", years)
	check("rate,1950,1951,\nAlbania,13,3.5,\nNorway,19,4,\n", years)
	check("rate,1950,1945\nAlbania,13,3.5\nNorway,19,4\n", data)
	check("rate,1450,1955\nAlbania,13,3.5\nNorway,19,4\n", data)
	check("set,2008\nplants,1200\nmoons,300\n", data)
	check("Newton,1643,1727\nEuler,1707,1783\nGauss,1777,1855\n", data)
	check("Norway,1998,2050\nSweden,1999,3100\nNorway,2001,900\n", data)
	check("a;b\n1;2\n3;4\n", "separator: semicolon")
	check("a;b\n1,5;2\n3;4\n", "decimal comma")
	check("1 1:2 3:4\n-1 2:1\n", "3 columns, the largest index")
}

func TestPreview(t *testing.T) {
	table := readString(t, "a,b,c\n1,x,2\n3,,4\n5,z,6\n", Options{})
	got := table.Preview(2, 2)
	if want := [][]string{{"1", "x"}, {"3", ""}}; !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("Preview(2, 2) = %q, want %q", got, want)
	}
	if got := table.Preview(100, 100); len(got) != 3 || len(got[0]) != 3 {
		t.Errorf("Preview(100, 100) has %d×%d cells, want 3×3", len(got), len(got[0]))
	}
}

// TestStdin reads packed data from standard input, byte by byte.
func TestStdin(t *testing.T) {
	table, err := Open(context.Background(), "-", iotest.OneByteReader(bytes.NewReader(pack("a,b\n1,2\n3,4\n"))),
		Options{})
	if err != nil {
		t.Fatal(err)
	}
	if table.Name != "-" || table.Rows != 2 || table.Width() != 2 {
		t.Errorf("read %q with %d rows, %d columns", table.Name, table.Rows, table.Width())
	}
}

func pack(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.Bytes()
}

func TestProgress(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.csv")
	text := strings.Repeat("1,2,3\n", 50_000)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var last, calls int64
	_, err := Open(context.Background(), path, nil, Options{Progress: func(done, total int64) {
		if total != int64(len(text)) || done < last {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
		calls++
	}})
	if err != nil || last != int64(len(text)) || calls < 3 {
		t.Errorf("err %v, last report %d after %d calls", err, last, calls)
	}
}

// TestCancel stops each reader in the middle of its work.
func TestCancel(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("1,2,3\n", 100_000),
		strings.Repeat("1 2 3\n", 100_000),
		strings.Repeat("1 2:3\n", 100_000),
		string(npy("<f8", "(100000, 3)", make([]byte, 2_400_000))),
		string(pack(strings.Repeat(fmt.Sprintln(math.Pi, ",", math.E), 400_000))),
	} {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		_, err := ReadTable(ctx, strings.NewReader(text), "test", Options{Progress: func(int64, int64) {
			if calls++; calls == 2 {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%.10q: err %v, want context.Canceled", text, err)
		}
		if calls > 2 {
			t.Errorf("%.10q: %d reads, want none after cancelling in the second", text, calls)
		}
	}
}

// TestArchiveOfOneList: the only array of an archive is read though it is a list, and other files in it are not.
func TestArchiveOfOneList(t *testing.T) {
	content := arrays(false, "notes.txt", []byte("by me"), "y.npy", npy("|u1", "(3,)", []byte{5, 6, 7}))
	table, err := ReadTable(t.Context(), bytes.NewReader(content), "f", Options{})
	if err != nil || fmt.Sprint(values(table)) != "[[5] [6] [7]]" {
		t.Errorf("%v", err)
	}
}

// TestNPYOfOtherVersion: NumPy writes version 3 for names of fields beyond Latin-1.
func TestNPYOfOtherVersion(t *testing.T) {
	old := npy("<f8", "(2, 1)", make([]byte, 16))
	content := slices.Concat(old[:6], []byte{3, 0, old[8], old[9], 0, 0}, old[10:])
	if table, err := ReadTable(t.Context(), bytes.NewReader(content), "f", Options{}); err != nil || table.Rows != 2 {
		t.Errorf("%+v, %v", table, err)
	}
}

// npy makes an .npy file of version 1.
func npy(descr, shape string, payload []byte) []byte {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", descr, shape)
	file := append([]byte(npyMagic), 1, 0, byte(len(header)), byte(len(header)>>8))
	return append(append(file, header...), payload...)
}

// TestCSVRoundTrip writes tables of any numbers and words with any separator
// and reads the same back.
func TestCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		separator := rapid.SampledFrom([]string{",", ";", "\t"}).Draw(t, "separator")
		rows := rapid.IntRange(2, 12).Draw(t, "rows")
		columns := rapid.IntRange(2, 6).Draw(t, "columns")
		number := rapid.Custom(func(t *rapid.T) string {
			return shortest(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "v"))
		})
		word := rapid.StringMatching(`[a-m]{1,4}[ ,;"']{0,2}[a-m]{5}`)
		kinds := rapid.SliceOfN(rapid.Bool(), columns, columns).Draw(t, "isText")
		var lines []string
		want := make([][]string, rows)
		names := make([]string, columns)
		for j := range names {
			names[j] = fmt.Sprintf("\"col %d\"", j)
		}
		lines = append(lines, strings.Join(names, separator))
		for i := range want {
			cells := make([]string, columns)
			for j := range cells {
				text := rapid.OneOf(number, rapid.Just("")).Draw(t, "number")
				if i < 2 {
					text = number.Draw(t, "number")
				}
				cells[j] = text
				if kinds[j] {
					text = word.Draw(t, "word")
					cells[j] = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
				}
				want[i] = append(want[i], text)
			}
			lines = append(lines, strings.Join(cells, separator))
		}
		isGap := func(cell string) bool { return cell == "" }
		for len(want) > 2 && !slices.ContainsFunc(want[len(want)-1], func(cell string) bool { return !isGap(cell) }) {
			want, lines = want[:len(want)-1], lines[:len(lines)-1] // as rows without a value at the end are left out
		}
		text := strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line break"))
		table, err := ReadTable(context.Background(), strings.NewReader(text), "t",
			Options{Dialect: Dialect{Header: HeaderYes}})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got := table.Preview(rows+1, columns+1); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Fatalf("read %q\nwant %q\nfrom\n%s", got, want, text)
		}
	})
}
