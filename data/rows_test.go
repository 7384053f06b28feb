package data

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// Reading row by row gives the cells of the whole table, and an outline its coding.
func TestRowsAreThoseOfTheTable(t *testing.T) {
	for name, text := range map[string]string{
		"plain":         "a,b,y\n1,2,3\n4,5,6\n",
		"no header":     "1,2,3\n4,5,6\n",
		"text":          "kind,size,y\nred,1,1\nblue,2.5,2\n\"a, b\",3,4\nred,1e3,5\n",
		"comments":      "# a b y\n1 2 3\n4 5 6\n",
		"decimal comma": "a;b;y\n1,5;2;3\n4;5,25;6\n",
		"byte order":    "\ufeffa,y\r\n1,2\r\n\r\n3,4\r\n",
		"gzip":          zipped("a,y\n1,2\n3,4\n"),
		"missing":       "a,k,y\n1,u,?\nNA,v,2\n3,,7\n",
		"named rows":    ",a,y\nu,1,2\nv,3,4\nw,5,6\nx,7,8\n",
		"class target":  "a,y\n1,no\n3,yes\n2,no\n",
	} {
		table := readString(t, text, Options{})
		rows, err := NewRows(strings.NewReader(text), "test.csv", Dialect{})
		if err != nil || fmt.Sprint(rows.Names, rows.Named) != fmt.Sprint(table.ColumnNames(), table.Named) {
			t.Fatalf("%s: %v of %v, %v", name, rows.Named, rows.Names, err)
		}
		texts, count := make([][]string, len(rows.Names)), 0
		for bad, err := rows.Next(); err != io.EOF; bad, err = rows.Next() {
			for j := range rows.Names {
				cell := rows.Text(j)
				if want := table.Column(j).Cell(count); cell != want {
					t.Errorf("%s, row %d, column %d: %q, want %q", name, count, j, cell, want)
				}
				if _, isNumber := rows.Number(j); isNumber == (table.Column(j).Kind == Text) && cell != "" {
					t.Errorf("%s, row %d, column %d: a number: %t", name, count, j, isNumber)
				} else if !isNumber && cell != "" {
					texts[j] = append(texts[j], cell)
				}
			}
			if count++; bad != nil || err != nil {
				t.Fatal(bad, err)
			}
		}
		if count != table.Rows {
			t.Errorf("%s: %d rows, want %d", name, count, table.Rows)
		}
		if name == "missing" {
			continue
		}
		file, err := table.File(Choice{})
		outline, err2 := Outline("test.csv", rows.Names, rows.Named, count, texts, Choice{})
		if err = errors.Join(err, err2); err != nil {
			t.Fatal(name, err)
		}
		want, _ := file.Coding()
		want.Decimal = "" // which only cells have
		if got, err := outline.Coding(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: coding %+v, %v, want %+v", name, got, err, want)
		}
	}
}

// A row that can't be split is described, and the rows after it are read.
func TestRowsGoOnAfterBadOnes(t *testing.T) {
	rows, err := NewRows(strings.NewReader("a,k\n1,u\n3\n1\"2,u\n\xff,\"v\n\"\n"), "part.csv", Dialect{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "part.csv:3: 1 cell in this line", "part.csv:4:2: a quote inside a cell", ""} {
		bad, err := rows.Next()
		if err != nil || bad == nil && want != "" || bad != nil && (want == "" || !strings.HasPrefix(bad.Error(), want)) {
			t.Errorf("row %d: %v, %v, want %q", i, bad, err, want)
		}
	}
	if text := rows.Text(0); text != "ÿ" {
		t.Errorf("a text in Windows-1252: %q", text)
	}
	if line, column := rows.Place(1); line != 5 || column != 4 {
		t.Errorf("the last cell is in line %d, column %d", line, column)
	}
	if _, err := rows.Next(); err != io.EOF {
		t.Errorf("the end: %v", err)
	}
	if rows, err := NewRows(strings.NewReader(""), "empty.csv", Dialect{}); err != nil || rows.Names != nil {
		t.Errorf("an empty part: %v, %v", rows, err)
	}
}
