package data

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fuzzMemory limits the memory that a hostile file may claim.
const fuzzMemory = 1 << 20

// checkAny reads anything. The only acceptable outcomes are an *Error, and a
// table whose sets are of one shape and finite.
func checkAny(t *testing.T, content []byte, name string) { checkDialect(t, content, name, Dialect{}) }

// checkDialect is checkAny for a text table that is read as the user says.
func checkDialect(t *testing.T, content []byte, name string, d Dialect) {
	var table *Table
	allocated, err := allocations(func() (err error) {
		table, err = ReadTable(context.Background(), bytes.NewReader(content), name,
			Options{Dialect: d, MaxBytes: fuzzMemory})
		return err
	})
	// In all, with the garbage of every line and entry, which grows with the file.
	if allocated > 8*fuzzMemory+100*int64(len(content)) {
		t.Fatalf("%s allocated for a file of %d bytes where %s are allowed", megabytes(allocated), len(content),
			megabytes(fuzzMemory))
	}
	if err != nil {
		mustBeOwn(t, err)
		return
	}
	if used := table.memory.used; used < int64(8*table.Width()) || used > fuzzMemory {
		t.Fatalf("a table of %d rows and %d columns counts as %d bytes where %d are allowed", table.Rows, table.Width(), used,
			fuzzMemory)
	}
	if table.Rows < 2 || table.Width() == 0 {
		t.Fatalf("table of %d rows and %d columns", table.Rows, table.Width())
	}
	table.Preview(3, 3)
	for _, choice := range []Choice{{}, {DropMissing: true}, {Target: "none"},
		{Target: "1", DropMissing: true, Categorical: []string{"1"}}} {
		file, err := table.File(choice)
		if err != nil {
			mustBeOwn(t, err)
			continue
		}
		file.Describe()
		train, rest, err := file.Draw(2, 0.5, seeded(1))
		if err != nil {
			mustBeOwn(t, err)
			continue
		}
		standardize(&Set{X: train.X, Columns: train.Columns}, nil)
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

// addPeople seeds the corpus with the files that people have of the given endings.
func addPeople(f *testing.F, endings ...string) {
	for _, ending := range endings {
		names, _ := filepath.Glob("../testdata/data/people/*" + ending)
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(content)
		}
	}
}

// addHostile seeds the corpus with the small ones of the hostile files.
func addHostile(f *testing.F, ending string) {
	for _, h := range hostiles() {
		if filepath.Ext(h.name) == ending && len(h.content) < 1<<17 {
			f.Add(h.content)
		}
	}
}

func FuzzCSV(f *testing.F) {
	addGolden(f, ".csv", ".tsv", ".txt")
	addPeople(f, ".csv", ".txt")
	for _, text := range []string{people, "a,b\n1,\"x\n\"\n2,?\n", "1;1,5\n2;1.5\n", "a\n\"\"\n1\n", "#\n\r\n1 2\n3 4",
		"\"\n", "a,b\nInf,NaN\n1,1e999\n", "a,b\r1,2\r3,4",
		"# a,b\n1,2\n3,4\n", "#a b y\n1 2 3\n4 5 6\n", "# \"a;b\";c\n1,5;2\n3;4\n", "# \xff,b\n1,2\n3,4\n"} {
		f.Add([]byte(text))
	}
	addHostile(f, ".csv")
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.csv") })
}

// FuzzDialect reads text tables in all ways that a user may ask for.
func FuzzDialect(f *testing.F) {
	for _, text := range []string{people, "title\na;b\n1.299,99;1 100,5\n2.100,50;\"2\"\n", "x~y\n1,100.5~2\n3~4\n",
		"52.371\t1,3\n8.122\t2,5\n", "a  \"b c\"\n1 2\n\u22123\u00a0 4\n", "1|45%|$3\n2|5%|€4\n"} {
		for k := range 6 {
			f.Add([]byte(text), uint8(k), uint8(k%3), uint8(k), uint8(k/2))
		}
	}
	headers, separators := Headers(), append(Separators(), "~", ":")
	marks := append(Marks(), "")
	f.Fuzz(func(t *testing.T, content []byte, separator, skip, thousands, decimal uint8) {
		d := Dialect{Header: Header(headers[int(skip)%len(headers)]), Separator: separators[int(separator)%len(separators)],
			SkipLines: int(skip),
			Thousands: marks[int(thousands)%len(marks)], Decimal: []string{"", "comma", "point"}[decimal%3]}
		checkDialect(t, content, "f.csv", d)
		rows, err := NewRows(bytes.NewReader(content), "f.csv", d)
		for err == nil {
			_, err = rows.Next()
		}
		if err != io.EOF {
			mustBeOwn(t, err)
		}
	})
}

func FuzzLIBSVM(f *testing.F) {
	addGolden(f, ".libsvm", ".gz")
	for _, text := range []string{"1 1:2\n-1\n", "1 1:nan # c\n\n2 9:3\n", "1 99999999:1\n1 0:0\n", "x 1:1", "1 1:1 1:1"} {
		f.Add([]byte(text))
	}
	addHostile(f, ".libsvm")
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.libsvm") })
}

func FuzzARFF(f *testing.F) {
	addPeople(f, ".arff")
	for _, text := range []string{"@relation r\n@attribute a {x,'y\n@data\nx\n",
		"@RELATION r\n@attribute 'a b' real\n@DATA\n{0 1}\n{}\n{0 ?}\n",
		"@relation r\n@attribute a{}\n@attribute b string\n@data\n?,?\n?,'\\'\n",
		"@relation r\n@attribute a date\n@data\n2020-01-01\n'2020-01-02'\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.arff") })
}

func FuzzMatrixMarket(f *testing.F) {
	addPeople(f, ".mtx")
	for _, text := range []string{"%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n",
		"%%MatrixMarket matrix coordinate real general\n999999999 999999999 1\n1 1 1\n",
		"%%MatrixMarket matrix array real general\n99999 99999\n1\n", "%%matrixmarket\n\n%\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.mtx") })
}

// FuzzPacked reads compressed files, which may be bombs, and what is no file of ours.
func FuzzPacked(f *testing.F) {
	addPeople(f, ".gz", ".bz2", ".xz", ".zst", ".zip", ".lzma")
	for _, s := range signatures {
		f.Add(append(make([]byte, s.at), s.text...))
	}
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f") })
}

func FuzzNPY(f *testing.F) {
	addGolden(f, ".npy")
	addPeople(f, ".npy")
	f.Add(npy("<U2", "(2, 1)", []byte("a\x00\x00\x00b\x00\x00\x00c\x00\x00\x00\x00\x00\x00\x00")))
	f.Add(npy("|S1000000", "(1000000000, 3)", nil))
	f.Add(npy("<f8", "(2, 2)", make([]byte, 32)))
	f.Add(npy("<f8", "(9223372036854775807, 9223372036854775807)", nil))
	addHostile(f, ".npy")
	f.Fuzz(func(t *testing.T, content []byte) { checkAny(t, content, "f.npy") })
}

// FuzzNPZ reads archives as they come, and such as are made of fuzzed arrays, so
// that what is fuzzed is not mostly their checksums.
func FuzzNPZ(f *testing.F) {
	good := npy("<f8", "(2, 2)", make([]byte, 32))
	for _, array := range [][]byte{good, npy("|u1", "(1000000000,)", nil), npy("<f8", "(3,)", make([]byte, 24)),
		npy(strings.Repeat("x", 60_000), "(2,)", nil), npy("|u1", "(2, 500000)", make([]byte, 1_000_000))} {
		f.Add([]byte(nil), "X", array, "y", good, true)
		f.Add([]byte(nil), "a", good, "target", array, false)
	}
	// A list of entries that places the first one before the file.
	f.Add([]byte("PK\x03\x04PK\x01\x02000000000000000000000000\x05\x00\x00\x00\x00\x00000000000\x00\x00\x000.npyPK\x05\x06000000\x01\x003\x00\x00\x000000\x00\x00"),
		"", []byte(nil), "", []byte(nil), false)
	entries, _ := filepath.Glob(filepath.Join(goldenFolder, "*.npz"))
	people, _ := filepath.Glob("../testdata/data/people/*.npz")
	entries = append(entries, people...)
	for _, name := range entries {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content, "", []byte(nil), "", []byte(nil), false)
	}
	for _, h := range hostiles() {
		if filepath.Ext(h.name) == ".npz" && len(h.content) < 1<<16 {
			f.Add(h.content, "", []byte(nil), "", []byte(nil), false)
		}
	}
	f.Fuzz(func(t *testing.T, content []byte, x string, a []byte, y string, b []byte, compress bool) {
		if len(content) == 0 {
			if len(x)+len(y) > 1000 { // longer than an archive can have names is no archive
				return
			}
			content = arrays(compress, x+".npy", a, y+".npy", b)
		}
		checkAny(t, content, "f.npz")
	})
}
