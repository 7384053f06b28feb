package data

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gramscope/data/remedy"
)

// load reads and chooses, as main does.
func load(content []byte, name string, opts Options, choice Choice) (*File, error) {
	table, err := ReadTable(context.Background(), bytes.NewReader(content), name, opts)
	if err != nil {
		return nil, err
	}
	return table.File(choice)
}

// TestBadInput: each error is an *Error whose text begins with file, line and column, and contains the problem
// and the remedy.
func TestBadInput(t *testing.T) {
	var opts Options
	var choice Choice
	check := func(what, content, begin string, parts ...string) {
		t.Helper()
		_, err := load([]byte(content), "f", opts, choice)
		var own *Error
		if !errors.As(err, &own) {
			t.Errorf("%s: err %v (%T), want *Error", what, err, err)
			return
		}
		text := told(err)
		for _, part := range append(parts, begin) {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %s\nlacks %q", what, text, part)
			}
		}
		if !strings.HasPrefix(text, begin) {
			t.Errorf("%s: %s\nshould begin with %q", what, text, begin)
		}
	}

	check("empty", "", "f: the file is empty")
	check("empty, packed", string(pack("")), "f: the file is empty")
	check("blank", "\n\n  \n", "f: no data")
	check("comments only", "# a\n# b", "f: no data: only comments")
	check("header only", "a,b\n", "f: no data rows, expected at least 2")
	check("one row", "a,b\n1,2\n", "f: only 1 data row, expected at least 2")
	check("ragged, short", "a,b,c\n1,2,3\n1,2\n", "f:3: 2 cells in this line, expected 3")
	check("a comment below the top", "a,b,c\n1,2,3\n# checked\n4,5,6\n", "f:3: 1 cell in this line, expected 3",
		"remove the line; it looks like a comment")
	check("ragged, long", "# c\na,b\n1,2\n1,2,3\n", "f:4: 3 cells in this line, expected 2")
	check("text in numbers", "a,b\n1,2\n3,4\n5x,6\n", `f:4:1: text beside numbers ("5x") in column "a"`,
		"expected a number", "take the whole column as text [categorical=a]")
	check("the line of Windows", "a,b\r\n1,2\r\n3,4\r\n5x,6\r\n", `f:4:1: text beside numbers`)
	check("number after text", "a,b\n1,u\n2,v\n3,4\n", `f:2:3: text beside numbers ("u") in column "b"`,
		"take the whole column as text [categorical=b]")
	check("the first of several", "a,b\n1,1\n1,u\nv,1\n1,1", `f:3:3: text`)
	check("two decimal signs", "a;b\n1,5;2\n2.5;3\n",
		`f:3:1: a decimal comma and decimal points in one file ("2.5") in column "a"`, "say so [decimal=comma]")
	check("missing", "a,b\n1,2\n3,\n,6\n7,8\n", `f:3:3: missing value (one of 2) in column "b"`,
		"leave out such rows [drop-missing=]")
	check("the first of two missing", "a,b\n1,\n2,\n3,4\n", `f:2:3: missing value (one of 2) in column "b"`)
	check("the first of two infinities", "a,b\n1,Inf\n2,-Inf\n3,4\n", `f:2:3: infinite or too large for 64 bits ("Inf")`)
	check("missing word", "a,b\n1,2\nNA,5\n", `f:3:1: missing value (one of 1) ("NA") in column "a"`)
	check("infinity", "a,b\n1,2\n3,-Inf\n", `f:3:3: infinite`, `"-Inf"`,
		"correct it, or read the rest [target=none] [columns=-b]")
	check("a long cell is cut between characters", "a,b\n1,2\nx"+strings.Repeat("γ", 50)+",3\n",
		`f:3:1: text beside numbers ("x`+strings.Repeat("γ", 19)+`…")`)
	check("too large, per cent", "a,b\n1%,2\n1e999%,3\n", `f:3:1: infinite or too large for 64 bits ("1e999%")`)
	check("too large", "a,b\n1,2\n1e999,3\n", `f:3:1: infinite or too large for 64 bits ("1e999")`)
	check("open quote", "a,b\n1,2\n\"3,4\n5,6\n", "f:3: a quoted cell is not closed", "twice")
	check("stray quote", "a,b\n1,2\n3\",4\n", "f:3:2: a quote inside a cell")
	check("binary", "a,b\n1,\x00\x01\n", "f:2: binary data (a zero byte)")
	check("zero byte far down", strings.Repeat("a,1\n", sniffBytes)+"b\x00,1\n", "f:65537: binary data")
	check("zero in UTF-16", "\xff\xfea\x00,\x00y\x00\n\x00\x00\x00", "f:2: binary data (a zero byte)")
	check("an id", "id,y\n"+ids(51), `f: column "id" has 51 different texts and looks like an id`,
		"read the rest [target=none] [columns=-id]")
	check("one feature, taken as target", "a\nu\n1\n2\n", `f:2:1: text beside numbers`)

	check("truncated gzip", string(pack(strings.Repeat("1,2\n", 5000))[:60]), "f: the gzip stream ends too early",
		"gzip -t")
	check("truncated gzip head", "\x1f\x8b\x08", "f: the gzip stream ends too early")
	broken := pack("1,2\n3,4\n")
	broken[len(broken)-6] ^= 1 // checksum
	check("damaged gzip", string(broken), "f: the gzip stream is damaged")
	check("truncated zstd head", "\x28\xb5\x2f\xfd", "f: the zstd stream ends too early")
	check("no xz", "\xfd7zXZ\x00"+strings.Repeat("\xff", 100), "f: the xz stream is damaged", "xz -t")
	check("truncated xz head", "\xfd7zXZ\x00", "f: the xz stream ends too early")
	check("gzip of gzip", string(pack(string(pack("1,2\n3,4\n")))), "f: gzip within gzip", "decompress it once")

	check("LIBSVM index 0", "1 1:2\n-1 0:3 1:1\n", "f:2:4: index \"0\", expected a whole number from 1", "add 1")
	check("LIBSVM order", "1 1:2\n-1 3:1  2:1\n", "f:2:9: index 2 after 3, expected ascending")
	check("LIBSVM twice", "1 1:2\n-1 3:1 3:1\n", "f:2:8: index 3 after 3, expected ascending", "leave one of each")
	check("LIBSVM one row", "1 1:2\n", "f: only 1 data row")
	check("LIBSVM missing", "1 1:2 2:nan\n1 1:3\n", `f:1: missing value (one of 1) ("NaN") in column "x2"`)
	check("LIBSVM infinity", "1 1:2\n1 2:inf\n", `f:2: infinite`)
	far := strings.Repeat("1 1:2\n", 40) // beyond the lines that tell the format
	check("LIBSVM no pair", far+"1 1:2 7\n", `f:41:7: "7", expected index:value`)
	check("LIBSVM value", far+"1 1:x\n", `f:41:3: value "x" at index 1, expected a number`)
	check("LIBSVM index", far+"1 a:1\n", `f:41:3: index "a", expected a whole number`)
	check("LIBSVM label", far+"u 1:1\n", `f:41:1: label "u", expected a finite number`)
	check("LIBSVM, a pair first", far+"1:1 2:3\n", `f:41:1: a line begins with "1:1", expected a label`)
	check("LIBSVM huge index", far+"1 2000000000:1\n",
		"f:41: the data need more than 80 GB of memory for 2000000000 columns", "raise [max-memory]")

	check("npy, short", string(npy("<f8", "(2, 2)", make([]byte, 31))), "f: the array is cut short")
	check("npy, long", string(npy("<f8", "(2, 2)", make([]byte, 33))), "f: more bytes than an array of shape [2 2] has")
	check("npy, claims much", string(npy("<f8", "(100000, 2000)", nil)), "f: the array is cut short")
	check("npy, claims too much", string(npy("<f8", "(4000000000, 4000000000)", nil)), "f: the data need more than")
	check("npy, negative", string(npy("<f8", "(-1, 2)", nil)), "f: the array's header")
	check("npy, NaN", string(npy("<f8", "(2, 2)", append(make([]byte, 24), 0, 0, 0, 0, 0, 0, 0xf8, 0x7f))),
		`f: missing value (one of 1) ("NaN") in row 2 of column "x2"`)
	check("npy, infinity", string(npy(">f4", "(2, 1)", []byte{0, 0, 0, 0, 0x7f, 0x80, 0, 0})), `f: infinite`, "in row 2")
	check("npy, half infinity", string(npy("<f2", "(2, 1)", []byte{0, 0, 0, 0xfc})), `f: infinite`, `("-Inf") in row 2`)
	check("npy, half NaN", string(npy("<f2", "(2, 1)", []byte{0, 0, 1, 0x7c})), `f: missing value`, `("NaN") in row 2`)
	check("npy, texts in Fortran order", strings.Replace(string(npy("|S1", "(2, 2)", []byte("abcd"))), "False", "True ", 1),
		"f: an array of texts in Fortran order", "ascontiguousarray")
	check("npy, no label", string(npy("|S2", "(3,)", []byte("a\x00\x00\x00bb"))), "f: missing value (one of 1) in row 2")
	record := func(fields, shape string, payload ...byte) string {
		blank := strings.Repeat("?", len(fields))
		return strings.Replace(string(npy(blank, shape, payload)), "'"+blank+"'", "["+fields+"]", 1)
	}
	check("record in a record", record("('a', [('b', '|u1')])", "(2,)", 1, 2), "f: the array holds a structured type",
		"column_stack")
	check("records in a table", record("('a', '|u1')", "(2, 2)", 1, 2, 3, 4),
		"f: an array of a structured type with the shape [2 2]", "a.ravel()")
	check("record of objects", record("('a', '|u1'), ('b', '|O')", "(2,)", make([]byte, 18)...),
		`f: the field "b" holds type "|O", Python objects`)
	check("record with an infinity", record("('a', '|u1'), ('b', '<f2')", "(2,)", 1, 0, 0, 2, 0, 0x7c),
		`f: infinite or too large for 64 bits ("+Inf") in row 2 of column "b"`)
	check("zip", "PK\x03\x04 no archive", "f: the archive is damaged")

	list := func(numbers string) []byte { return npy("|u1", fmt.Sprintf("(%d,)", len(numbers)), []byte(numbers)) }
	sparse := func(indptr, indices, shape string) string {
		return string(arrays(false, "format.npy", npy("|S3", "()", []byte("csr")), "shape.npy", list(shape),
			"data.npy", list("\x05\x06"), "indptr.npy", list(indptr), "indices.npy", list(indices)))
	}
	check("npz, no shape", sparse("\x00\x01\x02", "\x00\x01", "\x00\x02"),
		"f: the sparse matrix is not consistent: its shape", "save_npz")
	check("npz, column", sparse("\x00\x01\x02", "\x00\x02", "\x02\x02"),
		"f: the sparse matrix is not consistent: the place of entry 1")
	check("npz, rows", sparse("\x00\x02\x01", "\x00\x01", "\x02\x02"),
		"f: the sparse matrix is not consistent: entry 2 of indptr")

	check("npz, places", sparse("\x00\x01\x02", "\x00\x01\x00", "\x02\x02"),
		`f: the sparse matrix is not consistent: array "indices" has the shape [3]`)
	check("npz, no places", string(arrays(false, "format.npy", npy("|S3", "()", []byte("csr")), "shape.npy",
		list("\x02\x02"), "data.npy", list("\x05\x06"))), "f: the sparse matrix is not consistent: there is no array in")

	const market = "%%MatrixMarket matrix "
	check("mtx, size", market+"array real general\n2 0\n", `f:2:3: size "0", expected a whole number from 1`)
	check("mtx, entries", market+"coordinate real general\n2 2 x\n", `f:2:5: size "x"`)
	check("mtx, not square", market+"coordinate real symmetric\n2 3 1\n1 1 1\n", "f:2:3: a symmetric matrix of 2 × 3")
	check("mtx, column", market+"coordinate real general\n2 2 1\n1 3 1\n",
		`f:3:3: column "3", expected a whole number from 1 to 2`)
	check("mtx, value", market+"array real general\n2 1\n1\nx\n", `f:4:1: value "x", expected a number`)
	check("mtx, too long", market+"array real general\n2 1\n1\n2\n3\n", "f:5:1: more numbers than the header says")

	opts = Options{Dialect: Dialect{Header: HeaderNo}}
	check("header called data", "a,b\n1,2\n3,4\n", `f:1:1: text beside numbers ("a")`)
	opts = Options{MaxBytes: 3000}
	check("memory, CSV", strings.Repeat("1,2,3\n", 100),
		"f:33: the data need more than 3.0 kB of memory, expected at most 3.0 kB", "raise [max-memory]")
	check("memory, texts", "a,b\n"+ids(20), "f:13: the data need more than")
	check("memory, columns", strings.Repeat("1,", 50)+"1\n", "f: the data need more than 29 kB of memory for 51 columns")
	check("memory, LIBSVM", strings.Repeat("1 1:1\n", 100), "f:46: the data need more")
	check("memory, npy", string(npy("<f8", "(100, 3)", nil)),
		"f: the data need more than 3.3 kB of memory for an array of shape [100 3]")
	check("memory, npz", "PK\x03\x04"+strings.Repeat("x", 2000), "f: the data need more")
	opts = Options{MaxBytes: 32_000}
	check("memory, places of gaps", string(npy("<f8", "(2, 100)", bytes.Repeat([]byte{0xff}, 1600))),
		"f: the data need more than")
	opts = Options{MaxBytes: 3000}
	check("endless line", "a,b\n\""+strings.Repeat("1,2\n", 40_000), "f:2: a line longer than", "never closed")
	check("endless line, LIBSVM", "1 1:2\n"+strings.Repeat("1 ", 40_000), "f:2: a line longer than")
	check("endless line, blanks", "1 2\n1 2\n"+strings.Repeat("1 ", 40_000), "f:3: a line longer than")

	opts = Options{MaxBytes: 4e6}
	check("a line of many cells", "1,2\n"+strings.Repeat(",", 100_000)+"\n",
		"f:2: the data need more than 4.8 MB of memory for a line of 100001 cells")

	opts, choice = Options{}, Choice{Target: "bb"}
	check("no such target", "abc,b,cd\n1,2,3\n4,5,6\n",
		`f: no column is called "bb", expected one of abc, b, cd`, "or none")
}

func ids(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("i", i+1) + "," + strings.Repeat("1", i%5+1) + "\n")
	}
	return b.String()
}

// TestBadFiles opens the files of make.py that can be no table.
func TestBadFiles(t *testing.T) {
	check := func(name string, parts ...string) {
		t.Helper()
		_, err := Open(context.Background(), filepath.Join(goldenFolder, name), nil, Options{})
		var own *Error
		if !errors.As(err, &own) {
			t.Errorf("%s: err %v, want *Error", name, err)
			return
		}
		for _, part := range append(parts, filepath.Join(goldenFolder, name)+": ") {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v\nlacks %q", name, err, part)
			}
		}
	}
	check("complex.npy", `type "<c16"`, "expected numbers", "a.imag")
	check("cube.npy", "3 dimensions [2 3 4]", "expected 1 or 2", "reshape")
	check("scalar.npy", "only 1 data row")
	check("empty.npy", "shape [0 3] is empty")
	check("two_matrices.npz", "several arrays: a [5 2], b [5 2]", "X and y", "numpy.savez")
	check("uneven.npz", `array "y" has the shape [4]`, `expected one value for each of the 5 rows of "X"`)
	check("expected.jso", "no such file (did you mean expected.json?)")
	check(".", "this is a directory")
}

func TestErrorCauses(t *testing.T) {
	_, err := Open(context.Background(), filepath.Join(t.TempDir(), "none"), nil, Options{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v is not fs.ErrNotExist", err)
	}
	_, err = OpenMatrix(context.Background(), "https://example.org/a.npy", nil, Choice{}, Options{}, false)
	if !strings.HasSuffix(told(err), "a.npy: no such file; download it first, or write: curl -L URL | gramscope -") {
		t.Errorf("an address of a matrix: %v", err)
	}
	_, err = Open(context.Background(), "https://example.org/a.csv", nil, Options{})
	if !strings.HasSuffix(told(err), "a.csv: no such file; download it first, or write: curl -L URL | gramscope -") {
		t.Errorf("an address: %s", told(err))
	}
	stale := filepath.Join(t.TempDir(), "stale.csv")
	if os.Symlink("gone", stale) == nil {
		if _, err := Open(context.Background(), stale, nil, Options{}); !strings.Contains(err.Error(),
			"stale.csv: no such file: it is a link to gone;") {
			t.Errorf("a link to nowhere: %v", err)
		}
	}
	path := filepath.Join(t.TempDir(), "a.npy")
	if err := os.WriteFile(path, []byte("1,2\n3,4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), path, nil, Options{}); err == nil ||
		!strings.Contains(err.Error(), "the name ends with .npy, but the content is not a NumPy array") {
		t.Errorf("text called .npy: %v", err)
	}
	if _, err := load([]byte("1\n2\n"), "f.svm", Options{}, Choice{}); err == nil ||
		!strings.HasPrefix(err.Error(), "f.svm: no line has an index:value pair") {
		t.Errorf("labels alone: %v", err)
	}
	full := &Error{File: "f", Line: 3, Column: 7, Problem: "p", Want: "w", Remedies: remedy.Do("r")}
	if got := full.Error(); got != "f:3:7: p, expected w; r" {
		t.Errorf("Error() = %q", got)
	}
}
