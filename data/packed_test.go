package data

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestPackedNeedsMemory: a compressed file whose window is larger than the memory limit is refused before the window
// is made.
func TestPackedNeedsMemory(t *testing.T) {
	const folder = "../testdata/data/people/packed.csv"
	for ending, want := range map[string]string{".xz": "f: the data need more than 8.4 MB of memory for the window of xz",
		".bz2": "f: the data need more than 3.6 MB of memory for the window of bzip2"} {
		content, err := os.ReadFile(folder + ending)
		if err != nil {
			t.Fatal(err)
		}
		allocated, err := allocations(func() error {
			_, err := ReadTable(t.Context(), bytes.NewReader(content), "f", Options{MaxBytes: 3e6})
			return err
		})
		if err == nil || !strings.HasPrefix(err.Error(), want) || allocated > 1e6 {
			t.Errorf("%s: %v, %s allocated, want %s", ending, err, megabytes(allocated), want)
		}
	}
	header := "\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46\x02\xc0\x80\x01\x05\x21\x01\x17" + strings.Repeat("\x00", 40)
	if got := xzWindow([]byte(header)); got != 12<<20 {
		t.Errorf("a block with sizes in its header has a window of %d", got)
	}
}

// TestPackedIsDamaged: a file that is cut short or changed is an error, and not fewer rows.
func TestPackedIsDamaged(t *testing.T) {
	for ending, name := range map[string]string{".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"} {
		content, err := os.ReadFile("../testdata/data/people/packed.csv" + ending)
		if err != nil {
			t.Fatal(err)
		}
		for what, broken := range map[string][]byte{"cut": content[:len(content)-9],
			"changed": append(bytes.Clone(content[:len(content)/2]),
				append([]byte{content[len(content)/2] ^ 0x55}, content[len(content)/2+1:]...)...)} {
			if _, err := ReadTable(t.Context(), bytes.NewReader(broken), "f", Options{}); err == nil || what == "cut" &&
				!strings.Contains(err.Error(), "the "+name+" stream ") {
				t.Errorf("%s, %s: %v", ending, what, err)
			}
		}
	}
}

// TestZipOfOneFile: what systems add to an archive is no file of it, and an archive of more is refused.
func TestZipOfOneFile(t *testing.T) {
	table := []byte("a,b\n1,2\n3,4\n")
	added := []any{"d/", []byte(nil), "__MACOSX/d/._a.csv", table, "d/.DS_Store", table, "d/Thumbs.db", table}
	content := arrays(true, append(added, "d/a.csv", table)...)
	if read, err := ReadTable(t.Context(), bytes.NewReader(content), "f", Options{}); err != nil || read.Rows != 2 {
		t.Errorf("%+v, %v", read, err)
	}
	const listed = "PK\x01\x02" // begins what the directory at the end says of a file
	changed := func(at int, value byte) []byte {
		content := arrays(false, "a.csv", table)
		content[bytes.Index(content, []byte(listed))+at] = value
		return content
	}
	for want, content := range map[string][]byte{
		"this is a zip archive with a password":        changed(8, 1),
		"this is a zip archive with the compression 9": changed(10, 9),
		"a zip archive without files":                  arrays(true, added...),
		"this is an OpenDocument file":                 arrays(true, "mimetype", table, "content.xml", table),
		"a zip archive within a zip archive":           arrays(true, "a.zip", arrays(true, "a.csv", table)),
		"a zip archive of 2 files: a.csv, b":           arrays(true, "a.csv", table, "b", table),
		"this is an Excel workbook, expected":          arrays(true, "xl/workbook.xml", table),
	} {
		if _, err := ReadTable(t.Context(), bytes.NewReader(content), "f", Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), "f: "+want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestLineOfAnyLength: a format is recognised from whole lines, however long they are.
func TestLineOfAnyLength(t *testing.T) {
	for shift := range 16 { // so that any byte of an entry is the last of 64 kB
		var b strings.Builder
		for range 3 {
			b.WriteString("1." + strings.Repeat("0", shift))
			for j := range 5000 {
				b.WriteString(" " + numberedName(j)[1:] + ":0.12345678")
			}
			b.WriteString("\n")
		}
		table, err := ReadTable(t.Context(), strings.NewReader(b.String()), "rows", Options{})
		if err != nil || table.Format != "LIBSVM" || table.Width() != 5001 {
			t.Errorf("shift %d: %+v, %v", shift, table, err)
		}
	}
}

// TestLIBSVMKernel: LIBSVM's file of kernel values, with the number of the row at index 0, is a kernel matrix with the
// labels as target.
func TestLIBSVMKernel(t *testing.T) {
	path := written(t, "k.libsvm", []byte("1 0:1 1:2 2:1\n-1 0:2 1:1 2:3\n"))
	table, err := OpenMatrix(t.Context(), path, nil, Choice{}, Options{}, true)
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(Choice{})
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, 2)
	table.Matrix.Row(row, 1, []int{0, 1})
	if row[0] != 1 || row[1] != 3 || table.Rows != 2 || file.Target() != "label" || table.Column(1).Cell(1) != "-1" {
		t.Errorf("row %v of %d, target %q %q", row, table.Rows, file.Target(), table.Column(1).Cell(1))
	}
	_, origin := file.Origin()
	again, err := OpenMatrix(t.Context(), path, nil, origin, Options{}, true)
	if err != nil || again.Width() != 2 {
		t.Errorf("opened again with target %q: %v", origin.Target, err)
	}
	if cross, _, err := OpenCross(t.Context(), path, nil, Options{}); err != nil || cross.Columns != 2 {
		t.Errorf("cross matrix: %+v, %v", cross, err)
	}
}
