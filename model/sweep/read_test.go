package sweep

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// rowsIn reads all rows of a file.
func rowsIn(file io.Reader, name string) (header []string, rows []Result, cut CutShort, err error) {
	var all Results
	cut, err = all.Read(file, name, 1e9)
	return all.Header, all.Rows, cut, err
}

// TestFileCutShort: wherever writing was interrupted, all complete lines are read. The last line is
// ignored if it has no newline, because the end of its last cell may be missing.
func TestFileCutShort(t *testing.T) {
	const head = "data,n,d,kernel,gamma,sigma,method,rep,error,failure,warnings\n"
	const first = "x,9,2,linear,,,toy,1,0.5,,\n"
	const second = "x,9,2,linear,,,toy,2,0.25,,\"mind the \"\"gap\"\"; and, the step; 0.125\"\n"
	for _, newline := range []string{"\n", "\r\n"} {
		text := strings.ReplaceAll(head+first+second+first, "\n", newline)
		var ends []int
		done := ""
		for _, line := range []string{head, first, second, first} {
			done += strings.ReplaceAll(line, "\n", newline)
			ends = append(ends, len(done))
		}
		for cut := 1; cut <= len(text); cut++ {
			whole := 0 // lines, the header among them
			for _, end := range ends {
				if end <= cut {
					whole++
				}
			}
			header, rows, at, err := rowsIn(strings.NewReader(text[:cut]), "f.csv")
			if err != nil {
				t.Fatalf("cut after %q: %v", text[:cut], err)
			}
			lines := []CutShort{1, 2, 3, 4}
			want := CutShort(0)
			if whole == 0 || cut > ends[whole-1] {
				want = lines[whole]
			}
			if len(rows) != max(0, whole-1) || at != want || (header == nil) != (whole == 0) {
				t.Fatalf("cut after %q: %d rows, cut short in line %d, want %d and %d", text[:cut], len(rows), at, max(0, whole-1),
					want)
			}
		}
	}
	if _, _, _, err := rowsIn(strings.NewReader(""), "f.csv"); !errors.Is(err, io.EOF) {
		t.Errorf("an empty file: %v", err)
	}
}

// TestNotResults: a file whose first line is not that of results is refused with its place and a remedy, and more rows
// than fit.
func TestNotResults(t *testing.T) {
	for text, want := range map[string]string{
		`{"data":"x","n":9,"method":"toy","error":0.5}` + "\n": "f:1: this is no header line of CSV: ",
		"[1]\n": "f:1: these are not the columns",
	} {
		err := errorOf(new(Results).Read(strings.NewReader(text), "f", 1e6))
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "; write one as CSV") {
			t.Errorf("%q: %v, want %s…", text, err, want)
		}
	}
}

func errorOf(_ CutShort, err error) error { return err }

// TestBadCells: the error of an invalid cell has its place, in any column. Text that looks like a number
// is still text.
func TestBadCells(t *testing.T) {
	const head = "data,n,d,kernel,method,m,rep,rank_used,error,cached,zeal,failure,warnings\n"
	for row, want := range map[string]string{
		"nan,9,2,linear,inf,4,1,4,0.5,true,x,NaN,1e999": "",
		"x,9,2,linear,toy,,1,,,,,no luck,":              "",
		"x,9,2,linear,toy,4,1,?,0.5,true,,,": "f.csv:3:22: column rank_used holds \"?\", expected a whole " +
			"number of at least 0",
		"\"x\ny\",9,2,linear,toy,four,1,4,0.5,true,,,":     "f.csv:4:19: column m holds \"four\"",
		"x,9,2,linear,toy,4,1,4,0x,true,,,":                "f.csv:3:24: column error holds",
		"x,9,2,linear,toy,4,1,4,1e999,true,,,":             "f.csv:3:24: column error holds",
		"x,9,2,linear,toy,4,1,4,0.5,yes,,,":                "f.csv:3:28: column cached holds \"yes\", expected true or false",
		"x,9,2,linear,toy,4,1,4,0.5,true,NaN,,":            "f.csv:3:33: column zeal holds",
		"x,9,2,linear,toy,4,1,4,0.5,true,,\"never closed,": "f.csv:3: a quote in this row is not closed",
	} {
		text := head + "x,9,2,linear,toy,4,1,4,0.5,true,,,\n" + row + "\nx,9,2,linear,toy,4,1,4,0.5,true,,,\n"
		_, rows, _, err := rowsIn(strings.NewReader(text), "f.csv")
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", row, err, want)
		}
		if want == "" && len(rows) != 3 {
			t.Errorf("%s: %d rows", row, len(rows))
		}
	}
}
