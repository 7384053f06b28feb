package data

import (
	"strings"
	"testing"
)

// TestFormats: every format can be described, found and read, no ending belongs to two of
// them, and the last takes any text.
func TestFormats(t *testing.T) {
	owner := map[string]string{}
	for _, f := range Formats() {
		if f.Name == "" || len(f.Endings) == 0 || f.begins == nil || f.read == nil {
			t.Errorf("%q is incomplete", f.Name)
		}
		for _, ending := range f.Endings {
			if !strings.HasPrefix(ending, ".") || ending != strings.ToLower(ending) || owner[ending] != "" {
				t.Errorf("the ending %s of %s, and of %q", ending, f.Name, owner[ending])
			}
			owner[ending] = f.Name
			if name := "Points" + strings.ToUpper(ending); !HasDataEnding(name) || !HasDataEnding(name+".gz") ||
				!HasDataEnding(name+".XZ") {
				t.Errorf("%s is not seen to be a data file", name)
			}
		}
	}
	if !HasDataEnding("points.zip") || !HasDataEnding("points.csv.zst") {
		t.Error("a compressed file is not seen to be a data file")
	}
	if last := formats[len(formats)-1]; last.isBinary || !last.begins([]byte("any text")) {
		t.Errorf("the last format, %s, does not take any text: put it before CSV", last.Name)
	}
	for _, name := range []string{"notes.md", "csv", "a.md.bz2", ".zip", ""} {
		if HasDataEnding(name) {
			t.Errorf("%q is taken for a data file", name)
		}
	}
}

// TestFormatIsRecognised: by the content of binary files, whatever their name; by the name or
// the content of texts.
func TestFormatIsRecognised(t *testing.T) {
	array := string(npy("<f8", "(2, 1)", make([]byte, 16)))
	for _, c := range [][3]string{
		{"a.csv", array, "NumPy array"}, {"a", array, "NumPy array"},
		{"a.csv", "1 1:2\n2 1:3\n", "LIBSVM"}, {"a.svm.gz", strings.Repeat("1\n", 40) + "2 1:3\n", "LIBSVM"},
		{"A.LIBSVM", "1\n2 1:3\n", "LIBSVM"},
		{"a.txt", "2024-01-01 12:30\n2024-01-02 12:40\n", "CSV"}, {"a", "1 12:30;4\n2 12:40;5\n", "CSV"},
		{"a.txt", "1,2 1:0.5\n1 2:3\n", ""},
		{"a.npz.txt", "1,2\n3,4\n", "CSV"}, {"a", "1\n2\n", "CSV"},
	} {
		table, err := ReadTable(t.Context(), strings.NewReader(c[1]), c[0], Options{})
		if c[2] == "" { // several labels are refused by the reader of LIBSVM
			if err == nil || !strings.Contains(err.Error(), "multilabel") {
				t.Errorf("%s: %v, want the format LIBSVM", c[1], err)
			}
		} else if err != nil || table.Format != c[2] {
			t.Errorf("%s: %+v, %v, want %s", c[0], table, err, c[2])
		}
	}
}
