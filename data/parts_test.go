package data

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// readInParts reads separated values by parts of that size; longer lines are parts, too.
func readInParts(content []byte, size int, limit int64) (*Table, *budget, error) {
	memory := &budget{limit: limit}
	read := func() (table *Table, err error) {
		defer caught(&err)
		return readCSV(newLineStream(bytes.NewReader(content), size, memory), Dialect{}), nil
	}
	table, err := read()
	if err != nil {
		err = asError("f", err) // with the line
	}
	return table, memory, err
}

// mustReadAlike compares what parts give with what the whole text as one part gives: the same error, or the same
// table in the same memory; up to slack bytes, since the buffer of long lines is counted.
func mustReadAlike(t *testing.T, content []byte, size int, limit, slack int64) {
	t.Helper()
	want, wantMemory, wantErr := readInParts(content, len(content)+1, limit)
	got, memory, err := readInParts(content, size, limit)
	if fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Fatalf("parts of %d bytes: error %v, in one part %v", size, err, wantErr)
	}
	if d := memory.used - wantMemory.used; max(d, -d) > slack {
		t.Fatalf("parts of %d bytes: %d bytes counted, in one part %d", size, memory.used, wantMemory.used)
	}
	if err != nil {
		return
	}
	if g, w := fmt.Sprint(got.Rows, got.Named, got.HasLine, got.Notes, got.ColumnNames()),
		fmt.Sprint(want.Rows, want.Named, want.HasLine, want.Notes, want.ColumnNames()); g != w {
		t.Fatalf("parts of %d bytes: %s, in one part %s", size, g, w)
	}
	for j := range want.Width() {
		g, w := got.Column(j), want.Column(j)
		if a, b := outline(g), outline(w); a != b {
			t.Fatalf("parts of %d bytes: column %d is %s, in one part %s", size, j, a, b)
		}
		for row := range want.Rows {
			if a, b := g.cells.at(row), w.cells.at(row); math.Float64bits(a) != math.Float64bits(b) {
				t.Fatalf("parts of %d bytes: row %d of column %d is %v, in one part %v", size, row, j, a, b)
			}
		}
	}
}

// outline is all of a column but its values.
func outline(c *Column) string {
	text := fmt.Sprint(c.Kind)
	if own, isText := c.cells.(coded); isText {
		text += fmt.Sprintf(" %q %v", own.texts, own.firsts)
	}
	f := c.faults
	text += fmt.Sprint(" missing ", f.missing)
	for _, at := range []*place{f.firstMissing, f.infinite, f.text} {
		if at != nil {
			text += fmt.Sprintf(" %+v", *at)
		}
	}
	return text
}

// TestParts reads tables of many parts, and some that break off in one of them.
func TestParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	rng := rand.New(rand.NewPCG(7, 7))
	rows := func(n int, separator string, cells ...func(row int) string) string {
		var b strings.Builder
		for row := range n {
			for j, cell := range cells {
				if j > 0 {
					b.WriteString(separator)
				}
				b.WriteString(cell(row))
			}
			b.WriteString("\n")
		}
		return b.String()
	}
	number := func(int) string { return shortest(rng.NormFloat64()) }
	word := func(int) string { return []string{"u", "v", ` "w w"`, "x"}[rng.IntN(4)] }
	quoted := func(int) string { return []string{`"a,b"`, `"a ""b"""`, "\"a\nb\"", "\"a \"\"b\"\"\nc\""}[rng.IntN(4)] }
	gap := func(row int) string { return []string{"1.5", "", "NA", " 2 "}[min(row%997, 3)] }
	late := func(text string) func(int) string {
		return func(row int) string {
			if row == 3600 {
				return text
			}
			return fmt.Sprint(row % 7)
		}
	}
	plain := rows(4_000, ",", number, number, gap)
	for name, text := range map[string]string{
		"numbers":             plain,
		"header":              "a,b,c\n" + plain,
		"carriage returns":    strings.ReplaceAll("a,b,c\n"+plain, "\n", "\r\n"),
		"words":               rows(4_000, ",", number, word, gap),
		"quotes":              rows(4_000, ",", number, quoted, number),
		"a late text":         rows(4_000, ",", number, late("oops"), number),
		"an infinity":         rows(4_000, ",", number, late("-Inf"), number),
		"a late number":       rows(4_000, ",", func(row int) string { return word(row)[:1] + "1" }, number) + "3,4\n",
		"numbers after texts": rows(3_600, ",", word, number) + rows(3_600, ",", number, number),
		"decimal comma":       rows(4_000, ";", late("1,5"), late("2.5"), late("2,5")),
		"decimal point":       rows(2_000, ";", late(""), number) + rows(4_000, ";", late("1,5"), late("2,5")),
		"two decimal signs":   strings.Repeat("1;2\n", 300) + "1.5;2\n" + strings.Repeat("1;2\n", 300) + "1;2,5\n3;4\n",
		"blanks":              rows(4_000, " ", number, number, number) + "\n\n",
		"blanks and a word":   rows(4_000, "   ", number, late("x"), number),
		"tabs":                rows(4_000, "\t", number, gap, gap, number),
		"blank lines":         rows(4_000, ",", number, number) + strings.Repeat("\n  \n", 50_000) + "1,2\n",
		"a row too short":     plain + "1,2\n" + plain,
		"a stray quote":       plain + "1,2\",3\n" + plain,
		"an open quote":       plain + "1,\"2,3\n" + plain,
		"a closed quote":      plain + "1,\"2\"3,3\n" + plain,
		"a zero byte":         plain + "1,\x00,3\n" + plain,
		"Latin-1":             rows(4_000, ",", late("caf\xe9"), number),
		"a long line":         plain + strings.Repeat(" ", 70_000) + "1,2,3\n" + plain,
		"no last line break":  plain + "1,2,3",
		"one column":          rows(40_000, ",", func(row int) string { return []string{"1", "2", ""}[row%3] }),
	} {
		t.Run(name, func(t *testing.T) {
			slack := int64(0)
			if name == "a long line" || name == "an open quote" {
				slack = scratchBytes * int64(len(text))
			}
			for _, size := range []int{sniffBytes, 1000, 40} {
				mustReadAlike(t, []byte(text), size, DefaultMaxBytes, slack)
			}
			_, memory, _ := readInParts([]byte(text), len(text)+1, DefaultMaxBytes)
			mustReadAlike(t, []byte(text), 1000, memory.used/2, slack) // refused on the way
		})
	}
}

// FuzzParts reads anything by parts of any size, in little memory.
func FuzzParts(f *testing.F) {
	for _, text := range []string{people, "a,b\n1,\"x\n\"\n2,?\n", "1;1,5\n2;1.5\n3;2,5\n", "a\n\"\"\n1\n",
		"#\n\r\n1 2\n3 4\n\n\n5 6", "\"\n", "a,b\nInf,NaN\n1,1e999\n",
		"1\t\t2\n\t\t\n 3\t4 \t\n", "a,b\nx,1\n2,y\n\"\"\"\",\" \"\n", "a;b\n1,5;x\n2.5;y\n3,5;1\n", ",15\n2;1.5\n3;2,5",
		"1,2\r\n 3 , 4\r\n\r\n5,6\r", "1,2\n\v\n3,4\n\u00a05,6\n",
		"# made here\n# a,b\n1,2\n3,4\n", "#a, b\n1 2\n3 4\n"} {
		f.Add([]byte(text), uint8(0), uint16(60_000))
		f.Add([]byte(text), uint8(11), uint16(3_000))
	}
	f.Fuzz(func(t *testing.T, content []byte, size uint8, limit uint16) {
		if len(content) < sniffBytes/2 { // no line that is counted while it is split
			mustReadAlike(t, content, 1+int(size), int64(limit), 0)
		}
	})
}
