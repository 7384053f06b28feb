package data

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// fuzzMemory keeps what a hostile file may claim small.
const fuzzMemory = 1 << 20

// checkAny reads anything. The only acceptable outcomes are an *Error, and a
// table whose sets are of one shape and finite.
func checkAny(t *testing.T, content []byte, name string) {
	table, err := ReadTable(context.Background(), bytes.NewReader(content), name, Options{MaxBytes: fuzzMemory})
	if err != nil {
		mustBeOwn(t, err)
		return
	}
	if table.Rows < 2 || len(table.Columns) == 0 {
		t.Fatalf("table of %d rows and %d columns", table.Rows, len(table.Columns))
	}
	table.Preview(3, 3)
	for _, choice := range []Choice{{}, {DropMissing: true}, {Target: "none"}, {Target: "1", DropMissing: true, Categorical: []string{"1"}}} {
		file, err := table.File(choice)
		if err != nil {
			mustBeOwn(t, err)
			continue
		}
		_ = file.Describe().String()
		train, rest, err := file.Draw(2, 0.5, seeded(1))
		if err != nil {
			mustBeOwn(t, err)
			continue
		}
		Standardize(&Set{X: train.X, Columns: train.Columns}, nil)
		for _, set := range []*Set{train, rest} {
			checkSet(t, file, set)
		}
	}
}

func mustBeOwn(t *testing.T, err error) {
	t.Helper()
	var own *Error
	if !errors.As(err, &own) || own.Problem == "" {
		t.Fatalf("error %v of type %T", err, err)
	}
}

func checkSet(t *testing.T, file *File, set *Set) {
	t.Helper()
	if set == nil {
		return
	}
	n, d := set.X.Dims()
	if d != file.Dims() || len(set.Columns) != d || set.Y != nil != file.HasTarget() || set.Y != nil && len(set.Y) != n {
		t.Fatalf("set of %d×%d, %d names, %d targets", n, d, len(set.Columns), len(set.Y))
	}
	for _, v := range slices.Concat(set.X.RawMatrix().Data, set.Y) {
		if !isFinite(v) {
			t.Fatalf("value %v", v)
		}
	}
	for _, class := range set.Y {
		if set.Classes != nil && (class < 0 || int(class) >= len(set.Classes)) {
			t.Fatalf("class %v of %d", class, len(set.Classes))
		}
	}
}

// addGolden seeds the corpus with the files of make.py of the given endings.
func addGolden(f *testing.F, endings ...string) {
	entries, err := os.ReadDir(goldenFolder)
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range entries {
		if slices.Contains(endings, filepath.Ext(entry.Name())) {
			content, err := os.ReadFile(filepath.Join(goldenFolder, entry.Name()))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(content)
		}
	}
}

func FuzzCSV(f *testing.F) {
	addGolden(f, ".csv", ".tsv", ".txt")
	for _, text := range []string{people, "a,b\n1,\"x\n\"\n2,?\n", "1;1,5\n2;1.5\n", "a\n\"\"\n1\n", "#\n\r\n1 2\n3 4", "\"\n", "a,b\nInf,NaN\n1,1e999\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.csv") })
}

func FuzzLIBSVM(f *testing.F) {
	addGolden(f, ".libsvm", ".gz")
	for _, text := range []string{"1 1:2\n-1\n", "1 1:nan # c\n\n2 9:3\n", "1 99999999:1\n1 0:0\n", "x 1:1", "1 1:1 1:1"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.libsvm") })
}

func FuzzNPY(f *testing.F) {
	addGolden(f, ".npy", ".npz")
	f.Add(npy("<f8", "(2, 2)", make([]byte, 32)))
	f.Add(npy("<f8", "(9223372036854775807, 9223372036854775807)", nil))
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.npy") })
}
