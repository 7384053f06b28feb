package data

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/data/remedy"
)

// person is an entry of testdata/data/people/expected.json, which pandas and SciPy have written.
type person struct {
	Options struct {
		Header, Separator, Thousands, Decimal string
		Skip                                  int
	}
	Choice  Choice
	Error   []string
	Names   []string
	Columns [][]any // numbers, texts and nil for missing values
	Notes   []string
	Left    []string // columns that are no features, besides the target
	X       []string // names of the features
}

// TestPeople reads the files that people have: each gives what pandas and SciPy read, or the refusal that is
// asked for.
func TestPeople(t *testing.T) {
	const folder = "../testdata/data/people"
	text, err := os.ReadFile(filepath.Join(folder, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var people map[string]person
	if err := json.Unmarshal(text, &people); err != nil {
		t.Fatal(err)
	}
	for name, want := range people {
		t.Run(name, func(t *testing.T) {
			file, _, _ := strings.Cut(name, "@") // FILE@NOTE is the file read in another way
			table, err := Open(context.Background(), filepath.Join(folder, file), nil, want.options())
			if err == nil {
				var file *File
				if file, err = table.File(want.Choice); err == nil {
					want.check(t, table, file)
				}
			}
			switch {
			case err != nil && want.Error == nil:
				t.Fatal(err)
			case err == nil && want.Error != nil:
				t.Fatalf("is read, want an error with %q", want.Error)
			}
			for _, words := range want.Error {
				if !strings.Contains(told(err), words) {
					t.Errorf("error %q lacks %q", told(err), words)
				}
			}
		})
	}
}

// options returns the options of reading.
func (p person) options() Options {
	return Options{Dialect: Dialect{Header: Header(p.Options.Header), Separator: p.Options.Separator,
		SkipLines: p.Options.Skip, Thousands: p.Options.Thousands, Decimal: p.Options.Decimal}}
}

// check compares a table that was read.
func (p person) check(t *testing.T, table *Table, file *File) {
	t.Helper()
	if p.Error != nil {
		return
	}
	if names := table.ColumnNames(); !slices.Equal(names, p.Names) {
		t.Fatalf("columns %q, want %q", names, p.Names)
	}
	for j, want := range p.Columns {
		c := table.Column(j)
		if table.Rows != len(want) {
			t.Fatalf("%d rows, want %d", table.Rows, len(want))
		}
		for i, cell := range want {
			text := c.Cell(i)
			switch cell := cell.(type) {
			case nil:
				if text != "" {
					t.Errorf("row %d of %q: %q, want a missing value", i, c.Name, text)
				}
			case string:
				if text != cell {
					t.Errorf("row %d of %q: %q, want %q", i, c.Name, text, cell)
				}
			case float64:
				if v := c.cells.at(i); c.Kind == Text || math.Abs(v-cell) > 1e-12*math.Abs(cell) {
					t.Errorf("row %d of %q: %s, want the number %g", i, c.Name, text, cell)
				}
			}
		}
	}
	target, features, _ := file.Chosen()
	var left []string
	for j, is := range features {
		if !is && j != target {
			left = append(left, table.Column(j).Name)
		}
	}
	if !slices.Equal(left, p.Left) {
		t.Errorf("left out: %q, want %q", left, p.Left)
	}
	if p.X != nil {
		if x := namesOf(file.features(), func(f feature) string { return f.name }); !slices.Equal(x, p.X) {
			t.Errorf("features %q, want %q", x, p.X)
		}
	}
	for _, words := range p.Notes {
		notes := namesOf(file.Notes(), func(n remedy.Note) string { return n.String() })
		if !slices.ContainsFunc(notes, func(note string) bool { return strings.Contains(note, words) }) {
			t.Errorf("notes %q lack %q", notes, words)
		}
	}
}
