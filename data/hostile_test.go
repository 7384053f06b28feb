package data

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// hostileLimit is the memory allowed to the files of this test.
const hostileLimit = 4 << 20

// hostile is a file that would take far more memory than it may.
type hostile struct {
	name    string
	content []byte
	begin   string // of the error
	part    string // of it, too
}

// arrays packs .npy files into an archive, one entry after the other.
func arrays(compress bool, namesAndContents ...any) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	method := zip.Store
	if compress {
		method = zip.Deflate
	}
	for i := 0; i < len(namesAndContents); i += 2 {
		w, err := z.CreateHeader(&zip.FileHeader{Name: namesAndContents[i].(string), Method: method})
		if err == nil {
			_, err = w.Write(namesAndContents[i+1].([]byte))
		}
		if err != nil {
			panic(err)
		}
	}
	z.Close()
	return b.Bytes()
}

// manyEntries is an archive with n arrays of one number.
func manyEntries(n int) []byte {
	var list []any
	for i := range n {
		list = append(list, fmt.Sprintf("%0200d.npy", i), npy("|u1", "(1, 1)", []byte{1}))
	}
	return arrays(false, list...)
}

// repeated packs a text and many repetitions of another.
func repeated(head, text string, n int) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, head)
	block := strings.Repeat(text, 4096)
	for range n / 4096 {
		io.WriteString(w, block)
	}
	w.Close()
	return b.Bytes()
}

func hostiles() []hostile {
	const need = "the data need more than "
	numbers := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d\n", i)
		}
		return b.String()
	}
	names := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprint("x", i))
		}
		return strings.Join(list, ",")
	}
	return []hostile{
		{"f.libsvm", []byte("1 200000:1\n1 1:1\n"), "f.libsvm:1: " + need, "200000 columns"},
		{"f.libsvm", repeated("", "1 1:1 2:1\n", 200_000), "f.libsvm:", need},
		{"f.libsvm", repeated("1 1:1\n", "\n", 400_000), "f.libsvm:", "only 1 data row"},
		{"f.libsvm", repeated("1 1:1\n", "# "+strings.Repeat("x", 60)+"\n", 8192), "f.libsvm:", "only 1 data row"},
		{"f.npy", npy("|u1", "(2, 100000)", make([]byte, 200_000)), "f.npy: " + need, "shape [2 100000]"},
		{"f.npy", npy("|u1", "(1000000,)", make([]byte, 1000)), "f.npy: " + need, "shape [1000000]"},
		{"f.npy", npy("<f8", "("+strings.Repeat("1,", 20_000)+")", nil), "f.npy: the array has the shape",
			"at most 64 dimensions"},
		{"f.npz", arrays(true, "X.npy", npy("|u1", "(200000, 1)", make([]byte, 200_000)), "y.npy",
			npy("|u1", "(200000,)", make([]byte, 200_000))),
			`f.npz: array "y": ` + need, "shape [200000]"},
		{"f.npz", arrays(true, "X.npy", npy("|u1", "(400000, 1)", make([]byte, 4_000_000))), `f.npz: array "X": ` + need,
			"shape"},
		{"f.npz", arrays(false, "X.npy", npy("<f8", "(1000, 100)", make([]byte, 1000))),
			`f.npz: array "X": the array is cut short`, "numpy.save"},
		{"f.npz", manyEntries(5000), "f.npz: ", need},
		{"f.csv", []byte(names(10000) + "\n" + strings.Repeat("1,", 9999) + "1\n"), "f.csv: " + need, "10000 columns"},
		{"f.csv", []byte(strings.Repeat("1,", 60_000) + "1\n"), "f.csv: " + need, "60001 columns"},
		{"f.csv", repeated("", "1\n", 800_000), "f.csv:", need},
		{"f.csv", repeated("", "1 2\n", 400_000), "f.csv:", need},
		{"f.csv", repeated("a,b\n", "1", 800_000), "f.csv:2: a line longer than 131 kB", "raise [max-memory]"},
		{"f.csv", repeated("", "\n", 800_000), "f.csv:", "comments and blank lines"},
		{"f.csv", repeated("", "# no data\n", 100_000), "f.csv:", "comments and blank lines"},
		{"f.csv", []byte("a\n" + numbers(40_000) + "b\n"), "f.csv:40002: " + need, "raise [max-memory]"},
	}
}

// TestHostileFiles reads files that would take more than they may. All that is
// allocated on the way to the refusal, garbage included, must stay small.
func TestHostileFiles(t *testing.T) {
	for i, h := range hostiles() {
		allocated, err := allocations(func() error {
			_, err := ReadTable(context.Background(), bytes.NewReader(h.content), h.name, Options{MaxBytes: hostileLimit})
			return err
		})
		mustBeOwnError(t, fmt.Sprintf("%d (%s)", i, h.name), err, h.begin, h.part)
		if allocated > 3*hostileLimit {
			t.Errorf("%d (%s): %s allocated where %s are allowed", i, h.name, megabytes(allocated), megabytes(hostileLimit))
		}
	}
}

func mustBeOwnError(t *testing.T, what string, err error, begin, part string) {
	t.Helper()
	var own *Error
	if !errors.As(err, &own) || !strings.HasPrefix(err.Error(), begin) || !strings.Contains(told(err), part) {
		t.Errorf("%s: %v\nshould begin with %q and hold %q", what, err, begin, part)
	}
}

// allocates says that the test binary allocates more than the program, so that bytes are not counted.
var allocates bool

// allocations gives the bytes that f allocates in all.
func allocations(f func() error) (int64, error) {
	if allocates {
		return 0, f()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc), err
}

// TestGrowthStaysNearItsSize reads files that are accepted, by slices that must
// not be copied while they grow.
func TestGrowthStaysNearItsSize(t *testing.T) {
	// 900 kB, 7.2 MB of numbers: the garbage must not come on top of it twice.
	block := npy("|u1", "(300000, 3)", make([]byte, 900_000))
	for name, content := range map[string][]byte{"f.npy": block, "f.npz": arrays(true, "X.npy", block)} {
		var table *Table
		allocated, err := allocations(func() (err error) {
			table, err = ReadTable(context.Background(), bytes.NewReader(content), name, Options{MaxBytes: 11e6})
			return err
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if allocated > 9e6 {
			t.Errorf("%s: %s allocated for 7.2 MB of numbers", name, megabytes(allocated))
		}
		if used := table.memory.used; used < 7.2e6 || used > 11e6 {
			t.Errorf("%s: %s counted for 7.2 MB of numbers", name, megabytes(used))
		}
	}
}

// TestFileCounts: what a choice and a draw take comes on top of the table.
func TestFileCounts(t *testing.T) {
	content := []byte("a,b\n" + strings.Repeat("1,x\n2,y\n", 10_000))
	table, err := ReadTable(context.Background(), bytes.NewReader(content), "f", Options{MaxBytes: 500_000})
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := file.Draw(20_000, 0, seeded(1)); err == nil ||
		!strings.Contains(err.Error(), "for 20000 rows of 1 features") {
		t.Errorf("a draw of 320 kB beside a table of %s: %v", megabytes(table.memory.used), err)
	}
	if _, _, err := file.Draw(10, 0, seeded(1)); err == nil || table.memory.used < 400_000 {
		// The order of 20 000 rows takes 160 kB besides.
		t.Errorf("a draw of 10 rows beside a table of %s: %v", megabytes(table.memory.used), err)
	}
	ids := []byte("a,b\n" + ids(300))
	table, err = ReadTable(context.Background(), bytes.NewReader(ids), "f", Options{MaxBytes: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	table.memory.limit = table.memory.used + 10_000
	_, err = table.File(Choice{Target: "a"})
	mustBeOwnError(t, "sorting texts", err, "f: the data need more than", "for 300 different texts")
}

func TestBareReturns(t *testing.T) {
	for _, end := range []string{"\r", "\n", "\r\n"} { // that the last line has is another program's
		table := readString(t, "a,b\r1,2\r3,x"+end, Options{})
		if table.Rows != 2 || table.Column(1).Cell(1) != "x" || table.Column(1).faults.text.line != 3 {
			t.Errorf("%q: %d rows, %+v", end, table.Rows, table.Column(1))
		}
	}
	table, err := ReadTable(context.Background(), strings.NewReader("1 1:2\r2 3:4\r"), "f", Options{})
	if err != nil || table.Rows != 2 || table.Width() != 4 {
		t.Errorf("LIBSVM: %v", err)
	}
}
